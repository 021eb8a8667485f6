// Client-server networks of 2x1 wormhole switches (Yang et al., section II): the line of Figure 1
// and its generalisation to trees, as data shared by model, analysis, benches and builds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {

/// Terminals are the hosts, then the server. Channels are the switches' outputs, then, in the
/// reverse network, the inputs of the corresponding branches.
class LinearTopology {
 public:
  /// From a text as parse_switch_tree reads it. Throws UsageError.
  explicit LinearTopology(const std::string& tree);

  [[nodiscard]] static LinearTopology line(unsigned hosts) {
    return LinearTopology(line_text(hosts));
  }
  [[nodiscard]] static LinearTopology balanced(unsigned hosts) {
    return LinearTopology(balanced_text(hosts));
  }

  [[nodiscard]] unsigned hosts() const { return static_cast<unsigned>(host_target_.size()); }
  [[nodiscard]] unsigned switches() const { return static_cast<unsigned>(switch_target_.size()); }
  [[nodiscard]] std::uint32_t terminals() const { return hosts() + 1; }
  [[nodiscard]] TerminalId server() const { return hosts(); }
  [[nodiscard]] std::uint32_t channels() const { return 2 * switches(); }

  [[nodiscard]] SwitchInput host_target(HostId host) const { return host_target_[host]; }
  /// Not for switch 0. The number of the switch fed is smaller.
  [[nodiscard]] SwitchInput switch_target(SwitchId at) const { return switch_target_[at]; }

  /// Switches between here and the server, this one included: 1 for switch 0.
  [[nodiscard]] unsigned distance(SwitchId at) const { return distance_[at]; }
  /// Switches that the host's messages pass; on the line the paper's index i.
  [[nodiscard]] unsigned hops(HostId host) const { return distance_[host_target_[host].at]; }

  /// Whether the host's messages enter that switch through that input.
  [[nodiscard]] bool behind(SwitchInput input, HostId host) const {
    return (behind_[2 * input.at + input.input][host / 64] >> host % 64 & 1u) != 0;
  }

  /// A text that yields the same topology.
  [[nodiscard]] std::string tree() const;

 private:
  struct HostSet {
    std::uint64_t word[kMaxHosts / 64] = {};
    std::uint64_t operator[](unsigned i) const { return word[i]; }
  };

  void derive();
  [[nodiscard]] std::string tree_below(SwitchInput input) const;

  std::vector<SwitchInput> host_target_;
  std::vector<SwitchInput> switch_target_;
  std::vector<unsigned> distance_;
  std::vector<HostSet> behind_;  ///< Switch times two plus input.
};

}  // namespace wayfarer
