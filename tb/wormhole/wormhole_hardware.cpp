// Verilated networks of wormhole routers.
#include <utility>

#include "core/random.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/phases.hpp"
#include "mesh/mesh_hardware.hpp"

namespace wayfarer {
namespace {

class WormholeSender final : public MeshSender {
 public:
  WormholeSender(const NetworkConfig& config, unsigned seed)
      : MeshSender(config, seed), routing_(romm_routing(config)) {}

 private:
  void draw(HeaderWords& words, NodeId terminal, NodeId destination,
            std::uint32_t number) const override {
    Random random(seed_, terminal, Purpose::kRoute, number);
    const PhaseSets phases = draw_phases(topology_, terminal, destination, routing_, random);
    for (unsigned p = 0; p < phases.count; ++p)
      for (unsigned d = 0; d < header_.dimensions; ++d) set_hops(words, p, d, phases.sets[p][d]);
  }

  const RommRouting routing_;
};

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned seed) {
  return std::make_unique<MeshHardware>(std::move(hardware), config,
                                        std::make_unique<WormholeSender>(config, seed));
}

TilePlan tiles(const NetworkConfig& config, bool /*trusted*/) {
  TilePlan plan = mesh_tiles(config,
                             {{"channel_valid_o", "valid_i"},
                              {"out_vc_o", "vc_i"},
                              {"channel_tag_o", "tag_i"},
                              {"channel_data_o", "data_i"}},
                             {{"flow_o", "flow_i"}});
  const Grid grid(config.topology, HalfWay::kStraight);
  for (LinkId link = 0; link < grid.link_ids(); ++link)
    if (grid.link_wraps(link))
      plan.constants.push_back(
          {{grid.link_source(link), "wraps_i", link % (2 * grid.dimensions())}, 1});
  return plan;
}

}  // namespace

const HardwareFamily& wormhole_hardware() {
  static const HardwareFamily family = {
      "wormhole", make, mesh_constants(), {{"out_data", "channel_data_o"}}, tiles, 0.2};
  return family;
}

}  // namespace wayfarer
