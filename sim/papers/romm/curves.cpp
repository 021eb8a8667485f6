// Nesson and Johnsson, Figures 5 to 7: cycles until the last delivery over the messages that each
// node sends. The figures have no readable numbers; Table 6 gives their slopes, and the text
// describes them. Where it has words only, the rows give the bounds chosen for them.
#include <algorithm>

#include <fmt/format.h>

#include "papers/romm/batch.hpp"

namespace wayfarer {
namespace {

constexpr double kTolerance = 0.10;  ///< Tolerance of Table 6's values.
constexpr unsigned kLoads[] = {1, 5, 10, 20, 50, 100};
constexpr unsigned kBefore = 50;  ///< The slope is taken from here to the last load.
constexpr unsigned kLast = 100;
constexpr unsigned kMeshLoad = 20;  ///< For Figure 6's comparison with the mesh.

constexpr const char* kComplement = "bit-complement";
constexpr const char* kTranspose = "transpose";
constexpr const char* kSingle = "single-random";
constexpr const char* kFull = "full-random";

using Names = std::vector<std::string>;

/// One figure: a network's algorithms, a panel for each task.
struct Figure {
  std::string id;
  std::string network;
  Names algorithms;
  Names tasks;
};

std::string cell_name(const std::string& algorithm, const std::string& task) {
  return fmt::format("{} {}", algorithm, task);
}

/// The runs of a figure and their mean cycles.
class Measured {
 public:
  Measured(const EngineFactory& engines, const ReproductionOptions& options, Figure figure,
           const std::string& other_network, Reproduction& result)
      : figure_(std::move(figure)),
        runs_(run_batches(engines, options, batches(figure_, other_network), result)) {
    result.conditions["messages"] = kLoads;
    result.conditions["slope"] = fmt::format("from {} to {} messages", kBefore, kLast);
  }

  [[nodiscard]] const Figure& figure() const { return figure_; }
  [[nodiscard]] bool known(const std::string& algorithm, const std::string& task) const {
    return cycles(algorithm, task, kLast) != 0;
  }
  [[nodiscard]] double cycles(const std::string& network, const std::string& algorithm,
                              const std::string& task, unsigned load) const {
    return runs_.mean(batch_name(network, algorithm, task, load));
  }
  [[nodiscard]] double cycles(const std::string& algorithm, const std::string& task,
                              unsigned load) const {
    return cycles(figure_.network, algorithm, task, load);
  }
  [[nodiscard]] double slope(const std::string& algorithm, const std::string& task) const {
    return (cycles(algorithm, task, kLast) - cycles(algorithm, task, kBefore)) / (kLast - kBefore);
  }
  /// The ratio of the slope of `algorithm` to that of `other`.
  [[nodiscard]] double ratio(const std::string& task, const std::string& algorithm,
                             const std::string& other) const {
    return slope(algorithm, task) / slope(other, task);
  }

 private:
  static std::string batch_name(const std::string& network, const std::string& algorithm,
                                const std::string& task, unsigned load) {
    return fmt::format("{} {}, L = {}", network, cell_name(algorithm, task), load);
  }
  static std::vector<RommBatch> batches(const Figure& figure, const std::string& other_network) {
    std::vector<RommBatch> list;
    const auto add = [&](const std::string& network, const std::string& algorithm,
                         const std::string& task, unsigned load) {
      list.push_back({batch_name(network, algorithm, task, load),
                      fmt::format("romm-{}-{}", network, algorithm), task, load});
    };
    for (const std::string& algorithm : figure.algorithms)
      for (const std::string& task : figure.tasks) {
        for (const unsigned load : kLoads) add(figure.network, algorithm, task, load);
        if (!other_network.empty()) add(other_network, algorithm, task, kMeshLoad);
      }
    return list;
  }

