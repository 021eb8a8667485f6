// rtl/mway/mway_stat_view.sv
//
// Rationale: exact Stat is a selection of wires, tested with random values. Cyclic Stat is a memory
// with three writers, whose precedence matters: the acknowledgements of this cycle are newer than
// the registers of the receiver shown. Random cycles make all writers collide, and two directed
// cases cover the collisions.
// State space: cyclic: 2 x ways availability bits, one RF bit a buffer.
// Parameter space: ExactStat on and off, 3 lines, 3 buffers (not a power of two).
#include "VCyclic.h"
#include "VExact.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 8;
constexpr unsigned kBuffers = 3;

template <class Top>
class ViewBench {
 public:
  explicit ViewBench(bool exact) : exact_(exact), view_(exact, kWays, kBuffers) {
    // Targets whose turn does not come in the reset.
    apply({}, std::nullopt, Status(kWays), std::vector<Target>(kBuffers, {kWays - 1, 0}));
    bench_.reset();
  }

  void cycle(const Lines& lines, std::optional<unsigned> sending, const Status& status,
             const std::vector<Target>& targets) {
    apply(lines, sending, status, targets);
    bench_.settle();
    check(status);
    bench_.tick();
    view_.tick(lines, sending, status, targets);
    bench_.settle();
    check(status);
  }

  [[nodiscard]] bool available(unsigned way, unsigned buffer_class) {
    return (bench_->available_o >> (buffer_class * kWays + way) & 1) != 0;
  }
  [[nodiscard]] bool receiver_full(unsigned buffer) {
    return (bench_->receiver_full_o >> buffer & 1) != 0;
  }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void apply(const Lines& lines, std::optional<unsigned> sending, const Status& status,
             const std::vector<Target>& targets) {
    targets_ = targets;
    drive(bench_->stat_i, exact_ ? status.exact_lines(kLines, kBuffers) : status.cyclic_lines());
    drive(bench_->tag_i, lines.tag);
    drive(bench_->way_i, lines.way());
    drive(bench_->class_i, lines.buffer_class());
    bench_->acknowledge_i = lines.acknowledge;
    bench_->fills_i = lines.fills;
    drive(bench_->sending_i, sending ? 1u << *sending : 0u);
    std::uint64_t packed = 0;
    for (unsigned b = 0; b < kBuffers; ++b) {
      packed |= std::uint64_t{targets[b].way << 2 | targets[b].slot} << 5 * b;
    }
    drive(bench_->target_i, packed);
  }

  void check(const Status& status) {
    for (unsigned way = 0; way < kWays; ++way) {
      for (unsigned c = 0; c < 2; ++c) {
        REQUIRE(available(way, c) == view_.available(way, c, status));
      }
    }
    for (unsigned b = 0; b < kBuffers; ++b) {
      REQUIRE(receiver_full(b) == view_.receiver_full(b, targets_[b], status));
    }
  }

  Bench<Top> bench_;
  bool exact_;
  View view_;
  std::vector<Target> targets_{kBuffers};
};

template <class Top>
void random_run(bool exact) {
  ViewBench<Top> bench(exact);
  Random random(1);
  std::vector<Target> targets(kBuffers);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    Status status(kWays);
    for (unsigned w = 0; w < kWays; ++w) {
      status.available[w] = random() % 4;
      status.full[w] = random() % 8;
    }
    status.turn = cycle % 5;  // a channel of five ways
    Lines lines;
    lines.tag = random() % 4;
    lines.data = random() % 5 | (random() % 2) << kClassBit;
    lines.acknowledge = random() % 2 != 0;
    lines.fills = lines.acknowledge && random() % 2 != 0;
    std::optional<unsigned> sending;
    if (lines.tag != kInvalid && random() % 2 == 0) sending = random() % kBuffers;
    bench.cycle(lines, sending, status, targets);
    targets[random() % kBuffers] = {random() % 5, random() % kBuffers};
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("exact Stat shows every receiver in every cycle",
          "[mway_stat_view][MwayStatViewOneSender]") {
  random_run<VExact>(true);
}

TEST_CASE("cyclic Stat is stored and updated by acknowledgements", "[mway_stat_view]") {
  random_run<VCyclic>(false);
}

TEST_CASE("a refused header overrides the turn's registers", "[mway_stat_view]") {
  ViewBench<VCyclic> bench(false);
  Status status(kWays);
  status.available[2] = 3;
  status.turn = 2;
  const std::vector<Target> targets(kBuffers);
  bench.cycle({kHeader, 0, 0, 2 | 1u << kClassBit, false}, std::nullopt, status, targets);
  CHECK(bench.available(2, 0));
  CHECK_FALSE(bench.available(2, 1));
  bench.cycle({}, std::nullopt, status, targets);  // its next turn
  CHECK(bench.available(2, 1));
}

TEST_CASE("an acknowledgement overrides the turn's registers", "[mway_stat_view]") {
  ViewBench<VCyclic> bench(false);
  Status status(kWays);
  status.turn = 4;
  std::vector<Target> targets(kBuffers);
  targets[1] = {4, 0};
  status.full[4] = 0;
  bench.cycle({kBody, 0, 1, 0, true, true}, 1, status, targets);  // taken, and now full
  CHECK(bench.receiver_full(1));
  status.full[4] = 1;
  bench.cycle({kBody, 0, 1, 0, true, false}, 1, status, targets);  // taken, with room left
  CHECK_FALSE(bench.receiver_full(1));
  status.full[4] = 0;
  bench.cycle({kBody, 0, 1, 0, false, false}, 1, status, targets);  // not taken
  CHECK(bench.receiver_full(1));
}
