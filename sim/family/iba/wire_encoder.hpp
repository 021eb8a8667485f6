// The cycle model of `iba_wire_encoder` (rtl/iba/iba_wire_encoder.sv).
#pragma once

#include "family/iba/wire_format.hpp"

namespace wayfarer {

class WireEncoder {
 public:
  struct Inputs {
    bool request_valid = false;
    WireHeader header;
    bool global = false;
    unsigned bytes = 0;
    bool data_valid = false;
    WireWord data = 0;
    bool word_ready = false;
  };
  struct Outputs {
    bool request_ready = false;
    bool refused = false;
    bool data_ready = false;
    bool word_valid = false;
    WireWord word = 0;
    bool last = false;
  };

  explicit WireEncoder(unsigned max_bytes = kWireLargestMtu) : max_bytes_(max_bytes) {}

  [[nodiscard]] Outputs outputs(const Inputs& in) const {
    Outputs out;
    const bool begins = part_ == Part::kHeader && place_ == 0;
    const bool fits = in.bytes <= max_bytes_;
    out.refused = in.request_valid && begins && !fits;
    out.last = part_ == Part::kVcrc;
    out.request_ready = out.refused || (out.last && in.word_ready);
    out.data_ready = part_ == Part::kPayload && in.word_ready;
    switch (part_) {
      case Part::kHeader:
        out.word_valid = in.request_valid && (!begins || fits);
        out.word = to_words(whole(in))[place_];
        break;
      case Part::kPayload:
        out.word_valid = in.data_valid;
        out.word =
            left_ == 1 && in.bytes % 4 != 0 ? in.data & ((1u << 8 * (in.bytes % 4)) - 1) : in.data;
        break;
      case Part::kIcrc:
        out.word_valid = true;
        out.word = icrc_.value();
        break;
      case Part::kVcrc:
        out.word_valid = true;
        out.word = vcrc_.value();
        break;
    }
    return out;
  }

  void step(const Inputs& in) {
    const Outputs out = outputs(in);
    const bool header = part_ == Part::kHeader;
    if (header) left_ = words(in);
    if (!out.word_valid || !in.word_ready) return;
    vcrc_.take(out.word);
    icrc_.take(out.word | (header ? variant_bits(place_, in.global) : 0));
    switch (part_) {
      case Part::kHeader:
        place_ = next_wire_place(place_, in.global);
        if (place_ != kWireHeaderWords) break;
        place_ = 0;
        part_ = words(in) == 0 ? Part::kIcrc : Part::kPayload;
        break;
      case Part::kPayload:
        if (--left_ == 0) part_ = Part::kIcrc;
        break;
      case Part::kIcrc: part_ = Part::kVcrc; break;
      case Part::kVcrc:
        part_ = Part::kHeader;
        icrc_.clear();
        vcrc_.clear();
        break;
    }
  }

 private:
  enum class Part { kHeader, kPayload, kIcrc, kVcrc };

  static unsigned words(const Inputs& in) { return (in.bytes + 3) / 4; }

  /// The header with the fields that follow from the rest.
  static WireHeader whole(const Inputs& in) {
    WireHeader header = in.header;
    header.link_version = 0;
    header.next = in.global ? kWireNextGlobal : kWireNextLocal;
    header.length = static_cast<std::uint16_t>(wire_minimum(in.global) + words(in));
    header.global_version = kWireGlobalVersion;
    header.payload_length = static_cast<std::uint16_t>(4 * (words(in) + 4));
    header.global_next = kWireGlobalNext;
    header.pad = static_cast<std::uint8_t>(-in.bytes & 3);
    header.transport_version = 0;
    return header;
  }

  unsigned max_bytes_;
  Part part_ = Part::kHeader;
  unsigned place_ = 0;  ///< Word of the header.
  unsigned left_ = 0;   ///< Words of the payload to come.
  Icrc icrc_;
  Vcrc vcrc_;
};

}  // namespace wayfarer
