// rtl/mesh/mesh_stream_entry.sv
//
// Rationale: headers have the hops of the source of routes and this terminal's number, words follow
// unchanged, and a message stays at its injection port. State space: every destination; ready bits
// of two ports, hops and the cycle in which they come at random. Parameter space: a mesh of 3x2.
#include "Vmesh_stream_entry.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("messages become flits",
          "[mesh_stream_entry][MeshStreamEntryHeaderFirst][MeshStreamEntryRoutesMessage]") {
  constexpr unsigned kTerminals = 6, kMaxWords = 4, kHere = 4, kSource = 6;
  Bench<Vmesh_stream_entry> bench;
  Random random(1);
  bench->terminal_i = kHere;
  bench->hops_valid_i = 0;
  bench->s_axis_tvalid_i = 0;
  bench->inject_ready_i = 0;
  bench.reset();
  bench.tick();
  for (unsigned message = 0; message < 600; ++message) {
    const unsigned to = message % kTerminals;
    const unsigned words = 1 + random.below(kMaxWords);
    std::vector<unsigned> data;
    bench.settle();
    REQUIRE(bench->dest_valid_o == 0);
    for (unsigned i = 0; i < words; ++i) {
      REQUIRE(bench->s_axis_tready_o);
      data.push_back(random());
      bench->s_axis_tvalid_i = 1;
      bench->s_axis_tdata_i = data[i];
      drive(bench->s_axis_tdest_i, to);
      bench->s_axis_tlast_i = i + 1 == words;
      bench.settle();
      REQUIRE(bench->inject_valid_o == 0);
      bench.tick();
    }
    bench->s_axis_tvalid_i = 0;
    REQUIRE(bench->dest_valid_o);
    REQUIRE(bench->dest_o == to);
    for (unsigned wait = random.below(3); wait > 0; --wait) {
      REQUIRE(bench->inject_valid_o == 0);
      bench.tick();
    }
    const unsigned hops = random.below(1u << kSource);
    drive(bench->hops_i, hops);
    bench->hops_valid_i = 1;
    unsigned port = 0;
    for (unsigned flit = 0; flit <= words;) {
      const unsigned ready = random.below(4);
      drive(bench->inject_ready_i, ready);
      bench.settle();
      if (flit == 0) {
        port = ready & -ready;
        REQUIRE(bench->hops_ready_o == (ready != 0));
      }
      REQUIRE(bench->dest_valid_o == (flit == 0));
      REQUIRE(bench->inject_valid_o == port);
      const unsigned mark = flit == 0 ? kHead : flit == words ? kTail : kBody;
      const unsigned expected = flit == 0 ? hops | kHere << kSource : data[flit - 1];
      for (unsigned p = 0; p < 2; ++p) {
        REQUIRE((bench->inject_tag_o >> 2 * p & 3u) == mark);
        REQUIRE((bench->inject_data_o >> 32 * p & 0xffffffffu) == expected);
      }
      bench.tick();
      flit += (port & ready) != 0;
      bench->hops_valid_i = flit == 0;
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
