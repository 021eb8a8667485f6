// Nodes, links and routing sets of Nesson and Johnsson; required and possible phases of ROMM and
// VALIANT.
#include "family/wormhole/phases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace wayfarer;

namespace {

Grid mesh(std::vector<unsigned> extents) {
  return Grid({TopologyKind::kMesh, std::move(extents), 1});
}
Grid torus(std::vector<unsigned> extents, HalfWay half_way = HalfWay::kPositive) {
  return Grid({TopologyKind::kTorus, std::move(extents), 1}, half_way);
}

std::vector<Grid> networks() {
  return {mesh({7}),     mesh({4, 3}),     mesh({3, 2, 4}),     mesh({2, 3, 2, 3}), torus({5}),
          torus({4, 5}), torus({2, 3, 4}), torus({3, 2, 4, 2}), mesh({1, 5})};
}

/// Breadth first, from one node to all.
std::vector<unsigned> distances(const Grid& topology, NodeId source) {
  std::vector<unsigned> distance(topology.nodes(), ~0u);
  std::vector<NodeId> queue = {source};
  distance[source] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (unsigned d = 0; d < topology.dimensions(); ++d)
      for (const bool minus : {false, true}) {
        const NodeId next = topology.neighbour(queue[i], d, minus);
        if (distance[next] != ~0u) continue;
        distance[next] = distance[queue[i]] + 1;
        queue.push_back(next);
      }
  return distance;
}

/// Displacements as a key, for counting.
std::vector<int> key(const PhaseSets& phases) {
  std::vector<int> key;
  for (unsigned i = 0; i < phases.count; ++i)
    key.insert(key.end(), phases.sets[i].begin(), phases.sets[i].end());
  return key;
}

std::map<std::vector<int>, double> distribution(const Grid& topology, NodeId source,
                                                NodeId destination, const RommRouting& routing) {
  std::map<std::vector<int>, double> chances;
  for_each_choice(topology, source, destination, routing,
                  [&](const PhaseSets& phases, double chance) { chances[key(phases)] += chance; });
  return chances;
}

/// Pieces of one dimension, nulls left out.
std::vector<int> pieces_of(const PhaseSets& phases, unsigned dimension) {
  std::vector<int> pieces;
  for (unsigned i = 0; i < phases.count; ++i)
    if (phases.sets[i][dimension] != 0) pieces.push_back(phases.sets[i][dimension]);
  return pieces;
}

unsigned most_pieces(unsigned phases, unsigned cardinality) {
  return (phases + cardinality - 1) / cardinality;
}

/// All that the paper requires of p-PHASE ROMM's routing sets of one message.
void check_romm(const Displacements& whole, const PhaseSets& phases, const RommRouting& routing) {
  const unsigned p = routing.phases;
  const unsigned d = routing.cardinality;
  REQUIRE(phases.count == p);
  unsigned total = 0;
  std::vector<unsigned> counts;
  for (unsigned i = 0; i < kMaxGridDimensions; ++i) {
    const std::vector<int> pieces = pieces_of(phases, i);
    int sum = 0;
    for (const int piece : pieces) {
      REQUIRE((piece < 0) == (whole[i] < 0));  // with the sum: no detour
      sum += piece;
    }
    REQUIRE(sum == whole[i]);
    REQUIRE(pieces.size() <= most_pieces(p, d));
    counts.push_back(static_cast<unsigned>(pieces.size()));
    total += counts.back();
  }
  for (unsigned i = 0; i < p; ++i) {
    const unsigned room = p >= d ? 1 : d / p + (i >= p - d % p ? 1 : 0);
    REQUIRE(cardinality(phases.sets[i]) <= room);
    if (cardinality(whole) == d && p <= d) REQUIRE(cardinality(phases.sets[i]) == room);
  }
  if (p <= d || total == p) return;
  // Null phases only where nothing is left to cut.
  for (unsigned i = 0; i < kMaxGridDimensions; ++i) {
    const auto length = static_cast<unsigned>(std::abs(whole[i]));
    REQUIRE(counts[i] == std::min(most_pieces(p, d), length));
  }
}

}  // namespace

