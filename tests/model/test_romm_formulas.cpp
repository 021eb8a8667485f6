// The closed forms of Nesson and Johnsson, as corrected, against enumeration; the paper's examples.
#include "family/wormhole/formulas.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "family/registry.hpp"
#include "traffic/pattern.hpp"

using namespace wayfarer;

namespace {

Grid mesh(const Extents& extents) { return Grid({TopologyKind::kMesh, extents, 1}); }

const RommRouting kValiant = RommRouting::valiant_brebner();

double load(const Extents& extents, RommTask task, const RommRouting& routing) {
  const auto d = static_cast<unsigned>(extents.size());
  return greatest_edge_load({mesh(extents), task, d}, routing);
}

double longest_route_paths(const Extents& extents, const RommRouting& routing) {
  const Grid topology = mesh(extents);
  return static_cast<double>(count_paths(topology, 0, topology.nodes() - 1, routing));
}

Displacements longest_route(const Extents& extents) {
  const Grid topology = mesh(extents);
  return topology.routing_set(0, topology.nodes() - 1);
}

}  // namespace

TEST_CASE("loads of all links add up to the lengths of all paths", "[romm]") {
  for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus}) {
    const Grid topology({kind, {4, 5, 4}, 1});
    for (const RommTask task : {RommTask::kBitComplement, RommTask::kRandom})
      for (const RommRouting& routing :
           {RommRouting::dimension_order(), RommRouting::romm(2, 3), kValiant}) {
        const std::vector<double> loads = edge_loads({topology, task, 3}, routing);
        CHECK(std::accumulate(loads.begin(), loads.end(), 0.0) ==
              Approx(path_lengths({topology, task, 3}, routing).average * topology.nodes()));
      }
  }
}

TEST_CASE("path lengths of Table 1, repaired", "[romm]") {
  struct Case {
    Extents extents;
    unsigned d;
  };
  for (const Case& c :
       {Case{{4, 4}, 2}, Case{{5, 5}, 2}, Case{{3, 4, 3, 4}, 4}, Case{{4, 4, 3}, 2}})
    for (const RommTask task : {RommTask::kBitComplement, RommTask::kTranspose, RommTask::kRandom})
      for (const RommKind kind : {RommKind::kPhases, RommKind::kValiant}) {
        INFO(fmt::format("{} {} on {}", to_string(task), static_cast<int>(kind),
                         fmt::join(c.extents, "x")));
        const Grid topology = mesh(c.extents);
        const RommRouting routing =
            kind == RommKind::kValiant ? kValiant : RommRouting::romm(2, c.d);
        CHECK(path_lengths({topology, task, c.d, SelfMessages::kRouted}, routing).average ==
              Approx(average_path(task, kind, c.extents, c.d)));
        CHECK(path_lengths({topology, task, c.d}, routing).longest ==
              longest_path(task, kind, c.extents, c.d));
      }
}

TEST_CASE("numbers of paths", "[romm]") {
  for (unsigned d = 1; d <= 6; ++d)
    for (unsigned p = 1; p <= d; ++p)
      CHECK(longest_route_paths(Extents(d, 3), RommRouting::romm(p, d)) ==
            printed_romm_paths(p, d));
  for (const Extents& extents : {Extents{5, 4}, Extents{4, 4, 3}, Extents{3, 3, 3, 3}})
    for (auto p = static_cast<unsigned>(extents.size()) + 1; p <= 2 * extents.size() && p <= 6; ++p)
      CHECK(longest_route_paths(extents,
                                RommRouting::romm(p, static_cast<unsigned>(extents.size()))) ==
            romm_paths(p, longest_route(extents)));
  const Grid topology = mesh({4, 3, 3});
  for (NodeId destination = 0; destination < topology.nodes(); ++destination)
    CHECK(static_cast<double>(count_paths(topology, 5, destination, kValiant)) ==
          printed_valiant_paths(topology.extents(), topology.routing_set(5, destination)));
}

