// mway_bank, or a module that contains one, beside a bank of queues: random messages are pushed,
// the channel is granted and flits are acknowledged at random, the Stat lines change at random.
#pragma once

#include "aged/ages_reference.hpp"
#include "bench.hpp"
#include "push_pins.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

namespace wayfarer::mway_test {

/// Of the channels of a 4x4 mesh with one processor each.
constexpr unsigned kBankLines = 3;
constexpr unsigned kBankWays = 8;
constexpr unsigned kAgeOffset = kDestOffset + 4;
constexpr unsigned kAgeShift = 3;

template <class Top, bool kAged = false>
class BankBench {
 public:
  explicit BankBench(const BankShape& shape)
      : shape_(shape), bank_(shape), ages_({shape.buffers, shape.depth, 1, kAgeShift}) {
    put_push(std::nullopt);
    bench_->enable_i = 0;
    put_lines({}, Status(kBankWays));
    bench_.reset();
    check_status();
  }

  [[nodiscard]] const Bank& reference() const { return bank_; }

  /// One cycle: grants the channel if `enable`, and answers the flit then on the lines. If Aged,
  /// `others` are the age lines of the other members.
  void cycle(const std::optional<Push>& push, bool enable, const Status& status, Lines lines,
             unsigned others = 0) {
    put_push(push);
    bench_->enable_i = enable;
    put_lines({}, status);
    const unsigned eligible = bank_.eligible(status);
    const unsigned level = kAged ? std::max(ages_.highest(eligible), others >> 1) : 0;
    const bool waits = kAged && (ages_.waits() || (others & 1) != 0);
    drive(bench_->age_i, age_lines(level, waits));
    bench_.settle();
    REQUIRE(bench_->request_o == (eligible != 0 && (!kAged || ages_.highest(eligible) == level)));
    REQUIRE(payload_level(bench_->payload_o) == (kAged ? ages_.highest(eligible) : 0));
    REQUIRE(payload_waits(bench_->payload_o) == (kAged && ages_.waits()));
    REQUIRE(bench_->payload_o >> 10 == 0);  // the guard
    const auto choice = bank_.next_of(kAged ? ages_.may_send(eligible) : eligible);
    const auto sending = enable ? choice : std::nullopt;
    REQUIRE(payload_tag(bench_->payload_o) ==
            (sending ? bank_.buffer(*sending).flits.front().tag : kInvalid));
    REQUIRE(payload_buffer(bench_->payload_o) == sending.value_or(0));
    if (sending) {
      const Flit& front = bank_.buffer(*sending).flits.front();
      lines.tag = front.tag;
      lines.buffer = *sending;
      lines.data = front.lines();
      if (kAged && lines.tag == kHeader)
        lines.data = (lines.data & ~(7u << kAgeOffset)) | ages_.buffer(*sending).flits.front().age
                                                              << kAgeOffset;
    }
    REQUIRE(std::uint32_t(bench_->data_o) == (sending ? lines.data : 0));
    if (shape_.addressed) {
      check_address(sending, lines, status);
      lines.acknowledge = true;
      if (sending && lines.tag == kHeader) lines.slot = lowest_bit(status.lowest[lines.way()]);
    }
    put_lines(lines, status);
    bench_.tick();
    if (kAged) tick_ages(eligible, lines.acknowledge ? sending : std::nullopt, push, level, waits);
    bank_.tick(sending, lines, status, push);
    sent += sending && lines.acknowledge;
    tops += kAged && sending && level == 7;
    put_push(std::nullopt);
    bench_->enable_i = 0;
    bench_.settle();
    check_status();
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  bool push_twice() { return reports_two_pushes(bench_, shape_.addressed); }

  unsigned sent = 0;
  unsigned tops = 0;  ///< Flits sent while a header of the highest level requests the channel.

 private:
  static unsigned age_of(std::uint32_t data) { return data >> kAgeOffset & 7; }

  void tick_ages(unsigned eligible, std::optional<unsigned> leaves, const std::optional<Push>& push,
                 unsigned level, bool waits) {
    ages_.tick(eligible, leaves, level, waits);
    for (unsigned b = 0; b < shape_.buffers; ++b)
      if (bank_.buffer(b).discards()) ages_.discard(b);
    if (!push) return;
    const Flit& flit = push->flit;
    ages_.push(push->buffer, {flit.tag, flit.way, flit.buffer_class, age_of(flit.data)});
  }

  static unsigned lowest_bit(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

  /// Dest is a header's only.
  void check_address(std::optional<unsigned> sending, const Lines& lines, const Status& status) {
    const std::uint64_t shown = std::uint64_t{bench_->data_o} >> 32;
    const unsigned members = 5;
    if (!sending) {
      REQUIRE(shown == 0);
    } else if (lines.tag == kHeader) {
      REQUIRE(shown == address(members, shape_.buffers, lines.way(), status.lowest[lines.way()],
                               bank_.buffer(*sending).flits.front().data >> kDestOffset & 15));
    } else {
      const Target target = bank_.target(*sending);
      REQUIRE((shown & ((1u << (members + shape_.buffers)) - 1)) ==
              address(members, shape_.buffers, target.way, 1u << target.slot, 0));
    }
  }

  void put_push(const std::optional<Push>& push) {
    const Push shown = push.value_or(Push{});
    // The age of a data flit means nothing.
    const unsigned age = shown.allocate ? age_of(shown.flit.data) : ~age_of(shown.flit.data) & 7;
    drive_push(*bench_.operator->(), push.has_value(), shown, shape_.addressed, age);
  }

  void put_lines(const Lines& lines, const Status& status) {
    drive(bench_->channel_i, flit_info(lines.tag, lines.way(), lines.buffer_class()));
    drive(bench_->answer_i, answer(lines.acknowledge, lines.fills, lines.slot));
    drive(bench_->stat_i, shape_.addressed ? status.addressed_lines(kBankLines, shape_.buffers)
                          : shape_.exact   ? status.exact_lines(kBankLines, shape_.buffers)
                                           : status.cyclic_lines());
  }

  void check_status() {
    REQUIRE(bench_->mapped_o == bank_.mapped());
    REQUIRE(bench_->full_o == bank_.full());
    REQUIRE(bench_->empty_o == bank_.empty());
    REQUIRE(bench_->free_o == bank_.free());
    REQUIRE(bench_->one_left_o == bank_.one_left());
    const unsigned buffer_bits = index_width(shape_.buffers);
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      const Buffer& buffer = bank_.buffer(b);
      if (!buffer.mapped) continue;
      REQUIRE((bench_->mapped_driver_o >> 4 * b & 15) == buffer.driver);
      REQUIRE((bench_->mapped_buffer_o >> buffer_bits * b & ((1u << buffer_bits) - 1)) ==
              buffer.driver_buffer);
    }
  }

  Bench<Top> bench_;
  BankShape shape_;
  Bank bank_;
  Ages ages_;
};

template <class Top, bool kAged = false>
void random_bank_run(const BankShape& shape) {
  BankBench<Top, kAged> bench(shape);
  Random random(shape.buffers);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::optional<Push> push;
    const unsigned b = random() % shape.buffers;
    const Bank& bank = bench.reference();
    if (random() % 4 != 0 && !bank.is_full(b)) {
      const Buffer& buffer = bank.buffer(b);
      if (!buffer.allocated) {
        const unsigned tag = random() % 8 == 0 ? kInvalid : kHeader;
        const unsigned buffer_class = random() % 2;  // of a mesh with addressed flits always 0
        push = Push{b,
                    true,
                    {tag, random() % 5, shape.addressed ? 0 : buffer_class, 0},
                    random() % 16,
                    random() % shape.buffers};
      } else if (buffer.mapped) {
        push = Push{b, false, {random() % 3 == 0 ? kTail : kBody, 0, 0, 0}, 0, 0};
      }
      if (push) push->flit.data = random();
      if (push && !push->allocate) push->driver = random() % 16;  // without effect
    }
    Status status(kBankWays);
    const bool roomy = cycle / 100 % 2 == 0;
    for (unsigned w = 0; w < kBankWays; ++w) {
      status.available[w] = (roomy ? random() | random() : random() & random()) & 3;
      status.full[w] = random() & (roomy ? random() : ~0u) & ((1u << shape.buffers) - 1);
      status.lowest[w] = 1u << random() % shape.buffers;
    }
    status.turn = cycle % 5;
    Lines lines;  // the others' outputs if this bank does not drive
    lines.tag = random() % 4;
    lines.data = random() % 5 | (random() % 2) << kClassBit;
    lines.acknowledge = random() % 4 != 0;
    lines.fills = lines.acknowledge && random() % 4 == 0;
    lines.slot = random() % shape.buffers;
    const bool enable = random() % 4 != 0;
    const unsigned others = random.chance(1, 2) ? 0 : random() % 16;
    bench.cycle(push, enable, status, lines, others);
  }
  CHECK(bench.sent > 2000);
  CHECK((bench.tops > 100) == kAged);
}

}  // namespace wayfarer::mway_test
