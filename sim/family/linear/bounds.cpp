#include "family/linear/bounds.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

constexpr Cycle kMaxCount = Cycle{1} << 40;

Cycle ceil_divide(Cycle a, Cycle b) { return (a + b - 1) / b; }

class OneMessageAhead {
 public:
  OneMessageAhead(const LinearTopology& topology, const std::vector<PeriodicMessage>& messages,
                  Cycle depth)
      : topology_(topology), messages_(messages), depth_(depth), busy_(busy_period(messages)) {
    for (const PeriodicMessage& message : messages) flits_.push_back(message.flits);
  }

  [[nodiscard]] Cycle busy() const { return busy_; }

  /// The bound W of a host, or kNever when it is above the host's period.
  [[nodiscard]] Cycle bound(HostId host, const std::vector<Cycle>& bounds) const {
    const SwitchInput input = topology_.host_target(host);
    const Cycle own = flits_[host] +
                      longest_behind(topology_, {input.at, 1 - input.input}, flits_) +
                      (depth_ - 1) * (topology_.hops(host) - 1);
    for (Cycle before = 0, now = own; now <= messages_[host].period;) {
      if (now == before) return now;
      before = now;
      now = own;
      for (HostId other = 0; other < flits_.size(); ++other) {
        if (behind_switch(topology_, input.at, other)) continue;
        const Cycle count = most_messages(other, before + topology_.hops(host) - 1, bounds[other]);
        if (count == kNever) return kNever;
        now += count * flits_[other];
      }
    }
    return kNever;
  }

 private:
  /// Messages of a host with that bound that can have a flit cross in that many cycles.
  [[nodiscard]] Cycle most_messages(HostId host, Cycle cycles, Cycle bound) const {
    const Cycle period = messages_[host].period;
    const Cycle in_busy = busy_ == kNever ? kNever : ceil_divide(busy_, period);
    return bound == kNever ? in_busy : std::min(in_busy, ceil_divide(cycles + bound - 1, period));
  }

  const LinearTopology& topology_;
  const std::vector<PeriodicMessage>& messages_;
  Cycle depth_;
  Cycle busy_;
  std::vector<Cycle> flits_;
};

}  // namespace

Cycle busy_period(const std::vector<PeriodicMessage>& messages) {
  constexpr int kMaxSteps = 100'000;
  Cycle busy = 1;
  for (int step = 0; step < kMaxSteps && busy < kMaxCount; ++step) {
    Cycle work = 0;
    for (const PeriodicMessage& message : messages)
      work += ceil_divide(busy, message.period) * message.flits;
    if (work <= busy) return busy;
    busy = work;
  }
  return kNever;
}

std::vector<Cycle> proven_bounds(const LinearTopology& topology,
                                 const std::vector<PeriodicMessage>& messages,
                                 const std::vector<Cycle>& known, Cycle depth) {
  const OneMessageAhead ahead(topology, messages, depth);
  std::vector<Cycle> bounds = known;
  for (Cycle& bound : bounds) bound = std::min(bound, ahead.busy());
  // Each bound tightens the next ones; on a line one round is enough.
  for (bool better = true; better;) {
    better = false;
    for (HostId host = 0; host < bounds.size(); ++host) {
      const Cycle bound = ahead.bound(host, bounds);
      if (bound >= bounds[host]) continue;
      bounds[host] = bound;
      better = true;
    }
  }
  return bounds;
}

Cycle longest_behind(const LinearTopology& topology, SwitchInput input,
                     const std::vector<Cycle>& flits) {
  Cycle longest = 0;
  for (HostId host = 0; host < flits.size(); ++host)
    if (topology.behind(input, host)) longest = std::max(longest, flits[host]);
  return longest;
}

bool behind_switch(const LinearTopology& topology, SwitchId at, HostId host) {
  return topology.behind({at, kLocal}, host) || topology.behind({at, kUpstream}, host);
}

}  // namespace wayfarer
