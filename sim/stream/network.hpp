// A network with a stream in and out at every terminal, whatever computes it: a cycle model, the
// verilated `<family>_streams`, or both in lockstep.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/types.hpp"
#include "stream/word.hpp"

namespace wayfarer {

/// In each cycle: read the outputs, offer words, set which terminals are ready, `step`. All outputs
/// come from registers. Words carry their user's data from end to end.
class StreamNetwork {
 public:
  virtual ~StreamNetwork() = default;

  [[nodiscard]] virtual std::size_t terminals() const = 0;

  /// Empties the network and its interfaces, as a reset does; cycle 0 comes next.
  virtual void reset() = 0;

  /// TREADY of a terminal's s_axis.
  [[nodiscard]] virtual bool ready(TerminalId t) const = 0;
  /// A mask of StreamDrop.
  [[nodiscard]] virtual std::uint8_t drop(TerminalId t) const = 0;
  /// The word on m_axis while TVALID, else null. It stays in place until the next step.
  [[nodiscard]] virtual const StreamWord* output(TerminalId t) const = 0;

  /// TVALID in the coming step; the word is taken if the terminal is ready.
  virtual void offer(TerminalId t, const StreamWord& word) = 0;
  /// TREADY of m_axis in the coming step and until it is set again.
  virtual void set_ready(TerminalId t, bool ready) = 0;

  virtual void step() = 0;

  /// True only if a step in which nothing is offered would change nothing, now and later: such
  /// steps may be left out. An engine may take some cycles to find out.
  [[nodiscard]] virtual bool idle() const = 0;
};

}  // namespace wayfarer
