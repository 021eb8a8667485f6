// rtl/mway/pipelined/mway_staged_bank.sv
//
// Rationale: like mway_bank.cpp, with the stages' reference between the queues and the lines.
// Random flits are pushed, the channel is granted at random, the Stat lines change at random, and
// flits are refused: by the acknowledgement with cyclic Stat, by a full buffer on Stat with exact.
// State space: that of its buffers x stages x Stat view.
// Parameter space: two buffers of three flits with addressed flits; three buffers of two with
//   cyclic Stat and late freeing.
#include "../push_pins.hpp"
#include "VStagedAddressed.h"
#include "VStagedCyclic.h"
#include "bench.hpp"
#include "stage_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kLines = 3;
constexpr unsigned kWays = 8;
constexpr unsigned kMembers = 5;

template <class Top>
class StagedBench {
 public:
  explicit StagedBench(const BankShape& shape)
      : shape_(shape),
        bank_(shape),
        stages_(shape.buffers),
        view_(shape.exact, shape.ways, shape.buffers),
        targets_(shape.buffers) {
    put_push(std::nullopt);
    bench_->enable_i = 0;
    put_lines({}, Status(kWays), 0);
    bench_.reset();
  }

  /// If `resets`, a cycle in which the stages choose a flit is a reset instead. Returns whether it
  /// was one.
  bool random_cycle(Random& random, unsigned cycle, bool resets) {
    const std::optional<Push> push = random_push(random);
    Status status(kWays);
    unsigned one_left[kWays];
    for (unsigned w = 0; w < kWays; ++w) {
      status.available[w] = (random() | random()) & 3;
      status.full[w] = random() & random() & mask();
      status.lowest[w] = 1u << random() % shape_.buffers;
      one_left[w] = random() & mask();
    }
    status.turn = cycle % kMembers;
    const bool enable = random() % 4 != 0;
    const auto sending = stages_.sending(enable);
    Lines lines;
    if (sending) {
      lines.tag = bank_.buffer(*sending).flits.front().tag;
      lines.buffer = *sending;
      lines.data = bank_.buffer(*sending).flits.front().lines();
    } else if (!enable) {  // another driver's
      lines.tag = random() % 4;
      lines.data = random() % kMembers;
    }
    lines.acknowledge = random() % 4 != 0;
    lines.fills = random() % 4 == 0;
    lines.slot = random() % shape_.buffers;
    if (sending && shape_.addressed) {
      const Target target = lines.tag == kHeader ? chosen_ : targets_[*sending];
      lines.acknowledge = (status.full[target.way] >> target.slot & 1) == 0;
      lines.fills = (one_left[target.way] >> target.slot & 1) != 0;
      lines.slot = target.slot;
    }

    put_push(push);
    bench_->enable_i = enable;
    std::uint64_t left = 0;
    for (unsigned w = 0; w < kWays; ++w) left |= std::uint64_t{one_left[w]} << 2 * w;
    put_lines(lines, status, left);
    bench_.settle();
    check_lines(sending, lines);
    if (!enable) REQUIRE(bench_->data_o == 0);
    const auto choice = stages_.choice(enable, lines);
    if (resets && choice) {
      bench_.reset();
      return true;
    }
    tick(enable, lines, status, push, choice);
    sent += sending && lines.acknowledge;
    return false;
  }

  void check_idle() {
    bench_->enable_i = 1;
    bench_.settle();
    REQUIRE(bench_->request_o == 0);
    REQUIRE(payload_tag(bench_->payload_o) == kInvalid);
    REQUIRE(payload_buffer(bench_->payload_o) == 0);
  }

  bool push_twice() { return reports_two_pushes(bench_, shape_.addressed); }

  unsigned sent = 0;

 private:
  [[nodiscard]] unsigned mask() const { return (1u << shape_.buffers) - 1; }

  std::optional<Push> random_push(Random& random) const {
    const unsigned b = random() % shape_.buffers;
    if (random() % 4 == 0 || bank_.is_full(b)) return std::nullopt;
    const Buffer& buffer = bank_.buffer(b);
    if (buffer.allocated && !buffer.mapped) return std::nullopt;
    const std::uint32_t data = random();
    if (buffer.mapped) return Push{b, false, {random() % 3 == 0 ? kTail : kBody, 0, 0, data}, 0, 0};
    const unsigned tag = random() % 8 == 0 ? kInvalid : kHeader;
    const unsigned buffer_class = shape_.addressed ? 0 : random() % 2;
    return Push{b, true, {tag, random() % kMembers, buffer_class, data}, 0, 0};
  }

