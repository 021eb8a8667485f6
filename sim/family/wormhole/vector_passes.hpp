// The passes of the vector form of the wormhole model, by instruction set.
#pragma once

#include "core/simd.hpp"
#include "family/wormhole/vector_state.hpp"

namespace wayfarer::wormhole {

/// For Word of 32 and of 64 bits.
template <typename Word>
[[nodiscard]] VectorPasses<Word> vector_passes(Simd simd);

}  // namespace wayfarer::wormhole
