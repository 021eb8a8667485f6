// rtl/iba/iba_outputs.sv
//
// Rationale: random packets with random sets of outputs in the input buffers, which are plain C++
// here: every branch of a packet leaves once, whole and in order, by its port. State space: packets
// of one output to all five, ports requested by all, too little credit, stalls, late flits, packets
// that the endpoint drops before and after their header, all tables of arbitration.
// Parameter space: branch by branch with two virtual lanes and arbitration tables; all outputs at
// once with one, and packets that have waited too long.
#include "VOutputsBranches.h"
#include "VOutputsTogether.h"
#include "bench.hpp"
#include "flits.hpp"
#include "turns.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <deque>
#include <set>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLongest = 3;
constexpr unsigned kFlitsWidth = 2;
constexpr unsigned kDepth = 4;
constexpr unsigned kEntries = 2;

struct Packet {
  unsigned number = 0;
  unsigned waits = 0;
  unsigned ports = 0;  ///< Not yet left by.
  unsigned flits = 0;
  std::uint64_t lanes = 0;  ///< That it may use, by port.
  std::array<unsigned, kPorts> sent{};
  unsigned ejection_lane = 0;  ///< Of its header at the endpoint.
};

std::uint64_t flit_data(const Packet& packet, unsigned index) {
  return mixed(std::uint64_t{packet.number} << 8 | index);
}

/// By port, low and high priority, and their limits: random tables of random lanes.
template <class Top>
void drive_turns(Top& top, unsigned lanes, Random& random) {
  std::vector<std::uint64_t> tables(kPorts);
  std::uint64_t limits = 0;
  for (unsigned p = 0; p < kPorts; ++p) {
    std::vector<Turn> turns(2 * kEntries);
    for (Turn& turn : turns) turn = {random.below(lanes), random.below(256)};
    tables[p] = turn_bits(turns);
    limits |= std::uint64_t{random.below(256)} << 8 * p;
  }
  constexpr unsigned kBits = 24 * kEntries;
  for (unsigned bit = 0; bit < kPorts * kBits; ++bit) {
    const std::uint32_t mask = 1u << bit % 32;
    const bool set = (tables[bit / kBits] >> bit % kBits & 1) != 0;
    top.turns_i[bit / 32] = (top.turns_i[bit / 32] & ~mask) | (set ? mask : 0);
  }
  top.limit_i = limits;
}

template <class Top>
constexpr bool kTables = std::is_same_v<Top, VOutputsBranches>;

