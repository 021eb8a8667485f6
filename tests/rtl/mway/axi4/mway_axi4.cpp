// rtl/mway/axi4/mway_axi4.sv
//
// Rationale: the model of two networks with AXI4 ports is the RTL, cycle for cycle, and every burst
// of every manager is carried out once, in the order of its thread, and answered.
// State space: that of two networks and their terminals; random bursts, gaps and back-pressure on
// all channels, refused bursts, failing beats. Parameter space: a mesh of 2x2 channels with a
// manager and a memory at every terminal; two channels
//   of two processors, pipelined, where managers and memories have terminals of their own.
#include "VAxi4Line.h"
#include "VAxi4Mesh.h"
#include "axi4/network_bench.hpp"
#include "family/mway/axi4.hpp"
#include "family/mway/config.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

const std::vector<Axi4Network::Ports> kAll(4);
const std::vector<Axi4Network::Ports> kSome = {
    {true, true}, {false, true}, {true, true}, {false, true}};

Axi4Config axi4() {
  Axi4Config axi4;
  axi4.beats = 4;
  axi4.map = default_axi4_map();
  return axi4;
}

NetworkConfig network(const TopologyConfig& topology) {
  NetworkConfig config = mway_config();
  config.topology = topology;
  config.flit_bits = 64;
  mway_of(config).buffers = 2;
  mway_of(config).classes = {};
  return config;
}

std::unique_ptr<Axi4Network> mesh() {
  NetworkConfig config = network({TopologyKind::kMesh, {2, 2}, 1});
  validate(config);
  return make_mway_axi4(config, axi4(), kAll);
}

std::unique_ptr<Axi4Network> line() {
  NetworkConfig config = network({TopologyKind::kMesh, {2}, 2});
  mway_of(config).variant = MwayVariant::kPipelined;
  mway_of(config).freeing = Freeing::kLate;
  mway_of(config).stat = Stat::kCyclic;
  validate(config);
  return make_mway_axi4(config, axi4(), kSome);
}

}  // namespace

TEST_CASE("a mesh of channels with AXI4 ports equals its model",
          "[mway_axi4][MwayAxi4RequestsLegal]") {
  equal_axi4<VAxi4Mesh>(mesh, axi4(), kAll);
}

TEST_CASE("two channels with AXI4 ports equal their model", "[mway_axi4]") {
  equal_axi4<VAxi4Line>(line, axi4(), kSome);
}

TEST_CASE("the lockstep of AXI4 ports finds mutants", "[mway_axi4]") {
  find_axi4_mutants<VAxi4Line>(line, axi4(), kSome, std::begin(kMutants), std::end(kMutants));
}
