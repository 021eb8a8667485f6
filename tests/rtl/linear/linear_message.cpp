// rtl/linear/linear_message.sv
//
// Rationale: random messages, back to back or with pauses, into a port that is ready at random,
// while the next one waits or not; every flit must match the format. One message is longer than the
// range of its data flits' index.
// State space: flits that remain; the index modulo 256. Parameter space: flits of 32, 64 and 128
// bits.
#include "VMessage128.h"
#include "VMessage32.h"
#include "VMessage64.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
/// 64 bits of a flit, of any width of the port.
std::uint64_t part(QData port, unsigned) { return port; }
std::uint64_t part(IData port, unsigned) { return port; }
template <std::size_t Words>
std::uint64_t part(const VlWide<Words>& port, unsigned i) {
  return std::uint64_t{port[2 * i + 1]} << 32 | port[2 * i];
}

template <class Top>
class MessageBench {
 public:
  explicit MessageBench(unsigned bits)
      : narrow_(bits < 64), parts_(narrow_ ? 1 : bits / 64), random_(bits) {
    bench_->start_i = 0;
    bench_->ready_i = 0;
    bench_.reset();
  }

  /// Sends a message without pauses; in `takes` of four cycles the flit is taken. Returns the
  /// cycles from the header's offer to the end of the tail.
  unsigned send(unsigned destination, unsigned source, unsigned identifier, unsigned flits,
                unsigned takes) {
    const auto expected = message(destination, source, identifier, flits);
    drive(bench_->destination_i, destination);
    drive(bench_->source_i, source);
    drive(bench_->identifier_i, identifier);
    drive(bench_->flits_i, flits);
    bench_->start_i = 1;
    unsigned cycles = 0;
    for (std::size_t i = 0; i < expected.size(); ++cycles) {
      const bool ready = random_.chance(takes, 4);
      for (const bool other : {!ready, ready}) compare(expected[i], i != 0, other);
      bench_.tick();
      if (!ready) continue;
      // After the header the fields are no longer used, and another message may wait.
      bench_->start_i = i + 1 < expected.size() && random_.chance(1, 2);
      drive(bench_->identifier_i, random_() & 0xff'ffffu);
      drive(bench_->flits_i, random_() % 8);
      ++i;
    }
    return cycles;
  }
  void idle() {
    bench_.settle();
    CHECK(bench_->valid_o == 0);
    CHECK(bench_->sending_o == 0);
    bench_.tick();
  }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void compare(const Flit& expected, bool sending, bool ready) {
    bench_->ready_i = ready;
    bench_.settle();
    REQUIRE(bench_->valid_o == 1);
    REQUIRE(bench_->sending_o == sending);
    REQUIRE(bench_->started_o == (!sending && ready));
    REQUIRE(bench_->tag_o == expected.mark);
    REQUIRE(part(bench_->data_o, 0) == (narrow_ ? lower_half(expected) : expected).data);
    for (unsigned i = 1; i < parts_; ++i) {
      REQUIRE(part(bench_->data_o, i) == (expected.head() ? 0 : expected.data));
    }
  }

  Bench<Top> bench_;
  bool narrow_;
  unsigned parts_;
  Random random_;
};

template <class Top>
void run(unsigned bits) {
  MessageBench<Top> bench(bits);
  Random random(1);
  for (unsigned i = 0; i < 1000; ++i) {
    bench.send(random() % 256, random() % 256, random() & 0xff'ffffu, random() % 7,
               1 + random() % 4);
    if (random.chance(1, 4)) bench.idle();
  }
  CHECK(bench.send(1, 2, 3, 600, 4) == 600);
  CHECK(bench.send(1, 2, 4, 1, 4) == 1);
  CHECK(bench.send(1, 2, 5, 0, 4) == 1);
  CHECK(bench.send(1, 2, 6, 2, 4) == 2);
  bench.idle();
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("messages of all lengths", "[linear_message][LinearMessageHeld]") {
  run<VMessage32>(32);
  run<VMessage64>(64);
  run<VMessage128>(128);
}
