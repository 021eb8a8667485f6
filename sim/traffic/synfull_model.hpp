// Reads SynFull's models: the coherence traffic of a program on 16 cores as a hierarchy of Markov
// chains (Badr and Enright Jerger, SynFull, ISCA 2014).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wayfarer {

/// Indices with weights.
class Weights {
 public:
  Weights() = default;
  explicit Weights(const std::vector<double>& weights) {
    for (const double weight : weights) add(weight);
  }
  void add(double weight) { sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight); }
  [[nodiscard]] std::size_t size() const { return sums_.size(); }
  /// The number of indices that can be drawn.
  [[nodiscard]] std::size_t choices() const;
  [[nodiscard]] double weight(std::size_t index) const {
    return sums_[index] - (index == 0 ? 0 : sums_[index - 1]);
  }
  /// The index for a number in [0, 1); none if all weights are 0.
  [[nodiscard]] std::optional<unsigned> draw(double unit) const;

 private:
  std::vector<double> sums_;  ///< Sums of the weights up to each index.
};

/// The requests that begin a transaction.
enum class SynfullRequest : std::uint8_t { kWrite, kRead, kPutClean, kPutDirty };
constexpr unsigned kSynfullRequests = 4;

/// A node is a level-1 cache (even) or a directory (odd).
struct SynfullState {
  Weights next;  ///< State of the next interval.
  struct Initiations {
    Weights count;                     ///< In an interval.
    Weights source;                    ///< By cache: node / 2.
    std::vector<Weights> destination;  ///< For each source node: by directory, node / 2.
  };
  std::array<Initiations, kSynfullRequests> requests;
  std::vector<Weights> forward;        ///< For each directory's node: by cache.
  std::vector<Weights> invalidations;  ///< For each directory's node: their number.
  std::vector<Weights> invalidated;    ///< For each directory's node: by cache.
};

struct SynfullPhase {
  unsigned resolution = 0;  ///< Cycles of an interval.
  Weights next;             ///< The phase of the next time span.
  std::vector<SynfullState> states;
  /// For each directory's node: the probability that it forwards a write, and a read.
  std::vector<std::array<double, 2>> forwards;
};

struct SynfullModel {
  unsigned nodes = 0;
  unsigned time_span = 0;  ///< Cycles of a phase.
  std::vector<SynfullPhase> phases;
  unsigned rounded = 0;  ///< Probabilities above 1, which count as 1.
  double greatest = 1;   ///< The greatest of these probabilities.
};

/// Throws UsageError with file:line, what is wrong and what is legal.
[[nodiscard]] SynfullModel parse_synfull(const std::string& text, const std::string& origin);

/// Whether a file begins like one of SynFull's models.
[[nodiscard]] bool is_synfull(const std::string& path);

}  // namespace wayfarer
