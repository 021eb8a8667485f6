// A cycle model with streams: a network between network interfaces, equal to the family's
// `*_streams` top in every cycle.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/network.hpp"
#include "stream/network.hpp"
#include "stream/terminal.hpp"

namespace wayfarer {

/// When a delivered flit is at the ejection port.
enum class Ejection {
  kThisCycle,  ///< In the cycle of the step that delivers it.
  kNextCycle,  ///< In the next: the port has a register.
};

/// The behaviour of an empty network.
enum class Rest {
  kSettles,   ///< After StreamModel::kSettlingCycles nothing changes that a message could notice.
  kRestless,  ///< A draw or a counter that messages depend on goes on in every cycle.
};

/// Preparation of a network before its interfaces start.
struct StreamStart {
  unsigned cycles = 0;                    ///< After a reset; nothing is taken meanwhile.
  std::function<void(Network&)> prepare;  ///< Called with each reset, if not empty.
};

class StreamModel final : public StreamNetwork {
 public:
  using MakeTerminal =
      std::function<std::unique_ptr<StreamTerminal>(TerminalId, const NetworkShape&)>;

  /// More than credits, acknowledgements and prepared draws take after the last message.
  static constexpr unsigned kSettlingCycles = 256;

  /// `network` must be new or reset; nothing else may drive it.
  StreamModel(std::unique_ptr<Network> network, Ejection ejection, const MakeTerminal& make,
              Rest rest = Rest::kSettles, StreamStart start = {});

  [[nodiscard]] std::size_t terminals() const override { return terminals_.size(); }
  void reset() override;

  [[nodiscard]] bool ready(TerminalId t) const override { return terminals_[t]->ready(); }
  [[nodiscard]] std::uint8_t drop(TerminalId t) const override { return terminals_[t]->drop(); }
  [[nodiscard]] const StreamWord* output(TerminalId t) const override {
    return terminals_[t]->output();
  }
  void offer(TerminalId t, const StreamWord& word) override {
    offered_[t] = word;
    inputs_[t].offered = &offered_[t];
  }
  void set_ready(TerminalId t, bool ready) override { inputs_[t].ready = ready; }
  void step() override;
  [[nodiscard]] bool idle() const override {
    return rest_ == Rest::kSettles && quiet_ >= kSettlingCycles;
  }

 private:
  void prepare();
  void step_terminals();
  void count_quiet_cycles();

  std::unique_ptr<Network> network_;
  const Ejection ejection_;
  const Rest rest_;
  const StreamStart start_;
  unsigned starting_ = 0;  // cycles until the interfaces begin
  unsigned quiet_ = 0;     // cycles since the network held or was offered something
  bool offers_ = false;    // it was, in the last step
  TerminalId busy_ = 0;    // a terminal that held something then
  std::vector<std::unique_ptr<StreamTerminal>> terminals_;
  std::vector<StreamWord> offered_;
  std::vector<StreamInput> inputs_;
};

}  // namespace wayfarer
