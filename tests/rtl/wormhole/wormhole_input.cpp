// rtl/wormhole/wormhole_input.sv
//
// Rationale: random messages against a queue and a flag; a header is granted some time after it has
// come to the front, then its flits are popped at random. Each illegal input must fail its
// assertion.
// State space: every level, connected or not. Parameter space: depths 1, 3 and 4; mesh and torus;
// with credits, in a pipeline of two stages.
#include "VInput1.h"
#include "VInput3.h"
#include "VInput4.h"
#include "VInputCredits.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <functional>
#include <type_traits>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
/// On a line of 4: hops in bits 2:0, on a torus `crossed` in bit 3.
unsigned group_of(unsigned header, bool torus) {
  const unsigned hops = header & 7;
  const unsigned classes = torus ? 2 : 1;
  if (hops == 0) return 2 * classes;
  return (hops >> 2) * classes + (torus ? header >> 3 & 1 : 0);
}

template <class Top>
void random_run(unsigned depth, bool torus, unsigned seed) {
  constexpr bool kCredits = std::is_same_v<Top, VInputCredits>;
  Bench<Top> bench;
  Random random(seed);
  // Inputs in a reset have no effect.
  bench->push_i = 1;
  bench->pop_i = 1;
  bench->granted_i = 0;
  bench->group_i = 1;
  bench.reset();
  bool popped = false;
  std::deque<Flit> queue;
  bool connected = false;
  Messages messages(5);
  unsigned tails = 0;
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const bool full = queue.size() == depth;
    const bool waiting = !queue.empty() && !connected;
    REQUIRE((bench->flow_o != 0) == (kCredits ? popped : full));
    REQUIRE((bench->occupied_o != 0) == !queue.empty());
    const unsigned part = cycle / 100 % 3;
    const bool push = !full && random.chance(part == 0 ? 1 : 3, 4);
    const Flit flit{messages.mark(), random()};
    const bool grant = waiting && random.chance(1, 2);
    const bool pop = !queue.empty() && (connected || grant) && random.chance(part == 1 ? 1 : 3, 4);
    bench->push_i = push;
    drive(bench->tag_i, flit.mark);
    drive(bench->data_i, flit.data);
    drive(bench->group_i,
          flit.head() ? 1u << group_of(static_cast<unsigned>(flit.data), torus) : 0u);
    bench->granted_i = grant;
    bench->pop_i = pop;
    bench.settle();
    if (!queue.empty()) REQUIRE(Flit{bench->tag_o, bench->data_o} == queue.front());
    REQUIRE(bench->request_o ==
            (waiting ? 1u << group_of(static_cast<unsigned>(queue.front().data), torus) : 0u));
    bench.tick();
    popped = pop;
    connected |= grant;
    if (pop) {
      connected &= !queue.front().tail();
      tails += queue.front().tail();
      queue.pop_front();
    }
    if (push) {
      queue.push_back(flit);
      messages.sent(random);
    }
  }
  CHECK(tails > 1000);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("random messages", "[wormhole_input][WormholeInputRequestHeld][WormholeInputLevel]") {
  random_run<VInput1>(1, false, 1);
  random_run<VInput3>(3, true, 2);
  random_run<VInput4>(4, false, 3);
  random_run<VInputCredits>(3, false, 4);
}

TEST_CASE("what must not be is seen",
          "[wormhole_input][WormholeInputHeaderFirst][WormholeInputNoLoss]"
          "[WormholeInputLeavesConnected][WormholeInputGrantAsked]"
          "[WormholeInputRequestOfFront]") {
  using Inputs = Bench<VInput1>;
  const auto failed = [](unsigned mark, const std::function<void(Inputs&)>& then,
                         unsigned ejection = 1u << 2) {
    Inputs bench;
    bench->push_i = 0;
    bench->pop_i = 0;
    bench->granted_i = 0;
    bench->data_i = 0;  // no hops left: to the ejection ports
    bench.reset();
    bench->push_i = 1;
    drive(bench->tag_i, mark);
    drive(bench->group_i, (mark & kHead) != 0 ? ejection : 0);
    bench.tick();
    bench->push_i = 0;
    CHECK_FALSE(bench.assertion_failed());
    then(bench);
    bench.settle();
    bench.tick();
    return bench.assertion_failed();
  };
  CHECK_FALSE(failed(kHead, [](Inputs&) {}));
  CHECK(failed(kBody, [](Inputs&) {}));
  CHECK(failed(
      kHead, [](Inputs&) {}, 1));
  CHECK(failed(kHead, [](Inputs& bench) { bench->push_i = 1; }));
  CHECK(failed(kHead, [](Inputs& bench) { bench->pop_i = 1; }));
  CHECK(failed(kHead, [](Inputs& bench) {
    bench->granted_i = 1;
    bench.settle();
    bench.tick();
  }));
}
