// rtl/cut_through/cut_through_crossbar.sv
//
// Rationale: random messages wait in input buffers; headers are connected to random free outputs,
// at most one per cycle; a reference that tracks the connections gives the flits that cross in
// every cycle. The assertions must detect illegal connections.
// State space: any set of pairs connected, with and without flits.
// Parameter space: more inputs than outputs, and fewer; not all legs.
#include "VCrossbarLegs.h"
#include "VCrossbarNarrow.h"
#include "VCrossbarWide.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
void clear(Bench<Top>& bench) {
  bench->connect_input_i = 0;
  bench->connect_output_i = 0;
  bench->holds_i = 0;
  for (auto& row : bench->pair_i) row = 0;
  bench.reset();
}

/// The input buffers of every pair that may be connected: output o has input in; the rest is
/// random.
template <class Top>
void drive_pairs(Bench<Top>& bench, unsigned inputs, int in, int out, Random& random) {
  for (unsigned i = 0; i < inputs; ++i) {
    const std::uint64_t others = out == kNone ? ~std::uint64_t{0} : ~one_hot(out);
    const std::uint64_t row = (random() & others) | (static_cast<int>(i) == in ? ~others : 0);
    drive(bench->pair_i[i], row & ((1u << std::size(bench->data_o)) - 1));
  }
}

template <class Top>
void random_messages(unsigned inputs, unsigned outputs, int missing_input = kNone) {
  Bench<Top> bench;
  Random random(inputs);
  std::vector<Messages> messages(inputs, Messages(6));
  std::vector<int> source(outputs, kNone);
  std::vector<int> target(inputs, kNone);
  clear(bench);
  unsigned crossed = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::uint64_t in_connected = missing_input == kNone ? 0 : one_hot(missing_input);
    std::uint64_t out_connected = 0;
    for (unsigned i = 0; i < inputs; ++i) in_connected |= std::uint64_t{target[i] != kNone} << i;
    for (unsigned o = 0; o < outputs; ++o) out_connected |= std::uint64_t{source[o] != kNone} << o;
    REQUIRE(bench->connected_o == out_connected);

    const std::uint64_t holds = random.bits(inputs, 1 + cycle / 100 % 3, 3);
    for (unsigned i = 0; i < inputs; ++i) {
      bench->tag_i[i] = static_cast<std::uint8_t>(messages[i].mark());
      bench->data_i[i] = random();
    }
    const int in = least_xor(holds & ~in_connected, inputs, random.below(8));
    const int out = least_xor(~out_connected, outputs, random.below(8));
    const bool connects = in != kNone && out != kNone && random.chance(1, 2);
    if (connects) {
      source[static_cast<unsigned>(out)] = in;
      target[static_cast<unsigned>(in)] = out;
    }
    bench->holds_i = static_cast<std::uint8_t>(holds);
    bench->connect_input_i = static_cast<std::uint8_t>(connects ? one_hot(in) : 0);
    bench->connect_output_i = static_cast<std::uint8_t>(connects ? one_hot(out) : 0);
    drive_pairs(bench, inputs, in, connects ? out : kNone, random);
    bench.settle();

    std::uint64_t push = 0;
    std::uint64_t pop = 0;
    for (unsigned o = 0; o < outputs; ++o) {
      if (source[o] == kNone || !has(holds, static_cast<unsigned>(source[o]))) continue;
      const auto from = static_cast<unsigned>(source[o]);
      push |= one_hot(static_cast<int>(o));
      pop |= one_hot(source[o]);
      REQUIRE(bench->tag_o[o] == bench->tag_i[from]);
      REQUIRE(bench->data_o[o] == bench->data_i[from]);
      if ((messages[from].mark() & kTail) != 0) source[o] = target[from] = kNone;
      messages[from].sent(random);
      ++crossed;
    }
    REQUIRE(bench->push_o == push);
    REQUIRE(bench->pop_o == pop);
    bench.tick();
  }
  CHECK(crossed > 10000);
  CHECK_FALSE(bench.assertion_failed());
}

/// A header of input 0 goes to output 0 and stays connected.
void connect_first(Bench<VCrossbarNarrow>& bench) {
  clear(bench);
  bench->holds_i = 1;
  bench->tag_i[0] = kHead;
  bench->connect_input_i = 1;
  bench->connect_output_i = 1;
  bench->pair_i[0] = 1;
  bench.tick();
}

}  // namespace

TEST_CASE("messages cross", "[cut_through_crossbar][CutThroughEveryFlitMovesOnce]") {
  random_messages<VCrossbarWide>(6, 3);
  random_messages<VCrossbarNarrow>(3, 7);
  random_messages<VCrossbarLegs>(6, 3, 5);
}

TEST_CASE("half a connection is detected", "[cut_through_crossbar][CutThroughConnectsPairs]") {
  Bench<VCrossbarNarrow> bench;
  clear(bench);
  bench->connect_input_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("two sources of an output are detected",
          "[cut_through_crossbar][CutThroughConnectsOnce][CutThroughEveryFlitMovesOnce]") {
  Bench<VCrossbarNarrow> bench;
  connect_first(bench);
  CHECK_FALSE(bench.assertion_failed());
  bench->holds_i = 3;
  bench->connect_input_i = 2;
  bench->pair_i[0] = 0;
  bench->pair_i[1] = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a pair other than the connection is detected",
          "[cut_through_crossbar][CutThroughCrossbarLegs]") {
  Bench<VCrossbarNarrow> bench;
  clear(bench);
  bench->holds_i = 3;
  bench->connect_input_i = 1;
  bench->connect_output_i = 1;
  bench->pair_i[1] = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a connection over a leg that is not built is detected",
          "[cut_through_crossbar][CutThroughCrossbarLegs]") {
  Bench<VCrossbarLegs> bench;
  clear(bench);
  bench->holds_i = 32;
  bench->connect_input_i = 32;
  bench->connect_output_i = 1;
  bench->pair_i[5] = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
