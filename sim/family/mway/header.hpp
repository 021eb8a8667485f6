// How a header's fields lie on the data lines: the C++ twin of `mway_pkg` (rtl/mway/mway_pkg.sv).
// The verilated build proves the two equal at compile time.
#pragma once

#include <cstdint>
#include <optional>

#include "config/config.hpp"
#include "core/types.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

struct MwayHeader {
  static constexpr unsigned kWayWidth = 4;
  static constexpr unsigned kClassBit = kWayWidth;
  static constexpr unsigned kLengthOffset = kWayWidth + 1;
  static constexpr unsigned kLengthWidth = 10;
  static constexpr unsigned kDestOffset = kLengthOffset + kLengthWidth;
  static constexpr unsigned kMaxLengthBytes = (1u << kLengthWidth) - 1;
  /// Data flits carry the message in bits 23:0, the flit's index modulo 256 in bits 31:24, and a
  /// hash of both above.
  static constexpr unsigned kIndexOffset = kMessageIdBits;
};

/// Bits of one digit of an address; a single position needs none.
[[nodiscard]] constexpr unsigned digit_width(unsigned extent) {
  unsigned width = 0;
  while ((1ull << width) < extent) ++width;
  return width;
}

/// Bits of Dest: the digits of a channel's address, then the processor's local number.
[[nodiscard]] unsigned dest_width(const TopologyConfig& config);

/// Bits of the header that carry the low bits of the message's identifier: what is left over, at
/// most kMessageIdBits.
[[nodiscard]] MessageId header_id_mask(const NetworkConfig& config);

/// The Dest field of a terminal. A number beyond the last terminal overflows into the highest
/// digit, which may make an address that no terminal has.
[[nodiscard]] std::uint64_t encode_dest(const TopologyConfig& config, TerminalId terminal);

/// The terminal that a Dest field names; nothing when a digit lies outside the network.
[[nodiscard]] std::optional<TerminalId> decode_dest(const TopologyConfig& config,
                                                    std::uint64_t dest);

}  // namespace wayfarer
