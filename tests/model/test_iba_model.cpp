// Properties of the InfiniBand mesh model: every copy exactly once, the closed form of latency
// without contention, refusals. tests/cosim checks equality with hardware.
#include "family/iba/config.hpp"
#include "family/iba/model.hpp"

#include <cstdlib>
#include <map>
#include <optional>

#include <catch2/catch.hpp>

#include "../both_forms.hpp"
#include "../lone_message.hpp"
#include "core/files.hpp"
#include "core/random.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh_config(unsigned columns, unsigned rows) {
  NetworkConfig config = iba_config();
  config.topology.extents = {columns, rows};
  return config;
}

std::unique_ptr<Network> loaded(const NetworkConfig& config,
                                const std::vector<MulticastGroup>& groups = {}) {
  auto network = make_iba_model(config);
  load_subnet_tables(make_subnet_tables(config, groups), *network->find<Management>());
  return network;
}

unsigned apart(unsigned a, unsigned b) { return a > b ? a - b : b - a; }

}  // namespace

TEST_CASE("latency without contention is 2 hops + flits + 1", "[model]") {
  const auto [columns, rows] = GENERATE(std::pair{4u, 3u}, std::pair{1u, 5u}, std::pair{2u, 4u});
  NetworkConfig config = mesh_config(columns, rows);
  iba_of(config).virtual_lanes = GENERATE(1u, 4u);
  iba_of(config).replication = GENERATE(Replication::kBranches, Replication::kAllOrNothing);
  config.message_bytes = GENERATE(0u, 16u, 64u);
  validate(config);
  const IbaMesh mesh(config.topology);
  const unsigned bytes = config.message_bytes;
  const unsigned flits = config.data_flits(bytes) + 1;
  for (TerminalId from = 0; from < mesh.switches(); ++from) {
    for (TerminalId to = 0; to < mesh.switches(); ++to) {
      const unsigned hops = apart(mesh.x(from), mesh.x(to)) + apart(mesh.y(from), mesh.y(to));
      CHECK(tail_cycle(*loaded(config), {from, to, flits, bytes}) == 2 * hops + flits + 1);
    }
  }
}

TEST_CASE("whole messages move as their flits do, in every cycle", "[LockstepEquality]") {
  for (std::uint64_t trial = 0; trial < 120; ++trial) {
    Random random(6, 0, Purpose::kTest, trial);
    NetworkConfig config = mesh_config(1 + random.below(5), 1 + random.below(5));
    config.message_bytes = 16 * random.below(20);
    iba_of(config).service_levels = 1 + random.below(3);
    const unsigned most = config.data_flits(config.message_bytes) + 1;
    iba_of(config).depth = most + random.below(3 * most);
    validate(config);
    INFO(to_toml(config));
    auto whole = loaded(config);
    auto flits = loaded(config);
    const std::uint32_t terminals = config.terminals();
    for (unsigned lost = trial % 3 == 0 ? 2 : 0; lost != 0; --lost) {
      const TerminalId at = random.below(terminals);
      const std::uint32_t lid = 1 + random.below(terminals);
      const std::uint32_t lanes =
          random.below(iba_of(config).service_levels) * kPortsOfLanes + random.below(kIbaPorts);
      for (Network* network : {whole.get(), flits.get()}) {
        network->find<Management>()->write(at, IbaTable::kForwarding, lid, kUnknownPort);
        network->find<Management>()->write(at, IbaTable::kLanes, lanes, 0);
      }
    }
    const unsigned least = 1 + config.least_data_flits();
    BothForms forms(std::move(whole), std::move(flits));
    for (unsigned cycle = 0; cycle < 400; ++cycle)
      forms.step(random, trial % 2 == 0 ? 0.02 : 0.5, least, std::max(least, most));
    forms.stop_counting();
  }
}

TEST_CASE("only what an IBA packet does without waiting for itself takes whole messages",
          "[model]") {
  NetworkConfig config = mesh_config(2, 2);
  validate(config);
  const auto has_port = [&] { return make_iba_model(config)->find<MessagePort>() != nullptr; };
  CHECK(has_port());
  SECTION("several virtual lanes share a link") { iba_of(config).virtual_lanes = 2; }
  SECTION("copies start together") { iba_of(config).replication = Replication::kAllOrNothing; }
  SECTION("packets end early") { iba_of(config).lifetime = 100; }
  SECTION("management packets take links") { iba_of(config).in_band = true; }
  validate(config);
  CHECK_FALSE(has_port());
}

