// rtl/mesh/mesh_stream_exit.sv
//
// Rationale: messages that two ejection ports deliver at the same time come out whole, each with
// its source; a stall comes before a queue is full. State space: random messages on both ports,
// random TREADY, low for long. Parameter space: a mesh of 3x2, two ejection ports.
#include "Vmesh_stream_exit.h"
#include "bench.hpp"
#include "flits.hpp"
#include "stream_sources.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kSource = 6;

using Exit = Bench<Vmesh_stream_exit>;

/// Flits in one cycle: of each port a flit, if it has one.
void deliver(Exit& bench, std::optional<Flit> first, std::optional<Flit> second = std::nullopt) {
  drive(bench->eject_valid_i, unsigned{first.has_value()} | unsigned{second.has_value()} << 1);
  drive(bench->eject_tag_i, first.value_or(Flit{}).mark | second.value_or(Flit{}).mark << 2);
  bench->eject_data_i = first.value_or(Flit{}).data | second.value_or(Flit{}).data << 32;
  bench.tick();
  bench->eject_valid_i = 0;
  bench.settle();
}

Flit header(unsigned source) { return {kHead, std::uint64_t{source} << kSource}; }

void start(Exit& bench) {
  bench->eject_valid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
}

}  // namespace

TEST_CASE("ports are served in turn", "[mesh_stream_exit]") {
  Exit bench;
  start(bench);
  deliver(bench, header(0), header(1));
  for (unsigned word = 1; word <= 4; ++word) {
    const std::optional<Flit> second = Flit{kTail, 9};
    deliver(bench, Flit{word == 4 ? kTail : kBody, word}, word == 1 ? second : std::nullopt);
  }
  // The short message does not wait for the long one.
  CHECK(sources(bench, 2) == std::vector<unsigned>{1, 0});
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a port has two slots and a queue", "[mesh_stream_exit]") {
  Exit bench;
  start(bench);
  for (const unsigned port : {0u, 1u}) {
    unsigned flits = 0;
    for (; !bench->eject_stall_o && flits < 20; ++flits) {
      const Flit flit = flits % 2 == 0 ? header(port) : Flit{kTail, flits};
      if (port == 0)
        deliver(bench, flit);
      else
        deliver(bench, std::nullopt, flit);
      for (unsigned i = 0; i < 4; ++i) bench.tick();
    }
    // The first message of all is on its way out, two are in slots, the header of a fourth has been
    // read, and three flits are in the queue.
    CHECK(flits == (port == 0 ? 3 : 2) * 2 + 1 + 3);
    if (port == 0) start(bench);
    deliver(bench, header(0));
    deliver(bench, Flit{kTail, 0});
    for (unsigned i = 0; i < 4; ++i) bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("two messages of a port leave in order after a reset", "[mesh_stream_exit]") {
  Exit bench;
  start(bench);
  for (int run = 0; run < 2; ++run) {
    // Without the reset, the next message would be in the port's second slot in one of the runs.
    deliver(bench, header(0));
    deliver(bench, Flit{kTail, 0});
    CHECK(sources(bench, 1) == std::vector<unsigned>{0});
    for (const unsigned first : {2u, 3u}) {  // the second time they are in the port's other slots
      if (first == 2) start(bench);
      // A message of the other port waits at m_axis.
      deliver(bench, std::nullopt, header(1));
      deliver(bench, std::nullopt, Flit{kTail, 0});
      for (unsigned i = 0; i < 4; ++i) bench.tick();
      for (const unsigned source : {first, 5u - first}) {
        deliver(bench, header(source));
        deliver(bench, Flit{kTail, 0});
      }
      for (unsigned i = 0; i < 4; ++i) bench.tick();
      CHECK(sources(bench, 3) == std::vector<unsigned>{1, first, 5 - first});
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("messages of all ports come out whole", "[mesh_stream_exit][MeshStreamExitHasRoom]") {
  constexpr unsigned kPorts = 2, kMaxWords = 4, kTerminals = 6;
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
