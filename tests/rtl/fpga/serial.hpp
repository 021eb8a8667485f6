// A receiver for a serial line: 8 bits, no parity, a stop bit.
#pragma once

#include <string>

namespace wayfarer {

class SerialReceiver {
 public:
  explicit SerialReceiver(unsigned divisor) : divisor_(divisor) {}

  /// The line in one clock cycle.
  void sample(bool line) {
    if (!active_) {
      if (line) return;
      active_ = true;
      cycle_ = 0;
      bits_ = 0;
    }
    // The middle of each bit.
    if (cycle_ % divisor_ == divisor_ / 2) {
      const unsigned bit = cycle_ / divisor_;
      if (bit == 0 && line) framing_error_ = true;
      if (bit >= 1 && bit <= 8) bits_ |= (line ? 1u : 0u) << (bit - 1);
      if (bit == 9) {
        framing_error_ = framing_error_ || !line;
        text_ += static_cast<char>(bits_);
        active_ = false;
      }
    }
    ++cycle_;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool framing_error() const { return framing_error_; }
  void clear() { text_.clear(); }

 private:
  unsigned divisor_;
  bool active_ = false;
  bool framing_error_ = false;
  unsigned cycle_ = 0;
  unsigned bits_ = 0;
  std::string text_;
};

}  // namespace wayfarer
