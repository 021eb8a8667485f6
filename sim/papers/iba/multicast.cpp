// Zhou et al., Figures 8 to 16: multicast beside unicast copies on the 16x16 mesh. The paper's text
// has no numbers; its claims are checked against our values, and every time is listed beside its
// bounds.
#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "family/iba/config.hpp"
#include "family/iba/multicast_bounds.hpp"
#include "family/registry.hpp"
#include "papers/iba/paper.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kLimit = 100'000'000;  ///< Far beyond any run: the watchdog is faster.
constexpr unsigned kLargestPacket = 8192;  ///< As in the paper, one packet; InfiniBand has 4096.

/// Groups as the patterns take them: sources and members in percent.
struct Case {
  const char* name;
  const char* groups;
};
constexpr Case kOneSource = {"one source", "one:100"};
constexpr Case kMultiSource = {"multi-source", "40:40"};
constexpr Case kAllSource = {"all-source", "100:100"};
constexpr Case kCases[] = {kOneSource, kMultiSource, kAllSource};

/// Virtual lanes, and the shipped configuration with them.
struct Lanes {
  const char* name;
  const char* config;
};
constexpr Lanes kOneLane = {"1 VL", "iba16x16-1vl"};
constexpr Lanes kTwoShared = {"2 VL shared", "iba16x16-2vl-shared"};
constexpr Lanes kTwoDedicated = {"2 VL dedicated", "iba16x16-2vl-dedicated"};
constexpr Lanes kFourShared = {"4 VL shared", "iba16x16-4vl-shared"};
constexpr Lanes kFourDedicated = {"4 VL dedicated", "iba16x16-4vl-dedicated"};
constexpr Lanes kLanes[] = {kOneLane, kTwoShared, kTwoDedicated, kFourShared, kFourDedicated};

constexpr unsigned kSizes[] = {32, 128, 512, 2048, 8192};
constexpr unsigned kSmall = 128;  ///< Largest bytes in the figures' left halves.

enum class Way { kUnicast, kBranches, kAllOrNothing };
constexpr Way kWays[] = {Way::kUnicast, Way::kBranches, Way::kAllOrNothing};

std::string to_string(Way way) {
  switch (way) {
    case Way::kUnicast: return "unicast";
    case Way::kBranches: return "multicast";
    case Way::kAllOrNothing: break;
  }
  return "multicast, all or nothing";
}

std::string cell_name(const Case& which, const Lanes& lanes, unsigned bytes) {
  return fmt::format("{}, {}, {} B", which.name, lanes.name, bytes);
}

/// The runs, each simulated once, however many claims use it.
class Runs {
 public:
  explicit Runs(std::uint64_t seed) : seed_(seed) {}

  void add(const std::string& groups, const Lanes& lanes, unsigned bytes, Way way) {
    if (!index_.emplace(Key{groups, lanes.config, bytes, way}, points.size()).second) return;
    Point point;
    point.config = load_config(find_config(lanes.config));
    set_key(point.config, "traffic.mtu_bytes", fmt::format("{}", kLargestPacket));
    set_key(point.config, "traffic.message_bytes", fmt::format("{}", bytes));
    set_key(point.config, "router.replication",
            way == Way::kAllOrNothing ? "all-or-nothing" : "branches");
    set_key(point.config, "router.age", "65535");  // of a run, few packets wait longer
    point.label = fmt::format("{}, {}, {} B, {}", groups, lanes.name, bytes, to_string(way));
    point.options.traffic.pattern =
        fmt::format("{}:{}", way == Way::kUnicast ? "copies" : "multicast", groups);
    point.options.traffic.process = "batch:1";
    point.options.traffic.seed = seed_;
    point.options.cycles = kLimit;
    point.options.warmup = 0;
    points.push_back(std::move(point));
  }
  void add(const std::string& groups, const Lanes& lanes, unsigned bytes) {
    for (const Way way : {Way::kUnicast, Way::kBranches}) add(groups, lanes, bytes, way);
  }

  /// Cycles until the last delivery.
  [[nodiscard]] std::uint64_t cycles(const std::string& groups, const Lanes& lanes, unsigned bytes,
                                     Way way) const {
    return results[index_.at(Key{groups, lanes.config, bytes, way})]->last_delivery + 1;
  }
  [[nodiscard]] double speedup(const std::string& groups, const Lanes& lanes,
                               unsigned bytes) const {
    return static_cast<double>(cycles(groups, lanes, bytes, Way::kUnicast)) /
           static_cast<double>(cycles(groups, lanes, bytes, Way::kBranches));
  }

  [[nodiscard]] MulticastBounds bounds(const std::string& groups, unsigned bytes,
                                       bool copies) const {
    const NetworkConfig& config = points.front().config;
    return multicast_bounds(IbaMesh(config.topology),
                            make_pattern("multicast:" + groups, config, seed_)->groups(),
                            config.data_flits(bytes) + 1, copies);
  }

  std::vector<Point> points;
  PointResults results;

