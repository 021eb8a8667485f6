// rtl/linear/linear_stream_entry.sv
//
// Rationale: every legal message is a header with its destination and its words, in order, in a
// stream that does not change while it waits; one to a terminal that this one does not send to is
// flagged and dropped. Other illegal input is tested with stream_entry.
// State space: random messages to terminals below, among and above the legal ones, random ready.
// Parameter space: the terminals 3 to 5 of more.
#include "Vlinear_stream_entry.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kFirst = 3, kDestinations = 3, kMaxWords = 8;

struct Sent {
  unsigned tag;
  std::uint64_t data;
};

}  // namespace

TEST_CASE("messages leave as a header and words",
          "[linear_stream_entry][LinearStreamEntryHeaderFirst]") {
  Bench<Vlinear_stream_entry> bench;
  Random random(1);
  std::deque<Sent> expected;
  unsigned left = 0, to = 0, drops = 0, wrong = 0, sent = 0;
  bool legal = false;
  bench->s_axis_tvalid_i = 0;
  bench->inject_ready_i = 0;
  bench.reset();
  bench.settle();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    bench->s_axis_tvalid_i = bench->s_axis_tready_o && random.chance(7, 8);
    if (bench->s_axis_tvalid_i) {
      if (left == 0) {
        left = 1 + random.below(kMaxWords);
        to = random.chance(1, 16) ? 0xffff : random.below(kFirst + kDestinations + 2);
        legal = to >= kFirst && to < kFirst + kDestinations;
        wrong += !legal;
        if (legal) expected.push_back({kHead, to});
      }
      --left;
      bench->s_axis_tdata_i = std::uint64_t{random()} << 32 | random();
      bench->s_axis_tlast_i = left == 0;
      drive(bench->s_axis_tdest_i, to);
      if (legal) expected.push_back({left == 0 ? kTail : kBody, bench->s_axis_tdata_i});
    }
    bench->inject_ready_i = random.chance(3, 4);
    bench.settle();
    if (bench->inject_valid_o && bench->inject_ready_i) {
      REQUIRE_FALSE(expected.empty());
      REQUIRE(bench->inject_tag_o == expected.front().tag);
      REQUIRE(bench->inject_data_o == expected.front().data);
      expected.pop_front();
      ++sent;
    }
    bench.tick();
    bench.settle();
    drops += bench->drop_o & 1;
  }
  CHECK(sent > 7000);
  CHECK(drops == wrong);
  CHECK_FALSE(bench.assertion_failed());
}
