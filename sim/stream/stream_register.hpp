// Cycle model of rtl/stream/stream_register.sv: a register slice.
#pragma once

#include <optional>

namespace wayfarer {

template <class Word>
class StreamRegister {
 public:
  void reset() { *this = {}; }

  [[nodiscard]] bool ready() const { return !spare_; }
  /// The word at the output while TVALID, else null.
  [[nodiscard]] const Word* output() const { return word_ ? &*word_ : nullptr; }

  /// One clock. `offered`: the word at the input while TVALID, or null; `ready`: of the output.
  void step(const Word* offered, bool ready) {
    const bool push = offered != nullptr && !spare_;
    if (word_ && !ready) {
      if (push) spare_ = *offered;
      return;
    }
    word_ = spare_;
    spare_.reset();
    if (push) word_ = *offered;
  }

 private:
  std::optional<Word> word_, spare_;
};

}  // namespace wayfarer