TEST_CASE("every member receives every packet exactly once, and no other terminal any", "[model]") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    Random random(5, 0, Purpose::kTest, trial);
    NetworkConfig config = mesh_config(1 + random.below(5), 1 + random.below(5));
    iba_of(config).virtual_lanes = 1u << random.below(3);
    iba_of(config).lane_use = random.below(2) == 0 ? LaneUse::kShared : LaneUse::kDedicated;
    iba_of(config).replication =
        random.below(2) == 0 ? Replication::kBranches : Replication::kAllOrNothing;
    iba_of(config).age = 1 + random.below(50);
    config.message_bytes = 16 * random.below(10);
    const unsigned flits = config.data_flits(config.message_bytes) + 1;
    iba_of(config).depth = flits + random.below(20);
    validate(config);
    INFO(to_toml(config));
    const std::uint32_t terminals = config.terminals();
    constexpr unsigned kMessages = 10;
    std::vector<MulticastGroup> groups(terminals);
    std::size_t expected = 0;
    for (TerminalId source = 0; source < terminals; ++source) {
      groups[source].source = source;
      for (TerminalId member = 0; member < terminals; ++member)
        if (random.below(2) == 0) groups[source].members.push_back(member);
      expected += kMessages * groups[source].members.size();
    }
    const auto network = loaded(config, groups);

    struct Source {
      unsigned lane = 0;
      unsigned next = 0;
      unsigned messages = 0;
    };
    std::vector<Source> sources(terminals);
    std::map<std::pair<MessageId, TerminalId>, unsigned> copies;
    std::size_t tails = 0;
    Cycle idle = 0;
    for (Cycle now = 0; now < 100'000 && idle < 100; ++now) {
      for (TerminalId terminal = 0; terminal < terminals; ++terminal) {
        Source& source = sources[terminal];
        if (source.messages == kMessages) continue;
        if (source.next == 0) source.lane = random.below(iba_of(config).virtual_lanes);
        if ((network->injection_ready()[terminal] >> source.lane & 1) == 0) {
          REQUIRE(source.next == 0);  // a started packet always has room
          continue;
        }
        network->offer(
            terminal, source.lane,
            flit_of({terminal, multicast_destination(terminal), flits, config.message_bytes},
                    source.next, terminal * kMessages + source.messages));
        if (++source.next < flits) continue;
        source.next = 0;
        ++source.messages;
      }
      if (trial % 3 == 0)
        for (TerminalId terminal = 0; terminal < terminals; ++terminal)
          network->stall_ejection(terminal, random.below(4) == 0);
      network->step();
      for (const Delivery& delivery : network->deliveries()) {
        if (!is_tail(delivery.tag)) continue;
        ++tails;
        ++copies[{delivery.message, delivery.terminal}];
      }
      idle = tails == expected ? idle + 1 : 0;
    }
    CHECK(tails == expected);
    for (const auto& [copy, count] : copies) {
      CHECK(count == 1);
      const std::vector<TerminalId>& members = groups[copy.first / kMessages].members;
      CHECK(std::find(members.begin(), members.end(), copy.second) != members.end());
    }
  }
}

TEST_CASE("a packet without a route is discarded, counted and reported; others pass", "[model]") {
  NetworkConfig config = mesh_config(3, 2);
  validate(config);
  const auto network = loaded(config);
  Management& management = *network->find<Management>();
  const auto run = [&](TerminalId destination) {
    unsigned delivered = 0;
    std::uint8_t causes = 0;
    for (unsigned cycle = 0; cycle < 40; ++cycle) {
      if (cycle < 5) network->offer(0, 0, flit_of({0, destination, 5, 64}, cycle));
      network->step();
      for (const ErrorEvent& event : network->errors()) causes |= event.causes;
      delivered += static_cast<unsigned>(network->deliveries().size());
    }
    return std::pair{delivered, unsigned{causes}};
  };
  using Result = std::pair<unsigned, unsigned>;
  CHECK(run(5) == Result{5, 0});
  CHECK(run(6) == Result{0, kErrorRoute});                         // LID 7: no such entry
  CHECK(run(multicast_destination(0)) == Result{0, kErrorRoute});  // an empty entry
  CHECK(run(multicast_destination(6)) == Result{0, kErrorRoute});  // beyond the table
  management.write(0, IbaTable::kForwarding, 6, 4);                // south of the mesh
  CHECK(run(5) == Result{0, kErrorRoute});
  CHECK(run(4) == Result{5, 0});
  management.write(0, IbaTable::kLanes, 1, 0);  // no lane for service level 0 at the port east
  CHECK(run(4) == Result{0, kErrorRoute});
  CHECK(run(1) == Result{5, 0});
  CHECK(management.read(0, IbaTable::kCounters, 0) == 5);
  CHECK(management.read(4, IbaTable::kCounters, 1) == 2);  // on the way to 5, and its own
}

