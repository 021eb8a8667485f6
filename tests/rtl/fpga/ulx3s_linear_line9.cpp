// rtl/fpga/ulx3s_linear_line9.sv
//
// Rationale: the whole board: from configuration to a report on the serial line that is the models'
// to the last character; then the button, and a second report: arbiters go on where they were.
// State space: one run of the default settings. Parameter space: a faster serial line.
#include "VUlx3sLinearLine9.h"
#include "board_bench.hpp"
#include "family/linear/config.hpp"
#include "family/linear/streams.hpp"
#include "geometry/switch_tree.hpp"

using namespace wayfarer;

TEST_CASE("a ULX3S with a client-server line reports what the models count", "[fpga]") {
  NetworkConfig config = linear_config();
  linear_of(config).tree = line_text(9);
  validate(config);
  OnchipSettings settings;
  settings.pattern = static_cast<std::uint8_t>(OnchipPattern::kClientServer);
  OnchipNetwork model(make_linear_streams(config, stream_sizes(8)), 2, true, settings);
  CombinationalBench<VUlx3sLinearLine9> board;
  expect_reports(board, model, [&](bool level) { board->clk_25mhz_i = level; });
  CHECK(board->wifi_gpio0_o);
}
