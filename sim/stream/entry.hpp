// Cycle model of rtl/stream/stream_entry.sv: the queue of whole messages at the entry of a network.
#pragma once

#include <deque>
#include <vector>

#include "stream/word.hpp"

namespace wayfarer {

class StreamEntry {
 public:
  struct Message {
    TerminalId destination = 0;
    std::vector<StreamData> words;
  };

  StreamEntry(const StreamSizes& sizes, unsigned terminals)
      : sizes_(sizes), terminals_(terminals) {}

  void reset() { *this = StreamEntry(sizes_, terminals_); }

  // Outputs, from registers.
  [[nodiscard]] bool ready() const { return ready_; }        ///< TREADY.
  [[nodiscard]] std::uint8_t drop() const { return drop_; }  ///< A mask of StreamDrop.
  [[nodiscard]] bool valid() const { return !messages_.empty(); }
  [[nodiscard]] const Message& front() const { return messages_.front(); }
  /// Without an offer, a clock changes nothing.
  [[nodiscard]] bool idle() const {
    return ready_ && !valid() && incomplete_.words.empty() && !waiting_ && drop_ == 0;
  }
  [[nodiscard]] unsigned place() const { return place_; }  ///< Index of the front word.
  [[nodiscard]] bool last() const { return place_ + 1 == front().words.size(); }

  /// One clock. `offered`: the word on the stream while TVALID, else null. `pop` takes the front
  /// word; there is one.
  void step(const StreamWord* offered, bool pop);

 private:
  [[nodiscard]] std::uint8_t fault_of(const StreamWord& word) const;
  void take(const StreamWord& word);

  StreamSizes sizes_;
  unsigned terminals_;

  std::deque<Message> messages_;  // complete
  unsigned place_ = 0;
  Message incomplete_;
  unsigned level_ = 0;  // words of the incomplete message, and of the others that are not popped
  bool inside_ = false;
  bool discard_ = false;
  bool waiting_ = false;
  bool ready_ = false;
  std::uint8_t drop_ = 0;
};

}  // namespace wayfarer
