// One set of virtual channels too few: the dependency graph has a cycle, a loaded network stands
// still, and the watchdog says so. With all of them neither happens.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "family/cut_through/dependencies.hpp"
#include "family/network_dependencies.hpp"
#include "core/error.hpp"
#include "runs/simulation.hpp"
#include "family/mesh/vc_model.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

struct Case {
  const char* name;
  Switching switching;
  TopologyKind kind;
  std::vector<unsigned> extents;
  VcRouting routing;
  unsigned phases;
};

const Case kCases[] = {
    {"dimension order on a ring",
     Switching::kWormhole,
     TopologyKind::kTorus,
     {8},
     VcRouting::kDimensionOrder,
     1},
    {"dimension order on a torus",
     Switching::kWormhole,
     TopologyKind::kTorus,
     {6, 5},
     VcRouting::kDimensionOrder,
     1},
    {"2-PHASE on a mesh", Switching::kWormhole, TopologyKind::kMesh, {4, 4}, VcRouting::kRomm, 2},
    {"3-PHASE on a mesh", Switching::kWormhole, TopologyKind::kMesh, {5, 5}, VcRouting::kRomm, 3},
    {"2-PHASE on a torus", Switching::kWormhole, TopologyKind::kTorus, {5, 5}, VcRouting::kRomm, 2},
    {"VALIANT on a mesh",
     Switching::kWormhole,
     TopologyKind::kMesh,
     {4, 4},
     VcRouting::kValiant,
     2},
    {"cut-through on a ring",
     Switching::kCutThrough,
     TopologyKind::kTorus,
     {8},
     VcRouting::kDimensionOrder,
     1},
    {"cut-through on a torus",
     Switching::kCutThrough,
     TopologyKind::kTorus,
     {6, 5},
     VcRouting::kDimensionOrder,
     1},
    {"*-channels on a ring",
     Switching::kCutThrough,
     TopologyKind::kTorus,
     {8},
     VcRouting::kStarChannels,
     1},
};

NetworkConfig config_of(const Case& c, unsigned missing) {
  NetworkConfig config;
  config.name = c.name;
  config.family = Family::kVc;
  config.topology = {c.kind, c.extents, 1};
  config.vc.choose(c.switching);
  config.vc.routing = c.routing;
  config.vc.phases = c.phases;
  if (c.switching == Switching::kCutThrough) config.vc.depth = 5;
  validate(config);
  config.vc.sets -= missing;
  validate(config);
  return config;
}

void run_loaded(const NetworkConfig& config) {
  SimulationOptions options;
  options.load = 1;
  options.cycles = 100'000;
  options.watchdog_limit = 1000;
  const auto network = make_vc_model(config);
  (void)run_simulation(*network, config, options);
}

}  // namespace

TEST_CASE("with a set too few networks stand still, with all they do not", "[deadlock]") {
  for (const Case& c : kCases) {
    INFO(c.name);
    const NetworkConfig whole = config_of(c, 0);
    CHECK(network_dependencies(whole).find_cycle().empty());
    CHECK_NOTHROW(run_loaded(whole));
    const NetworkConfig lacking = config_of(c, 1);
    CHECK_FALSE(network_dependencies(lacking).find_cycle().empty());
    CHECK_THROWS_WITH(run_loaded(lacking), Contains("watchdog") && Contains("nothing has moved"));
  }
}

TEST_CASE("a header without an escape channel is found", "[deadlock]") {
  const NetworkConfig config = config_of(kCases[8], 0);
  const CutThroughRouting routing(config);
  const auto adaptive_only = [&](NodeId node, const Hops& hops, unsigned in) {
    BufferMask outputs = routing.outputs(node, hops, in);
    for (unsigned out = 0; out < routing.link_buffers(); ++out)
      if (node == 3 && routing.escape(out)) outputs &= ~(BufferMask{1} << out);
    return outputs;
  };
  CHECK_THROWS_WITH(cut_through_dependencies(routing, adaptive_only),
                    Contains("no escape channel at node 3"));
}