 private:
  using Key = std::tuple<std::string, std::string, unsigned, Way>;

  std::uint64_t seed_;
  std::map<Key, std::size_t> index_;
};

/// One row: the three times and their bounds. Throws CheckFailed where a time is below its bound.
void add_row(Reproduction& result, const Runs& runs, const Case& which, const Lanes& lanes,
             unsigned bytes) {
  const MulticastBounds tree = runs.bounds(which.groups, bytes, false);
  const MulticastBounds copies = runs.bounds(which.groups, bytes, true);
  const std::string cell = cell_name(which, lanes, bytes);
  const auto measured = [&](Way way) {
    const std::uint64_t cycles = runs.cycles(which.groups, lanes, bytes, way);
    const std::uint64_t least = (way == Way::kUnicast ? copies : tree).greatest();
    if (cycles < least)
      throw CheckFailed(fmt::format("{}, {}: {} cycles; the bound is {}", cell, to_string(way),
                                    cycles, least));
    return cycles;
  };
  result.note(cell, fmt::format("{} ({}) < {}: {:.2f} times; delivery {}, bisection {} < {}, "
                                "injection {} < {}",
                                measured(Way::kBranches), measured(Way::kAllOrNothing),
                                measured(Way::kUnicast), runs.speedup(which.groups, lanes, bytes),
                                tree.delivery, tree.bisection, copies.bisection, tree.injection,
                                copies.injection));
}

/// Counts how often a claim holds.
class Tally {
 public:
  void add(bool holds) {
    held_ += holds ? 1 : 0;
    ++all_;
  }
  void report(Reproduction& result, const std::string& cell) const {
    if (all_ == 0) return;
    result.claim(cell, "always", fmt::format("{} of {}", held_, all_), held_ == all_);
  }

 private:
  unsigned held_ = 0;
  unsigned all_ = 0;
};

using Sizes = std::vector<unsigned>;  ///< Bytes of a message, of which all cells were run.

void claim_faster(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  for (const Way way : {Way::kBranches, Way::kAllOrNothing}) {
    Tally faster;
    for (const Case& which : kCases)
      for (const Lanes& lanes : kLanes)
        for (const unsigned bytes : sizes)
          faster.add(runs.cycles(which.groups, lanes, bytes, way) <
                     runs.cycles(which.groups, lanes, bytes, Way::kUnicast));
    faster.report(result, to_string(way) + ": faster than unicast");
  }
}

/// Speed-ups of a series of groups or sizes, and whether each is above the one before.
void claim_growth(Reproduction& result, const Runs& runs, const std::string& what,
                  const std::vector<std::pair<std::string, unsigned>>& series) {
  Tally grows;
  std::vector<std::string> shown;
  for (const Lanes& lanes : kLanes) {
    std::vector<double> speedups;
    for (const auto& [groups, bytes] : series)
      speedups.push_back(runs.speedup(groups, lanes, bytes));
    for (std::size_t i = 1; i < speedups.size(); ++i) grows.add(speedups[i] > speedups[i - 1]);
    shown.push_back(fmt::format("{:.2f}", fmt::join(speedups, " ")));
  }
  grows.report(result, "speed-up grows with " + what);
  for (std::size_t i = 0; i < shown.size(); ++i)
    result.note(fmt::format("speed-up with {}, {}", what, kLanes[i].name), shown[i]);
}

/// The claims about sources and groups need separate runs.
constexpr unsigned kSeriesBytes = 128;
const std::vector<std::string> kMoreSources = {"one:100", "10:100", "40:100", "100:100"};
const std::vector<std::string> kMoreMembers = {"40:10", "40:40", "40:70", "40:100"};
const std::vector<std::string> kMoreMembersOfOne = {"one:10", "one:40", "one:70", "one:100"};

std::vector<std::pair<std::string, unsigned>> series(const std::vector<std::string>& groups) {
  std::vector<std::pair<std::string, unsigned>> result;
  for (const std::string& text : groups) result.emplace_back(text, kSeriesBytes);
  return result;
}

bool has_series(const Sizes& sizes) {
  return std::find(sizes.begin(), sizes.end(), kSeriesBytes) != sizes.end();
}

void claim_series(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  for (const Case& which : kCases) {
    if (sizes.size() < 2) break;
    std::vector<std::pair<std::string, unsigned>> messages;
    for (const unsigned bytes : sizes) messages.emplace_back(which.groups, bytes);
    claim_growth(result, runs, fmt::format("the message, {}", which.name), messages);
  }
  if (!has_series(sizes)) return;
  claim_growth(result, runs, "the group, one source", series(kMoreMembersOfOne));
  claim_growth(result, runs, "the group, 40 % sources", series(kMoreMembers));
  claim_growth(result, runs, "the sources, groups of all", series(kMoreSources));
}

