// Cycle model of rtl/traffic/traffic_sink.sv.
#pragma once

#include <bitset>
#include <vector>

#include "onchip/settings.hpp"
#include "onchip/word.hpp"

namespace wayfarer {

class OnchipSink {
 public:
  OnchipSink(TerminalId terminals, TerminalId terminal)
      : terminals_(terminals), terminal_(terminal), pairs_(terminals) {}

  /// A cycle of reset.
  void reset();

  /// The output received_o, a register.
  [[nodiscard]] const OnchipReceived& received() const { return received_; }

  /// One clock; `word` is on the stream while TVALID, else null.
  void step(OnchipPhase phase, std::uint16_t now, const OnchipWord* word);

 private:
  static constexpr unsigned kWindow = 16;

  struct Pair {
    std::uint8_t next = 0;
    std::bitset<kWindow> second;
  };
  /// A word in the first stage.
  struct Arrived {
    bool valid = false;
    bool first = false;
    bool last = false;
    bool legal = false;
    bool same = false;
    bool trusted = false;
    std::uint16_t latency = 0;
  };

  void judge();
  void arrive(std::uint16_t now, const OnchipWord& word);

  TerminalId terminals_;
  TerminalId terminal_;
  bool first_ = true;  // the next word is a head
  std::uint32_t next_ = 0;
  TerminalId source_ = 0;
  std::uint16_t stamp_ = 0;
  std::uint8_t number_ = 0;
  bool trusted_ = false;
  Arrived arrived_;
  std::vector<Pair> pairs_;
  OnchipReceived received_;
};

}  // namespace wayfarer
