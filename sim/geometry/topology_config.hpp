// The shape of a mesh or torus as a configuration gives it.
#pragma once

#include <cstdint>
#include <vector>

namespace wayfarer {

enum class TopologyKind { kMesh, kTorus };

struct TopologyConfig {
  TopologyKind kind = TopologyKind::kMesh;
  std::vector<unsigned>
      extents;              ///< Nodes along each dimension, dimension 0 first; 1 to 9 of them.
  unsigned processors = 1;  ///< Terminals of each node, 1 to 4.

  [[nodiscard]] bool torus() const { return kind == TopologyKind::kTorus; }
  [[nodiscard]] std::uint32_t nodes() const {
    std::uint32_t product = 1;
    for (const unsigned extent : extents) product *= extent;
    return product;
  }
};

}  // namespace wayfarer
