#include "family/mway/vector/passes.hpp"

#include "family/mway/vector/sets.hpp"

namespace wayfarer::mway {

VectorPasses vector_passes(Simd simd, const VectorState& state) {
  switch (simd) {
#if defined(__x86_64__)
    case Simd::kAvx512: return avx512::passes(state);
    case Simd::kAvx2: return avx2::passes(state);
#endif
    default: return scalar::passes(state);
  }
}

}  // namespace wayfarer::mway
