// What each compilation of set.cpp defines.
#pragma once

#include "family/mway/vector/state.hpp"

namespace wayfarer::mway {

namespace scalar {
[[nodiscard]] VectorPasses passes(const VectorState& state);
}
namespace avx2 {
[[nodiscard]] VectorPasses passes(const VectorState& state);
}
namespace avx512 {
[[nodiscard]] VectorPasses passes(const VectorState& state);
}

}  // namespace wayfarer::mway
