// rtl/wormhole/wormhole_vc_allocator.sv
//
// Rationale: random headers and tails against a list of outputs that remember which header they
// took last. Headers wait until they are taken, as input buffers do. Tails also leave other input
// buffers, which are connected to other groups. The end of a header that waits must fail the
// assertion. State space: owners and last owners of all outputs. Parameter space: 1 and 3 outputs,
// 5 requests; 2 outputs, 7 requests of which one is no asker; 1 request; registered connections.
#include "VAllocatorOne.h"
#include "VAllocatorPair.h"
#include "VAllocatorRegistered.h"
#include "VAllocatorSingle.h"
#include "VAllocatorThree.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned requests, unsigned outputs, unsigned seed, std::uint64_t askers = ~0ull,
                bool registered = false) {
  struct Output {
    bool owned;
    unsigned last;
    bool started;  // the header has left
  };
  Bench<Top> bench;
  Random random(seed);
  bench->request_i = 0;
  bench->occupied_i = 0;
  bench->vacant_i = ~0;
  bench->end_i = 0;
  bench->room_i = 0;
  bench.reset();
  std::vector<Output> model(outputs, {false, requests - 1, false});
  std::uint64_t waiting = 0;
  std::uint64_t connected = 0;  // requests that own an output
  unsigned taken = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    waiting |= random.bits(requests, 1, 4) & ~connected & askers;
    // A waiting header is in its buffer; of a connected worm there may be nothing.
    const std::uint64_t occupied = waiting | (random.bits(requests, 1, 2) & connected);
    drive(bench->request_i, waiting);
    drive(bench->occupied_i, occupied);
    const std::uint64_t vacant = cycle < 10000 ? ~0ull : random.bits(outputs, 1, 2);
    drive(bench->vacant_i, vacant & ((1u << outputs) - 1));
    bench->end_i = 0;
    std::uint64_t left = waiting;
    const std::vector<Output> before = model;
    for (unsigned l = 0; l < outputs; ++l) {
      Output& output = model[l];
      if (!output.owned && has(vacant, l)) {
        const int chosen = next_behind(left, requests, output.last);
        if (chosen != kNone) {
          output = {true, static_cast<unsigned>(chosen), false};
          left &= ~one_hot(chosen);
          ++taken;
        }
      }
    }
    std::uint64_t fed = 0;
    const std::vector<Output>& shown = registered ? before : model;
    for (unsigned l = 0; l < outputs; ++l)
      fed |= std::uint64_t{shown[l].owned && has(occupied, shown[l].last)} << l;
    const std::uint64_t room = random.bits(outputs, 2, 3);
    drive(bench->room_i, room);
    const std::uint64_t ends = random.bits(outputs, 1, 3) & fed & room;
    const std::uint64_t here = waiting | connected;
    std::uint64_t ended = 0;
    for (unsigned l = 0; l < outputs; ++l)
      if (has(ends, l)) ended |= one_hot(static_cast<int>(shown[l].last));
    drive(bench->end_i, ended | (random.bits(requests, 1, 2) & ~here));
    bench.settle();
    REQUIRE(bench->granted_o == (waiting & ~left));
    REQUIRE(bench->fed_o == fed);
    for (unsigned l = 0; l < outputs; ++l)
      REQUIRE(has(bench->head_o, l) == !(shown[l].owned && shown[l].started));
    for (unsigned l = 0; l < outputs; ++l)
      REQUIRE(bench->select_o[l] ==
              (shown[l].owned ? one_hot(static_cast<int>(shown[l].last)) : 0));
    bench.tick();
    connected |= waiting & ~left;
    waiting = left;
    for (unsigned l = 0; l < outputs; ++l) {
      if (has(fed & room, l)) model[l].started = true;
      if (!has(ends, l)) continue;
      model[l].owned = false;
      connected &= ~one_hot(static_cast<int>(model[l].last));
    }
  }
  CHECK(taken > 1000);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("headers and outputs",
          "[wormhole_vc_allocator][WormholeVcAllocatorEndOfConnection]"
          "[WormholeVcAllocatorWorkConserving][WormholeVcAllocatorKeepsSource]"
          "[WormholeVcAllocatorOneSource][WormholeVcAllocatorFedHasFlit]") {
  random_run<VAllocatorThree>(5, 3, 1);
  random_run<VAllocatorOne>(5, 1, 2);
  random_run<VAllocatorSingle>(1, 2, 3);
  random_run<VAllocatorPair>(7, 2, 4, 0x5f);
  random_run<VAllocatorRegistered>(5, 2, 5, ~0ull, true);
}

TEST_CASE("no message ends before its header is connected",
          "[wormhole_vc_allocator][WormholeVcAllocatorEndOfConnection]") {
  Bench<VAllocatorOne> bench;
  bench->request_i = 0;
  bench->occupied_i = 0;
  bench->vacant_i = 0;
  bench->end_i = 0;
  bench->room_i = 0;
  bench.reset();
  bench->request_i = 1;
  bench->occupied_i = 1;
  bench->end_i = 1;
  bench.settle();
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a header that waits is in its buffer",
          "[wormhole_vc_allocator][WormholeVcAllocatorFedHasFlit]") {
  Bench<VAllocatorOne> bench;
  bench->request_i = 0;
  bench->occupied_i = 0;
  bench->vacant_i = ~0;
  bench->end_i = 0;
  bench->room_i = 0;
  bench.reset();
  bench->request_i = 1;
  bench.settle();
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("other inputs never request", "[wormhole_vc_allocator][WormholeVcAllocatorAskers]") {
  Bench<VAllocatorPair> bench;
  bench->request_i = 0;
  bench->occupied_i = 0;
  bench->vacant_i = ~0;
  bench->end_i = 0;
  bench->room_i = 0;
  bench.reset();
  bench->request_i = 0x20;
  bench.settle();
  bench.tick();
  CHECK(bench.assertion_failed());
}
