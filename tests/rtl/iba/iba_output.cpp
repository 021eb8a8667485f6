// rtl/iba/iba_output.sv
//
// Rationale: waiting packets, grants chosen at random among the able ones, and branches with and
// without a flit, against owners and credit in plain C++. State space: every virtual lane owned and
// free, too little credit, stalls, lanes in turn and by random tables, tails, packets that are
// dropped before and after their header. Parameter space: a link with two virtual lanes and
// arbitration tables; the endpoint, which needs no credit and drops packets; one lane.
#include "VOutputEndpoint.h"
#include "VOutputLink.h"
#include "VOutputOne.h"
#include "bench.hpp"
#include "flits.hpp"
#include "turns.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kLongest = 3;
constexpr unsigned kFlitsWidth = 2;
constexpr std::size_t kEntries = 2;
constexpr unsigned kTurnUnit = 8;  // of flits of 64 bits

struct Packet {
  bool waits = false;
  unsigned lanes = 0;  ///< Mask of the lanes that it may use.
  unsigned flits = 0;
  unsigned sent = 0;
};
struct Lane {
  int owner = kNone;
  bool closing = false;  ///< Its packet was cut, and needs an end.
  unsigned credit = 0;
  std::deque<unsigned> owed;  ///< Flits of packets whose credit will return.
};

