// Segmentation of messages into packets in endpoints: the model of iba_segmenter.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/flit.hpp"
#include "family/iba/header.hpp"

namespace wayfarer::iba {

/// The fields that endpoints write into a packet's header, besides its length.
struct Segment {
  TerminalId source = 0;
  MessageId identifier = 0;
  std::uint8_t stream = 0;  ///< Virtual lane of injection.
  std::uint8_t number = 0;  ///< Number of the packet in its message.
  bool last = false;
};

/// Serves one virtual lane of an injection port. Illegal flits pass through to the lane's guard.
class Segmenter {
 public:
  /// A packet's header.
  struct Header {
    std::uint32_t data_flits = 0;
    std::uint8_t number = 0;
    bool last = false;
  };

  explicit Segmenter(unsigned mtu) : mtu_(mtu) {}

  [[nodiscard]] bool open() const { return open_; }

  /// The header of the current message's next packet.
  [[nodiscard]] bool due() const { return due_; }
  Header insert() {
    due_ = false;
    return header(left_, place_);
  }

  /// Takes a terminal's header and returns the packet's.
  Header take_header(Tag tag, std::uint32_t data_flits) {
    if (!open_) {
      open_ = data_flits != 0 && data_flits <= most() && !is_tail(tag);
      left_ = data_flits;
      place_ = 0;
    }
    return header(data_flits, 0);
  }

  /// Takes a terminal's data flit and returns its tag in the packet.
  Tag take_data(Tag tag) {
    if (!open_) return tag;
    const bool tail = is_tail(tag);
    --left_;
    ++place_;
    const bool ends_message = left_ == 0;
    const bool ends_packet = ends_message || place_ % mtu_ == 0;
    open_ = !ends_message && !tail;
    due_ = open_ && ends_packet;
    return ends_packet ? make_tag(false, tail == ends_message) : tag;
  }

 private:
  static constexpr std::uint32_t kTooLong = 0xfff;  ///< As a packet's length.

  [[nodiscard]] std::uint32_t most() const { return IbaHeader::kMostPackets * mtu_; }
  [[nodiscard]] Header header(std::uint32_t left, std::uint32_t place) const {
    return {left > most() ? kTooLong : std::min(left, mtu_),
            static_cast<std::uint8_t>(place / mtu_), left <= mtu_};
  }

  std::uint32_t mtu_;  ///< Maximum data flits of a packet.
  bool open_ = false;
  bool due_ = false;
  std::uint32_t left_ = 0;   ///< Data flits to come.
  std::uint32_t place_ = 0;  ///< Data flits so far.
};

}  // namespace wayfarer::iba
