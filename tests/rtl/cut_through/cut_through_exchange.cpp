// rtl/cut_through/cut_through_exchange.sv
//
// Rationale: random states of a node against the rules in plain C++, while messages enter the
// queue. State space: the order of the messages in the queue. Parameter space: a torus with 3
// frames; the corner of a mesh with dimensions of one node, two frames and two ports of the
// processor.
#include "VExchangeMesh.h"
#include "VExchangeTorus.h"
#include "bench.hpp"
#include "exchange_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

constexpr ExchangeSizes kTorus = {4, 1, 1, 3, 0xf};
constexpr ExchangeSizes kMesh = {6, 2, 2, 2, 0b00'00'10};  // at the end of a line: back only

template <class Top>
void drive_state(Bench<Top>& bench, const ExchangeSizes& sizes, const ExchangeState& state) {
  for (unsigned in = 0; in < sizes.sources(); ++in) drive(bench->request_i[in], state.requests[in]);
  for (unsigned f = 0; f < sizes.frames; ++f)
    drive(bench->frame_request_i[f], state.requests[sizes.sources() + f]);
  drive(bench->whole_i, state.whole);
  drive(bench->free_i, state.free);
  drive(bench->frame_waits_i, state.waits);
  drive(bench->frame_room_i, state.room);
}

template <class Top>
void random_states(const ExchangeSizes& sizes, unsigned position) {
  Bench<Top> bench;
  Exchange rules(sizes);
  Random random(1);
  drive(bench->position_i, position);
  bench->enter_i = 0;
  drive_state(bench, sizes, draw_exchange(sizes, 0, random));
  bench.reset();
  unsigned derouted = 0;
  unsigned moved = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const ExchangeState state = draw_exchange(sizes, cycle, random);
    drive_state(bench, sizes, state);
    const unsigned frame = random.below(sizes.frames);
    const bool enters = has(state.room, frame) && random.chance(1, 2);
    drive(bench->enter_i, enters ? 1u << frame : 0);
    bench.settle();
    const std::vector<std::uint64_t> offers = rules.offers(state);
    for (unsigned in = 0; in < offers.size(); ++in) {
      REQUIRE(bench->offer_o[in] == offers[in]);
      moved += offers[in] >> sizes.targets() != 0;
    }
    REQUIRE((bench->full_o != 0) == rules.full(state));
    for (unsigned out = 0; out < sizes.links; ++out) {
      REQUIRE((bench->derouted_o >> out & 1u) == unsigned{rules.deroutes(state, out)});
      derouted += rules.deroutes(state, out);
    }
    bench.tick();
    if (enters) rules.enter(frame);
  }
  CHECK(derouted > 100);
  CHECK(moved > 100);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("messages and the buffers that they may take", "[cut_through_exchange]") {
  random_states<VExchangeTorus>(kTorus, 0b10'01);
  random_states<VExchangeMesh>(kMesh, 0b00'00'10);
}

TEST_CASE("a full queue without a way out is detected",
          "[cut_through_exchange][CutThroughFullQueueHasWayOut][CutThroughFullQueueTakesNone]") {
  Bench<VExchangeTorus> bench;
  ExchangeState state;
  state.requests.assign(kTorus.sources() + kTorus.frames, 0);
  state.free = 1;
  state.waits = 7;
  bench->position_i = 0;
  bench->enter_i = 0;
  drive_state(bench, kTorus, state);
  bench.reset();
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->free_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
  bench->free_i = 1;
  bench->enter_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
