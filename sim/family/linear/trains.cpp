#include "family/linear/trains.hpp"

#include <algorithm>
#include <numeric>

namespace wayfarer {
namespace {

/// Events of the same cycle are processed from the server upstream: a switch whose tail leaves the
/// next buffer may send in that same cycle. The numbers of switches grow away from the server.
constexpr unsigned kSwitchBits = 8;
static_assert(2 * kMaxHosts <= 1u << kSwitchBits);

}  // namespace

LinearTrains::LinearTrains(const LinearTopology& topology, bool upstream_first)
    : upstream_first_(upstream_first), hosts_(topology.hosts()) {
  for (SwitchId at = 0; at < topology.switches(); ++at) {
    const SwitchInput target = topology.switch_target(at);
    target_.push_back(2 * target.at + target.input);
    distance_.push_back(topology.distance(at));
  }
  for (HostId i = 0; i < hosts_.size(); ++i) {
    Host& host = hosts_[i];
    const SwitchInput target = topology.host_target(i);
    host.hops = topology.hops(i);
    host.input = 2 * target.at + target.input;
    host.path.resize(host.hops);
    SwitchId at = target.at;
    for (unsigned distance = host.hops; distance >= 1; --distance) {
      host.path[distance - 1] = at;
      at = topology.switch_target(at).at;
    }
  }
}

TrainReport LinearTrains::run(const std::vector<HostProgram>& programs, Cycle horizon) {
  reset(programs);
  Cycle now = 0;
  for (const HostProgram& program : programs) now = std::max<Cycle>(now, program.phase);
  const Cycle period = hyperperiod(programs, horizon);
  bool repeats = false;
  if (period != kNever) {
    std::vector<Cycle> before;
    run_until(now);
    for (std::vector<Cycle> after = state(now); !repeats && now + period <= horizon;) {
      before = std::move(after);
      run_until(now += period);
      after = state(now);
      repeats = after == before;
    }
  }
  if (!repeats) run_until(now = horizon);
  return report(now, repeats);
}

void LinearTrains::reset(const std::vector<HostProgram>& programs) {
  headers_.assign(2 * target_.size(), {});
  free_from_.assign(target_.size(), 0);
  events_.assign(target_.size(), kNever);
  miss_.reset();
  for (HostId i = 0; i < hosts_.size(); ++i) {
    hosts_[i].program = programs[i];
    hosts_[i].next_release = programs[i].phase;
    hosts_[i].worst = 0;
    hosts_[i].delivered = 0;
    release_next(i, 0);
  }
}

void LinearTrains::run_until(Cycle end) {
  for (;;) {
    const std::uint64_t next = *std::min_element(events_.begin(), events_.end());
    if (next >> kSwitchBits >= end) return;
    cross(static_cast<SwitchId>(next & ((1u << kSwitchBits) - 1)), next >> kSwitchBits);
  }
}

void LinearTrains::cross(SwitchId at, Cycle now) {
  Header& local = headers_[2 * at + kLocal];
  Header& upstream = headers_[2 * at + kUpstream];
  const bool upstream_goes = upstream.arrival <= (upstream_first_ ? now : local.arrival);
  Header& taken = upstream_goes ? upstream : local;
  const Header header = taken;
  taken.arrival = kNever;
  set_free(at, kNever);
  if (at == 0) return arrive_at_server(header, now);

  headers_[target_[at]] = {now + 1, header.release, header.host};
  refresh(target_[at] / 2);
  // The tail of a message shorter than its path moves as well, e switches after the header.
  const Host& host = hosts_[header.host];
  const unsigned behind = distance_[at] + host.program.flits;
  if (behind <= host.hops)
    set_free(host.path[behind - 1], now);
  else if (behind == host.hops + 1)
    release_next(header.host, now + 1);
}

void LinearTrains::arrive_at_server(const Header& header, Cycle now) {
  Host& host = hosts_[header.host];
  const unsigned flits = host.program.flits;
  const Cycle response = now + flits - 1 - header.release;
  host.worst = std::max(host.worst, response);
  ++host.delivered;
  if (host.program.deadline != 0 && response > host.program.deadline && !miss_)
    miss_ = {header.host, header.release, response};
  const unsigned spanned = std::min(flits + 1, host.hops);
  for (unsigned distance = 1; distance <= spanned; ++distance)
    set_free(host.path[distance - 1], now + flits + 1 - distance);
  if (flits >= host.hops) release_next(header.host, now + flits + 1 - host.hops);
}

void LinearTrains::release_next(HostId index, Cycle earliest) {
  Host& host = hosts_[index];
  if (host.program.period == 0) return;
  headers_[host.input] = {std::max(host.next_release + 1, earliest), host.next_release, index};
  host.next_release += host.program.period;
  refresh(host.input / 2);
}

void LinearTrains::set_free(SwitchId at, Cycle from) {
  free_from_[at] = from;
  refresh(at);
}

void LinearTrains::refresh(SwitchId at) {
  const Cycle arrival = std::min(headers_[2 * at].arrival, headers_[2 * at + 1].arrival);
  // kNever stays later than every horizon although the shift cuts it.
  events_[at] = std::max(free_from_[at], arrival) << kSwitchBits | at;
}

std::vector<Cycle> LinearTrains::state(Cycle now) const {
  std::vector<Cycle> state;
  for (const Cycle from : free_from_)
    state.push_back(from == kNever ? from : std::max(from, now) - now);
  for (const Header& header : headers_) {
    const bool there = header.arrival != kNever;
    state.push_back(there ? header.arrival - now : kNever);
    state.push_back(there ? header.release - now : kNever);
    state.push_back(there ? header.host : kNever);
  }
  for (const Host& host : hosts_)
    state.push_back(host.program.period == 0 ? kNever : host.next_release - now);
  return state;
}

TrainReport LinearTrains::report(Cycle cycles, bool repeats) const {
  TrainReport report;
  report.miss = miss_;
  report.cycles = cycles;
  report.repeats = repeats;
  for (const Host& host : hosts_) {
    report.worst.push_back(host.worst);
    report.flit_moves += host.delivered * host.program.flits * host.hops;
  }
  report.waiting.assign(hosts_.size(), 0);
  for (const Header& header : headers_) {
    if (header.arrival == kNever || header.release >= cycles) continue;
    Cycle& oldest = report.waiting[header.host];
    oldest = std::max(oldest, cycles - header.release);
  }
  return report;
}

Cycle hyperperiod(const std::vector<HostProgram>& programs, Cycle limit) {
  Cycle multiple = 1;
  for (const HostProgram& program : programs) {
    if (program.period == 0) continue;
    const Cycle factor = program.period / std::gcd(multiple, Cycle{program.period});
    if (factor > limit / multiple) return kNever;
    multiple *= factor;
  }
  return multiple;
}

}  // namespace wayfarer
