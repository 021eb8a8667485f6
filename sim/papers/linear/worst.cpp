// Yang et al.: longest responses by search; which of the paper's schedules miss deadlines, and
// which hold.
#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/linear/config.hpp"
#include "family/linear/random.hpp"
#include "family/linear/trial.hpp"
#include "papers/linear/paper.hpp"

namespace wayfarer {
namespace {

using Cycles = std::vector<Cycle>;

constexpr unsigned kTrials = 20'000;
constexpr std::uint64_t kInstanceTrials = 80;

class Worst {
 public:
  Worst(const EngineFactory& engines, const ReproductionOptions& options)
      : engines_(engines),
        options_(options),
        trials_(options.runs == 0 ? kTrials : options.runs),
        instances_((trials_ + 1) / 2) {}

  Reproduction run() {
    result_.id = "linear-worst";
    equal_lengths();
    paper_misses();
    other_switches();
    random_instances();
    result_.conditions = {{"seed", options_.seed},
                          {"engine", "rigid trains; without refill: the cycle model"},
                          {"trials", trials_},
                          {"instances", instances_},
                          {"trials_of_an_instance", kInstanceTrials}};
    result_.summarize("");
    result_.pictures.push_back(std::move(picture_));
    return std::move(result_);
  }

 private:
  [[nodiscard]] SearchResult search(const Schedule& schedule, const PhaseEvaluator& evaluate,
                                    std::uint64_t trials, std::uint64_t seed) const {
    SearchResult found =
        search_phases(search_problem(schedule), evaluate, trials, seed, options_.progress);
    if (found.interrupted) throw Interrupted("interrupted");
    return found;
  }

  [[nodiscard]] SearchResult search(const Schedule& schedule, bool upstream_first = false) const {
    const LinearTopology line = LinearTopology::line(static_cast<unsigned>(schedule.hosts.size()));
    return search(schedule, on_trains(line, schedule, upstream_first), trials_, options_.seed);
  }

  /// Compares a deadline of the paper, hops included, with the worst response.
  void hold(const std::string& cell, Cycle deadline, const WorstCase& worst) {
    result_.claim(cell, fmt::format("at most {}", deadline), worst.response,
                  worst.response <= deadline);
  }

  void hold_all(const std::string& cell, const Schedule& schedule) {
    const SearchResult found = search(schedule);
    for (std::size_t i = 0; i < schedule.hosts.size(); ++i)
      hold(fmt::format("{}, host {}", cell, i + 1), schedule.hosts[i].deadline(), found.hosts[i]);
    draw(cell, schedule, found);
  }

  /// The longest response found beside the deadline, hops included.
  void draw(const std::string& cell, const Schedule& schedule, const SearchResult& found) {
    Curve deadline{"deadline", {}};
    Curve bound{"proved here", {}};
    Curve longest{
        "longest found", {}, curve_style(kBlack) + " pointtype 6 pointsize 1.2", "points"};
    for (std::size_t i = 0; i < schedule.hosts.size(); ++i) {
      const HostSchedule& host = schedule.hosts[i];
      const auto number = static_cast<double>(i + 1);
      deadline.points.emplace_back(number, host.deadline());
      if (host.bound != kNever) bound.points.emplace_back(number, host.bound + host.fill);
      longest.points.emplace_back(number, found.hosts[i].response);
    }
    std::vector<Curve> curves = {deadline};
    if (!bound.points.empty()) curves.push_back(bound);
    curves.push_back(longest);
    picture_.panels.push_back(
        curves_panel({cell, "host", "cycles, hops counted",
                      "set logscale y\nset xtics 1\nset key inside top left reverse Left\n"},
                     curves));
  }

  [[nodiscard]] static Schedule line(ScheduleKind kind, const Cycles& flits, bool strict = false) {
    return make_schedule(kind, LinearTopology::line(static_cast<unsigned>(flits.size())), flits,
                         {strict, false});
  }

  void equal_lengths() {
    const Cycles flits(9, 16);
    for (const ScheduleKind kind :
         {ScheduleKind::kGreedy, ScheduleKind::kConservative, ScheduleKind::kUniformTight}) {
      const Schedule schedule = line(kind, flits);
      hold_all(fmt::format("{}, e = 16", to_string(kind)), schedule);
      for (std::size_t i = 0; i < flits.size(); ++i)
        if (schedule.hosts[i].bound < schedule.hosts[i].d)
          result_.note(
              fmt::format("{}, e = 16, host {}: d that is proven, over e", to_string(kind), i + 1),
              schedule.hosts[i].bound / 16);
    }
  }

