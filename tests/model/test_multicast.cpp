// Multicast traffic from patterns to scoreboard: groups and their members, one copy for every
// member, and detection of every violation.
#include "family/iba/config.hpp"
#include "family/registry.hpp"
#include "traffic/multicast.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/random.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"
#include "family/iba/multicast_bounds.hpp"
#include "ideal_network.hpp"
#include "runs/run_options.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig mesh_config(unsigned columns, unsigned rows) {
  NetworkConfig config = iba_config();
  config.topology.extents = {columns, rows};
  return config;
}

NetworkConfig random_mesh(Random& random) {
  NetworkConfig config = mesh_config(1 + random.below(5), 2 + random.below(4));
  iba_of(config).virtual_lanes = 1u << random.below(3);
  iba_of(config).lane_use = random.below(2) == 0 ? LaneUse::kShared : LaneUse::kDedicated;
  iba_of(config).replication =
      random.below(2) == 0 ? Replication::kBranches : Replication::kAllOrNothing;
  config.message_bytes = 16 * random.below(10);
  iba_of(config).depth = largest_packet_flits(config) + random.below(20);
  validate(config);
  return config;
}

SimulationResult run_batch(const NetworkConfig& config, const std::string& pattern,
                           unsigned messages, double stalls = 0) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process(fmt::format("batch:{}", messages));
  options.cycles = 1'000'000;
  options.warmup = 0;
  options.stall_probability = stalls;
  const auto network = make_iba_model(config);
  return run_simulation(*network, config, options);
}

Workload drawn(const NetworkConfig& config, const std::string& pattern, double rate) {
  return make_workload(config, {parse_pattern(pattern), {}, parse_lengths("0,16,64"), {}}, rate, 1);
}

/// A message of one data flit to a group of terminals 1 and 3.
struct Bench {
  Bench()
      : network(4, 2),
        scoreboard(network.shape(), messages, Scoreboard::Order::kAny, {{0, {2}}, {0, {1, 3}}}) {
    MessageRecord record;
    record.destination = multicast_destination(1);
    record.multicast = true;
    record.data_flits = 1;
    id = messages.insert(record);
  }
  const MessageRecord* deliver(TerminalId terminal) {
    scoreboard.check({terminal, 0, 0, Tag::kHeader, true, 0, id}, 9);
    return scoreboard.check({terminal, 0, 0, Tag::kTail, true, 1, id}, 9);
  }

  IdealNetwork network;
  MessageTable messages;
  Scoreboard scoreboard;
  MessageId id = 0;
};

}  // namespace

TEST_CASE("groups have the requested size and do not contain their source", "[multicast]") {
  const auto groups = draw_groups({40, 40}, 256, 1);
  CHECK(groups.size() == 102);
  CHECK(std::is_sorted(groups.begin(), groups.end(),
                       [](const auto& a, const auto& b) { return a.source < b.source; }));
  for (const MulticastGroup& group : groups) {
    REQUIRE(group.members.size() == 102);
    REQUIRE(std::adjacent_find(group.members.begin(), group.members.end(),
                               std::greater_equal<>()) == group.members.end());
    REQUIRE(!std::binary_search(group.members.begin(), group.members.end(), group.source));
  }
  CHECK(groups[0].members != groups[1].members);
  CHECK(draw_groups({40, 40}, 256, 2)[0].members != groups[0].members);
  CHECK(draw_groups({40, 40}, 256, 1)[7].members == groups[7].members);
  CHECK(draw_groups({0, 100}, 9, 1).size() == 1);
  CHECK(draw_groups({0, 100}, 9, 1)[0].members.size() == 8);
  CHECK(draw_groups({100, 100, true}, 9, 1)[4].members.size() == 9);
  CHECK(draw_groups({1, 1}, 9, 1)[0].members.size() == 1);
  CHECK_THROWS_AS(draw_groups({100, 100}, 1, 1), UsageError);
}