void claim_lanes(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  const auto tally = [&](const std::string& cell, Way way, unsigned low, unsigned high,
                         const std::vector<std::pair<Lanes, Lanes>>& better) {
    Tally holds;
    for (const Case& which : kCases)
      for (const unsigned bytes : sizes)
        for (const auto& [good, other] : better)
          if (bytes >= low && bytes <= high)
            holds.add(runs.cycles(which.groups, good, bytes, way) <=
                      runs.cycles(which.groups, other, bytes, way));
    holds.report(result, cell);
  };
  tally("unicast: more shared VLs no slower", Way::kUnicast, 0, kLargestPacket,
        {{kTwoShared, kOneLane}, {kFourShared, kTwoShared}});
  for (const Way way : kWays) {
    const std::vector<std::pair<Lanes, Lanes>> pairs = {{kTwoShared, kTwoDedicated},
                                                        {kFourShared, kFourDedicated}};
    const std::string cell = to_string(way) + ": shared VLs no slower than dedicated, ";
    tally(cell + "32 and 128 B", way, 0, kSmall, pairs);
    tally(cell + "from 512 B on", way, kSmall + 1, kLargestPacket, pairs);
  }
}

/// The paper's figures, a row for each case and a column for each number of virtual lanes: cycles
/// over bytes.
Picture picture(const Runs& runs) {
  const std::vector<std::vector<Lanes>> figures = {
      {kOneLane}, {kTwoShared, kTwoDedicated}, {kFourShared, kFourDedicated}};
  Picture result{"iba-multicast", {}, static_cast<unsigned>(figures.size())};
  for (const Case& which : kCases) {
    for (const auto& all_lanes : figures) {
      std::vector<Curve> curves;
      std::string title;
      for (const Lanes& lanes : all_lanes) {
        // "2 VL shared": the number goes to the panel's title, the rest to the curve's.
        const std::string name = lanes.name;
        const std::size_t end = name.find("VL") + 2;
        title = fmt::format("{}, {}", which.name, name.substr(0, end));
        for (const Way way : kWays) {
          curves.push_back(
              {to_string(way) + (end < name.size() ? "," + name.substr(end) : ""), {}});
          for (const unsigned bytes : kSizes)
            curves.back().points.emplace_back(
                bytes, static_cast<double>(runs.cycles(which.groups, lanes, bytes, way)));
        }
      }
      result.panels.push_back(
          curves_panel({title, "bytes of a message", "cycles until all is delivered",
                        "set logscale xy\nset xrange [20:12000]\nset yrange [10:1e7]\n"
                        "set xtics (32, 128, 512, '2K' 2048, '8K' 8192)\nset format y '%.0e'\n"
                        "set key outside below maxcols 2\nset bmargin 11\n"},
                       curves));
    }
  }
  return result;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  const auto chosen = [&](const Case& which, const Lanes& lanes, unsigned bytes) {
    return cell_name(which, lanes, bytes).find(options.only) != std::string::npos;
  };
  Runs runs(options.seed);
  std::vector<std::tuple<Case, Lanes, unsigned>> cells;
  for (const Case& which : kCases)
    for (const Lanes& lanes : kLanes)
      for (const unsigned bytes : kSizes)
        if (chosen(which, lanes, bytes)) cells.emplace_back(which, lanes, bytes);
  if (cells.empty())
    throw UsageError(fmt::format("no cell's name contains '{}'; a name is '{}'", options.only,
                                 cell_name(kOneSource, kTwoShared, kSmall)));
  for (const auto& [which, lanes, bytes] : cells)
    for (const Way way : kWays) runs.add(which.groups, lanes, bytes, way);
  Sizes sizes;
  for (const unsigned bytes : kSizes)
    if (std::all_of(std::begin(kCases), std::end(kCases), [&](const Case& which) {
          return std::all_of(std::begin(kLanes), std::end(kLanes),
                             [&](const Lanes& lanes) { return chosen(which, lanes, bytes); });
        }))
      sizes.push_back(bytes);
  if (has_series(sizes))
    for (const Lanes& lanes : kLanes)
      for (const auto* groups : {&kMoreSources, &kMoreMembers, &kMoreMembersOfOne})
        for (const std::string& text : *groups) runs.add(text, lanes, kSeriesBytes);
  runs.results = run_all(engines, runs.points, options);

  Reproduction result;
  result.id = "iba-multicast";
  for (const auto& [which, lanes, bytes] : cells) add_row(result, runs, which, lanes, bytes);
  claim_faster(result, runs, sizes);
  claim_series(result, runs, sizes);
  claim_lanes(result, runs, sizes);
  if (options.only.empty()) result.pictures.push_back(picture(runs));
  result.points = std::move(runs.points);
  result.results = std::move(runs.results);
  result.conditions = {{"engine", "model"},
                       {"seed", options.seed},
                       {"flit_bytes", 16},
                       {"buffer", "one packet for each virtual lane"},
                       {"age", 65535},
                       {"measured", "cycles until the last delivery, one message a source"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment iba_multicast() {
  Experiment experiment{"iba-multicast", "multicast beside unicast copies on the 16x16 mesh", run};
  experiment.selectable = true;
  return experiment;
}

}  // namespace wayfarer
