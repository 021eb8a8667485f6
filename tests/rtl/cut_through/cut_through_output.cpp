// rtl/cut_through/cut_through_output.sv
//
// Rationale: random messages, pushed with gaps while the buffer is connected and popped with gaps;
// a queue gives the expected outputs of every cycle, for both values of pop_i. State space: empty,
// connected, draining, its last flit leaving, a second message behind the first. Parameter space:
// up and down in a field of the header, in the lowest bits and higher up; an ejection buffer; Depth
// 1, 5, 6 and 20; room in empty and in draining buffers.
#include "VOutputDelivery.h"
#include "VOutputDraining.h"
#include "VOutputMinus.h"
#include "VOutputPlus.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

/// The buffer's change to a header: one of its fields steps by `step`.
struct Field {
  unsigned offset;
  unsigned width;
  int step;

  [[nodiscard]] std::uint64_t counted(std::uint64_t data) const {
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << offset;
    const std::uint64_t field = (data >> offset) + static_cast<std::uint64_t>(std::int64_t{step});
    return (data & ~mask) | (field << offset & mask);
  }
};

bool is_head(const Flit& flit) { return flit.head(); }

/// Draining: a message may enter behind one that is leaving, which then leaves without a pause.
template <class Top>
void random_messages(const Field& field, unsigned depth, bool draining = false) {
  Bench<Top> bench;
  Random random(depth);
  Messages messages(depth);
  std::deque<Flit> flits;
  bool connected = false;
  unsigned taken = 0;
  unsigned freed_by_pop = 0;
  unsigned two_messages = 0;
  bench->push_i = 0;
  bench->pop_i = 0;
  bench->connected_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool leaving = draining && !flits.empty() && !flits.front().head();
    const bool behind = leaving && std::any_of(flits.begin(), flits.end(), is_head);
    const bool pop = !flits.empty() && (behind || random.chance(1 + cycle / 100 % 4, 4));
    const auto free = [&](bool popping) {
      return !connected &&
             (flits.empty() || (popping && (flits.size() == 1 || (leaving && !behind))));
    };
    two_messages += behind;
    REQUIRE((bench->holds_o != 0) == !flits.empty());
    if (!flits.empty()) REQUIRE(Flit{bench->tag_o, bench->data_o} == flits.front());
    for (const bool popping : {!pop && !flits.empty(), pop}) {
      bench->pop_i = popping;
      bench.settle();
      REQUIRE((bench->free_o != 0) == free(popping));
    }
    freed_by_pop += free(pop) && !flits.empty();
    // A header arrives when the buffer is connected, in the cycle in which it is free.
    const bool push = messages.inside() ? random.chance(2, 3) : free(pop) && random.chance(1, 2);
    std::optional<Flit> flit;
    if (push) {
      flit = Flit{messages.mark(), random.bits(32, 1, 2)};
      messages.sent(random);
      drive(bench->tag_i, flit->mark);
      drive(bench->data_i, flit->data);
    }
    bench->push_i = push;
    bench.tick();
    taken += push;
    connected = messages.inside();
    if (pop) flits.pop_front();
    if (flit && flit->head()) flit->data = field.counted(flit->data) & 0xffff'ffffu;
    if (flit) flits.push_back(*flit);
    bench->push_i = 0;
    bench->pop_i = 0;
    bench->connected_i = connected;
    bench.settle();
  }
  CHECK(taken > 2000);
  CHECK(freed_by_pop > 100);
  CHECK((two_messages > 100) == draining);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("messages in and out of an output buffer",
          "[cut_through_output][CutThroughTailLeavesLast][CutThroughOneFlitLeft]") {
  random_messages<VOutputPlus>({0, 3, -1}, 5);
  random_messages<VOutputMinus>({10, 5, 1}, 20);
  random_messages<VOutputDelivery>({0, 3, 0}, 1);
  random_messages<VOutputDraining>({0, 3, -1}, 6, /*draining=*/true);
}

TEST_CASE("a message that pauses while it leaves in front of another one is detected",
          "[cut_through_output][CutThroughDrainsWithoutPause]") {
  Bench<VOutputDraining> bench;
  bench->push_i = 0;
  bench->pop_i = 0;
  bench->connected_i = 0;
  bench.reset();
  bench->push_i = 1;
  bench->tag_i = kHead;
  bench.tick();
  bench->tag_i = 0;
  bench->connected_i = 1;
  bench.tick();
  bench->tag_i = kTail;
  bench.tick();
  bench->push_i = 0;
  bench->connected_i = 0;
  bench->pop_i = 1;
  bench.tick();
  bench->pop_i = 0;  // alone it may pause
  bench.tick();
  bench->push_i = 1;
  bench->tag_i = kHead;
  bench->pop_i = 1;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->push_i = 0;
  bench->pop_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a message that ends without its tail is detected",
          "[cut_through_output][CutThroughTailLeavesLast]") {
  Bench<VOutputPlus> bench;
  bench->push_i = 0;
  bench->pop_i = 0;
  bench->connected_i = 0;
  bench.reset();
  bench->push_i = 1;
  bench->tag_i = kHead;
  bench->connected_i = 1;
  bench.tick();
  bench->push_i = 0;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->connected_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
}
