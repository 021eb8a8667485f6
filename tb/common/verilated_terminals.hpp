// The pins common to the networks of all families, and how adapters drive and read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/data_lines.hpp"
#include "common/message_rows.hpp"
#include "common/payload.hpp"
#include "common/verilated_abi.h"
#include "common/verilated_top.hpp"
#include "core/flit.hpp"
#include "verilated.h"

namespace wayfarer {

/// The tags of flits (flit_tag_t of the families' packages): a bit for a header, a bit for a tail.
constexpr std::uint32_t kHeadMark = 1;
constexpr std::uint32_t kTailMark = 2;
constexpr unsigned kMarkBits = 2;

constexpr std::uint32_t mark_of(std::uint32_t tag) {
  return (is_head(static_cast<Tag>(tag)) ? kHeadMark : 0) |
         (is_tail(static_cast<Tag>(tag)) ? kTailMark : 0);
}
constexpr std::uint32_t tag_of(std::uint32_t mark) {
  return static_cast<std::uint32_t>(make_tag((mark & kHeadMark) != 0, (mark & kTailMark) != 0));
}

/// An array of pins: a plain array up to Verilator 5.006, a class in newer versions.
template <typename Pins>
struct PinArray;
template <typename Pin, std::size_t kExtent>
struct PinArray<Pin[kExtent]> {
  using Element = Pin;
  static constexpr std::uint32_t kElements = kExtent;
};
template <typename Pin, std::size_t kExtent>
struct PinArray<VlUnpacked<Pin, kExtent>> : PinArray<Pin[kExtent]> {};

/// Number of elements and type of an element of a pin that is an array.
template <typename Pins>
constexpr std::uint32_t extent_of = PinArray<std::remove_reference_t<Pins>>::kElements;
template <typename Pins>
using ElementOf = typename PinArray<std::remove_reference_t<Pins>>::Element;

/// A data flit's message and index; intact if the rest of its `words` words, starting at word
/// `first` of the lines, matches them.
template <typename Lines>
void read_data_flit(const Lines& lines, std::size_t first, std::size_t words,
                    wayfarer_delivery& delivery) {
  const std::uint32_t identity = get_word(lines, first);
  delivery.message = identity & kPayloadMessageMask;
  delivery.index = identity >> kPayloadIndexOffset;
  delivery.intact = 1;
  for (std::size_t word = 1; word < words; ++word)
    if (get_word(lines, first + word) != payload_word(delivery.message, delivery.index, word))
      delivery.intact = 0;
}

/// A network with `channels` channels. An adapter adds offers, and reads channels and deliveries.
template <typename Top>
class VerilatedTerminals {
 public:
  static constexpr std::uint32_t kTerminals =
      extent_of<decltype(std::declval<Top>().inject_valid_i)>;
  /// The data lines of a terminal.
  using Lines = ElementOf<decltype(std::declval<Top>().inject_data_i)>;

  const std::uint16_t* ready() const { return ready_.data(); }
  void stall(std::uint32_t terminal, bool stalled) { top_->eject_stall_i[terminal] = stalled; }
  bool trace_to(const char* path, const wayfarer_scope* scopes, std::size_t count) {
    return top_.trace_to(path, scopes, count, &rows_);
  }
  /// An offer, for the rows of waves.
  void note(const wayfarer_offer& offer) { rows_.inject(offer); }

 protected:
  explicit VerilatedTerminals(std::uint32_t channels, ParallelPorts ports = {})
      : rows_(kTerminals, ports), drivers_(channels) {}

  void reset_terminals() {
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      top_->inject_valid_i[t] = 0;
      top_->eject_stall_i[t] = 0;
    }
    offered_.clear();
    rows_.forget();
    top_.reset();
    read_ready();
  }

  /// Ends the cycle: withdraws the offers and reads errors and ready bits of the next cycle.
  void edge() {
    top_.edge();
    for (const std::uint32_t t : offered_) top_->inject_valid_i[t] = 0;
    offered_.clear();
    errors_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t)
      if (top_->error_o[t] != 0) errors_.push_back({t, top_->error_o[t]});
    read_ready();
  }

  /// What has been delivered, for the rows of waves: before its numbers are used again.
  void note_deliveries() {
    for (const wayfarer_delivery& delivery : deliveries_)
      if (is_head(static_cast<Tag>(delivery.tag)) ? named_headers_ : named_data_)
        rows_.eject(delivery);
  }

  void read_ready() {
    for (std::uint32_t t = 0; t < kTerminals; ++t) ready_[t] = top_->inject_ready_o[t];
  }

  /// For channels on which each flit is acknowledged; `drivers`: the pin with the driver of each
  /// flit. `identify(transfer)` adds the message of a head.
  template <typename Pins, typename Identify>
  void read_channels(const Pins& drivers, const Identify& identify) {
    transfers_.clear();
    for (std::uint32_t c = 0; c < drivers_.size(); ++c) {
      drivers_[c] = drivers[c];
      if (top_->channel_valid_o[c] == 0) continue;
      const std::uint32_t mark = top_->channel_tag_o[c];
      transfers_.push_back({c, drivers_[c], 0, tag_of(mark), 1, 0, 0});
      if ((mark & kHeadMark) != 0) identify(transfers_.back());
    }
  }

  [[nodiscard]] wayfarer_step result() const {
    return {deliveries_.data(), deliveries_.size(), transfers_.data(), transfers_.size(),
            errors_.data(),     errors_.size(),     drivers_.data(),   nullptr};
  }

  VerilatedTop<Top> top_;
  MessageRows rows_;
  bool named_headers_ = true;  ///< A header's message number is whole.
  bool named_data_ = true;     ///< Data flits have their message's number.
  std::vector<std::uint16_t> ready_ = std::vector<std::uint16_t>(kTerminals);
  std::vector<std::uint8_t> drivers_;
  std::vector<std::uint32_t> offered_;  ///< Terminals whose inject_valid_i is set.
  std::vector<wayfarer_delivery> deliveries_;
  std::vector<wayfarer_transfer> transfers_;
  std::vector<wayfarer_error> errors_;
};

}  // namespace wayfarer