TEST_CASE("links join neighbours, both ways", "[romm]") {
  for (const Grid& topology : networks()) {
    unsigned links = 0;
    for (LinkId link = 0; link < topology.link_ids(); ++link) {
      const NodeId from = topology.link_source(link);
      const unsigned d = topology.link_dimension(link);
      const bool minus = topology.link_minus(link);
      REQUIRE(topology.link(from, d, minus) == link);
      if (!topology.link_exists(link)) continue;
      ++links;
      const NodeId to = topology.link_target(link);
      REQUIRE(topology.neighbour(to, d, !minus) == from);
      const int step =
          static_cast<int>(topology.digit(to, d)) - static_cast<int>(topology.digit(from, d));
      REQUIRE(topology.link_wraps(link) == (step != (minus ? -1 : 1)));
    }
    unsigned expected = 0;
    for (const unsigned extent : topology.extents())
      if (extent > 1)
        expected += 2 * topology.nodes() / extent * (topology.torus() ? extent : extent - 1);
    CHECK(links == expected);
  }
}

TEST_CASE("routing sets lead to the destination on a shortest path", "[romm]") {
  std::vector<Grid> all = networks();
  all.push_back(torus({4, 6}, HalfWay::kStraight));
  for (const Grid& topology : all)
    for (NodeId a = 0; a < topology.nodes(); ++a) {
      const std::vector<unsigned> distance = distances(topology, a);
      for (NodeId b = 0; b < topology.nodes(); ++b) {
        unsigned hops = 0;
        NodeId at = a;
        const NodeId end = topology.walk(a, topology.routing_set(a, b), [&](LinkId link) {
          REQUIRE(topology.link_source(link) == at);
          REQUIRE(topology.link_exists(link));
          at = topology.link_target(link);
          ++hops;
        });
        REQUIRE(end == b);
        REQUIRE(at == b);
        REQUIRE(hops == distance[b]);
        REQUIRE(hops == topology.distance(a, b));
      }
    }
}

TEST_CASE("half-way round a torus", "[romm]") {
  const Grid positive = torus({4});
  CHECK(positive.routing_set(0, 2)[0] == 2);
  CHECK(positive.routing_set(3, 1)[0] == 2);
  CHECK(positive.routing_set(3, 0)[0] == 1);
  CHECK(positive.routing_set(0, 3)[0] == -1);
  // Definition 3 to the letter: y - x up to floor(K/2).
  const Grid straight = torus({4}, HalfWay::kStraight);
  CHECK(straight.routing_set(0, 2)[0] == 2);
  CHECK(straight.routing_set(3, 1)[0] == -2);
  CHECK(torus({5}).routing_set(4, 1)[0] == 2);
}

TEST_CASE("illegal extents are refused", "[romm]") {
  CHECK_THROWS_AS(mesh({}), UsageError);
  CHECK_THROWS_AS(mesh({4, 0}), UsageError);
  CHECK_THROWS_AS(mesh(std::vector<unsigned>(13, 1)), UsageError);
  CHECK_THROWS_AS(mesh({300, 300}), UsageError);
}

TEST_CASE("every choice of ROMM is minimal, balanced and cut as far as possible", "[romm]") {
  for (const Grid& topology : networks())
    for (unsigned p = 1; p <= 5; ++p)
      for (unsigned d = 1; d <= topology.dimensions() + 1; ++d) {
        const RommRouting routing = RommRouting::romm(p, d);
        for (const NodeId a : {0u, topology.nodes() / 2})
          for (NodeId b = 0; b < topology.nodes(); ++b) {
            if (!can_deal(routing, topology.routing_set(a, b))) continue;
            double sum = 0;
            for_each_choice(topology, a, b, routing, [&](const PhaseSets& phases, double chance) {
              check_romm(topology.routing_set(a, b), phases, routing);
              sum += chance;
            });
            REQUIRE(sum == Approx(1));
          }
      }
}

TEST_CASE("messages with more displacements than d are refused", "[romm]") {
  const Grid topology = torus({4, 3, 2});
  const RommRouting routing = RommRouting::romm(2, 2);
  Random random(1, 0, Purpose::kTest, 0);
  for (NodeId b = 0; b < topology.nodes(); ++b) {
    const unsigned needed = cardinality(topology.routing_set(0, b));
    CHECK(can_deal(routing, topology.routing_set(0, b)) == (needed <= 2));
    if (needed <= 2)
      CHECK_NOTHROW(draw_phases(topology, 0, b, routing, random));
    else
      CHECK_THROWS_WITH(draw_phases(topology, 0, b, routing, random),
                        Catch::Contains("router.cardinality = 2: a message from node 0 to node " +
                                        std::to_string(b) + " has displacements in 3 dimensions") &&
                            Catch::Contains("legal for this traffic: 3 or more, or omit the key"));
  }
  CHECK(can_deal(RommRouting::dimension_order(), topology.routing_set(0, 23)));
  CHECK(can_deal(RommRouting::valiant_brebner(), topology.routing_set(0, 23)));
}

