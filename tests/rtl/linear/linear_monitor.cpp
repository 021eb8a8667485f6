// rtl/linear/linear_monitor.sv
//
// Rationale: periodic releases, deliveries in order after random times, with and without a backlog;
// a queue of release times gives every response, the worst, and the cycle of a missed deadline. All
// outputs are compared in every cycle. Deadlines around the exact response are tested.
// Releases at random times are those of sporadic messages.
// State space: age, outstanding, worst, missed, intervals. Parameter space: 16 bits, periodic and
// sporadic, and, for saturation of the counters, 4 bits.
#include "VMonitor.h"
#include "VMonitorNarrow.h"
#include "VMonitorSporadic.h"
#include "VMonitorSporadicNarrow.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <type_traits>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
template <class Top>
class Monitor {
  static constexpr unsigned kMost =
      std::is_same_v<Top, VMonitor> || std::is_same_v<Top, VMonitorSporadic> ? 0xffff : 15;

 public:
  Monitor() {
    put(false, false, false);
    bench_.reset();
  }

  void program(unsigned period, unsigned deadline, bool release = false, bool delivered = false) {
    drive(bench_->period_i, period);
    drive(bench_->deadline_i, deadline);
    step(true, release, delivered);
    deadline_ = deadline;
    releases_.clear();
    worst_ = 0;
    missed_ = false;
    compare();
  }

  /// One cycle: a release, a delivery of the oldest message (or of another's).
  void cycle(bool release, bool delivered) {
    step(false, release, delivered);
    if (!releases_.empty()) {
      const unsigned response = now_ - releases_.front();
      if (delivered) {
        worst_ = std::max(worst_, response);
        releases_.pop_front();
      }
      if (deadline_ != 0 && response >= deadline_ + delivered) missed_ = true;
    }
    if (release) releases_.push_back(now_);
    ++now_;
    compare();
  }
  /// The same without a comparison.
  void step(bool program, bool release, bool delivered) {
    put(program, release, delivered);
    bench_.tick();
  }

  [[nodiscard]] std::size_t outstanding() const { return releases_.size(); }
  [[nodiscard]] unsigned worst() const { return worst_; }
  [[nodiscard]] bool missed() const { return missed_; }
  Bench<Top>& bench() { return bench_; }

 private:
  void put(bool program, bool release, bool delivered) {
    drive(bench_->program_i, program);
    // Without program_i the others have no effect.
    if (!program) {
      drive(bench_->period_i, random_() & kMost);
      drive(bench_->deadline_i, random_() & kMost);
    }
    drive(bench_->release_i, release);
    drive(bench_->delivered_i, delivered);
  }

  void compare() {
    REQUIRE(bench_->missed_o == missed_);
    REQUIRE(bench_->worst_o == worst_);
    REQUIRE(bench_->outstanding_o == releases_.size());
  }

  Bench<Top> bench_;
  std::deque<unsigned> releases_;
  Random random_{1};
  unsigned now_ = 0;
  unsigned deadline_ = 0;
  unsigned worst_ = 0;
  bool missed_ = false;
};
}  // namespace

