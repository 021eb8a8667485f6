// What each compilation of vector_set.cpp defines.
#pragma once

#include <cstdint>

#include "family/wormhole/vector_state.hpp"

namespace wayfarer::wormhole {

// The argument only chooses the function.
namespace scalar {
[[nodiscard]] VectorPasses<std::uint32_t> passes(std::uint32_t);
[[nodiscard]] VectorPasses<std::uint64_t> passes(std::uint64_t);
}  // namespace scalar
namespace avx2 {
[[nodiscard]] VectorPasses<std::uint32_t> passes(std::uint32_t);
[[nodiscard]] VectorPasses<std::uint64_t> passes(std::uint64_t);
}  // namespace avx2
namespace avx512 {
[[nodiscard]] VectorPasses<std::uint32_t> passes(std::uint32_t);
[[nodiscard]] VectorPasses<std::uint64_t> passes(std::uint64_t);
}  // namespace avx512

}  // namespace wayfarer::wormhole
