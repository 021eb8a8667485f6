// rtl/mway/guarded/mway_guarded_bank.sv
//
// Rationale: what differs from mway_bank: mappings that an upset has changed, data flits that
// nobody takes, void cycles. A mapping is upset through the register itself. Directed cases are
// followed by a random run as that of mway_bank.cpp, with all of these. State space: every bit of
// Drv and Buf of a mapping; a full buffer; a message that is dropped at each of its flits; headers
// of both classes of a torus. Parameter space: three buffers of two flits.
#include "../push_pins.hpp"
#include "../reference.hpp"
#include "VGuardedBank.h"
#include "VGuardedBank___024root.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kWay = 4;

/// The copy of Drv and Buf that buffer 0 or 2 holds.
struct Mapping {
  CData& driver;
  CData& buffer;
};
Mapping mapping_of(Bench<VGuardedBank>& bench, unsigned b) {
  auto& root = *bench->rootp;
  // clang-format off
  if (b == 0)
    return {root.mway_guarded_bank__DOT__gen_buffer__BRA__0__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_q,
            root.mway_guarded_bank__DOT__gen_buffer__BRA__0__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_buffer_q};
  return {root.mway_guarded_bank__DOT__gen_buffer__BRA__2__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_q,
          root.mway_guarded_bank__DOT__gen_buffer__BRA__2__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_buffer_q};
  // clang-format on
}
/// Inverts bit 0 to 3 of Drv, or 4 and 5 of Buf.
void upset_bit(Bench<VGuardedBank>& bench, unsigned b, unsigned bit) {
  const Mapping mapping = mapping_of(bench, b);
  (bit < 4 ? mapping.driver : mapping.buffer) ^= static_cast<CData>(1u << bit % 4);
  bench.settle();
}

class GuardedBank {
 public:
  GuardedBank() {
    bench_->push_i = 0;
    bench_->arrives_i = 0;
    bench_->enable_i = 1;
    drive(bench_->stat_i, 0);
    bench_.reset();
  }

  /// `mark`: the class of a header; whether the message of a tail is aborted.
  void push(unsigned buffer, unsigned tag, unsigned mark = 0) {
    bench_->arrives_i = 1;
    bench_->push_i = static_cast<CData>(1u << buffer);
    bench_->push_slot_i = static_cast<CData>(buffer);
    bench_->allocate_i = tag == kHeader;
    drive(bench_->push_flit_i, flit_info(tag, kWay, mark));
    bench_->push_data_i = kWay;
    bench_->push_driver_i = 3;
    bench_->push_driver_buffer_i = 1;
  }

  /// A cycle in which the channel shows a receiver with room, or none; `taken`: by it.
  void cycle(bool room, bool taken, bool void_cycle = false) {
    show(room ? 3 : 0, taken, void_cycle);
  }

  /// The same; `classes`: bits of the classes that have a free buffer.
  void show(unsigned classes, bool taken, bool void_cycle = false) {
    // stat_i: availability of both classes by way, below the full bits of eight ways.
    constexpr std::uint64_t kFull = std::uint64_t{0xffffffff} << 16;
    drive(bench_->stat_i, classes == 0 ? kFull : (classes & 1) * 0xff | (classes >> 1) * 0xff00);
    bench_.settle();
    sent_ = bench_->payload_o;
    drive(bench_->channel_i, flit_info(void_cycle ? 0 : payload_tag(sent_), kWay, 0));
    drive(bench_->answer_i, answer(taken && !void_cycle, false, 2));
    bench_.settle();
    bench_.tick();
    bench_->push_i = 0;
    bench_->arrives_i = 0;
    bench_->allocate_i = 0;
    bench_.settle();
  }

  void upset(unsigned bit) { upset_bit(bench_, 0, bit); }

