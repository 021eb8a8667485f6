// Rationale: three-way agreement. A lone message takes the time of the closed form in RTL and model
// (in lockstep), and the closed form equals its recurrence.
// State space: every pair of terminals, messages of 1, 2, 4 and 7 data flits.
// Parameter space: meshes of 3x3 and 3x2x2 at depths 1 and 3, and in all networks of
// test_lockstep_mway with exact Stat; on the model also a torus and a hypercube, each without and
// with two stages at depths of 1 to 4, with a clock for each channel at depths of 2, 4 and 8, and
// meshes of 4x4 and 5x2 with every single fault. Nightly: meshes of 4x4 and 3x3x3 at depths 1, 2
// and 3.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../mway_faults.hpp"
#include "both.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"
#include "family/mway/zero_load.hpp"

using namespace wayfarer;

namespace {

NetworkConfig network_config(TopologyKind kind, std::vector<unsigned> extents, unsigned depth,
                             unsigned processors = 1) {
  NetworkConfig config = mway_config();
  config.name = fmt::format("zero-load-{}d-depth{}", extents.size(), depth);
  config.topology = {kind, std::move(extents), processors};
  mway_of(config).buffers = 2;
  mway_of(config).depth = depth;
  config.flit_bits = 32;
  validate(config);
  return config;
}

/// Sends one message through an empty network and returns its cycles.
Cycle measure(Network& network, TerminalId source, TerminalId destination, unsigned data_flits) {
  network.reset();
  unsigned next = 0;
  for (Cycle now = 0; now < 1000; ++now) {
    if (next <= data_flits && (network.injection_ready()[source] & 1) != 0) {
      Flit flit;
      flit.tag = next == 0 ? Tag::kHeader : next == data_flits ? Tag::kTail : Tag::kBody;
      flit.index = static_cast<std::uint16_t>(next);
      flit.message = 5;
      flit.destination = destination;
      flit.length_bytes = static_cast<std::uint16_t>(data_flits * network.shape().flit_bytes);
      network.offer(source, 0, flit);
      ++next;
    }
    network.step();
    for (const Delivery& delivery : network.deliveries()) {
      if (delivery.tag == Tag::kTail) return now + 1;
    }
  }
  return 0;
}

/// Checks all pairs that have a closed form. Returns their number.
unsigned check_all_pairs(Network& network, const NetworkConfig& config) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  unsigned pairs = 0;
  for (const unsigned data_flits : {1u, 2u, 4u, 7u}) {
    for (TerminalId source = 0; source < network.shape().terminals; ++source) {
      for (TerminalId destination = 0; destination < network.shape().terminals; ++destination) {
        if (!topology.connected(topology.channel_of(source), topology.channel_of(destination)) ||
            crosses_a_channel_twice(config, source, destination))
          continue;
        if (data_flits == 1) ++pairs;
        const Cycle closed_form = zero_load_latency(config, source, destination, data_flits);
        const Cycle recurrence =
            zero_load_latency_by_recurrence(config, source, destination, data_flits);
        const Cycle measured = measure(network, source, destination, data_flits);
        INFO(config.name << ": " << source << " to " << destination << ", " << data_flits
                         << " data flits");
        REQUIRE(measured == closed_form);
        REQUIRE(measured == recurrence);
      }
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("RTL and model take the closed form's time", "[zero-load]") {
  const NetworkConfig config = GENERATE(0, 1) == 0
                                   ? network_config(TopologyKind::kMesh, {3, 3}, 1)
                                   : network_config(TopologyKind::kMesh, {3, 2, 2}, 3);
  check_all_pairs(*both(config), config);
}

TEST_CASE("RTL and model of larger meshes take the closed form's time", "[zero-load][.nightly]") {
  const unsigned depth = GENERATE(1u, 2u, 3u);
  const auto extents = GENERATE(std::vector<unsigned>{4, 4}, std::vector<unsigned>{3, 3, 3});
  const NetworkConfig config = network_config(TopologyKind::kMesh, extents, depth);
  check_all_pairs(*both(config, false, true), config);
}

TEST_CASE("the model takes the closed form's time on tori and hypercubes", "[zero-load]") {
  const unsigned depth = GENERATE(1u, 2u, 3u, 4u);
  const unsigned stages = GENERATE(0u, 2u);
  NetworkConfig config = GENERATE(0, 1) == 0
                             ? network_config(TopologyKind::kTorus, {4, 5}, depth)
                             : network_config(TopologyKind::kMesh, {2, 2, 2, 2}, depth, 2);
  mway_of(config).stat = Stat::kAddressed;
  if (stages != 0) mway_of(config).variant = MwayVariant::kPipelined;
  validate(config);
  const auto network = Engines().make(config, Engine::kModel);
  check_all_pairs(*network, config);
}

TEST_CASE("the model takes the closed form's time with equal clocks for all channels",
          "[zero-load]") {
  const unsigned depth = GENERATE(2u, 4u, 8u);
  NetworkConfig config = GENERATE(0, 1) == 0
                             ? network_config(TopologyKind::kTorus, {4, 5}, depth)
                             : network_config(TopologyKind::kMesh, {3, 1, 4}, depth, 2);
  mway_of(config).variant = MwayVariant::kClocked;
  validate(config);
  const auto network = Engines().make(config, Engine::kModel);
  check_all_pairs(*network, config);
}

TEST_CASE("the model takes the closed form's time past every single fault", "[zero-load][faults]") {
  const TopologyConfig mesh{TopologyKind::kMesh, GENERATE(std::vector{4u, 4u}, std::vector{5u, 2u}),
                            1};
  unsigned others = 0;
  for (const MwayFault& fault : all_faults(mesh)) {
    const NetworkConfig config = faulty_mesh(mesh, fault, 32);
    CAPTURE(name_of(fault));
    const unsigned alive = mesh.nodes() - (fault.dead == MwayDead::kChannel ? 1 : 0);
    const auto network = Engines().make(config, Engine::kModel);
    others += alive * alive - check_all_pairs(*network, config);
  }
  CHECK(others > 0);
}
