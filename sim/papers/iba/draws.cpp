// Zhou et al., Figures 8 to 16: how often their claims hold over several draws of sources and
// groups. The text leaves three things open, and each claim is counted under both readings of each:
// whether a packet on shared lanes takes any free one or that of its service level, whether the
// ordinate is the time of the last delivery or the mean latency of a message, and the size of the
// buffers.
#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "papers/iba/runs.hpp"

namespace wayfarer {
namespace {

using namespace iba_runs;

constexpr unsigned kDraws = 5;
constexpr unsigned kDrawnSizes[] = {32, 128};
constexpr unsigned kSeriesBytes = 128;
constexpr const char* kMoreSources[] = {"one:100", "10:100", "40:100", "70:100"};
constexpr const char* kMoreMembers[] = {"40:10", "40:40", "40:70", "40:100"};

/// Shared lanes under one reading.
struct Shared {
  const char* name;
  Lanes two;
  Lanes four;
};
constexpr Shared kReadings[] = {{"any lane", kTwoShared, kFourShared},
                                {"lanes by level", kTwoByLevel, kFourByLevel}};
constexpr Lanes kLanes[] = {kOneLane,     kTwoByLevel, kTwoShared,    kTwoDedicated,
                            kFourByLevel, kFourShared, kFourDedicated};
constexpr Ordinate kOrdinates[] = {Ordinate::kLastDelivery, Ordinate::kMeanLatency};

/// All-source traffic to all is the same in every draw.
std::vector<Case> cases_of(unsigned draw) {
  if (draw == 0) return {std::begin(kCases), std::end(kCases)};
  return {kOneSource, kMultiSource};
}

/// Claims on one ordinate, over all draws.
class Claims {
 public:
  Claims(const std::vector<Runs>& draws, const Sizes& sizes, Ordinate ordinate)
      : draws_(draws), sizes_(sizes), ordinate_(ordinate), buffers_(draws.front().buffers()) {}

  /// The paper speaks of "the execution of multicast operations", which ends with the last
  /// delivery: means are the second reading.
  void report(Reproduction& result) {
    const auto say = [&](const ClaimCount& count, const std::string& claim) {
      const std::string cell = fmt::format("{}: {}", to_string(ordinate_), claim);
      if (ordinate_ == Ordinate::kLastDelivery)
        count.report(result, cell, buffers_);
      else
        count.note(result, cell, buffers_);
    };
    say(faster(), "multicast faster than unicast");
    for (const Shared& shared : kReadings)
      say(no_slower(Sending::kUnicast, {{shared.two, kOneLane}, {shared.four, shared.two}}),
          fmt::format("unicast, more VLs no slower, {}", shared.name));
    for (const Sending sending : {Sending::kUnicast, Sending::kBranches})
      for (const Shared& shared : kReadings)
        say(no_slower(sending, {{shared.two, kTwoDedicated}, {shared.four, kFourDedicated}}),
            fmt::format("{}, shared VLs no slower than dedicated, {}", to_string(sending),
                        shared.name));
    if (sizes_.size() > 1)
      for (const Case& which : kCases)
        say(grows_with_message(which),
            fmt::format("speed-up grows with the message, {}", which.name));
    if (!has_series(sizes_)) return;
    say(grows(kMoreMembers), "speed-up grows with the group, 40 % sources");
    say(grows(kMoreSources), "speed-up grows with the sources, groups of all");
  }

  [[nodiscard]] static bool has_series(const Sizes& sizes) {
    return std::find(sizes.begin(), sizes.end(), kSeriesBytes) != sizes.end();
  }

 private:
  [[nodiscard]] ClaimCount faster() const {
    ClaimCount count;
    for (unsigned draw = 0; draw < draws_.size(); ++draw)
      for (const Case& which : cases_of(draw))
        for (const Lanes& lanes : kLanes)
          for (const unsigned bytes : sizes_)
            count.add(value(draw, which, lanes, bytes, Sending::kBranches) <
                      value(draw, which, lanes, bytes, Sending::kUnicast));
    return count;
  }

