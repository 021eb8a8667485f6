// How long messages take in a network that has no others.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "stream/network.hpp"

namespace wayfarer::sysc {

/// In cycles.
struct LoneTime {
  unsigned injected = 0;  ///< Until the network has taken the last word.
  unsigned arrived = 0;   ///< Until the last word is out.
};

/// Measures each case once, on a cycle model of its own.
class Estimate {
 public:
  /// `model` must be new or reset.
  explicit Estimate(std::unique_ptr<StreamNetwork> model) : model_(std::move(model)) {}

  /// Latency of messages that are sent one after the other: `words` in messages of at most
  /// `max_words`. None: there is no route.
  [[nodiscard]] std::optional<LoneTime> time(TerminalId from, TerminalId to, unsigned words,
                                             unsigned max_words);

 private:
  [[nodiscard]] std::optional<LoneTime> measure(TerminalId from, TerminalId to, unsigned words,
                                                unsigned max_words);

  std::unique_ptr<StreamNetwork> model_;
  std::map<std::tuple<TerminalId, TerminalId, unsigned>, std::optional<LoneTime>> known_;
};

}  // namespace wayfarer::sysc