  [[nodiscard]] unsigned tag() const { return payload_tag(sent_); }
  [[nodiscard]] bool aborted() const { return payload_aborted(sent_); }
  [[nodiscard]] unsigned mapped() { return bench_->mapped_o; }
  [[nodiscard]] unsigned full() { return bench_->full_o; }
  [[nodiscard]] unsigned free() { return bench_->free_o; }
  [[nodiscard]] unsigned empty() { return bench_->empty_o; }
  [[nodiscard]] bool failed() { return bench_.assertion_failed(); }
  /// A flit arrives for two buffers.
  [[nodiscard]] bool takes_two() {
    push(1, kHeader);
    bench_->push_i = 3;
    bench_.tick();
    return failed();
  }
  /// A flit arrives although Stat shows no room.
  [[nodiscard]] bool takes_while_closing() {
    push(1, kHeader);
    bench_.tick();
    return failed();
  }

 private:
  Bench<VGuardedBank> bench_;
  unsigned sent_ = 0;
};

/// Random flits, upsets, refusals and void cycles, with a bank of queues.
class RandomBank {
 public:
  RandomBank() {
    bench_->push_i = 0;
    bench_->arrives_i = 0;
    bench_->allocate_i = 0;
    bench_->enable_i = 0;
    drive(bench_->stat_i, 0);
    bench_.reset();
  }

  void cycle() {
    const unsigned closing = lost_ & ~bank_.full();
    closes_ = closing != 0;
    std::optional<Push> push = closes_ ? std::nullopt : random_push();
    put_push(push);
    const Status status = random_status();
    drive(bench_->stat_i, status.exact_lines(3, kBuffers));
    const bool enable = random_.chance(3, 4);
    bench_->enable_i = enable;
    bench_.settle();
    check_status();
    const unsigned eligible = bank_.eligible(status) & ~drops_;
    REQUIRE(bench_->request_o == (eligible != 0));
    const auto sending = enable ? bank_.next_of(eligible) : std::nullopt;
    const Lines lines = check_lines(sending);
    bench_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
    if (closes_) {
      const auto lowest = static_cast<unsigned>(__builtin_ctz(closing));
      push = Push{lowest, false, {kTail, 0, 1, 0}, 0, 0};
      lost_ &= ~(1u << lowest);
      ++closed;
    }
    tick(sending, lines, status, push);
    if (random_.chance(1, 16)) upset(random_() % 2 * 2);
  }

  unsigned sent = 0, closed = 0, dropped = 0, voids = 0;

 private:
  static constexpr unsigned kBuffers = 3;

  std::optional<Push> random_push() {
    const unsigned b = random_() % kBuffers;
    if (random_.chance(1, 4) || bank_.is_full(b) || (lost_ >> b & 1) != 0) return std::nullopt;
    const Buffer& buffer = bank_.buffer(b);
    if (buffer.mapped)
      return Push{
          b, false, {random_.chance(1, 3) ? kTail : kBody, 0, random_() % 2, random_()}, 0, 0};
    if (buffer.allocated) return std::nullopt;
    const unsigned tag = random_.chance(1, 8) ? kInvalid : kHeader;
    return Push{b,
                true,
                {tag, random_() % 5, random_() % 2, random_()},
                random_() % 16,
                random_() % kBuffers};
  }

  Status random_status() {
    Status status(8);
    for (unsigned w = 0; w < 8; ++w) {
      status.available[w] = (random_() | random_()) & 3;
      status.full[w] = random_() & random_() & 7;
    }
    return status;
  }

  /// Without an arrival, other inputs have no effect.
  void put_push(const std::optional<Push>& push) {
    const Push shown =
        push.value_or(Push{random_() % kBuffers, false, {random_() % 4, 0, 0, random_()}, 0, 0});
    drive_push(*bench_.operator->(), push.has_value(), shown, false);
  }

  void check_status() {
    REQUIRE(bench_->mapped_o == (bank_.mapped() & ~lost_));
    REQUIRE(bench_->full_o == (closes_ ? 7 : bank_.full()));
    REQUIRE(bench_->free_o == (closes_ ? 0 : bank_.free()));
    REQUIRE(bench_->empty_o == bank_.empty());
    REQUIRE(bench_->one_left_o == bank_.one_left());
    for (unsigned b = 0; b < kBuffers; ++b) {
      if (!bank_.buffer(b).mapped || (lost_ >> b & 1) != 0) continue;
      REQUIRE((bench_->mapped_driver_o >> 4 * b & 15) == bank_.buffer(b).driver);
      REQUIRE((bench_->mapped_buffer_o >> 2 * b & 3) == bank_.buffer(b).driver_buffer);
    }
  }

