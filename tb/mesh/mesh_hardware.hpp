// Verilated networks of virtual-channel routers: `wormhole_network` and `cut_through_network` have
// the same pins. Each family's adapter adds the draws of its senders.
#pragma once

#include <memory>
#include <vector>

#include "common/hardware_family.hpp"
#include "common/hardware_network.hpp"
#include "family/mesh/header.hpp"
#include "mesh/mesh_sender.hpp"

namespace wayfarer {

/// The codes of mesh_pkg.
[[nodiscard]] std::vector<PackageConstant> mesh_constants();

/// A link of a mesh or torus: the signals that the upstream tile sends and receives, by port.
struct MeshLinkPins {
  const char* output;
  const char* input;
};

/// A plan with the tiles' positions. `forward`: pins from a node to the neighbour along a port,
/// by that port at both; `backward`: from there back.
[[nodiscard]] TilePlan mesh_tiles(const NetworkConfig& config,
                                  const std::vector<MeshLinkPins>& forward,
                                  const std::vector<MeshLinkPins>& backward);

class MeshHardware final : public HardwareNetwork {
 public:
  MeshHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
               std::unique_ptr<MeshSender> sender);

 private:
  void restart() override;
  void inject(TerminalId terminal, unsigned injection_port, const Flit& flit) override;
  void advance() override;
  void identify(Transfer& head);
  void read_header(const Lines& lines, Delivery& delivery) const;
  void read_deliveries();

  const VcHeader header_;
  const unsigned words_;  ///< 32-bit words of a flit.
  const std::unique_ptr<MeshSender> sender_;
  Pins eject_valid_, channel_vc_, link_data_;
};

}  // namespace wayfarer
