// rtl/cut_through/cut_through_link.sv
//
// Rationale: random messages in both directions, from idle to saturated, against the rules;
// directed cases for the first direction, the alternation, and messages that pause.
// State space: the pointers of the channels, the next direction, messages that keep the link or
// wait in their middle. Parameter space: half and full duplex, message by message and flit by flit.
#include "VLinkFull.h"
#include "VLinkFullFlits.h"
#include "VLinkHalf.h"
#include "VLinkHalfFlits.h"
#include "bench.hpp"
#include "link_streams.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

constexpr unsigned kChannels = 3;

template <class Top>
void set(Bench<Top>& bench, const std::array<Ends, 2>& ends) {
  bench->holds_i = static_cast<std::uint8_t>(ends[0].holds | ends[1].holds << kChannels);
  bench->head_i = static_cast<std::uint8_t>(ends[0].head | ends[1].head << kChannels);
  bench->tail_i = static_cast<std::uint8_t>(ends[0].tail | ends[1].tail << kChannels);
  bench->room_i = static_cast<std::uint8_t>(ends[0].room | ends[1].room << kChannels);
  bench.settle();
}

template <class Top>
void random_messages(bool half, bool flits) {
  Bench<Top> bench;
  Random random(1);
  std::array<Streams, 2> streams = {Streams(kChannels), Streams(kChannels)};
  Link reference(kChannels, half, flits);
  std::array<unsigned, 2> sent{};
  set(bench, {});
  bench.reset();
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const unsigned busy = cycle / 100 % 5;
    const std::array<Ends, 2> ends = {streams[0].cycle(random, busy),
                                      streams[1].cycle(random, busy)};
    set(bench, ends);
    const std::array<int, 2> grants = reference.cycle(ends);
    REQUIRE(bench->grant_o == (one_hot(grants[0]) | one_hot(grants[1]) << kChannels));
    REQUIRE(bench->vc_o == (reference.last(0) | reference.last(1) << 2));
    bench.tick();
    for (const unsigned d : {0u, 1u}) {
      streams[d].sent(grants[d], random);
      sent[d] += grants[d] != kNone;
    }
  }
  for (const unsigned d : {0u, 1u}) {
    CHECK(sent[d] > (half ? 7000u : 14000u));
    CHECK(sent[d] < (half ? 13000u : 24000u));
  }
  CHECK_FALSE(bench.assertion_failed());
}

/// The direction that sends, of two that always could.
template <class Top>
unsigned turn(Bench<Top>& bench) {
  bench.settle();
  const bool minus = bench->grant_o >= 1u << kChannels;
  bench.tick();
  return minus;
}

}  // namespace

TEST_CASE("two nodes share a link",
          "[cut_through_link][CutThroughHalfDuplex][CutThroughMessageGoesOn]") {
  random_messages<VLinkHalf>(true, false);
  random_messages<VLinkHalfFlits>(true, true);
  random_messages<VLinkFull>(false, false);
  random_messages<VLinkFullFlits>(false, true);
}

TEST_CASE("directions alternate, plus first, message by message", "[cut_through_link]") {
  Bench<VLinkHalf> bench;
  const Ends head{1, 1, 0, 1};
  const Ends tail{1, 0, 1, 0};
  set(bench, {});
  bench.reset();
  for (const unsigned direction : {0u, 1u, 0u, 1u}) {
    set(bench, {head, head});
    CHECK(turn(bench) == direction);
    // The other direction waits for the tail.
    std::array<Ends, 2> ends = {head, head};
    ends[direction] = tail;
    set(bench, ends);
    CHECK(turn(bench) == direction);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("while a message pauses, others pass: in both directions, without a loss of their turn",
          "[cut_through_link]") {
  Bench<VLinkHalf> bench;
  const Ends none;
  const Ends head{1, 1, 0, 1};
  const Ends data{1, 0, 0, 0};
  const Ends tail{1, 0, 1, 0};
  const Ends other_head{2, 2, 0, 2};
  const Ends other_tail{2, 0, 2, 0};
  const auto grant = [&](const Ends& plus, const Ends& minus) {
    set(bench, {plus, minus});
    const unsigned grants = bench->grant_o;
    bench.tick();
    return grants;
  };
  constexpr unsigned kMinus = 1u << kChannels;
  set(bench, {});
  bench.reset();
  CHECK(grant(head, none) == 1);
  CHECK(grant(none, head) == kMinus);  // a message of the other direction begins
  CHECK(grant(data, data) == kMinus);  // and goes on
  CHECK(grant(data, none) == 1);       // until it pauses, too
  CHECK(grant(data, data) == 1);
  CHECK(grant(other_head, none) == 2);    // another one of the same direction
  CHECK(grant({3, 0, 2, 0}, none) == 2);  // up to its tail
  CHECK(grant(tail, tail) == kMinus);     // then the directions alternate
  CHECK(grant(tail, other_head) == 1);
  CHECK(grant(none, other_head) == 2 * kMinus);
  CHECK(grant(none, other_tail) == 2 * kMinus);
  CHECK(grant(none, none) == 0);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("flit by flit, directions alternate with every flit", "[cut_through_link]") {
  Bench<VLinkHalfFlits> bench;
  const Ends head{1, 1, 0, 1};
  const Ends data{1, 0, 0, 0};
  set(bench, {});
  bench.reset();
  std::array<Ends, 2> ends = {head, head};
  for (const unsigned direction : {0u, 1u, 0u, 1u}) {
    set(bench, ends);
    CHECK(turn(bench) == direction);
    ends[direction] = data;
  }
  CHECK_FALSE(bench.assertion_failed());
}
