// Cycle model of rtl/stream/stream_exit.sv: a queue for flits that come while the network stops,
// and the reassembly after it.
#pragma once

#include <deque>

#include "stream/stream_reassembly.hpp"

namespace wayfarer {

class StreamExit {
 public:
  /// A flit that the network delivers.
  struct Flit {
    bool header = false;
    unsigned slot = 0;
    TerminalId source = 0;
    StreamData data = 0;
    bool last = false;
  };

  StreamExit(unsigned slots, unsigned max_words) : reassembly_(slots, max_words) {}

  void reset() {
    arrived_.clear();
    reassembly_.reset();
  }

  [[nodiscard]] bool stalls() const { return arrived_.size() >= kDepth - 2; }
  [[nodiscard]] bool idle() const { return arrived_.empty() && reassembly_.idle(); }
  [[nodiscard]] const StreamWord* output() const { return reassembly_.output(); }

  /// One clock. `flit`: what the network delivers, or null; `ready`: TREADY.
  void step(const Flit* flit, bool ready);

 private:
  static constexpr std::size_t kDepth = 4;

  std::deque<Flit> arrived_;
  StreamReassembly reassembly_;
};

}  // namespace wayfarer
