// The server: identifies the host of each message and sends the responses. The model of
// linear_server.
#pragma once

#include <cstddef>
#include <deque>

#include "core/types.hpp"
#include "family/linear/flit.hpp"

namespace wayfarer::linear {

/// Reads the source of each message and, when programmed, answers each request after a constant
/// time, first come first served, with as many flits.
class Server {
 public:
  static constexpr std::size_t kRecords = 16;  ///< Maximum requests whose response has not begun.

  explicit Server(MessageId header_id_mask) : header_id_mask_(header_id_mask) {}

  void program(std::uint32_t service, std::uint8_t own) {
    *this = Server(header_id_mask_);
    service_ = service;
    own_ = own;
  }

  [[nodiscard]] bool enabled() const { return service_ != 0; }
  [[nodiscard]] bool full() const { return enabled() && records_.size() >= kRecords; }
  /// The host of the last flit received.
  [[nodiscard]] std::uint8_t source() const { return source_; }

  [[nodiscard]] bool offers(Cycle now) const {
    return index_ != 0 || (!records_.empty() && records_.front().due <= now);
  }
  [[nodiscard]] Flit flit() const {
    const Record& record = index_ != 0 ? open_ : records_.front();
    return {record.message, static_cast<std::uint16_t>(index_), tag_of(index_, record.flits), own_,
            record.source};
  }

  /// Called when the response's flit has been taken.
  void sent() {
    if (index_ == 0) {
      open_ = records_.front();
      records_.pop_front();
    }
    if (++index_ == open_.flits) index_ = 0;
  }

  /// Called when a request's flit has arrived in cycle `now`.
  void receive(const Flit& flit, Cycle now) {
    if (is_head(flit.tag)) {
      source_ = flit.source;
      // In place of the bits that a narrow header lacks: the source, as in hosts' own messages.
      message_ =
          (flit.message & header_id_mask_) | (own_message(flit.source, 0) & ~header_id_mask_);
      flits_ = 0;
    }
    ++flits_;
    if (enabled() && is_tail(flit.tag))
      records_.push_back({now + service_, message_, flits_, source_});
  }

 private:
  struct Record {
    Cycle due = 0;  ///< The first cycle in which the response may start.
    MessageId message = 0;
    std::uint32_t flits = 0;
    std::uint8_t source = 0;
  };

  MessageId header_id_mask_;
  std::uint32_t service_ = 0;
  std::uint8_t own_ = 0;
  std::uint8_t source_ = 0;
  MessageId message_ = 0;
  std::uint32_t flits_ = 0;  ///< Flits of the request that is arriving.
  std::uint32_t index_ = 0;  ///< Index of the next flit; 0: no response is open.
  Record open_;              ///< The open response.
  std::deque<Record> records_;
};

}  // namespace wayfarer::linear