TEST_CASE("the paper's numbers of paths", "[romm]") {
  CHECK(longest_route_paths({64, 64}, RommRouting::romm(2, 2)) == 2);
  CHECK(longest_route_paths({64, 64}, RommRouting::romm(4, 2)) == 7814);
  CHECK(romm_paths(4, longest_route({64, 64})) == 7814);
  CHECK(longest_route_paths({64, 64}, kValiant) == 3970);
  CHECK(longest_route_paths({16, 16, 16}, RommRouting::romm(2, 3)) == 3);
  CHECK(longest_route_paths({16, 16, 16}, RommRouting::romm(4, 3)) == 258);
  CHECK(romm_paths(6, longest_route({16, 16, 16})) == 89634);
  CHECK(longest_route_paths({16, 16, 16}, kValiant) == 4051);
  const Extents cube(12, 2);
  CHECK(longest_route_paths(cube, RommRouting::romm(2, 12)) == 924);
  CHECK(longest_route_paths(cube, kValiant) == 4084);
  CHECK(printed_romm_paths(4, 12) == 369600);
  CHECK(printed_romm_paths(6, 12) == 7484400);
}

TEST_CASE("greatest loads of Table 4, repaired", "[romm]") {
  for (const Extents& extents :
       {Extents{4, 4}, Extents{5, 5}, Extents{8, 8}, Extents{3, 3, 3, 3}}) {
    const auto d = static_cast<unsigned>(extents.size());
    for (const RommTask task :
         {RommTask::kBitComplement, RommTask::kTranspose, RommTask::kRandom}) {
      INFO(fmt::format("{} on {}", to_string(task), fmt::join(extents, "x")));
      CHECK(load(extents, task, RommRouting::dimension_order()) ==
            Approx(edge_load(task, RommKind::kDimensionOrder, extents)));
      CHECK(load(extents, task, RommRouting::romm(d, d)) ==
            Approx(edge_load(task, RommKind::kPhases, extents)));
      CHECK(load(extents, task, kValiant) == Approx(edge_load(task, RommKind::kValiant, extents)));
    }
  }
  for (const unsigned extent : {2u, 3u})
    CHECK(load(Extents(6, extent), RommTask::kTranspose, RommRouting::romm(6, 6)) ==
          Approx(edge_load(RommTask::kTranspose, RommKind::kPhases, Extents(6, extent))));
  for (const Extents& extents : {Extents{8, 4, 8, 4}, Extents{2, 5, 2, 5}})
    CHECK(load(extents, RommTask::kTranspose, RommRouting::dimension_order()) ==
          edge_load(RommTask::kTranspose, RommKind::kDimensionOrder, extents));
}

TEST_CASE("the paper's examples of greatest loads", "[romm]") {
  const RommTask transpose = RommTask::kTranspose;
  CHECK(load({16, 16}, transpose, RommRouting::dimension_order()) == 15);
  CHECK(load({16, 16}, transpose, RommRouting::romm(2, 2)) == 7.5);
  CHECK(load({16, 16}, transpose, RommRouting::romm(4, 2)) == Approx(5.04).margin(0.005));
  CHECK(load({16, 16}, transpose, kValiant) == 7.75);
  CHECK(load({4, 4, 4, 4}, transpose, RommRouting::dimension_order()) == 12);
  CHECK(load({4, 4, 4, 4}, transpose, RommRouting::romm(4, 4)) == Approx(3));
  CHECK(load({4, 4, 4, 4}, transpose, kValiant) == 1.9375);
  CHECK(load({16, 16}, RommTask::kBitComplement, RommRouting::romm(4, 2)) ==
        Approx(14.9).margin(0.05));
  CHECK(path_lengths({mesh({4, 4, 4, 4}), transpose, 4}, kValiant).longest == 22);
}

