// The forward network: 2x1 wormhole switches from the hosts to the server.
#pragma once

#include <vector>

#include "config/config.hpp"
#include "core/flit.hpp"
#include "family/linear/buffers.hpp"
#include "family/linear/config.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer::linear {

/// Per cycle: `plan`, which determines every ready signal and the server's flit; then `push` the
/// hosts' flits, and `move`.
class Forward {
 public:
  Forward(const LinearTopology& topology, const LinearConfig& config);

  void reset();

  /// Decides the moves of the coming cycle; `server_ready`: the server takes a flit.
  void plan(bool server_ready);

  /// Whether the host's switch takes a flit.
  [[nodiscard]] bool ready(HostId host) const { return ready_[host_input_[host]] != 0; }

  /// The flit that goes to the server, nullptr when none does.
  [[nodiscard]] const Flit* arriving() const {
    return plan_[0].sent ? &buffers_.front(plan_[0].owner) : nullptr;
  }

  /// A flit is at the server's switch, and the server does not take it.
  [[nodiscard]] bool waits_for_server() const { return plan_[0].valid && !plan_[0].sent; }

  /// Calls action(transfer) for the flits on the switches' outputs, switch by switch.
  template <typename Action>
  void each_transfer(const Action& action) const {
    active_.ascending([&](SwitchId at) {
      const Plan& plan = plan_[at];
      if (plan.valid)
        action({at, plan.owner, 0, buffers_.front(2 * at + plan.owner).tag, plan.sent});
    });
  }
  /// The input that owns each switch's output, or owned it last.
  void write_owners(std::vector<std::uint8_t>& owners) const;

  /// Performs the planned moves, then adds the hosts' flits (at most one per host, only where
  /// ready).
  void move();
  void push(HostId host, const Flit& flit) { insert(host_input_[host], flit); }

 private:
  struct Plan {
    std::uint8_t owner = 0;
    bool valid = false;
    bool sent = false;
  };

  void plan_switch(SwitchId at, bool out_ready);
  void move_switch(SwitchId at);
  void update_order(SwitchId at);
  void insert(std::uint32_t input, const Flit& flit) {
    buffers_.push(input, flit);
    active_.insert(input / 2);
  }

  bool refill_;
  bool upstream_first_;
  std::vector<std::uint32_t> host_input_;  ///< Inputs are numbered 2 * switch + input.
  std::vector<std::uint32_t> next_input_;  ///< The input that a switch feeds; not for switch 0.
  Buffers buffers_;
  ActiveSet active_;                 ///< Switches that hold a flit.
  std::vector<std::uint8_t> ready_;  ///< By input, for the coming cycle.
  std::vector<Plan> plan_;
  std::vector<std::uint8_t> held_;         ///< A message owns the output, from header to tail.
  std::vector<std::uint8_t> owner_;        ///< The input that sent last.
  std::vector<std::uint8_t> local_first_;  ///< The local header came to the front first.
};

}  // namespace wayfarer::linear
