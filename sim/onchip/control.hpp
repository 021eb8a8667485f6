// Cycle model of rtl/traffic/traffic_control.sv: phases of a run, settings, APB registers.
#pragma once

#include "core/types.hpp"
#include "onchip/counters.hpp"
#include "onchip/settings.hpp"

namespace wayfarer {

/// The inputs of an APB slave in one cycle.
struct ApbInput {
  bool select = false;
  bool enable = false;
  bool write = false;
  std::uint16_t address = 0;  ///< In bytes.
  std::uint32_t data = 0;
};

class OnchipControl {
 public:
  OnchipControl(TerminalId terminals, const OnchipSettings& settings)
      : terminals_(terminals), after_reset_(settings), settings_(settings) {}

  void reset() { *this = OnchipControl(terminals_, after_reset_); }

  // Outputs.
  [[nodiscard]] OnchipPhase phase() const { return phase_; }
  [[nodiscard]] std::uint16_t now() const { return now_; }
  [[nodiscard]] const OnchipSettings& settings() const { return settings_; }
  [[nodiscard]] std::uint32_t data() const { return read_; }  ///< PRDATA.
  [[nodiscard]] bool error() const { return error_; }         ///< PSLVERR.
  [[nodiscard]] bool failed(const OnchipCounters& counters) const {
    return counters.failed() || (phase_ == OnchipPhase::kDone && counters.missing());
  }

  /// The value that a read of an address returns in this cycle; 0 for unmapped addresses.
  [[nodiscard]] std::uint32_t read(unsigned address, const OnchipCounters& counters) const {
    return access({true, false, false, static_cast<std::uint16_t>(address), 0}, counters).value;
  }

  /// One clock. `offered`: a source offers a word; `moved`: one was sent or received.
  void step(const ApbInput& apb, const OnchipCounters& counters, bool offered, bool moved);

 private:
  struct Access {
    std::uint32_t value = 0;
    bool error = false;
  };
  [[nodiscard]] Access access(const ApbInput& apb, const OnchipCounters& counters) const;
  [[nodiscard]] bool still() const {
    return phase_ == OnchipPhase::kIdle || phase_ == OnchipPhase::kDone;
  }
  void write(std::uint32_t data);
  void move_on(bool starts, bool stops, bool settled);

  TerminalId terminals_;
  OnchipSettings after_reset_;
  OnchipSettings settings_;
  OnchipPhase phase_ = OnchipPhase::kIdle;
  std::uint16_t now_ = 0;
  std::uint32_t left_ = 0;
  unsigned quiet_ = 0;
  bool write_ = false;
  bool error_ = false;
  unsigned number_ = 0;
  std::uint32_t read_ = 0;
};

}  // namespace wayfarer
