// Two engines of a network with streams, compared in every cycle.
#pragma once

#include <memory>
#include <string>

#include "stream/network.hpp"

namespace wayfarer {

/// Gives both engines the same input. After each reset and step it compares all outputs; the first
/// difference throws LockstepMismatch (core/lockstep.hpp) with cycle, terminal and both values. The
/// caller sees the reference's values.
class StreamLockstep final : public StreamNetwork {
 public:
  StreamLockstep(std::unique_ptr<StreamNetwork> reference, std::unique_ptr<StreamNetwork> device);

  [[nodiscard]] std::size_t terminals() const override { return reference_->terminals(); }
  void reset() override;
  [[nodiscard]] bool ready(TerminalId t) const override { return reference_->ready(t); }
  [[nodiscard]] std::uint8_t drop(TerminalId t) const override { return reference_->drop(t); }
  [[nodiscard]] const StreamWord* output(TerminalId t) const override {
    return reference_->output(t);
  }
  void offer(TerminalId t, const StreamWord& word) override {
    reference_->offer(t, word);
    device_->offer(t, word);
  }
  void set_ready(TerminalId t, bool ready) override {
    reference_->set_ready(t, ready);
    device_->set_ready(t, ready);
  }
  void step() override;
  [[nodiscard]] bool idle() const override { return reference_->idle() && device_->idle(); }

 private:
  void compare() const;
  [[nodiscard]] static std::string describe(const StreamNetwork& network, TerminalId t);

  std::unique_ptr<StreamNetwork> reference_;
  std::unique_ptr<StreamNetwork> device_;
  Cycle cycle_ = 0;  // that comes next
};

}  // namespace wayfarer
