// rtl/cut_through/cut_through_matching.sv
//
// Rationale: random states of a node against the rules of packet exchange and of the output-driven
// policy in plain C++, with the monitor of derouted messages; without a queue, random requests of
// injection ports against the policy alone, and headers that keep the virtual channel to which they
// were bound. State space: round robin, random register, order of the queue, what each link sent
// last. Parameter space: chaos routing on a torus; dimension order with two virtual channels.
#include "VMatchingChaos.h"
#include "VMatchingOrder.h"
#include "bench.hpp"
#include "core/lfsr.hpp"
#include "exchange_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

TEST_CASE("connections by packet exchange", "[cut_through_matching]") {
  constexpr ExchangeSizes kSizes = {4, 1, 1, 3, 0xf};
  constexpr std::uint32_t kSeed = 77;
  Bench<VMatchingChaos> bench;
  Exchange rules(kSizes);
  Connector policy({4, 1, 4}, {4, 1, 4}, Policy::kOutputDriven);
  Lfsr bits(32, kSeed);
  Random random(3);
  bench->seed_i = kSeed;
  bench->position_i = 0;
  bench->sent_i = 0;
  bench->eligible_i = 0;
  const auto drive_state = [&](const ExchangeState& state) {
    for (unsigned in = 0; in < state.requests.size(); ++in)
      drive(bench->request_i[in], state.requests[in]);
    // A whole message waits and is not open; other messages wait and are open, or do not wait.
    const std::uint64_t open = random.bits(kSizes.sources(), 1, 2) & ~state.whole;
    drive(bench->waits_i, state.whole | (open & random.bits(kSizes.sources(), 1, 2)) |
                              state.waits << kSizes.sources());
    drive(bench->open_i, open);
    drive(bench->room_i, state.room << kSizes.sources());
    drive(bench->free_i, state.free);
    drive(bench->eligible_i, random());  // without effect
  };
  drive_state(draw_exchange(kSizes, 0, random));
  bench.reset();
  std::uint64_t next = 0;
  std::uint64_t last = 0;
  std::uint64_t known = 0;  // links that have taken a message
  unsigned derouted = 0;
  unsigned queued = 0;
  unsigned full_for = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    ExchangeState state = draw_exchange(kSizes, cycle, random);
    // No node's queue stays full for long.
    full_for = rules.full(state) ? full_for + 1 : 0;
    if (full_for > 3) {
      state.waits &= ~std::uint64_t{1};
      state.requests[kSizes.sources()] = 0;
      full_for = 0;
    }
    drive_state(state);
    const std::uint64_t sent = random.bits(4, 1, 2) & known;
    drive(bench->sent_i, sent);
    bench.settle();
    std::vector<std::uint64_t> may = rules.offers(state);
    for (std::uint64_t& outs : may) outs &= state.free | state.room << kSizes.targets();
    const Connection made = policy.next(may, static_cast<unsigned>(bits.state()));
    REQUIRE(bench->connect_input_o == one_hot(made.in));
    REQUIRE(bench->connect_output_o == one_hot(made.out));
    REQUIRE((bench->full_o != 0) == rules.full(state));
    last = (last & ~sent) | (next & sent);
    REQUIRE(bench->derouted_o == last);
    if (made.in != kNone && made.in < 5)
      REQUIRE(bench->entering_o == state.requests[static_cast<unsigned>(made.in)]);
    bench.tick();
    bits.advance();
    if (made.out == kNone) continue;
    const auto out = static_cast<unsigned>(made.out);
    if (out >= kSizes.targets()) {
      rules.enter(out - kSizes.targets());
      ++queued;
    } else if (out < kSizes.links) {
      const bool leads_away = rules.deroutes(state, out);
      next = (next & ~(std::uint64_t{1} << out)) | std::uint64_t{leads_away} << out;
      known |= std::uint64_t{1} << out;
      derouted += leads_away;
    }
  }
  CHECK(derouted > 100);
  CHECK(queued > 100);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a queue that stays full is detected",
          "[cut_through_matching][CutThroughFullQueueEnds]") {
  Bench<VMatchingChaos> bench;
  bench->seed_i = 1;
  bench->position_i = 0;
  bench->sent_i = 0;
  bench->eligible_i = 0;
  for (auto& request : bench->request_i) request = 0;
  bench->waits_i = 7u << 5;
  bench->open_i = 0;
  bench->room_i = 0;
  bench->free_i = 1;
  bench.reset();
  for (unsigned cycle = 0; cycle < 22; ++cycle) bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("connections of bound headers", "[cut_through_matching]") {
  // A ring with two classes of two virtual channels; four injection ports request one of the four
  // pairs of a link and class, which an eligible header keeps until it is connected. Links request
  // those of their direction and class, or of a higher class, or ejection.
  constexpr unsigned kLinks = 8;
  constexpr unsigned kPorts = 4;
  constexpr unsigned kInputs = kLinks + kPorts;
  constexpr std::uint64_t kEjection = std::uint64_t{1} << kLinks;
  Bench<VMatchingOrder> bench;
  Connector policy({2, 4, kPorts}, {2, 4, 1}, Policy::kInputDriven);
  Random random(5);
  bench->seed_i = 1;
  bench->position_i = 0;
  bench->waits_i = 0;
  bench->open_i = 0;
  bench->room_i = 0;
  bench->eligible_i = 0;
  bench->sent_i = 0;
  bench->free_i = 0;
  for (auto& request : bench->request_i) request = 0;
  bench.reset();
  std::vector<std::uint64_t> pair(kInputs, 0);
  std::vector<std::uint64_t> bound(kInputs, 0);
  const auto draw_pair = [&](unsigned in) {
    if (in >= kLinks) return std::uint64_t{3} << 2 * random.below(4);
    if (random.chance(1, 3)) return kEjection;
    const unsigned group = in / 2;
    return std::uint64_t{3} << 2 * (group % 2 == 0 ? group + random.below(2) : group);
  };
  unsigned connections = 0;
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    const std::uint64_t free = random.bits(kLinks + 1, 1 + cycle / 100 % 3, 4);
    drive(bench->free_i, free);
    // Without a queue these have no effect.
    drive(bench->waits_i, random.bits(kInputs, 1, 2));
    drive(bench->open_i, random.bits(kInputs, 1, 2));
    drive(bench->room_i, random.bits(kInputs, 1, 2));
    drive(bench->sent_i, random.bits(kLinks, 1, 2));
    std::uint64_t eligible = 0;
    std::vector<std::uint64_t> may(kLinks + kPorts);
    for (unsigned p = 0; p < kInputs; ++p) {
      // A request of 0 lasts for a cycle at least.
      const bool fresh = pair[p] == 0 && bound[p] == 0 && random.chance(1, 3);
      if (fresh) pair[p] = draw_pair(p);
      drive(bench->request_i[p], pair[p]);
      if (pair[p] == 0) {
        bound[p] = 0;
        continue;
      }
      eligible |= std::uint64_t{1} << p;
      if (pair[p] == kEjection) {
        bound[p] = kEjection;
      } else if (bound[p] == 0) {
        const int vc = lowest((pair[p] & free) != 0 ? pair[p] & free : pair[p], kLinks);
        bound[p] = one_hot(vc);
      }
      may[p] = bound[p] & free;
    }
    drive(bench->eligible_i, eligible);
    bench.settle();
    const Connection made = policy.next(may, 0);
    REQUIRE(bench->connect_input_o == one_hot(made.in));
    REQUIRE(bench->connect_output_o == one_hot(made.out));
    REQUIRE((bench->entering_o | bench->derouted_o | bench->full_o) == 0);  // there is no queue
    bench.tick();
    if (made.in == kNone) continue;
    ++connections;
    pair[static_cast<unsigned>(made.in)] = 0;
  }
  CHECK(connections > 2000);
  CHECK_FALSE(bench.assertion_failed());
}
