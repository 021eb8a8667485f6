// Words of AXI4-Streams, in and out of a network.
#pragma once

#include <cstdint>
#include <string>

#include "core/types.hpp"

namespace wayfarer {

/// The data of a word, which models do not interpret. RTL words may be wider; models have 128 bits.
using StreamData = unsigned __int128;

struct StreamWord {
  StreamData data = 0;
  TerminalId terminal = 0;  ///< TDEST of a word that goes in, TID of one that comes out.
  bool last = false;        ///< TLAST.

  friend bool operator==(const StreamWord& a, const StreamWord& b) {
    return a.data == b.data && a.terminal == b.terminal && a.last == b.last;
  }
};

/// Causes on a terminal's port drop_o, a bit mask: `stream_pkg::Drop*` in C++.
enum StreamDrop : std::uint8_t {
  kDropDestination = 1,  ///< No such terminal: the message is dropped.
  kDropOversized = 2,    ///< More words than a message may have: the message is dropped.
  kDropChanged = 4,      ///< TDEST differs from the first word's: the message is dropped.
  kDropWithdrawn = 8,    ///< TVALID fell before TREADY: the offered word is lost.
};

/// The sizes that network interfaces have beside those of their network.
struct StreamSizes {
  unsigned max_words = 8;     ///< Maximum words of a message.
  unsigned entry_depth = 16;  ///< Words in the queue of an entry, at least max_words.
};

/// `stream_pkg::words_legal`: words of a message, in any network.
constexpr unsigned kMostStreamWords = 4096;

/// `stream_pkg::entry_depth`: the default of the RTL's parameter.
[[nodiscard]] constexpr StreamSizes stream_sizes(unsigned max_words) {
  return {max_words, 2 * max_words};
}

/// Refuses sizes that a network with messages of at most `most_words` does not have.
/// @throws UsageError
void check_stream_sizes(const std::string& network, const StreamSizes& sizes,
                        unsigned most_words = kMostStreamWords);

}  // namespace wayfarer
