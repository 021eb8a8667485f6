// rtl/mway/mway_router.sv
//
// Rationale: a lone router between two channels whose other members are played by C++ (queues, the
// reference's arbiter, Stat, random slowness). They exchange thousands of messages, across the
// router in both directions at once and among themselves past it. Every message must arrive once,
// whole, at the member that the routing function names; messages that the router cannot route must
// vanish to their tails, be flagged, and harm nobody.
// State space: two sets of buffers, two copies of the current driver's number.
// Parameter space: the router between channels 1 and 2 along dimension 0 of a 4x4 mesh with three
//   processors a channel (so that destinations exist that do not); two buffers of two flits, exact
//   Stat, early freeing; three of one, cyclic Stat; two of three, late freeing.
#include "VRouter.h"
#include "VRouterCyclic.h"
#include "VRouterLate.h"
#include "bench.hpp"
#include "hand_channel.hpp"
#include "family/mway/header.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 7;
constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;
constexpr ChannelId kChannelA = 1;
constexpr ChannelId kChannelB = 2;
const TopologyConfig kMesh{TopologyKind::kMesh, {4, 4}, 3};

template <class Top>
class RouterBench {
 public:
  explicit RouterBench(const BankShape& shape)
      : a_(shape, kLines, kWays), b_(shape, kLines, kWays) {
    // The neighbours along dimension 0, the router along dimension 1, three processors.
    a_.add(kPlus, kMinus);
    b_.add(kMinus, kPlus);
    for (HandChannel* channel : {&a_, &b_}) {
      channel->add(3, 2);
      for (unsigned p = 4; p < 7; ++p) channel->add(p, p);
    }
    drive(bench_->plus_i, kPlus);
    drive(bench_->minus_i, kMinus);
    drive(bench_->position_a_i, kChannelA);
    drive(bench_->position_b_i, kChannelB);
    write();
    bench_.reset();
  }

  HandChannel& a() { return a_; }
  HandChannel& b() { return b_; }
  Bench<Top>& bench() { return bench_; }

