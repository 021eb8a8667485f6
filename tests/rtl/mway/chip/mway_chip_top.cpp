// rtl/mway/mway_router.sv and mway_node.sv with Configurable
//
// Rationale: one chip for every network. One verilated router and one verilated node, no parameter
// of which is a network's, make a torus, meshes and a hypercube, each in lockstep with its model,
// whose cycles do not depend on where the routers have their numbers from.
// With a dead channel or router, which is not connected, the others route around it: all pairs that
// remain exchange messages, each once, in lockstep.
// State space: from near idle to beyond saturation with stalls; addresses outside the network.
// Parameter space: chips for up to 16x16x2x2 channels of two processors, mesh or torus, with four
//   buffers of two flits, two of them of class 0 in a torus; exact and cyclic Stat. Networks: the
//   torus of Figure 1, a mesh of 4x3, the hypercube of four dimensions with two processors a
//   channel; nightly the 16x16 mesh. Single faults: four of the 4x4 mesh, and one in three
//   dimensions; nightly all of the 4x4 mesh.
#include "../../../mway_faults.hpp"
#include "VChip.h"
#include "VChipCyclic.h"
#include "chip_network.hpp"
#include "core/lockstep.hpp"
#include "family/mway/model.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

#include <catch2/catch.hpp>

#include <fmt/ranges.h>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
const TopologyConfig kChip{TopologyKind::kTorus, {16, 16, 2, 2}, 2};

const std::vector<TopologyConfig> kNetworks{{TopologyKind::kTorus, {3, 3}, 1},
                                            {TopologyKind::kMesh, {4, 3}, 1},
                                            {TopologyKind::kMesh, {2, 2, 2, 2}, 2}};

NetworkConfig network_of(const TopologyConfig& topology, Stat stat) {
  NetworkConfig config = mway_config();
  config.name = fmt::format("chips-{}", fmt::join(topology.extents, "x"));
  config.topology = topology;
  mway_of(config).stat = stat;
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  return config;
}

template <class Top>
LockstepNetwork make(const NetworkConfig& config) {
  auto model = make_mway_model(config);
  auto chips = std::make_unique<ChipNetwork<Top>>(config, kChip, model->shape());
  return {std::move(model), std::move(chips)};
}

void run(Network& network, const NetworkConfig& config, Cycle cycles) {
  std::uint64_t seed = 1;
  for (const auto& [load, stalls] :
       {std::pair{0.1, 0.0}, std::pair{0.7, 0.05}, std::pair{1.4, 0.3}}) {
    RunOptions options;
    options.load.value = load;
    options.load.unit = LoadUnit::kNormalized;
    options.stall_probability = stalls;
    options.gap_probability = stalls;
    options.seed = seed++;
    options.traffic.lengths = parse_lengths("0,8,40");
    options.cycles = cycles;
    options.warmup = cycles / 3;
    const SimulationResult result = run_simulation(network, config, options);
    CHECK(result.delivered_messages > 0);
  }
}

/// A message to an address that no processor has.
void refuse(Network& network) {
  network.reset();
  Flit flit;
  flit.tag = Tag::kHeader;
  flit.destination = ~TerminalId{0};
  flit.length_bytes = 8;
  network.offer(0, 0, flit);
  network.step();
  REQUIRE(network.errors() == std::vector<ErrorEvent>{{0, kErrorDestination}});
}
}  // namespace

TEST_CASE("one router and one node are a torus, a mesh and a hypercube", "[LockstepEquality]") {
  for (const TopologyConfig& topology : kNetworks) {
    const NetworkConfig config = network_of(topology, Stat::kExact);
    INFO(config.name);
    LockstepNetwork network = make<VChip>(config);
    REQUIRE_NOTHROW(run(network, config, 200));
    refuse(network.device());
  }
}

TEST_CASE("the same with cyclic Stat, whose turn counts this network's members",
          "[LockstepEquality]") {
  for (const TopologyConfig& topology : kNetworks) {
    const NetworkConfig config = network_of(topology, Stat::kCyclic);
    INFO(config.name);
    LockstepNetwork network = make<VChipCyclic>(config);
    REQUIRE_NOTHROW(run(network, config, 100));
  }
}

TEST_CASE("pins beyond the chip's sizes, and pins that change, are reported",
          "[NetworkPinsLegal][NetworkPinsHeld][NodePinsLegal][NodePinsHeld]") {
  Bench<VChip> bench;
  const auto set = [&bench](const TopologyConfig& router, const TopologyConfig& node) {
    std::memset(&bench->identity_r, 0, sizeof bench->identity_r);
    std::memset(&bench->network_n, 0, sizeof bench->network_n);
    set_network(bench->identity_r, router, 8);
    set_network(bench->network_n, node);
    bench.tick();
    bench.tick();
  };
  const TopologyConfig legal{TopologyKind::kMesh, {4, 3}, 1};
  all_low(*bench.operator->());
  bench->rst_ni = 0;
  set(legal, legal);
  bench.reset();
  set(legal, legal);
  CHECK_FALSE(bench.assertion_failed());
  const TopologyConfig large{TopologyKind::kMesh, {17, 3}, 1};
  const TopologyConfig crowded{TopologyKind::kMesh, {4, 3}, 3};
  for (const auto& [router, node] : {std::pair{large, legal}, std::pair{legal, crowded}}) {
    bench->rst_ni = 0;
    set(router, node);
    bench.reset();
    bench.tick();
    CHECK(bench.assertion_failed());  // not legal
  }
  const TopologyConfig other{TopologyKind::kTorus, {4, 3}, 1};
  for (const auto& [router, node] : {std::pair{other, legal}, std::pair{legal, other}}) {
    bench->rst_ni = 0;
    set(legal, legal);
    bench.reset();
    bench.tick();
    CHECK_FALSE(bench.assertion_failed());
    set(router, node);
    CHECK(bench.assertion_failed());  // not held
  }
}

namespace {
void check_faults(const std::vector<unsigned>& extents, unsigned from, unsigned step) {
  const TopologyConfig mesh{TopologyKind::kMesh, extents, 1};
  const std::vector<MwayFault> faults = all_faults(mesh);
  for (std::size_t n = from; n < faults.size(); n += step) {
    CAPTURE(extents, name_of(faults[n]));
    NetworkConfig config = faulty_mesh(mesh, faults[n], 64);
    LockstepNetwork network = make<VChip>(config);
    REQUIRE_NOTHROW(exchange_all_pairs(network, config, n));
  }
}
}  // namespace

TEST_CASE("chips route around a dead channel or router", "[LockstepEquality][faults]") {
  check_faults({4, 4}, 5, 11);  // channel 5, and three routers
  check_faults({3, 2, 2}, 4, 100);
}

TEST_CASE("chips route around every single fault of the 4x4 mesh",
          "[LockstepEquality][faults][.nightly]") {
  check_faults({4, 4}, 0, 1);
}

TEST_CASE("the same chips are the 16x16 mesh", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = network_of({TopologyKind::kMesh, {16, 16}, 1}, Stat::kExact);
  LockstepNetwork network = make<VChip>(config);
  REQUIRE_NOTHROW(run(network, config, 1000));
}
