// Who sends draws a message's way and puts it into the header. The terminals' side of the RTL of
// family vc: the same draws as the models'.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "core/random.hpp"
#include "family/mesh/header.hpp"
#include "family/cut_through/routing.hpp"
#include "geometry/grid.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer {

/// A header flit, 32 bits a word, the widest that there is.
using HeaderWords = std::array<std::uint32_t, 16>;

inline void set_field(HeaderWords& words, unsigned offset, unsigned width, std::uint32_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const unsigned at = offset + i;
    words[at / 32] = (words[at / 32] & ~(1u << at % 32)) | (value >> i & 1) << at % 32;
  }
}

[[nodiscard]] inline std::uint32_t get_field(const HeaderWords& words, unsigned offset,
                                             unsigned width) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < width; ++i)
    value |= (words[(offset + i) / 32] >> (offset + i) % 32 & 1) << i;
  return value;
}

class VcSender {
 public:
  explicit VcSender(const NetworkConfig& config)
      : config_(config),
        header_(config),
        topology_(config.topology, HalfWay::kStraight) {
    reset();
  }

  void reset() {
    drawn_.assign(topology_.nodes(), 0);
    left_.assign(std::size_t{topology_.nodes()} * config_.vc.injection_lanes, 0);
  }

  /// A lane takes a flit. Returns a head's data lines; a destination that there is not becomes hops
  /// that lead out of every network. Only a message that the network lets in costs a draw.
  HeaderWords take(NodeId terminal, unsigned lane, bool head, bool tail, std::uint32_t destination,
                   MessageId message) {
    std::uint32_t& left = left_[std::size_t{terminal} * config_.vc.injection_lanes + lane];
    const bool legal = destination < topology_.nodes();
    const bool starts = head && left == 0 && legal;
    if (starts) left = config_.cut_through() ? config_.vc.depth : kAnyLength;
    if (left != 0 && head == starts) left = tail ? 0 : left - (left == kAnyLength ? 0 : 1);

    HeaderWords words{};
    set_field(words, header_.message_offset(), kMessageIdBits, message);
    if (head && !legal) set_hops(words, 0, 0, -(1 << (header_.hop_width - 1)));
    if (starts) draw(words, terminal, destination);
    return words;
  }

 private:
  static constexpr std::uint32_t kAnyLength = ~0u;

  void set_hops(HeaderWords& words, unsigned phase, unsigned dimension, int hops) const {
    set_field(words, header_.hop_offset(phase, dimension), header_.hop_width,
              static_cast<std::uint32_t>(hops));
  }

  void draw(HeaderWords& words, NodeId terminal, NodeId destination) {
    const std::uint32_t number = drawn_[terminal]++;
    if (config_.cut_through()) {
      const Hops hops = draw_hops(topology_, config_.vc.seed, terminal, destination, number);
      for (unsigned d = 0; d < header_.dimensions; ++d) set_hops(words, 0, d, hops[d]);
      return;
    }
    Random random(config_.vc.seed, terminal, Purpose::kRoute, number);
    const PhaseSets phases =
        draw_phases(topology_, terminal, destination, romm_routing(config_), random);
    for (unsigned p = 0; p < phases.count; ++p)
      for (unsigned d = 0; d < header_.dimensions; ++d) set_hops(words, p, d, phases.sets[p][d]);
  }

  const NetworkConfig config_;
  const VcHeader header_;
  const DirectTopology topology_;
  std::vector<std::uint32_t> drawn_;  ///< By terminal: messages started.
  std::vector<std::uint32_t> left_;   ///< By terminal and lane: flits that its message may have.
};

}  // namespace wayfarer