  void cycle() {
    for (unsigned round = 0;; ++round) {
      REQUIRE(round < 20);
      const auto before_a = a_.state();
      const auto before_b = b_.state();
      a_.resolve(puts_on_a());
      b_.resolve(puts_on_b());
      write();
      bench_.settle();
      if (before_a == a_.state() && before_b == b_.state()) break;
    }
    // The channels settled: only their drivers speak.
    if (bench_->a_tag_o != kInvalid) REQUIRE(a_.driver() == kMinus);
    if (bench_->b_tag_o != kInvalid) REQUIRE(b_.driver() == kPlus);
    both_ways_ += bench_->a_acknowledge_o != 0 && bench_->b_acknowledge_o != 0;
    errors_ += (bench_->error_o & 1) + (bench_->error_o >> 1);
    bench_.tick();
    a_.tick();
    b_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  /// Cycles in which the router took flits from both channels; pulses of error_o.
  [[nodiscard]] unsigned both_ways() const { return both_ways_; }
  [[nodiscard]] unsigned errors() const { return errors_; }

 private:
  Member puts_on_a() {
    Member member;
    member.priority =
        bench_->a_po3_o << 3 | bench_->a_po2_o << 2 | bench_->a_po1_o << 1 | bench_->a_po0_o;
    member.drives = {bench_->a_tag_o, kMinus, bench_->a_buffer_o, bench_->a_data_o};
    member.acknowledge = bench_->a_acknowledge_o != 0;
    member.fills = bench_->a_fills_o != 0;
    member.slot = bench_->a_slot_o;
    member.way = kPlus;
    member.available = bench_->a_available_o;
    member.full = bench_->a_full_o;
    return member;
  }
  Member puts_on_b() {
    Member member;
    member.priority =
        bench_->b_po3_o << 3 | bench_->b_po2_o << 2 | bench_->b_po1_o << 1 | bench_->b_po0_o;
    member.drives = {bench_->b_tag_o, kPlus, bench_->b_buffer_o, bench_->b_data_o};
    member.acknowledge = bench_->b_acknowledge_o != 0;
    member.fills = bench_->b_fills_o != 0;
    member.slot = bench_->b_slot_o;
    member.way = kMinus;
    member.available = bench_->b_available_o;
    member.full = bench_->b_full_o;
    return member;
  }

  void write() {
    drive(bench_->a_s3_i, a_.sum() >> 3 & 1);
    drive(bench_->a_s2_i, a_.sum() >> 2 & 1);
    drive(bench_->a_s1_i, a_.sum() >> 1 & 1);
    drive(bench_->a_s0_i, a_.sum() & 1);
    drive(bench_->a_tag_i, a_.lines().tag);
    drive(bench_->a_buffer_i, a_.lines().buffer);
    drive(bench_->a_data_i, a_.lines().data);
    drive(bench_->a_acknowledge_i, a_.lines().acknowledge);
    drive(bench_->a_fills_i, a_.lines().fills);
    drive(bench_->a_slot_i, a_.lines().slot);
    drive(bench_->a_stat_i, a_.stat());
    drive(bench_->b_s3_i, b_.sum() >> 3 & 1);
    drive(bench_->b_s2_i, b_.sum() >> 2 & 1);
    drive(bench_->b_s1_i, b_.sum() >> 1 & 1);
    drive(bench_->b_s0_i, b_.sum() & 1);
    drive(bench_->b_tag_i, b_.lines().tag);
    drive(bench_->b_buffer_i, b_.lines().buffer);
    drive(bench_->b_data_i, b_.lines().data);
    drive(bench_->b_acknowledge_i, b_.lines().acknowledge);
    drive(bench_->b_fills_i, b_.lines().fills);
    drive(bench_->b_slot_i, b_.lines().slot);
    drive(bench_->b_stat_i, b_.stat());
  }

  Bench<Top> bench_;
  HandChannel a_;
  HandChannel b_;
  unsigned both_ways_ = 0;
  unsigned errors_ = 0;
};

/// Where a message goes that a channel's member sends towards `destination`.
struct Plan {
  unsigned way;         // on the first channel
  Ledger::Place place;  // where it ends
};

Plan plan(unsigned channel, TerminalId destination, bool across) {
  const MwayTopology topology(kMesh);
  const ChannelId here = channel == 0 ? kChannelA : kChannelB;
  const ChannelId beyond = channel == 0 ? kChannelB : kChannelA;
  const unsigned router_way = channel == 0 ? kPlus : kMinus;
  if (across) return {router_way, {1 - channel, topology.route(beyond, destination).way}};
  const unsigned way = topology.route(here, destination).way;
  return {way, {channel, way}};
}

template <class Top>
void random_run(const BankShape& shape) {
  RouterBench<Top> bench(shape);
  Ledger ledger;
  Random random(shape.buffers + shape.depth);
  unsigned bad = 0;
  constexpr unsigned kMessages = 1500;
  for (unsigned serial = 0; serial < kMessages; ++serial) {
    const unsigned channel = serial % 2;
    HandChannel& from = channel == 0 ? bench.a() : bench.b();
    // Across the router: a digit 0 on the far side. Beside it: on this side.
    const bool across = random.chance(3, 4);
    const bool far_is_high = (channel == 0) == across;
    const TerminalId destination =
        ((far_is_high ? 2 : 0) + random() % 2 + 4 * (random() % 4)) * 3 + random() % 3;
    const Plan route = plan(channel, destination, across);
    const bool lost = across && random.chance(1, 20);
    std::uint32_t dest = static_cast<std::uint32_t>(encode_dest(kMesh, destination));
    if (lost) dest |= 3u << 4;  // no such processor
    Message message{dest << kDestOffset | (serial % 2048) << 21};
    const unsigned data = 1 + random() % 5;
    for (unsigned i = 0; i < data; ++i) message.push_back(serial << 8 | i);
    const auto& peers = from.peers();
    Peer* sender = peers[random() % peers.size()].get();
    while (sender->way() == route.way) sender = peers[random() % peers.size()].get();
    sender->send(route.way, 0, message);
    if (lost)
      ++bad;
    else
      ledger.expect(message, route.place);
  }
  std::vector<std::size_t> seen(20, 0);
  for (unsigned cycle = 0; cycle < 60000 && ledger.outstanding() > 0; ++cycle) {
    if (cycle % 200 == 0) {
      for (auto* channel : {&bench.a(), &bench.b()}) {
        for (auto& peer : channel->peers()) peer->set_speed(cycle / 200 % 2 == 0 ? 8 : 2);
      }
    }
    bench.cycle();
    for (unsigned c = 0; c < 2; ++c) {
      for (auto& peer : (c == 0 ? bench.a() : bench.b()).peers()) {
        std::size_t& count = seen[c * 10 + peer->way()];
        for (; count < peer->received().size(); ++count) {
          REQUIRE(ledger.settle(peer->received()[count], {c, peer->way()}));
        }
      }
    }
  }
  CHECK(ledger.outstanding() == 0);
  for (unsigned cycle = 0; cycle < 500; ++cycle) bench.cycle();  // the last bad ones
  CHECK(bench.errors() == bad);
  CHECK(bad > 20);
  CHECK(bench.both_ways() > 20);
}
}  // namespace

TEST_CASE("messages cross in both directions, once and whole; unroutable ones vanish",
          "[mway_router][MwayRouterSendsEnabled]") {
  random_run<VRouter>({2, 2, 8, true, true});
}

TEST_CASE("the same with late freeing", "[mway_router]") {
  random_run<VRouterLate>({2, 3, 8, false, true});
}

TEST_CASE("the same with cyclic Stat, where headers and data are refused and tried again",
          "[mway_router]") {
  random_run<VRouterCyclic>({3, 1, 8, true, false});
}

TEST_CASE("data that matches no buffer is not acknowledged", "[mway_router]") {
  Bench<VRouter> bench;
  bench->plus_i = kPlus;
  bench->minus_i = kMinus;
  bench.reset();
  for (const unsigned tag : {kBody, kTail}) {
    drive(bench->a_tag_i, tag);
    drive(bench->b_tag_i, tag);
    bench.settle();
    CHECK(bench->a_acknowledge_o == 0);
    CHECK(bench->b_acknowledge_o == 0);
    bench.tick();
    CHECK(bench->a_full_o == 0);
    CHECK(bench->b_full_o == 0);
  }
  CHECK_FALSE(bench.assertion_failed());
}
