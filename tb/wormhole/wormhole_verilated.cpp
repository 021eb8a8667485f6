// The shared library of one verilated network of wormhole routers. Built once for each
// configuration (tb/common/verilated_build.cpp), which comes as the header
// wayfarer_network_config.hpp.
#include "Vwormhole.h"
#include "Vwormhole___024root.h"
#include "Vwormhole_mesh_pkg.h"
#include "core/random.hpp"
#include "family/wormhole/phases.hpp"
#include "mesh/verilated_mesh.hpp"

namespace wayfarer {
namespace {

struct Links {
  static const auto& data(const Vwormhole& top) {
    return top.rootp->wormhole_network__DOT__out_data;
  }
};

static_assert(mesh_codes_agree<Vwormhole_mesh_pkg>());

class WormholeSender final : public MeshSender {
 public:
  explicit WormholeSender(const NetworkConfig& config)
      : MeshSender(config), routing_(romm_routing(config)) {}

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

}  // namespace
}  // namespace wayfarer

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  using namespace wayfarer;
  static const wayfarer_verilated table =
      mesh_table<VerilatedMesh<Vwormhole, WormholeSender, Links>>();
  return &table;
}
