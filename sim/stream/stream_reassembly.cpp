#include "stream/stream_reassembly.hpp"

namespace wayfarer {

StreamReassembly::StreamReassembly(unsigned slots, unsigned max_words) : slots_(slots) {
  for (Slot& slot : slots_) slot.data.resize(max_words);
}

void StreamReassembly::reset() {
  *this = StreamReassembly(static_cast<unsigned>(slots_.size()),
                           static_cast<unsigned>(slots_.front().data.size()));
}

int StreamReassembly::chosen() const {
  if (sending_ >= 0) return sending_;
  const auto size = static_cast<unsigned>(slots_.size());
  for (unsigned i = 0; i < size; ++i) {
    const unsigned slot = (pointer_ + i) % size;
    if (slots_[slot].complete) return static_cast<int>(slot);
  }
  return -1;
}

int StreamReassembly::sent(bool ready) const {
  if (valid_ && !ready) return -1;
  const int slot = chosen();
  return slot >= 0 && out_ + 1 == slots_[slot].count ? slot : -1;
}

void StreamReassembly::put(const Arrival& arrival) {
  Slot& slot = slots_[arrival.slot];
  if (slot.count == 0) ++occupied_;
  slot.data[arrival.place] = arrival.data;
  slot.source = arrival.source;
  if (arrival.last) slot.words = arrival.place + 1;
  slot.complete = ++slot.count == slot.words;
}

void StreamReassembly::step(const Arrival* arrival, bool ready) {
  // The message to send is chosen before the arrival completes one.
  const int next = chosen();
  if (arrival != nullptr) put(*arrival);
  if (valid_ && !ready) return;
  valid_ = next >= 0;
  if (!valid_) return;
  Slot& slot = slots_[next];
  if (sending_ < 0)
    pointer_ = (static_cast<unsigned>(next) + 1) % static_cast<unsigned>(slots_.size());
  const bool last = out_ + 1 == slot.count;
  word_ = {slot.data[out_], slot.source, last};
  sending_ = last ? -1 : next;
  out_ = last ? 0 : out_ + 1;
  if (!last) return;
  slot.complete = false;
  slot.count = 0;
  slot.words = 0;
  --occupied_;
}

}  // namespace wayfarer