  void check_lines(std::optional<unsigned> sending, const Lines& lines) {
    REQUIRE(bench_->request_o == stages_.requests());
    REQUIRE(payload_tag(bench_->payload_o) == (sending ? lines.tag : kInvalid));
    REQUIRE(payload_buffer(bench_->payload_o) == sending.value_or(0));
    REQUIRE(bench_->full_o == bank_.full());
    REQUIRE(bench_->free_o == bank_.free());
    REQUIRE(bench_->mapped_o == bank_.mapped());
    if (!sending) return;
    REQUIRE(std::uint32_t(bench_->data_o) == lines.data);
    if (!shape_.addressed) return;
    const unsigned bits = kMembers + shape_.buffers + (lines.tag == kHeader ? 4 : 0);
    const Target target = lines.tag == kHeader ? chosen_ : targets_[*sending];
    const unsigned dest = bank_.buffer(*sending).flits.front().data >> kDestOffset & 15;
    const std::uint64_t shown = std::uint64_t{bench_->data_o} >> 32 & ((1ull << bits) - 1);
    REQUIRE(shown == address(kMembers, shape_.buffers, target.way, 1u << target.slot,
                             lines.tag == kHeader ? dest : 0));
  }

  void tick(bool enable, const Lines& lines, const Status& status, const std::optional<Push>& push,
            std::optional<unsigned> choice) {
    bench_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
    const StageView view = {
        [&](unsigned b, unsigned behind) -> std::optional<Flit> {
          const Buffer& buffer = bank_.buffer(b);
          if (!buffer.shows() || behind >= buffer.flits.size()) return std::nullopt;
          if (buffer.flits[behind].tag == kInvalid) return std::nullopt;
          return buffer.flits[behind];
        },
        [&](const Flit& header) {
          return view_.available(header.way, header.buffer_class, status);
        },
        [&](unsigned b) { return view_.receiver_full(b, targets_[b], status); }};
    if (choice) {  // Stat in the cycle of the choice
      const unsigned way = bank_.buffer(*choice).flits.front().way;
      unsigned slot = 0;
      while ((status.lowest[way] >> slot & 1) == 0) ++slot;
      chosen_ = {way, slot};
    }
    const auto sending = stages_.sending(enable);
    stages_.tick(enable, lines, lines.acknowledge, lines.fills, view);
    view_.tick(lines, sending, status, targets_);
    if (sending && lines.tag == kHeader && lines.acknowledge)
      targets_[*sending] = {lines.way(), lines.slot};
    bank_.tick(sending, lines, status, push);
  }

  void put_push(const std::optional<Push>& push) {
    drive_push(*bench_.operator->(), push.has_value(), push.value_or(Push{}), shape_.addressed);
  }

  void put_lines(const Lines& lines, const Status& status, std::uint64_t one_left) {
    drive(bench_->channel_i, flit_info(lines.tag, lines.way(), lines.buffer_class()));
    drive(bench_->answer_i, answer(lines.acknowledge, lines.fills, lines.slot));
    drive(bench_->stat_i, shape_.addressed ? one_left << 48 | status.addressed_lines(kLines, 2)
                                           : status.cyclic_lines());
  }

  Bench<Top> bench_;
  BankShape shape_;
  Bank bank_;  // its queues
  Stages stages_;
  View view_;
  std::vector<Target> targets_;
  Target chosen_;
};

template <class Top>
void random_run(const BankShape& shape) {
  StagedBench<Top> bench(shape);
  Random random(shape.buffers);
  unsigned cycle = 0;
  while (cycle < 20000) bench.random_cycle(random, cycle++, false);
  CHECK(bench.sent > 2000);
  while (!bench.random_cycle(random, cycle++, true)) {
  }
  bench.check_idle();
}

}  // namespace

TEST_CASE("the lines carry the flits that the stages chose",
          "[mway_staged_bank][StagedFlitAtFront]") {
  random_run<VStagedAddressed>({2, 3, kWays, true, true, true});
  random_run<VStagedCyclic>({3, 2, kWays, false, false});
}

TEST_CASE("two pushes in a cycle are reported", "[mway_staged_bank][OneStagedPush]") {
  CHECK(StagedBench<VStagedAddressed>({2, 3, kWays, true, true, true}).push_twice());
}
