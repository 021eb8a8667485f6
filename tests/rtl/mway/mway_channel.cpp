// rtl/mway/mway_channel.sv
//
// Rationale: wires. Random values of all members must come out as their OR, and the Stat lines in
// the order that mway_stat_view unpacks. Members of a correct network never collide; reports of two
// drivers, two receivers, an acknowledgement without a flit and a refusal under exact Stat are
// tested one by one.
// State space: none with exact Stat, the turn with cyclic Stat.
// Parameter space: five ways (padded to eight), three buffers (padded to four); exact and cyclic;
// two
//   buffers with addressed flits, whose acknowledgements do not reach the drivers; masks of
//   receivers.
#include "VChannelAddressed.h"
#include "VChannelCyclic.h"
#include "VChannelExact.h"
#include "VChannelGuard.h"
#include "VChannelMulticast.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kWays = 5;

enum class Kind { kExact, kAddressed, kCyclic };

template <class Top>
void silence(Bench<Top>& bench) {
  for (unsigned w = 0; w < kWays; ++w) {
    bench->po3_i[w] = bench->po2_i[w] = bench->po1_i[w] = bench->po0_i[w] = 0;
    bench->payload_i[w] = 0;
    bench->data_i[w] = 0;
    bench->answer_i[w] = 0;
    bench->status_i[w] = 0;
  }
}

