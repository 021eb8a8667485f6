// rtl/mway/aged/mway_age.sv
//
// Rationale: the state of one buffer's headers. Random flits pass through a queue; ticks,
// promotions and eligibility are random; a queue of ages gives what is expected. State space: an
// age for each slot, Top, EligQ. Parameter space: one slot; three, which is not a power of two.
#include "../reference.hpp"
#include "VAge1.h"
#include "VAge3.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

struct Held {
  bool header = false;
  unsigned age = 0;
};

template <class Top>
void random_run(unsigned depth) {
  Bench<Top> bench;
  bench->push_i = bench->tick_i = bench->promote_i = bench->leaves_i = 0;
  bench->front_i = bench->rear_i = bench->push_age_i = 0;
  bench->header_i = bench->eligible_i = 1;
  bench.reset();
  REQUIRE(bench->asked_o == 0);
  Random random(depth);
  std::deque<Held> held;
  unsigned front = 0;
  bool top = false;
  bool asked = false;
  bool header_next = true;  // messages of a header and a tail
  unsigned tops = 0;
  unsigned oldest = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool header = !held.empty() && held.front().header;
    const bool push = held.size() < depth && random.chance(1, 3);
    const Held pushed = {header_next, random() % 8};
    const bool leaves = !held.empty() && random.chance(1, 8);
    const bool tick = random.chance(1, 2);
    const bool eligible = random.chance(1, 2);
    const bool promote = header && held.front().age == 7 && random.chance(1, 4);
    drive(bench->front_i, front);
    drive(bench->rear_i, (front + held.size()) % depth);
    bench->header_i = header;
    bench->push_i = push;
    drive(bench->push_age_i, pushed.age);
    bench->leaves_i = leaves;
    bench->tick_i = tick;
    bench->eligible_i = eligible;
    bench->promote_i = promote;
    bench.settle();
    const unsigned age = header ? held.front().age : 0;
    if (header) REQUIRE(bench->age_o == age);
    REQUIRE(bench->top_o == top);
    REQUIRE(bench->level_o == (top ? 7u : age < 2 ? 0u : age > 5 ? 5u : age - 1));
    REQUIRE(bench->asked_o == (header && asked));
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
    tops += top;
    oldest += age == 7;
    top = (top || promote) && !leaves;
    asked = header && eligible;
    if (header && tick && age < 7) ++held.front().age;
    if (leaves) {
      held.pop_front();
      front = (front + 1) % depth;
    }
    if (push) {
      held.push_back(pushed);
      header_next = !header_next;
    }
  }
  CHECK(tops > 100);
  CHECK(oldest > 100);
}

}  // namespace

TEST_CASE("headers age at the front and take their ages on", "[mway_age]") {
  random_run<VAge1>(1);
  random_run<VAge3>(3);
}

TEST_CASE("a promotion without an oldest header is reported", "[mway_age][TopIsOldest]") {
  Bench<VAge1> bench;
  bench->push_i = bench->leaves_i = bench->tick_i = 0;
  bench->front_i = bench->rear_i = bench->eligible_i = 0;
  bench->header_i = 1;
  bench->promote_i = 1;
  bench.reset();
  bench->push_i = 1;
  bench->push_age_i = 3;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}
