// rtl/wormhole/wormhole_credit.sv
//
// Rationale: a sender in front of a buffer, flits and credits each some cycles on the way. It sends
// whenever it may and its source wants to; the buffer is drained at random. The buffer never holds
// more than Depth flits, and the sender never waits while it has credit: full_o equals the count in
// plain C++. Without registers on the way it is the buffer's own full bit. A flit without a credit
// and a credit for nothing fail their assertions. Parameter space: Depth 1, 2, 5; Room for all of
// them, and for 3 of 5; 0 to 3 cycles each way.
#include "VCredit1.h"
#include "VCredit2.h"
#include "VCredit5.h"
#include "VCredit5Of3.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void random_traffic(unsigned depth, unsigned cycles_on_the_way, unsigned room = 0) {
  if (room == 0) room = depth;
  Bench<Top> bench;
  Random random(depth + cycles_on_the_way);
  bench->sent_i = 0;
  bench->credit_i = 0;
  bench.reset();
  std::deque<bool> forward(cycles_on_the_way);  // front: what arrives in this cycle
  std::deque<bool> backward(cycles_on_the_way);
  unsigned buffered = 0;
  unsigned without_credit = 0;  // flits sent for which no credit has come
  bool left = false;            // a flit left the buffer in the last cycle
  unsigned sent_flits = 0;
  unsigned waited = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned chance = cycle / 500 % 2 == 0 ? 7 : 2;
    backward.push_back(left);
    const bool credit = backward.front();
    backward.pop_front();
    without_credit -= credit;
    bench->credit_i = credit;
    bench.settle();
    REQUIRE((bench->full_o != 0) == (without_credit == depth));
    // A credit counts in the next cycle.
    REQUIRE((bench->fits_o != 0) == (without_credit + credit + room <= depth));
    if (cycles_on_the_way == 0) REQUIRE((bench->full_o != 0) == (buffered == depth));
    const bool wants = random.chance(chance, 8);
    const bool sent = wants && bench->full_o == 0;
    waited += wants && !sent;
    bench->sent_i = sent;
    without_credit += sent;
    sent_flits += sent;
    left = buffered != 0 && random.chance(1, 2);
    buffered -= left;
    forward.push_back(sent);
    buffered += forward.front();
    forward.pop_front();
    REQUIRE(buffered <= depth);
    bench.tick();
  }
  CHECK(sent_flits > 1000);
  CHECK(waited > 1000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("buffers never overflow, and senders with credit never wait",
          "[wormhole_credit][WormholeCreditLevel]") {
  for (unsigned cycles = 0; cycles < 4; ++cycles) {
    random_traffic<VCredit1>(1, cycles);
    random_traffic<VCredit2>(2, cycles);
    random_traffic<VCredit5>(5, cycles);
    random_traffic<VCredit5Of3>(5, cycles, 3);
  }
}

TEST_CASE("a flit without a credit is reported", "[wormhole_credit][WormholeCreditCovers]") {
  Bench<VCredit1> bench;
  bench->credit_i = 0;
  bench->sent_i = 0;
  bench.reset();
  bench->sent_i = 1;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a credit for no flit is reported", "[wormhole_credit][WormholeCreditOfSent]") {
  Bench<VCredit2> bench;
  bench->credit_i = 0;
  bench->sent_i = 0;
  bench.reset();
  bench->credit_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
