#include "family/linear/schedule.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "family/linear/server_interface.hpp"
#include "family/linear/synthesis.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kMaxPeriod = Cycle{1} << 40;

const char* const kShort = "messages shorter than the path";
const char* const kFit = "messages that fit into the buffers ahead";
const char* const kUnequal = "printed conservative with unequal lengths";
const char* const kTogether = "holds only if all hosts release together";
const char* const kNoProof = "only the bound is proved";

/// Whether only the bounds of bounds.hpp prove schedules of this kind.
bool proven_by_bounds(ScheduleKind kind) {
  return kind == ScheduleKind::kUniformTight || kind == ScheduleKind::kLeastPeriod ||
         kind == ScheduleKind::kLeastDeadlines;
}

class Maker {
 public:
  Maker(ScheduleKind kind, const LinearTopology& topology, const std::vector<Cycle>& flits,
        const ScheduleOptions& options)
      : kind_(kind),
        topology_(topology),
        flits_(flits),
        options_(options),
        schedule_{kind, std::vector<HostSchedule>(flits.size())} {
    total_ = std::accumulate(flits.begin(), flits.end(), Cycle{0});
    for (HostId host = 0; host < flits.size(); ++host) {
      schedule_.hosts[host].flits = flits[host];
      schedule_.hosts[host].fill = topology.hops(host) - 1;
    }
  }

  Schedule make() {
    switch (kind_) {
      case ScheduleKind::kUniform: uniform(); break;
      case ScheduleKind::kUniformTight: uniform_tight(); break;
      case ScheduleKind::kLeastPeriod: synthesized(SynthesisLimit::kPeriods); break;
      case ScheduleKind::kLeastDeadlines: synthesized(SynthesisLimit::kDeadlines); break;
      default: greedy_or_conservative();
    }
    for (HostSchedule& host : schedule_.hosts) {
      check_size(host.period);
      host.period += options_.strict;
    }
    prove();
    return std::move(schedule_);
  }

 private:
  [[nodiscard]] static SwitchInput other(SwitchInput input) { return {input.at, 1 - input.input}; }

  /// Whether a host feeds the input.
  [[nodiscard]] bool host_at(SwitchInput input) const {
    for (HostId host = 0; host < flits_.size(); ++host)
      if (topology_.host_target(host).at == input.at &&
          topology_.host_target(host).input == input.input)
        return true;
    return false;
  }

  /// Flits of the longest message that can block the host at its switch.
  [[nodiscard]] Cycle longest_against(HostId host) const {
    return std::max(beyond(host),
                    longest_behind(topology_, other(topology_.host_target(host)), flits_));
  }

  /// Flits of the host that the paper's table has after the last one.
  [[nodiscard]] Cycle beyond(HostId host) const {
    return options_.one_more && host + 1 == flits_.size() ? flits_[host] : 0;
  }

  /// Flits beyond one each that the buffers ahead of a switch hold while they move: without refill,
  /// one of each has left a full buffer. The printed schedule has no such term.
  [[nodiscard]] Cycle more_held(SwitchId at) const {
    if (kind_ == ScheduleKind::kConservative || options_.depth == 1) return 0;
    return (options_.depth - (options_.refill ? 1 : 2)) * (topology_.distance(at) - 1);
  }

  void check_size(Cycle cycles) const {
    if (cycles >= kMaxPeriod)
      throw UsageError(
          fmt::format("schedule {}: periods of 2^40 cycles and more for these {} hosts; "
                      "legal: fewer hosts, shorter messages or another schedule",
                      to_string(kind_), flits_.size()));
  }

  void greedy_or_conservative() {
    // The longest wait of a header from leaving a switch until it leaves switch 0: at each switch
    // on the path, one message of the other input and the wait of both beyond that switch.
    std::vector<Cycle> travel(topology_.switches(), 0);
    for (SwitchId at = 1; at < travel.size(); ++at) {
      const SwitchInput next = topology_.switch_target(at);
      travel[at] = longest_behind(topology_, other(next), flits_) + wait_beyond(next.at, travel);
      check_size(travel[at]);
    }
    for (HostId i = 0; i < flits_.size(); ++i) {
      HostSchedule& host = schedule_.hosts[i];
      const SwitchInput input = topology_.host_target(i);
      const Cycle longest = longest_against(i);
      host.d = longest + flits_[i] + wait_beyond(input.at, travel);
      host.period = host.d;
      if (kind_ == ScheduleKind::kGreedy) continue;
      // Time for two messages from a switch; from a host there is only one.
      if (!host_at(other(input))) host.period += longest + travel[input.at];
      repaired_.push_back(host.period);
      if (kind_ != ScheduleKind::kConservative) continue;
      const Cycle next = i + 1 < flits_.size() ? flits_[i + 1] : longest;
      host.period = host.d + travel[input.at] + next;
    }
  }

