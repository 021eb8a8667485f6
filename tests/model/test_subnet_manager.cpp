// The subnet manager's tables: the paper's worked example, XY paths, trees of groups, and tables as
// text.
#include "family/iba/config.hpp"
#include "family/iba/subnet_manager.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"
#include "family/registry.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh_config(unsigned columns, unsigned rows, unsigned virtual_lanes = 1,
                          LaneUse use = LaneUse::kShared) {
  NetworkConfig config = iba_config();
  config.topology.extents = {columns, rows};
  iba_of(config).virtual_lanes = virtual_lanes;
  iba_of(config).lane_use = use;
  validate(config);
  return config;
}

unsigned ports(std::initializer_list<unsigned> list) {
  unsigned mask = 0;
  for (const unsigned port : list) mask |= 1u << port;
  return mask;
}

/// The terminals that copies of a packet reach, following one entry of the multicast tables.
std::multiset<TerminalId> reached(const IbaMesh& mesh, const SubnetTables& tables,
                                  TerminalId source, std::size_t group) {
  std::multiset<TerminalId> out;
  std::vector<TerminalId> front = {source};
  for (std::size_t steps = 0; !front.empty() && steps < 10'000; ++steps) {
    const TerminalId here = front.back();
    front.pop_back();
    for (unsigned port = 0; port < kIbaPorts; ++port) {
      if ((tables.multicast[here][group] >> port & 1) == 0) continue;
      if (port == 0)
        out.insert(here);
      else
        front.push_back(mesh.neighbour(here, static_cast<IbaPort>(port)));
    }
  }
  return out;
}

MulticastGroup random_group(const IbaMesh& mesh, Random& random) {
  MulticastGroup group;
  group.source = random.below(mesh.switches());
  for (TerminalId member = 0; member < mesh.switches(); ++member)
    if (random.below(2) == 0) group.members.push_back(member);
  return group;
}

/// Records writes, like a network's management ports.
class Written final : public Management {
 public:
  explicit Written(SubnetTables after_reset) : tables_(std::move(after_reset)) {}
  void write(std::uint32_t at, IbaTable table, std::uint32_t entry, std::uint32_t value) override {
    if (table == IbaTable::kArbitration)
      tables_.arbitration[at][entry] = static_cast<std::uint16_t>(value);
    else
      of(table)[at][entry] = static_cast<std::uint8_t>(value);
  }
  std::uint32_t read(std::uint32_t at, IbaTable table, std::uint32_t entry) override {
    return table == IbaTable::kArbitration ? tables_.arbitration[at][entry] : of(table)[at][entry];
  }
  [[nodiscard]] const SubnetTables& tables() const { return tables_; }

 private:
  std::vector<std::vector<std::uint8_t>>& of(IbaTable table) {
    return table == IbaTable::kForwarding  ? tables_.forwarding
           : table == IbaTable::kMulticast ? tables_.multicast
                                           : tables_.lanes;
  }
  SubnetTables tables_;
};

}  // namespace

TEST_CASE("the worked example on the 5x5 mesh") {
  const NetworkConfig config = mesh_config(5, 5);
  const IbaMesh mesh(config.topology);
  MulticastGroup group{mesh.at(2, 2),
                       {mesh.at(0, 3), mesh.at(0, 4), mesh.at(3, 3), mesh.at(4, 0), mesh.at(4, 2)}};
  std::vector<std::uint32_t> lids;
  for (const TerminalId member : group.members) lids.push_back(IbaMesh::lid(member));
  CHECK(lids == std::vector<std::uint32_t>{4, 5, 19, 21, 23});
  const SubnetTables tables = make_subnet_tables(config, {group});
  const auto at = [&](unsigned x, unsigned y) { return tables.multicast[mesh.at(x, y)][0]; };
  CHECK(at(2, 2) == ports({1, 3}));
  CHECK(at(1, 2) == ports({3}));
  CHECK(at(0, 2) == ports({2}));
  CHECK(at(0, 3) == ports({2, 0}));
  CHECK(at(3, 2) == ports({1, 2}));
  CHECK(at(4, 2) == ports({4, 0}));
  CHECK(at(4, 1) == ports({4}));
  CHECK(at(0, 4) == ports({0}));
  CHECK(at(3, 3) == ports({0}));
  CHECK(at(4, 0) == ports({0}));
  CHECK(25 - std::count_if(tables.multicast.begin(), tables.multicast.end(),
                           [](const auto& table) { return table[0] == 0; }) ==
        10);
}

