// What went wrong while a library of a verilated network wrote waves.
#pragma once

namespace wayfarer {

/// The reason (errno) of the first write that failed since the last call; 0: none.
[[nodiscard]] int take_wave_failure();

}  // namespace wayfarer
