// Messages that wait at both ends of a link, for the tests of cut_through_link_arbiter and
// cut_through_link.
#pragma once

#include "cut_through_reference.hpp"

namespace wayfarer::cut_through_test {

/// The virtual channels of one direction.
class Streams {
 public:
  explicit Streams(unsigned vcs) : messages_(vcs, Messages(5)) {}

  /// The channels that have their next flit, and those with a free buffer at the far end.
  Ends cycle(Random& random, unsigned busy) {
    const auto vcs = static_cast<unsigned>(messages_.size());
    Ends ends;
    ends.holds = random.bits(vcs, busy, 4);
    ends.room = random.bits(vcs, 3, 4);
    for (unsigned c = 0; c < vcs; ++c) {
      ends.head |= std::uint64_t{(messages_[c].mark() & kHead) != 0} << c;
      ends.tail |= std::uint64_t{(messages_[c].mark() & kTail) != 0} << c;
    }
    return ends;
  }
  void sent(int channel, Random& random) {
    if (channel != kNone) messages_[static_cast<unsigned>(channel)].sent(random);
  }

 private:
  std::vector<Messages> messages_;
};

}  // namespace wayfarer::cut_through_test
