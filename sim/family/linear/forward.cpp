#include "family/linear/forward.hpp"
#include "family/linear/config.hpp"

namespace wayfarer::linear {

Forward::Forward(const LinearTopology& topology, const LinearConfig& config)
    : refill_(config.refill),
      upstream_first_(config.upstream_first),
      buffers_(2 * topology.switches(), config.depth),
      active_(topology.switches()),
      ready_(2 * topology.switches(), 1),
      plan_(topology.switches()),
      held_(topology.switches()),
      owner_(topology.switches()),
      local_first_(topology.switches()) {
  const auto number = [](SwitchInput input) { return 2 * input.at + input.input; };
  for (HostId host = 0; host < topology.hosts(); ++host)
    host_input_.push_back(number(topology.host_target(host)));
  next_input_.push_back(0);
  for (SwitchId at = 1; at < topology.switches(); ++at)
    next_input_.push_back(number(topology.switch_target(at)));
}

void Forward::reset() {
  buffers_.clear();
  active_.clear();
  ready_.assign(ready_.size(), 1);
  plan_.assign(plan_.size(), {});
  held_.assign(held_.size(), 0);
  owner_.assign(owner_.size(), 0);
  local_first_.assign(local_first_.size(), 0);
}

// From the server outwards, since a switch's ready signal depends on the switch that it feeds.
// Switches without flits are ready and have had no plan to send since they last moved.
void Forward::plan(bool server_ready) {
  active_.ascending(
      [&](SwitchId at) { plan_switch(at, at == 0 ? server_ready : ready_[next_input_[at]] != 0); });
}

void Forward::plan_switch(SwitchId at, bool out_ready) {
  const std::uint32_t local = 2 * at + kLocal;
  const std::uint32_t upstream = 2 * at + kUpstream;
  const bool local_front = !buffers_.empty(local);
  const bool upstream_front = !buffers_.empty(upstream);
  Plan& plan = plan_[at];
  plan.owner = owner_[at];
  if (!held_[at]) plan.owner = upstream_front && !(local_front && local_first_[at]) ? 1 : 0;
  plan.valid = plan.owner == kUpstream ? upstream_front : local_front;
  plan.sent = plan.valid && out_ready;
  for (const std::uint32_t input : {local, upstream}) {
    const bool popped = plan.sent && plan.owner == input - local;
    ready_[input] = !buffers_.full(input) || (refill_ && popped);
  }
}

void Forward::write_owners(std::vector<std::uint8_t>& owners) const {
  active_.ascending([&](SwitchId at) { owners[at] = plan_[at].owner; });
}

// In the order of the plan: a buffer has made room when its feeder moves.
void Forward::move() {
  active_.ascending([this](SwitchId at) { move_switch(at); });
}

void Forward::move_switch(SwitchId at) {
  update_order(at);
  Plan& plan = plan_[at];
  if (plan.sent) {
    const std::uint32_t input = 2 * at + plan.owner;
    const Flit flit = buffers_.front(input);
    buffers_.pop(input);
    held_[at] = !is_tail(flit.tag);
    owner_[at] = plan.owner;
    if (at != 0) insert(next_input_[at], flit);
  }
  plan = {plan.owner, false, false};
  if (!buffers_.empty(2 * at) || !buffers_.empty(2 * at + 1)) return;
  active_.erase(at);
  ready_[2 * at] = 1;
  ready_[2 * at + 1] = 1;
}

/// A header that stays is older than any that reaches the front of the other input from now on.
void Forward::update_order(SwitchId at) {
  if (upstream_first_) return;
  const Plan& plan = plan_[at];
  const auto waits = [&](unsigned input) {
    return !buffers_.empty(2 * at + input) && !(plan.sent && plan.owner == input);
  };
  local_first_[at] = waits(kLocal) && (local_first_[at] || !waits(kUpstream));
}

}  // namespace wayfarer::linear