TEST_CASE("messages over random nodes leave along dimension 0, those of 2-PHASE along both",
          "[romm]") {
  const Grid topology({TopologyKind::kMesh, {16, 16}, 1});
  const RommLoad load{topology, RommTask::kBitComplement, 2, SelfMessages::kSilent};
  CHECK(departures(load, RommRouting::dimension_order()) == std::vector<double>{1, 0});
  CHECK(departures(load, RommRouting::romm(2, 2))[0] == Approx(0.5));
  // The first phase has a hop in dimension 0 unless its node is in the source's column; then the
  // message leaves along dimension 1 unless that node is the source.
  double expected = 0;
  for (unsigned x = 1; x < 16; x += 2)
    for (unsigned y = 1; y < 16; y += 2) expected += (x + 1.0 / (y + 1)) / (x + 1) / 64;
  CHECK(departures(load, RommRouting::romm_nodes(2))[0] == Approx(expected));
}

TEST_CASE("O1TURN halves the busiest link's load of a transposed mesh", "[romm][o1turn]") {
  for (const unsigned extent : {4u, 7u}) {
    const Grid topology({TopologyKind::kMesh, {extent, extent}, 1});
    const RommLoad load{topology, RommTask::kTranspose, 2, SelfMessages::kSilent};
    CHECK(greatest_edge_load(load, RommRouting::dimension_order()) == Approx(extent - 1));
    CHECK(greatest_edge_load(load, RommRouting::one_turn()) == Approx((extent - 1) / 2.0));
  }
}

TEST_CASE("in the paper's own tasks d is the number of dimensions", "[romm]") {
  for (const char* name :
       {"romm-mesh16x16-2phase", "romm-torus16x16-2phase", "romm-torus4x4x4-2phase"}) {
    const NetworkConfig config = load_config(find_config(name));
    const Grid topology(config.topology, HalfWay::kStraight);
    const unsigned n = topology.dimensions();
    INFO(name);
    CHECK(task_cardinality({topology, RommTask::kBitComplement, n}) == n);
    CHECK(task_cardinality({topology, RommTask::kRandom, n}) == n);
    if (n == 2) CHECK(task_cardinality({topology, RommTask::kTranspose, n}) == n);
    for (std::uint64_t seed = 1; seed <= 32; ++seed) {
      const auto single = make_pattern(parse_pattern("single-random"), config, seed);
      unsigned greatest = 0;
      for (NodeId source = 0; source < topology.nodes(); ++source)
        if (!single->silent(source))
          greatest = std::max(
              greatest, cardinality(topology.routing_set(source, single->destination(source, 0))));
      CHECK(greatest == n);
    }
  }
}

TEST_CASE("a task on some of the dimensions has a smaller d, and other loads", "[romm]") {
  const Grid topology({TopologyKind::kTorus, {4, 4, 4, 4}, 1}, HalfWay::kStraight);
  const RommLoad exchange{topology, RommTask::kTranspose, 2};
  CHECK(task_cardinality(exchange) == 2);
  CHECK(task_cardinality({topology, RommTask::kTranspose, 4}) == 4);
  CHECK(departures(exchange, RommRouting::romm(2, 2))[0] == Approx(1.0 / 2));
  // Both in one phase: one chance in three, and then in ascending order.
  CHECK(departures(exchange, RommRouting::romm(2, 4))[0] == Approx(1.0 / 3 + 1.0 / 3));
  CHECK(departures(exchange, RommRouting::dimension_order())[0] == 1);
  CHECK(greatest_edge_load(exchange, RommRouting::romm(2, 2)) <
        greatest_edge_load(exchange, RommRouting::romm(2, 4)));
}

TEST_CASE("expected turns", "[romm]") {
  const Grid square = mesh({8, 8});
  const RommLoad transpose{square, RommTask::kTranspose, 2};
  CHECK(average_turns(transpose, RommRouting::dimension_order()) == 1);
  CHECK(average_turns(transpose, RommRouting::romm(2, 2)) == 1);
  CHECK(average_turns(transpose, RommRouting::romm(4, 2)) > 1);
  CHECK(average_turns({square, RommTask::kBitComplement, 2}, RommRouting::dimension_order()) == 1);
  const Grid line = mesh({3, 1});
  CHECK(average_turns({line, RommTask::kRandom, 2}, RommRouting::romm(2, 2)) == 0);
  CHECK(average_turns({line, RommTask::kRandom, 2}, kValiant) > 0);  // some go back
}
