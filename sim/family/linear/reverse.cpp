#include "family/linear/reverse.hpp"
#include "family/linear/config.hpp"

namespace wayfarer::linear {

Reverse::Reverse(const LinearTopology& topology, const LinearConfig& config)
    : topology_(topology),
      refill_(config.refill),
      targets_(2 * topology.switches()),
      feeder_(topology.switches()),
      buffers_(topology.switches(), config.depth),
      active_(topology.switches()),
      ready_(topology.switches(), 1),
      sent_(topology.switches()),
      way_(topology.switches()) {
  for (HostId host = 0; host < topology.hosts(); ++host) {
    const SwitchInput input = topology.host_target(host);
    targets_[2 * input.at + input.input] = ~static_cast<Target>(host);
  }
  for (SwitchId at = 1; at < topology.switches(); ++at) {
    const SwitchInput input = topology.switch_target(at);
    targets_[2 * input.at + input.input] = static_cast<Target>(at);
    feeder_[at] = input.at;
  }
}

void Reverse::reset() {
  buffers_.clear();
  active_.clear();
  ready_.assign(ready_.size(), 1);
  sent_.assign(sent_.size(), 0);
  way_.assign(way_.size(), 0);
}

// From the hosts inwards, since a branch's ready signal depends on the branches that it feeds.
void Reverse::plan(const std::vector<std::uint8_t>& host_ready) {
  active_.descending([&](SwitchId at) { plan_branch(at, host_ready); });
}

void Reverse::plan_branch(SwitchId at, const std::vector<std::uint8_t>& host_ready) {
  const Flit& front = buffers_.front(at);
  if (is_head(front.tag))
    way_[at] = topology_.behind({at, kUpstream}, front.destination) ? kUpstream : kLocal;
  const Target target = this->target(at);
  sent_[at] = target < 0 ? host_ready[host_of(target)] : ready_[static_cast<SwitchId>(target)];
  ready_[at] = !buffers_.full(at) || (refill_ && sent_[at]);
}

// In the order of the plan: a buffer has made room when its feeder moves.
void Reverse::move() {
  active_.descending([this](SwitchId at) {
    if (sent_[at]) {
      const Flit flit = buffers_.front(at);
      buffers_.pop(at);
      if (const Target target = this->target(at); target >= 0)
        insert(static_cast<SwitchId>(target), flit);
    }
    sent_[at] = 0;
    if (!buffers_.empty(at)) return;
    active_.erase(at);
    ready_[at] = 1;
  });
}

}  // namespace wayfarer::linear