TEST_CASE("whatever the tables hold, each packet is delivered or counted as discarded", "[model]") {
  unsigned late = 0;
  unsigned unknown = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    Random random(11, 0, Purpose::kTest, trial);
    NetworkConfig config = mesh_config(1 + random.below(4), 1 + random.below(4));
    iba_of(config).virtual_lanes = 1u << random.below(3);
    iba_of(config).replication =
        random.below(2) == 0 ? Replication::kBranches : Replication::kAllOrNothing;
    iba_of(config).age = 1 + random.below(50);
    iba_of(config).lifetime = 1 + random.below(60);
    iba_of(config).hop_limit = 1 + random.below(6);
    config.message_bytes = 16 * random.below(6);
    const unsigned flits = config.data_flits(config.message_bytes) + 1;
    iba_of(config).depth = flits + random.below(10);
    validate(config);
    INFO(to_toml(config));
    const std::uint32_t terminals = config.terminals();
    const bool multicast = trial % 4 == 0;
    const auto network = make_iba_model(config);
    Management& management = *network->find<Management>();
    for (TerminalId at = 0; at < terminals; ++at) {
      for (std::uint32_t lid = 0; lid <= terminals; ++lid)
        management.write(at, IbaTable::kForwarding, lid, random.below(8));
      for (std::uint32_t group = 0; group < terminals; ++group)
        management.write(at, IbaTable::kMulticast, group, random.below(32));
      for (std::uint32_t entry = 0; entry < kPortsOfLanes; ++entry)
        management.write(at, IbaTable::kLanes, entry, random.below(8) == 0 ? 0 : random.below(16));
    }
    // One terminal never takes a flit.
    const TerminalId dead = random.below(2 * terminals);
    if (dead < terminals) network->stall_ejection(dead, true);

    std::vector<unsigned> next(terminals);
    std::vector<unsigned> lane(terminals);
    std::vector<TerminalId> destination(terminals);
    std::vector<std::uint64_t> entered(terminals);  // packets, by switch
    std::uint64_t sent = 0;
    std::uint64_t delivered = 0;
    constexpr Cycle kTraffic = 300;
    Cycle quiet = 0;
    Cycle now = 0;
    const Cycle still = iba_of(config).lifetime + iba_of(config).depth + 16;
    const IbaMesh mesh(config.topology);
    for (; now < kTraffic || quiet < still; ++now) {
      for (TerminalId terminal = 0; terminal < terminals; ++terminal) {
        if (next[terminal] == 0) {
          if (now >= kTraffic) continue;
          lane[terminal] = random.below(iba_of(config).virtual_lanes);
          destination[terminal] =
              multicast ? multicast_destination(random.below(terminals)) : random.below(terminals);
        }
        if ((network->injection_ready()[terminal] >> lane[terminal] & 1) == 0) continue;
        if (next[terminal] == 0) {
          ++sent;
          ++entered[terminal];
        }
        network->offer(terminal, lane[terminal],
                       flit_of({terminal, destination[terminal], flits, config.message_bytes},
                               next[terminal], static_cast<MessageId>(sent)));
        next[terminal] = (next[terminal] + 1) % flits;
      }
      network->step();
      for (const Transfer& transfer : network->transfers())
        if (is_head(transfer.tag))
          ++entered[mesh.neighbour(transfer.channel / 4,
                                   static_cast<IbaPort>(transfer.channel % 4 + 1))];
      for (const Delivery& delivery : network->deliveries()) {
        CHECK(delivery.terminal != dead);
        delivered += is_tail(delivery.tag) && (delivery.intact || flits == 1);
      }
      for (const ErrorEvent& event : network->errors()) {
        CHECK((event.causes & ~(kErrorRoute | kErrorLifetime)) == 0);
        late += (event.causes & kErrorLifetime) != 0;
        unknown += (event.causes & kErrorRoute) != 0;
      }
      const bool moved = !network->transfers().empty() || !network->deliveries().empty() ||
                         !network->errors().empty();
      quiet = moved ? 0 : quiet + 1;
    }
    // All buffers are empty: what has entered a switch has left it or was counted. A flit of a
    // packet needs at most the lifetime, wherever the packet goes.
    std::uint64_t discarded = 0;
    std::uint64_t all = 0;
    for (TerminalId at = 0; at < terminals; ++at) {
      const std::uint32_t lost = management.read(at, IbaTable::kCounters, 0);
      CHECK(entered[at] == lost + management.read(at, IbaTable::kCounters, 1));
      CHECK(network->injection_ready()[at] == (1u << iba_of(config).virtual_lanes) - 1);
      discarded += lost;
      all += entered[at];
    }
    CHECK(now <= kTraffic + still + all * (flits * (iba_of(config).lifetime + 1) + 4));
    if (!multicast) {
      CHECK(delivered + discarded == sent);
      CHECK(all <= sent * (iba_of(config).hop_limit + 1));
    }
  }
  CHECK(late > 1000);
  CHECK(unknown > 1000);
}

