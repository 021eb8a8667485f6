// The assignment problem, solved by the Hungarian method.
#pragma once

#include <cstddef>
#include <vector>

namespace wayfarer {

/// The permutation with the greatest sum of weights[row][permutation[row]]; the matrix is square.
[[nodiscard]] std::vector<std::size_t> heaviest_permutation(
    const std::vector<std::vector<double>>& weights);

}  // namespace wayfarer