  [[nodiscard]] ClaimCount no_slower(Sending sending,
                                     const std::vector<std::pair<Lanes, Lanes>>& better) const {
    ClaimCount count;
    for (unsigned draw = 0; draw < draws_.size(); ++draw)
      for (const Case& which : cases_of(draw))
        for (const unsigned bytes : sizes_)
          for (const auto& [good, other] : better)
            count.add(value(draw, which, good, bytes, sending) <=
                      value(draw, which, other, bytes, sending));
    return count;
  }

  [[nodiscard]] double value(unsigned draw, const Case& which, const Lanes& lanes, unsigned bytes,
                             Sending sending) const {
    return draws_[draw].value(which.groups, lanes, bytes, sending, ordinate_);
  }

  [[nodiscard]] double speedup(const Runs& runs, const char* groups, unsigned bytes) const {
    return runs.value(groups, kOneLane, bytes, Sending::kUnicast, ordinate_) /
           runs.value(groups, kOneLane, bytes, Sending::kBranches, ordinate_);
  }

  [[nodiscard]] ClaimCount grows_with_message(const Case& which) const {
    ClaimCount count;
    const std::size_t draws = which.name == kAllSource.name ? 1 : draws_.size();
    for (std::size_t draw = 0; draw < draws; ++draw)
      for (std::size_t i = 1; i < sizes_.size(); ++i)
        count.add(speedup(draws_[draw], which.groups, sizes_[i]) >
                  speedup(draws_[draw], which.groups, sizes_[i - 1]));
    return count;
  }

  template <std::size_t kNumber>
  [[nodiscard]] ClaimCount grows(const char* const (&groups)[kNumber]) const {
    ClaimCount count;
    for (const Runs& runs : draws_)
      for (std::size_t i = 1; i < kNumber; ++i)
        count.add(speedup(runs, groups[i], kSeriesBytes) >
                  speedup(runs, groups[i - 1], kSeriesBytes));
    return count;
  }

  const std::vector<Runs>& draws_;
  const Sizes& sizes_;
  Ordinate ordinate_;
  Buffers buffers_;
};

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Sizes sizes;
  for (const unsigned bytes : kDrawnSizes)
    if (fmt::format("{} B", bytes).find(options.only) != std::string::npos) sizes.push_back(bytes);
  if (sizes.empty())
    throw UsageError(fmt::format("no size's name contains '{}'; legal: 32 B, 128 B", options.only));
  const unsigned number = options.runs == 0 ? kDraws : options.runs;
  Reproduction result;
  result.id = "iba-draws";
  for (const Buffers buffers : kBuffers) {
    std::vector<Runs> draws;
    std::vector<Point> points;
    for (unsigned draw = 0; draw < number; ++draw) {
      Runs& runs = draws.emplace_back(options.seed + draw, buffers);
      for (const Case& which : cases_of(draw))
        for (const Lanes& lanes : kLanes)
          for (const unsigned bytes : sizes) runs.add(which.groups, lanes, bytes);
      if (Claims::has_series(sizes)) {
        for (const char* groups : kMoreSources) runs.add(groups, kOneLane, kSeriesBytes);
        for (const char* groups : kMoreMembers) runs.add(groups, kOneLane, kSeriesBytes);
      }
      points.insert(points.end(), runs.points.begin(), runs.points.end());
    }
    const PointResults results = run_all(engines, points, options);
    auto next = results.begin();
    for (Runs& runs : draws) {
      const auto end = next + static_cast<std::ptrdiff_t>(runs.points.size());
      runs.results.assign(next, end);
      next = end;
    }
    for (const Ordinate ordinate : kOrdinates) Claims(draws, sizes, ordinate).report(result);
    result.points.insert(result.points.end(), points.begin(), points.end());
    result.results.insert(result.results.end(), results.begin(), results.end());
  }
  result.conditions = {{"engine", "model"},
                       {"seeds", fmt::format("{} to {}", options.seed, options.seed + number - 1)},
                       {"flit_bytes", 16},
                       {"speed-ups", "with one virtual lane"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment iba_draws() {
  Experiment experiment{"iba-draws", "the claims over several draws, under both readings", run};
  experiment.selectable = true;
  return experiment;
}

}  // namespace wayfarer
