#include "traffic/matrix_pattern.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/files.hpp"
#include "core/random.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr const char* kColumns = "source,destination,weight";
constexpr double kMaxWeight = 1e15;
constexpr std::size_t kMostWeights = 20'000'000;

std::size_t count_fields(const std::string& line) {
  return 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
}

class MatrixPattern final : public Pattern {
 public:
  MatrixPattern(const std::vector<TrafficWeight>& weights, std::uint32_t terminals,
                std::uint64_t seed)
      : rows_(terminals), seed_(seed) {
    for (const TrafficWeight& cell : weights) {
      Row& row = rows_[cell.source];
      row.sum += cell.weight;
      row.destinations.push_back({row.sum, cell.destination});
    }
    double all = 0;
    for (const Row& row : rows_) all += row.sum;
    mean_ = all / terminals;
  }

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    const Row& row = rows_[source];
    if (row.destinations.empty()) return kNoTerminal;
    const double drawn = Random(seed_, source, Purpose::kDestination, sequence).unit() * row.sum;
    // The last destination is not compared: the product may be rounded up to the sum.
    return std::upper_bound(row.destinations.begin(), row.destinations.end() - 1, drawn,
                            [](double value, const Destination& cell) { return value < cell.sum; })
        ->terminal;
  }
  bool silent(TerminalId source) const override { return rows_[source].destinations.empty(); }
  double relative_load(TerminalId source) const override { return rows_[source].sum / mean_; }

 private:
  struct Destination {
    double sum = 0;  ///< Sum of the weights up to and including this one.
    TerminalId terminal = 0;
  };
  struct Row {
    double sum = 0;
    std::vector<Destination> destinations;
  };

  std::vector<Row> rows_;
  double mean_ = 0;  ///< The mean of the rows' sums.
  std::uint64_t seed_;
};

/// The lines of a matrix file as they come.
class Reader {
 public:
  Reader(std::string origin, std::uint32_t terminals)
      : origin_(std::move(origin)), terminals_(terminals) {}

  void add(const std::string& line, std::uint64_t number) {
    place_ = fmt::format("{}:{}", origin_, number);
    if (line == kColumns && cells_.empty() && rows_ == 0)
      list_ = true;
    else if (list_)
      add_cell(line);
    else
      add_row(line);
  }

  [[nodiscard]] std::vector<TrafficWeight> finish() {
    if (!list_ && rows_ != terminals_)
      throw UsageError(
          fmt::format("{}: {} rows; legal: one for each of {} terminals, or lines {} "
                      "under these column names",
                      origin_, rows_, terminals_, kColumns));
    if (cells_.empty())
      throw UsageError(fmt::format("{}: no weight above 0; legal: one or more", origin_));
    return std::move(cells_);
  }

 private:
  void add_cell(const std::string& line) {
    if (count_fields(line) != 3)
      throw UsageError(
          fmt::format("{}: {} fields; legal: {}", place_, count_fields(line), kColumns));
    const std::vector<std::string> fields = split(line, ',');
    const auto terminal = [&](std::size_t field, const char* name) {
      return static_cast<TerminalId>(
          parse_unsigned(fields[field], fmt::format("{}: {}", place_, name), 0, terminals_ - 1));
    };
    const TerminalId source = terminal(0, "source");
    const TerminalId destination = terminal(1, "destination");
    if (!listed_.insert({source, destination}).second)
      throw UsageError(
          fmt::format("{}: from {} to {} occurs twice; legal: once", place_, source, destination));
    add_weight(source, destination, fields[2]);
  }

  void add_row(const std::string& line) {
    if (rows_ == terminals_)
      throw UsageError(
          fmt::format("{}: row {}; legal: {}, one for each terminal", place_, rows_ + 1, rows_));
    if (count_fields(line) != terminals_)
      throw UsageError(
          fmt::format("{}: {} weights; legal: {}, one for each terminal, or lines {} "
                      "under these column names",
                      place_, count_fields(line), terminals_, kColumns));
    const std::vector<std::string> fields = split(line, ',');
    for (TerminalId destination = 0; destination < terminals_; ++destination)
      add_weight(rows_, destination, fields[destination]);
    ++rows_;
  }

  void add_weight(TerminalId source, TerminalId destination, const std::string& text) {
    const double weight = parse_number(
        text, fmt::format("{}: weight from {} to {}", place_, source, destination), 0, kMaxWeight);
    if (weight <= 0) return;
    if (cells_.size() == kMostWeights)
      throw UsageError(
          fmt::format("{}: more than {} weights above 0; legal: fewer", place_, kMostWeights));
    cells_.push_back({source, destination, weight});
  }

  std::string origin_;
  std::uint32_t terminals_;
  std::string place_;
  bool list_ = false;
  std::uint32_t rows_ = 0;
  std::set<std::pair<TerminalId, TerminalId>> listed_;
  std::vector<TrafficWeight> cells_;
};

}  // namespace

std::vector<TrafficWeight> parse_matrix(std::istream& text, const std::string& origin,
                                        std::uint32_t terminals) {
  Reader reader(origin, terminals);
  each_line(text, origin, [&reader](const std::string& line, std::uint64_t number) {
    if (!line.empty() && line.front() != '#') reader.add(line, number);
  });
  return reader.finish();
}

std::unique_ptr<Pattern> make_matrix(const PatternRequest& request, const std::string& path) {
  std::ifstream file =
      open_text(path, fmt::format("a file of weights: rows, or lines {}", kColumns));
  return std::make_unique<MatrixPattern>(parse_matrix(file, path, request.terminals()),
                                         request.terminals(), request.seed);
}

}  // namespace wayfarer
