// The C++ twin of rtl/common/wf_lfsr.sv: the same states, step for step.
#pragma once

#include <cstdint>

namespace wayfarer {

/// Galois LFSR, shifting right, of period 2^width - 1. A seed of zero is replaced by one.
class Lfsr {
 public:
  /// Feedback taps, or zero where there is no entry: `wf_pkg::lfsr_taps` in C++.
  [[nodiscard]] static constexpr std::uint64_t taps(unsigned width) {
    switch (width) {
      case 2: return 0x3;
      case 3: return 0x6;
      case 4: return 0xc;
      case 5: return 0x14;
      case 6: return 0x30;
      case 7: return 0x60;
      case 8: return 0xb8;
      case 9: return 0x110;
      case 10: return 0x240;
      case 11: return 0x500;
      case 12: return 0xe08;
      case 13: return 0x1c80;
      case 14: return 0x3802;
      case 15: return 0x6000;
      case 16: return 0xd008;
      case 20: return 0x9'0000;
      case 24: return 0xe1'0000;
      case 32: return 0x8020'0003;
      case 48: return 0xc000'0018'0000;
      case 64: return 0xd800'0000'0000'0000;
      default: return 0;
    }
  }

  /// `width` must have taps; bits of `seed` above it are dropped.
  constexpr Lfsr(unsigned width, std::uint64_t seed)
      : taps_(taps(width)), state_(seed & (~std::uint64_t{0} >> (64 - width))) {
    if (state_ == 0) state_ = 1;
  }

  [[nodiscard]] constexpr std::uint64_t state() const { return state_; }

  constexpr void advance() { state_ = (state_ >> 1) ^ ((state_ & 1) != 0 ? taps_ : 0); }

 private:
  std::uint64_t taps_;
  std::uint64_t state_;
};

}  // namespace wayfarer
