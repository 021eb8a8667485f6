// Verilated networks of cut-through routers.
#include <utility>

#include "family/cut_through/codes.hpp"
#include "family/cut_through/config.hpp"
#include "family/cut_through/routing.hpp"
#include "mesh/mesh_hardware.hpp"

namespace wayfarer {
namespace {

class CutThroughSender final : public MeshSender {
 public:
  CutThroughSender(const NetworkConfig& config, unsigned seed)
      : MeshSender(config, seed), depth_(mesh_of(config).depth) {}

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

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned seed) {
  return std::make_unique<MeshHardware>(std::move(hardware), config,
                                        std::make_unique<CutThroughSender>(config, seed));
}

/// A link is in the tile at its + port: there it has both ends' buffers, and grants to both.
TilePlan tiles(const NetworkConfig& config, bool /*trusted*/) {
  TilePlan plan =
      mesh_tiles(config, {{"channel_tag_o", "tag_i"}, {"channel_data_o", "data_i"}}, {});
  const Grid grid(config.topology, HalfWay::kStraight);
  for (NodeId node = 0; node < grid.nodes(); ++node) {
    plan.constants.push_back({{node, "seed_i"}, lfsr_seed(mesh_of(config).seed, node)});
    for (unsigned d = 0; d < grid.dimensions(); ++d) {
      // Monitors of a port without a link show the last virtual channel.
      if (!grid.link_exists(grid.link(node, d, true)))
        plan.constants.push_back(
            {{node, "before_vc_i", d}, mesh_of(config).link_virtual_channels() - 1});
      if (!grid.link_exists(grid.link(node, d, false))) continue;
      const NodeId next = grid.neighbour(node, d, false);
      const auto back = [&](const char* output, const char* input) {
        plan.links.push_back({{next, output, d}, {node, input, d}});
      };
      const auto forward = [&](const char* output, const char* input) {
        plan.links.push_back({{node, output, d}, {next, input, d}});
      };
      back("before_holds_o", "next_holds_i");
      back("before_head_o", "next_head_i");
      back("before_tail_o", "next_tail_i");
      back("before_room_o", "next_room_i");
      forward("next_grant_o", "before_grant_i");
      forward("next_vc_o", "before_vc_i");
      forward("next_arrive_o", "before_arrive_i");
    }
  }
  return plan;
}

std::vector<PackageConstant> constants() {
  constexpr const char* kPackage = "cut_through_pkg";
  std::vector<PackageConstant> all = mesh_constants();
  const auto routing = [&](const char* name, CutThroughRoutingKind kind) {
    all.push_back({kPackage, name, routing_code(kind)});
  };
  routing("DimensionOrder", CutThroughRoutingKind::kDimensionOrder);
  routing("StarChannels", CutThroughRoutingKind::kStarChannels);
  routing("MinimalTriplex", CutThroughRoutingKind::kMinimalTriplex);
  routing("Chaos", CutThroughRoutingKind::kChaos);
  const auto policy = [&](const char* name, Policy code) {
    all.push_back({kPackage, name, policy_code(code)});
  };
  policy("InputDriven", Policy::kInputDriven);
  policy("InputDrivenRandom", Policy::kInputDrivenRandom);
  policy("OutputDriven", Policy::kOutputDriven);
  policy("InputDrivenRoundRobin", Policy::kInputDrivenRoundRobin);
  all.push_back({kPackage, "ChoiceWidth", kChoiceWidth});
  return all;
}

}  // namespace

const HardwareFamily& cut_through_hardware() {
  static const HardwareFamily family = {
      "cut_through", make, constants(), {{"out_data", "channel_data_o"}}, tiles};
  return family;
}

}  // namespace wayfarer