TEST_CASE("random responses", "[linear_monitor][LinearMonitorSecondIsYounger]") {
  Monitor<VMonitor> monitor;
  Random random(1);
  unsigned missed = 0;
  unsigned backlogs = 0;
  for (unsigned i = 0; i < 500; ++i) {
    const unsigned period = 1 + random() % 15;
    const unsigned phase = random() % 10;
    monitor.program(period, random() % 60, random.chance(1, 2), random.chance(1, 2));
    const unsigned one_in = 1 + random() % (2 * period);
    for (unsigned t = 0; t < 300; ++t) {
      const bool release = t >= phase && (t - phase) % period == 0;
      backlogs += monitor.outstanding() > 2;
      REQUIRE(monitor.bench()->room_o);
      monitor.cycle(release, random.chance(1, one_in));
    }
    missed += monitor.missed();
  }
  CHECK(missed > 100);
  CHECK(missed < 400);
  CHECK(backlogs > 10000);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEST_CASE("a deadline is met to the cycle", "[linear_monitor]") {
  for (unsigned deadline = 1; deadline <= 8; ++deadline) {
    for (unsigned response = 1; response <= 8; ++response) {
      Monitor<VMonitor> monitor;
      monitor.program(100, deadline);
      monitor.cycle(true, false);
      for (unsigned age = 1; age <= response; ++age) monitor.cycle(false, age == response);
      CHECK(monitor.missed() == (response > deadline));
      CHECK(monitor.worst() == response);
      CHECK_FALSE(monitor.bench().assertion_failed());
    }
  }
}

TEST_CASE("a message that never arrives is missed without being delivered", "[linear_monitor]") {
  Monitor<VMonitor> monitor;
  monitor.program(1000, 20);
  monitor.cycle(true, false);
  for (unsigned age = 1; age < 20; ++age) monitor.cycle(false, false);
  CHECK_FALSE(monitor.missed());
  monitor.cycle(false, false);
  CHECK(monitor.missed());
  CHECK(monitor.worst() == 0);
}

TEST_CASE("without a deadline no message is missed", "[linear_monitor]") {
  Monitor<VMonitor> monitor;
  monitor.program(5, 0);
  for (unsigned t = 0; t < 100; ++t) monitor.cycle(t % 5 == 0, false);
  CHECK_FALSE(monitor.missed());
  CHECK(monitor.outstanding() == 20);
  monitor.cycle(false, true);
  CHECK(monitor.worst() == 100);
}

TEMPLATE_TEST_CASE("after a reset there is no deadline", "[linear_monitor]", VMonitor,
                   VMonitorNarrow) {
  Monitor<TestType> monitor;
  monitor.program(100, 5);
  monitor.bench().reset();
  monitor.step(false, true, false);
  for (unsigned age = 1; age < 70; ++age) monitor.step(false, false, false);
  CHECK(monitor.bench()->outstanding_o == 1);
  CHECK(monitor.bench()->missed_o == 0);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEST_CASE("ages and counts saturate", "[linear_monitor]") {
  Monitor<VMonitorNarrow> monitor;
  monitor.program(15, 15);
  monitor.step(false, true, false);
  for (unsigned age = 1; age < 20; ++age) monitor.step(false, false, false);
  monitor.step(false, false, true);
  CHECK(monitor.bench()->worst_o == 15);
  CHECK(monitor.bench()->missed_o == 1);
  monitor.program(1, 0);
  for (unsigned t = 0; t < 20; ++t) monitor.step(false, true, false);
  CHECK(monitor.bench()->outstanding_o == 15);
  monitor.step(false, true, true);
  CHECK(monitor.bench()->outstanding_o == 15);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEST_CASE("sporadic messages, as many as the monitor has room for",
          "[linear_monitor][LinearMonitorRoom]") {
  Monitor<VMonitorSporadic> monitor;
  Random random(2);
  unsigned missed = 0;
  unsigned full = 0;
  unsigned relieved = 0;  // a release in the cycle of the delivery of the only other message
  for (unsigned i = 0; i < 500; ++i) {
    monitor.program(1, random() % 60, false, random.chance(1, 2));
    const unsigned releases = 1 + random() % 12;
    const unsigned deliveries = 1 + random() % 24;
    for (unsigned t = 0; t < 300; ++t) {
      const bool room = monitor.outstanding() < 4;
      REQUIRE((monitor.bench()->room_o != 0) == room);
      const bool release = room && random.chance(1, releases);
      const bool delivered = random.chance(1, deliveries);
      full += !room;
      relieved += release && delivered && monitor.outstanding() == 1;
      monitor.cycle(release, delivered);
    }
    missed += monitor.missed();
  }
  CHECK(missed > 100);
  CHECK(missed < 450);
  CHECK(full > 10000);
  CHECK(relieved > 100);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEMPLATE_TEST_CASE("registers of 16 bits count in full", "[linear_monitor]", VMonitor,
                   VMonitorSporadic) {
  constexpr unsigned kMost = (1u << 16) - 1;
  constexpr bool kSporadic = std::is_same_v<TestType, VMonitorSporadic>;
  Monitor<TestType> monitor;
  // Two messages, of which the second is released a long time after the first one.
  constexpr unsigned kGap = kMost / 2 + 1;
  monitor.program(kGap, kMost - 1);
  for (unsigned age = 0; age < kMost; ++age) monitor.cycle(age == 0 || age == kGap, false);
  CHECK(monitor.missed());
  monitor.cycle(false, true);
  CHECK(monitor.worst() == kMost);
  monitor.cycle(false, true);
  CHECK(monitor.outstanding() == 0);
  CHECK_FALSE(monitor.bench().assertion_failed());
  if (kSporadic) return;
  // One in every cycle.
  monitor.program(1, 0);
  for (unsigned cycle = 0; cycle < kMost; ++cycle) monitor.step(false, true, false);
  CHECK(monitor.bench()->outstanding_o == kMost);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEST_CASE("a gap longer than the register counts is its greatest value", "[linear_monitor]") {
  Monitor<VMonitorSporadicNarrow> monitor;
  monitor.program(1, 0);
  monitor.step(false, true, false);
  for (unsigned cycle = 1; cycle < 20; ++cycle) monitor.step(false, false, false);
  monitor.step(false, true, false);
  monitor.step(false, false, true);
  CHECK(monitor.bench()->worst_o == 15);
  monitor.step(false, false, true);
  CHECK(monitor.bench()->outstanding_o == 0);
  CHECK(monitor.bench()->worst_o == 15);
  CHECK_FALSE(monitor.bench().assertion_failed());
}

TEST_CASE("a release without room is detected", "[linear_monitor][LinearMonitorRoom]") {
  Monitor<VMonitorSporadic> monitor;
  monitor.program(1, 0);
  for (unsigned release = 0; release < 4; ++release) monitor.step(false, true, false);
  CHECK_FALSE(monitor.bench().assertion_failed());
  monitor.step(false, true, false);
  monitor.step(false, false, false);
  CHECK(monitor.bench().assertion_failed());
}

TEST_CASE("releases closer than the period are detected",
          "[linear_monitor][LinearMonitorSecondIsYounger]") {
  Monitor<VMonitor> monitor;
  monitor.program(5, 0);
  monitor.step(false, true, false);
  monitor.step(false, true, false);
  CHECK_FALSE(monitor.bench().assertion_failed());
  monitor.step(false, false, false);
  CHECK(monitor.bench().assertion_failed());
}
