// The instruction set of the vector forms of models.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

/// All give the same results.
enum class Simd {
  kScalar,  ///< Whatever the compiler makes of the same source for any processor.
  kAvx2,
  kAvx512,  ///< With its extensions for bytes and words and for short vectors.
};

/// In the order of Simd.
[[nodiscard]] const std::vector<std::string>& simd_names();

/// The best set that this processor has, or the one that the environment's variable WAYFARER_SIMD
/// names. Throws UsageError if it names another one, or one that the processor lacks.
[[nodiscard]] Simd simd_in_use();

}  // namespace wayfarer