template <class Top>
void random_run(unsigned lane_count, unsigned depth, bool unlimited, bool by_tables) {
  const unsigned inputs = 5 * lane_count;
  Bench<Top> bench;
  Random random(depth + lane_count);
  std::vector<Packet> packets(inputs);
  std::vector<Lane> lanes(lane_count);
  for (Lane& lane : lanes) lane.credit = depth;
  unsigned last = lane_count - 1;
  unsigned last_in_turn = last;
  LaneTables tables(kEntries);
  unsigned closed = 0;
  unsigned finished = 0;
  unsigned short_of_credit = 0;
  const auto owns = [&](unsigned input) {
    for (const Lane& lane : lanes)
      if (lane.owner == static_cast<int>(input)) return true;
    return false;
  };
  drive(bench->grant_i, 0);
  drive(bench->waits_i, 0);
  drive(bench->freed_i, 0);
  bench->stall_i = 0;
  bench->drops_i = 0;
  bench->cut_i = 0;
  bench->turns_i = 0;
  bench->limit_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::uint64_t waits = 0;
    std::uint64_t flits = 0;
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      if (!packet.waits && !owns(i) && random.chance(1, 8))
        packet = {true, 1 + random.below((1u << lane_count) - 1), 1 + random.below(kLongest), 0};
      waits |= std::uint64_t{packet.waits} << i;
      flits |= std::uint64_t{packet.flits} << i * kFlitsWidth;
      drive(bench->lanes_i[i], packet.lanes);
    }
    std::uint64_t freed = 0;
    std::vector<unsigned> back(lane_count);
    for (unsigned v = 0; v < lane_count && !unlimited; ++v) {
      if (lanes[v].owed.empty() || !random.chance(1, 4)) continue;
      back[v] = lanes[v].owed.front();
      lanes[v].owed.pop_front();
      freed |= std::uint64_t{back[v]} << v * kFlitsWidth;
    }
    for (Table* const table : {&tables.high, &tables.low})
      if (random.chance(1, 60))
        table->turns[random.below(kEntries)] = {random.below(lane_count),
                                                random.chance(1, 3) ? 0 : random.below(256)};
    if (random.chance(1, 60))
      tables.limit = random.chance(1, 4) ? LaneTables::kNoLimit : random.below(255);
    drive(bench->turns_i,
          turn_bits(tables.low.turns) << 12 * kEntries | turn_bits(tables.high.turns));
    drive(bench->limit_i, tables.limit);
    // Packets at the endpoint are dropped, and in the same cycle those that own no lane here.
    std::uint64_t drops = random.bits(inputs, 1, 8);
    std::uint64_t cut = random.bits(inputs, 1, 2);
    std::vector<bool> dropped(lane_count);
    for (unsigned v = 0; v < lane_count; ++v) {
      const Lane& lane = lanes[v];
      if (lane.owner == kNone) continue;
      const bool drop = unlimited && random.chance(1, 16);
      dropped[v] = drop;
      drops = (drops & ~one_hot(lane.owner)) | (drop ? one_hot(lane.owner) : 0);
      const bool begun = packets[static_cast<unsigned>(lane.owner)].sent > 0;
      cut = (cut & ~one_hot(lane.owner)) | (begun ? one_hot(lane.owner) : 0);
    }
    cut &= drops;
    drive(bench->drops_i, drops);
    drive(bench->cut_i, cut);
    // A packet that waits has its header, and one that is dropped no flit.
    const std::uint64_t holds = (random.bits(inputs, 2, 3) & ~drops) | waits;
    std::uint64_t tails = 0;
    for (unsigned i = 0; i < inputs; ++i)
      if (packets[i].sent + 1 == packets[i].flits) tails |= std::uint64_t{1} << i;
    const bool stall = random.chance(1, 3);
    drive(bench->waits_i, waits);
    drive(bench->flits_i, flits);
    drive(bench->freed_i, freed);
    drive(bench->holds_i, holds);
    drive(bench->tails_i, tails);
    drive(bench->grant_i, 0);
    bench->stall_i = stall;
    bench.settle();

    // The buffers able to take the lane, and the one that does.
    std::uint64_t able = 0;
    for (unsigned v = 0; v < lane_count; ++v) {
      for (unsigned i = 0; i < inputs; ++i) {
        if (!packets[i].waits || !has(packets[i].lanes, v) || lanes[v].owner != kNone ||
            lanes[v].closing)
          continue;
        const bool fits = unlimited || packets[i].flits <= lanes[v].credit;
        short_of_credit += !fits;
        able |= std::uint64_t{fits} << (v * inputs + i);
      }
    }
    REQUIRE(bench->able_o == able);
    bool closing = false;
    for (const Lane& lane : lanes) closing = closing || lane.closing;
    REQUIRE((bench->closing_o != 0) == closing);
    std::uint64_t grant = 0;
    for (unsigned v = 0; v < lane_count; ++v) {
      const unsigned i = random.below(inputs);
      if (!has(able, v * inputs + i) || !packets[i].waits) continue;
      grant |= std::uint64_t{1} << (v * inputs + i);
      packets[i].waits = false;
      lanes[v].owner = static_cast<int>(i);
      if (unlimited) continue;
      lanes[v].credit -= packets[i].flits;
    }
    drive(bench->grant_i, grant);
    bench.settle();

    // The link: the next lane whose owner has a flit, or that is closed; or the one of the tables.
    std::uint64_t ready = 0, lane_tails = 0;
    for (unsigned v = 0; v < lane_count && !stall; ++v) {
      const Lane& lane = lanes[v];
      const bool sends = lane.owner != kNone && has(holds, static_cast<unsigned>(lane.owner));
      ready |= std::uint64_t{sends || lane.closing} << v;
      lane_tails |=
          std::uint64_t{lane.closing || (sends && has(tails, static_cast<unsigned>(lane.owner)))}
          << v;
    }
    const int picked = by_tables ? tables.send(ready, lane_tails, kTurnUnit).lane : kNone;
    const int chosen = picked != kNone ? picked : next_behind(ready, lane_count, last_in_turn);
    if (chosen != kNone && picked == kNone) last_in_turn = static_cast<unsigned>(chosen);
    REQUIRE((bench->valid_o != 0) == (chosen != kNone));
    const bool closes = chosen != kNone && lanes[static_cast<unsigned>(chosen)].closing;
    REQUIRE(bench->send_o ==
            (chosen == kNone || closes ? 0 : one_hot(lanes[static_cast<unsigned>(chosen)].owner)));
    if (closes) {
      last = static_cast<unsigned>(chosen);
      drive(bench->tag_i, 0);
      bench->data_i = 0;
      bench.settle();
      REQUIRE(bench->lane_o == last);
      REQUIRE(bench->tag_o == kSingle);
      REQUIRE(bench->data_o == last);
      lanes[last].closing = false;
      ++closed;
    } else if (chosen != kNone) {
      last = static_cast<unsigned>(chosen);
      Lane& lane = lanes[last];
      Packet& packet = packets[static_cast<unsigned>(lane.owner)];
      const unsigned mark =
          (packet.sent == 0 ? kHead : 0u) | (packet.sent + 1 == packet.flits ? kTail : 0u);
      const std::uint64_t data = std::uint64_t{random()} << 32 | random();
      drive(bench->tag_i, mark);
      bench->data_i = data;
      bench.settle();
      REQUIRE(bench->lane_o == last);
      REQUIRE(bench->tag_o == mark);
      REQUIRE(bench->data_o == (packet.sent == 0 ? (data & ~std::uint64_t{0xf}) | last : data));
      if (++packet.sent == packet.flits) {
        ++finished;
        if (!unlimited) lane.owed.push_back(packet.flits);
        packet = {};
        lane.owner = kNone;
      }
    } else {
      drive(bench->tag_i, 0);
      bench.settle();
    }
    REQUIRE(bench->monitor_lane_o == last);
    bench.tick();
    for (unsigned v = 0; v < lane_count; ++v) {
      Lane& lane = lanes[v];
      if (!dropped[v]) continue;
      lane.closing = has(cut, static_cast<unsigned>(lane.owner));
      packets[static_cast<unsigned>(lane.owner)] = {};
      lane.owner = kNone;
    }
    for (unsigned v = 0; v < lane_count; ++v) lanes[v].credit += back[v];
  }
  CHECK(finished > 2000);
  CHECK((closed > 100) == unlimited);
  CHECK((short_of_credit > 1000) == !unlimited);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a port sends its owners' packets, with credit for whole ones",
          "[iba_output][IbaOutputSendsOwned][IbaLaneOwnerHeld]") {
  random_run<VOutputOne>(1, 3, false, false);
  random_run<VOutputLink>(2, 7, false, true);
}

TEST_CASE("the endpoint needs no credit, stalls, and ends packets that are cut",
          "[iba_output][IbaOutputSendsOwned]") {
  random_run<VOutputEndpoint>(2, 3, true, false);
}
