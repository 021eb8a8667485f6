// Traffic patterns: known properties, distributions, and refusals.
#include "family/iba/config.hpp"
#include "family/linear/config.hpp"
#include "family/mway/config.hpp"
#include "traffic/pattern.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/random.hpp"
#include "family/mway/topology.hpp"
#include "traffic/matrix_pattern.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig network(std::vector<unsigned> extents, unsigned processors = 1) {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, std::move(extents), processors};
  return config;
}

std::unique_ptr<Pattern> make(const std::string& text, const NetworkConfig& config,
                              std::uint64_t seed) {
  return make_pattern(parse_pattern(text), config, seed);
}

TerminalId fixed(const std::string& pattern, const NetworkConfig& config, TerminalId source) {
  return make(pattern, config, 1)->destination(source, 0);
}

/// How often each destination is drawn from one source.
std::vector<double> counts(const Pattern& pattern, TerminalId source, std::uint32_t terminals,
                           std::uint32_t draws) {
  std::vector<double> result(terminals);
  for (std::uint32_t sequence = 0; sequence < draws; ++sequence) {
    const TerminalId destination = pattern.destination(source, sequence);
    if (destination != kNoTerminal) ++result.at(destination);
  }
  return result;
}

}  // namespace

TEST_CASE("permutations map the terminals as defined", "[pattern]") {
  const NetworkConfig mesh = network({16, 16});
  CHECK(fixed("bit-reversal", mesh, 0b00000001) == 0b10000000);
  CHECK(fixed("bit-reversal", mesh, 0b11010000) == 0b00001011);
  CHECK(fixed("bit-complement", mesh, 0b11010000) == 0b00101111);
  CHECK(fixed("perfect-shuffle", mesh, 0b11010000) == 0b10100001);
  CHECK(fixed("transpose", mesh, 16 * 3 + 5) == 16 * 5 + 3);
  CHECK(fixed("tornado", mesh, 0) == 16 * 7 + 7);
  CHECK(fixed("neighbour", mesh, 16 * 15 + 2) == 3);
  CHECK(fixed("tornado", network({5, 4}), 0) == 5 * 1 + 2);
  CHECK(fixed("transpose", network({4, 8, 4, 8}, 2), ((1 * 4 + 2) * 8 + 3) * 4 * 2 + 1) !=
        kNoTerminal);
  const NetworkConfig cube = network({4, 4, 3});  // two of three dimensions; the third digit stays
  CHECK(fixed("transpose:2", cube, (2 * 4 + 3) * 4 + 1) == (2 * 4 + 1) * 4 + 3);
  CHECK(fixed("transpose:2", mesh, 16 * 3 + 5) == 16 * 5 + 3);
  CHECK(fixed("neighbour", network({4}, 2), 1) == 3);  // the local number stays
}

TEST_CASE("permutations are permutations", "[pattern]") {
  for (const char* name :
       {"bit-reversal", "bit-complement", "perfect-shuffle", "transpose", "tornado", "neighbour"}) {
    for (const NetworkConfig& config : {network({16, 16}), network({4, 4}, 2)}) {
      const auto pattern = make(std::string(name) + ":self", config, 1);
      std::set<TerminalId> reached;
      const std::uint32_t terminals = MwayTopology(config.topology).terminals();
      for (TerminalId source = 0; source < terminals; ++source)
        reached.insert(pattern->destination(source, source));
      INFO(name);
      CHECK(reached.size() == terminals);
      CHECK(*reached.rbegin() == terminals - 1);
    }
  }
}

TEST_CASE("fixed points do not send unless self is given", "[pattern]") {
  const NetworkConfig mesh = network({4, 4});
  const auto transpose = make("transpose", mesh, 1);
  CHECK(transpose->silent(5));
  CHECK(transpose->destination(5, 0) == kNoTerminal);
  CHECK_FALSE(transpose->silent(1));
  CHECK(make("transpose:self", mesh, 1)->destination(5, 0) == 5);
}

