// rtl/mway/mway_channel.sv
//
// Rationale: wires. Random values of all members must come out as their OR, and the Stat lines in
// the order that mway_stat_view unpacks. Members of a correct network never collide; that two
// drivers, two receivers, an acknowledged silence or a refusal under exact Stat are reported is
// tried one by one.
// State space: none with exact Stat, the turn with cyclic Stat.
// Parameter space: five ways (padded to eight), three buffers (padded to four); exact and cyclic.
#include "VChannelCyclic.h"
#include "VChannelExact.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kWays = 5;
constexpr unsigned kBuffers = 3;

template <class Top>
void silence(Bench<Top>& bench) {
  for (unsigned w = 0; w < kWays; ++w) {
    bench->po3_i[w] = bench->po2_i[w] = bench->po1_i[w] = bench->po0_i[w] = 0;
    bench->tag_i[w] = 0;
    bench->buffer_i[w] = 0;
    bench->data_i[w] = 0;
    bench->acknowledge_i[w] = 0;
    bench->fills_i[w] = 0;
    bench->slot_i[w] = 0;
    bench->available_i[w] = 0;
    bench->full_i[w] = 0;
  }
}

/// Random values of all members, colliding freely; checks everything but the assertions.
template <class Top>
void random_run(bool exact) {
  Bench<Top> bench;
  silence(bench);
  bench.reset();
  Random random(1);
  Status status(kWays);
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    unsigned sum = 0;
    Lines lines;
    for (unsigned w = 0; w < kWays; ++w) {
      const unsigned priority = random() & random() & 15;
      drive(bench->po3_i[w], priority >> 3);
      drive(bench->po2_i[w], priority >> 2 & 1);
      drive(bench->po1_i[w], priority >> 1 & 1);
      drive(bench->po0_i[w], priority & 1);
      sum |= priority;
      drive(bench->tag_i[w], random() & random() & 3);
      drive(bench->buffer_i[w], random() & random() & 3);
      drive(bench->data_i[w], random() & random());
      drive(bench->acknowledge_i[w], random.chance(1, 5));
      drive(bench->fills_i[w], random.chance(1, 5));
      drive(bench->slot_i[w], random() & random() & 3);
      status.available[w] = random() & 3;
      status.full[w] = random() & 7;
      drive(bench->available_i[w], status.available[w]);
      drive(bench->full_i[w], status.full[w]);
      lines.tag |= bench->tag_i[w];
      lines.buffer |= bench->buffer_i[w];
      lines.data |= bench->data_i[w];
      lines.acknowledge |= bench->acknowledge_i[w] != 0;
      lines.fills |= bench->fills_i[w] != 0;
      lines.slot |= bench->slot_i[w];
    }
    bench.settle();
    REQUIRE((bench->s3_o << 3 | bench->s2_o << 2 | bench->s1_o << 1 | bench->s0_o) == int(sum));
    REQUIRE(bench->tag_o == lines.tag);
    REQUIRE(bench->buffer_o == lines.buffer);
    REQUIRE(bench->data_o == lines.data);
    REQUIRE(bench->acknowledge_o == lines.acknowledge);
    REQUIRE(bench->fills_o == lines.fills);
    REQUIRE(bench->slot_o == lines.slot);
    REQUIRE(bench->stat_o == (exact ? status.exact_lines(3, kBuffers) : status.cyclic_lines()));
    silence(bench);  // before the edge, where the assertions look
    bench.tick();
    status.turn = (status.turn + 1) % kWays;
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("all lines are wired ORs; exact Stat shows every receiver", "[mway_channel]") {
  random_run<VChannelExact>(true);
}

TEST_CASE("cyclic Stat shows one receiver a cycle, in turn", "[mway_channel]") {
  random_run<VChannelCyclic>(false);
}

TEST_CASE("collisions and lost flits are reported",
          "[mway_channel][DriverUnique][ReceiverUnique][FlitLeavesWhenAcknowledged]"
          "[ExactStatNeverRefused]") {
  Bench<VChannelExact> exact;
  Bench<VChannelCyclic> cyclic;
  silence(exact);
  silence(cyclic);
  exact.reset();
  cyclic.reset();
  const auto send = [](auto& bench, unsigned driver, unsigned receiver) {
    bench->tag_i[driver] = kBody;
    bench->acknowledge_i[receiver] = 1;
  };
  send(exact, 1, 4);
  exact.tick();
  REQUIRE_FALSE(exact.assertion_failed());

  SECTION("two drivers") { send(exact, 2, 4); }
  SECTION("two receivers") { send(exact, 1, 3); }
  SECTION("nobody drives") { exact->tag_i[1] = kInvalid; }
  SECTION("nobody takes it") { exact->acknowledge_i[4] = 0; }
  exact.tick();
  CHECK(exact.assertion_failed());

  // With cyclic Stat a flit may find nobody.
  cyclic->tag_i[1] = kBody;
  cyclic.tick();
  CHECK_FALSE(cyclic.assertion_failed());
}
