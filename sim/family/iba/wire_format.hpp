// Packets as InfiniBand has them on a link: the C++ counterpart of `iba_wire_pkg` and `iba_crc`
// (rtl/iba).
#pragma once

#include <array>
#include <cstdint>

namespace wayfarer {

/// Four bytes, the first one on the link in bits 7 to 0.
using WireWord = std::uint32_t;
using Gid = std::array<std::uint8_t, 16>;

constexpr unsigned kWireHeaderWords = 15;  ///< LRH (2), GRH (10) and BTH (3).
constexpr unsigned kWireGlobalPlace = 2;   ///< The first word of the GRH.
constexpr unsigned kWireBasePlace = 12;    ///< The first word of the BTH.
constexpr unsigned kWireLargestMtu = 4096;
using WireHeaderWords = std::array<WireWord, kWireHeaderWords>;

/// All headers, in the order of the link.
struct WireHeader {
  // LRH
  std::uint8_t lane = 0;
  std::uint8_t link_version = 0;
  std::uint8_t level = 0;
  std::uint8_t next = 0;  ///< LNH.
  std::uint16_t destination = 0;
  std::uint16_t length = 0;  ///< PktLen: words from the LRH to the ICRC.
  std::uint16_t source = 0;
  // GRH
  std::uint8_t global_version = 0;
  std::uint8_t traffic_class = 0;
  std::uint32_t flow_label = 0;
  std::uint16_t payload_length = 0;  ///< Bytes from the BTH to the ICRC.
  std::uint8_t global_next = 0;
  std::uint8_t hop_limit = 0;
  Gid source_gid{};
  Gid destination_gid{};
  // BTH
  std::uint8_t opcode = 0;
  bool solicited = false;
  bool migrated = false;
  std::uint8_t pad = 0;
  std::uint8_t transport_version = 0;
  std::uint16_t partition = 0;
  std::uint8_t variant = 0;  ///< resv8a.
  std::uint32_t queue_pair = 0;
  bool acknowledge = false;
  std::uint32_t sequence_number = 0;
};

constexpr std::uint8_t kWireNextLocal = 2;
constexpr std::uint8_t kWireNextGlobal = 3;
constexpr std::uint8_t kWireGlobalVersion = 6;
constexpr std::uint8_t kWireGlobalNext = 0x1b;

/// Why a packet is bad: a bit each.
struct WireError {
  static constexpr unsigned kVcrc = 1u << 0;
  static constexpr unsigned kIcrc = 1u << 1;
  static constexpr unsigned kLength = 1u << 2;
  static constexpr unsigned kVersion = 1u << 3;
  static constexpr unsigned kKind = 1u << 4;
};

[[nodiscard]] WireHeaderWords to_words(const WireHeader& header);
[[nodiscard]] WireHeader to_header(const WireHeaderWords& words);

/// PktLen without payload.
constexpr unsigned wire_minimum(bool global) { return global ? 16 : 6; }

/// The word of the header after `place`.
constexpr unsigned next_wire_place(unsigned place, bool global) {
  return place + 1 == kWireGlobalPlace && !global ? kWireBasePlace : place + 1;
}

/// Bits of a header's word that the ICRC takes as ones.
[[nodiscard]] WireWord variant_bits(unsigned place, bool global);

/// A checksum over words, with a mirrored polynomial.
template <class Register, Register kPolynomial>
class WireCrc {
 public:
  void clear() { register_ = static_cast<Register>(~Register{0}); }
  void take(WireWord word) {
    for (unsigned bit = 0; bit < 32; ++bit) {
      const bool differs = ((register_ ^ word >> bit) & 1) != 0;
      register_ = static_cast<Register>(register_ >> 1 ^ (differs ? kPolynomial : 0));
    }
  }
  [[nodiscard]] Register value() const { return static_cast<Register>(~register_); }

 private:
  Register register_ = static_cast<Register>(~Register{0});
};

using Icrc = WireCrc<std::uint32_t, 0xedb88320>;  ///< Polynomial 0x04c11db7, reflected.
using Vcrc = WireCrc<std::uint16_t, 0xd008>;      ///< Polynomial 0x100b, reflected.

}  // namespace wayfarer
