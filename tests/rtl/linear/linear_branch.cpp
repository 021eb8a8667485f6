// rtl/linear/linear_branch.sv
//
// Rationale: random messages to all hosts under random back-pressure of either output; a branch of
// plain queues gives the output of the front flit and the input's ready signal, for all values of
// ready_i. The flits that left are checked again: whole messages at the output of their
// destination. A header to a nonexistent host is a separate case: the assertion must detect it.
// State space: level, way. Parameter space: Depth 1 with and without Refill, Depth 2; three hosts
// with every set of them below, and one host.
#include "VBranchDeep.h"
#include "VBranchOne.h"
#include "VBranchPlain.h"
#include "VBranchRefill.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
template <class Top>
class BranchBench {
 public:
  BranchBench(const BufferShape& shape, std::uint32_t below) : reference_(shape, below) {
    drive(bench_->below_i, below);
    offer({}, 0);
    bench_.reset();
  }

  /// One cycle with two bits of ready; returns whether the flit offered was taken.
  bool cycle(const Offer& offered, unsigned ready) {
    for (unsigned other = 1; other <= 4; ++other) compare(offered, (ready + other) & 3u);
    const std::array<bool, 2> both = {(ready & 1u) != 0, (ready & 2u) != 0};
    for (unsigned i = 0; i < 2; ++i) sent_[i] = both[i] ? reference_.output(i) : std::nullopt;
    const bool taken = offered && reference_.ready(both);
    bench_.tick();
    reference_.tick(offered, both);
    return taken;
  }
  /// The flit that left through an output in the last cycle.
  [[nodiscard]] const Offer& sent(unsigned output) const { return sent_[output]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  Bench<Top>& bench() { return bench_; }

  void offer(const Offer& offered, unsigned ready) {
    bench_->valid_i = offered.has_value();
    drive(bench_->tag_i, offered ? offered->mark : 0);
    drive(bench_->data_i, offered ? offered->data : 0);
    drive(bench_->ready_i, ready);
    bench_.settle();
  }

 private:
  void compare(const Offer& offered, unsigned ready) {
    offer(offered, ready);
    for (unsigned i = 0; i < 2; ++i) {
      const Offer output = reference_.output(i);
      REQUIRE((bench_->valid_o >> i & 1u) == unsigned{output.has_value()});
      if (output) REQUIRE(Flit{bench_->tag_o, bench_->data_o} == *output);
    }
    const std::array<bool, 2> both = {(ready & 1u) != 0, (ready & 2u) != 0};
    REQUIRE((bench_->ready_o != 0) == reference_.ready(both));
  }

  Bench<Top> bench_;
  Branch reference_;
  std::array<Offer, 2> sent_;
};

template <class Top>
void random_run(const BufferShape& shape, unsigned hosts, std::uint32_t below) {
  BranchBench<Top> bench(shape, below);
  Random random(below);
  Source source;
  std::deque<Flit> expected;
  std::array<unsigned, 2> open{};
  unsigned identifier = 0;
  unsigned way = 0;
  const auto step = [&](bool feeds, unsigned ready) {
    if (feeds && source.size() == 0) {
      const auto flits = client_message(random() % hosts, hosts, ++identifier, 1 + random() % 5);
      source.send(flits);
      expected.insert(expected.end(), flits.begin(), flits.end());
    }
    if (bench.cycle(random.chance(3, 4) ? source.next() : std::nullopt, ready)) source.taken();
    REQUIRE_FALSE((bench.sent(kLocal) && bench.sent(kUpstream)));
    for (unsigned i = 0; i < 2; ++i) {
      if (!bench.sent(i)) continue;
      REQUIRE(*bench.sent(i) == expected.front());
      if (expected.front().head()) way = below >> (expected.front().data & 255u) & 1u;
      REQUIRE(i == way);
      expected.pop_front();
      ++open[i];
    }
  };
  for (unsigned cycle = 0; cycle < 4000; ++cycle) step(true, random() % 4);
  for (unsigned cycle = 0; cycle < 40; ++cycle) step(false, 3);
  CHECK(expected.empty());
  CHECK((open[kUpstream] > 100) == (below != 0));
  CHECK((open[kLocal] > 100) == (below != (1u << hosts) - 1));
  CHECK_FALSE(bench.assertion_failed());
}

/// Cycles until the tail of a message of 100 flits has left.
template <class Top>
unsigned cycles_of_stream(const BufferShape& shape) {
  BranchBench<Top> bench(shape, 0);
  Source source;
  source.send(client_message(0, 3, 1, 100));
  unsigned cycles = 0;
  for (bool ended = false; !ended && cycles < 1000; ++cycles) {
    if (bench.cycle(source.next(), 3)) source.taken();
    ended = bench.sent(kLocal) && bench.sent(kLocal)->tail();
  }
  return cycles;
}

constexpr BufferShape kRefill{1, true};
constexpr BufferShape kPlain{1, false};
constexpr BufferShape kDeep{2, false};
}  // namespace

TEST_CASE("random messages to all hosts", "[linear_branch][LinearBranchNoLoss][LinearBranchHeld]") {
  for (std::uint32_t below = 0; below < 8; ++below) {
    random_run<VBranchRefill>(kRefill, 3, below);
    random_run<VBranchPlain>(kPlain, 3, below);
    random_run<VBranchDeep>(kDeep, 3, below);
  }
  for (std::uint32_t below = 0; below < 2; ++below) random_run<VBranchOne>(kRefill, 1, below);
}

TEST_CASE("throughput of a branch", "[linear_branch]") {
  CHECK(cycles_of_stream<VBranchRefill>(kRefill) == 101);
  CHECK(cycles_of_stream<VBranchDeep>(kDeep) == 101);
  CHECK(cycles_of_stream<VBranchPlain>(kPlain) == 200);
}

TEST_CASE("a header to a nonexistent host is detected",
          "[linear_branch][LinearBranchDestinationExists]") {
  for (const unsigned destination : {2u, 3u, 5u}) {
    BranchBench<VBranchRefill> bench(kRefill, 0);
    bench.offer(Flit{kSingle, header(destination, 3, 1)}, 3);
    bench.bench().tick();
    bench.offer({}, 3);
    bench.bench().tick();
    CHECK(bench.assertion_failed() == (destination >= 3));
  }
}