TEST_CASE("one phase is dimension order", "[romm]") {
  const Grid topology = torus({4, 3, 2});
  for (NodeId b = 0; b < topology.nodes(); ++b) {
    unsigned choices = 0;
    for_each_choice(topology, 0, b, RommRouting::dimension_order(),
                    [&](const PhaseSets& phases, double chance) {
                      ++choices;
                      CHECK(phases.count == 1);
                      CHECK(phases.sets[0] == topology.routing_set(0, b));
                      CHECK(chance == 1);
                    });
    CHECK(choices == 1);
  }
}

TEST_CASE("VALIANT routes through any node, all equally likely", "[romm]") {
  for (const Grid& topology : {mesh({4, 3}), torus({4, 5})}) {
    std::vector<unsigned> seen(topology.nodes());
    for_each_choice(topology, 1, 7, RommRouting::valiant_brebner(),
                    [&](const PhaseSets& phases, double chance) {
                      REQUIRE(phases.count == 2);
                      const auto nothing = [](LinkId) {};
                      const NodeId middle = topology.walk(1, phases.sets[0], nothing);
                      REQUIRE(topology.walk(middle, phases.sets[1], nothing) == 7);
                      ++seen[middle];
                      CHECK(chance == Approx(1.0 / topology.nodes()));
                    });
    CHECK(seen == std::vector<unsigned>(topology.nodes(), 1));
  }
}

TEST_CASE("O1TURN draws the routes of 2-PHASE ROMM in two dimensions", "[romm][o1turn]") {
  for (const Grid& topology : {mesh({4, 3}), torus({4, 5}), mesh({1, 5})})
    for (NodeId source = 0; source < topology.nodes(); ++source)
      for (NodeId destination = 0; destination < topology.nodes(); ++destination) {
        const auto turns = distribution(topology, source, destination, RommRouting::one_turn());
        const auto phases = distribution(topology, source, destination, RommRouting::romm(2, 2));
        REQUIRE(turns.size() == phases.size());
        for (const auto& [sets, chance] : phases) REQUIRE(turns.at(sets) == Approx(chance));
      }
}

TEST_CASE("ROMM by nodes leads over all nodes of the least submesh, in one more hop for none",
          "[romm]") {
  for (const Grid& topology : {mesh({4, 3}), torus({5, 5}), mesh({3, 2, 4})}) {
    const NodeId source = 1;
    const NodeId destination = topology.nodes() - 1;
    const Displacements whole = topology.routing_set(source, destination);
    unsigned nodes = 1;
    for (unsigned i = 0; i < topology.dimensions(); ++i)
      nodes *= static_cast<unsigned>(std::abs(whole[i])) + 1;
    std::set<NodeId> middles;
    for_each_choice(topology, source, destination, RommRouting::romm_nodes(2),
                    [&](const PhaseSets& phases, double chance) {
                      const auto nothing = [](LinkId) {};
                      const NodeId middle = topology.walk(source, phases.sets[0], nothing);
                      REQUIRE(topology.walk(middle, phases.sets[1], nothing) == destination);
                      CHECK(magnitude(phases.sets[0]) + magnitude(phases.sets[1]) ==
                            topology.distance(source, destination));
                      CHECK(middles.insert(middle).second);
                      CHECK(chance == Approx(1.0 / nodes));
                    });
    CHECK(middles.size() == nodes);
  }
}

TEST_CASE("choices by hand", "[romm]") {
  // 3-PHASE of six displacements: 6!/(2!)^3 equally likely.
  const Grid cube = mesh(std::vector<unsigned>(6, 2));
  const auto even = distribution(cube, 0, 63, RommRouting::romm(3, 6));
  CHECK(even.size() == 90);
  for (const auto& entry : even) CHECK(entry.second == Approx(1.0 / 90));
  // 2-PHASE of three: the last phase takes two.
  const Grid cubic = mesh({4, 4, 4});
  const auto uneven = distribution(cubic, 0, 63, RommRouting::romm(2, 3));
  CHECK(uneven.size() == 3);
  for (const auto& entry : uneven) CHECK(entry.second == Approx(1.0 / 3));
  // 4-PHASE of (3, 1): only the first can be cut, into 1 and 2; one phase is null.
  const auto cut = distribution(mesh({4, 4}), 0, 7, RommRouting::romm(4, 2));
  CHECK(cut.size() == 4 * 3 * 2);
  for (const auto& entry : cut) CHECK(entry.second == Approx(1.0 / 24));
  // 3-PHASE of one displacement of 5: pieces of all C(4, 2) kinds.
  const auto three = distribution(mesh({6}), 0, 5, RommRouting::romm(3, 1));
  CHECK(three.size() == 6);
  for (const auto& entry : three) CHECK(entry.second == Approx(1.0 / 6));
}

