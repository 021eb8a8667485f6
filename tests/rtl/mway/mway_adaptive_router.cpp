// rtl/mway/mway_adaptive_router.sv
//
// Rationale: the connections of its parts. A message goes through each set, alone on channels whose
// priority lines are the router's own: it leaves on the other channel by the first of its
// candidates there, in the cycles of a router that drives, or must arbitrate first, and its data
// flits wait while the buffer in the answer is full. The lockstep tests have many at once. State
// space: that of two sets. Parameter space: the router between channels 1 and 2 along dimension 0
//   of the 4x4 mesh with one processor a channel, two buffers of four flits.
#include "Vmway_adaptive_router.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;
constexpr unsigned kAdaptiveBit = kDestOffset + 4;
constexpr unsigned kSlot = 1;  ///< In the answer to the header.

/// Stat lines: these ways available in the adaptive class, all in class 0; a full buffer.
std::uint64_t stat(unsigned adaptive, bool full, unsigned way) {
  return 0x1f | (full ? 1ull << (16 + 2 * way + kSlot) : 0) | std::uint64_t{adaptive} << 32;
}

/// All outputs to a channel, A or B.
std::uint64_t data_of(Bench<Vmway_adaptive_router>& bench, unsigned channel) {
  return channel == 0 ? bench->data_a_o : bench->data_b_o;
}

}  // namespace

TEST_CASE("a message passes each set, and leaves by the first candidate on the other channel",
          "[mway_adaptive_router][AdaptiveRouterSendsEnabled]") {
  struct Case {
    unsigned from;         ///< Channel A or B.
    unsigned destination;  ///< x + 4 y
    unsigned adaptive;     ///< Ways with a free buffer of the adaptive class.
    unsigned way;          ///< On the other channel.
    unsigned buffer_class;
    unsigned first;  ///< Cycle in which the header leaves.
  };
  // Channel 2 is at x = 2: further on 3, above it 6; channel 1 has driver 1 arbitrate.
  for (const Case& each :
       {Case{0, 7, 0x1f, 2, 2, 1}, Case{0, 7, 0x1b, 0, 2, 1}, Case{0, 7, 0x1a, 0, 0, 1},
        Case{0, 2, 0x1f, 4, 0, 1}, Case{1, 4, 0x1f, 2, 2, 2}, Case{1, 4, 0x1b, 1, 2, 2},
        Case{1, 4, 0x19, 1, 0, 2}, Case{1, 1, 0, 4, 0, 2}}) {
    INFO("from " << each.from << " to " << each.destination << ", adaptive " << each.adaptive);
    Bench<Vmway_adaptive_router> bench;
    const unsigned to = 1 - each.from;
    bench->identity_i[0] = kPlus << 4 | kMinus;
    for (unsigned word = 1; word < sizeof bench->identity_i / sizeof bench->identity_i[0]; ++word)
      bench->identity_i[word] = 0;
    drive(bench->position_i, 1 | 2 << 4);
    bench->payload_i = 0;
    bench->data_a_i = bench->data_b_i = 0;
    bench->s3_i = bench->s2_i = bench->s1_i = bench->s0_i = 0;
    bench->answer_i = (1u << 5 | kSlot) | (1u << 5 | kSlot) << 6;
    bench.reset();
    std::vector<std::uint64_t> seen;
    for (unsigned cycle = 0; cycle < 12; ++cycle) {
      const unsigned tag = cycle == 0   ? kHeader
                           : cycle == 1 ? kBody
                           : cycle == 2 ? kTail
                                        : kInvalid;
      const std::uint64_t way = each.from == 0 ? kPlus : kMinus;
      const std::uint64_t data =
          cycle == 0 ? std::uint64_t{each.destination} << kDestOffset | way : 100 + cycle;
      bench->payload_i = std::uint64_t{tag} << (4 + kPayloadBits * each.from);
      (each.from == 0 ? bench->data_a_i : bench->data_b_i) = tag == kInvalid ? 0 : data;
      // The buffer of the message is full until cycle 6.
      drive(bench->stat_a_i, stat(each.adaptive, cycle < 6, each.way));
      drive(bench->stat_b_i, stat(each.adaptive, cycle < 6, each.way));
      for (unsigned round = 0; round < 5; ++round) {
        bench->s3_i = bench->po3_o;
        bench->s2_i = bench->po2_o;
        bench->s1_i = bench->po1_o;
        bench->s0_i = bench->po0_o;
        bench.settle();
      }
      REQUIRE((bench->answer_o >> (5 + 6 * each.from) & 1) == (tag != kInvalid ? 1 : 0));
      REQUIRE(bench->error_o == 0);
      REQUIRE((bench->payload_o >> (4 + kPayloadBits * each.from) & 3) == kInvalid);
      const unsigned out = bench->payload_o >> (4 + kPayloadBits * to) & 3;
      if (out != kInvalid) {
        REQUIRE(cycle == (seen.empty() ? each.first : 5 + seen.size()));
        seen.push_back(data_of(bench, to));
        REQUIRE(out == (seen.size() == 1 ? kHeader : seen.size() == 2 ? kBody : kTail));
      }
      bench.tick();
      REQUIRE_FALSE(bench.assertion_failed());
    }
    REQUIRE(seen.size() == 3);
    CHECK(seen[0] == (std::uint64_t{each.destination} << kDestOffset | each.way |
                      (each.buffer_class == 2 ? 1ull << kAdaptiveBit : 0)));
    CHECK(seen[1] == 101);
    CHECK(seen[2] == 102);
  }
}
