// rtl/iba/iba_stream_entry.sv
//
// Rationale: headers have LIDs, length and service level, words follow unchanged, and a message
// stays on its virtual lane. State space: every terminal and group; ready bits of two lanes at
// random. Parameter space: six terminals, two groups, three service levels.
#include "Viba_stream_entry.h"
#include "bench.hpp"
#include "family/iba/header.hpp"
#include "family/iba/management.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("messages become packets", "[iba_stream_entry][IbaStreamEntryHeaderFirst]") {
  constexpr unsigned kTerminals = 6, kMaxWords = 4, kHere = 4, kLevels = 3, kGroups = 2;
  Bench<Viba_stream_entry> bench;
  Random random(1);
  bench->terminal_i = kHere;
  bench->level_i = kHere % kLevels;
  bench->s_axis_tvalid_i = 0;
  bench->inject_ready_i = 0;
  bench.reset();
  bench.tick();
  for (unsigned message = 0; message < 600; ++message) {
    const unsigned number = message % (kTerminals + kGroups);  // terminals, then groups
    const unsigned dlid =
        number < kTerminals ? number + 1 : kFirstMulticastLid + number - kTerminals;
    const unsigned to = number < kTerminals ? number : dlid;
    const unsigned words = 1 + random.below(kMaxWords);
    std::vector<std::uint64_t> data;
    for (unsigned i = 0; i < words; ++i) {
      REQUIRE(bench->s_axis_tready_o);
      data.push_back(std::uint64_t{random()} << 32 | random());
      bench->s_axis_tvalid_i = 1;
      bench->s_axis_tdata_i = data[i];
      drive(bench->s_axis_tdest_i, to);
      bench->s_axis_tlast_i = i + 1 == words;
      bench->inject_ready_i = 3;
      bench.settle();
      REQUIRE((bench->inject_o >> 2) == 0);
      bench.tick();
    }
    bench->s_axis_tvalid_i = 0;
    const std::uint64_t level = (kHere + message) % kLevels;
    const std::uint64_t header = level << IbaHeader::kServiceLevelOffset |
                                 std::uint64_t{dlid} << IbaHeader::kDestinationOffset |
                                 std::uint64_t{kHere + 1} << IbaHeader::kSourceOffset |
                                 std::uint64_t{words} << IbaHeader::kLengthOffset;
    unsigned lane = 0;
    for (unsigned flit = 0; flit <= words;) {
      const unsigned ready = random.below(4);
      drive(bench->inject_ready_i, ready);
      bench.settle();
      if (flit == 0) lane = (ready & 1) != 0 ? 0 : 1;
      REQUIRE((bench->inject_o >> 2) == (flit > 0 || ready != 0));
      if (flit > 0 || ready != 0) {
        REQUIRE(bench->inject_lane_o == lane);
        REQUIRE((bench->inject_o & 3u) == (flit == 0 ? kHead : flit == words ? kTail : kBody));
        REQUIRE(bench->inject_data_o == (flit == 0 ? header : data[flit - 1]));
      }
      bench.tick();
      flit += (ready >> lane & 1) != 0;
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
