#include "family/linear/search.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace wayfarer {
namespace {

class PhaseSearch {
 public:
  PhaseSearch(const SearchProblem& problem, const PhaseEvaluator& evaluate, std::uint64_t trials,
              std::uint64_t seed, const ProgressCallback& progress)
      : problem_(problem), evaluate_(evaluate), trials_(trials), seed_(seed), progress_(progress) {
    result_.hosts.resize(hosts());
  }

  SearchResult run(const std::vector<std::vector<Cycle>>& first) {
    for (const std::vector<Cycle>& phases : first) try_phases(phases, 0);
    try_patterns();
    if (all_phases() <= trials_)
      try_all();
    else
      climb();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t hosts() const { return problem_.periods.size(); }

  [[nodiscard]] bool done() {
    if (result_.interrupted || result_.trials >= trials_) return true;
    constexpr std::uint64_t kInterval = 16;
    if (progress_ && result_.trials % kInterval == 0)
      result_.interrupted = !progress_(result_.trials, trials_);
    return result_.interrupted;
  }

  /// Evaluates phases; `target`'s worst case also moves to phases that are equally bad, so that a
  /// climb leaves plateaus.
  void try_phases(const std::vector<Cycle>& phases, std::size_t target) {
    if (done()) return;
    const std::vector<Cycle> responses = evaluate_(phases);
    ++result_.trials;
    for (std::size_t host = 0; host < hosts(); ++host) {
      WorstCase& worst = result_.hosts[host];
      if (responses[host] < worst.response + (host != target)) continue;
      worst = {responses[host], phases};
    }
  }

  /// Patterns of phases known to be bad.
  void try_patterns() {
    const Cycle longest = *std::max_element(problem_.hops.begin(), problem_.hops.end());
    try_phases(std::vector<Cycle>(hosts(), 0), 0);
    // Headers that meet at every switch, one cycle earlier for each hop; and each host one cycle
    // before or after.
    std::vector<Cycle> aligned;
    for (const Cycle hops : problem_.hops) aligned.push_back(longest + 1 - hops);
    try_phases(aligned, 0);
    for (std::size_t host = 0; host < hosts(); ++host)
      for (const int change : {1, -1}) {
        std::vector<Cycle> changed = aligned;
        changed[host] += change;
        try_phases(changed, host);
      }
    // The marks of a ruler: each host midway between two of its own messages.
    std::vector<Cycle> ruler = aligned;
    for (std::size_t host = 0; host < hosts(); ++host) ruler[host] += problem_.periods[host] / 2;
    try_phases(ruler, 0);
  }

  /// Number of phase sets that differ by more than a common shift, with the host of the longest
  /// period fixed; saturates above the trials.
  [[nodiscard]] std::uint64_t all_phases() const {
    std::uint64_t count = 1;
    for (std::size_t host = 0; host < hosts(); ++host) {
      if (host == slowest()) continue;
      if (problem_.periods[host] > trials_ / count) return trials_ + 1;
      count *= problem_.periods[host];
    }
    return count;
  }

  [[nodiscard]] std::size_t slowest() const {
    const auto& periods = problem_.periods;
    return std::max_element(periods.begin(), periods.end()) - periods.begin();
  }

  void try_all() {
    trials_ = result_.trials + all_phases();
    std::vector<Cycle> phases(hosts(), 0);
    while (!done()) {
      try_phases(phases, 0);
      for (std::size_t host = 0; host < hosts(); ++host) {
        if (host == slowest()) continue;
        if (++phases[host] < problem_.periods[host]) break;
        phases[host] = 0;
      }
    }
    result_.exhaustive = !result_.interrupted;
  }

  void climb() {
    while (!done()) {
      Random random(seed_, 0, Purpose::kPhase, result_.trials);
      const std::size_t target = result_.trials % hosts();
      if (random.below(4) == 0) {
        try_phases(random_phases(random), target);
        continue;
      }
      std::vector<Cycle> phases = result_.hosts[target].phases;
      for (unsigned changes = 1 + random.below(2); changes > 0; --changes)
        change_one(phases, random);
      try_phases(phases, target);
    }
  }

  [[nodiscard]] Cycle random_phase(std::size_t host, Random& random) const {
    return random.below(static_cast<std::uint32_t>(problem_.periods[host]));
  }

  [[nodiscard]] std::vector<Cycle> random_phases(Random& random) const {
    std::vector<Cycle> phases;
    for (std::size_t host = 0; host < hosts(); ++host) phases.push_back(random_phase(host, random));
    return phases;
  }

  /// By a cycle, by the length of some host's message, or to anywhere.
  void change_one(std::vector<Cycle>& phases, Random& random) const {
    const std::size_t host = random.below(static_cast<std::uint32_t>(hosts()));
    const Cycle period = problem_.periods[host];
    const std::size_t other = random.below(static_cast<std::uint32_t>(hosts()));
    const Cycle distance = random.below(2) == 0 ? 1 : problem_.flits[other] % period;
    switch (random.below(3)) {
      case 0: phases[host] = random_phase(host, random); break;
      case 1: phases[host] = (phases[host] + distance) % period; break;
      default: phases[host] = (phases[host] + period - distance) % period;
    }
  }

  const SearchProblem& problem_;
  const PhaseEvaluator& evaluate_;
  std::uint64_t trials_;
  std::uint64_t seed_;
  const ProgressCallback& progress_;
  SearchResult result_;
};

}  // namespace

SearchResult search_phases(const SearchProblem& problem, const PhaseEvaluator& evaluate,
                           std::uint64_t trials, std::uint64_t seed,
                           const ProgressCallback& progress,
                           const std::vector<std::vector<Cycle>>& first) {
  return PhaseSearch(problem, evaluate, trials, seed, progress).run(first);
}

std::vector<std::vector<Cycle>> worst_phases(const SearchResult& result) {
  std::vector<std::vector<Cycle>> phases;
  for (const WorstCase& worst : result.hosts) phases.push_back(worst.phases);
  return phases;
}

HostId tightest(const SearchProblem& problem, const SearchResult& result) {
  const auto share = [&](std::size_t host) {
    return static_cast<double>(result.hosts[host].response) /
           static_cast<double>(problem.deadlines[host]);
  };
  HostId found = 0;
  for (HostId host = 1; host < result.hosts.size(); ++host)
    if (share(host) > share(found)) found = host;
  return found;
}

bool misses(const SearchProblem& problem, const SearchResult& result) {
  const HostId host = tightest(problem, result);
  return result.hosts[host].response > problem.deadlines[host];
}

}  // namespace wayfarer
