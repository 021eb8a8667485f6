// Nesson and Johnsson, Figures 5 to 7: cycles until the last delivery over the messages that each
// node sends. The figures have no readable numbers; romm-table6 compares their slopes with Table 6,
// and the rows here hold what the text says of them. Where it has words only, the rows give the
// bounds chosen for them.
#include <algorithm>

#include <fmt/format.h>

#include "papers/romm/curves.hpp"

namespace wayfarer {
namespace {

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

  [[nodiscard]] std::string cell(const std::string& algorithm, const std::string& task) const {
    return RommCurve{network, algorithm, task}.cell();
  }
};

std::vector<RommCurve> curves_of(const Figure& figure, const std::string& other_network) {
  std::vector<RommCurve> list;
  for (const std::string& algorithm : figure.algorithms)
    for (const std::string& task : figure.tasks) {
      list.push_back({figure.network, algorithm, task});
      if (!other_network.empty()) list.push_back({other_network, algorithm, task, {kMeshLoad}});
    }
  return list;
}

void add_values(const Figure& figure, const RommCurves& curves, Reproduction& result) {
  for (const RommCurve& curve : curves.curves()) {
    if (curve.network != figure.network) continue;
    const std::string cell = curve.algorithm + " " + curve.task;
    result.note(cell + ": slope, cycles per message", curves.slope(curve.cell()));
    Json cycles = Json::array();
    for (const auto& [load, value] : curves.points(curve)) cycles.push_back(value);
    result.note(cell + ": cycles at L = 1, 5, 10, 20, 50, 100", cycles);
  }
}

/// The measured cycles, and lines from 0 with the slopes of Table 6.
std::vector<Curve> drawn_curves(const Figure& figure, const RommCurves& curves,
                                const std::string& task) {
  std::vector<Curve> drawn;
  std::vector<Curve> papers;
  for (std::size_t i = 0; i < figure.algorithms.size(); ++i) {
    const std::string& algorithm = figure.algorithms[i];
    if (!curves.known(figure.cell(algorithm, task))) continue;
    const std::string colour = curve_style(static_cast<unsigned>(i));
    const RommCurve curve{figure.network, algorithm, task};
    drawn.push_back(
        {algorithm, curves.points(curve), fmt::format("{} pointtype {}", colour, i + 1)});
    const double last = curve.loads.back();
    papers.push_back({papers.empty() ? "Table 6's cycles per message" : "",
                      {{0, 0}, {last, last * romm_table6_cycles(figure.network, algorithm, task)}},
                      colour + " dashtype 2 linewidth 2",
                      "lines"});
  }
  drawn.insert(drawn.end(), papers.begin(), papers.end());
  return drawn;
}

Picture picture(const Figure& figure, const RommCurves& curves) {
  Picture result{figure.id, {}, 2};
  std::vector<std::vector<Curve>> panels;
  for (const std::string& task : figure.tasks) panels.push_back(drawn_curves(figure, curves, task));
  const std::string ranges =
      "set xrange [0:*]\nset key inside top left reverse Left\n" + common_range(panels);
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (!panels[i].empty())
      result.panels.push_back(curves_panel({fmt::format("{}, {}", figure.network, figure.tasks[i]),
                                            "messages of each node", "cycles", ranges},
                                           panels[i]));
  return result;
}

constexpr double kAny = 1e9;

/// The ratios of slopes that the paper describes in words.
class Claims {
 public:
  Claims(const Figure& figure, const RommCurves& curves, Reproduction& result)
      : figure_(figure), curves_(curves), result_(result) {}

  void ratio(const std::string& task, const std::string& algorithm, const std::string& other,
             const std::string& paper, double low, double high) const {
    const double ratio =
        curves_.slope(figure_.cell(algorithm, task)) / curves_.slope(figure_.cell(other, task));
    result_.claim(fmt::format("{}: {} over {}", task, algorithm, other), paper, ratio,
                  ratio >= low && ratio <= high);
  }

  /// The words on both networks of 256 nodes.
  void common() const {
    ratio(kComplement, "valiant", "dimorder", "more than 33 % slower", 1.33, kAny);
    for (const char* other : {"dimorder", "2phase"})
      ratio(kComplement, "4phase", other, "substantially worse (above 1.25)", 1.25, kAny);
    for (const char* other : {"dimorder", "4phase", "valiant"})
      ratio(kTranspose, "2phase", other, "best", 0, 1);
    ratio(kTranspose, "dimorder", "2phase", "approximately double (1.6 to 2.4)", 1.6, 2.4);
    for (const char* algorithm : {"2phase", "4phase"})
      for (const char* other : {"dimorder", "valiant"})
        ratio(kSingle, algorithm, other, "better", 0, 1);
    ratio(kSingle, "valiant", "dimorder", "not competitive (above 1.25)", 1.25, kAny);
  }

