// What the modules of the bench tell each other of messages.
#pragma once

#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "stream/word.hpp"

namespace wayfarer::sysc {

struct SentMessage {
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t number = 0;  ///< Number among its source's messages, from 0 on.
  Cycle birth = 0;           ///< From which on it waits at the source.
  std::vector<StreamData> words;
};

struct ReceivedMessage {
  TerminalId source = 0;
  TerminalId at = 0;
  Cycle arrival = 0;  ///< In which its last word was on the stream.
  std::vector<StreamData> words;
};

/// A message that has arrived as it was sent.
struct DeliveredMessage {
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t number = 0;
  Cycle birth = 0;
  Cycle arrival = 0;

  /// Cycles from birth to arrival, both counted.
  [[nodiscard]] Cycle latency() const { return arrival - birth + 1; }
};

}  // namespace wayfarer::sysc
