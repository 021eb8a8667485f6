// The cycle model of `iba_wire_decoder` (rtl/iba/iba_wire_decoder.sv).
#pragma once

#include "family/iba/wire_format.hpp"

namespace wayfarer {

class WireDecoder {
 public:
  struct Inputs {
    bool word_valid = false;
    WireWord word = 0;
    bool last = false;
    bool data_ready = false;
  };
  struct Outputs {
    bool word_ready = false;
    bool data_valid = false;
    WireWord data = 0;
  };
  /// Result for the packet that ended in the previous cycle.
  struct Packet {
    bool valid = false;
    unsigned errors = 0;
    WireHeaderWords words{};  ///< The words of the GRH are valid in global packets only.
    bool global = false;
    unsigned bytes = 0;  ///< Bytes of payload; valid without a length error.
  };

  explicit WireDecoder(unsigned max_bytes = kWireLargestMtu) : max_words_((max_bytes + 3) / 4) {}

  [[nodiscard]] Outputs outputs(const Inputs& in) const {
    const bool payload = part_ == Part::kPayload && !in.last;
    return {!payload || in.data_ready, payload && in.word_valid, in.word};
  }

  [[nodiscard]] Packet packet() const {
    const WireHeader header = to_header(header_);
    const bool global = header.next == kWireNextGlobal;
    return {ended_, errors_, header_, global,
            4 * (header.length - wire_minimum(global)) - header.pad};
  }

  void step(const Inputs& in) {
    ended_ = false;
    if (!in.word_valid || !outputs(in).word_ready) return;
    if (in.last)
      end(in.word);
    else
      take(in.word);
  }

 private:
  enum class Part { kHeader, kPayload, kIcrc, kVcrc, kRest };

  void take(WireWord word) {
    if (part_ == Part::kHeader) header_[place_] = word;
    const WireHeader header = to_header(header_);
    const bool global = header.next == kWireNextGlobal;
    icrc_bad_ = word != icrc_.value();
    icrc_.take(word | (part_ == Part::kHeader ? variant_bits(place_, global) : 0));
    vcrc_.take(word);
    switch (part_) {
      case Part::kHeader:
        if (place_ + 1 == kWireGlobalPlace && header.next < kWireNextLocal) part_ = Part::kRest;
        place_ = next_wire_place(place_, global);
        if (place_ == kWireHeaderWords) begin_payload(header, global);
        break;
      case Part::kPayload:
        if (--left_ == 0) part_ = Part::kIcrc;
        break;
      case Part::kIcrc: part_ = Part::kVcrc; break;
      case Part::kVcrc:
      case Part::kRest: part_ = Part::kRest; break;
    }
  }

  void begin_payload(const WireHeader& header, bool global) {
    const unsigned least = wire_minimum(global);
    left_ = header.length - least;
    const bool fits =
        header.length >= least && left_ <= max_words_ && (left_ != 0 || header.pad == 0);
    part_ = !fits ? Part::kRest : left_ == 0 ? Part::kIcrc : Part::kPayload;
  }

  void end(WireWord word) {
    const WireHeader header = to_header(header_);
    const bool complete = part_ != Part::kHeader;
    const bool raw = complete && header.next < kWireNextLocal;
    const bool global = header.next == kWireNextGlobal;
    errors_ = 0;
    if ((word & 0xffff) != vcrc_.value()) errors_ |= WireError::kVcrc;
    if (part_ == Part::kVcrc && icrc_bad_) errors_ |= WireError::kIcrc;
    if (part_ != Part::kVcrc && !raw) errors_ |= WireError::kLength;
    if (complete && !raw &&
        (header.link_version != 0 || header.transport_version != 0 ||
         (global && header.global_version != kWireGlobalVersion)))
      errors_ |= WireError::kVersion;
    if (raw || (complete && global && header.global_next != kWireGlobalNext))
      errors_ |= WireError::kKind;
    ended_ = true;
    part_ = Part::kHeader;
    place_ = 0;
    icrc_.clear();
    vcrc_.clear();
  }

  unsigned max_words_;
  Part part_ = Part::kHeader;
  unsigned place_ = 0;  ///< Word of the header.
  unsigned left_ = 0;   ///< Words of the payload to come.
  WireHeaderWords header_{};
  bool icrc_bad_ = false;
  bool ended_ = false;
  unsigned errors_ = 0;
  Icrc icrc_;
  Vcrc vcrc_;
};

}  // namespace wayfarer
