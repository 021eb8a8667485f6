// Rationale: the definition of done. RTL and cycle model are equal in every cycle: acceptance,
// deliveries, error ports, and driver and transfer on every channel.
// State space: idle to beyond saturation, with and without random ejection stalls; illegal flits;
// every pair of terminals alone.
// Parameter space: mway_networks, 11 (every run takes the first 6, which have most of the pairs,
// nightly the others) that have all pairs of 3 extents, mesh and torus, 1 and 3 processors, 1 and 3
// buffers, 1 to 3 flits deep, both freeings, both Stats, matched and addressed flits, without ages
// and with, 2 clocks of ages, either class larger, members with constants and with pins (in meshes
// with a dead router) and 2 flit widths, every third one with the RTL's assertions on; two shipped
// networks, nine dimensions, and a 6x6 mesh, whose 108 tiles share their code;
// mway_multicast_networks, whose messages have groups: all pairs of four extents, 1 and 3
// processors, 1 to 3 buffers of 2 and 5 flits, 2 flit widths (every run takes two);
// mway_candidate_networks, adaptive and balanced: all pairs of 4 kinds, 3 extents, 1 and 3
// processors, 3 and 6 buffers, 1 to 4 flits deep, classes that overlap or not, 2 flit widths (every
// run takes two); mway_clocks_networks, whose channels have clocks of their own: all pairs of three
// extents, mesh and torus, 1 and 3 processors, 1 and 3 buffers of 2 to 8 flits, both freeings, 2
// flit widths (every run takes two), each with five sets of clocks up to a ratio of 1:4; a channel
// of ten members with cyclic Stat and sixteen buffers. Nightly: 20 random networks, all small
// shipped ones, with assertions, nine dimensions on more nodes, channels of eleven members, 6 to 16
// buffers, a torus of 3x3x3, a dead channel and a dead router, and the 16x16 mesh of the main job.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../mway_faults.hpp"
#include "both.hpp"
#include "draw_mway.hpp"
#include "exercise.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = mway_networks();
  const std::size_t number = number_in(part, networks.size());
  check_network(networks, number, {10 * number, 1000, {}});
}

}  // namespace

TEST_CASE("networks that cover most pairs of values", "[LockstepEquality]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("networks that cover the other pairs of values", "[LockstepEquality][.nightly]") {
  check_pairs(Pairs::kNightly);
}

namespace {

/// The first two, which have most of the values, or the others.
void check_groups(Pairs part) {
  static const std::vector<NetworkConfig> networks = mway_multicast_networks();
  const std::size_t number = part == Pairs::kEveryRun
                                 ? GENERATE(range(std::size_t{0}, std::size_t{2}))
                                 : GENERATE_COPY(range(std::size_t{2}, networks.size()));
  check_network(networks, number, {10 * number, 1000, {}});
}

}  // namespace

TEST_CASE("messages to groups", "[LockstepEquality][MulticastExactlyOnce]") {
  check_groups(Pairs::kEveryRun);
}

TEST_CASE("messages to groups, in networks that cover the other pairs of values",
          "[LockstepEquality][.nightly]") {
  check_groups(Pairs::kNightly);
}

namespace {

/// The first two, adaptive and balanced, or the others.
void check_candidates(Pairs part) {
  static const std::vector<NetworkConfig> networks = mway_candidate_networks();
  const std::size_t number = part == Pairs::kEveryRun
                                 ? GENERATE(range(std::size_t{0}, std::size_t{2}))
                                 : GENERATE_COPY(range(std::size_t{2}, networks.size()));
  check_network(networks, number, {10 * number, 1000, {}});
}

/// The first two or the others.
void check_clocks(Pairs part) {
  static const std::vector<NetworkConfig> networks = mway_clocks_networks();
  const std::size_t number = part == Pairs::kEveryRun
                                 ? GENERATE(range(std::size_t{0}, std::size_t{2}))
                                 : GENERATE_COPY(range(std::size_t{2}, networks.size()));
  check_network(networks, number, {10 * number, 1000, {}});
}

}  // namespace

TEST_CASE("headers with a choice of candidates", "[LockstepEquality]") {
  check_candidates(Pairs::kEveryRun);
}

TEST_CASE("a choice of candidates, in networks that cover the other pairs of values",
          "[LockstepEquality][.nightly]") {
  check_candidates(Pairs::kNightly);
}

TEST_CASE("a clock for each channel", "[LockstepEquality]") { check_clocks(Pairs::kEveryRun); }

TEST_CASE("a clock for each channel, in networks that cover the other pairs of values",
          "[LockstepEquality][.nightly]") {
  check_clocks(Pairs::kNightly);
}