TEST_CASE("d of the task deals each displacement its own phase, that of the network does not",
          "[romm]") {
  const Grid topology = mesh({4, 4, 4, 4});
  const NodeId destination = topology.node({3, 1, 0, 0});
  const auto of_task = distribution(topology, 0, destination, RommRouting::romm(2, 2));
  CHECK(of_task.size() == 2);  // both orders
  for (const auto& entry : of_task) CHECK(entry.second == Approx(1.0 / 2));
  // Two slots a phase: with one chance in six both are in the first, with one both in the second.
  std::map<unsigned, double> chances;
  for_each_choice(topology, 0, destination, RommRouting::romm(2, 4),
                  [&](const PhaseSets& phases, double chance) {
                    chances[cardinality(phases.sets[0])] += chance;
                  });
  CHECK(chances[0] == Approx(1.0 / 6));
  CHECK(chances[1] == Approx(2.0 / 3));
  CHECK(chances[2] == Approx(1.0 / 6));
}

TEST_CASE("draws are distributed like the enumerated choices", "[romm]") {
  constexpr unsigned kDraws = 40000;
  struct Case {
    Grid topology;
    NodeId source, destination;
    RommRouting routing;
  };
  for (const Case& c : {Case{mesh({4, 4, 4}), 0, 63, RommRouting::romm(2, 3)},
                        Case{mesh({4, 4}), 0, 15, RommRouting::romm(4, 2)},
                        Case{mesh({4, 4}), 7, 0, RommRouting::romm(4, 2)},
                        Case{mesh({8}), 0, 7, RommRouting::romm(4, 1)},
                        Case{torus({4, 5, 3}), 2, 41, RommRouting::romm(4, 3)},
                        Case{mesh({4, 4, 4, 4}), 0, 4 * 4 * 3 + 2, RommRouting::romm(2, 2)},
                        Case{mesh({4, 4, 4, 4}), 0, 4 * 4 * 3 + 2, RommRouting::romm(2, 4)},
                        Case{torus({9, 3, 7}), 2, 6, RommRouting::romm(3, 1)},
                        Case{torus({4, 5}), 3, 9, RommRouting::valiant_brebner()},
                        Case{mesh({4, 5}), 1, 18, RommRouting::romm_nodes(2)},
                        Case{torus({4, 5, 3}), 2, 41, RommRouting::romm_nodes(3)}}) {
    const auto expected = distribution(c.topology, c.source, c.destination, c.routing);
    std::map<std::vector<int>, unsigned> drawn;
    for (unsigned i = 0; i < kDraws; ++i) {
      Random random(1, c.source, Purpose::kTest, i);
      ++drawn[key(draw_phases(c.topology, c.source, c.destination, c.routing, random))];
    }
    double chi_square = 0;
    unsigned total = 0;
    for (const auto& [choice, chance] : expected) {
      const double mean = chance * kDraws;
      const double difference = drawn[choice] - mean;
      chi_square += difference * difference / mean;
      total += drawn[choice];
    }
    CHECK(total == kDraws);  // no outcome outside the enumeration
    // Mean f, variance 2 f: four standard deviations.
    const double freedom = static_cast<double>(expected.size()) - 1;
    CHECK(chi_square < freedom + 4 * std::sqrt(2 * freedom));
    CHECK(chi_square > freedom - 4 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("every message draws independently, and equal counters give equal draws", "[romm]") {
  const Grid topology = mesh({16, 16});
  const RommRouting routing = RommRouting::romm(4, 2);
  std::map<std::vector<int>, unsigned> seen;
  for (unsigned i = 0; i < 100; ++i) {
    Random random(1, 0, Purpose::kTest, i);
    Random again(1, 0, Purpose::kTest, i);
    const PhaseSets phases = draw_phases(topology, 0, 255, routing, random);
    CHECK(key(phases) == key(draw_phases(topology, 0, 255, routing, again)));
    ++seen[key(phases)];
  }
  CHECK(seen.size() > 90);
}
