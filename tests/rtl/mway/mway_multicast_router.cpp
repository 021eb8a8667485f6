// rtl/mway/mway_multicast_router.sv
//
// Rationale: the connections of its parts. A message goes through each set, alone on channels whose
// priority lines are the router's own: it leaves on the other channel with its receivers there, in
// the cycles of a router that drives, or must arbitrate first. The lockstep tests have many at
// once. State space: that of two sets. Parameter space: the router between channels 1 and 2 along
// dimension
//   0 of the 4x4 mesh with one processor a channel.
#include "Vmway_multicast_router.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kMaskOffset = kDestOffset + 16;
constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;
constexpr std::uint64_t kAvailable = 0x1f;

/// All outputs to a channel, A or B.
std::uint64_t data_of(Bench<Vmway_multicast_router>& bench, unsigned channel) {
  return channel == 0 ? bench->data_a_o : bench->data_b_o;
}

}  // namespace

TEST_CASE("a message passes each set, and leaves with its receivers on the other channel",
          "[mway_multicast_router][MulticastRouterSendsEnabled]") {
  struct Case {
    unsigned from;  ///< Channel A or B.
    std::uint64_t destinations;
    unsigned receivers;  ///< On the other channel.
    unsigned first;      ///< Cycle in which the header leaves.
  };
  // Channel 2 is at x = 2: further on 3, and 6, 10, 14 above it; 0 and 1 belong to other branches.
  for (const Case& each :
       {Case{0, 1 << 2 | 1 << 3 | 1 << 6 | 1 << 0, 1u << 4 | 1u << 0 | 1u << 2, 1},
        Case{0, 1 << 7, 1u << 0, 1},
        // Channel 1: itself, on to 0, and 5 above it; driver 1 arbitrates.
        Case{1, 1 << 1 | 1 << 4 | 1 << 13 | 1 << 2, 1u << 4 | 1u << 1 | 1u << 2, 2}}) {
    Bench<Vmway_multicast_router> bench;
    const unsigned to = 1 - each.from;
    bench->identity_i[0] = kPlus << 4 | kMinus;
    for (unsigned word = 1; word < sizeof bench->identity_i / sizeof bench->identity_i[0]; ++word)
      bench->identity_i[word] = 0;
    drive(bench->position_i, 1 | 2 << 4);
    bench->payload_i = 0;
    bench->data_a_i = bench->data_b_i = 0;
    bench->s3_i = bench->s2_i = bench->s1_i = bench->s0_i = 0;
    drive(bench->stat_a_i, kAvailable);
    drive(bench->stat_b_i, kAvailable);
    bench.reset();
    std::vector<std::uint64_t> seen;
    for (unsigned cycle = 0; cycle < 8; ++cycle) {
      const unsigned tag = cycle == 0   ? kHeader
                           : cycle == 1 ? kBody
                           : cycle == 2 ? kTail
                                        : kInvalid;
      const std::uint64_t way = each.from == 0 ? kPlus : kMinus;
      const std::uint64_t data =
          cycle == 0 ? each.destinations << kDestOffset | 1ull << (kMaskOffset + way) | 1 : cycle;
      bench->payload_i = std::uint64_t{tag} << (4 + kPayloadBits * each.from);
      (each.from == 0 ? bench->data_a_i : bench->data_b_i) = tag == kInvalid ? 0 : data;
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
        REQUIRE(cycle == each.first + seen.size());
        seen.push_back(data_of(bench, to));
        REQUIRE(out == (seen.size() == 1 ? kHeader : seen.size() == 2 ? kBody : kTail));
      }
      bench.tick();
      REQUIRE_FALSE(bench.assertion_failed());
    }
    REQUIRE(seen.size() == 3);
    CHECK(seen[0] ==
          (each.destinations << kDestOffset | std::uint64_t{each.receivers} << kMaskOffset | 1));
    CHECK(seen[1] == 1);
    CHECK(seen[2] == 2);
  }
}
