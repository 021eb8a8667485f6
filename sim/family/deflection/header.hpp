// The layout of a flit on the data lines: the C++ counterpart of `deflection_pkg`
// (rtl/deflection/deflection_pkg.sv).
#pragma once

namespace wayfarer::deflection {

// From bit 0 upwards: the destination's column and row, then the message's number, which routers
// ignore.
constexpr unsigned kCoordinateBits = 16;
constexpr unsigned kColumnOffset = 0;
constexpr unsigned kRowOffset = 16;
constexpr unsigned kMessageOffset = 32;

}  // namespace wayfarer::deflection