  /// The wait of a message beyond that switch, and of the next one, which it holds up. With
  /// conservative schedules, if the switch after that one has a host at its other input, the two
  /// meet one message of it, not two.
  [[nodiscard]] Cycle wait_beyond(SwitchId at, const std::vector<Cycle>& travel) const {
    if (at == 0) return 0;
    const Cycle wait = more_held(at) + travel[at];
    const SwitchInput next = topology_.switch_target(at);
    const bool once = kind_ != ScheduleKind::kGreedy &&
                      (host_at(other(next)) || longest_behind(topology_, other(next), flits_) == 0);
    return wait + (once ? more_held(next.at) + travel[next.at] : travel[at]);
  }

  void uniform() {
    const Cycle longest = *std::max_element(flits_.begin(), flits_.end());
    for (HostId i = 0; i < flits_.size(); ++i) {
      schedule_.hosts[i].period = flits_.size() * flits_.size() * longest;
      schedule_.hosts[i].d = up_to(i);
    }
  }

  void uniform_tight() {
    for (HostId i = 0; i < flits_.size(); ++i) {
      schedule_.hosts[i].period = total_;
      schedule_.hosts[i].d = std::min(total_, longest_against(i) + up_to(i));
    }
  }

  void synthesized(SynthesisLimit limit) {
    constexpr std::uint64_t kTrials = 200'000;
    const std::vector<Cycle> start(flits_.size(), total_);  // as uniform-tight, which is feasible
    const Synthesis found = synthesize(topology_, flits_, limit, start, kTrials, options_.depth);
    schedule_.least = found.exhaustive;
    for (HostId i = 0; i < flits_.size(); ++i) {
      schedule_.hosts[i].period = found.periods[i];
      schedule_.hosts[i].d = found.bounds[i];
    }
  }

  /// e_1 + ... + e_i on the line: the messages that do not pass the host's switch, and its own.
  [[nodiscard]] Cycle up_to(HostId host) const {
    const SwitchId at = topology_.host_target(host).at;
    Cycle sum = flits_[host];
    for (HostId other = 0; other < flits_.size(); ++other)
      if (!behind_switch(topology_, at, other)) sum += flits_[other];
    return sum;
  }

  void prove() {
    std::vector<PeriodicMessage> messages;
    std::vector<Cycle> known;
    for (HostId i = 0; i < flits_.size(); ++i) {
      HostSchedule& host = schedule_.hosts[i];
      host.doubt = doubt(i);
      messages.push_back({host.period, host.flits});
      known.push_back(host.doubt.empty() ? host.d : kNever);
    }
    const std::vector<Cycle> bounds = proven_bounds(topology_, messages, known, options_.depth);
    for (HostId i = 0; i < flits_.size(); ++i) {
      schedule_.hosts[i].bound = bounds[i];
      if (bounds[i] <= schedule_.hosts[i].d) schedule_.hosts[i].doubt.clear();
    }
  }

  /// The condition of the schedule's own proof that a host violates.
  [[nodiscard]] std::string doubt(HostId host) const {
    if (kind_ == ScheduleKind::kUniform) return kTogether;
    if (proven_by_bounds(kind_)) return kNoProof;
    if (kind_ == ScheduleKind::kConservative && options_.depth > 1) return kNoProof;
    if (kind_ == ScheduleKind::kConservative)
      for (HostId i = 0; i < host; ++i)
        if (schedule_.hosts[i].period - options_.strict < repaired_[i]) return kUnequal;
    for (HostId i = 0; i < flits_.size(); ++i)
      if (flits_[i] <= options_.depth * (topology_.hops(i) - 1))
        return options_.depth > 1 ? kFit : kShort;
    return "";
  }

  ScheduleKind kind_;
  const LinearTopology& topology_;
  const std::vector<Cycle>& flits_;
  ScheduleOptions options_;
  Schedule schedule_;
  std::vector<Cycle> repaired_;  ///< Periods of the repaired conservative schedule.
  Cycle total_ = 0;
};

