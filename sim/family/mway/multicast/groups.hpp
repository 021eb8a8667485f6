// Members of multicast groups, of which the network interface has only numbers.
#pragma once

#include <utility>
#include <vector>

#include "core/control_port.hpp"
#include "core/lockstep.hpp"
#include "core/network.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {

/// Port of networks whose messages may go to groups. A header has one bit for each destination, so
/// that the hardware needs no groups: they belong to what makes the headers. Messages to other
/// groups are refused, as those to no destination.
class MwayGroups : public ControlPort {
 public:
  /// Replaces all groups; valid until the next call, resets included.
  void set_groups(std::vector<MulticastGroup> groups) {
    groups_ = std::move(groups);
    use(groups_);
  }
  [[nodiscard]] const std::vector<MulticastGroup>& groups() const { return groups_; }

 private:
  virtual void use(const std::vector<MulticastGroup>& groups) = 0;

  std::vector<MulticastGroup> groups_;
};

/// Attaches an MwayGroups that writes the registers of a verilated network's adapter: group `at`,
/// 32 destinations at each address.
void attach_groups(Network& rtl);
constexpr unsigned kGroupRegisterBits = 32;

/// Attaches an MwayGroups for both engines, if they have groups.
void attach_groups_in_lockstep(LockstepNetwork& network);

}  // namespace wayfarer
