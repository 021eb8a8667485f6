// A reproduction: a paper's figures and tables beside our values.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "family/engine.hpp"
#include "report/plot.hpp"
#include "runs/report.hpp"
#include "runs/simulation.hpp"

namespace wayfarer {

/// One value of a paper beside ours.
struct ReproductionRow {
  std::string cell;  ///< Name: "32x16xP1 ejection".
  Json paper;        ///< The paper's number or words; null where it gives none.
  Json measured;
  Json deviation;  ///< Relative for numbers (0.02 = 2 % above the paper); null otherwise.
  std::string
      tolerance;        ///< "5 %" of the paper's number, "0.05" in its unit, "exact"; empty: words.
  std::string verdict;  ///< "ok", "differs", or "info" where the paper gives nothing to compare.
  double margin = 0;    ///< The tolerance in the paper's unit, for pictures.
  std::optional<Interval> extremes = {};  ///< Of the runs behind a measured number, for pictures.
};

/// A cell that differs from its paper, and the range of values that the reason explains. For words,
/// the first number is compared: the 4 of "4 of 9".
struct KnownCell {
  std::string cell;
  double low;
  double high;

  [[nodiscard]] bool explains(const Json& measured) const;
};

/// What a reason for a miss is worth. Each is shown by a row, a proof or an experiment.
enum class MissKind {
  kPaperWrong,   ///< The paper contradicts itself, or a proof or counter-example contradicts it.
  kReadingOpen,  ///< The paper's words have several readings; the results show each.
  kCauseKnown,   ///< An experiment shows what makes the difference.
  kUnknown       ///< The difference is measured; its cause is not known.
};
constexpr std::array kMissKinds = {MissKind::kPaperWrong, MissKind::kReadingOpen,
                                   MissKind::kCauseKnown, MissKind::kUnknown};
[[nodiscard]] const char* to_string(MissKind kind);

/// Cells that differ from their paper, and the known reason.
struct KnownDeviation {
  MissKind kind;
  std::string reason;
  std::vector<KnownCell> cells;
};

struct Reproduction {
  std::string id;
  std::string description;  ///< Describes the experiment.
  std::string source;       ///< The paper's authors and title.
  std::vector<ReproductionRow> rows;
  std::string summary;
  Json conditions;            ///< Seed, cycles, warm-up, version and the like.
  std::vector<Point> points;  ///< The runs behind the rows, and
  PointResults results;       ///< what came out.
  std::vector<Picture> pictures;
  Json request;                          ///< The options of the request.
  std::vector<KnownDeviation> known;     ///< Cells that differ, by what is known to be the reason,
  std::vector<std::string> unexplained;  ///< and those without a reason, or outside of its band.

  /// Compares with a number of the paper, within a relative tolerance.
  void compare(const std::string& cell, double paper, double measured, double tolerance);
  /// Compares with a number of the paper, within an absolute tolerance.
  void compare_absolute(const std::string& cell, double paper, double measured, double tolerance);
  /// A claim of the paper in words.
  void claim(const std::string& cell, const std::string& paper, Json measured, bool holds);
  /// A value of ours that the paper does not give.
  void note(const std::string& cell, Json measured);

  [[nodiscard]] unsigned count(const std::string& verdict) const;
  /// Fills `summary` with the counts of verdicts and `more`.
  void summarize(const std::string& more);
};

struct ReproductionOptions {
  Cycle cycles = 0;      ///< Cycles per run; 0: the experiment's default.
  unsigned runs = 0;     ///< Seeds behind each value, trials of a search; 0: the experiment's own
                         ///< number.
  std::string only;      ///< Measure only cells whose name contains it; empty: all.
  unsigned threads = 0;  ///< 0: one per core.
  std::uint64_t seed = 1;
  ProgressCallback progress;

  [[nodiscard]] Cycle cycles_or(Cycle own) const { return cycles == 0 ? own : cycles; }
};

struct Experiment {
  std::string id;
  std::string description;
  std::function<Reproduction(const EngineFactory&, const ReproductionOptions&)> run;
  bool extra = false;                      ///< Goes beyond its paper.
  std::string source = {};                 ///< The paper's authors and title.
  std::vector<KnownDeviation> known = {};  ///< Measured with its own cycles and runs.
  bool selectable = false;                 ///< Measures the cells that options.only chooses.
};

/// The description for lists, with a mark on extras.
[[nodiscard]] std::string listed_description(const Experiment& experiment);

/// Runs the experiment and looks up the reasons for deviations.
[[nodiscard]] Reproduction reproduce(const Experiment& experiment, const EngineFactory& engines,
                                     const ReproductionOptions& options);

/// The options that determine an experiment's values: all but the number of threads.
[[nodiscard]] Json request_of(const ReproductionOptions& options);

/// {"id", "rows": [{"cell", "paper", "measured", "deviation", "verdict"}], "summary", ...}.
[[nodiscard]] Json to_json(const Reproduction& reproduction);
[[nodiscard]] std::string to_csv(const Reproduction& reproduction);
[[nodiscard]] std::string to_table(const Reproduction& reproduction);

/// A value of a row as text: "-" for null.
[[nodiscard]] std::string value_text(const Json& value);

/// Our values beside the paper's with their tolerances: a panel for each prefix, of the rows with a
/// number of the paper whose cell's name begins with it. Prefixes without rows are left out. The
/// panels have one vertical axis, from 0, unless `highest` is 0.
[[nodiscard]] Picture comparison(const Reproduction& reproduction, const std::string& unit,
                                 const std::vector<std::string>& prefixes, unsigned columns,
                                 double highest);

/// Refuses `--only`, which is in no cell's name; `example` is such a name. Throws UsageError.
[[noreturn]] void refuse_selection(const std::string& only, const std::string& example);

/// Runs points for an experiment; Interrupted is thrown when the user stops it, since a part of a
/// figure cannot be compared with the whole.
[[nodiscard]] PointResults run_all(const EngineFactory& engines, const std::vector<Point>& points,
                                   const ReproductionOptions& options);

/// Cycles, warm-up (three tenths of them, as in Mudawwar), uniform traffic at a normalized load.
[[nodiscard]] Point uniform_point(const NetworkConfig& config, double normalized_load,
                                  const ReproductionOptions& options, Cycle default_cycles);

/// Loads above this share of the channel-load bound are deep overload: some sources starve there
/// and the others get more than uniform traffic would let them have, so that the mean rate can
/// exceed the bound. The papers' "saturation" is searched up to this load.
constexpr double kAroundSaturation = 1.1;

/// Index of the point with the highest ejection rate among those with this label and at most this
/// load.
[[nodiscard]] std::size_t peak(const std::vector<Point>& points, const PointResults& results,
                               const std::string& label, double highest_load = kAroundSaturation);

/// The conditions of an experiment whose values are peaks: what it ran, under `key`, and how.
[[nodiscard]] Json peak_conditions(const std::string& key, const std::string& networks,
                                   const RunOptions& run, const Json& loads);

}  // namespace wayfarer
