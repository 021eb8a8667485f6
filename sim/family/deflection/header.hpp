// How a flit lies on the data lines: the C++ twin of `deflection_pkg`
// (rtl/deflection/deflection_pkg.sv).
#pragma once

namespace wayfarer::deflection {

// From bit 0 upwards: the destination's column and row, the number of the message, at which routers
// do not look.
constexpr unsigned kCoordinateBits = 16;
constexpr unsigned kColumnOffset = 0;
constexpr unsigned kRowOffset = 16;
constexpr unsigned kMessageOffset = 32;

}  // namespace wayfarer::deflection
