// rtl/mway/clocked/mway_clocks_router.sv
//
// Rationale: the connections of its parts, and that each is in its channel's clock. A message goes
// through each set, alone on channels whose priority lines are the router's own, with clocks of
// several ratios; without edges of the other channel's clock it does not come out. Either reset may
// end first. State space: that of two sets. Parameter space: the router between channels 1 and 2
// along dimension 0
//   of the 4x4 mesh with three processors a channel, two buffers of four flits.
#include "VClocksRouter.h"
#include "bench.hpp"
#include "two_clocks.hpp"

#include <catch2/catch.hpp>

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
  void put(unsigned channel, unsigned tag, std::uint32_t data) {
    bench_->payload_i = tag << (4 + kPayloadBits * channel);
    (channel == 0 ? bench_->data_a_i : bench_->data_b_i) = data;
    settle();
  }
  [[nodiscard]] unsigned tag(unsigned channel) {
    return bench_->payload_o >> (4 + kPayloadBits * channel) & 3;
  }
  [[nodiscard]] std::uint32_t data(unsigned channel) {
    return static_cast<std::uint32_t>(channel == 0 ? bench_->data_a_o : bench_->data_b_o);
  }

 private:
  CombinationalBench<VClocksRouter> bench_;
};

/// A message of a header and three data flits from one channel to the other.
void passes(unsigned from, unsigned first_period, unsigned second_period) {
  Router router;
  const unsigned to = 1 - from;
  // One reset ends first.
  router->channel_rst_ni = static_cast<CData>(1u << from);
  router.edge(1u << from);
  router.edge(2u >> from);
  router->channel_rst_ni = 3;
  TwoClocks clocks(first_period, second_period, first_period + from);
  const std::uint32_t way = from == 0 ? kPlus : kMinus;
  // To x = 3 or to x = 0.
  const std::uint32_t header = (from == 0 ? 3u : 0u) << kDestOffset | way;
  std::vector<std::pair<unsigned, std::uint32_t>> in = {
      {kHeader, header}, {kBody, 0x5555'5555}, {kBody, 0xaaaa'aaaa}, {kTail, 7}};
  std::vector<std::pair<unsigned, std::uint32_t>> out;
  std::size_t sent = 0;
  for (unsigned i = 0; i < 200; ++i) {
    const unsigned clock = clocks.advance();
    const bool offers = clock == from && sent < in.size();
    router.put(from, offers ? in[sent].first : kInvalid, offers ? in[sent].second : 0);
    REQUIRE((router->answer_o >> (5 + kAnswerBits * from) & 1) == (offers ? 1 : 0));
    for (unsigned channel = 0; channel < 2; ++channel)
      REQUIRE_FALSE(answer_fills(router->answer_o >> kAnswerBits * channel));
    REQUIRE(router->error_o == 0);
    REQUIRE(router.tag(from) == kInvalid);
    if (clock == to && router.tag(to) != kInvalid) out.push_back({router.tag(to), router.data(to)});
    sent += offers;
    router.edge(1u << clock);
  }
  in[0].second = (header & ~15u) | way;
  REQUIRE(out == in);
}

}  // namespace

TEST_CASE("a message passes each set at any ratio of the clocks",
          "[mway_clocks_router][ClocksRouterSendsEnabled]") {
  for (const auto& [first, second] : kPeriods)
    for (const unsigned from : {0u, 1u}) passes(from, first, second);
}

TEST_CASE("a set's halves are in the clocks of their channels", "[mway_clocks_router]") {
  Router router;
  router->channel_rst_ni = 3;
  router.put(0, kHeader, 3u << kDestOffset | kPlus);
  router.edge(2);  // B's clock takes nothing from A
  router.edge(2);
  router.put(0, kInvalid, 0);
  for (unsigned i = 0; i < 10; ++i) router.edge(3);
  CHECK(router.tag(1) == kInvalid);
  router.put(0, kHeader, 3u << kDestOffset | kPlus);
  router.edge(1);
  router.put(0, kInvalid, 0);
  for (unsigned i = 0; i < 10; ++i) router.edge(1);
  CHECK(router.tag(1) == kInvalid);  // A's clock puts nothing on B
  router.edge(2);
  router.edge(2);
  CHECK(router.tag(1) == kHeader);
}
