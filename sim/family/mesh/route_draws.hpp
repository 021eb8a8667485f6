// Draws of the sources of routes: the models of mesh_draws and mesh_displacement (rtl/mesh).
#pragma once

#include <cstdint>

#include "core/lfsr.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

/// `mesh_stream_pkg::terminal_seed`.
[[nodiscard]] constexpr std::uint32_t terminal_seed(std::uint32_t seed, TerminalId terminal) {
  std::uint32_t mixed = seed + (terminal + 1) * 0x9e3779b9u;
  mixed = (mixed ^ mixed >> 16) * 0x85ebca6bu;
  mixed = (mixed ^ mixed >> 13) * 0xc2b2ae35u;
  return mixed ^ mixed >> 16;
}

/// Random bits for draws of at most `window` bits, no two of which share a bit.
class RouteDraws {
 public:
  /// A `window` of 0: nothing is drawn.
  RouteDraws(unsigned window, std::uint32_t seed)
      : window_(window), seed_(seed), lfsr_(kLfsrWidth, seed) {}

  void reset() { *this = RouteDraws(window_, seed_); }

  /// No draw has had the bits.
  [[nodiscard]] bool fresh() const { return left_ == 0; }
  [[nodiscard]] unsigned bits() const {
    return window_ == 0 ? 0 : static_cast<unsigned>(lfsr_.state());
  }
  [[nodiscard]] bool bit(unsigned number) const { return (bits() >> number & 1) != 0; }

  /// One clock. `draws`: a draw takes the bits, which are fresh.
  void step(bool draws) {
    if (window_ == 0) return;
    if (draws || left_ != 0) lfsr_.advance();
    if (draws)
      left_ = window_ - 1;
    else if (left_ != 0)
      --left_;
  }

 private:
  static constexpr unsigned kLfsrWidth = 32;

  unsigned window_;
  std::uint32_t seed_;
  Lfsr lfsr_;
  unsigned left_ = 0;  // steps until the bits are fresh
};

/// The hops from one digit of an address to another; at exactly half an extent, `tie` goes down.
[[nodiscard]] inline int displacement(const Grid& topology, unsigned dimension, unsigned from,
                                      unsigned to, bool tie) {
  const int extent = static_cast<int>(topology.extents()[dimension]);
  int delta = static_cast<int>(to) - static_cast<int>(from);
  if (!topology.torus()) return delta;
  if (2 * delta > extent || (2 * delta == extent && tie))
    delta -= extent;
  else if (2 * delta < -extent || (2 * delta == -extent && !tie))
    delta += extent;
  return delta;
}

}  // namespace wayfarer
