// What a terminal may send: the twin of linear_guard.
#pragma once

#include "model/linear/linear_flit.hpp"

namespace wayfarer::linear {

/// Drops flits out of order and messages to nowhere, and says why.
class Guard {
 public:
  /// Whether the flit would pass, as things stand.
  [[nodiscard]] bool passes(Tag tag, bool destination_legal) const {
    return is_head(tag) ? !open_ && destination_legal : open_ && !dropping_;
  }

  /// The terminal's flit is taken, dropped or not. Returns the causes (ErrorCause) to report.
  std::uint8_t take(Tag tag, bool destination_legal) {
    if (is_head(tag)) {
      if (open_) return kErrorOrder;
      dropping_ = !destination_legal && !is_tail(tag);
      open_ = destination_legal && !is_tail(tag);
      return destination_legal ? 0 : kErrorDestination;
    }
    if (dropping_) {
      dropping_ = !is_tail(tag);
      return 0;
    }
    if (!open_) return kErrorOrder;
    open_ = !is_tail(tag);
    return 0;
  }

 private:
  bool open_ = false;
  bool dropping_ = false;
};

}  // namespace wayfarer::linear
