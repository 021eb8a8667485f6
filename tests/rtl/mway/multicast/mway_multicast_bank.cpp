// rtl/mway/multicast/mway_multicast_bank.sv
//
// Rationale: the sending half of a set. Random messages, each with a random set of receivers, are
// pushed flit by flit; the channel is granted and the receivers are available at random. A bank of
// queues gives the expected lines: which header is sent to whom, how often, and when it goes on.
// State space: that of its buffers x receivers that have not taken a header x round-robin pointer.
// Parameter space: three buffers of five flits, five members; one buffer of two flits, three
//   processors on a channel without routers.
#include "../reference.hpp"
#include "VMulticast.h"
#include "VMulticastAlone.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

struct Shape {
  unsigned buffers;
  unsigned depth;
  unsigned members;
  unsigned first_processor;
  unsigned mask_offset;
};

struct Word {
  unsigned tag = kInvalid;
  std::uint64_t data = 0;
};

/// A buffer with its message.
struct Message {
  std::deque<Word> flits;
  bool allocated = false;
  bool open = false;
  bool discarding = false;
  unsigned receivers = 0;
  unsigned missing = 0;
  bool last = false;  ///< Its header came with LastBit.

  [[nodiscard]] bool discards() const {
    return !flits.empty() && (discarding || flits.front().tag == kInvalid);
  }
};

/// Up to the first member that is not available.
unsigned takers(unsigned missing, unsigned available, unsigned members) {
  unsigned taken = 0;
  for (unsigned way = 0; way < members; ++way) {
    if ((missing >> way & 1) == 0) continue;
    if ((available >> way & 1) == 0) break;
    taken |= 1u << way;
  }
  return taken;
}