/// Random values of all members, with collisions; checks everything but the assertions.
template <class Top>
void random_run(Kind kind) {
  const bool addressed = kind == Kind::kAddressed;
  const unsigned buffers = addressed ? 2 : 3;
  Bench<Top> bench;
  silence(bench);
  bench->last_way_i = kWays - 1;
  bench.reset();
  Random random(1);
  Status shown(kWays);
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    unsigned sum = 0;
    Lines lines;
    std::uint64_t above = 0;  // the data
    for (unsigned w = 0; w < kWays; ++w) {
      const unsigned priority = random() & random() & 15;
      drive(bench->po3_i[w], priority >> 3);
      drive(bench->po2_i[w], priority >> 2 & 1);
      drive(bench->po1_i[w], priority >> 1 & 1);
      drive(bench->po0_i[w], priority & 1);
      sum |= priority;
      Lines member;
      member.tag = random() & random() & 3;
      member.buffer = random() & random() & (addressed ? 1 : 3);
      member.data = random() & random();
      member.acknowledge = random.chance(1, 5);
      member.fills = random.chance(1, 5);
      member.slot = random() & random() & 3;
      drive(bench->payload_i[w], payload(member.tag, member.buffer));
      const std::uint64_t address = addressed ? random() & random() & 0xfff : 0;
      above |= address;
      drive(bench->data_i[w], address << 32 | member.data);
      drive(bench->answer_i[w], answer(member.acknowledge, member.fills, member.slot));
      shown.available[w] = random() & 3;
      shown.full[w] = random() & ((1u << buffers) - 1);
      shown.lowest[w] = addressed ? random() & 3 : 0;
      drive(bench->status_i[w],
            status(shown.available[w], shown.full[w]) | shown.lowest[w] << kStatusBits);
      lines.tag |= member.tag;
      lines.buffer |= member.buffer;
      lines.data |= member.data;
      lines.acknowledge |= member.acknowledge;
      lines.fills |= member.fills;
      lines.slot |= member.slot;
    }
    bench.settle();
    REQUIRE((bench->s3_o << 3 | bench->s2_o << 2 | bench->s1_o << 1 | bench->s0_o) == int(sum));
    REQUIRE(bench->payload_o == payload(lines.tag, lines.buffer));
    REQUIRE(bench->data_o == (above << 32 | lines.data));
    REQUIRE(bench->answer_o == (addressed ? answer(lines.tag != kInvalid, false, 0)
                                          : answer(lines.acknowledge, lines.fills, lines.slot)));
    REQUIRE(bench->stat_o == (kind == Kind::kCyclic ? shown.cyclic_lines()
                              : addressed           ? shown.addressed_lines(3, buffers)
                                                    : shown.exact_lines(3, buffers)));
    silence(bench);  // before the edge, at which the assertions are evaluated
    bench.tick();
    shown.turn = (shown.turn + 1) % kWays;
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("all lines are wired ORs; exact Stat shows every receiver", "[mway_channel]") {
  random_run<VChannelExact>(Kind::kExact);
}

TEST_CASE("with addressed flits the drivers see the lowest free buffers", "[mway_channel]") {
  random_run<VChannelAddressed>(Kind::kAddressed);
}

TEST_CASE("cyclic Stat shows one receiver per cycle, in turn", "[mway_channel]") {
  random_run<VChannelCyclic>(Kind::kCyclic);
}

TEST_CASE("collisions and lost flits are reported",
          "[mway_channel][DriverUnique][ReceiverUnique][FlitLeavesWhenAcknowledged]"
          "[ExactStatNeverRefused]") {
  Bench<VChannelExact> exact;
  Bench<VChannelAddressed> addressed;
  Bench<VChannelCyclic> cyclic;
  const auto on_each = [&](const auto& action) {
    action(exact);
    action(addressed);
  };
  on_each([](auto& bench) {
    silence(bench);
    bench.reset();
  });
  silence(cyclic);
  cyclic.reset();
  const auto send = [](auto& bench, unsigned driver, unsigned receiver) {
    bench->payload_i[driver] = payload(kBody, 0);
    bench->answer_i[receiver] = answer(true, false, 0);
  };
  on_each([&](auto& bench) {
    send(bench, 1, 4);
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
  });

  SECTION("two drivers") {
    on_each([&](auto& bench) { send(bench, 2, 4); });
  }
  SECTION("two receivers") {
    on_each([&](auto& bench) { send(bench, 1, 3); });
  }
  SECTION("an acknowledgement without a driver") {
    on_each([](auto& bench) { bench->payload_i[1] = payload(kInvalid, 0); });
  }
  SECTION("a flit that no receiver takes") {
    on_each([](auto& bench) { bench->answer_i[4] = 0; });
  }
  on_each([](auto& bench) {
    bench.tick();
    CHECK(bench.assertion_failed());
  });

  // With cyclic Stat a flit may be refused.
  cyclic->payload_i[1] = payload(kBody, 0);
  cyclic.tick();
  CHECK_FALSE(cyclic.assertion_failed());
}

TEST_CASE("with multicast, a header that not all members in its mask take is reported",
          "[mway_channel][MulticastMaskTaken]") {
  Bench<VChannelMulticast> bench;
  silence(bench);
  bench.reset();
  constexpr unsigned kMaskOffset = kDestOffset + 16;
  const auto report = [&](std::uint64_t mask, unsigned takers) {
    drive(bench->payload_i[1], payload(kHeader, 0));
    drive(bench->data_i[1], mask << kMaskOffset);
    for (unsigned w = 0; w < kWays; ++w)
      drive(bench->answer_i[w], answer((takers >> w & 1) != 0, false, 0));
    bench.tick();
    return bench.assertion_failed();
  };
  CHECK_FALSE(report(0b10101, 0b10101));
  CHECK(report(0b10101, 0b00101));
  CHECK(report(0b10101, 0b10111));
}

TEST_CASE("copies of Drv that differ void the cycle; a flit taken in it is reported",
          "[mway_channel][VoidCycleTakesNothing]") {
  Bench<VChannelGuard> bench;
  silence(bench);
  bench.reset();
  // Bits of five members' copies: all are 2 except one; the guard reports the bits that differ.
  for (unsigned wrong = 0; wrong < 8; ++wrong) {
    const bool aborts = wrong % 4 >= 2;
    for (unsigned w = 0; w < kWays; ++w) {
      const unsigned copy = w == 3 ? wrong : 2;
      drive(bench->payload_i[w], payload_guard(copy, ~copy & 7, false, aborts && w == 1) |
                                     (w == 1 ? payload(kTail, 1) : payload(kInvalid, 0)));
    }
    bench.settle();
    CHECK(payload_differ(bench->payload_o) == (wrong != 2));
    CHECK(payload_aborted(bench->payload_o) == aborts);
    CHECK(payload_tag(bench->payload_o) == kTail);
    drive(bench->answer_i[4], answer(true, false, 0));
    bench.tick();
    CHECK(bench.assertion_failed() == (wrong != 2));
    drive(bench->answer_i[4], 0);
    bench.tick();
    CHECK_FALSE(bench.assertion_failed());  // with a guard a flit may be refused
  }
}