  /// Compares the lines; puts the channel's onto the module's inputs.
  Lines check_lines(std::optional<unsigned> sending) {
    Lines lines;
    bool aborted = false;
    if (sending) {
      const Flit& front = bank_.buffer(*sending).flits.front();
      lines = {front.tag, 1, *sending, front.lines()};
      aborted = front.tag == kTail && front.buffer_class == 1;
    }
    REQUIRE(payload_tag(bench_->payload_o) == lines.tag);
    REQUIRE(payload_buffer(bench_->payload_o) == lines.buffer);
    REQUIRE(bench_->payload_o >> 6 == (aborted ? 1u << 4 : 0));  // no other line of ages and guard
    REQUIRE(bench_->data_o == lines.data);
    void_ = random_.chance(1, 8);
    lines.acknowledge = !void_ && random_.chance(7, 8);
    lines.slot = random_() % kBuffers;
    unsigned shown = lines.tag;
    if (!sending) {  // another driver's
      shown = random_() % 4;
      lines.data = random_() % 5;
    }
    drive(bench_->channel_i, flit_info(void_ ? 0 : shown, lines.way(), lines.buffer_class()));
    drive(bench_->answer_i, answer(lines.acknowledge, false, lines.slot));
    return lines;
  }

  void tick(std::optional<unsigned> sending, const Lines& lines, const Status& status,
            const std::optional<Push>& push) {
    const unsigned leave =
        bank_.mask([&](unsigned b) { return (drops_ >> b & 1) != 0 && bank_.buffer(b).shows(); });
    const unsigned end = bank_.mask([&](unsigned b) {
      return (leave >> b & 1) != 0 && bank_.buffer(b).flits.front().tag == kTail;
    });
    bank_.tick(sending, lines, status, push);
    for (unsigned b = 0; b < kBuffers; ++b)
      if ((leave >> b & 1) != 0) bank_.drop(b);
    drops_ &= ~end;
    if (sending && lines.is_data() && !void_ && !lines.acknowledge) {
      drops_ |= 1u << *sending;
      ++dropped;
    }
    sent += sending && lines.acknowledge;
    voids += sending && void_;
  }

  void upset(unsigned b) {
    if (!bank_.buffer(b).mapped || (lost_ >> b & 1) != 0) return;
    upset_bit(bench_, b, random_() % 6);
    lost_ |= 1u << b;
  }

  Bench<VGuardedBank> bench_;
  Random random_{1};
  Bank bank_{{kBuffers, 2, 8, true, true}};
  unsigned lost_ = 0;   ///< Mappings.
  unsigned drops_ = 0;  ///< Buffers that drop a message up to its tail.
  bool closes_ = false;
  bool void_ = false;
};

}  // namespace

TEST_CASE("an upset of any bit of a mapping ends its message with an aborted tail",
          "[GuardedRecovers]") {
  for (unsigned bit = 0; bit < 6; ++bit) {
    INFO("bit " << bit);
    GuardedBank bank;
    bank.push(0, kHeader);
    bank.cycle(false, false);
    CHECK(bank.mapped() == 1);
    bank.upset(bit);
    CHECK(bank.mapped() == 0);
    CHECK(bank.full() == 7);  // so that no flit arrives
    CHECK(bank.free() == 0);
    bank.cycle(false, false);
    CHECK(bank.full() == 1);  // the header and the tail
    bank.cycle(true, true);
    CHECK(bank.tag() == kHeader);
    CHECK_FALSE(bank.aborted());
    bank.cycle(true, true);
    CHECK(bank.tag() == kTail);
    CHECK(bank.aborted());
    CHECK(bank.free() == 7);
    CHECK_FALSE(bank.failed());
  }
}

