// rtl/mway/mway_network.sv
//
// Rationale: the connections of the parts. All processors send random messages to all others, with
// random stalls, while one of them also offers every kind of illegal flit; each legal message must
// arrive once, whole and at its destination, and no other error port may change. The lockstep tests
// compare whole networks with the model in every cycle; this one needs no model.
// State space: that of a network.
// Parameter space: a 2x2 mesh of three processors a channel (one router a side, destinations that
//   do not exist), with matched and with addressed flits, and of chips, which have room for a
//   fourth processor; a ring of four with cyclic Stat and late freeing (two classes); a ring of
//   five with relative destinations in both directions; a row of three channels, for the timing of
//   a message over two hops.
#include "VMesh.h"
#include "VMeshAddressed.h"
#include "VMeshChip.h"
#include "VRing.h"
#include "VRingRelative.h"
#include "VRow.h"
#include "terminals.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>
#include <string>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
template <class Top>
void run(Terminals<Top>& network, Random& random, unsigned cycles) {
  for (unsigned cycle = 0; cycle < cycles && network.outstanding() > 0; ++cycle) {
    network.cycle(random, cycle / 200 % 2 == 0 ? 0 : 3);
  }
}

/// The driver and flit of a channel, in the notation of docs/mway.md.
std::string cell(unsigned tag, unsigned number) {
  if (tag == kInvalid) return ".";
  return tag == kHeader ? "H" : tag == kTail ? "T" : "D" + std::to_string(number);
}
std::string pad(std::string text) {
  text.resize(5, ' ');
  return text;
}
}  // namespace

TEMPLATE_TEST_CASE("a 2x2 mesh: illegal flits of one processor do not affect others",
                   "[mway_network][EveryDestinationLegal][DriverCopiesEqual]", VMesh,
                   VMeshAddressed, VMeshChip) {
  const TopologyConfig mesh{TopologyKind::kMesh, {2, 2}, 3};
  constexpr unsigned kTerminals = 12;
  constexpr unsigned kRogue = 4;
  Terminals<TestType> network(mesh, kTerminals, 2);
  network.bench().reset();
  Random random(1);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 3000; ++i) {
    const unsigned from = random() % kTerminals;
    // The offender's first buffer is for its errors.
    network.send(from, from == kRogue ? 1 : random() % 2, random() % kTerminals, 1 + random() % 5);
  }
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint32_t nowhere = (3u << 2 | i % 4) << kDestOffset;
    switch (i % 4) {
      case 0:  // no header
        network.send_flit(kRogue, 0, kBody, i);
        network.send_flit(kRogue, 0, kTail, i);
        network.send_flit(kRogue, 0, kInvalid, i);
        wrong += 3;
        break;
      case 1:  // no such processor
        network.send_flit(kRogue, 0, kHeader, nowhere | 8u << kLengthOffset);
        network.send_flit(kRogue, 0, kBody, i);
        network.send_flit(kRogue, 0, kTail, i);
        wrong += 1;
        break;
      case 2:  // a header inside a dropped message
        network.send_flit(kRogue, 0, kHeader, nowhere);
        network.send_flit(kRogue, 0, kHeader, nowhere);
        network.send_flit(kRogue, 0, kTail, i);
        wrong += 2;
        break;
      default:  // and a legal message after these
        network.send(kRogue, 0, random() % kTerminals, 2);
    }
  }
  run(network, random, 60000);
  CHECK(network.outstanding() == 0);
  for (unsigned i = 0; i < 200; ++i) network.cycle(random, 0);
  for (unsigned t = 0; t < kTerminals; ++t) {
    CHECK(network.flagged(t) == (t == kRogue ? wrong : 0));
    CHECK(network.bench()->error_count_o[t] == (t == kRogue ? wrong : 0));
  }
  CHECK(network.bench()->router_error_o == 0);
}

TEMPLATE_TEST_CASE("a 2x2 mesh: illegal messages of all processors are counted", "[mway_network]",
                   VMesh, VMeshAddressed, VMeshChip) {
  const TopologyConfig mesh{TopologyKind::kMesh, {2, 2}, 3};
  Terminals<TestType> network(mesh, 12, 2);
  network.bench().reset();
  count_errors(network, mesh, 12);
  CHECK(network.bench()->router_error_o == 0);
}

TEST_CASE("messages of the wrong length arrive truncated or closed early", "[mway_network]") {
  const TopologyConfig mesh{TopologyKind::kMesh, {2, 2}, 3};
  Terminals<VMesh> network(mesh, 12, 2);
  network.bench().reset();
  Random random(2);
  const std::uint32_t header = static_cast<std::uint32_t>(encode_dest(mesh, 7)) << kDestOffset;
  network.send_flit(1, 0, kHeader, header | 4u << kLengthOffset);
  network.send_flit(1, 0, kBody, 0xa);  // in the place of the tail
  network.send_flit(1, 0, kBody, 0xb);
  network.send_flit(1, 0, kTail, 0xc);
  network.expect({header | 4u << kLengthOffset, 0xa}, 7);
  network.send_flit(2, 1, kHeader, header | 40u << kLengthOffset);
  network.send_flit(2, 1, kTail, 0xd);
  network.expect({header | 40u << kLengthOffset, 0xd}, 7);
  for (unsigned i = 0; i < 20; ++i) network.send(3, 0, 7, 3);
  run(network, random, 4000);
  CHECK(network.outstanding() == 0);
  CHECK(network.flagged(1) == 1);
  CHECK(network.flagged(2) == 1);
}

