// All inputs of a network at its interface, as a file that can be replayed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/network.hpp"

namespace wayfarer {

/// One input, given before the step of its cycle. kKinds in stimulus.cpp names its numbers.
struct Input {
  enum class Kind : std::uint8_t {
    kOffer,
    kStall,
    kProgram,
    kServer,
    kTable,
    kTransfer,
    kNoGroups,
    kMember,
    kUpsetDriver,
    kUpsetMapping,
    kClocks,
    kEdges
  };

  Cycle cycle = 0;
  Kind kind = Kind::kOffer;
  std::vector<std::uint64_t> numbers;

  friend bool operator==(const Input& a, const Input& b) {
    return a.cycle == b.cycle && a.kind == b.kind && a.numbers == b.numbers;
  }
};

/// The inputs of a run from its reset on, in order, and its number of cycles.
struct Stimulus {
  std::vector<Input> inputs;
  Cycle cycles = 0;

  friend bool operator==(const Stimulus& a, const Stimulus& b) {
    return a.inputs == b.inputs && a.cycles == b.cycles;
  }
};

/// Resets the network and repeats the run. The network's exceptions pass through.
void replay(const Stimulus& stimulus, Network& network);

/// A line for each input: its cycle, its kind and the numbers. read_stimulus reads it back.
[[nodiscard]] std::string to_text(const Stimulus& stimulus);

/// Throws UsageError with file and line.
[[nodiscard]] Stimulus read_stimulus(const std::string& path);

/// Forwards all calls to the inner network and records the inputs since the last reset.
class RecordingNetwork final : public Network {
 public:
  explicit RecordingNetwork(std::unique_ptr<Network> inside);

  /// The inputs since the last reset. A step that threw counts.
  [[nodiscard]] const Stimulus& recorded() const { return recorded_; }
  /// Steps since the network was made, over all resets.
  [[nodiscard]] Cycle all_cycles() const { return all_cycles_; }

  const NetworkShape& shape() const override { return inside_->shape(); }
  void reset() override;
  const std::vector<PortMask>& injection_ready() const override {
    return inside_->injection_ready();
  }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override;
  void stall_ejection(TerminalId terminal, bool stalled) override;
  void step() override;
  const std::vector<Delivery>& deliveries() const override { return inside_->deliveries(); }
  const std::vector<Transfer>& transfers() const override { return inside_->transfers(); }
  const std::vector<std::uint8_t>& drivers() const override { return inside_->drivers(); }
  const std::vector<ErrorEvent>& errors() const override { return inside_->errors(); }
  bool trace_to(const std::string& path, const std::vector<unsigned>& nodes = {}) override {
    return inside_->trace_to(path, nodes);
  }

  void record(Input::Kind kind, std::vector<std::uint64_t> numbers);

 private:
  std::unique_ptr<Network> inside_;
  Stimulus recorded_;
  Cycle all_cycles_ = 0;
};

}  // namespace wayfarer