void check(ScheduleKind kind, const LinearTopology& topology, const std::vector<Cycle>& flits,
           const ScheduleOptions& options) {
  if (flits.size() != topology.hosts())
    throw UsageError(fmt::format("{} lengths for {} hosts; legal: one length per host",
                                 flits.size(), topology.hosts()));
  if (std::count(flits.begin(), flits.end(), Cycle{0}) != 0)
    throw UsageError("a message of 0 flits; legal: 1 flit and more");
  if (!is_line(topology) && !for_trees(kind)) {
    std::vector<std::string> legal;
    for (const auto* kinds : {&schedule_kinds(), &synthesized_kinds()})
      for (const ScheduleKind other : *kinds)
        if (for_trees(other)) legal.push_back(to_string(other));
    throw UsageError(fmt::format("schedule {} on the tree {}; legal on a tree: {}", to_string(kind),
                                 topology.tree(), join(legal)));
  }
  if (!is_line(topology) && options.one_more)
    throw UsageError("the paper's table of a tree; legal: a line");
}

}  // namespace

const std::vector<ScheduleKind>& schedule_kinds() {
  static const std::vector<ScheduleKind> kinds = {
      ScheduleKind::kGreedy, ScheduleKind::kConservative, ScheduleKind::kConservativeRepaired,
      ScheduleKind::kUniform, ScheduleKind::kUniformTight};
  return kinds;
}

const std::vector<ScheduleKind>& synthesized_kinds() {
  static const std::vector<ScheduleKind> kinds = {ScheduleKind::kLeastPeriod,
                                                  ScheduleKind::kLeastDeadlines};
  return kinds;
}

bool for_trees(ScheduleKind kind) {
  return kind != ScheduleKind::kConservative && kind != ScheduleKind::kUniform;
}

std::string to_string(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::kGreedy: return "greedy";
    case ScheduleKind::kConservative: return "conservative";
    case ScheduleKind::kConservativeRepaired: return "conservative-repaired";
    case ScheduleKind::kUniform: return "uniform";
    case ScheduleKind::kLeastPeriod: return "least-period";
    case ScheduleKind::kLeastDeadlines: return "least-deadlines";
    default: return "uniform-tight";
  }
}

ScheduleKind parse_schedule(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* kinds : {&schedule_kinds(), &synthesized_kinds()})
    for (const ScheduleKind kind : *kinds) {
      if (to_string(kind) == name) return kind;
      names.push_back(to_string(kind));
    }
  throw UsageError(
      fmt::format("schedule '{}'; {}legal: {}", name, did_you_mean(name, names), join(names)));
}

Schedule with_answers(Schedule schedule, Cycle service) {
  Cycle longest = 1;
  Cycle shortest = kNever;
  for (const HostSchedule& host : schedule.hosts) {
    longest = std::max(longest, host.flits);
    shortest = std::min(shortest, host.flits);
  }
  const bool records_suffice = (service + longest) / shortest < linear::Server::kRecords;
  for (HostSchedule& host : schedule.hosts) {
    const Cycle more = service + longest - 1 + host.fill + 1;
    host.d += more;
    if (host.bound != kNever) host.bound += more;
    if (records_suffice) continue;
    host.bound = kNever;
    host.doubt = fmt::format("the server's {} records can be used up", linear::Server::kRecords);
  }
  schedule.service = service;
  return schedule;
}

double Schedule::utilisation() const {
  double sum = 0;
  for (const HostSchedule& host : hosts)
    sum += static_cast<double>(host.flits) / static_cast<double>(host.period);
  return sum;
}

double Schedule::mean_of(Cycle HostSchedule::*value) const {
  double sum = 0;
  for (const HostSchedule& host : hosts) sum += static_cast<double>(host.*value);
  return sum / static_cast<double>(hosts.size());
}

bool Schedule::proven() const {
  return std::all_of(hosts.begin(), hosts.end(), [](const HostSchedule& h) { return h.proven(); });
}

Schedule make_schedule(ScheduleKind kind, const LinearTopology& topology,
                       const std::vector<Cycle>& flits, const ScheduleOptions& options) {
  check(kind, topology, flits, options);
  return Maker(kind, topology, flits, options).make();
}

bool is_line(const LinearTopology& topology) {
  return topology.tree() == line_text(topology.hosts());
}

}  // namespace wayfarer
