// rtl/mway/clocked/mway_clocks_router.sv
//
// Rationale: the connections of its parts, and that each is in its channel's clock. Random messages
// go through each set, alone on channels whose priority lines are the router's own, with clocks of
// several ratios; one to a processor that does not exist is flagged; without edges of the other
// channel's clock none comes out. Either reset may end first. State space: that of two sets.
// Parameter space: the router between channels 1 and 2 along dimension 0
//   of the 4x4 mesh with three processors a channel, two buffers of four flits.
#include "VClocksRouter.h"
#include "bench.hpp"
#include "two_clocks.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <set>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;

class Router {
 public:
  Router() {
    bench_->identity_i[0] = identity(kPlus, kMinus);
    for (unsigned word = 1; word < sizeof bench_->identity_i / sizeof bench_->identity_i[0]; ++word)
      bench_->identity_i[word] = 0;
    drive(bench_->position_i, 1 | 2 << 4);
    bench_->payload_i = 0;
    bench_->data_a_i = bench_->data_b_i = 0;
    bench_->answer_i = answer(true, false, 0) | answer(true, false, 0) << kAnswerBits;
    drive(bench_->stat_a_i, 0xffff);
    drive(bench_->stat_b_i, 0xffff);
    bench_->channel_clk_i = 0;
    bench_->channel_rst_ni = 0;
    for (unsigned i = 0; i < 2; ++i) edge(3);
  }

  VClocksRouter* operator->() { return bench_.operator->(); }
  CombinationalBench<VClocksRouter>& bench() { return bench_; }