TEST_CASE("LIDs are unique where the paper's are not") {
  const IbaMesh mesh(2, 4);
  CHECK(IbaMesh::lid(mesh.at(0, 2)) == 3);
  CHECK(IbaMesh::lid(mesh.at(1, 0)) == 5);
  std::set<TerminalId> numbers;
  for (unsigned x = 0; x < 2; ++x)
    for (unsigned y = 0; y < 4; ++y) {
      CHECK(mesh.x(mesh.at(x, y)) == x);
      CHECK(mesh.y(mesh.at(x, y)) == y);
      numbers.insert(mesh.at(x, y));
    }
  CHECK(numbers.size() == 8);
  CHECK(*numbers.rbegin() == 7);
}

TEST_CASE("forwarding tables lead to every switch by the shortest path, columns first") {
  const auto [columns, rows] = GENERATE(std::pair{1u, 1u}, std::pair{1u, 5u}, std::pair{5u, 1u},
                                        std::pair{4u, 4u}, std::pair{2u, 7u}, std::pair{6u, 3u});
  const NetworkConfig config = mesh_config(columns, rows);
  const IbaMesh mesh(config.topology);
  const SubnetTables tables = make_subnet_tables(config, {});
  check_subnet_tables(config, tables);
  for (TerminalId from = 0; from < mesh.switches(); ++from) {
    for (TerminalId to = 0; to < mesh.switches(); ++to) {
      unsigned hops = 0;
      bool turned = false;
      TerminalId here = from;
      for (;; ++hops) {
        const auto port = static_cast<IbaPort>(tables.forwarding[here][IbaMesh::lid(to)]);
        if (port == IbaPort::kEndpoint) break;
        const bool vertical = port == IbaPort::kNorth || port == IbaPort::kSouth;
        CHECK((vertical || !turned));
        turned = vertical;
        const TerminalId next = mesh.neighbour(here, port);
        CHECK(mesh.neighbour(next, IbaMesh::opposite(port)) == here);
        here = next;
        REQUIRE(hops < mesh.switches());
      }
      CHECK(here == to);
      const auto apart = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
      CHECK(hops == apart(mesh.x(from), mesh.x(to)) + apart(mesh.y(from), mesh.y(to)));
    }
    CHECK(tables.forwarding[from][0] == kUnknownPort);
  }
}

TEST_CASE("trees of random groups reach every member once and no other terminal") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    Random random(2, 0, Purpose::kTest, trial);
    const NetworkConfig config = mesh_config(1 + random.below(8), 1 + random.below(8));
    const IbaMesh mesh(config.topology);
    std::vector<MulticastGroup> groups;
    for (unsigned group = 0; group < iba_of(config).groups; ++group)
      groups.push_back(random_group(mesh, random));
    const SubnetTables tables = make_subnet_tables(config, groups);
    check_subnet_tables(config, tables);
    for (std::size_t group = 0; group < groups.size(); ++group)
      CHECK(reached(mesh, tables, groups[group].source, group) ==
            std::multiset<TerminalId>(groups[group].members.begin(), groups[group].members.end()));
  }
}

