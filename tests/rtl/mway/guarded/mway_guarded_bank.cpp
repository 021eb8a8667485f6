// rtl/mway/guarded/mway_guarded_bank.sv
//
// Rationale: what differs from mway_bank: mappings that an upset has changed, data flits that
// nobody takes, void cycles. A mapping is upset through the register itself. All else, and these
// together at random, is in lockstep with the model in tests/cosim/test_lockstep_mway_guard.cpp.
// State space: every bit of Drv and Buf of a mapping; a full buffer; a message that is dropped at
// each of its flits; headers of both classes of a torus. Parameter space: three buffers of two
// flits.
#include "../bundles.hpp"
#include "VGuardedBank.h"
#include "VGuardedBank___024root.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kHeader = 1, kBody = 2, kTail = 3;
constexpr unsigned kWay = 4;

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

  void upset(unsigned bit) {
    auto& root = *bench_->rootp;
    auto& driver =
        root.mway_guarded_bank__DOT__gen_buffer__BRA__0__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_q;
    auto& buffer =
        root.mway_guarded_bank__DOT__gen_buffer__BRA__0__KET____DOT__gen_used__DOT__u_buffer__DOT__driver_buffer_q;
    if (bit < 4)
      driver ^= static_cast<CData>(1u << bit);
    else
      buffer ^= static_cast<CData>(1u << (bit - 4));
    bench_.settle();
  }

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