TEST_CASE("uniform traffic reaches all but the source equally often", "[pattern]") {
  const auto uniform = make("uniform", network({4, 4}), 5);
  const std::vector<double> drawn = counts(*uniform, 3, 16, 30'000);
  CHECK(drawn[3] == 0);
  for (TerminalId other = 0; other < 16; ++other)
    if (other != 3) CHECK(drawn[other] == Approx(2000).margin(5 * std::sqrt(2000)));
  const std::vector<double> with_self =
      counts(*make("uniform:self", network({4, 4}), 5), 3, 16, 32'000);
  for (const double count : with_self) CHECK(count == Approx(2000).margin(5 * std::sqrt(2000)));
}

TEST_CASE("hot spots are four times as likely, 51 is counted once", "[pattern]") {
  const NetworkConfig mesh = network({16, 16});
  const auto check = [&](const char* name, TerminalId hot, double tickets) {
    const std::vector<double> drawn = counts(*make(name, mesh, 2), 0, 256, 200'000);
    const double unit = 200'000 / (tickets - 1);  // the source is never drawn
    CHECK(drawn[hot] == Approx(4 * unit).margin(5 * std::sqrt(4 * unit)));
    CHECK(drawn[1] == Approx(unit).margin(5 * std::sqrt(unit)));
    CHECK(drawn[0] == 0);
  };
  check("hotspot-1", 158, 256 + 30);
  check("hotspot-2", 51, 256 + 27);
}

TEST_CASE("hot spots of one's own get their share of the messages", "[pattern]") {
  const NetworkConfig mesh = network({4, 4});
  constexpr double kDraws = 100'000;
  const auto check = [](double drawn, double share) {
    CHECK(drawn == Approx(kDraws * share).margin(5 * std::sqrt(kDraws * share)));
  };
  const auto pattern = make("hotspot:3+9:40", mesh, 2);
  const std::vector<double> cold = counts(*pattern, 0, 16, 100'000);
  check(cold[3], 0.2 + 0.6 / 15);
  check(cold[9], 0.2 + 0.6 / 15);
  check(cold[1], 0.6 / 15);
  CHECK(cold[0] == 0);
  // A hot terminal sends that share to the other one.
  const std::vector<double> hot = counts(*pattern, 3, 16, 100'000);
  check(hot[9], 0.4 + 0.6 / 15);
  CHECK(hot[3] == 0);
  const std::vector<double> alone = counts(*make("hotspot:3:40", mesh, 2), 3, 16, 100'000);
  check(alone[1], 1.0 / 15);
  const auto with_self = make("hotspot:3:100:self", mesh, 2);
  CHECK(counts(*with_self, 3, 16, 100)[3] == 100);

  CHECK_THROWS_WITH(make("hotspot:3", mesh, 1), Contains("as in 'hotspot:3+17:20'"));
  CHECK_THROWS_WITH(make("hotspot:16:20", mesh, 1), Contains("a whole number from 0 to 15"));
  CHECK_THROWS_WITH(make("hotspot:3+3:20", mesh, 1), Contains("terminal 3 occurs twice"));
  CHECK_THROWS_WITH(make("hotspot:3:101", mesh, 1), Contains("percentage"));
}

TEST_CASE("a matrix gives each source its load and its destinations", "[pattern]") {
  const NetworkConfig mesh = network({2, 2});
  const std::string path = "test_pattern_matrix.csv";
  write_output(path, "# weights\nsource,destination,weight\n0,1,3\n0,2,1\n1,1,2\n");
  const auto pattern = make("matrix:" + path, mesh, 5);
  // The mean of the rows is 6 / 4.
  CHECK(pattern->relative_load(0) == Approx(4 / 1.5));
  CHECK(pattern->relative_load(1) == Approx(2 / 1.5));
  CHECK(pattern->relative_load(2) == 0);
  const std::vector<double> busy = counts(*pattern, 0, 4, 100'000);
  CHECK(busy[1] == Approx(75'000).margin(5 * std::sqrt(75'000)));
  CHECK(busy[2] == Approx(25'000).margin(5 * std::sqrt(25'000)));
  CHECK(busy[1] + busy[2] == 100'000);
  CHECK(counts(*pattern, 1, 4, 100'000)[1] == 100'000);
  CHECK_FALSE(pattern->silent(1));
  CHECK(pattern->silent(2));

  // The same as rows, in the order of the list.
  write_output(path, "0,3,1,0\n0,2,0,0\n0,0,0,0\n0,0,0,0\n");
  const auto rows = make("matrix:" + path, mesh, 5);
  for (std::uint32_t sequence = 0; sequence < 1000; ++sequence)
    CHECK(rows->destination(0, sequence) == pattern->destination(0, sequence));

  const auto refused = [](const std::string& text, const std::string& why) {
    INFO(text);
    std::istringstream lines(text);
    CHECK_THROWS_WITH(parse_matrix(lines, "m.csv", 2), Contains(why));
  };
  refused("0,1\n", "m.csv: 1 rows; legal: one for each of 2 terminals");
  refused("0,1\n1,0\n1,1\n", "m.csv:3: row 3");
  refused("0,1,1\n", "m.csv:1: 3 weights; legal: 2");
  refused("0,1\n1,-1\n", "m.csv:2: weight from 1 to 1");
  refused("0,0\n0,0\n", "no weight above 0");
  refused("source,destination,weight\n0,2,1\n", "m.csv:2: destination");
  refused("source,destination,weight\n0,1,1\n0,1,2\n", "m.csv:3: from 0 to 1 occurs twice");
  refused("source,destination,weight\n0,1\n", "m.csv:2: 2 fields");
  CHECK_THROWS_WITH(make("matrix", mesh, 5), Contains("as in 'matrix:mine.csv'"));
  CHECK_THROWS_WITH(make("matrix:nowhere.csv", mesh, 5), Contains("nowhere.csv"));
}

TEST_CASE("single-random is fixed, full-random changes and skips its source", "[pattern]") {
  const NetworkConfig mesh = network({4, 4});
  const auto single = make("single-random", mesh, 9);
  std::set<TerminalId> destinations;
  for (TerminalId source = 0; source < 16; ++source) {
    CHECK(single->destination(source, 0) == single->destination(source, 77));
    if (!single->silent(source)) destinations.insert(single->destination(source, 0));
  }
  CHECK(destinations.size() > 4);
  CHECK(destinations.size() < 16);  // with replacement
  const std::vector<double> drawn = counts(*make("full-random:drop", mesh, 9), 3, 16, 32'000);
  const double sent = std::accumulate(drawn.begin(), drawn.end(), 0.0);
  CHECK(drawn[3] == 0);
  CHECK(sent == Approx(30'000).margin(5 * std::sqrt(2000)));
  // Without drop, the load is less instead.
  const auto full = make("full-random", mesh, 9);
  const std::vector<double> others = counts(*full, 3, 16, 30'000);
  CHECK(others[3] == 0);
  for (TerminalId other = 0; other < 16; ++other)
    if (other != 3) CHECK(others[other] == Approx(2000).margin(5 * std::sqrt(2000)));
  CHECK(full->relative_load(3) == Approx(15.0 / 16));
  CHECK(make("full-random:self", mesh, 9)->relative_load(3) == 1);
  CHECK_THROWS_WITH(make("full-random:all", mesh, 9), Contains("legal: drop"));
  CHECK_THROWS_WITH(make("full-random:drop:self", mesh, 9), Contains("legal: drop"));
}

TEST_CASE("local traffic stays within its distance and reaches all of it", "[pattern]") {
  const NetworkConfig mesh = network({5, 5}, 2);
  const MwayTopology topology(mesh.topology);
  const auto local = make("local:1", mesh, 4);
  const TerminalId centre = 2 * 12;
  std::set<TerminalId> reached;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const TerminalId destination = local->destination(centre, i);
    REQUIRE(destination != centre);
    REQUIRE(topology.hops(centre, destination) <= 1);
    reached.insert(destination);
  }
  CHECK(reached.size() == 9);
  CHECK(make("local:0", network({4, 4}), 1)->silent(0));
}

TEST_CASE("random patterns depend on seed, source and sequence only", "[pattern]") {
  const NetworkConfig mesh = network({8, 8});
  const auto first = make("uniform", mesh, 1);
  const auto second = make("uniform", mesh, 1);
  const auto other = make("uniform", mesh, 2);
  int different = 0;
  for (std::uint32_t i = 100; i-- > 0;) {
    CHECK(first->destination(7, i) == second->destination(7, i));
    different += first->destination(7, i) != other->destination(7, i);
  }
  CHECK(different > 80);
}

TEST_CASE("patterns refuse networks and options that do not fit", "[pattern]") {
  const NetworkConfig odd = network({3, 5});
  CHECK_THROWS_WITH(make("bit-reversal", odd, 1), Contains("power of two of terminals, not 15"));
  CHECK_THROWS_WITH(make("transpose", odd, 1), Contains("not 3x5"));
  CHECK_THROWS_WITH(make("transpose:2", network({4, 3, 4}), 1), Contains("not 4x3"));
  CHECK_THROWS_WITH(make("transpose:3", network({4, 4, 4}), 1), Contains("an even number"));
  CHECK_THROWS_WITH(make("transpose:3", odd, 1),
                    Contains("dimensions") && Contains("legal: a whole number from 1 to 2"));
  CHECK_THROWS_WITH(make("hotspot-1", odd, 1), Contains("256 terminals, but this network has 15"));
  CHECK_THROWS_WITH(make("local", odd, 1), Contains("local:3"));
  CHECK_THROWS_WITH(make("local:x", odd, 1), Contains("legal: a whole number"));
  CHECK_THROWS_WITH(make("uniform:3", odd, 1), Contains("legal: uniform[:self]"));
  CHECK_THROWS_WITH(parse_pattern("zigzag"), Contains("unknown pattern 'zigzag'; legal: uniform"));
  CHECK_THROWS_AS(parse_pattern("zigzag"), UsageError);
  CHECK_THROWS_WITH(make("copies:40:40", odd, 1),
                    Contains("without multicast groups; legal: uniform"));
  CHECK_THROWS_WITH(make("client-server", odd, 1), Contains("without a server; legal: uniform"));
}

TEST_CASE("random-permutation: every terminal receives from one other", "[pattern]") {
  const NetworkConfig config = network({5, 3});
  std::set<std::vector<TerminalId>> drawn;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto pattern = make("random-permutation:self", config, seed);
    std::vector<TerminalId> destinations;
    for (TerminalId source = 0; source < 15; ++source) {
      destinations.push_back(pattern->destination(source, 0));
      CHECK(pattern->destination(source, 7) == destinations.back());
    }
    drawn.insert(destinations);
    std::sort(destinations.begin(), destinations.end());
    for (TerminalId terminal = 0; terminal < 15; ++terminal)
      CHECK(destinations[terminal] == terminal);
  }
  CHECK(drawn.size() == 3);  // depends on the seed
}

TEST_CASE("client-server: hosts to the server, the server to any host", "[pattern]") {
  NetworkConfig config = linear_config();
  linear_of(config).tree = "((1 2) 3)";
  const auto pattern = make("client-server", config, 1);
  std::set<TerminalId> answered;
  for (std::uint32_t i = 0; i < 100; ++i) {
    for (TerminalId host = 0; host < 3; ++host) REQUIRE(pattern->destination(host, i) == 3);
    answered.insert(pattern->destination(3, i));
  }
  CHECK(answered == std::set<TerminalId>{0, 1, 2});
  CHECK_FALSE(pattern->silent(3));
  CHECK(make("client-server:requests", config, 1)->silent(3));
  CHECK_FALSE(make("client-server:requests", config, 1)->silent(0));
  CHECK_THROWS_WITH(make("uniform", config, 1), Contains("legal: client-server[:requests]"));
}

TEST_CASE("every listed pattern can be made", "[pattern]") {
  for (const PatternInfo& info : patterns()) {
    std::string name = info.name.substr(0, info.name.find('['));
    if (name == "local:D") name = "local:2";
    if (name == "hotspot:T+T:PERCENT") name = "hotspot:3+17:20";
    if (name == "matrix:FILE") {
      std::string row = "1";
      for (unsigned i = 1; i < 256; ++i) row += ",1";
      std::string rows;
      for (unsigned i = 0; i < 256; ++i) rows += row + "\n";
      write_output("test_pattern_matrix.csv", rows);
      name = "matrix:test_pattern_matrix.csv";
    }
    const std::size_t groups = name.find(":SOURCES:MEMBERS");
    if (groups != std::string::npos) name = name.substr(0, groups) + ":40:40";
    NetworkConfig config = network({16, 16});
    if (info.kind == PatternKind::kMulticast) config.own = iba_config().own;
    if (info.kind == PatternKind::kClientServer) {
      config = linear_config();
      linear_of(config).tree = "(1 (2 -))";
    }
    CHECK_NOTHROW(make(name, config, 1));
  }
}

TEST_CASE("names of other simulators select the same patterns", "[pattern]") {
  const NetworkConfig mesh = network({4, 4});
  unsigned aliases = 0;
  for (const PatternInfo& info : patterns())
    for (const std::string& alias : info.aliases) {
      INFO(alias);
      const std::string own = canonical_pattern(alias);
      CHECK(info.name.rfind(own.substr(0, own.find(':')), 0) == 0);
      const auto theirs = make(alias, mesh, 7);
      const auto ours = make(own, mesh, 7);
      for (TerminalId source = 0; source < 16; ++source)
        for (std::uint32_t sequence = 0; sequence < 20; ++sequence)
          CHECK(theirs->destination(source, sequence) == ours->destination(source, sequence));
      ++aliases;
    }
  CHECK(aliases >= 10);
  CHECK(canonical_pattern("bitcomp:self") == "bit-complement:self");
  CHECK(canonical_pattern("local:3") == "local:3");
  // By BookSim2's definitions, digit by digit and bit by bit.
  CHECK(fixed("neighbor", mesh, 15) == 0);
  CHECK(fixed("bitcomp", mesh, 0b0110) == 0b1001);
  CHECK(fixed("bitrev", mesh, 0b0010) == 0b0100);
  CHECK(fixed("shuffle", mesh, 0b1001) == 0b0011);
}

TEST_CASE("a pattern is written as it is parsed", "[pattern]") {
  for (const char* text : {"uniform",
                           "uniform:self",
                           "bit-reversal",
                           "bit-complement",
                           "perfect-shuffle:self",
                           "transpose",
                           "transpose:2",
                           "transpose:4:self",
                           "hotspot-1",
                           "hotspot-2:self",
                           "hotspot:3:20",
                           "hotspot:3+17:12.5:self",
                           "matrix:a:b.csv",
                           "tornado",
                           "neighbour",
                           "single-random",
                           "random-permutation",
                           "full-random",
                           "full-random:self",
                           "full-random:drop",
                           "local:3",
                           "local:0:self",
                           "multicast:one:100",
                           "multicast:40:30:20",
                           "multicast:100:100:self",
                           "copies:one:50",
                           "copies:40:40:self",
                           "client-server",
                           "client-server:requests"}) {
    INFO(text);
    CHECK(to_string(parse_pattern(text)) == text);
  }
  CHECK(to_string(parse_pattern("bitcomp:self")) == "bit-complement:self");
  CHECK(to_string(parse_pattern("transpose:self:02")) == "transpose:2:self");
  CHECK(to_string(parse_pattern("multicast:40:40:100")) == "multicast:40:40");
}

TEST_CASE("options of patterns are refused wherever the text comes from", "[pattern]") {
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {"client-server:x", "unknown option 'x'; legal: client-server[:requests]"},
           {"client-server:self", "unknown option 'self'; legal: client-server[:requests]"},
           {"hotspot:3+3:20", "terminal 3 occurs twice"},
           {"hotspot:3:200", "legal: a number from 0 to 100"},
           {"matrix", "needs a file of weights"},
           {"transpose:1:2", "unknown option '2'; legal: transpose[:N][:self]"}}) {
    INFO(text);
    CHECK_THROWS_WITH(parse_pattern(text), Contains(why));
  }
}
