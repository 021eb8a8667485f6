// Rationale: the claim of the lockstep tests that their networks cover all pairs of values rests on
// cover_pairs, and that random ones draw every key on the schemas.
// State space: axes of one to five values; without rules, and with rules that forbid combinations.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "draws.hpp"
#include "family/mway/config.hpp"
#include "pairwise.hpp"

using namespace wayfarer;

namespace {

/// (axis, value, axis, value) of all pairs in some rows.
std::set<Row> pairs_in(const std::vector<Row>& rows) {
  std::set<Row> pairs;
  for (const Row& row : rows)
    for (unsigned a = 0; a < row.size(); ++a)
      for (unsigned b = a + 1; b < row.size(); ++b) pairs.insert({a, row[a], b, row[b]});
  return pairs;
}

}  // namespace

TEST_CASE("a few rows cover every pair of values") {
  const std::vector<Row> all = all_rows({3, 1, 2, 5, 4, 2, 2});
  CHECK(all.size() == 3 * 2 * 5 * 4 * 2 * 2);
  const std::vector<Row> chosen = cover_pairs(all);
  CHECK(pairs_in(chosen) == pairs_in(all));
  CHECK(chosen.size() <= 24);  // at least 20 are needed
}

TEST_CASE("the rows of every run have every value and most pairs") {
  const std::vector<Row> all = all_rows({3, 2, 2, 2, 3, 2, 2, 2});
  std::vector<Row> chosen = cover_pairs(all);
  chosen.resize(in_every_run(chosen.size()));
  for (unsigned axis = 0; axis < all.front().size(); ++axis) {
    std::set<unsigned> values;
    for (const Row& row : chosen) values.insert(row[axis]);
    CHECK(values.size() == all.back()[axis] + 1);
  }
  CHECK(4 * pairs_in(chosen).size() >= 3 * pairs_in(all).size());
}

TEST_CASE("no row breaks a rule, and every pair that the rules allow occurs") {
  std::vector<Row> legal;
  for (const Row& row : all_rows({3, 3, 3, 3}))
    if (row[0] + row[1] < 4 && (row[2] != 1 || row[3] == 2)) legal.push_back(row);
  const std::vector<Row> chosen = cover_pairs(legal);
  CHECK(pairs_in(chosen) == pairs_in(legal));
  for (const Row& row : chosen) CHECK(std::count(legal.begin(), legal.end(), row) == 1);
}

TEST_CASE("networks carry a value of every axis, and only possible ones") {
  const std::vector<NetworkConfig> networks =
      pairwise_networks(mway_config(), "pairs",
                        {{[](NetworkConfig& c) { c.topology.kind = TopologyKind::kMesh; },
                          [](NetworkConfig& c) { c.topology.kind = TopologyKind::kTorus; }},
                         {[](NetworkConfig& c) {
                            c.topology.extents = {1, 3};
                          },  // no torus
                          [](NetworkConfig& c) { c.topology.extents = {4}; }},
                         {[](NetworkConfig& c) { mway_of(c).depth = 1; },
                          [](NetworkConfig& c) { mway_of(c).depth = 2; }}},
                        [](const NetworkConfig& c) {
                          return mway_of(c).depth == 1 || c.topology.extents.size() == 1;
                        });
  std::set<std::string> seen;
  for (const NetworkConfig& network : networks) {
    CHECK(config_error(network).empty());
    seen.insert(fmt::format("{} {} {}", network.topology.kind == TopologyKind::kTorus,
                            network.topology.extents.size(), mway_of(network).depth));
  }
  // With extents {1, 3} only a mesh of depth 1; with {4} two networks cover the rest.
  CHECK(seen.count("false 2 1") == 1);
  CHECK(seen.size() == networks.size());
  CHECK(networks.front().name == "pairs-0");
}

TEST_CASE("random networks draw every choice and every value worth drawing") {
  const std::vector<std::string> names = family_names();
  const Draw draw = draw_of(GENERATE_REF(from_range(names)));
  std::map<std::string, std::set<unsigned>> drawn;
  const ConfigSchema& schema = *draw(1, 0).schema;
  for (unsigned number = 0; number < 1000; ++number) {
    NetworkConfig config = draw(1, number);
    for (const ChoiceKey& choice : schema.choices) drawn[choice.key].insert(choice.get(config));
    for (const NumberKey& key : schema.numbers) drawn[key.key].insert(key.of(config));
  }
  for (const ChoiceKey& choice : schema.choices)
    for (unsigned name = 0; name < choice.names.size(); ++name) {
      INFO(schema.name << " " << choice.key << " = " << choice.names[name]);
      // Terminals at a dead channel need other traffic.
      const bool drawable = choice.code(name) != kModelOnly && choice.names[name] != "channel";
      CHECK(drawn[choice.key].count(name) == (drawable ? 1 : 0));
    }
  for (const NumberKey& key : schema.numbers)
    for (const unsigned value : key.draw) {
      INFO(schema.name << " " << key.key << " = " << value);
      CHECK(drawn[key.key].count(value) == 1);
    }
}
