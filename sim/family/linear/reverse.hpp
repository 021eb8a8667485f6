// The reverse network: 1x2 branches from the server to the hosts.
#pragma once

#include <vector>

#include "config/config.hpp"
#include "core/flit.hpp"
#include "family/linear/buffers.hpp"
#include "family/linear/config.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer::linear {

/// Branch s is the counterpart of switch s and feeds the hosts and branches that correspond to its
/// inputs. Per cycle: `plan`, then `push` the server's flit, and `move`.
class Reverse {
 public:
  Reverse(const LinearTopology& topology, const LinearConfig& config);

  void reset();

  /// Decides the moves of the coming cycle; the argument says, by host, whether it takes a flit.
  void plan(const std::vector<std::uint8_t>& host_ready);

  /// Whether the branch at the server takes a flit.
  [[nodiscard]] bool ready() const { return ready_[0] != 0; }

  /// Calls action(host, flit) for the flits delivered to hosts.
  template <typename Action>
  void arriving(const Action& action) const {
    active_.ascending([&](SwitchId at) {
      if (sent_[at] && target(at) < 0) action(host_of(target(at)), buffers_.front(at));
    });
  }

  /// Calls action(transfer) for the flits on the links to branches 1 and up, as channels from
  /// `first` on.
  template <typename Action>
  void each_transfer(ChannelId first, const Action& action) const {
    for (SwitchId at = 1; at < feeder_.size(); ++at) {
      const SwitchId from = feeder_[at];
      if (buffers_.empty(from) || target(from) != static_cast<Target>(at)) continue;
      action({first + at, 0, 0, buffers_.front(from).tag, sent_[from] != 0});
    }
  }

  void move();
  void push(const Flit& flit) { insert(0, flit); }

 private:
  /// The target of a branch's output: a branch, or a host as its complement.
  using Target = std::int32_t;
  static HostId host_of(Target target) { return static_cast<HostId>(~target); }

  [[nodiscard]] Target target(SwitchId at) const { return targets_[2 * at + way_[at]]; }
  void plan_branch(SwitchId at, const std::vector<std::uint8_t>& host_ready);
  void insert(SwitchId at, const Flit& flit) {
    buffers_.push(at, flit);
    active_.insert(at);
  }

  const LinearTopology topology_;
  bool refill_;
  std::vector<Target> targets_;   ///< Branch times two plus output.
  std::vector<SwitchId> feeder_;  ///< The branch that feeds a branch; not for branch 0.
  Buffers buffers_;
  ActiveSet active_;  ///< Branches that hold a flit.
  std::vector<std::uint8_t> ready_;
  std::vector<std::uint8_t> sent_;  ///< The front flit moves in the coming cycle.
  std::vector<std::uint8_t> way_;   ///< The output of the message at the front, or of the last.
};

}  // namespace wayfarer::linear