template <class Top>
void random_run(unsigned lanes, bool together, bool drops, unsigned age) {
  const unsigned inputs = kPorts * lanes;
  Bench<Top> bench;
  Random random(lanes);
  std::vector<Packet> packets(inputs);
  std::vector<unsigned> waited(inputs);
  std::array<std::vector<std::deque<unsigned>>, kPorts> owed;
  std::array<std::vector<unsigned>, kPorts> room;
  for (unsigned p = 0; p < kPorts; ++p) {
    owed[p].resize(lanes);
    room[p].assign(lanes, kDepth);
  }
  unsigned numbers = 0;
  unsigned finished = 0;
  unsigned impatient = 0;
  unsigned closed = 0;
  std::set<unsigned> closing;  // lanes of the endpoint
  for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], 0);
  bench->stall_i = 0;
  bench->drops_i = 0;
  bench->cut_i = 0;
  if constexpr (kTables<Top>) drive_turns(*bench.operator->(), lanes, random);
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    if constexpr (kTables<Top>)
      if (random.chance(1, 100)) drive_turns(*bench.operator->(), lanes, random);
    std::vector<unsigned> holds(inputs);
    std::uint64_t dropped = 0, cut = 0;
    std::set<unsigned> close_next;
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      // After a packet's end comes the next one's lookup, a cycle without a waiting branch.
      const bool looked_up = packet.ports == 0 && packet.number == 0;
      if (packet.ports == 0) packet = {};
      if (looked_up && random.chance(1, 4)) {
        packet.number = ++numbers;
        packet.ports = packet.waits = 1 + random.below(31);
        packet.flits = 1 + random.below(kLongest);
        for (unsigned p = 0; p < kPorts; ++p)
          packet.lanes |= std::uint64_t{1 + random.below((1u << lanes) - 1)} << p * lanes;
      }
      // Its branch to the endpoint has started: it is dropped with those that wait.
      const bool drop = drops && (packet.ports & ~packet.waits & 1) != 0 && random.chance(1, 16);
      if (drop) {
        dropped |= std::uint64_t{1} << i;
        if (packet.sent[0] != 0) {
          cut |= std::uint64_t{1} << i;
          close_next.insert(packet.ejection_lane);
        }
        packet.ports &= ~(packet.waits | 1);
        packet.waits = 0;
        if (packet.ports == 0) packet.number = 0;
      }
      drive(bench->waits_i[i], packet.waits);
      drive(bench->lanes_i[i], packet.lanes);
      // A branch that waits has its header.
      holds[i] = packet.waits | (packet.ports & (random.below(32) | random.below(32)));
      drive(bench->holds_i[i], holds[i]);
      for (unsigned p = 0; p < kPorts; ++p) {
        const unsigned sent = packet.sent[p];
        drive(bench->tag_i[i][p],
              (sent == 0 ? kHead : 0u) | (sent + 1 == packet.flits ? kTail : 0u));
        bench->data_i[i][p] = flit_data(packet, sent);
      }
    }
    std::uint64_t flits = 0;
    for (unsigned i = 0; i < inputs; ++i)
      flits |= std::uint64_t{packets[i].flits} << i * kFlitsWidth;
    drive(bench->flits_i, flits);
    std::uint64_t credit = 0;
    for (unsigned p = 1; p < kPorts; ++p)
      for (unsigned v = 0; v < lanes; ++v) {
        if (owed[p][v].empty() || !random.chance(1, 3)) continue;
        credit |= std::uint64_t{owed[p][v].front()} << (p * lanes + v) * kFlitsWidth;
        room[p][v] += owed[p][v].front();
        owed[p][v].pop_front();
      }
    // The endpoint's port takes no credit.
    credit |= random.bits(lanes * kFlitsWidth, 1, 2);
    drive(bench->credit_i, credit);
    drive(bench->drops_i, dropped);
    drive(bench->cut_i, cut);
    const std::uint64_t stall = random.bits(kPorts, 1, 4);
    drive(bench->stall_i, stall);
    bench.settle();

    REQUIRE((stall & bench->valid_o) == 0);
    REQUIRE((bench->closing_o != 0) == !closing.empty());
    std::array<int, kPorts> from{};
    from.fill(kNone);
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      const unsigned starts = bench->starts_o[i];
      REQUIRE((starts & ~packet.waits) == 0);
      // All at once, unless it has waited for its age.
      if (together && starts != 0 && starts != packet.waits) {
        REQUIRE(waited[i] >= age);
        ++impatient;
      }
      packet.waits &= ~starts;
      waited[i] = packet.waits != 0 ? waited[i] + 1 : 0;
      const unsigned sends = bench->sends_o[i];
      REQUIRE((sends & ~holds[i]) == 0);
      REQUIRE((sends & packet.waits) == 0);
      for (unsigned p = 0; p < kPorts; ++p) {
        if (!has(sends, p)) continue;
        REQUIRE(from[p] == kNone);
        from[p] = static_cast<int>(i);
      }
    }
    for (unsigned p = 0; p < kPorts; ++p) {
      const unsigned lane = lanes == 1 ? 0 : bench->lane_o >> p & 1;
      if (has(bench->valid_o, p) && from[p] == kNone) {  // the end of a packet that was cut
        REQUIRE(p == 0);
        REQUIRE(closing.erase(lane) == 1);
        REQUIRE((bench->tag_o & 3) == kSingle);
        REQUIRE(bench->data_o[0] == lane);
        ++closed;
        continue;
      }
      REQUIRE(has(bench->valid_o, p) == (from[p] != kNone));
      if (from[p] == kNone) continue;
      Packet& packet = packets[static_cast<unsigned>(from[p])];
      const unsigned sent = packet.sent[p]++;
      const bool tail = packet.sent[p] == packet.flits;
      REQUIRE((bench->tag_o >> 2 * p & 3) == ((sent == 0 ? kHead : 0u) | (tail ? kTail : 0u)));
      const std::uint64_t data = flit_data(packet, sent);
      REQUIRE(bench->data_o[p] == (sent == 0 ? (data & ~std::uint64_t{0xf}) | lane : data));
      if (sent == 0) {
        REQUIRE(has(packet.lanes, p * lanes + lane));
        if (p == 0) packet.ejection_lane = lane;
      }
      if (p != 0) {
        // No flit is sent without room at the end of the link.
        REQUIRE(room[p][lane] > 0);
        --room[p][lane];
      }
      if (!tail) continue;
      if (p != 0) owed[p][lane].push_back(packet.flits);
      packet.ports &= ~(1u << p);
      finished += packet.ports == 0;
    }
    bench.tick();
    closing.insert(close_next.begin(), close_next.end());
  }
  CHECK(finished > 2000);
  CHECK((closed > 50) == drops);
  CHECK((impatient > 50) == together);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every branch leaves once, whole, by its port",
          "[iba_outputs][IbaOutputsSendsWhatIsThere][IbaOutputsStartsWhatWaits]") {
  random_run<VOutputsBranches>(2, false, true, 0);
}

TEST_CASE("packets start on all outputs at once, or have reached their age",
          "[iba_outputs][IbaOutputsStartsWhatWaits][IbaStartsAllOrNothing]") {
  random_run<VOutputsTogether>(1, true, false, 6);
}