TEST_CASE("a full buffer closes its lost mapping when it has room", "[GuardedRecovers]") {
  GuardedBank bank;
  bank.push(0, kHeader);
  bank.cycle(false, false);
  bank.push(0, kBody);
  bank.cycle(false, false);
  bank.upset(0);
  CHECK(bank.mapped() == 0);
  CHECK(bank.full() == 1);
  bank.cycle(true, true);
  CHECK(bank.tag() == kHeader);
  CHECK(bank.full() == 7);
  bank.cycle(false, false);
  bank.cycle(true, true);
  CHECK(bank.tag() == kBody);
  bank.cycle(true, true);
  CHECK(bank.tag() == kTail);
  CHECK(bank.aborted());
  CHECK_FALSE(bank.failed());
}

TEST_CASE("a data flit that nobody takes is dropped with the rest of its message",
          "[GuardedRecovers]") {
  GuardedBank bank;
  bank.push(0, kHeader);
  bank.cycle(false, false);
  bank.push(0, kBody);
  bank.cycle(true, true);  // the header leaves
  bank.cycle(true, false);
  CHECK(bank.tag() == kBody);
  bank.push(0, kBody);
  bank.cycle(true, true);
  CHECK(bank.tag() == 0);
  bank.push(0, kTail);
  bank.cycle(true, true);
  CHECK(bank.tag() == 0);
  bank.push(0, kHeader);  // the next message
  bank.cycle(true, true);
  CHECK(bank.tag() == 0);
  bank.cycle(true, true);
  CHECK(bank.tag() == kHeader);
  CHECK_FALSE(bank.failed());
}

TEST_CASE("a tail that nobody takes is dropped, and the next message is not", "[GuardedRecovers]") {
  GuardedBank bank;
  bank.push(0, kHeader);
  bank.cycle(false, false);
  bank.push(0, kTail);
  bank.cycle(true, true);  // the header leaves
  bank.cycle(true, false);
  CHECK(bank.tag() == kTail);
  bank.cycle(true, true);
  CHECK(bank.tag() == 0);
  CHECK((bank.empty() & 1) == 1);
  bank.push(0, kHeader);
  bank.cycle(true, true);
  bank.cycle(true, true);
  CHECK(bank.tag() == kHeader);
  CHECK_FALSE(bank.failed());
}

TEST_CASE("on a torus a header of class 1 is not an aborted message, and that of a lost mapping is",
          "[GuardedRecovers]") {
  for (const unsigned header_class : {0u, 1u}) {
    GuardedBank bank;
    bank.push(0, kHeader, header_class);
    bank.cycle(false, false);
    bank.show(2 >> header_class, true);  // a buffer for the other class
    CHECK(bank.tag() == 0);
    bank.upset(2);
    bank.cycle(false, false);  // the bank closes the mapping
    bank.show(1 << header_class, true);
    CHECK(bank.tag() == kHeader);
    CHECK_FALSE(bank.aborted());
    bank.cycle(true, true);
    CHECK(bank.tag() == kTail);
    CHECK(bank.aborted());
    CHECK_FALSE(bank.failed());
  }
}

TEST_CASE("in a void cycle the flit stays and is sent again", "[GuardedRecovers]") {
  GuardedBank bank;
  bank.push(0, kHeader);
  bank.cycle(false, false);
  bank.push(0, kTail, 1);
  bank.cycle(true, true);
  for (int repeat = 0; repeat < 3; ++repeat) {
    bank.cycle(true, true, true);
    CHECK(bank.tag() == kTail);
    CHECK(bank.aborted());
  }
  bank.cycle(true, true);
  CHECK(bank.tag() == kTail);
  CHECK((bank.empty() & 1) == 1);
  CHECK_FALSE(bank.failed());
}

TEST_CASE("a flit that arrives while a mapping is closed is reported", "[ClosingTakesNoFlit]") {
  GuardedBank bank;
  bank.push(0, kHeader);
  bank.cycle(false, false);
  bank.upset(1);
  CHECK(bank.takes_while_closing());
}

TEST_CASE("a flit for two buffers is reported", "[GuardedOnePush]") {
  GuardedBank bank;
  CHECK(bank.takes_two());
}

TEST_CASE("random flits, upsets, refusals and void cycles equal those of the reference queues",
          "[GuardedRecovers]") {
  RandomBank bank;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) bank.cycle();
  CHECK(bank.sent > 2000);
  CHECK(bank.closed > 200);
  CHECK(bank.dropped > 200);
  CHECK(bank.voids > 200);
}
