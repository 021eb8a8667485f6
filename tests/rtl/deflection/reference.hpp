// The rules of a router's cycle in plain C++, written from docs/deflection.md.
#pragma once

#include <cstdint>
#include <optional>

namespace wayfarer::module_test {

struct Position {
  unsigned x = 0;
  unsigned y = 0;
  /// In a header with coordinates of `width` bits.
  [[nodiscard]] std::uint32_t bits(unsigned width = 16) const { return x | y << width; }
  friend bool operator==(const Position& a, const Position& b) { return a.x == b.x && a.y == b.y; }
};

enum Input : int { kNobody = -1, kNorth = 0, kWest = 1, kLocal = 2 };

/// The input whose flit is on each output.
struct Choice {
  Input east = kNobody;
  Input south = kNobody;
  Input exit = kNobody;

  [[nodiscard]] bool south_taken() const { return south != kNobody || exit != kNobody; }
  [[nodiscard]] bool sends(Input input) const {
    return east == input || south == input || exit == input;
  }
};

/// Destinations of the flits at the inputs.
struct Arrivals {
  std::optional<Position> north;
  std::optional<Position> west;
  std::optional<Position> local;
};

inline Choice choose(const Position& here, bool stalled, const Arrivals& flits) {
  Choice choice;
  if (flits.north) {
    if (flits.north->y == here.y && !stalled)
      choice.exit = kNorth;
    else
      choice.south = kNorth;
  }
  // Whether a flit in its column gets the south output or the exit.
  const auto turn = [&](const Position& to, Input input) {
    if (choice.south_taken() || (to == here && stalled)) return false;
    (to == here ? choice.exit : choice.south) = input;
    return true;
  };
  if (flits.west && !(flits.west->x == here.x && turn(*flits.west, kWest))) choice.east = kWest;
  if (flits.local) {
    if (flits.local->x == here.x)
      turn(*flits.local, kLocal);
    else if (choice.east == kNobody)
      choice.east = kLocal;
  }
  return choice;
}

}  // namespace wayfarer::module_test
