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
const char* const kUnequal = "printed conservative with unequal lengths";
const char* const kTogether = "holds only when all hosts release together";
const char* const kNoProof = "proved is only the bound";

/// Whether only the bounds of bounds.hpp prove schedules of this kind.
bool proven_by_bounds(ScheduleKind kind) {
  return kind == ScheduleKind::kUniformTight || kind == ScheduleKind::kLeastPeriod ||
         kind == ScheduleKind::kLeastDeadlines;
}

bool for_trees(ScheduleKind kind) {
  return kind == ScheduleKind::kGreedy || proven_by_bounds(kind);
}

class Maker {
 public:
  Maker(ScheduleKind kind, const LinearTopology& topology, const std::vector<Cycle>& flits,
        const ScheduleOptions& options)
      : kind_(kind), topology_(topology), flits_(flits), options_(options),
        schedule_{kind, std::vector<HostSchedule>(flits.size())} {
    total_ = std::accumulate(flits.begin(), flits.end(), Cycle{0});
    for (HostId host = 0; host < flits.size(); ++host) {
      schedule_.hosts[host].flits = flits[host];
      schedule_.hosts[host].fill = topology.hops(host) - 1;
    }
  }

  Schedule make() {
    switch (kind_) {
      case ScheduleKind::kGreedy: greedy(); break;
      case ScheduleKind::kUniform: uniform(); break;
      case ScheduleKind::kUniformTight: uniform_tight(); break;
      case ScheduleKind::kLeastPeriod: synthesized(SynthesisLimit::kPeriods); break;
      case ScheduleKind::kLeastDeadlines: synthesized(SynthesisLimit::kDeadlines); break;
      default: conservative();
    }
    for (HostSchedule& host : schedule_.hosts) {
      check_size(host.period);
      host.period += options_.strict;
    }
    prove();
    return std::move(schedule_);
  }

 private:
  /// Flits of the longest message that can block the host at its switch.
  [[nodiscard]] Cycle longest_against(HostId host) const {
    const SwitchInput input = topology_.host_target(host);
    return std::max(beyond(host), longest_behind(topology_, {input.at, 1 - input.input}, flits_));
  }

  /// The paper's maxup_i: flits of the longest message of the hosts after this one, which on a line
  /// are those further up.
  [[nodiscard]] Cycle longest_after(HostId host) const {
    Cycle longest = beyond(host);
    for (HostId other = host + 1; other < flits_.size(); ++other)
      longest = std::max(longest, flits_[other]);
    return longest;
  }

  /// Flits of the host that the paper's table has after the last one.
  [[nodiscard]] Cycle beyond(HostId host) const {
    return options_.one_more && host + 1 == flits_.size() ? flits_[host] : 0;
  }

  void check_size(Cycle cycles) const {
    if (cycles >= kMaxPeriod)
      throw UsageError(
          fmt::format("schedule {}: periods of 2^40 cycles and more for these {} hosts; "
                      "legal: fewer hosts, shorter messages or another schedule",
                      to_string(kind_), flits_.size()));
  }

  void greedy() {
    // The longest wait of a header from leaving a switch until it leaves switch 0: at each switch
    // on the path, one message of the other input and the wait of that message.
    std::vector<Cycle> travel(topology_.switches(), 0);
    for (SwitchId at = 1; at < travel.size(); ++at) {
      const SwitchInput next = topology_.switch_target(at);
      travel[at] =
          longest_behind(topology_, {next.at, 1 - next.input}, flits_) + 2 * travel[next.at];
      check_size(travel[at]);
    }
    for (HostId i = 0; i < flits_.size(); ++i) {
      HostSchedule& host = schedule_.hosts[i];
      host.d = longest_against(i) + flits_[i] + 2 * travel[topology_.host_target(i).at];
      host.period = host.d;
    }
  }

  void conservative() {
    // The paper's S(i) = S(i - 1) + S(i - 2) + e_i (Lemma 1).
    Cycle before = 0;
    Cycle sum = 0;
    for (HostId i = 0; i < flits_.size(); ++i) {
      HostSchedule& host = schedule_.hosts[i];
      const Cycle sum_before = sum;
      sum += before + flits_[i];
      before = sum_before;
      check_size(sum);
      const Cycle longest = longest_after(i);
      const Cycle next = i + 1 < flits_.size() ? flits_[i + 1] : longest;
      host.d = longest + sum;
      host.period = kind_ == ScheduleKind::kConservative
                        ? longest + (sum + sum_before + next)
                        : 2 * longest + sum + sum_before;
    }
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
    const std::vector<Cycle> bounds =
        proven_bounds(topology_, messages, known, options_.depth);
    for (HostId i = 0; i < flits_.size(); ++i) {
      schedule_.hosts[i].bound = bounds[i];
      if (bounds[i] <= schedule_.hosts[i].d) schedule_.hosts[i].doubt.clear();
    }
  }

  /// The condition of the schedule's own proof that a host violates.
  [[nodiscard]] std::string doubt(HostId host) const {
    if (kind_ == ScheduleKind::kUniform) return kTogether;
    if (proven_by_bounds(kind_) || options_.depth > 1) return kNoProof;
    if (kind_ == ScheduleKind::kConservative)
      for (HostId i = 1; i <= host; ++i)
        if (flits_[i] < longest_against(i)) return kUnequal;
    for (HostId i = 0; i < flits_.size(); ++i)
      if (flits_[i] < topology_.hops(i)) return kShort;
    return "";
  }

  ScheduleKind kind_;
  const LinearTopology& topology_;
  const std::vector<Cycle>& flits_;
  ScheduleOptions options_;
  Schedule schedule_;
  Cycle total_ = 0;
};

void check(ScheduleKind kind, const LinearTopology& topology, const std::vector<Cycle>& flits,
           const ScheduleOptions& options) {
  if (flits.size() != topology.hosts())
    throw UsageError(fmt::format("{} lengths for {} hosts; legal: one length for each host",
                                 flits.size(), topology.hosts()));
  if (std::count(flits.begin(), flits.end(), Cycle{0}) != 0)
    throw UsageError("a message of 0 flits; legal: 1 flit and more");
  const bool conservative =
      kind == ScheduleKind::kConservative || kind == ScheduleKind::kConservativeRepaired;
  if (!is_line(topology) && !for_trees(kind) && !(conservative && is_short_line(topology)))
    throw UsageError(
        fmt::format("schedule {} on the tree {}; legal on a tree: greedy, uniform-tight, "
                    "least-period, least-deadlines",
                    to_string(kind), topology.tree()));
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

bool is_short_line(const LinearTopology& topology) {
  const unsigned hosts = topology.hosts();
  std::string text = line_text(hosts);
  const std::string last = fmt::format("({} -)", hosts);
  text.replace(text.find(last), last.size(), fmt::format("{}", hosts));
  return hosts > 1 && topology.tree() == text;
}

}  // namespace wayfarer
