// Cycle model of rtl/stream/stream_reassembly.sv: slots that put messages together, and the
// stream that sends them.
#pragma once

#include <vector>

#include "stream/word.hpp"

namespace wayfarer {

class StreamReassembly {
 public:
  /// A word for a slot. In order: `place` is the number of the slot's words so far.
  struct Arrival {
    unsigned slot = 0;
    unsigned place = 0;
    TerminalId source = 0;
    StreamData data = 0;
    bool last = false;  ///< The word of the highest number.
  };

  StreamReassembly(unsigned slots, unsigned max_words);

  void reset();

  /// Whether a slot takes a word in the coming clock.
  [[nodiscard]] bool ready(unsigned slot) const { return !slots_[slot].complete; }
  /// Words of the slot's incomplete message that are in.
  [[nodiscard]] unsigned count(unsigned slot) const { return slots_[slot].count; }
  /// No slot has words, and none is on m_axis.
  [[nodiscard]] bool idle() const { return occupied_ == 0 && !valid_; }
  /// The word on m_axis while TVALID, else null.
  [[nodiscard]] const StreamWord* output() const { return valid_ ? &word_ : nullptr; }
  /// The slot whose message the coming clock reads the last word of, as sent_o; -1: none.
  [[nodiscard]] int sent(bool ready) const;

  /// One clock. `arrival`: a word whose slot is ready, or null; `ready`: TREADY.
  void step(const Arrival* arrival, bool ready);

 private:
  struct Slot {
    bool complete = false;
    unsigned count = 0;
    unsigned words = 0;  // 0: not known
    TerminalId source = 0;
    std::vector<StreamData> data;
  };

  [[nodiscard]] int chosen() const;
  void put(const Arrival& arrival);

  std::vector<Slot> slots_;
  unsigned occupied_ = 0;  // slots with words
  unsigned pointer_ = 0;   // of the round robin: the slot that goes first
  int sending_ = -1;
  unsigned out_ = 0;  // words of the sent message that are out
  bool valid_ = false;
  StreamWord word_;
};

}  // namespace wayfarer
