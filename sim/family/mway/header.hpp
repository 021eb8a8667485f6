// The layout of a header's fields on the data lines: the C++ counterpart of `mway_pkg`
// (rtl/mway/mway_pkg.sv). The verilated build proves the two equal at compile time.
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
  static constexpr unsigned kAgeWidth = 3;  ///< Above Dest, with `age_lines`.
  static constexpr unsigned kMaxLengthBytes = (1u << kLengthWidth) - 1;
  /// Data flits carry the message in bits 23:0, the flit's index modulo 256 in bits 31:24, and a
  /// hash of both above.
  static constexpr unsigned kIndexOffset = kMessageIdBits;
};

/// Bits of one digit of an address; 0 for an extent of 1.
[[nodiscard]] constexpr unsigned digit_width(unsigned extent) {
  unsigned width = 0;
  while ((1ull << width) < extent) ++width;
  return width;
}

/// Bits of Dest: the digits of a channel's address, then the processor's local number. Relative
/// destinations have a signed offset of one bit more for each digit, none for an extent of 1.
[[nodiscard]] unsigned dest_width(const TopologyConfig& config);
[[nodiscard]] unsigned dest_width(const NetworkConfig& config);

/// With multicast, Dest has a bit for each terminal, padded to a power of two, and Way a bit for
/// each member of a channel, above Dest.
[[nodiscard]] unsigned destinations_width(const TopologyConfig& config);

/// The first bit of the header after its fields, Age and the mask of Way included.
[[nodiscard]] unsigned header_id_offset(const NetworkConfig& config);

/// The first bit of the number of a message's source, in headers that network interfaces make:
/// `mway_stream_pkg::source_offset`.
[[nodiscard]] unsigned header_source_offset(const TopologyConfig& config, unsigned age_lines);

/// Bits of the header that carry the low bits of the message's identifier: the remaining bits, at
/// most kMessageIdBits.
[[nodiscard]] MessageId header_id_mask(const NetworkConfig& config);

/// The Dest field of a terminal. A number beyond the last terminal overflows into the highest
/// digit, which can yield an address of no terminal.
[[nodiscard]] std::uint64_t encode_dest(const TopologyConfig& config, TerminalId terminal);

/// The terminal that a Dest field names; nullopt when a digit lies outside the network.
[[nodiscard]] std::optional<TerminalId> decode_dest(const TopologyConfig& config,
                                                    std::uint64_t dest);

/// The Dest field of a terminal in a header on channel `at`: encode_dest or, with relative
/// destinations, the offsets from there, on a torus in the shorter direction (positive on a tie).
/// A number beyond the last terminal yields an offset that leads out of every network.
[[nodiscard]] std::uint64_t encode_dest(const NetworkConfig& config, ChannelId at,
                                        TerminalId terminal);

/// The terminal that a Dest field names on channel `at`; nullopt when it is outside the network, or
/// an offset leads around a torus and more.
[[nodiscard]] std::optional<TerminalId> decode_dest(const NetworkConfig& config, ChannelId at,
                                                    std::uint64_t dest);

}  // namespace wayfarer
