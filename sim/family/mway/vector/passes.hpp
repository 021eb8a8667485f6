// The passes of the vector form of the m-way model, by instruction set.
#pragma once

#include "core/simd.hpp"
#include "family/mway/vector/state.hpp"

namespace wayfarer::mway {

[[nodiscard]] VectorPasses vector_passes(Simd simd, const VectorState& state);

}  // namespace wayfarer::mway
