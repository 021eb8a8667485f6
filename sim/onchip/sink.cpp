#include "onchip/sink.hpp"

namespace wayfarer {

void OnchipSink::reset() {
  first_ = true;
  arrived_.valid = false;
  received_ = {};
}

/// The second stage: number and events of the word that arrived in the cycle before.
void OnchipSink::judge() {
  const bool valid = arrived_.valid;
  received_ = {valid && arrived_.last,
               valid,
               valid && arrived_.first && !arrived_.legal,
               valid && !arrived_.same,
               false,
               false,
               valid && arrived_.last && arrived_.trusted,
               arrived_.latency};
  if (!valid || !arrived_.first || !arrived_.legal) return;
  Pair& pair = pairs_[source_];
  const unsigned place = number_ % kWindow;
  const bool second = number_ / kWindow % 2 != 0;
  received_.lost = pair.second[place] != second;
  received_.overtook = pair.next != number_;
  pair.second[place] = !second;
  pair.next = static_cast<std::uint8_t>(number_ + 1);
}

void OnchipSink::arrive(std::uint16_t now, const OnchipWord& word) {
  const std::uint32_t expected = first_ ? word.data : word.last ? ~next_ : next_;
  arrived_.first = first_;
  arrived_.last = word.last;
  arrived_.same = word.repeated && word.data == expected && (first_ || word.terminal == source_);
  const auto stamp = static_cast<std::uint16_t>(word.data);
  const auto number = static_cast<std::uint8_t>(word.data >> 16);
  arrived_.legal = word.terminal < terminals_ &&
                   word.data == head_word(word.terminal, terminal_, stamp, number, word.last);
  if (first_) {
    source_ = word.terminal;
    stamp_ = stamp;
    number_ = number;
    trusted_ = arrived_.legal;
  }
  arrived_.trusted = trusted_;
  arrived_.latency = static_cast<std::uint16_t>(now - stamp_);
  next_ = next_word(first_ ? word.data : next_);
}

void OnchipSink::step(OnchipPhase phase, std::uint16_t now, const OnchipWord* word) {
  const bool clear = phase == OnchipPhase::kClear;
  judge();
  if (clear && now < terminals_) pairs_[now] = {};
  if (word != nullptr) {
    arrive(now, *word);
    first_ = word->last;
  }
  arrived_.valid = word != nullptr && !clear;
  if (clear) first_ = true;
}

}  // namespace wayfarer
