// A network with a stream in and out at every terminal: the model of a family's `*_streams` top,
// equal to it in every cycle.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/network.hpp"
#include "stream/terminal.hpp"

namespace wayfarer {

/// When a delivered flit is at the ejection port.
enum class Ejection {
  kThisCycle,  ///< In the cycle of the step that delivers it.
  kNextCycle,  ///< In the next: the port has a register.
};

/// Preparation of a network before its interfaces start.
struct StreamStart {
  unsigned cycles = 0;                    ///< After a reset; nothing is taken meanwhile.
  std::function<void(Network&)> prepare;  ///< Called with each reset, if not empty.
};

/// In each cycle: read the outputs, offer words, set which terminals are ready, `step`.
class StreamNetwork {
 public:
  using MakeTerminal =
      std::function<std::unique_ptr<StreamTerminal>(TerminalId, const NetworkShape&)>;

  /// `network` must be new or reset; nothing else may drive it.
  StreamNetwork(std::unique_ptr<Network> network, Ejection ejection, const MakeTerminal& make,
                StreamStart start = {});

  [[nodiscard]] std::size_t terminals() const { return terminals_.size(); }

  /// Empties the network and its interfaces, as a cycle of reset does.
  void reset();

  // Outputs, from registers.
  [[nodiscard]] bool ready(TerminalId t) const { return terminals_[t]->ready(); }
  [[nodiscard]] std::uint8_t drop(TerminalId t) const { return terminals_[t]->drop(); }
  /// The word on m_axis while TVALID, else null.
  [[nodiscard]] const StreamWord* output(TerminalId t) const { return terminals_[t]->output(); }

  /// TVALID in the coming step; the word is taken if the terminal is ready.
  void offer(TerminalId t, const StreamWord& word) {
    offered_[t] = word;
    inputs_[t].offered = &offered_[t];
  }
  /// TREADY of m_axis in the coming step and until it is set again.
  void set_ready(TerminalId t, bool ready) { inputs_[t].ready = ready; }

  void step();

 private:
  void prepare();
  void step_terminals();

  std::unique_ptr<Network> network_;
  const Ejection ejection_;
  const StreamStart start_;
  unsigned starting_ = 0;  // cycles until the interfaces begin
  std::vector<std::unique_ptr<StreamTerminal>> terminals_;
  std::vector<StreamWord> offered_;
  std::vector<StreamInput> inputs_;
};

}  // namespace wayfarer