  void fig5() const {
    common();
    ratio(kTranspose, "4phase", "dimorder", "slightly better", 0, 1);
    ratio(kFull, "2phase", "dimorder", "close behind (1 to 1.25)", 1, 1.25);
    ratio(kFull, "4phase", "2phase", "farther behind", 1, kAny);
    ratio(kFull, "valiant", "4phase", "much longer (above 1.25)", 1.25, kAny);
  }

  void fig6() const {
    common();
    ratio(kTranspose, "4phase", "dimorder", "slightly worse", 1, kAny);
    for (const char* algorithm : {"2phase", "4phase"})
      ratio(kFull, algorithm, "dimorder", "nearly indistinguishable (within 10 %)", 0.9, 1.1);
    faster_than_mesh();
  }

  void fig7() const {
    for (const char* algorithm : {"2phase", "3phase"})
      ratio(kComplement, algorithm, "dimorder", "about a factor of two (1.6 to 2.4)", 1.6, 2.4);
    ratio(kComplement, "valiant", "dimorder", "close to four (3.2 to 4.4)", 3.2, 4.4);
    for (const char* algorithm : {"2phase", "3phase"}) {
      ratio(kSingle, algorithm, "dimorder", "better", 0, 1);
      ratio(kFull, algorithm, "dimorder", "no better", 1, kAny);
    }
    const double in_two_dimensions = romm_table6_cycles("torus16x16", "valiant", kSingle) /
                                     romm_table6_cycles("torus16x16", "dimorder", kSingle);
    ratio(kSingle, "valiant", "dimorder",
          fmt::format("more competitive than on the 16x16 torus (Table 6: {:.2f})",
                      in_two_dimensions),
          0, in_two_dimensions);
  }

 private:
  /// Counts the cases in which the torus is faster than the mesh.
  void faster_than_mesh() const {
    unsigned faster = 0;
    unsigned cases = 0;
    for (const std::string& algorithm : figure_.algorithms)
      for (const std::string& task : figure_.tasks) {
        ++cases;
        const RommCurve mesh{"mesh16x16", algorithm, task};
        faster += curves_.cycles(figure_.cell(algorithm, task), kMeshLoad) <
                          curves_.cycles(mesh.cell(), kMeshLoad)
                      ? 1
                      : 0;
      }
    result_.claim(fmt::format("faster than the mesh, L = {}", kMeshLoad), "always",
                  fmt::format("{} of {}", faster, cases), faster == cases);
  }

  const Figure& figure_;
  const RommCurves& curves_;
  Reproduction& result_;
};

Reproduction run_figure(const EngineFactory& engines, const ReproductionOptions& options,
                        const Figure& figure, const std::string& other_network,
                        void (Claims::*claims)() const) {
  Reproduction result;
  result.id = figure.id;
  const RommCurves curves(engines, options, curves_of(figure, other_network), result);
  add_values(figure, curves, result);
  if (options.only.empty()) (Claims(figure, curves, result).*claims)();
  result.pictures.push_back(picture(figure, curves));
  result.summarize("");
  return result;
}

const Names kIn2d = {"dimorder", "2phase", "4phase", "valiant"};
const Names kIn3d = {"dimorder", "2phase", "3phase", "valiant"};

}  // namespace

Experiment romm_fig5() {
  return {"romm-fig5", "cycles over messages of a node, four tasks on the 16x16 mesh",
          [](const EngineFactory& engines, const ReproductionOptions& options) {
            return run_figure(
                engines, options,
                {"romm-fig5", "mesh16x16", kIn2d, {kComplement, kTranspose, kSingle, kFull}}, "",
                &Claims::fig5);
          }};
}

Experiment romm_fig6() {
  return {"romm-fig6", "cycles over messages of a node, four tasks on the 16x16 torus",
          [](const EngineFactory& engines, const ReproductionOptions& options) {
            return run_figure(
                engines, options,
                {"romm-fig6", "torus16x16", kIn2d, {kComplement, kTranspose, kSingle, kFull}},
                "mesh16x16", &Claims::fig6);
          }};
}

Experiment romm_fig7() {
  return {"romm-fig7", "cycles over messages of a node, three tasks on the 4x4x4 torus",
          [](const EngineFactory& engines, const ReproductionOptions& options) {
            return run_figure(engines, options,
                              {"romm-fig7", "torus4x4x4", kIn3d, {kComplement, kSingle, kFull}}, "",
                              &Claims::fig7);
          }};
}

}  // namespace wayfarer