TEST_CASE("a ring with two classes, cyclic Stat and late freeing", "[mway_network]") {
  const TopologyConfig ring{TopologyKind::kTorus, {4}, 2};
  Terminals<VRing> network(ring, 8, 2);
  network.bench().reset();
  Random random(3);
  for (unsigned i = 0; i < 2000; ++i) {
    network.send(random() % 8, random() % 2, random() % 8, 1 + random() % 5);
  }
  run(network, random, 60000);
  CHECK(network.delivered() == 2000);
}

TEST_CASE("on a ring with relative destinations senders choose the direction", "[mway_network]") {
  const TopologyConfig ring{TopologyKind::kTorus, {5}, 1};
  Terminals<VRingRelative> network(ring, 5, 2);
  network.bench().reset();
  Random random(4);
  const std::uint32_t length = 12u << kLengthOffset;
  constexpr std::uint32_t kOffset = 0xf;  // three bits of a digit and a sign
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const int from = static_cast<int>(random() % 5);
    const int offset = static_cast<int>(random() % 9) - 4;
    const unsigned lane = random() % 2;
    const auto source = static_cast<unsigned>(from);
    network.send_flit(source, lane, kHeader,
                      length | (static_cast<std::uint32_t>(offset) & kOffset) << kDestOffset);
    for (std::uint32_t flit = 0; flit < 3; ++flit)
      network.send_flit(source, lane, flit == 2 ? kTail : kBody, i << 8 | flit);
    network.expect({length, i << 8, i << 8 | 1, i << 8 | 2},
                   static_cast<TerminalId>((from + offset + 5) % 5));
  }
  run(network, random, 60000);
  CHECK(network.delivered() == 2000);
  // Once around and more.
  for (const int offset : {5, -5, 7, -8}) {
    network.send_flit(0, 0, kHeader,
                      length | (static_cast<std::uint32_t>(offset) & kOffset) << kDestOffset);
    network.send_flit(0, 0, kTail, 0);
  }
  for (unsigned i = 0; i < 100; ++i) network.cycle(random, 0);
  CHECK(network.flagged(0) == 4);
  CHECK(network.delivered() == 2000);
  CHECK(network.bench()->router_error_o == 0);
}

TEST_CASE("a message over two hops: the diagram of docs/mway.md and the closed form",
          "[mway_network]") {
  const TopologyConfig row{TopologyKind::kMesh, {3}, 1};
  constexpr unsigned kData = 4;
  for (TerminalId from = 0; from < 3; ++from) {
    for (TerminalId to = 0; to < 3; ++to) {
      Bench<VRow> bench;
      for (unsigned t = 0; t < 3; ++t) bench->inject_valid_i[t] = bench->eject_stall_i[t] = 0;
      bench.reset();
      std::vector<std::string> rows(4);
      std::vector<unsigned> sent(3, 0);
      unsigned arrival = 0;
      unsigned offered = 0;
      const unsigned hops = from > to ? from - to : to - from;
      constexpr unsigned kCycles = 13;
      for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
        const bool offer = offered <= kData && (bench->inject_ready_o[from] & 1) != 0;
        const unsigned tag = offered == 0 ? kHeader : offered < kData ? kBody : kTail;
        bench->inject_valid_i[from] = offer;
        drive(bench->inject_buffer_i[from], 0);
        drive(bench->inject_tag_i[from], tag);
        const auto dest = static_cast<std::uint32_t>(encode_dest(row, to));
        drive(bench->inject_data_i[from],
              offered == 0 ? dest << kDestOffset | 16u << kLengthOffset : offered);
        bench.settle();
        rows[0] += pad(offer ? cell(tag, offered) : ".");
        offered += offer;
        for (unsigned c = 0; c < 3; ++c) {
          const unsigned on_lines = bench->channel_tag_o[c];
          rows[c + 1] +=
              pad(cell(on_lines, sent[c]) +
                  (on_lines == kInvalid ? "" : "/" + std::to_string(bench->channel_driver_o[c])));
          sent[c] += on_lines != kInvalid && bench->channel_acknowledge_o[c] != 0;
          if (c == to && on_lines == kTail) arrival = cycle;
        }
        bench.tick();
      }
      CHECK_FALSE(bench.assertion_failed());
      // After reset driver 0 owns every channel: one cycle of arbitration on each channel that is
      // driven by another. DIM+ of a router is driver 0.
      unsigned arbitrations = 1;  // the injection set
      for (unsigned hop = 0; hop < hops; ++hop) arbitrations += from > to;
      CHECK(arrival == kData + 1 + hops + arbitrations);
      if (from == 2 && to == 0) {
        std::string diagram;
        const char* names[] = {"offered at C2 ", "on channel C0 ", "on channel C1 ",
                               "on channel C2 "};
        for (const unsigned r : {0u, 3u, 2u, 1u}) {
          std::string line = names[r] + rows[r];
          line.erase(line.find_last_not_of(' ') + 1);
          diagram += line + "\n";
        }
        std::ifstream page(WAYFARER_MWAY_PAGE);
        std::stringstream text;
        text << page.rdbuf();
        INFO("docs/mway.md must hold this:\n" << diagram);
        CHECK(text.str().find(diagram) != std::string::npos);
      }
    }
  }
}
