// rtl/fpga/ulx3s.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings.
// Parameter space: the designs of designs.toml, with a faster serial line.
#include "VUlx3sDeflection.h"
#include "VUlx3sIba.h"
#include "VUlx3sLinear.h"
#include "VUlx3sMway.h"
#include "VUlx3sWormhole.h"
#include "board_bench.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/streams.hpp"
#include "family/linear/config.hpp"
#include "family/linear/streams.hpp"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/streams.hpp"
#include "geometry/switch_tree.hpp"
#include "iba_mesh.hpp"

using namespace wayfarer;

namespace {

template <class Top>
void expect_models_reports(OnchipNetwork model) {
  CombinationalBench<Top> board(kConfigured);
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}

}  // namespace

TEST_CASE("a ULX3S with a 4x4 m-way mesh reports what the models count", "[fpga]") {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  config.flit_bits = 32;
  validate(config);
  expect_models_reports<VUlx3sMway>({make_mway_streams(config, stream_sizes(8)), 1, false, {}});
}

TEST_CASE("a ULX3S with a 4x4 wormhole mesh reports what the models count", "[fpga]") {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  wormhole_of(config).injection_ports = wormhole_of(config).ejection_ports = 1;
  validate(config);
  expect_models_reports<VUlx3sWormhole>(
      {make_wormhole_streams(config, stream_sizes(8)), 1, false, {}});
}

TEST_CASE("a ULX3S with a bufferless 4x4 torus reports what the models count", "[fpga]") {
  NetworkConfig config = deflection_config();
  config.topology.extents = {4, 4};
  validate(config);
  expect_models_reports<VUlx3sDeflection>(
      {make_deflection_streams(config, stream_sizes(8)), 1, true, {}});
}

TEST_CASE("a ULX3S with a client-server line reports what the models count", "[fpga]") {
  NetworkConfig config = linear_config();
  linear_of(config).tree = line_text(9);
  validate(config);
  OnchipSettings settings;
  settings.pattern = static_cast<std::uint8_t>(OnchipPattern::kClientServer);
  expect_models_reports<VUlx3sLinear>(
      {make_linear_streams(config, stream_sizes(8)), 2, true, settings});
}

TEST_CASE("a ULX3S with a 2x2 InfiniBand mesh reports what the models count", "[fpga]") {
  expect_models_reports<VUlx3sIba>(iba_mesh());
}
