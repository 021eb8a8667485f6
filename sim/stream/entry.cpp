#include "stream/entry.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {

void check_stream_sizes(const std::string& network, const StreamSizes& sizes, unsigned most_words) {
  if (sizes.max_words >= 1 && sizes.max_words <= most_words && sizes.entry_depth >= sizes.max_words)
    return;
  throw UsageError(
      fmt::format("{}: messages of {} words, queues of {}; legal: 1 to {}, and "
                  "queues of as many or more",
                  network, sizes.max_words, sizes.entry_depth, most_words));
}

std::uint8_t StreamEntry::fault_of(const StreamWord& word) const {
  if (discard_) return 0;
  if (!inside_ && word.terminal >= terminals_) return kDropDestination;
  if (inside_ && word.terminal != incomplete_.destination) return kDropChanged;
  if (!word.last && incomplete_.words.size() + 1 == sizes_.max_words) return kDropOversized;
  return 0;
}

void StreamEntry::take(const StreamWord& word) {
  const std::uint8_t fault = fault_of(word);
  drop_ |= fault;
  if (fault != 0) {
    level_ -= static_cast<unsigned>(incomplete_.words.size());
    incomplete_.words.clear();
  } else if (!discard_) {
    incomplete_.destination = word.terminal;
    incomplete_.words.push_back(word.data);
    ++level_;
    if (word.last) messages_.push_back(std::exchange(incomplete_, {}));
  }
  discard_ = (discard_ || fault != 0) && !word.last;
  inside_ = !word.last;
}

void StreamEntry::step(const StreamWord* offered, bool pop) {
  drop_ = waiting_ && offered == nullptr ? kDropWithdrawn : 0;
  waiting_ = offered != nullptr && !ready_;
  if (pop) {
    --level_;
    if (last()) {
      messages_.pop_front();
      place_ = 0;
    } else {
      ++place_;
    }
  }
  if (offered != nullptr && ready_) take(*offered);
  ready_ = level_ < sizes_.entry_depth;
}

}  // namespace wayfarer
