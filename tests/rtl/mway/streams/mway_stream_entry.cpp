// rtl/mway/streams/mway_stream_entry.sv
//
// Rationale: headers have the fields that routers and exits read, words follow unchanged, and a
// message stays in its injection buffer.
// State space: the open buffer x ready bits, drawn at random; every destination.
// Parameter space: 3x2 channels of two processors: addresses differ from numbers of terminals.
#include "Vmway_stream_entry.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using module_test::Random;

TEST_CASE("messages become flits", "[mway_stream_entry][MwayStreamEntryHeaderFirst]") {
  constexpr unsigned kHeader = 1, kBody = 2, kTail = 3;
  constexpr unsigned kTerminals = 12, kBuffers = 3, kMaxWords = 4;
  const TopologyConfig mesh{TopologyKind::kMesh, {3, 2}, 2};
  Bench<Vmway_stream_entry> bench;
  Random random(1);
  bench->terminal_i = 11;
  bench->s_axis_tvalid_i = 0;
  bench->inject_ready_i = 0;
  bench.reset();
  bench.tick();
  for (unsigned message = 0; message < 600; ++message) {
    const unsigned to = message % kTerminals;
    const unsigned words = 1 + random.below(kMaxWords);
    std::vector<unsigned> data;
    for (unsigned i = 0; i < words; ++i) {
      REQUIRE(bench->s_axis_tready_o);
      data.push_back(random());
      bench->s_axis_tvalid_i = 1;
      bench->s_axis_tdata_i = data[i];
      drive(bench->s_axis_tdest_i, to);
      bench->s_axis_tlast_i = i + 1 == words;
      bench.settle();
      REQUIRE_FALSE(bench->inject_valid_o);
      bench.tick();
    }
    bench->s_axis_tvalid_i = 0;
    unsigned buffer = 0;
    for (unsigned flit = 0; flit <= words;) {
      const unsigned ready = static_cast<unsigned>(random.bits(kBuffers, 1, 2));
      drive(bench->inject_ready_i, ready);
      bench.settle();
      if (flit == 0) {
        REQUIRE(bench->inject_valid_o == (ready != 0));
        if (ready != 0) {
          buffer = static_cast<unsigned>(module_test::lowest(ready, kBuffers));
          REQUIRE(bench->inject_tag_o == kHeader);
          REQUIRE(bench->inject_data_o == (words * 4 << MwayHeader::kLengthOffset |
                                           encode_dest(mesh, to) << MwayHeader::kDestOffset |
                                           11u << header_source_offset(mesh, 0)));
        }
      } else {
        REQUIRE(bench->inject_valid_o);
        REQUIRE(bench->inject_tag_o == (flit == words ? kTail : kBody));
        REQUIRE(bench->inject_data_o == data[flit - 1]);
      }
      const bool taken = bench->inject_valid_o && (ready >> bench->inject_buffer_o & 1) != 0;
      if (bench->inject_valid_o) REQUIRE(bench->inject_buffer_o == buffer);
      bench.tick();
      flit += taken;
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
