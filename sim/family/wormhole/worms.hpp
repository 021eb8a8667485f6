// The worms in a network of wormhole routers: their routes and the contents of their flits.
#pragma once

#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "core/flit.hpp"
#include "family/kit/flit_lists.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/phases.hpp"
#include "geometry/grid.hpp"

namespace wayfarer::wormhole {

using WormId = std::uint32_t;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Worm {
  TerminalId destination = 0;
  MessageId message = 0;
  kit::FlitLists::List contents;  ///< The flits not yet delivered.
  WormId next = kNone;            ///< The next worm in an input buffer's queue.
  std::uint32_t flits = 0;        ///< Vector form: flits that have entered the network.
  std::uint16_t hops = 0;         ///< Left in this segment.
  std::uint16_t first = 0;        ///< The first of the output buffers that the head may take.
  std::uint8_t segment = 0;
  std::uint8_t segments = 0;
  bool whole = false;  ///< Vector form: head and tail are in the same input buffer.
};

/// All worms of a network. An output buffer's number is port * virtual channels + channel; the
/// ejection ports follow those of the links.
class Worms {
 public:
  /// `flits`: the maximum number of flits in the network.
  Worms(const NetworkConfig& config, const Grid& topology, std::size_t flits,
        const RouteSource& routes);

  void reset();

  /// The worm of a terminal's next message; draws its route.
  [[nodiscard]] WormId make(TerminalId source, TerminalId destination);
  /// Frees a worm whose tail has been delivered.
  void release(WormId id) { free_.push_back(id); }

  Worm& operator[](WormId id) { return worms_[id]; }

  /// Adds a flit of the worm that enters the network.
  void record(WormId id, const Flit& flit) { flits_.add(worms_[id].contents, flit); }
  /// Removes its next flit, which leaves the network.
  [[nodiscard]] kit::FlitInfo take(WormId id) { return flits_.take(worms_[id].contents); }

  /// Moves the head over a link of its route and updates the output buffers that it may take next.
  void move_head(WormId id, bool wraps) {
    Worm& worm = worms_[id];
    --worm.hops;
    if (worm.hops == 0) {
      ++worm.segment;
      begin_segment(id);
    } else if (wraps) {
      worm.first = segments_[worm.segment + most_segments_ * id].first_after_wrap;
    }
  }

 private:
  /// Hops in one direction, part of a worm's route, and the first output buffers of the classes
  /// used before and after the wrap link.
  struct Segment {
    std::uint16_t hops = 0;
    std::uint16_t first = 0;
    std::uint16_t first_after_wrap = 0;
  };

  [[nodiscard]] PhaseSets route(TerminalId source, TerminalId destination);
  void add_phase(WormId id, unsigned phase, const Displacements& set);
  void begin_segment(WormId id);
  [[nodiscard]] std::uint16_t first_of(unsigned port, unsigned set) const;

  const Grid& topology_;
  const RommRouting routing_;
  const RouteSource routes_;    ///< In place of draws, if not empty.
  const bool dimension_order_;  ///< Nothing is drawn.
  const WormholeConfig config_;
  const unsigned channels_;  ///< Virtual channels of a link.
  const unsigned classes_;
  const std::uint16_t first_delivery_;
  const unsigned most_segments_;  ///< Maximum segments of a route.
  std::vector<Worm> worms_;
  std::vector<Segment> segments_;  ///< By worm, the maximum number per route.
  std::vector<WormId> free_;
  kit::FlitLists flits_;
  std::vector<std::uint32_t> drawn_;  ///< By terminal: messages whose phases have been drawn.
};

}  // namespace wayfarer::wormhole
