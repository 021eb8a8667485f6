// Cycle model of rtl/traffic/traffic_source.sv, with traffic_destination.sv.
#pragma once

#include <vector>

#include "onchip/settings.hpp"
#include "onchip/word.hpp"

namespace wayfarer {

/// The terminal that a draw chooses; the terminal itself where the pattern has none.
[[nodiscard]] TerminalId onchip_destination(const OnchipSettings& settings, TerminalId terminals,
                                            TerminalId terminal, std::uint16_t draw,
                                            std::uint16_t hot_draw);

class OnchipSource {
 public:
  OnchipSource(TerminalId terminals, TerminalId terminal)
      : terminals_(terminals), terminal_(terminal), numbers_(terminals) {}

  /// A cycle of reset.
  void reset(const OnchipSettings& settings);

  /// The word on m_axis while TVALID, else null.
  [[nodiscard]] const OnchipWord* output() const { return valid_ ? &word_ : nullptr; }

  /// One clock; `ready` is TREADY.
  OnchipSent step(const OnchipSettings& settings, OnchipPhase phase, std::uint16_t now, bool ready);

 private:
  void draw(const OnchipSettings& settings, bool seeds, bool stays_on);
  void seed(const OnchipSettings& settings);
  void begin(std::uint16_t stamp);
  void go_on();

  TerminalId terminals_;
  TerminalId terminal_;
  std::uint64_t random_ = 0;
  bool on_ = true;
  unsigned pending_ = 0;
  // Registers of the next message.
  TerminalId destination_ = 0;
  unsigned length_ = 1;
  // On the stream.
  bool valid_ = false;
  OnchipWord word_;
  unsigned left_ = 0;  // words after this one
  std::vector<std::uint8_t> numbers_;
};

}  // namespace wayfarer
