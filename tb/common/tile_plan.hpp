// A network as tiles: instances of one module, and what connects them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wayfarer {

/// Element `element` of a pin of a tile; of a pin that is no array, 0.
struct TilePin {
  unsigned tile;
  const char* pin;
  unsigned element = 0;
};

/// An output of a tile that drives an input of another one.
struct TileLink {
  TilePin output, input;
};

/// An input that never changes; one that is not driven at all is 0.
struct TileConstant {
  TilePin input;
  std::uint64_t value;
};

/// Pins whose values waves show in parts: packed arrays of so many bits an element. 0: not an
/// array, but a vector, however narrow.
struct PackedPin {
  const char* pin;
  unsigned bits;
};

/// Terminal and channel pins of tile t come after those of tile t - 1.
struct TilePlan {
  unsigned tiles = 0;
  std::vector<TileLink> links;
  std::vector<TileConstant> constants;
  std::vector<PackedPin> packed;
};

}  // namespace wayfarer