TEST_CASE("multicast, a share of it, and unicast copies of it", "[multicast]") {
  NetworkConfig config = mesh_config(4, 4);
  validate(config);
  const auto multicast = make_pattern(parse_pattern("multicast:50:25"), config, 3);
  const auto copies = make_pattern(parse_pattern("copies:50:25"), config, 3);
  const auto mixed = make_pattern(parse_pattern("multicast:50:25:30"), config, 3);
  REQUIRE(multicast->groups().size() == 8);
  CHECK(copies->groups().empty());
  CHECK(copies->copies() == 4);
  for (TerminalId terminal = 0; terminal < 16; ++terminal)
    CHECK(multicast->silent(terminal) == copies->silent(terminal));
  for (std::size_t group = 0; group < 8; ++group) {
    const auto& [source, members] = multicast->groups()[group];
    CHECK(multicast->destination(source, 5) == multicast_destination(group));
    for (std::uint32_t i = 0; i < 8; ++i) CHECK(copies->destination(source, i) == members[i % 4]);
    unsigned to_group = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
      const TerminalId destination = mixed->destination(source, i);
      CHECK(destination != source);
      to_group += destination == multicast_destination(group);
      CHECK((destination < 16 || destination == multicast_destination(group)));
    }
    CHECK(to_group > 230);
    CHECK(to_group < 370);
  }
  for (TerminalId terminal = 0; terminal < 16; ++terminal) CHECK_FALSE(mixed->silent(terminal));
  CHECK_THROWS_WITH(parse_pattern("multicast:40"), Contains("legal: multicast:SOURCES"));
  CHECK_THROWS_WITH(parse_pattern("copies:40:40:50"), Contains("legal: copies:SOURCES"));
  CHECK_THROWS_WITH(parse_pattern("multicast:0:40"), Contains("sources in percent"));
  CHECK_THROWS_WITH(parse_pattern("multicast:40:101"), Contains("members in percent"));
}

TEST_CASE("copies are born together and equally long", "[multicast]") {
  NetworkConfig config = mesh_config(4, 4);
  validate(config);
  const Workload one = drawn(config, "multicast:100:20", 0.1);
  const Workload three = drawn(config, "copies:100:20", 0.3);
  REQUIRE(three.pattern->copies() == 3);
  Cycle birth = 0;
  Cycle copy_birth = 0;
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (i % 3 == 0) birth = one.process->next_birth(2, i / 3, birth);
    copy_birth = three.process->next_birth(2, i, copy_birth);
    REQUIRE(copy_birth == birth);
    REQUIRE(three.lengths->bytes(2, i) == one.lengths->bytes(2, i / 3));
  }
  CHECK_THROWS_WITH(write_trace(one, 16, 100, [](std::string_view) {}), Contains("not groups"));
}

TEST_CASE("the scoreboard requires one copy at each member", "[MulticastExactlyOnce]") {
  Bench bench;
  SECTION("all members") {
    CHECK(bench.deliver(3) == nullptr);
    CHECK_THROWS_WITH(bench.scoreboard.expect_all_delivered(10), Contains("to group 1"));
    CHECK(bench.deliver(1) != nullptr);
    CHECK_NOTHROW(bench.scoreboard.expect_all_delivered(10));
    CHECK(bench.scoreboard.delivered_messages() == 1);
    CHECK(bench.scoreboard.delivered_copies() == 2);
  }
  SECTION("twice") {
    bench.deliver(3);
    CHECK_THROWS_WITH(bench.deliver(3), Contains("MulticastExactlyOnce") && Contains("second"));
  }
  SECTION("twice, the first incomplete") {
    bench.scoreboard.check({3, 0, 1, Tag::kHeader, true, 0, bench.id}, 9);
    bench.scoreboard.check({3, 0, 1, Tag::kTail, true, 1, bench.id}, 9);
    bench.scoreboard.check({3, 0, 0, Tag::kHeader, true, 0, bench.id}, 9);
    CHECK_THROWS_WITH(bench.scoreboard.check({3, 0, 0, Tag::kTail, true, 1, bench.id}, 9),
                      Contains("second time"));
  }
  SECTION("at another terminal") {
    CHECK_THROWS_WITH(bench.deliver(2),
                      Contains("MulticastExactlyOnce") && Contains("no such member"));
  }
}

TEST_CASE("a lost or duplicate copy stops a run", "[MulticastExactlyOnce]") {
  NetworkConfig config = mesh_config(3, 3);
  validate(config);
  const auto network = make_iba_model(config);
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:100:100");
  options.traffic.process = parse_process("batch:1");
  options.cycles = 10'000;
  options.warmup = 0;
  options.watchdog_limit = 500;
  Simulation simulation(*network, config, workload_of(config, options), options);
  Management& management = *network->find<Management>();
  const std::uint32_t ports = management.read(4, IbaTable::kMulticast, 0);
  SECTION("a branch is missing") {
    management.write(4, IbaTable::kMulticast, 0, ports & ~1u);
    CHECK_THROWS_WITH(run_in_loop(simulation, {}), Contains("watchdog") && Contains("to group 0"));
  }
  SECTION("an extra branch, to a member that has a copy") {
    management.write(4, IbaTable::kMulticast, 0, ports | 1u << 3);
    CHECK_THROWS_WITH(run_in_loop(simulation, {}), Contains("MulticastExactlyOnce"));
  }
  SECTION("an extra branch, after all others") {
    management.write(8, IbaTable::kMulticast, 0, 1 | 1u << 3);
    run_in_loop(simulation, {});  // all expected copies have arrived
    CHECK_THROWS_WITH(simulation.finish(), Contains("never sent, or delivered before"));
  }
}

