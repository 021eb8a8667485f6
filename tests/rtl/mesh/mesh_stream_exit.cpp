// rtl/mesh/mesh_stream_exit.sv
//
// Rationale: messages that two ejection ports deliver at the same time come out whole, each with
// its source; a stall comes before a queue is full. State space: random messages on both ports,
// random TREADY, low for long. Parameter space: a mesh of 3x2, two ejection ports.
#include "Vmesh_stream_exit.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("messages of all ports come out whole", "[mesh_stream_exit][MeshStreamExitHasRoom]") {
  constexpr unsigned kPorts = 2, kSource = 6, kMaxWords = 4, kTerminals = 6;
  struct Port {
    std::vector<unsigned> words;
    unsigned source = 0;
    std::size_t sent = 0;  // the header counts
  };
  Bench<Vmesh_stream_exit> bench;
  Random random(1);
  std::vector<Port> ports(kPorts);
  std::map<unsigned, std::deque<std::vector<unsigned>>> expected;  // by source
  std::vector<unsigned> received;
  unsigned messages = 0;
  bool stalled = false;
  bench->eject_valid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::uint64_t data = 0;
    unsigned valid = 0, tags = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      Port& port = ports[p];
      if (stalled || random.chance(1, 3)) continue;
      if (port.words.empty()) {
        // Sources of different ports differ.
        port.source = random.below(kTerminals / kPorts) * kPorts + p;
        for (unsigned i = 0; i <= random.below(kMaxWords); ++i) port.words.push_back(random());
        port.sent = 0;
      }
      const bool head = port.sent == 0, tail = port.sent == port.words.size();
      const std::uint64_t flit = head ? port.source << kSource : port.words[port.sent - 1];
      valid |= 1u << p;
      tags |= (head ? kHead : tail ? kTail : kBody) << 2 * p;
      data |= flit << 32 * p;
      ++port.sent;
      if (tail) expected[port.source].push_back(std::exchange(port.words, {}));
    }
    drive(bench->eject_valid_i, valid);
    drive(bench->eject_tag_i, tags);
    bench->eject_data_i = data;
    bench->m_axis_tready_i = cycle / 500 % 4 != 0 && random.chance(7, 8);
    bench.settle();
    if (bench->m_axis_tvalid_o && bench->m_axis_tready_i) {
      received.push_back(bench->m_axis_tdata_o);
      if (bench->m_axis_tlast_o) {
        auto& queue = expected[bench->m_axis_tid_o];
        // If a port has two complete messages, the second may leave first.
        const auto found = std::find(queue.begin(), queue.end(), received);
        REQUIRE(found != queue.end());
        queue.erase(found);
        received.clear();
        ++messages;
      }
    }
    stalled = bench->eject_stall_o;
    bench.tick();
  }
  CHECK(messages > 2000);
  CHECK_FALSE(bench.assertion_failed());
  // Flits that come in spite of the stall are lost, and reported.
  bench->m_axis_tready_i = 0;
  drive(bench->eject_valid_i, 1u);
  for (unsigned flit = 0; flit < 20; ++flit) {
    drive(bench->eject_tag_i, flit % 2 == 0 ? kHead : kTail);
    bench.tick();
  }
  CHECK(bench.assertion_failed());
}
