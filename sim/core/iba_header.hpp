// How a header of family iba lies on the data lines: the C++ twin of `iba_pkg` (rtl/iba/iba_pkg.sv).
// The fields are those of InfiniBand's Local Route Header.
#pragma once

#include <cstdint>

namespace wayfarer {

struct IbaHeader {
  static constexpr unsigned kLaneOffset = 0;          ///< 4 bits: virtual lane.
  static constexpr unsigned kServiceLevelOffset = 4;  ///< 4 bits.
  static constexpr unsigned kDestinationOffset = 8;   ///< 16 bits: DLID.
  static constexpr unsigned kSourceOffset = 24;       ///< 16 bits: SLID.
  static constexpr unsigned kLengthOffset = 40;       ///< 12 bits: data flits behind the header.
  static constexpr unsigned kIdentifierOffset = 64;   ///< The sender's; switches do not look at it.
};

}  // namespace wayfarer
