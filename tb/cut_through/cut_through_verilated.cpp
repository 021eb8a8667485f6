// The shared library of one verilated network of cut-through routers. Built once for each
// configuration (tb/common/verilated_build.cpp), which comes as the header
// wayfarer_network_config.hpp.
#include "Vcut_through.h"
#include "Vcut_through___024root.h"
#include "Vcut_through_cut_through_pkg.h"
#include "Vcut_through_mesh_pkg.h"
#include "family/cut_through/codes.hpp"
#include "family/cut_through/routing.hpp"
#include "mesh/verilated_mesh.hpp"

namespace wayfarer {
namespace {

struct Links {
  static const auto& data(const Vcut_through& top) {
    return top.rootp->cut_through_network__DOT__out_data;
  }
};

static_assert(mesh_codes_agree<Vcut_through_mesh_pkg>());
using Codes = Vcut_through_cut_through_pkg;
static_assert(Codes::DimensionOrder == routing_code(CutThroughRoutingKind::kDimensionOrder));
static_assert(Codes::StarChannels == routing_code(CutThroughRoutingKind::kStarChannels));
static_assert(Codes::MinimalTriplex == routing_code(CutThroughRoutingKind::kMinimalTriplex));
static_assert(Codes::Chaos == routing_code(CutThroughRoutingKind::kChaos));
static_assert(Codes::InputDriven == policy_code(Policy::kInputDriven));
static_assert(Codes::InputDrivenRandom == policy_code(Policy::kInputDrivenRandom));
static_assert(Codes::OutputDriven == policy_code(Policy::kOutputDriven));
static_assert(Codes::InputDrivenRoundRobin == policy_code(Policy::kInputDrivenRoundRobin));
static_assert(Codes::ChoiceWidth == kChoiceWidth);

class CutThroughSender final : public MeshSender {
 public:
  explicit CutThroughSender(const NetworkConfig& config)
      : MeshSender(config), depth_(mesh_of(config).depth) {}

 private:
  /// The capacity of a buffer.
  [[nodiscard]] std::uint32_t longest_message() const override { return depth_; }

  void draw(HeaderWords& words, NodeId terminal, NodeId destination,
            std::uint32_t number) const override {
    const Hops hops = draw_hops(topology_, seed_, terminal, destination, number);
    for (unsigned d = 0; d < header_.dimensions; ++d) set_hops(words, 0, d, hops[d]);
  }

  const unsigned depth_;
};

}  // namespace
}  // namespace wayfarer

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  using namespace wayfarer;
  static const wayfarer_verilated table =
      mesh_table<VerilatedMesh<Vcut_through, CutThroughSender, Links>>();
  return &table;
}