  /// The channels' lines are the router's own.
  void settle() {
    for (unsigned round = 0; round < 5; ++round) {
      bench_->s3_i = bench_->po3_o;
      bench_->s2_i = bench_->po2_o;
      bench_->s1_i = bench_->po1_o;
      bench_->s0_i = bench_->po0_o;
      bench_.settle();
    }
  }
  void edge(unsigned clocks) {
    settle();
    bench_->channel_clk_i = static_cast<CData>(clocks);
    bench_.settle();
    bench_->channel_clk_i = 0;
    settle();
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  /// Puts a flit on a channel for its next edge.
  void put(unsigned channel, unsigned tag, unsigned buffer, std::uint32_t data) {
    bench_->payload_i = std::uint64_t{payload(tag, buffer)} << kPayloadBits * channel;
    (channel == 0 ? bench_->data_a_i : bench_->data_b_i) = data;
    settle();
  }
  /// The answer on a channel: to a flit, which is taken, or to none.
  void answer_at(unsigned channel, bool taken, Random& random) {
    const unsigned mine = answer(taken || random.chance(1, 2), random.chance(1, 2), random() % 2);
    const unsigned other = bench_->answer_i >> kAnswerBits * (1 - channel) & 63;
    bench_->answer_i =
        static_cast<SData>(mine << kAnswerBits * channel | other << kAnswerBits * (1 - channel));
    settle();
  }
  [[nodiscard]] unsigned tag(unsigned channel) {
    return payload_tag(static_cast<unsigned>(bench_->payload_o >> kPayloadBits * channel));
  }
  [[nodiscard]] unsigned buffer(unsigned channel) {
    return payload_buffer(static_cast<unsigned>(bench_->payload_o >> kPayloadBits * channel));
  }
  [[nodiscard]] std::uint32_t data(unsigned channel) {
    return static_cast<std::uint32_t>(channel == 0 ? bench_->data_a_o : bench_->data_b_o);
  }

 private:
  CombinationalBench<VClocksRouter> bench_;
};

using Message = std::vector<std::uint32_t>;

/// Messages of a header and three data flits from one channel to the other, one in eight to a
/// processor that does not exist.
void passes(unsigned from, unsigned first_period, unsigned second_period) {
  Router router;
  const unsigned to = 1 - from;
  // One reset ends first.
  router->channel_rst_ni = static_cast<CData>(1u << from);
  router.edge(1u << from);
  router.edge(2u >> from);
  router->channel_rst_ni = 3;
  TwoClocks clocks(first_period, second_period, first_period + from);
  Random random(first_period);
  const std::uint32_t way = from == 0 ? kPlus : kMinus;
  std::multiset<Message> expected;
  std::array<Message, 2> open;  // by the router's buffer
  Message message;
  unsigned buffer = 0, slot = 0, sent = 0, errors = 0, wrong = 0, messages = 0;
  for (unsigned i = 0; i < 4000 && (messages < 40 || !expected.empty()); ++i) {
    const unsigned clock = clocks.advance();
    if (sent == message.size() && messages < 40) {
      ++messages;
      const bool absent = random.chance(1, 8);
      // To x = 3 or to x = 0, and any y.
      const std::uint32_t dest =
          (from == 0 ? 3u : 0u) | random() % 4 << 2 | (absent ? 3 : random() % 3) << 4;
      message = {dest << kDestOffset | (random() & 0x7fe0) | random() << (kDestOffset + 6) | way};
      for (unsigned flit = 0; flit < 3; ++flit) message.push_back(random());
      buffer = random() % 2;
      sent = 0;
      wrong += absent;
      if (!absent) expected.insert(message);
    }
    const auto status = static_cast<std::uint32_t>(router->status_o >> kStatusBits * from &
                                                   ((1u << kStatusBits) - 1));
    const bool room =
        sent == 0 ? (status_available(status) & 1) != 0 : (status_full(status) >> slot & 1) == 0;
    const bool offers = clock == from && sent < message.size() && room;
    const unsigned tag = sent == 0 ? kHeader : sent == 3 ? kTail : kBody;
    // Without a flit on the lines the rest does not matter.
    router.put(from, offers ? tag : kInvalid, buffer, offers ? message[sent] : random());
    router.answer_at(to, router.tag(to) != kInvalid, random);
    REQUIRE((router->answer_o >> (5 + kAnswerBits * from) & 1) == (offers ? 1 : 0));
    if (offers && sent == 0) slot = answer_slot(router->answer_o >> kAnswerBits * from);
    for (unsigned channel = 0; channel < 2; ++channel)
      REQUIRE_FALSE(answer_fills(router->answer_o >> kAnswerBits * channel));
    REQUIRE((router->error_o >> to & 1) == 0);
    REQUIRE(router.tag(from) == kInvalid);
    if (clock == from) errors += router->error_o >> from & 1;
    if (clock == to && router.tag(to) != kInvalid) {
      Message& leaving = open[router.buffer(to)];
      leaving.push_back(router.data(to));
      if (router.tag(to) == kTail) {
        leaving[0] = (leaving[0] & ~31u) | way;
        const auto found = expected.find(leaving);
        REQUIRE(found != expected.end());
        expected.erase(found);
        leaving.clear();
      }
    }
    sent += offers;
    router.edge(1u << clock);
  }
  CHECK(messages == 40);
  CHECK(expected.empty());
  CHECK(errors == wrong);
}

}  // namespace

TEST_CASE("messages pass each set at any ratio of the clocks",
          "[mway_clocks_router][ClocksRouterSendsEnabled]") {
  for (const auto& [first, second] : kPeriods)
    for (const unsigned from : {0u, 1u}) passes(from, first, second);
}

TEST_CASE("a set's halves are in the clocks of their channels", "[mway_clocks_router]") {
  Router router;
  router->channel_rst_ni = 3;
  router.put(0, kHeader, 0, 3u << kDestOffset | kPlus);
  router.edge(2);  // B's clock takes nothing from A
  router.edge(2);
  router.put(0, kInvalid, 0, 0);
  for (unsigned i = 0; i < 10; ++i) router.edge(3);
  CHECK(router.tag(1) == kInvalid);
  router.put(0, kHeader, 0, 3u << kDestOffset | kPlus);
  router.edge(1);
  router.put(0, kInvalid, 0, 0);
  for (unsigned i = 0; i < 10; ++i) router.edge(1);
  CHECK(router.tag(1) == kInvalid);  // A's clock puts nothing on B
  router.edge(2);
  router.edge(2);
  CHECK(router.tag(1) == kHeader);
}
