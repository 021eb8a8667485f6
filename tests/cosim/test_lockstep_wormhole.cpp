// Rationale: RTL and cycle model of networks of wormhole routers with virtual channels are equal in
// every cycle: acceptance, deliveries, error ports, and the flits on every link. A lone message
// takes the time given by the rules in both.
// State space: idle to beyond saturation, terminals that stall, single flits to long messages;
// illegal flits; every pair of terminals alone. A cell of the paper's Table 6 from start to end.
// Parameter space: wormhole_networks, 13 (every run takes the first 7, which have most of the
// pairs, nightly the others) that have all pairs of 3 extents, mesh and torus, 3 routings, 1 and 2
// virtual channels of a set, injection and ejection ports, buffers of 1 and 3 flits, none, one
// and two registers in a hop, and 2 flit widths, every third one with the RTL's
// assertions on; a torus of three dimensions, a mesh of four; the cell on 4x4 nodes. Nightly: 20
// random networks of 1 to 4 dimensions, a torus of 4x4x4, the cell on the paper's 16x16 nodes.
#include <catch2/catch.hpp>

#include "both.hpp"
#include "draw_wormhole.hpp"
#include "exercise.hpp"
#include "family/registry.hpp"
#include "family/wormhole/config.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

/// Transpose, ten messages each; all but the nodes of the diagonal send.
void check_table6(unsigned extent, bool optimised) {
  NetworkConfig config = load_config(find_config("romm-mesh16x16-dimorder"));
  config.topology.extents = {extent, extent};
  RunOptions options;
  options.traffic.pattern = parse_pattern("transpose");
  options.traffic.process = parse_process("batch:10");
  options.cycles = 100'000;
  options.warmup = 0;
  const auto network = both(config, false, optimised);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.delivered_messages == extent * (extent - 1) * 10);
}

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = wormhole_networks();
  check_network(networks, number_in(part, networks.size()), {40, 500, {}});
}

}  // namespace

TEST_CASE("networks that cover most pairs of values", "[LockstepEquality]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("networks that cover the other pairs of values", "[LockstepEquality][.nightly]") {
  check_pairs(Pairs::kNightly);
}

TEST_CASE("a torus of three dimensions, a mesh of four", "[LockstepEquality]") {
  NetworkConfig config = wormhole_config();
  config.topology = GENERATE(TopologyConfig{TopologyKind::kTorus, {3, 2, 2}, 1},
                             TopologyConfig{TopologyKind::kMesh, {2, 1, 2, 2}, 1});
  config.name = fmt::format("wormhole-{}d", config.topology.extents.size());
  config.flit_bits = 64;
  validate(config);
  CHECK_NOTHROW(exercise(*both(config), config, {80, 700, {}}));
}

TEST_CASE("O1TURN and ROMM by nodes, with routes drawn by the senders", "[LockstepEquality]") {
  NetworkConfig config = wormhole_config();
  config.name = "wormhole-o1turn";  // one network for both: only the headers differ
  config.topology.extents = {3, 2};
  wormhole_of(config).routing =
      GENERATE(WormholeRoutingKind::kO1Turn, WormholeRoutingKind::kRommNodes);
  config.flit_bits = 64;
  validate(config);
  CHECK_NOTHROW(exercise(*both(config), config, {90, 700, {}}));
}

TEST_CASE("a cell of Table 6, on fewer nodes", "[LockstepEquality]") { check_table6(4, false); }

TEST_CASE("a cell of Table 6", "[LockstepEquality][.nightly]") { check_table6(16, true); }

TEST_CASE("random networks of wormhole routers", "[LockstepEquality][.nightly]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_wormhole(4000, number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, asserted(number)), config, {40, 1500, {}}));
}

TEST_CASE("a torus of 64 nodes in three dimensions", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = load_config(find_config("romm-torus4x4x4-dimorder"));
  CHECK_NOTHROW(run_loads(*both(config, false, true), config, {80, 700, {}}));
}
