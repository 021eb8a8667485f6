// Nesson and Johnsson, Figure 8: cycles per message over the size of a square mesh, up to 32x32,
// and the same over the width of the bisection. The figure has no readable numbers; the text says
// that the results on 256 nodes scale up to 1024.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "papers/romm/batch.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;  ///< As in Table 7; the figure does not say.
constexpr unsigned kSides[] = {4, 8, 16, 32};
constexpr unsigned kBefore = 16;
constexpr unsigned kLargest = 32;
constexpr double kNoise = 0.05;  ///< Shrinkage of an advantage that still counts as equal.

const std::vector<std::string> kAlgorithms = {"dimorder", "2phase", "4phase", "valiant"};
const std::vector<std::string> kTasks = {"transpose", "single-random"};

std::string batch_name(const std::string& task, const std::string& algorithm, unsigned side) {
  return fmt::format("{} {} {}x{}", task, algorithm, side, side);
}

/// Cycles per message.
class Measured {
 public:
  Measured(const EngineFactory& engines, const ReproductionOptions& options, Reproduction& result)
      : runs_(run_batches(engines, options, batches(), result)) {
    result.conditions["sides"] = kSides;
  }

  [[nodiscard]] double at(const std::string& task, const std::string& algorithm,
                          unsigned side) const {
    return runs_.mean(batch_name(task, algorithm, side)) / kMessages;
  }

  /// The algorithms, the fastest first.
  [[nodiscard]] std::vector<std::string> order(const std::string& task, unsigned side) const {
    std::vector<std::string> names = kAlgorithms;
    std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
      return at(task, a, side) < at(task, b, side);
    });
    return names;
  }

 private:
  static std::vector<RommBatch> batches() {
    std::vector<RommBatch> list;
    for (const std::string& task : kTasks)
      for (const std::string& algorithm : kAlgorithms)
        for (const unsigned side : kSides)
          list.push_back({batch_name(task, algorithm, side), "romm-mesh16x16-" + algorithm, task,
                          kMessages, fmt::format("{}x{}", side, side)});
    return list;
  }

  BatchRuns runs_;
};

void add_values(const Measured& measured, Reproduction& result) {
  for (const std::string& task : kTasks)
    for (const std::string& algorithm : kAlgorithms)
      for (const unsigned side : kSides)
        if (measured.at(task, algorithm, side) != 0)
          result.note(batch_name(task, algorithm, side) + ": cycles per message",
                      measured.at(task, algorithm, side));
}

void claim_scaling(const Measured& measured, Reproduction& result) {
  for (const std::string& task : kTasks) {
    const auto small = measured.order(task, kBefore);
    const auto large = measured.order(task, kLargest);
    result.claim(task + ": algorithms on 32x32, the fastest first",
                 fmt::format("as on 16x16: {}", fmt::join(small, " ")),
                 fmt::format("{}", fmt::join(large, " ")), small == large);
    const auto advantage = [&](unsigned side) {
      return measured.at(task, "dimorder", side) / measured.at(task, "2phase", side);
    };
    result.claim(task + ": dimorder over 2phase on 32x32",
                 fmt::format("no less than on 16x16: {:.2f}", advantage(kBefore)),
                 advantage(kLargest), advantage(kLargest) >= (1 - kNoise) * advantage(kBefore));
  }
}

/// The right column shows the same per link of the bisection, as in the paper.
Picture picture(const Measured& measured) {
  constexpr unsigned kCircle = 6;
  const auto curves_of = [&](const std::string& task, bool scaled) {
    std::vector<Curve> curves;
    for (const std::string& algorithm : kAlgorithms) {
      curves.push_back({algorithm, {}});
      for (const unsigned side : kSides)
        curves.back().points.emplace_back(side,
                                          measured.at(task, algorithm, side) / (scaled ? side : 1));
    }
    for (unsigned i = 0; i < kAlgorithms.size(); ++i)
      curves.push_back(paper_points(
          i == 0 ? "Table 6" : "",
          {{kBefore,
            romm_table6_cycles("mesh16x16", kAlgorithms[i], task) / (scaled ? kBefore : 1)}},
          i, kCircle));
    return curves;
  };
  Picture result{"romm-fig8", {}, 2};
  for (const std::string& task : kTasks)
    for (const bool scaled : {false, true}) {
      std::vector<std::vector<Curve>> of_all_tasks;
      for (const std::string& each : kTasks) of_all_tasks.push_back(curves_of(each, scaled));
      result.panels.push_back(
          curves_panel({task, "nodes along a side of the mesh",
                        scaled ? "cycles per message, over the bisection" : "cycles per message",
                        fmt::format("set xtics (4, 8, 16, 32)\nset key inside {} reverse Left\n",
                                    scaled ? "bottom right" : "top left") +
                            common_range(of_all_tasks)},
                       curves_of(task, scaled)));
    }
  return result;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  const Measured measured(engines, options, result);
  result.id = "romm-fig8";
  add_values(measured, result);
  if (options.only.empty()) {
    claim_scaling(measured, result);
    result.pictures.push_back(picture(measured));
  }
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_fig8() {
  return {"romm-fig8", "cycles per message over the size of the mesh, two tasks", run};
}

}  // namespace wayfarer
