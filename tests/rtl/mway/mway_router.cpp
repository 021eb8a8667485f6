// rtl/mway/mway_router.sv
//
// Rationale: a lone router between two channels whose other members are modelled in C++ (queues,
// the reference's arbiter, Stat, random delays). They exchange thousands of messages, across the
// router in both directions at once and among themselves without it. Every message must arrive
// once, whole, at the member given by the routing function; messages that the router cannot route
// must be dropped to their tails and flagged without affecting others.
// State space: two sets of buffers, two copies of the current driver's number.
// Parameter space: the router between channels 1 and 2 along dimension 0 of a 4x4 mesh with three
//   processors a channel (so that some destinations do not exist); two buffers of two flits, exact
//   Stat, early freeing; three of one, cyclic Stat; two of three, late freeing.
#include "VRouter.h"
#include "VRouterCyclic.h"
#include "VRouterLate.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "hand_channel.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 7;
constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;
constexpr unsigned kPositionBits = 4;
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
    bench_->identity_i[0] = identity(kPlus, kMinus);
    drive(bench_->position_i, kChannelA | kChannelB << kPositionBits);
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
      a_.resolve(puts_on(0));
      b_.resolve(puts_on(1));
      write();
      bench_.settle();
      if (before_a == a_.state() && before_b == b_.state()) break;
    }
    // On settled channels only the drivers are active.
    if (puts_on(0).drives.tag != kInvalid) REQUIRE(a_.driver() == kMinus);
    if (puts_on(1).drives.tag != kInvalid) REQUIRE(b_.driver() == kPlus);
    both_ways_ += puts_on(0).acknowledge && puts_on(1).acknowledge;
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
  /// The router's outputs to channel A, 0, or B, 1.
  Member puts_on(unsigned c) {
    const auto payload = static_cast<unsigned>(bench_->payload_o >> c * kPayloadBits & 0x3f);
    const auto answer = static_cast<unsigned>(bench_->answer_o >> c * kAnswerBits & 0x3f);
    const std::uint64_t status = bench_->status_o >> c * kStatusBits;
    Member member;
    member.priority = (bench_->po3_o >> c & 1) << 3 | (bench_->po2_o >> c & 1) << 2 |
                      (bench_->po1_o >> c & 1) << 1 | (bench_->po0_o >> c & 1);
    member.drives = {payload_tag(payload), c == 0 ? kMinus : kPlus, payload_buffer(payload),
                     c == 0 ? bench_->data_a_o : bench_->data_b_o};
    member.acknowledge = answer_acknowledge(answer);
    member.fills = answer_fills(answer);
    member.slot = answer_slot(answer);
    member.way = c == 0 ? kPlus : kMinus;
    member.available = status_available(status);
    member.full = status_full(status);
    return member;
  }

  void write() {
    const auto both = [&](auto of, unsigned bits) { return of(a_) | of(b_) << bits; };
    const auto line = [&](unsigned bit) {
      return both([bit](const HandChannel& channel) { return channel.sum() >> bit & 1; }, 1);
    };
    drive(bench_->s3_i, line(3));
    drive(bench_->s2_i, line(2));
    drive(bench_->s1_i, line(1));
    drive(bench_->s0_i, line(0));
    drive(bench_->payload_i, both(
                                 [](const HandChannel& channel) {
                                   return payload(channel.lines().tag, channel.lines().buffer);
                                 },
                                 kPayloadBits));
    drive(bench_->answer_i, both(
                                [](const HandChannel& channel) {
                                  const Lines& lines = channel.lines();
                                  return answer(lines.acknowledge, lines.fills, lines.slot);
                                },
                                kAnswerBits));
    drive(bench_->data_a_i, a_.lines().data);
    drive(bench_->data_b_i, b_.lines().data);
    drive(bench_->stat_a_i, a_.stat());
    drive(bench_->stat_b_i, b_.stat());
  }

  Bench<Top> bench_;
  HandChannel a_;
  HandChannel b_;
  unsigned both_ways_ = 0;
  unsigned errors_ = 0;
};

/// The place that a message from a channel's member to `destination` reaches.
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
    // Across the router: a digit 0 on the far side. Not across: on this side.
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
    for (unsigned i = 0; i < data; ++i) message.push_back((serial << 8 | i) * kSpread);
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
  for (unsigned cycle = 0; cycle < 500; ++cycle) bench.cycle();  // the last unroutable messages
  CHECK(bench.errors() == bad);
  CHECK(bad > 20);
  CHECK(bench.both_ways() > 20);
}
}  // namespace

TEST_CASE("messages cross in both directions, once and whole; unroutable ones are dropped",
          "[mway_router][MwayRouterSendsEnabled]") {
  random_run<VRouter>({2, 2, 8, true, true});
}

TEST_CASE("the same with late freeing", "[mway_router]") {
  random_run<VRouterLate>({2, 3, 8, false, true});
}

TEST_CASE("the same with cyclic Stat, where headers and data are refused and sent again",
          "[mway_router]") {
  random_run<VRouterCyclic>({3, 1, 8, true, false});
}

TEST_CASE("data that matches no buffer is not acknowledged", "[mway_router]") {
  Bench<VRouter> bench;
  bench->identity_i[0] = identity(kPlus, kMinus);
  bench.reset();
  for (const unsigned tag : {kBody, kTail}) {
    drive(bench->payload_i, payload(tag, 0) | payload(tag, 0) << kPayloadBits);
    bench.settle();
    CHECK(bench->answer_o == 0);
    bench.tick();
    CHECK(bench->status_o == (status(1, 0) | std::uint64_t{status(1, 0)} << kStatusBits));
  }
  CHECK_FALSE(bench.assertion_failed());
}
