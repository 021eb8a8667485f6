// The layout of a flit on the data lines: the C++ counterpart of `deflection_pkg`
// (rtl/deflection/deflection_pkg.sv).
#pragma once

#include <algorithm>

#include "core/types.hpp"

namespace wayfarer::deflection {

// From bit 0 upwards: the destination's column and row, then the message's number, which routers
// ignore.

constexpr unsigned kMaxCoordinateBits = 16;

/// Bits of a column and of a row: in a narrow flit, what the message's number leaves.
[[nodiscard]] constexpr unsigned coordinate_bits(unsigned flit_bits) {
  return std::min(kMaxCoordinateBits, (flit_bits - kMessageIdBits) / 2);
}

}  // namespace wayfarer::deflection
