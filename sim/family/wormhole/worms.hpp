// The worms in a network of wormhole routers: their ways, and what their flits say.
#pragma once

#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "core/flit.hpp"
#include "geometry/grid.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer::vc {

using WormId = std::uint32_t;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// What a flit says when it is delivered.
struct Said {
  std::uint32_t next = kNone;
  MessageId message = 0;
  std::uint16_t index = 0;
};

struct Worm {
  TerminalId destination = 0;
  std::uint32_t first_said = kNone;  ///< What its flits say: those not delivered yet.
  std::uint32_t last_said = kNone;
  WormId behind = kNone;       ///< For whoever has a queue of worms.
  std::uint16_t hops = 0;      ///< Left in this segment.
  std::uint16_t segment = 0;
  std::uint16_t segments = 0;
  std::uint16_t first = 0;     ///< The first of the output buffers that the head may take.
};

/// All worms of a network. An output buffer's number is port * virtual channels + channel; that of
/// the first delivery lane comes behind those of the links.
class Worms {
 public:
  /// `flits`: the most that can be in the network.
  Worms(const NetworkConfig& config, const DirectTopology& topology, std::size_t flits);

  void reset();

  /// The worm of a terminal's next message, with the way that its random numbers choose.
  [[nodiscard]] WormId make(TerminalId source, TerminalId destination);
  /// For worms whose tail has been delivered.
  void forget(WormId id) { free_.push_back(id); }

  Worm& operator[](WormId id) { return worms_[id]; }

  /// A flit of the worm comes into the network.
  void say(WormId id, const Flit& flit);
  /// What its next flit says, which leaves the network.
  [[nodiscard]] Said hear(WormId id);

  /// The head goes over a link of its way: which output buffers it may take behind it.
  void move_head(WormId id, bool wraps) {
    Worm& worm = worms_[id];
    --worm.hops;
    if (worm.hops == 0) {
      ++worm.segment;
      begin_segment(id);
    } else if (wraps) {
      worm.first = segments_[worm.segment + most_segments_ * id].first_behind;
    }
  }

 private:
  /// Hops in one direction, part of a worm's way, and the first output buffer of the class that it
  /// uses before and behind the wrap link.
  struct Segment {
    std::uint16_t hops = 0;
    std::uint16_t first = 0;
    std::uint16_t first_behind = 0;
  };

  void begin_segment(WormId id);
  [[nodiscard]] std::uint16_t first_of(unsigned port, unsigned set) const;

  const DirectTopology& topology_;
  const RommRouting routing_;
  const VcRouterConfig config_;
  const unsigned channels_;          ///< Virtual channels of a link.
  const unsigned classes_;
  const std::uint16_t first_delivery_;
  const unsigned most_segments_;     ///< Of a way.
  std::vector<Worm> worms_;
  std::vector<Segment> segments_;    ///< By worm, as many as its way can have.
  std::vector<WormId> free_;
  std::vector<Said> said_;
  std::uint32_t free_said_ = kNone;  ///< The first of a list.
  std::vector<std::uint32_t> drawn_; ///< By terminal: messages whose phases have been drawn.
};

inline Said Worms::hear(WormId id) {
  Worm& worm = worms_[id];
  Said& said = said_[worm.first_said];
  const Said heard = said;
  said.next = free_said_;
  free_said_ = worm.first_said;
  worm.first_said = heard.next;
  return heard;
}

}  // namespace wayfarer::vc
