// The check of flits at an injection port: the model of linear_guard, mesh_guard and iba_guard.
#pragma once

#include "core/flit.hpp"

namespace wayfarer::kit {

/// Drops flits that are out of order, messages with an illegal header and flits beyond the end of a
/// message, and returns the causes. A flit without a tag counts as a body flit.
class InjectionGuard {
 public:
  /// Whether a message is open and all its flits have passed so far.
  [[nodiscard]] bool open() const { return open_; }

  /// Whether the flit would pass now. `header_cause`: the ErrorCause that forbids it if it is a
  /// header, or 0.
  [[nodiscard]] bool passes(Tag tag, std::uint8_t header_cause) const {
    return is_head(tag) ? !open_ && header_cause == 0 : open_;
  }

  /// Takes the flit, whether it passes or is dropped. With `last`, the message has no room after
  /// it, so it becomes the tail. Returns the causes to report.
  std::uint8_t take(Tag tag, std::uint8_t header_cause, bool last = false) {
    const bool tail = is_tail(tag);
    if (passes(tag, header_cause)) {
      open_ = !tail && !last;
      dropping_ = !tail && last;
      return dropping_ ? kErrorLength : 0;
    }
    if (is_head(tag) && !open_) {
      dropping_ = !tail;
      return header_cause;
    }
    if (!dropping_) return kErrorOrder;
    dropping_ = !tail;
    return 0;
  }

 private:
  bool open_ = false;
  bool dropping_ = false;  ///< Until the tail or the next header.
};

}  // namespace wayfarer::kit