template <class Top>
void random_run(const Shape& shape) {
  Bench<Top> bench;
  Random random(shape.buffers);
  std::vector<Message> messages(shape.buffers);
  unsigned turn = 0;
  unsigned repeated = 0;
  unsigned sent = 0;
  bench->push_i = 0;
  bench->enable_i = 0;
  drive(bench->stat_i, 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 40'000; ++cycle) {
    const unsigned all = (1u << shape.members) - 1;
    const unsigned available =
        (cycle / 100 % 2 == 0 ? random() | random() : random() & random()) & all;
    const auto eligible = [&](unsigned b) {
      const Message& message = messages[b];
      if (message.flits.empty() || message.discards()) return false;
      if (message.flits.front().tag == kHeader)
        return (message.last || message.flits.size() > 1) &&
               takers(message.missing, available, shape.members) != 0;
      return (message.receivers >> shape.first_processor << shape.first_processor & ~available) ==
             0;
    };
    unsigned chosen = shape.buffers;
    for (unsigned i = shape.buffers; i-- > 0;)
      if (eligible((turn + i) % shape.buffers)) chosen = (turn + i) % shape.buffers;

    // A push, into the buffer of an open message or a free one.
    const unsigned b = random() % shape.buffers;
    Message& into = messages[b];
    bool push = random() % 4 != 0 && into.flits.size() < shape.depth;
    unsigned tag = kBody;
    if (!into.allocated) {
      tag = random() % 8 == 0 ? kInvalid : kHeader;
    } else if (!into.open) {
      push = false;
    } else if (into.flits.size() + 1 == shape.depth || random() % 3 == 0) {
      tag = kTail;
    }
    const bool header = tag == kHeader || tag == kInvalid;
    const unsigned receivers = 1 + random() % all;
    const bool last = random() % 2 == 0;
    const std::uint64_t data = std::uint64_t{random()} << 32 | random();
    const unsigned stat = available | (random() & ~all & 0xff);
    const bool enable = random() % 4 != 0;
    bench->push_i = static_cast<std::uint8_t>(push ? 1u << b : 0);
    bench->push_slot_i = static_cast<CData>(b);
    bench->allocate_i = push && header;
    bench->push_tag_i = static_cast<CData>(tag);
    bench->push_receivers_i = static_cast<CData>(receivers);
    bench->push_last_i = last;
    bench->push_data_i = data;
    bench->push_driver_i = 3;
    bench->push_driver_buffer_i = 0;
    bench->enable_i = enable;
    drive(bench->stat_i, stat);
    bench.settle();

    REQUIRE(bench->request_o == (chosen < shape.buffers));
    const bool sends = enable && chosen < shape.buffers;
    REQUIRE(payload_tag(bench->payload_o) == (sends ? messages[chosen].flits.front().tag : 0));
    if (!sends) REQUIRE(bench->data_o == 0);
    REQUIRE(payload_buffer(bench->payload_o) == (sends ? chosen : 0));
    if (sends) {
      Message& from = messages[chosen];
      const Word flit = from.flits.front();
      std::uint64_t expected = flit.data;
      bool leaves = true;
      if (flit.tag == kHeader) {
        const unsigned taken = takers(from.missing, available, shape.members);
        leaves = taken == from.missing;
        from.missing &= ~taken;
        repeated += leaves ? 0 : 1;
        const std::uint64_t mask = std::uint64_t{all} << shape.mask_offset;
        expected = (flit.data & ~mask & ~1ull) | std::uint64_t{taken} << shape.mask_offset |
                   (leaves ? 1 : 0);
      }
      REQUIRE(bench->data_o == expected);
      turn = (chosen + 1) % shape.buffers;
      ++sent;
      if (leaves) {
        from.flits.pop_front();
        if (flit.tag == kTail) from.allocated = false;
      }
    }
    for (unsigned i = 0; i < shape.buffers; ++i) {
      Message& message = messages[i];
      if ((sends && i == chosen) || !message.discards()) continue;
      const unsigned gone = message.flits.front().tag;
      message.flits.pop_front();
      message.discarding = gone != kTail;
      if (gone == kTail) message.allocated = false;
    }
    if (push) {
      into.flits.push_back({tag, data});
      if (header) {
        into.allocated = into.open = true;
        into.receivers = into.missing = receivers;
        into.last = last;
      } else if (tag == kTail) {
        into.open = false;
      }
    }
    bench.tick();
    bench->push_i = 0;
    bench->enable_i = 0;
    bench.settle();
    for (unsigned i = 0; i < shape.buffers; ++i) {
      REQUIRE((bench->mapped_o >> i & 1) == (messages[i].open ? 1u : 0u));
      REQUIRE((bench->empty_o >> i & 1) == (messages[i].flits.empty() ? 1u : 0u));
      REQUIRE((bench->full_o >> i & 1) == (messages[i].flits.size() == shape.depth ? 1u : 0u));
      REQUIRE((bench->free_o >> i & 1) == (messages[i].allocated ? 0u : 1u));
    }
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(sent > 3000);
  CHECK(repeated > 500);
}

}  // namespace

TEST_CASE("receivers take a header in order, each once, and data flits all at once",
          "[mway_multicast_bank][MulticastTakersNotNone]") {
  random_run<VMulticast>({3, 5, 5, 4, 31});
  random_run<VMulticastAlone>({1, 2, 3, 0, 19});
}

TEST_CASE("two pushes, and a message pushed onto another, are reported",
          "[mway_multicast_bank][MulticastOnePush][MulticastOneMessage]") {
  for (const bool twice : {true, false}) {
    Bench<VMulticast> bench;
    bench->push_i = 0;
    bench->enable_i = 0;
    drive(bench->stat_i, 0);
    bench.reset();
    bench->push_i = twice ? 3 : 1;
    bench->push_slot_i = 0;
    bench->allocate_i = 1;
    bench->push_tag_i = kHeader;
    bench->push_receivers_i = 1;
    bench.tick();
    CHECK(bench.assertion_failed() == twice);
    bench.tick();
    CHECK(bench.assertion_failed());
  }
}
