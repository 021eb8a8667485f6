#include "traffic/synfull_model.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr const char* kFirstWord = "HIER_CLASSES";
constexpr unsigned kMaxNodes = 1024;
constexpr unsigned kMaxClasses = 100;
constexpr unsigned kMaxCycles = 1'000'000'000;
constexpr double kMaxWeight = 1e15;

/// The model's words, with the lines they are in.
class Words {
 public:
  Words(const std::string& text, std::string origin) : origin_(std::move(origin)) {
    std::istringstream lines(text);
    each_line(lines, origin_, [this](const std::string& line, std::uint64_t number) {
      std::istringstream words(line);
      for (std::string word; words >> word;)
        words_.push_back({word, static_cast<unsigned>(number)});
    });
  }

  void expect(const std::string& name) {
    const std::string word = peek();
    ++at_;
    if (word != name) refuse(fmt::format("'{}'", excerpt(word)), name);
  }
  [[nodiscard]] bool accept(const std::string& name) {
    if (peek() != name) return false;
    ++at_;
    return true;
  }
  void expect_end() const {
    if (!ended())
      throw UsageError(fmt::format("{}: '{}'; legal: nothing after the last END_HIER", place(),
                                   excerpt(peek())));
  }

  double number(const char* what, double high) {
    const std::string& word = peek();
    const double value = parse_number(word, fmt::format("{}: {}", place(), what), 0, high);
    ++at_;
    return value;
  }
  unsigned whole(const char* what, unsigned low, unsigned high) {
    const std::string& word = peek();
    const auto value = static_cast<unsigned>(
        parse_unsigned(word, fmt::format("{}: {}", place(), what), low, high));
    ++at_;
    return value;
  }
  /// NAME value
  unsigned parameter(const char* name, unsigned low, unsigned high) {
    expect(name);
    return whole(name, low, high);
  }

  /// A fault in the last word that was read.
  [[noreturn]] void refuse(const std::string& what, const std::string& legal) const {
    throw UsageError(
        fmt::format("{}:{}: {}; legal: {}", origin_, words_[at_ - 1].line, what, legal));
  }

 private:
  struct Word {
    std::string text;
    unsigned line;
  };

  [[nodiscard]] bool ended() const { return at_ == words_.size(); }
  [[nodiscard]] const std::string& peek() const {
    if (ended())
      throw UsageError(fmt::format("{}: ends too early; legal: a complete model", origin_));
    return words_[at_].text;
  }
  [[nodiscard]] std::string place() const {
    return fmt::format("{}:{}", origin_, words_[at_].line);
  }

  std::string origin_;
  std::vector<Word> words_;
  std::size_t at_ = 0;
};

class Parser {
 public:
  Parser(const std::string& text, const std::string& origin) : words_(text, origin) {}

  SynfullModel model() {
    model_.phases.resize(words_.parameter(kFirstWord, 1, kMaxClasses));
    model_.time_span = words_.parameter("TIME_SPAN", 1, kMaxCycles);
    words_.expect("HIER_MARKOV");
    for (SynfullPhase& phase : model_.phases)
      phase.next = weights(static_cast<unsigned>(model_.phases.size()));
    words_.expect("END");
    skip("HIER_MARKOV_STEADY");
    for (unsigned number = 1; number <= model_.phases.size(); ++number) read_phase(number);
    words_.expect_end();
    return std::move(model_);
  }

 private:
  Weights weights(unsigned count) {
    Weights result;
    for (unsigned i = 0; i < count; ++i) result.add(words_.number("weight", kMaxWeight));
    return result;
  }

  void skip(const char* section) {
    words_.expect(section);
    while (!words_.accept("END")) words_.number(section, kMaxWeight);
  }

