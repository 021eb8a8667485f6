#include "family/iba/wire_format.hpp"

namespace wayfarer {
namespace {

/// Goes through the bits of a header in the order of the link, the highest of each byte first.
class Bits {
 public:
  explicit Bits(WireHeaderWords& words) : words_(words) {}

  void put(std::uint64_t value, unsigned width) {
    for (unsigned bit = width; bit-- > 0; ++next_)
      words_[next_ / 32] |= static_cast<WireWord>(value >> bit & 1) << place();
  }
  void put(const Gid& gid) {
    for (const std::uint8_t byte : gid) put(byte, 8);
  }
  template <class Value>
  void get(Value& value, unsigned width) {
    std::uint64_t bits = 0;
    for (unsigned bit = 0; bit < width; ++bit, ++next_)
      bits = bits << 1 | (words_[next_ / 32] >> place() & 1);
    value = static_cast<Value>(bits);
  }
  void get(Gid& gid) {
    for (std::uint8_t& byte : gid) get(byte, 8);
  }

 private:
  /// In its word: bytes from the lowest on, bits from the highest on.
  [[nodiscard]] unsigned place() const { return next_ % 32 / 8 * 8 + 7 - next_ % 8; }

  WireHeaderWords& words_;
  unsigned next_ = 0;
};

/// Calls `field` with each field and its width, `gid` with each GID, and `spare` with the width of
/// each gap.
template <class Header, class Field, class GidField, class Spare>
void each_field(Header& h, const Field& field, const GidField& gid, const Spare& spare) {
  field(h.lane, 4);
  field(h.link_version, 4);
  field(h.level, 4);
  spare(2);
  field(h.next, 2);
  field(h.destination, 16);
  spare(5);
  field(h.length, 11);
  field(h.source, 16);

  field(h.global_version, 4);
  field(h.traffic_class, 8);
  field(h.flow_label, 20);
  field(h.payload_length, 16);
  field(h.global_next, 8);
  field(h.hop_limit, 8);
  gid(h.source_gid);
  gid(h.destination_gid);

  field(h.opcode, 8);
  field(h.solicited, 1);
  field(h.migrated, 1);
  field(h.pad, 2);
  field(h.transport_version, 4);
  field(h.partition, 16);
  field(h.variant, 8);
  field(h.queue_pair, 24);
  field(h.acknowledge, 1);
  spare(7);
  field(h.sequence_number, 24);
}

}  // namespace

WireHeaderWords to_words(const WireHeader& header) {
  WireHeaderWords words{};
  Bits bits(words);
  each_field(
      header, [&](auto value, unsigned width) { bits.put(value, width); },
      [&](const Gid& gid) { bits.put(gid); }, [&](unsigned width) { bits.put(0, width); });
  return words;
}

WireHeader to_header(const WireHeaderWords& words) {
  WireHeaderWords copy = words;
  Bits bits(copy);
  WireHeader header;
  each_field(
      header, [&](auto& value, unsigned width) { bits.get(value, width); },
      [&](Gid& gid) { bits.get(gid); },
      [&](unsigned width) {
        unsigned ignored = 0;
        bits.get(ignored, width);
      });
  return header;
}

WireWord variant_bits(unsigned place, bool global) {
  switch (place) {
    case 0: return global ? 0xffffffff : 0x000000f0;  // VL; a router writes a new LRH
    case 1: return global ? 0xffffffff : 0;
    case 2: return 0xffffff0f;   // traffic class, flow label
    case 3: return 0xff000000;   // hop limit
    case 13: return 0x000000ff;  // resv8a
    default: return 0;
  }
}

}  // namespace wayfarer
