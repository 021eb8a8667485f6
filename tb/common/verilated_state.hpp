// Random states of verilated modules before their reset.
#pragma once

#include <cstdint>

#include <verilated.h>

namespace wayfarer {

/// Makes the states random in which modules of a context begin, others for each seed from 1 on. It
/// counts in builds with `--x-initial unique` only. Verilator's generator begins alike from all
/// small seeds: it gets one whose bits are spread.
inline void randomize_initial_states(VerilatedContext& context, std::uint64_t seed) {
  constexpr int kRandom = 2;
  constexpr std::uint64_t kSpread = 0x9e37'79b9'7f4a'7c15;
  context.randReset(kRandom);
  context.randSeed(static_cast<int>(seed * kSpread >> 33));
}

}  // namespace wayfarer