TEST_CASE("each direction has its virtual lanes") {
  const auto lanes = [](unsigned virtual_lanes, LaneUse use) {
    const SubnetTables tables = make_subnet_tables(mesh_config(2, 2, virtual_lanes, use), {});
    return std::vector<std::uint8_t>(tables.lanes[3].begin() + 5 * kPortsOfLanes,
                                     tables.lanes[3].begin() + 5 * kPortsOfLanes + kIbaPorts);
  };
  using Lanes = std::vector<std::uint8_t>;  // local, east, north, west, south
  CHECK(lanes(1, LaneUse::kShared) == Lanes{1, 1, 1, 1, 1});
  CHECK(lanes(1, LaneUse::kDedicated) == Lanes{1, 1, 1, 1, 1});
  CHECK(lanes(2, LaneUse::kShared) == Lanes{3, 3, 3, 3, 3});
  CHECK(lanes(2, LaneUse::kDedicated) == Lanes{3, 1, 1, 2, 2});
  CHECK(lanes(4, LaneUse::kShared) == Lanes{15, 15, 15, 15, 15});
  CHECK(lanes(1, LaneUse::kByLevel) == Lanes{1, 1, 1, 1, 1});
  CHECK(lanes(2, LaneUse::kByLevel) == Lanes{2, 2, 2, 2, 2});  // level 5
}

TEST_CASE("dedicated lanes with four: east, north, west, south") {
  const SubnetTables tables = make_subnet_tables(mesh_config(2, 2, 4, LaneUse::kDedicated), {});
  for (unsigned port = 1; port < kIbaPorts; ++port)
    CHECK(tables.lanes[0][port] == 1u << (port - 1));
  CHECK(tables.lanes[0][0] == 15);
}

TEST_CASE("tables survive writing as text, and loading through a management port") {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    Random random(3, 0, Purpose::kTest, trial);
    const NetworkConfig config =
        mesh_config(1 + random.below(4), 1 + random.below(4), 1u << random.below(3),
                    random.below(2) == 0 ? LaneUse::kShared : LaneUse::kDedicated);
    const IbaMesh mesh(config.topology);
    const SubnetTables tables = make_subnet_tables(config, {random_group(mesh, random)});
    const std::string text = subnet_tables_text(config, tables);
    CHECK(parse_subnet_tables(config, text, "t") == tables);
    Written written(parse_subnet_tables(config, "", "t"));
    load_subnet_tables(tables, written);
    CHECK(written.tables() == tables);
  }
}

TEST_CASE("arbitration tables have the weights of the keys, and survive writing as text") {
  NetworkConfig config = mesh_config(2, 2, 4);
  iba_of(config).arbitration = Arbitration::kWeights;
  iba_of(config).arbitration_entries = 4;
  iba_of(config).low_weights = {1, 0, 7, 255};
  iba_of(config).high_weights = {0, 3, 0, 0};
  iba_of(config).high_limit = 10;
  validate(config);
  const SubnetTables tables = make_subnet_tables(config, {});
  const std::string text = subnet_tables_text(config, tables);
  for (const char* const line : {"1 arbitration local low 0 0 1", "4 arbitration south low 1 2 7",
                                 "2 arbitration west low 2 3 255", "3 arbitration north high 0 1 3",
                                 "1 arbitration east limit 10"})
    CHECK_THAT(text, Catch::Contains(std::string(line) + "\n"));
  CHECK(parse_subnet_tables(config, text, "t") == tables);
  iba_of(config).high_limit = kNoLimit;
  const SubnetTables unlimited = make_subnet_tables(config, {});
  CHECK_THAT(subnet_tables_text(config, unlimited),
             Catch::Contains("1 arbitration east limit none\n"));
  CHECK(parse_subnet_tables(config, subnet_tables_text(config, unlimited), "t") == unlimited);
  const auto network = make_iba_model(config);
  Management& management = *network->find<Management>();
  load_subnet_tables(tables, management);
  for (TerminalId at = 0; at < 4; ++at)
    for (std::uint32_t entry = 0; entry < kArbitrationEntries; ++entry)
      CHECK(management.read(at, IbaTable::kArbitration, entry) == tables.arbitration[at][entry]);

  const auto refusal = [&](const char* line, const char* fragment) {
    CHECK_THROWS_WITH(parse_subnet_tables(config, line, "t.txt"), Catch::Contains(fragment));
  };
  refusal("1 arbitration up low 0 1 1", "t.txt:1: port 'up'; legal: local, east");
  refusal("1 arbitration east middle 0 1 1", "arbitration table 'middle'; legal: high, low, limit");
  refusal("1 arbitration east low 4 1 1", "t.txt:1: entry '4'; legal: 0 to 3");
  refusal("1 arbitration east high 3 4 1", "virtual lane '4'; legal: 0 to 3");
  refusal("1 arbitration east high 3 1 256", "weight '256'; legal: 0 to 255");
  refusal("1 arbitration east limit 256", "limit of high priority '256'; legal: 0 to 255");
  refusal("1 arbitration east high 3 1", "weight is missing");
  refusal("1 arbitration east limit 3 1", "unexpected '1'");
  SubnetTables impossible = tables;
  impossible.arbitration[0][arbitration_entry(1, ArbitrationPart::kLow, 0)] = 1 << 4 | 4;
  CHECK_THROWS_WITH(check_subnet_tables(config, impossible),
                    Catch::Contains("arbitration entry 0x140: virtual lane 4; legal: 0 to 3"));
}

