// Message schedules of the linear client-server network (Yang et al., sections III to V), repaired
// where needed, and better ones; for any lengths, and for trees where they apply.
//
// d_i excludes hops, as in the paper: in the network host i's message is delivered within
// d_i + hops_i - 1 cycles of its release. With TH_i, S(i) as in the paper and maxup_i the longest
// message from further up than host i (0 for the last):
//   greedy                 p_i = d_i = maxup_i + TH_i
//   conservative           d_i = maxup_i + S(i), p_i = maxup_i + S(i + 1): as printed
//   conservative-repaired  d_i as before, p_i = 2 maxup_i + S(i) + S(i - 1)
//   uniform                p_i = N^2 max e, d_i = e_1 + ... + e_i: the paper's N^2 e and i e
//   uniform-tight          p_i = sum e, d_i = min(sum e, maxup_i + e_1 + ... + e_i)
//   least-period           d_i = the bound of bounds.hpp <= p_i, least mean p (synthesis.hpp)
//   least-deadlines        d_i as low as any periods make that bound, least mean p
// On a tree TH counts the messages of the other input of each switch on the way, and the sum
// e_1 + ... + e_i all messages that do not pass the host's own switch, and the host's own. The
// conservative wait is the line's at a switch whose next switch has a host at the other input, and
// the greedy one elsewhere; p_i = d_i for a host whose switch has another host
// (docs/linear-schedules.md, section 3).
//
// With buffers of q > 1 flits greedy and repaired conservative waits have (q - 1) (D - 1) cycles
// more at a switch of distance D, or (q - 2) (D - 1) without refill, and are proved if no message
// fits into the buffers ahead: e_i > q (hops_i - 1). The rest of this is for q = 1.
//
// If no message is shorter than its path, e_i >= hops_i, the network is equivalent to the paper's,
// in which a hop takes a header no time: call cycle t at distance D the time t + D - 1; then all
// switches that a message held become free at the same time. The paper's proofs then hold:
//   - greedy. Each input waits for one message of the other input.
//   - repaired conservative. Subcase 2.2 of Theorem 1 needs p_i - d_i >= maxup_i + S(i - 1);
//     equality suffices, since the upstream header wins the tie.
//   - printed conservative, up to host i, if e_k >= maxup_k for k = 2..i, which makes both equal.
// For shorter messages d_i can fail, and only the bounds of bounds.hpp are proven. Those
// prove uniform-tight for any lengths and any tree. The paper's uniform d_i holds when all hosts
// release together, not for any phases.
#pragma once

#include <string>
#include <vector>

#include "family/linear/bounds.hpp"

namespace wayfarer {

enum class ScheduleKind {
  kGreedy,
  kConservative,
  kConservativeRepaired,
  kUniform,
  kUniformTight,
  kLeastPeriod,
  kLeastDeadlines,
};

/// The kinds with formulas for periods, and those that are searched for; names as above.
[[nodiscard]] const std::vector<ScheduleKind>& schedule_kinds();
[[nodiscard]] const std::vector<ScheduleKind>& synthesized_kinds();
/// Whether the kind is for all trees, or for lines only.
[[nodiscard]] bool for_trees(ScheduleKind kind);
[[nodiscard]] std::string to_string(ScheduleKind kind);
/// Throws UsageError that lists the names.
[[nodiscard]] ScheduleKind parse_schedule(const std::string& name);

struct ScheduleOptions {
  bool strict = false;    ///< Periods one cycle longer, for the ">" of Theorem 1.
  bool one_more = false;  ///< As if one more host, with a message as long as that of the last one,
                          ///< followed it: the paper's table. Lines only.
  Cycle depth = 1;        ///< Flits of a switch's buffer, q.
  bool refill = true;     ///< A full buffer that is being emptied takes a flit.
};

struct HostSchedule {
  Cycle flits = 1;
  Cycle period = 1;
  Cycle d = 0;           ///< Delivery without hops.
  Cycle fill = 0;        ///< hops - 1.
  Cycle bound = kNever;  ///< Smallest proven d; above d if d is not proven. kNever: none.
  std::string doubt;     ///< Why d is not proven; empty when it is.

  [[nodiscard]] Cycle deadline() const { return d + fill; }
  [[nodiscard]] bool proven() const { return doubt.empty(); }
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::kGreedy;
  std::vector<HostSchedule> hosts;
  bool least = true;  ///< Synthesized kinds: whether the search was complete.
  Cycle service = 0;  ///< Not 0: d and bound are those of round trips (with_answers).

  [[nodiscard]] double utilisation() const;
  [[nodiscard]] double mean_period() const { return mean_of(&HostSchedule::period); }
  [[nodiscard]] double mean_d() const { return mean_of(&HostSchedule::d); }
  [[nodiscard]] bool proven() const;

 private:
  [[nodiscard]] double mean_of(Cycle HostSchedule::*value) const;
};

/// A schedule for hosts with messages of these lengths in flits. Throws UsageError for a tree that
/// is not a line if the kind is not for_trees, for lengths that are not one for each host or below
/// 1, and for periods of 2^40 cycles and more.
[[nodiscard]] Schedule make_schedule(ScheduleKind kind, const LinearTopology& topology,
                                     const std::vector<Cycle>& flits,
                                     const ScheduleOptions& options = {});

/// The schedule with deadlines and bounds of round trips, from the release of a request to the
/// delivery of its answer's tail, if the server answers `service` >= 1 cycles after a request's
/// tail: longer by service + e - 1 + hops, with e the longest message (docs/linear-schedules.md,
/// section 7).
[[nodiscard]] Schedule with_answers(Schedule schedule, Cycle service);

/// Whether the topology is LinearTopology::line.
[[nodiscard]] bool is_line(const LinearTopology& topology);

}  // namespace wayfarer