namespace {

/// Channels of ten and eleven members, for which priorities have four lines, and sets of up to
/// sixteen buffers, in tori of three and four dimensions.
NetworkConfig wide_network(std::size_t number) {
  struct Wide {
    std::vector<unsigned> extents;
    unsigned processors, buffers, depth;
    Stat stat;
    Freeing freeing;
  };
  static const std::vector<Wide> all = {{{2, 2, 2}, 4, 16, 1, Stat::kCyclic, Freeing::kEarly},
                                        {{2, 2, 2, 2}, 3, 6, 2, Stat::kExact, Freeing::kLate},
                                        {{2, 2, 2, 2}, 3, 9, 2, Stat::kCyclic, Freeing::kLate},
                                        {{3, 3, 3}, 1, 16, 2, Stat::kExact, Freeing::kEarly}};
  const Wide& wide = all.at(number);
  NetworkConfig config = mway_config();
  config.name = fmt::format("wide-{}", number);
  config.topology = {TopologyKind::kTorus, wide.extents, wide.processors};
  MwayConfig& router = mway_of(config);
  router.buffers = wide.buffers;
  router.classes = split_classes(wide.buffers, wide.buffers / 3);
  router.depth = wide.depth;
  router.stat = wide.stat;
  router.freeing = wide.freeing;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

void check_wide(std::size_t number) {
  const NetworkConfig config = wide_network(number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config), config, {20 + number, 600, {}}));
}

}  // namespace

TEST_CASE("channels of ten members with cyclic Stat, sixteen buffers", "[LockstepEquality]") {
  check_wide(0);
}

TEST_CASE("channels of eleven members, other numbers of buffers, a torus of 3x3x3",
          "[LockstepEquality][.nightly]") {
  check_wide(GENERATE(range(std::size_t{1}, std::size_t{4})));
}

TEST_CASE("shipped networks", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config(GENERATE("mesh4x4", "hypercube4d-p2")));
  CHECK_NOTHROW(run_loads(*both(config), config, {1, 1000, {}}));
}

namespace {

/// In lockstep, with assertions; `fourth` is the extent of the fourth dimension.
void check_nine_dimensions(unsigned fourth) {
  NetworkConfig config = mway_config();
  config.name = fmt::format("nine-dimensions-{}", fourth);
  config.topology = {TopologyKind::kMesh, {1, 2, 1, fourth, 1, 1, 1, 1, 2}, 1};
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  CHECK_NOTHROW(run_loads(*both(config, true), config, {300, 1000, {}}));
}

/// The shipped mesh of 16x16 channels, or a smaller one that is otherwise equal.
void check_around_saturation(unsigned extent, bool waves) {
  NetworkConfig config = load_config(find_config("mesh16x16"));
  config.topology.extents = {extent, extent};
  config.name = fmt::format("mesh{0}x{0}", extent);
  EngineOptions build;
  build.waves = waves;
  const auto network = Engines().make(config, Engine::kBoth, build);
  RunOptions options;
  options.load.unit = LoadUnit::kNormalized;
  options.cycles = 4000;
  options.warmup = 1333;
  options.load.value = 0.5;
  CHECK(run_simulation(*network, config, options).verdict != Verdict::kSaturated);
  options.load.value = 1.3;
  CHECK(run_simulation(*network, config, options).verdict == Verdict::kSaturated);
}

}  // namespace

TEST_CASE("nine dimensions", "[LockstepEquality]") { check_nine_dimensions(1); }

TEST_CASE("nine dimensions, one of them of three nodes", "[LockstepEquality][.nightly]") {
  check_nine_dimensions(3);
}

TEST_CASE("a large mesh below and above saturation", "[LockstepEquality]") {
  check_around_saturation(6, false);
}

TEST_CASE("the 16x16 mesh below and above saturation", "[LockstepEquality][.nightly]") {
  // The same library as that of the main job.
  check_around_saturation(16, true);
}

TEST_CASE("random networks", "[LockstepEquality][.nightly]") {
  const auto number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_mway(2000, number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, true), config, {10 * number, 1500, {}}));
}

TEST_CASE("a dead channel and a dead router", "[LockstepEquality][.nightly]") {
  const TopologyConfig mesh{TopologyKind::kMesh, {4, 3}, 2};
  for (const MwayFault& fault :
       {MwayFault{MwayDead::kChannel, 5, 0}, MwayFault{MwayDead::kRouter, 6, 0}}) {
    const NetworkConfig config = faulty_mesh(mesh, fault, 64);
    CHECK_NOTHROW(exchange_all_pairs(*both(config, true), config, 1));
  }
}

TEST_CASE("shipped networks with assertions", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = load_config(
      find_config(GENERATE("figure1-torus3x3", "mesh4x4", "hypercube4d-p2", "torus4x4-adaptive",
                           "torus4x4-balanced", "mesh4x4-multicast", "mesh4x4-guard")));
  CHECK_NOTHROW(exercise(*both(config, true), config, {1, 2500, {}}));
}
