// rtl/cut_through/cut_through_link_arbiter.sv
//
// Rationale: random messages on all virtual channels, late flits, free and occupied buffers at the
// far end, and a link that is granted at random; the reference gives the sender. ready_o must not
// depend on serve_i.
// State space: the pointer of the round robin, a message that keeps the direction, and others that
// wait in their middle.
// Parameter space: 1, 3 and 5 channels; message by message and flit by flit.
#include "VDirection.h"
#include "VDirectionFlits.h"
#include "VDirectionOne.h"
#include "bench.hpp"
#include "link_streams.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void set(Bench<Top>& bench, const Ends& ends, bool serve) {
  drive(bench->holds_i, ends.holds);
  drive(bench->head_i, ends.head);
  drive(bench->tail_i, ends.tail);
  drive(bench->room_i, ends.room);
  bench->serve_i = serve;
  bench.settle();
}

template <class Top>
void random_messages(unsigned vcs, bool flits) {
  Bench<Top> bench;
  Random random(vcs);
  Streams streams(vcs);
  Link reference(vcs, false, flits);
  unsigned sent = 0;
  set(bench, {}, false);
  bench.reset();
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const Ends ends = streams.cycle(random, 1 + cycle / 100 % 4);
    const bool served = random.chance(3, 4);
    Link ahead = reference;
    const int next = ahead.cycle({ends, {}})[0];
    for (const bool serve : {!served, served}) {
      set(bench, ends, serve);
      REQUIRE((bench->ready_o != 0) == (next != kNone));
      REQUIRE((bench->keeps_o != 0) == reference.goes_on(0, ends));
      REQUIRE(bench->grant_o == (serve ? one_hot(next) : 0));
      REQUIRE(bench->vc_o == (serve ? ahead : reference).last(0));
    }
    bench.tick();
    if (!served || next == kNone) continue;
    reference = ahead;
    streams.sent(next, random);
    ++sent;
  }
  CHECK(sent > 5000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("virtual channels share a direction",
          "[cut_through_link_arbiter][CutThroughHeaderBegins][CutThroughMessageKeepsLink]"
          "[CutThroughHeaderHasRoom][CutThroughSendsWhatIsThere][CutThroughKeeperHeld]") {
  random_messages<VDirection>(3, false);
  random_messages<VDirectionFlits>(5, true);
  random_messages<VDirectionOne>(1, false);
}

TEST_CASE("a second header after a header is detected",
          "[cut_through_link_arbiter][CutThroughHeaderBegins]") {
  Bench<VDirectionOne> bench;
  set(bench, {}, false);
  bench.reset();
  set(bench, {1, 1, 0, 1}, true);
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}
