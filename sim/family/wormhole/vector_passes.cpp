#include "family/wormhole/vector_passes.hpp"

#include "family/wormhole/vector_sets.hpp"

namespace wayfarer::wormhole {

template <typename Word>
VectorPasses<Word> vector_passes(Simd simd) {
  switch (simd) {
#if defined(__x86_64__)
    case Simd::kAvx512: return avx512::passes(Word{});
    case Simd::kAvx2: return avx2::passes(Word{});
#endif
    default: return scalar::passes(Word{});
  }
}

template VectorPasses<std::uint32_t> vector_passes(Simd);
template VectorPasses<std::uint64_t> vector_passes(Simd);

}  // namespace wayfarer::wormhole
