// rtl/traffic/traffic_sink.sv
//
// Rationale: what a sink promises to find is put into the stream, each fault alone, and must show
// at the counter that the contract names, and at no other one; reordering within the window at none
// but `overtook`.
// State space: the faults; random positions. Parameter space: that of traffic_terminals.cpp.
#include "pair.hpp"

using namespace wayfarer;

namespace {

using Queue = std::deque<Channel::Message>;

struct Counts {
  std::uint32_t check, data, lost, overtook, missing;

  friend bool operator==(const Counts& a, const Counts& b) {
    return a.check == b.check && a.data == b.data && a.lost == b.lost && a.overtook == b.overtook &&
           a.missing == b.missing;
  }
};

/// A run in which `fault` is tried on queues of three or more messages until it returns true.
template <class Top>
Counts with_fault(Pair<Top>& pair, unsigned seed, const std::function<bool(Queue&)>& fault) {
  pair.write(0x8, 4);  // neighbour: one source for each sink
  pair.write(0xc, 0x7000);
  pair.write(0x18, 4 << 8 | 2);
  pair.write(0x1c, 800);
  pair.write(0x20, seed);
  Channel channel(Pair<Top>::kTerminals, seed, 1);
  bool done = false;
  channel.fault = [&](Queue& queue) { done = done || fault(queue); };
  run(pair, channel);
  CHECK(done);
  const Counts found{pair.count(kCountCheck), pair.count(kCountData), pair.count(kCountLost),
                     pair.count(kCountOvertook), pair.count(kCountMissing)};
  CHECK_FALSE(pair.assertion_failed());
  return found;
}

/// The last of a queue is whole: no part of it is at the sink.
template <class Top>
void all_faults() {
  Pair<Top> pair;
  const std::uint32_t none = 0;
  const std::uint32_t minus_one = ~none;
  for (unsigned seed = 1; seed <= 2; ++seed) {
    // Lost: one gap, one place of the window.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            queue.pop_back();
            return true;
          }) == Counts{0, 0, 1, 1, 1});
    CHECK(pair.model.failed());
    // Doubled.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            queue.push_back(Channel::Message(queue.back()));
            return true;
          }) == Counts{0, 0, 1, 1, minus_one});
    CHECK(pair.model.failed());
    // Altered: one bit of a word, of a wide word's other part, of TLAST.
    CHECK(with_fault(pair, seed, [&](Queue& queue) {
            queue.back()[1].data ^= 1u << seed;
            return true;
          }) == Counts{0, 1, 0, 0, 0});
    if (Shape<Top>::kParts > 1)
      CHECK(with_fault(pair, seed, [](Queue& queue) {
              queue.back()[1].repeated = false;
              return true;
            }) == Counts{0, 1, 0, 0, 0});
    // TID changes within a message.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            queue.back()[1].terminal ^= 1;
            return true;
          }) == Counts{0, 1, 0, 0, 0});
    // A word lost, doubled, exchanged with another one.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            if (queue.back().size() < 4) return false;
            queue.back().erase(queue.back().begin() + 2);
            return true;
          }) == Counts{0, 1, 0, 0, 0});
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            if (queue.back().size() < 4) return false;
            std::swap(queue.back()[1], queue.back()[2]);
            return true;
          }) == Counts{0, 2, 0, 0, 0});
    // The same between two messages.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            if (queue.back().size() < 3 || queue[queue.size() - 2].size() < 3) return false;
            std::swap(queue.back()[1].data, queue[queue.size() - 2][1].data);
            return true;
          }) == Counts{0, 2, 0, 0, 0});
    // From another terminal than TID says: its number is missing to the right one.
    CHECK(with_fault(pair, seed, [](Queue& queue) {
            for (OnchipWord& word : queue.back()) word.terminal ^= 1;
            return true;
          }) == Counts{1, 0, 1, 1, 0});
    // Messages change places.
    const Counts overtaken = with_fault(pair, seed, [](Queue& queue) {
      std::swap(queue.back(), queue[queue.size() - 2]);
      return queue.size() > 3;
    });
    CHECK(overtaken.check + overtaken.data + overtaken.lost + overtaken.missing == 0);
    CHECK(overtaken.overtook >= 3);
    CHECK(pair.model.failed() == Shape<Top>::kOrdered);
    // A new run starts without errors.
    CHECK(with_fault(pair, seed, [](Queue&) { return true; }) == Counts{0, 0, 0, 0, 0});
    CHECK_FALSE(pair.model.failed());
  }
}

}  // namespace

TEST_CASE("faults in a stream show at the counter that is meant for them",
          "[traffic][TrafficSinkTimesMessages][TrafficSinkNumbersHeads]") {
  all_faults<VTerminals5>();
  all_faults<VTerminals4>();
}

TEST_CASE("every altered bit of a head and every wrong terminal below 256 is found", "[traffic]") {
  for (std::uint32_t stamp = 0; stamp < 0x10000; stamp += 257) {
    const std::uint32_t head = head_word(17, 200, static_cast<std::uint16_t>(stamp), 99, false);
    const auto legal = [&](std::uint32_t word, TerminalId source, TerminalId terminal, bool last) {
      return word == head_word(source, terminal, static_cast<std::uint16_t>(word),
                               static_cast<std::uint8_t>(word >> 16), last);
    };
    REQUIRE(legal(head, 17, 200, false));
    REQUIRE_FALSE(legal(head, 17, 200, true));
    for (unsigned bit = 0; bit < 32; ++bit) {
      REQUIRE_FALSE(legal(head ^ 1u << bit, 17, 200, false));
      REQUIRE_FALSE(legal(head ^ 1u << bit ^ 1u << (bit + 9) % 32, 17, 200, false));
    }
    for (TerminalId other = 0; other < 256; ++other) {
      REQUIRE(legal(head, other, 200, false) == (other == 17));
      REQUIRE(legal(head, 17, other, false) == (other == 200));
    }
  }
}

TEST_CASE("all words of a message differ", "[traffic]") {
  Draws random(5);
  for (unsigned i = 0; i < 1000; ++i) {
    const std::uint32_t start = random();
    std::uint32_t word = start;
    for (unsigned step = 1; step < 64; ++step) {
      word = next_word(word);
      REQUIRE(word != start);
      if (step == 32) REQUIRE(word == ~start);
    }
    REQUIRE(next_word(word) == start);
  }
}
