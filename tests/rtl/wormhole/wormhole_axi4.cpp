// rtl/wormhole/wormhole_axi4.sv
//
// Rationale: the model of two networks with AXI4 ports is the RTL, cycle for cycle, and every burst
// of every manager is carried out once, in the order of its thread, and answered.
// State space: that of two networks and their terminals; random bursts, gaps and back-pressure on
// all channels, refused bursts, failing beats. Parameter space: a mesh of 2x2 with a manager and a
// memory at every terminal and two virtual channels, which does not keep the order;
//   a ring of four with two managers, which does, 64 bits.
#include "VAxi4Mesh.h"
#include "VAxi4Ring.h"
#include "axi4/network_bench.hpp"
#include "family/wormhole/axi4.hpp"
#include "streams.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

const std::vector<Axi4Network::Ports> kAll(4);
const std::vector<Axi4Network::Ports> kSome = {
    {true, true}, {false, true}, {true, true}, {false, true}};

Axi4Config mesh_axi4() {
  Axi4Config axi4;
  axi4.beats = 4;
  axi4.map = default_axi4_map();
  return axi4;
}

Axi4Config ring_axi4() {
  Axi4Config axi4 = mesh_axi4();
  axi4.data_bits = 64;
  axi4.id_bits = 2;
  axi4.beats = 8;
  axi4.pending = 2;
  return axi4;
}

std::unique_ptr<Axi4Network> mesh() {
  NetworkConfig config = wormhole_network({TopologyKind::kMesh, {2, 2}, 1},
                                          WormholeRoutingKind::kDimensionOrder, 1, 1);
  wormhole_of(config).virtual_channels = 2;
  return make_wormhole_axi4(config, mesh_axi4(), kAll);
}

std::unique_ptr<Axi4Network> ring() {
  return make_wormhole_axi4(
      wormhole_network({TopologyKind::kTorus, {4}, 1}, WormholeRoutingKind::kDimensionOrder, 1, 1),
      ring_axi4(), kSome);
}

}  // namespace

TEST_CASE("a mesh with AXI4 ports equals its model", "[wormhole_axi4][WormholeAxi4RequestsLegal]") {
  equal_axi4<VAxi4Mesh>(mesh, mesh_axi4(), kAll);
}

TEST_CASE("a ring with AXI4 ports equals its model", "[wormhole_axi4]") {
  equal_axi4<VAxi4Ring>(ring, ring_axi4(), kSome);
}

TEST_CASE("the lockstep of AXI4 ports finds mutants", "[wormhole_axi4]") {
  find_axi4_mutants<VAxi4Ring>(ring, ring_axi4(), kSome, std::begin(kMutants), std::end(kMutants));
}