  Figure figure_;
  BatchRuns runs_;
};

void add_values(const Measured& measured, Reproduction& result) {
  const Figure& figure = measured.figure();
  for (const std::string& algorithm : figure.algorithms)
    for (const std::string& task : figure.tasks) {
      if (!measured.known(algorithm, task)) continue;
      const std::string cell = cell_name(algorithm, task);
      result.compare(cell + ": slope, cycles per message",
                     romm_table6_cycles(figure.network, algorithm, task),
                     measured.slope(algorithm, task), kTolerance);
      Json cycles = Json::array();
      for (const unsigned load : kLoads) cycles.push_back(measured.cycles(algorithm, task, load));
      result.note(cell + ": cycles at L = 1, 5, 10, 20, 50, 100", cycles);
    }
}

std::vector<Curve> curves_of(const Measured& measured, const std::string& task) {
  const Figure& figure = measured.figure();
  std::vector<Curve> curves;
  std::vector<Curve> papers;
  for (std::size_t i = 0; i < figure.algorithms.size(); ++i) {
    const std::string& algorithm = figure.algorithms[i];
    if (!measured.known(algorithm, task)) continue;
    const std::string colour = curve_style(static_cast<unsigned>(i));
    Curve curve{algorithm, {}, fmt::format("{} pointtype {}", colour, i + 1)};
    for (const unsigned load : kLoads)
      curve.points.emplace_back(load, measured.cycles(algorithm, task, load));
    const double begin = measured.cycles(algorithm, task, kBefore);
    const double slope = romm_table6_cycles(figure.network, algorithm, task);
    papers.push_back({papers.empty() ? "slope in Table 6" : "",
                      {{kBefore, begin}, {kLast, begin + slope * (kLast - kBefore)}},
                      colour + " dashtype 2 linewidth 2",
                      "lines"});
    curves.push_back(std::move(curve));
  }
  curves.insert(curves.end(), papers.begin(), papers.end());
  return curves;
}

Picture picture(const Measured& measured) {
  const Figure& figure = measured.figure();
  Picture result{figure.id, {}, 2};
  std::vector<std::vector<Curve>> panels;
  for (const std::string& task : figure.tasks) panels.push_back(curves_of(measured, task));
  const std::string ranges = "set xrange [0:*]\n" + common_range(panels);
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (!panels[i].empty())
      result.panels.push_back(curves_panel({fmt::format("{}, {}", figure.network, figure.tasks[i]),
                                            "messages of each node", "cycles", ranges},
                                           panels[i]));
  return result;
}

/// A ratio of two slopes that the paper describes in words.
void claim_ratio(Reproduction& result, const Measured& measured, const std::string& task,
                 const std::string& algorithm, const std::string& other, const std::string& paper,
                 double low, double high) {
  const double ratio = measured.ratio(task, algorithm, other);
  result.claim(fmt::format("{}: {} over {}", task, algorithm, other), paper, ratio,
               ratio >= low && ratio <= high);
}

constexpr double kAny = 1e9;

void claim_common(Reproduction& result, const Measured& measured) {
  claim_ratio(result, measured, kComplement, "valiant", "dimorder", "more than 33 % slower", 1.33,
              kAny);
  claim_ratio(result, measured, kComplement, "4phase", "dimorder",
              "substantially worse (above 1.25)", 1.25, kAny);
  claim_ratio(result, measured, kComplement, "4phase", "2phase", "substantially worse (above 1.25)",
              1.25, kAny);
  for (const char* other : {"dimorder", "4phase", "valiant"})
    claim_ratio(result, measured, kTranspose, "2phase", other, "best", 0, 1);
  claim_ratio(result, measured, kTranspose, "dimorder", "2phase",
              "approximately double (1.6 to 2.4)", 1.6, 2.4);
  for (const char* algorithm : {"2phase", "4phase"})
    for (const char* other : {"dimorder", "valiant"})
      claim_ratio(result, measured, kSingle, algorithm, other, "better", 0, 1);
  claim_ratio(result, measured, kSingle, "valiant", "dimorder", "not competitive (above 1.25)",
              1.25, kAny);
}

Reproduction finish(Reproduction& result, const Measured& measured) {
  result.id = measured.figure().id;
  result.pictures.push_back(picture(measured));
  result.summarize("");
  return std::move(result);
}

Reproduction run_fig5(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  const Measured measured(engines, options,
                          {"romm-fig5",
                           "mesh16x16",
                           {"dimorder", "2phase", "4phase", "valiant"},
                           {kComplement, kTranspose, kSingle, kFull}},
                          "", result);
  add_values(measured, result);
  if (!options.only.empty()) return finish(result, measured);
  claim_common(result, measured);
  claim_ratio(result, measured, kTranspose, "4phase", "dimorder", "slightly better", 0, 1);
  claim_ratio(result, measured, kFull, "2phase", "dimorder", "close behind (1 to 1.25)", 1, 1.25);
  claim_ratio(result, measured, kFull, "4phase", "2phase", "farther behind", 1, kAny);
  claim_ratio(result, measured, kFull, "valiant", "4phase", "much longer (above 1.25)", 1.25, kAny);
  return finish(result, measured);
}

/// Counts the cases in which the torus is faster than the mesh.
void claim_torus(Reproduction& result, const Measured& measured) {
  unsigned faster = 0;
  unsigned cases = 0;
  for (const std::string& algorithm : measured.figure().algorithms)
    for (const std::string& task : measured.figure().tasks) {
      ++cases;
      faster += measured.cycles(algorithm, task, kMeshLoad) <
                        measured.cycles("mesh16x16", algorithm, task, kMeshLoad)
                    ? 1
                    : 0;
    }
  result.claim(fmt::format("faster than the mesh, L = {}", kMeshLoad), "always",
               fmt::format("{} of {}", faster, cases), faster == cases);
}

Reproduction run_fig6(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  const Measured measured(engines, options,
                          {"romm-fig6",
                           "torus16x16",
                           {"dimorder", "2phase", "4phase", "valiant"},
                           {kComplement, kTranspose, kSingle, kFull}},
                          "mesh16x16", result);
  add_values(measured, result);
  if (!options.only.empty()) return finish(result, measured);
  claim_common(result, measured);
  claim_ratio(result, measured, kTranspose, "4phase", "dimorder", "slightly worse", 1, kAny);
  for (const char* algorithm : {"2phase", "4phase"})
    claim_ratio(result, measured, kFull, algorithm, "dimorder",
                "nearly indistinguishable (within 10 %)", 0.9, 1.1);
  claim_torus(result, measured);
  return finish(result, measured);
}

Reproduction run_fig7(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  const Measured measured(engines, options,
                          {"romm-fig7",
                           "torus4x4x4",
                           {"dimorder", "2phase", "3phase", "valiant"},
                           {kComplement, kSingle, kFull}},
                          "", result);
  add_values(measured, result);
  if (!options.only.empty()) return finish(result, measured);
  for (const char* algorithm : {"2phase", "3phase"})
    claim_ratio(result, measured, kComplement, algorithm, "dimorder",
                "about a factor of two (1.6 to 2.4)", 1.6, 2.4);
  claim_ratio(result, measured, kComplement, "valiant", "dimorder", "close to four (3.2 to 4.4)",
              3.2, 4.4);
  for (const char* algorithm : {"2phase", "3phase"}) {
    claim_ratio(result, measured, kSingle, algorithm, "dimorder", "better", 0, 1);
    claim_ratio(result, measured, kFull, algorithm, "dimorder", "no better", 1, kAny);
  }
  const double in_two_dimensions = romm_table6_cycles("torus16x16", "valiant", kSingle) /
                                   romm_table6_cycles("torus16x16", "dimorder", kSingle);
  claim_ratio(
      result, measured, kSingle, "valiant", "dimorder",
      fmt::format("more competitive than on the 16x16 torus (Table 6: {:.2f})", in_two_dimensions),
      0, in_two_dimensions);
  return finish(result, measured);
}

}  // namespace

Experiment romm_fig5() {
  return {"romm-fig5", "cycles over messages of a node, four tasks on the 16x16 mesh", run_fig5};
}

Experiment romm_fig6() {
  return {"romm-fig6", "cycles over messages of a node, four tasks on the 16x16 torus", run_fig6};
}

Experiment romm_fig7() {
  return {"romm-fig7", "cycles over messages of a node, three tasks on the 4x4x4 torus", run_fig7};
}

}  // namespace wayfarer