TEST_CASE("a terminal that stalls in a packet gets its end, and frees the switches before it",
          "[model]") {
  NetworkConfig config = mesh_config(2, 1);
  config.message_bytes = 64;  // five flits with the header
  iba_of(config).lifetime = 20;
  validate(config);
  const auto network = loaded(config);
  std::vector<Delivery> delivered;
  unsigned causes = 0;
  const auto run = [&](unsigned cycles, std::optional<TerminalId> destination) {
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      if (destination && cycle < 5)
        network->offer(0, 0, flit_of({0, *destination, 5, 64}, cycle, *destination + 1));
      network->step();
      delivered.insert(delivered.end(), network->deliveries().begin(), network->deliveries().end());
      for (const ErrorEvent& event : network->errors()) causes |= event.causes;
    }
  };
  run(5, 1);
  network->stall_ejection(1, true);
  run(3, std::nullopt);
  const std::size_t before = delivered.size();
  REQUIRE(before >= 1);
  REQUIRE(before < 5);
  run(60, std::nullopt);
  CHECK(delivered.size() == before);
  CHECK(causes == kErrorLifetime);
  CHECK(network->find<Management>()->read(1, IbaTable::kCounters, 0) == 1);
  run(20, 0);  // others pass
  CHECK(delivered.size() == before + 5);
  delivered.clear();
  network->stall_ejection(1, false);
  run(20, 1);
  REQUIRE(delivered.size() == 6);
  CHECK(delivered[0].tag == Tag::kSingle);  // the end of the first packet
  CHECK_FALSE(delivered[0].intact);
  CHECK(delivered[1].tag == Tag::kHeader);
  CHECK(delivered[5].tag == Tag::kTail);
  CHECK(causes == kErrorLifetime);
}

TEST_CASE("flits out of order and wrong lengths are refused without affecting others", "[model]") {
  NetworkConfig config = mesh_config(2, 2);
  config.message_bytes = 32;  // three flits with the header
  iba_of(config).depth = 9;
  validate(config);
  const auto network = loaded(config);
  unsigned delivered = 0;
  const auto causes = [&](const Flit& flit) {
    network->offer(1, 0, flit);
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
    return network->errors().empty() ? 0u : unsigned{network->errors().front().causes};
  };
  CHECK(causes({Tag::kBody, 1, 1, 0, 0}) == kErrorOrder);
  CHECK(causes({Tag::kHeader, 0, 2, 2, 32}) == 0);
  CHECK(causes({Tag::kHeader, 0, 3, 2, 32}) == kErrorOrder);
  CHECK(causes({Tag::kTail, 1, 2, 0, 0}) == kErrorLength);  // one too few
  CHECK(causes({Tag::kHeader, 0, 4, 2, 16}) == 0);
  CHECK(causes({Tag::kBody, 1, 4, 0, 0}) == kErrorLength);  // becomes the tail
  CHECK(causes({Tag::kBody, 2, 4, 0, 0}) == 0);             // dropped with what follows
  CHECK(causes({Tag::kTail, 3, 4, 0, 0}) == 0);
  CHECK(causes({Tag::kHeader, 0, 5, 2, 48}) == kErrorLength);  // larger than any packet
  CHECK(causes({Tag::kTail, 1, 5, 0, 0}) == 0);
  CHECK(causes({Tag::kSingle, 0, 6, 2, 0}) == 0);
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
  }
  CHECK(delivered == 2 + 2 + 1);
}

TEST_CASE("ageing undoes all-or-nothing under load, as docs/iba.md says", "[.][nightly]") {
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:100:100");
  options.traffic.process = parse_process("batch:1");
  options.traffic.lengths = parse_lengths("512");
  options.warmup = 0;
  const std::string page = read_text(WAYFARER_SOURCE_DIR "/docs/iba.md", "the page");
  for (const auto& [age, cycles] : {std::pair(256u, 11049u), std::pair(65535u, 8600u)}) {
    NetworkConfig config = load_config(find_config("iba16x16-4vl-shared"));
    iba_of(config).replication = Replication::kAllOrNothing;
    iba_of(config).age = age;
    CHECK(run_simulation(*make_model(config), config, options).cycles == cycles);
    CHECK_THAT(page, Catch::Contains(std::to_string(cycles)));
  }
}
