// Cycle model of rtl/axi4/axi4_address.sv: an address channel, as requests for a network.
#pragma once

#include "axi4/config.hpp"
#include "axi4/signals.hpp"

namespace wayfarer {

class Axi4AddressChannel {
 public:
  explicit Axi4AddressChannel(const Axi4Config& config) : config_(config) {}

  void reset() { valid_ = false; }

  // Outputs, from registers.
  [[nodiscard]] bool ready() const { return !valid_; }
  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] TerminalId destination() const { return destination_; }
  [[nodiscard]] bool final() const { return refused_ || burst_.length < config_.beats; }
  [[nodiscard]] bool refused() const { return refused_; }
  /// The next message.
  [[nodiscard]] Axi4Address message() const;

  /// One clock. `next`: the message has been taken.
  void step(const std::optional<Axi4Address>& offered, bool next);

 private:
  void take(const Axi4Address& offered);

  const Axi4Config& config_;
  bool valid_ = false;
  bool refused_ = false;
  Axi4Address burst_;  // what is left of it
  TerminalId destination_ = 0;
};

}  // namespace wayfarer