  void read_phase(unsigned number) {
    phase_ = &model_.phases[number - 1];
    words_.parameter("HIER_BEGIN_ID", number, number);
    words_.parameter("MEMORY", 0, kMaxCycles);
    const unsigned nodes = words_.parameter("NUM_NODES", 2, kMaxNodes);
    if (nodes % 2 != 0 || (model_.nodes != 0 && nodes != model_.nodes))
      words_.refuse(fmt::format("{} nodes", nodes), "an even number, the same in all phases");
    model_.nodes = nodes;
    phase_->states.resize(words_.parameter("NUM_CLASSES", 1, kMaxClasses));
    phase_->resolution = words_.parameter("RESOLUTION", 2, kMaxCycles);
    if (model_.time_span % phase_->resolution != 0)
      words_.refuse(fmt::format("intervals of {} cycles in spans of {}", phase_->resolution,
                                model_.time_span),
                    "whole intervals in a span");
    words_.expect("MARKOV");
    for (SynfullState& state : phase_->states) {
      state.next = weights(static_cast<unsigned>(phase_->states.size()));
      for (SynfullState::Initiations& request : state.requests) request.destination.resize(nodes);
      for (auto* table : {&state.forward, &state.invalidations, &state.invalidated})
        table->resize(nodes);
    }
    words_.expect("END");
    skip("MARKOV_STEADY");
    constexpr std::array kNames = {"WRITE", "READ", "CCR", "DCR"};
    for (unsigned kind = 0; kind < kSynfullRequests; ++kind)
      read_columns(fmt::format("{}_SPATIAL", kNames[kind]),
                   [kind](SynfullState& state) -> Weights& { return state.requests[kind].source; });
    for (unsigned kind = 0; kind < kSynfullRequests; ++kind)
      read_flows(
          fmt::format("{}_FLOWS", kNames[kind]), [kind](SynfullState & state) -> auto& {
            return state.requests[kind].destination;
          });
    for (unsigned kind = 0; kind < kSynfullRequests; ++kind)
      read_columns(fmt::format("{}_INJECTION", kNames[kind]),
                   [kind](SynfullState& state) -> Weights& { return state.requests[kind].count; });
    read_forwards();
    read_flows(
        "FORWARD_FLOWS", [](SynfullState & state) -> auto& { return state.forward; });
    read_invalidations();
    read_flows(
        "INVALIDATE_FLOWS", [](SynfullState & state) -> auto& { return state.invalidated; });
    words_.expect("END_HIER");
  }

  /// One row per index, one column per state.
  template <typename Of>
  void read_columns(const std::string& section, const Of& of) {
    words_.expect(section);
    while (!words_.accept("END"))
      for (SynfullState& state : phase_->states)
        of(state).add(words_.number(section.c_str(), kMaxWeight));
  }

  /// Lines "source destination state weight"; the destinations of a source in ascending order.
  template <typename Of>
  void read_flows(const std::string& section, const Of& of) {
    words_.expect(section);
    while (!words_.accept("END")) {
      const unsigned source = words_.whole("source", 0, model_.nodes - 1);
      const unsigned destination = words_.whole("destination", 0, model_.nodes - 1);
      Weights& row = of(state())[source];
      if (row.size() != destination / 2)
        words_.refuse(fmt::format("{} from {} to {}", section, source, destination),
                      fmt::format("destination {} or {} here", 2 * row.size(), 2 * row.size() + 1));
      row.add(words_.number("weight", kMaxWeight));
    }
  }

  /// The state of the next number.
  SynfullState& state() {
    const auto states = static_cast<unsigned>(phase_->states.size());
    return phase_->states[words_.whole("class", 1, states) - 1];
  }

  /// Published models have quotients of rounded numbers, up to 1.0003.
  double probability(const char* what) {
    constexpr double kMostByRounding = 1.001;
    const double value = words_.number(what, kMaxWeight);
    if (value > kMostByRounding)
      words_.refuse(fmt::format("{} {:g}", what, value), "a number from 0 to 1");
    if (value <= 1) return value;
    ++model_.rounded;
    model_.greatest = std::max(model_.greatest, value);
    return 1;
  }

  void read_forwards() {
    phase_->forwards.resize(model_.nodes);
    words_.expect("FORWARD_PROBABILITY");
    while (!words_.accept("END")) {
      std::array<double, 2>& row = phase_->forwards[words_.whole("node", 0, model_.nodes - 1)];
      row[0] = probability("probability of a write");
      row[1] = probability("probability of a read");
    }
  }

  /// Lines "state source number frequency", the numbers from 0 on.
  void read_invalidations() {
    words_.expect("INVALIDATE_PROBABILITY");
    while (!words_.accept("END")) {
      SynfullState& own = state();
      Weights& row = own.invalidations[words_.whole("source", 0, model_.nodes - 1)];
      const auto next = static_cast<unsigned>(row.size());
      words_.whole("number of invalidations", next, next);
      row.add(words_.number("frequency", kMaxWeight));
    }
  }

  Words words_;
  SynfullModel model_;
  SynfullPhase* phase_ = nullptr;
};

}  // namespace

std::size_t Weights::choices() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i) count += weight(i) > 0;
  return count;
}

std::optional<unsigned> Weights::draw(double unit) const {
  if (sums_.empty() || sums_.back() <= 0) return std::nullopt;
  auto drawn = std::upper_bound(sums_.begin(), sums_.end(), unit * sums_.back());
  // The product of the smallest numbers can be rounded up to the sum.
  if (drawn == sums_.end()) drawn = std::lower_bound(sums_.begin(), sums_.end(), sums_.back());
  return static_cast<unsigned>(drawn - sums_.begin());
}

SynfullModel parse_synfull(const std::string& text, const std::string& origin) {
  return Parser(text, origin).model();
}

bool is_synfull(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string begin(64, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(file.gcount()));
  if (begin.rfind(kByteOrderMark, 0) == 0) begin.erase(0, kByteOrderMark.size());
  std::istringstream words(begin);
  std::string word;
  return words >> word && word == kFirstWord;
}

}  // namespace wayfarer
