// rtl/traffic/traffic_counters.sv
//
// Rationale: random events at all ports beside the model, which it equals in every cycle, with
// clears and resets while events come; all counters are read, also right after a clear or reset.
// traffic_terminals.cpp has their values in runs. State space: events that are rare, that half of
// the terminals or all have; counters from 0 to their ends. Parameter space: four terminals in
// order, five that are not; counters of 18 bits, the least that two terminals' latencies need.
#include "../flits.hpp"
#include "VCounters2.h"
#include "VCounters4.h"
#include "VCounters5.h"
#include "bench.hpp"
#include "onchip/counters.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

/// As in CMakeLists.txt.
struct CountersShape {
  unsigned terminals;
  bool ordered;
  unsigned bits;
};

template <class Top>
class CountersBench {
 public:
  CountersBench(const CountersShape& shape, unsigned seed)
      : shape_(shape), model_(shape.ordered, shape.bits), random_(seed) {
    draw(0);
    reset();
  }

  /// A cycle with each kind of event at `eighths` / 8 of the terminals; without `errors`, of those
  /// kinds alone that do not fail a run.
  void step(unsigned eighths, bool errors = true) {
    draw(eighths, errors);
    const OnchipPhase phase = random_.chance(1, 2) ? OnchipPhase::kRun : OnchipPhase::kDrain;
    bench_->running_i = phase == OnchipPhase::kRun;
    bench_->draining_i = phase == OnchipPhase::kDrain;
    bench_.tick();
    model_.step(phase, sent_, received_, drops_);
    check_flags();
  }

  void clear() {
    draw(8);
    bench_->running_i = bench_->draining_i = 1;
    bench_->clear_i = 1;
    bench_.tick();
    bench_->clear_i = 0;
    model_.clear();
    check_flags();
  }

  void reset() {
    bench_->running_i = bench_->draining_i = 1;
    bench_->clear_i = 0;
    bench_.reset();
    model_.clear();
    check_flags();
  }

  void check_counters() {
    for (unsigned counter = 0; counter < kOnchipCounters; ++counter) {
      drive(bench_->index_i, counter);
      bench_.settle();
      REQUIRE(bench_->value_o == model_.value(counter));
    }
    drive(bench_->index_i, kOnchipCounters);
    bench_.settle();
    REQUIRE(bench_->value_o == 0);
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  bool reports_late_message() {
    draw(0);
    drive(bench_->received_i[0], std::uint64_t{1} << kTimed);
    bench_.tick();
    bench_.tick();
    return bench_.assertion_failed();
  }

  [[nodiscard]] const OnchipCounters& model() const { return model_; }

 private:
  static constexpr unsigned kTimed = 16;  // its bit in received_t

  void draw(unsigned eighths, bool errors = true) {
    sent_.clear();
    received_.clear();
    drops_.clear();
    const auto event = [&] { return random_.chance(eighths, 8); };
    const auto error = [&] { return errors && event(); };
    const bool alike = random_.chance(1, 2);  // latencies of the same number of bits
    const unsigned shift = random_.below(16);
    for (unsigned t = 0; t < shape_.terminals; ++t) {
      const OnchipSent sent = {event(), event(), event(), event()};
      OnchipReceived received = {event(), event(), error(), error(), error(), error()};
      received.timed = received.message && event();
      received.latency =
          static_cast<std::uint16_t>(random_() >> (16 + (alike ? shift : random_.below(16))));
      const auto drops =
          static_cast<std::uint8_t>(random_.bits(kOnchipCauses, errors ? eighths : 0, 8));
      drive(bench_->sent_i[t], sent.message << 3 | sent.word << 2 | sent.stall << 1 | sent.held);
      drive(bench_->received_i[t], received.message << 22 | received.word << 21 |
                                       received.check << 20 | received.data << 19 |
                                       received.lost << 18 | received.overtook << 17 |
                                       received.timed << kTimed | received.latency);
      drive(bench_->drop_i[t], drops);
      sent_.push_back(sent);
      received_.push_back(received);
      drops_.push_back(drops);
    }
  }

  void check_flags() {
    bench_.settle();
    std::uint64_t saturated = 0;
    for (unsigned counter = 0; counter < kOnchipCounters; ++counter)
      saturated |= std::uint64_t{model_.saturated(counter)} << counter;
    REQUIRE(bench_->saturated_o == saturated);
    REQUIRE((bench_->missing_o != 0) == model_.missing());
    REQUIRE((bench_->failed_o != 0) == model_.failed());
  }

  Bench<Top> bench_;
  CountersShape shape_;
  OnchipCounters model_;
  Random random_;
  // The events of the cycle.
  std::vector<OnchipSent> sent_;
  std::vector<OnchipReceived> received_;
  std::vector<std::uint8_t> drops_;
};

template <class Top>
void random_run(const CountersShape& shape) {
  CountersBench<Top> bench(shape, shape.terminals);
  Random random(shape.bits);
  for (unsigned round = 0; round < 400; ++round) {
    const unsigned eighths = round % 4 == 3 ? 8 : round % 4;
    for (unsigned cycle = random.below(10); cycle > 0; --cycle) bench.step(eighths);
    bench.check_counters();
    if (random.chance(1, 2)) continue;
    if (random.chance(1, 2))
      bench.clear();
    else
      bench.reset();
    bench.check_counters();
    bench.step(0);  // nothing comes late
    bench.step(0);
    bench.check_counters();
    REQUIRE(bench.model().value(kCountLatencyMax) == 0);
  }
}

constexpr CountersShape kTwo = {2, false, 18};
constexpr CountersShape kFour = {4, true, 32};
constexpr CountersShape kFive = {5, false, 32};

}  // namespace

TEST_CASE("counters equal the model's, also in clears and resets", "[traffic]") {
  random_run<VCounters2>(kTwo);
  random_run<VCounters4>(kFour);
  random_run<VCounters5>(kFive);
}

TEST_CASE("an error of one cycle fails a run", "[traffic]") {
  CountersBench<VCounters4> bench(kFour, 1);
  unsigned failed = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    bench.clear();
    bench.step(0);
    bench.step(1);
    bench.step(0);
    bench.step(0);
    failed += bench.model().failed();
  }
  CHECK(failed > 500);
  CHECK(failed < 2000);
}

TEST_CASE("counters at their ends stay there, and the run has failed", "[traffic]") {
  CountersBench<VCounters2> bench(kTwo, 2);
  for (const bool errors : {false, true}) {
    while (!bench.model().saturated(kCountLatencySum)) {
      if (!errors) CHECK_FALSE(bench.model().failed());
      bench.step(7, errors);
    }
    bench.step(0);
    CHECK(bench.model().failed());
    for (unsigned cycle = 0; !bench.model().saturated(kCountSent); ++cycle) {
      bench.step(7, errors);
      if (cycle % 4096 == 0) bench.check_counters();
    }
    for (unsigned cycle = 0; cycle < 4000; ++cycle) bench.step(8, errors);
    bench.check_counters();
    bench.clear();
    bench.check_counters();
  }
}

TEST_CASE("a latency without a message is reported", "[traffic][TrafficCountersTimesMessages]") {
  CHECK(CountersBench<VCounters4>(kFour, 3).reports_late_message());
}
