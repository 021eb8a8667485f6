// The network interface of one terminal, between its streams and the network's ports.
#pragma once

#include <vector>

#include "core/network.hpp"
#include "stream/word.hpp"

namespace wayfarer {

/// The inputs of a terminal's streams in one cycle.
struct StreamInput {
  const StreamWord* offered = nullptr;  ///< On s_axis while TVALID.
  bool ready = false;                   ///< TREADY of m_axis.
};

class StreamTerminal {
 public:
  virtual ~StreamTerminal() = default;
  virtual void reset() = 0;

  // Outputs, from registers.
  [[nodiscard]] virtual bool ready() const = 0;                ///< TREADY of s_axis.
  [[nodiscard]] virtual std::uint8_t drop() const = 0;         ///< A mask of StreamDrop.
  [[nodiscard]] virtual const StreamWord* output() const = 0;  ///< On m_axis while TVALID, or null.

  /// Nothing that it has sent or received is on its way, here or in the network.
  [[nodiscard]] virtual bool idle() const = 0;

  /// Offers this cycle's flit to the network and sets its stall.
  virtual void drive(Network& network) = 0;

  /// One clock, after `drive`: of the flits at the ejection ports, `first` to `last` are this
  /// terminal's.
  virtual void step(const StreamInput& input, const Delivery* first, const Delivery* last) = 0;
};

}  // namespace wayfarer
