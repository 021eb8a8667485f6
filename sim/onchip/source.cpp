#include "onchip/source.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

constexpr unsigned kMostPending = 255;

unsigned index_bits(TerminalId terminals) {
  unsigned bits = 1;
  while ((1u << bits) < terminals) ++bits;
  return bits;
}

/// floor(draw * count / 2^16).
unsigned scaled(unsigned draw, unsigned count) { return draw * count >> 16; }

TerminalId image(OnchipPattern pattern, TerminalId terminals, TerminalId terminal,
                 std::uint16_t draw) {
  const unsigned bits = index_bits(terminals);
  const bool last = terminal + 1 == terminals;
  switch (pattern) {
    case OnchipPattern::kComplement: return terminals - 1 - terminal;
    case OnchipPattern::kReverse: {
      TerminalId reversed = 0;
      for (unsigned i = 0; i < bits; ++i) reversed |= (terminal >> i & 1u) << (bits - 1 - i);
      return reversed;
    }
    case OnchipPattern::kTranspose: {
      const unsigned half = (bits + 1) / 2;
      return (terminal & ((1u << half) - 1)) << (bits - half) | terminal >> half;
    }
    case OnchipPattern::kNeighbour: return last ? 0 : terminal + 1;
    case OnchipPattern::kClientServer:
      if (!last) return terminals - 1;
      [[fallthrough]];
    default: {
      const TerminalId other = scaled(draw, terminals - 1);
      return other + (other >= terminal ? 1 : 0);
    }
  }
}

}  // namespace

TerminalId onchip_destination(const OnchipSettings& settings, TerminalId terminals,
                              TerminalId terminal, std::uint16_t draw, std::uint16_t hot_draw) {
  if (hot_draw < settings.hot_share && settings.hot < terminals && settings.hot != terminal)
    return settings.hot;
  const TerminalId found =
      image(static_cast<OnchipPattern>(settings.pattern), terminals, terminal, draw);
  return found < terminals ? found : terminal;
}

void OnchipSource::reset(const OnchipSettings& settings) {
  draw(settings, true, true);
  pending_ = 0;
  valid_ = false;
}

void OnchipSource::seed(const OnchipSettings& settings) {
  random_ = std::uint64_t{settings.seed} << 32 | std::uint64_t{terminal_} << 16 | 1;
  on_ = true;
}

/// Updates the registers of the next message and the generator, in every clock cycle, also in
/// reset.
void OnchipSource::draw(const OnchipSettings& settings, bool seeds, bool stays_on) {
  const auto due = static_cast<std::uint16_t>(random_ >> 16);
  const auto turn = static_cast<std::uint16_t>(random_ >> 48);
  destination_ =
      onchip_destination(settings, terminals_, terminal_, static_cast<std::uint16_t>(random_),
                         static_cast<std::uint16_t>(random_ >> 32));
  const unsigned least = std::max<unsigned>(settings.least, 1);
  const unsigned span = settings.most < least ? 1 : settings.most - least + 1;
  length_ = least + scaled(due ^ turn, span);
  if (seeds) return seed(settings);
  if (turn < (on_ ? settings.turn_off : settings.turn_on)) on_ = !on_ || stays_on;
  random_ = next_random(random_);
}

void OnchipSource::begin(std::uint16_t stamp) {
  const std::uint8_t number = numbers_[destination_]++;
  left_ = length_ - 1;
  word_.last = left_ == 0;
  word_.terminal = destination_;
  word_.data = head_word(terminal_, destination_, stamp, number, word_.last);
}

void OnchipSource::go_on() {
  word_.last = --left_ == 0;
  word_.data = word_.last ? ~next_word(word_.data) : next_word(word_.data);
}

OnchipSent OnchipSource::step(const OnchipSettings& settings, OnchipPhase phase, std::uint16_t now,
                              bool ready) {
  const bool run = phase == OnchipPhase::kRun;
  const bool clear = phase == OnchipPhase::kClear;
  const bool due = run && on_ && (random_ >> 16 & 0xffff) < settings.load;
  const bool taken = valid_ && ready;
  const bool free = !valid_ || (taken && word_.last);
  const bool starts = run && pending_ != 0 && free;
  const bool full = pending_ == kMostPending;
  const OnchipSent sent{taken && word_.last, taken, valid_ && !ready, due && full && !starts};

  if (free) valid_ = starts && destination_ != terminal_;
  if (free && valid_)
    begin(static_cast<std::uint16_t>(now + 1));
  else if (taken && !word_.last)
    go_on();
  if (clear && now < terminals_) numbers_[now] = 0;
  pending_ = run ? pending_ + (due && !sent.held ? 1 : 0) - (starts ? 1 : 0) : 0;
  draw(settings, clear && now == 0, clear);
  return sent;
}

}  // namespace wayfarer
