// rtl/mway/mway_buffer.sv
//
// Rationale: a buffer is a queue of flits with two bits of ownership. Long random runs of messages,
// some of them to be discarded, are pushed alternately faster and slower than they are popped; a
// std::deque gives the expected outputs of every cycle. Each illegal use is a separate case and
// must be reported.
// State space: (Depth + 1) levels x Depth pointers x (allocated, mapped, discarding).
// Parameter space: Depth 1, 2 (early freeing) and 3 (late freeing; pointers wrap early); status
// decoded from the level (1, 2) and in registers (2, 3).
#include "VBuffer1.h"
#include "VBuffer2.h"
#include "VBuffer2Registered.h"
#include "VBuffer3Late.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <tuple>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
struct Arrival {
  Flit flit;
  bool allocate = false;
  unsigned driver = 0;
  unsigned driver_buffer = 0;
};

Arrival header(unsigned tag = kHeader) { return {{tag, 1, 0, 0}, true, 2, 3}; }
Arrival data(unsigned tag) { return {{tag, 0, 0, 0}}; }

template <class Top>
class BufferBench {
 public:
  BufferBench(unsigned depth, bool early) : depth_(depth), early_(early) {
    idle();
    bench_.reset();
    check();
  }

  [[nodiscard]] const Buffer& reference() const { return buffer_; }
  [[nodiscard]] bool full() const { return buffer_.flits.size() == depth_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

  void cycle(const std::optional<Arrival>& arrival, bool pop) {
    idle();
    if (arrival) {
      bench_->push_i = 1;
      bench_->allocate_i = arrival->allocate;
      drive(bench_->push_tag_i, arrival->flit.tag);
      drive(bench_->push_way_i, arrival->flit.way);
      drive(bench_->push_class_i, arrival->flit.buffer_class);
      drive(bench_->driver_i, arrival->driver);
      drive(bench_->driver_buffer_i, arrival->driver_buffer);
    }
    bench_->pop_i = pop;
    bench_.settle();
    check();  // status does not depend on inputs
    bench_.tick();
    if (pop || buffer_.discards()) {
      buffer_.pop(early_);
      front_ = (front_ + 1) % depth_;
    }
    if (arrival) {
      if (arrival->allocate) buffer_.allocate(arrival->driver, arrival->driver_buffer);
      buffer_.push(arrival->flit, early_);
      rear_ = (rear_ + 1) % depth_;
    }
    idle();
    bench_.settle();
    check();
  }

  /// One cycle outside the contract, for the assertions only.
  void misuse(bool push, bool allocate, unsigned tag, bool pop) {
    idle();
    bench_->push_i = push;
    bench_->allocate_i = allocate;
    drive(bench_->push_tag_i, tag);
    bench_->pop_i = pop;
    bench_.tick();
    idle();
  }

 private:
  void idle() {
    bench_->push_i = 0;
    drive(bench_->push_tag_i, kTail);  // without effect
    bench_->allocate_i = 0;
    bench_->pop_i = 0;
  }

  void check() {
    REQUIRE(bench_->empty_o == buffer_.flits.empty());
    REQUIRE(bench_->full_o == full());
    REQUIRE(bench_->free_o == (!buffer_.allocated && !full()));
    REQUIRE(bench_->one_left_o == (buffer_.flits.size() + 1 == depth_));
    REQUIRE(bench_->mapped_o == buffer_.mapped);
    REQUIRE(bench_->front_o == front_);
    REQUIRE(bench_->rear_o == rear_);
    REQUIRE(bench_->front_tag_o == (buffer_.shows() ? buffer_.flits.front().tag : kInvalid));
    if (buffer_.shows()) {
      REQUIRE(bench_->front_way_o == buffer_.flits.front().way);
      REQUIRE(bench_->front_class_o == buffer_.flits.front().buffer_class);
    }
    const std::optional<Flit> next =
        buffer_.flits.size() < 2 ? std::nullopt : std::optional(buffer_.flits[1]);
    REQUIRE(bench_->next_tag_o == (next ? next->tag : kInvalid));
    if (next) {
      REQUIRE(bench_->next_way_o == next->way);
      REQUIRE(bench_->next_class_o == next->buffer_class);
    }
    if (buffer_.mapped) {
      REQUIRE(bench_->driver_o == buffer_.driver);
      REQUIRE(bench_->driver_buffer_o == buffer_.driver_buffer);
    }
  }

  Bench<Top> bench_;
  unsigned depth_;
  bool early_;
  Buffer buffer_;
  unsigned front_ = 0;
  unsigned rear_ = 0;
};

template <class Top>
void random_run(unsigned depth, bool early) {
  BufferBench<Top> bench(depth, early);
  Random random(depth);
  std::set<std::tuple<std::size_t, bool, bool, bool>> visited;
  unsigned two_messages = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const Buffer& buffer = bench.reference();
    visited.insert({buffer.flits.size(), buffer.allocated, buffer.mapped, buffer.discards()});
    unsigned tails = 0;
    for (const Flit& flit : buffer.flits) tails += flit.tag == kTail;
    two_messages += tails > 0 && buffer.mapped;
    const bool filling = cycle / 40 % 2 == 0;
    const bool pop = buffer.shows() && random() % 4 < (filling ? 1u : 3u);
    std::optional<Arrival> arrival;
    if (!bench.full() && random() % 4 < (filling ? 3u : 2u)) {
      if (!buffer.allocated) {
        arrival.emplace();
        arrival->allocate = true;
        arrival->flit.tag = random() % 4 == 0 ? kInvalid : kHeader;
        arrival->driver = random() % 16;
        arrival->driver_buffer = random() % 4;
      } else if (buffer.mapped) {
        arrival.emplace();
        arrival->flit.tag = random() % 3 == 0 ? kTail : kBody;
      }
    }
    if (arrival) {
      arrival->flit.way = random() % 16;
      arrival->flit.buffer_class = random() % 2;
    }
    bench.cycle(arrival, pop);
  }
  CHECK(visited.size() >= 3 * depth);
  // Early freeing lets a message queue after another's tail, late freeing does not.
  CHECK((two_messages > 0) == (early && depth > 1));
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("flits and ownership equal those of a queue",
          "[mway_buffer][NoOverflow][NoUnderflow][MwayBufferFrontHeld][MwayBufferFlagsAgree]") {
  random_run<VBuffer1>(1, true);
  random_run<VBuffer2>(2, true);
  random_run<VBuffer2Registered>(2, true);
  random_run<VBuffer3Late>(3, false);
}

TEST_CASE("early freeing ends the allocation when the tail arrives, late when it leaves",
          "[mway_buffer]") {
  BufferBench<VBuffer2> early(2, true);
  BufferBench<VBuffer3Late> late(3, false);
  early.cycle(header(), false);
  late.cycle(header(), false);
  early.cycle(data(kTail), true);
  late.cycle(data(kTail), true);
  // The mapping is closed in both cases: the sender's buffer may send its next message now.
  CHECK_FALSE(early.reference().mapped);
  CHECK_FALSE(late.reference().mapped);
  CHECK_FALSE(early.reference().allocated);
  CHECK(late.reference().allocated);
  late.cycle(std::nullopt, true);
  CHECK_FALSE(late.reference().allocated);
  CHECK_FALSE(early.assertion_failed());
  CHECK_FALSE(late.assertion_failed());
}

TEST_CASE("illegal use is reported",
          "[mway_buffer][NoOverflow][NoUnderflow][AllocateFreeBuffer][DataOnlyMapped]") {
  BufferBench<VBuffer2> bench(2, true);
  SECTION("a pop of an empty buffer") { bench.misuse(false, false, kInvalid, true); }
  SECTION("data without a header") { bench.misuse(true, false, kBody, false); }
  SECTION("an allocation without a flit") { bench.misuse(false, true, kHeader, false); }
  SECTION("a header into an allocated buffer") {
    bench.cycle(header(), false);
    CHECK_FALSE(bench.assertion_failed());
    bench.misuse(true, true, kHeader, false);
  }
  SECTION("a push into a full buffer") {
    bench.cycle(header(), false);
    bench.cycle(data(kBody), false);
    CHECK_FALSE(bench.assertion_failed());
    bench.misuse(true, false, kBody, false);
  }
  SECTION("a pop while a message is discarded") {
    bench.cycle(header(kInvalid), false);
    CHECK_FALSE(bench.assertion_failed());
    bench.misuse(false, false, kInvalid, true);
  }
  CHECK(bench.assertion_failed());
}