TEST_CASE("a hop limit below the longest route is refused for traffic between all terminals") {
  NetworkConfig config = mesh_config(3, 2);
  const auto prepare = [&](unsigned limit) {
    iba_of(config).hop_limit = limit;
    (void)family_of(config).prepare(config, {});
  };
  CHECK_NOTHROW(prepare(0));
  CHECK_NOTHROW(prepare(3));
  CHECK_THROWS_WITH(prepare(2),
                    "key 'router.hop_limit': no route from terminal 0 to terminal 5 has "
                    "at most 2 links; legal: 0, or 3 and more");
}

TEST_CASE("illegal groups and tables are rejected by name") {
  const NetworkConfig config = mesh_config(2, 2, 2);
  using Catch::Contains;
  CHECK_THROWS_WITH(make_subnet_tables(config, {{4, {}}}), Contains("source 4; legal: 0 to 3"));
  CHECK_THROWS_WITH(make_subnet_tables(config, {{0, {1, 4}}}), Contains("member 4; legal: 0 to 3"));
  CHECK_THROWS_WITH(make_subnet_tables(config, {{0, {2, 2}}}), Contains("ascending, each once"));
  CHECK_THROWS_WITH(make_subnet_tables(config, std::vector<MulticastGroup>(5)),
                    Contains("5 multicast groups; legal: at most 4"));
  const auto refusal = [&](const char* text, const char* fragment) {
    CHECK_THROWS_WITH(parse_subnet_tables(config, text, "t.txt"), Contains(fragment));
    CHECK_THROWS_AS(parse_subnet_tables(config, text, "t.txt"), UsageError);
  };
  refusal("1 forwarding 2 up", "t.txt:1: port 'up'; legal: local, east");
  refusal("\n5 forwarding 2 east", "t.txt:2: LID of a switch '5'; legal: 1 to 4");
  refusal("1 forwarding 5 east", "t.txt:1: LID '5'; legal: 0 to 4");
  refusal("1 forwarding 2 west",
          "t.txt: switch with LID 1: forwarding entry 0x2: port west is off");
  refusal("1 multicast 0xc000 east,south",
          "multicast entry 0x0: port south is off the mesh at N(0, 0)");
  refusal("1 multicast 0xc004 east", "multicast LID '0xc004'; legal: 49152 to 49155");
  refusal("1 lanes 0 east 2", "virtual lane '2'; legal: 0 to 1");
  refusal("1 lanes 16 east 1", "service level '16'; legal: 0 to 15");
  refusal("1 switch", "table 'switch'; legal: forwarding, multicast, lanes, arbitration");
  refusal("1 arbitration east low 0 1 1",
          "t.txt:1: table 'arbitration' does not exist; legal: with router.arbitration");
  refusal("1 forwarding 2", "port is missing");
  refusal("1 forwarding 2 east 1", "unexpected '1'");
  SubnetTables tables = make_subnet_tables(config, {});
  tables.lanes[0][1] = 0;
  CHECK_THROWS_WITH(check_subnet_tables(config, tables),
                    Contains("lanes entry 0x1: virtual lanes 0x0"));
}
