#include "onchip/control.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

constexpr unsigned kLeastClear = 64;
constexpr unsigned kSettledBit = 1u << 4;
constexpr unsigned kMostQuiet = (1u << 12) - 1;
constexpr unsigned kFirstSetting = 2;
constexpr unsigned kLastSetting = 8;

std::uint32_t low(std::uint32_t value) { return value & 0xffff; }
std::uint16_t half(std::uint32_t data, unsigned shift) {
  return static_cast<std::uint16_t>(data >> shift);
}

}  // namespace

OnchipControl::Access OnchipControl::access(const ApbInput& apb,
                                            const OnchipCounters& counters) const {
  const unsigned number = apb.address / 4 % 64;
  if (apb.address % 4 != 0) return {0, true};
  if ((apb.address & 0x100) != 0) {
    if (apb.write || number >= kOnchipCounters) return {0, true};
    return {counters.value(number), false};
  }
  if (number >= kFirstSetting && number <= kLastSetting && apb.write) return {0, !still()};
  if (number == 0 && apb.write) return {0, (apb.data & 1) != 0 && !still()};
  if (apb.write) return {0, true};
  const OnchipSettings& s = settings_;
  const auto flags = [&](unsigned first) {
    std::uint32_t bits = 0;
    for (unsigned c = first; c < std::min(first + 32, +kOnchipCounters); ++c)
      bits |= std::uint32_t{counters.saturated(c)} << (c - first);
    return bits;
  };
  switch (number) {
    case 0:
      return {std::uint32_t{failed(counters)} << 3 | static_cast<std::uint32_t>(phase_), false};
    case 1: return {terminals_, false};
    case 2: return {s.pattern, false};
    case 3: return {s.load, false};
    case 4: return {low(s.hot_share) << 16 | s.hot, false};
    case 5: return {low(s.turn_on) << 16 | s.turn_off, false};
    case 6: return {low(s.most) << 8 | s.least, false};
    case 7: return {s.cycles, false};
    case 8: return {s.seed, false};
    case 9: return {flags(0), false};
    case 10: return {flags(32), false};
    default: return {0, true};
  }
}

void OnchipControl::write(std::uint32_t data) {
  OnchipSettings& s = settings_;
  switch (number_) {
    case 2: s.pattern = data & 7; break;
    case 3: s.load = half(data, 0); break;
    case 4: s.hot = half(data, 0), s.hot_share = half(data, 16); break;
    case 5: s.turn_off = half(data, 0), s.turn_on = half(data, 16); break;
    case 6: s.least = data & 0xff, s.most = data >> 8 & 0xff; break;
    case 7: s.cycles = data; break;
    case 8: s.seed = data; break;
    default: break;
  }
}

void OnchipControl::move_on(bool starts, bool stops, bool settled) {
  switch (phase_) {
    case OnchipPhase::kClear:
      if (now_ == std::max<unsigned>(terminals_, kLeastClear) - 1) phase_ = OnchipPhase::kRun;
      break;
    case OnchipPhase::kRun:
      if (left_ == 1 || stops) phase_ = OnchipPhase::kDrain;
      break;
    case OnchipPhase::kDrain:
      if (settled) phase_ = OnchipPhase::kDone;
      break;
    default:
      if (starts) phase_ = OnchipPhase::kClear;
  }
}

void OnchipControl::step(const ApbInput& apb, const OnchipCounters& counters, bool offered,
                         bool moved) {
  const bool starts = write_ && number_ == 0 && (apb.data & 1) != 0;
  const bool stops = write_ && number_ == 0 && (apb.data & 2) != 0;
  const bool settled =
      ((quiet_ & kSettledBit) != 0 && !counters.missing() && !offered) || quiet_ == kMostQuiet;
  const bool draining = phase_ == OnchipPhase::kDrain;
  const bool running = phase_ == OnchipPhase::kRun;
  const Access found = access(apb, counters);

  move_on(starts, stops, settled);
  left_ = running ? left_ - 1 : settings_.cycles;
  quiet_ = moved || !draining ? 0 : (quiet_ + 1) & kMostQuiet;
  now_ = starts ? 0 : static_cast<std::uint16_t>(now_ + 1);
  if (write_) write(apb.data);

  const bool setup = apb.select && !apb.enable;
  write_ = setup && apb.write && !found.error;
  error_ = setup && found.error;
  number_ = apb.address / 4 % 64;
  read_ = found.error ? 0 : found.value;
}

}  // namespace wayfarer
