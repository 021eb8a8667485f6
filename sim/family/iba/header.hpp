// The layout of a header on the data lines: the C++ counterpart of `iba_pkg` (rtl/iba/iba_pkg.sv).
// The fields are those of InfiniBand's Local Route Header.
#pragma once

#include <cstdint>

namespace wayfarer {

struct IbaHeader {
  static constexpr unsigned kLaneOffset = 0;          ///< 4 bits: virtual lane.
  static constexpr unsigned kServiceLevelOffset = 4;  ///< 4 bits.
  static constexpr unsigned kDestinationOffset = 8;   ///< 16 bits: DLID.
  static constexpr unsigned kSourceOffset = 24;       ///< 16 bits: SLID.
  static constexpr unsigned kLengthOffset = 40;       ///< 12 bits: data flits after the header.
  static constexpr unsigned kIdentifierOffset = 64;   ///< The sender's; switches ignore it.

  // Used when endpoints cut messages into packets. In the terminal's header, the message's length
  // has 13 bits.
  static constexpr unsigned kLastOffset = 52;    ///< The message's last packet.
  static constexpr unsigned kStreamOffset = 53;  ///< 2 bits: virtual lane at the source.
  static constexpr unsigned kNumberOffset = 55;  ///< 8 bits: the packet's number in the message.
  static constexpr unsigned kMostPackets = 256;

  static constexpr unsigned kHopsOffset = 88;  ///< 8 bits: links taken, with a hop limit.
};

}  // namespace wayfarer
