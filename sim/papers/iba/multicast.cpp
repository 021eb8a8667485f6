// Zhou et al., Figures 8 to 16: multicast beside unicast copies on the 16x16 mesh. The paper's text
// has no numbers; its claims are checked against our values, and every time is listed beside its
// bounds.
#include <algorithm>
#include <iterator>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "papers/iba/runs.hpp"

namespace wayfarer {
namespace {

using namespace iba_runs;

constexpr Lanes kLanes[] = {kOneLane, kTwoShared, kTwoDedicated, kFourShared, kFourDedicated};

/// One row: the three times and their bounds. Throws CheckFailed where a time is below its bound.
void add_row(Reproduction& result, const Runs& runs, const Case& which, const Lanes& lanes,
             unsigned bytes) {
  const MulticastBounds tree = runs.bounds(which.groups, bytes, false);
  const MulticastBounds copies = runs.bounds(which.groups, bytes, true);
  const std::string cell = cell_name(which, lanes, bytes);
  const auto measured = [&](Sending sending) {
    const std::uint64_t cycles = runs.cycles(which.groups, lanes, bytes, sending);
    const std::uint64_t least = (sending == Sending::kUnicast ? copies : tree).greatest();
    if (cycles < least)
      throw CheckFailed(fmt::format("{}, {}: {} cycles; the bound is {}", cell, to_string(sending),
                                    cycles, least));
    return cycles;
  };
  result.note(cell,
              fmt::format("{} ({}) < {}: {:.2f} times; delivery {}, bisection {} < {}, "
                          "injection {} < {}",
                          measured(Sending::kBranches), measured(Sending::kAllOrNothing),
                          measured(Sending::kUnicast), runs.speedup(which.groups, lanes, bytes),
                          tree.delivery, tree.bisection, copies.bisection, tree.injection,
                          copies.injection));
}

void claim_faster(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  for (const Sending sending : {Sending::kBranches, Sending::kAllOrNothing}) {
    ClaimCount faster;
    for (const Case& which : kCases)
      for (const Lanes& lanes : kLanes)
        for (const unsigned bytes : sizes)
          faster.add(runs.cycles(which.groups, lanes, bytes, sending) <
                     runs.cycles(which.groups, lanes, bytes, Sending::kUnicast));
    faster.report(result, to_string(sending) + ": faster than unicast", runs.buffers());
  }
}

/// Speed-ups of a series of groups or sizes, and whether each is above the one before.
void claim_growth(Reproduction& result, const Runs& runs, const std::string& what,
                  const std::vector<std::pair<std::string, unsigned>>& series) {
  ClaimCount grows;
  std::vector<std::string> shown;
  for (const Lanes& lanes : kLanes) {
    std::vector<double> speedups;
    for (const auto& [groups, bytes] : series)
      speedups.push_back(runs.speedup(groups, lanes, bytes));
    for (std::size_t i = 1; i < speedups.size(); ++i) grows.add(speedups[i] > speedups[i - 1]);
    shown.push_back(fmt::format("{:.2f}", fmt::join(speedups, " ")));
  }
  grows.report(result, "speed-up grows with " + what, runs.buffers());
  if (runs.buffers() == Buffers::kOnePacket) return;
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

/// From case 2, 40 % of the nodes to as many, to case 3, all to all: "all the simulation results
/// ... are similar", and remark 2 on more sources and larger groups.
void claim_cases(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  ClaimCount grows;
  for (const Lanes& lanes : kLanes)
    for (const unsigned bytes : sizes)
      grows.add(runs.speedup(kAllSource.groups, lanes, bytes) >
                runs.speedup(kMultiSource.groups, lanes, bytes));
  grows.report(result, "speed-up grows from multi-source to all-source", runs.buffers());
}

void claim_lanes(Reproduction& result, const Runs& runs, const Sizes& sizes) {
  no_slower(runs, sizes, Sending::kUnicast, 0, kLargestPacket,
            {{kTwoShared, kOneLane}, {kFourShared, kTwoShared}})
      .report(result, "unicast: more shared VLs no slower", runs.buffers());
  for (const Sending sending : kSendings)
    claim_shared(result, runs, sizes,
                 to_string(sending) + ": shared VLs no slower than dedicated, ", sending,
                 {{kTwoShared, kTwoDedicated}, {kFourShared, kFourDedicated}});
}

/// One of the paper's nine figures: a case, and the lanes of its curves.
struct Figure {
  unsigned number;
  Case which;
  std::vector<Lanes> lanes;
};

std::vector<Figure> figures() {
  const std::vector<Lanes> one = {kOneLane};
  const std::vector<Lanes> two = {kTwoShared, kTwoDedicated};
  const std::vector<Lanes> four = {kFourShared, kFourDedicated};
  std::vector<Figure> result;
  unsigned number = 8;
  for (const Case& which : kCases)
    for (const auto& lanes : {one, two, four}) result.push_back({number++, which, lanes});
  return result;
}

/// A half of a figure, (a) or (b). The paper's pictures have no numbers; its text has only the
/// range, 32 bytes to 8 KB.
struct Half {
  const char* name;
  std::vector<unsigned> sizes;
};
const Half kHalves[] = {{"(a) small", {32, 64, 128, 256}}, {"(b) large", {512, 2048, 8192}}};

/// What the picture shows beyond the table's runs.
void add_picture_runs(Runs& runs) {
  for (const Figure& figure : figures())
    for (const Lanes& lanes : figure.lanes)
      for (const Half& half : kHalves)
        for (const unsigned bytes : half.sizes) runs.add(figure.which.groups, lanes, bytes);
}

/// Cycles over bytes, a row for each figure and a column for each half.
Picture picture(const Runs& runs) {
  Picture result{"iba-multicast", {}, static_cast<unsigned>(std::size(kHalves))};
  for (const Figure& figure : figures()) {
    for (const Half& half : kHalves) {
      std::vector<Curve> curves;
      for (const Sending sending : {Sending::kUnicast, Sending::kBranches}) {
        for (const Lanes& lanes : figure.lanes) {
          const bool dedicated = &lanes != &figure.lanes.front();  // dashed: it may be on the first
          const std::string colour = curve_style(sending == Sending::kUnicast ? 0 : 1);
          curves.push_back({fmt::format("{}, {}", to_string(sending), lanes.name),
                            {},
                            colour + (dedicated ? " pointtype 4 dashtype 2" : " pointtype 7")});
          for (const unsigned bytes : half.sizes)
            curves.back().points.emplace_back(
                bytes,
                static_cast<double>(runs.cycles(figure.which.groups, lanes, bytes, sending)));
        }
      }
      result.panels.push_back(curves_panel(
          {fmt::format("Figure {} {}: {}", figure.number, half.name, figure.which.name),
           "bytes of a message", "cycles until all is delivered",
           fmt::format("set logscale xy\nset xrange [{}:{}]\nset xtics ({})\nset format y '%.0e'\n"
                       "set key outside below maxcols 2\nset bmargin 6.5\n",
                       0.8 * half.sizes.front(), 1.25 * half.sizes.back(),
                       fmt::join(half.sizes, ", "))},
          curves));
    }
  }
  return result;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  const auto chosen = [&](const Case& which, const Lanes& lanes, unsigned bytes) {
    return cell_name(which, lanes, bytes).find(options.only) != std::string::npos;
  };
  std::vector<std::tuple<Case, Lanes, unsigned>> cells;
  for (const Case& which : kCases)
    for (const Lanes& lanes : kLanes)
      for (const unsigned bytes : kSizes)
        if (chosen(which, lanes, bytes)) cells.emplace_back(which, lanes, bytes);
  if (cells.empty()) refuse_selection(options.only, cell_name(kOneSource, kTwoShared, kSmall));
  Sizes sizes;
  for (const unsigned bytes : kSizes)
    if (std::all_of(std::begin(kCases), std::end(kCases), [&](const Case& which) {
          return std::all_of(std::begin(kLanes), std::end(kLanes),
                             [&](const Lanes& lanes) { return chosen(which, lanes, bytes); });
        }))
      sizes.push_back(bytes);

  Reproduction result;
  result.id = "iba-multicast";
  for (const Buffers buffers : kBuffers) {
    Runs runs(options.seed, buffers);
    for (const auto& [which, lanes, bytes] : cells)
      for (const Sending sending : kSendings) runs.add(which.groups, lanes, bytes, sending);
    if (has_series(sizes))
      for (const Lanes& lanes : kLanes)
        for (const auto* groups : {&kMoreSources, &kMoreMembers, &kMoreMembersOfOne})
          for (const std::string& text : *groups) runs.add(text, lanes, kSeriesBytes);
    const bool drawn = options.only.empty() && buffers == Buffers::kOneSwitch;
    if (drawn) add_picture_runs(runs);
    runs.results = run_all(engines, runs.points, options);
    if (buffers == Buffers::kOneSwitch)
      for (const auto& [which, lanes, bytes] : cells) add_row(result, runs, which, lanes, bytes);
    claim_faster(result, runs, sizes);
    claim_series(result, runs, sizes);
    claim_cases(result, runs, sizes);
    claim_lanes(result, runs, sizes);
    if (drawn) result.pictures.push_back(picture(runs));
    result.points.insert(result.points.end(), runs.points.begin(), runs.points.end());
    result.results.insert(result.results.end(), runs.results.begin(), runs.results.end());
  }
  result.conditions = {
      {"engine", "model"}, {"seed", options.seed},
      {"flit_bytes", 16},  {"buffer", "8 KB for each virtual lane, and one packet"},
      {"age", 65535},      {"measured", "cycles until the last delivery, one message a source"}};
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
