#include "core/simd.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

bool has(Simd simd) {
#if defined(__x86_64__)
  switch (simd) {
    case Simd::kScalar: return true;
    case Simd::kAvx2: return __builtin_cpu_supports("avx2") != 0;
    case Simd::kAvx512:
      return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
             __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512dq") != 0;
  }
#endif
  return simd == Simd::kScalar;
}

}  // namespace

const std::vector<std::string>& simd_names() {
  static const std::vector<std::string> names = {"scalar", "avx2", "avx512"};
  return names;
}

Simd simd_in_use() {
  std::vector<std::string> legal;
  Simd best = Simd::kScalar;
  for (const Simd simd : {Simd::kScalar, Simd::kAvx2, Simd::kAvx512}) {
    if (!has(simd)) continue;
    best = simd;
    legal.push_back(simd_names()[static_cast<std::size_t>(simd)]);
  }
  const char* const wanted = std::getenv("WAYFARER_SIMD");
  if (wanted == nullptr || *wanted == '\0') return best;
  if (std::find(legal.begin(), legal.end(), wanted) == legal.end())
    throw UsageError(
        fmt::format("WAYFARER_SIMD={}; legal on this processor: {}", wanted, join(legal)));
  const std::vector<std::string>& names = simd_names();
  return static_cast<Simd>(std::find(names.begin(), names.end(), wanted) - names.begin());
}

}  // namespace wayfarer
