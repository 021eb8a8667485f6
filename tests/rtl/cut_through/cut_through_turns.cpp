// rtl/cut_through/cut_through_turns.sv, and with it cut_through_pkg::may_turn
//
// Rationale: the turns that the module lets through are those of the model's routing function
// (sim/family/cut_through/routing.hpp), followed over all routes of all legal headers; each other
// turn is refused and fails the assertion. With chaos routing a header may leave any node over any
// link. State space: every single request. Parameter space: each routing; meshes and tori, with
// dimensions of two and of three nodes; one and two classes, one and two virtual channels in a
// class.
#include "VTurnsChaos.h"
#include "VTurnsChaosMesh.h"
#include "VTurnsMesh.h"
#include "VTurnsOneClass.h"
#include "VTurnsOrder.h"
#include "VTurnsStar.h"
#include "VTurnsTriplex.h"
#include "bench.hpp"
#include "family/cut_through/routing.hpp"
#include "family/mesh/config.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace wayfarer;

namespace {

/// Input and output buffer of a node.
using Turns = std::set<std::pair<unsigned, unsigned>>;

/// Follows headers over all their routes.
class Routes {
 public:
  explicit Routes(const NetworkConfig& config)
      : routing_(config),
        injection_(routing_.link_buffers()),
        outputs_(routing_.link_buffers() + mesh_of(config).ejection_ports) {}

  /// Turns of every legal header at every node.
  Turns turns() {
    for (NodeId node = 0; node < grid().nodes(); ++node) inject(node, 0, Hops{});
    return turns_;
  }

 private:
  [[nodiscard]] const Grid& grid() const { return routing_.topology(); }

  void inject(NodeId node, unsigned dimension, Hops hops) {
    if (dimension == grid().dimensions()) return follow(node, hops, injection_);
    const int last = static_cast<int>(grid().extents()[dimension]) - 1;
    const int here = grid().torus() ? 0 : static_cast<int>(grid().digit(node, dimension));
    const int low = grid().torus() ? -last : -here;
    for (int there = low; there <= last - here; ++there) {
      hops[dimension] = static_cast<std::int16_t>(there);
      inject(node, dimension + 1, hops);
    }
  }

  void follow(NodeId node, const Hops& hops, unsigned in) {
    if (!seen_.insert({node, hops, in}).second) return;
    const BufferMask mask = routing_.outputs(node, hops, in);
    for (unsigned out = 0; out < outputs_; ++out) {
      if ((mask >> out & 1u) == 0) continue;
      turns_.insert({in, out});
      if (out < injection_) pass(node, hops, out);
    }
    if (!routing_.exchanges()) return;
    for (unsigned out = 0; out < injection_; ++out)
      if ((routing_.links(node) >> out & 1u) != 0) pass(node, hops, out);
  }

  void pass(NodeId node, Hops hops, unsigned out) {
    const unsigned port = out / routing_.virtual_channels();
    routing_.pass(hops, out);
    follow(grid().neighbour(node, port / 2, port % 2 != 0), hops, out);
  }

  CutThroughRouting routing_;
  unsigned injection_;
  unsigned outputs_;
  Turns turns_;
  std::set<std::tuple<NodeId, Hops, unsigned>> seen_;
};

template <class Top>
void every_request(TopologyKind kind, std::vector<unsigned> extents, CutThroughRoutingKind routing,
                   unsigned virtual_channels, unsigned ejection_ports, unsigned vc_classes) {
  NetworkConfig config = cut_through_config();
  config.topology = {kind, std::move(extents), 1};
  cut_through_of(config).routing = routing;
  cut_through_of(config).policy = Policy::kOutputDriven;
  mesh_of(config).virtual_channels = virtual_channels;
  mesh_of(config).ejection_ports = ejection_ports;
  mesh_of(config).vc_classes = vc_classes;
  validate(config);
  const Turns turns = Routes(config).turns();

  AssertionBench<Top> bench;
  const auto inputs = static_cast<unsigned>(std::size(bench->request_i));
  const unsigned outputs = inputs - 1 + ejection_ports;
  for (auto& request : bench->request_i) request = 0;
  for (unsigned i = 0; i < inputs; ++i)
    for (unsigned o = 0; o < outputs; ++o) {
      INFO("input " << i << ", output " << o);
      const bool turn = turns.count({i, o}) != 0;
      drive(bench->request_i[i], std::uint64_t{1} << o);
      bench.settle();
      REQUIRE(bench->request_o[i] == (turn ? std::uint64_t{1} << o : 0));
      REQUIRE(bench.assertion_failed() == !turn);
      bench->request_i[i] = 0;
    }
}

}  // namespace

TEST_CASE("the turns of all routes", "[cut_through_turns][CutThroughTurnsAllowed]") {
  using Kind = CutThroughRoutingKind;
  every_request<VTurnsOrder>(TopologyKind::kTorus, {5, 4}, Kind::kDimensionOrder, 2, 1, 2);
  every_request<VTurnsMesh>(TopologyKind::kMesh, {4, 2}, Kind::kDimensionOrder, 1, 1, 1);
  every_request<VTurnsStar>(TopologyKind::kTorus, {4, 3, 2}, Kind::kStarChannels, 1, 1, 2);
  every_request<VTurnsTriplex>(TopologyKind::kTorus, {2, 3}, Kind::kMinimalTriplex, 2, 2, 2);
  every_request<VTurnsChaos>(TopologyKind::kTorus, {5, 2}, Kind::kChaos, 1, 2, 1);
  every_request<VTurnsChaosMesh>(TopologyKind::kMesh, {2, 3, 1}, Kind::kChaos, 1, 1, 1);
  every_request<VTurnsOneClass>(TopologyKind::kTorus, {3, 3}, Kind::kMinimalTriplex, 1, 1, 1);
}