TEST_CASE("mixed loads on random meshes drain with every copy", "[MulticastExactlyOnce]") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    Random random(11, 0, Purpose::kTest, trial);
    const NetworkConfig config = random_mesh(random);
    const std::string pattern =
        fmt::format("multicast:{}:{}:{}{}", 1 + random.below(100), 1 + random.below(100),
                    1 + random.below(100), random.below(2) == 0 ? "" : ":self");
    INFO(to_toml(config) << pattern);
    constexpr unsigned kMessages = 8;
    const SimulationResult result =
        run_batch(config, pattern, kMessages, trial % 3 == 0 ? 0.25 : 0);
    const auto made = make_pattern(parse_pattern(pattern), config, 1);
    std::uint64_t messages = 0;
    std::uint64_t copies = 0;
    for (TerminalId source = 0; source < config.terminals(); ++source) {
      for (std::uint32_t i = 0; !made->silent(source) && i < kMessages; ++i) {
        const TerminalId destination = made->destination(source, i);
        ++messages;
        copies += is_multicast(destination)
                      ? made->groups()[destination - multicast_destination(0)].members.size()
                      : 1;
      }
    }
    REQUIRE(result.verdict == Verdict::kCompleted);
    REQUIRE(result.delivered_messages == messages);
    REQUIRE(result.delivered_copies == copies);
  }
}

TEST_CASE("copies deliver what multicast delivers, later", "[multicast]") {
  NetworkConfig config = mesh_config(5, 3);
  config.message_bytes = 128;
  validate(config);
  const SimulationResult multicast = run_batch(config, "multicast:40:60", 3);
  const SimulationResult copies = run_batch(config, "copies:40:60", 3);
  CHECK(multicast.delivered_copies == copies.delivered_copies);
  CHECK(multicast.delivered_messages == 6 * 3);
  CHECK(copies.delivered_messages == 6 * 3 * 8);
  CHECK(multicast.last_delivery < copies.last_delivery);
}

TEST_CASE("bounds of a broadcast from everywhere, counted by hand", "[multicast]") {
  // Eight sources left of the middle: a tree crosses it in its own row, copies for eight members.
  // Eight below: a tree crosses in all four columns.
  const IbaMesh mesh(4, 4);
  const auto groups = draw_groups({100, 100}, 16, 1);
  const MulticastBounds tree = multicast_bounds(mesh, groups, 3, false);
  CHECK(tree.injection == 3);
  CHECK(tree.delivery == 3 * 15);
  CHECK(tree.bisection == 3 * 8 * 4 / 4);
  CHECK(tree.greatest() == 45);
  const MulticastBounds copies = multicast_bounds(mesh, groups, 3, true);
  CHECK(copies.injection == 3 * 15);
  CHECK(copies.delivery == 3 * 15);
  CHECK(copies.bisection == 3 * 8 * 8 / 4);
}

TEST_CASE("lockstep loads both engines' tables and compares them", "[multicast]") {
  NetworkConfig config = mesh_config(2, 3);
  validate(config);
  auto device = make_iba_model(config);
  Management& inside = *device->find<Management>();
  const auto lockstep = make_lockstep(config, make_iba_model(config), std::move(device));
  LockstepNetwork& both = *lockstep;
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:50:50:50");
  options.load.value = 0.5;
  options.cycles = 2000;
  options.warmup = 500;
  CHECK_NOTHROW(run_simulation(both, config, options));
  CHECK(both.find<Management>()->read(4, IbaTable::kForwarding, 6) == 2);
  inside.write(4, IbaTable::kForwarding, 6, 4);
  CHECK_THROWS_WITH(
      both.find<Management>()->read(4, IbaTable::kForwarding, 6),
      Contains("switch 4, table forwarding, entry 6") && Contains("0x2") && Contains("0x4"));
}