  void paper_misses() {
    const Cycles unequal = {50, 20, 30, 30};
    hold_all("Theorem 1, e = 50,20,30,30", line(ScheduleKind::kConservative, unequal, true));
    hold_all("repaired, e = 50,20,30,30", line(ScheduleKind::kConservativeRepaired, unequal));
    hold_all("conservative, e = 1, p equal", line(ScheduleKind::kConservative, Cycles(5, 1)));
    hold_all("Theorem 1, e = 1, p greater", line(ScheduleKind::kConservative, Cycles(5, 1), true));
    hold_all("greedy, e = 4 below the hops", line(ScheduleKind::kGreedy, Cycles(9, 4)));
    uniform(line(ScheduleKind::kUniform, Cycles(9, 16)));
  }

  void uniform(const Schedule& schedule) {
    const LinearTopology topology = LinearTopology::line(9);
    const Cycles together = on_trains(topology, schedule)(Cycles(9, 0));
    unsigned exact = 0;
    for (std::size_t i = 0; i < 9; ++i) exact += together[i] == schedule.hosts[i].d;
    result_.claim("uniform, e = 16, released together: hosts whose response is i e", "all 9", exact,
                  exact == 9);
    hold("uniform, e = 16, any phases, host 1", schedule.hosts[0].deadline(),
         search(schedule).hosts[0]);
  }

  /// Readings of the switch under which no schedule holds: not the paper's claims, so only noted.
  void other_switches() {
    const Schedule greedy = line(ScheduleKind::kGreedy, Cycles(8, 8));
    const SearchResult found = search(greedy, true);
    result_.note(fmt::format("upstream always first, greedy, N = 8, e = 8, host 1 (d = {})",
                             greedy.hosts[0].d),
                 found.hosts[0].response);
    NetworkConfig config = linear_config();
    config.name = "no-refill";
    config.flit_bits = 64;
    linear_of(config).tree = line_text(8);
    linear_of(config).refill = false;
    validate(config);
    const auto network = engines_.make(config, Engine::kModel);
    const SearchResult slow = search(greedy, on_network(*network, greedy), 40, options_.seed);
    unsigned late = 0;
    for (std::size_t i = 0; i < 8; ++i) late += slow.hosts[i].response > greedy.hosts[i].deadline();
    result_.note("no refill in the same cycle, greedy, N = 8, e = 8: hosts that miss, of 8", late);
  }

  /// Random instances of each repaired kind, and of Theorem 1 as printed. Any lengths: d_i of
  /// messages shorter than their path can be missed, proven bounds cannot.
  void random_instances() {
    for (const ScheduleKind kind : {ScheduleKind::kGreedy, ScheduleKind::kConservativeRepaired,
                                    ScheduleKind::kUniformTight, ScheduleKind::kConservative})
      random_instances(kind);
  }

  void random_instances(ScheduleKind kind) {
    const bool printed = kind == ScheduleKind::kConservative;
    unsigned proven = 0;
    unsigned broken = 0;
    unsigned attained = 0;
    unsigned missing = 0;
    for (unsigned number = 0; number < instances_; ++number) {
      RandomLinear random(options_.seed, number);
      const LinearTopology topology(printed ? line_text(2 + random.below(8)) : random.tree(2));
      Cycles flits = random.lengths(topology.hosts(), 30);
      // Half of them no shorter than any path, for the proofs that need that.
      if (random.below(2) == 0)
        for (Cycle& length : flits) length += 8;
      const Schedule schedule = make_schedule(kind, topology, flits, {printed, false});
      const SearchResult found =
          search(schedule, on_trains(topology, schedule), kInstanceTrials, options_.seed + number);
      missing += misses(search_problem(schedule), found);
      for (std::size_t i = 0; i < flits.size(); ++i) {
        const HostSchedule& host = schedule.hosts[i];
        if (host.bound == kNever) continue;
        const Cycle bound = host.bound + host.fill;
        ++proven;
        broken += found.hosts[i].response > bound;
        attained += found.hosts[i].response == bound;
      }
    }
    const std::string cell =
        fmt::format("{}, {} random {}", printed ? "Theorem 1" : to_string(kind), instances_,
                    printed ? "lines" : "lines and trees");
    result_.claim(cell + ": proven bounds that break", "none", broken, broken == 0);
    result_.note(cell + ": bounds", proven);
    result_.note(cell + ": bounds attained", attained);
    result_.note(cell + ": instances that miss a d_i", missing);
  }

  const EngineFactory& engines_;
  const ReproductionOptions& options_;
  unsigned trials_;     ///< Trials per search.
  unsigned instances_;  ///< Instances drawn per kind of schedule.
  Reproduction result_;
  Picture picture_{"linear-worst", {}, 2};
};

}  // namespace

Experiment linear_worst() {
  return {"linear-worst", "longest responses by search: what the schedules miss, and what holds",
          [](const EngineFactory& engines, const ReproductionOptions& options) {
            return Worst(engines, options).run();
          },
          true};
}

}  // namespace wayfarer
