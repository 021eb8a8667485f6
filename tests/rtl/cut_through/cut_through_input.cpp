// rtl/cut_through/cut_through_input.sv
//
// Rationale: random messages into the buffer wherever it has room, connected some time after they
// became eligible, and drained with gaps; a queue and the cycle of the header's arrival give the
// expected outputs of every cycle. The assertion must detect illegal pushes.
// State space: empty, filling, whole, draining; eligible at once and later; another message behind.
// Parameter space: Pipeline 1 to 4, Depth 1, 2, 5; room behind a message that leaves without a
// pause.
#include "VInput1.h"
#include "VInput2.h"
#include "VInput3.h"
#include "VInput4.h"
#include "VInputBehind.h"
#include "VInputFrame.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

template <class Top>
class InputBench {
 public:
  explicit InputBench(unsigned pipeline, bool draining = false)
      : pipeline_(pipeline), draining_(draining) {
    bench_->push_i = 0;
    bench_->pop_i = 0;
    bench_->connect_i = 0;
    bench_->route_i = 0;
    bench_.reset();
  }

  /// One cycle: pushes a flit or none, and connects and pops where the buffer is ready for it.
  void cycle(const std::optional<Flit>& flit, bool connect, bool pop) {
    compare();
    // A connection moves its header at once; the connected register follows.
    const bool connects = connect && eligible();
    const bool pops = !flits_.empty() && (connects || (connected_ && (pop || draining_)));
    bench_->push_i = flit.has_value();
    drive(bench_->tag_i, flit ? flit->mark : route_.below(4));
    drive(bench_->data_i, flit ? flit->data : 0);
    bench_->pop_i = pops;
    bench_->connect_i = connects;
    // The outputs that a header may take are sampled in the cycle before it is eligible; otherwise
    // random.
    const bool header = flit && flit->head();
    if (header) wants_ = 1 + route_.below(7);
    const unsigned since = header ? 0 : now_ - arrival_;
    const bool routes = draining_ ? header : (header || !flits_.empty()) && since + 1 == pipeline_;
    bench_->route_i = static_cast<std::uint8_t>(routes ? wants_ : route_.below(8));
    bench_.tick();
    if (connects) {
      connected_ = true;
      waits_ = false;
    }
    if (pops) {
      if (flits_.front().tail()) connected_ = false;
      flits_.pop_front();
    }
    if (flit) {
      open_ = !flit->tail();
      if (flit->head()) {
        arrival_ = now_;
        waits_ = true;
      }
      flits_.push_back(*flit);
    }
    bench_->connect_i = 0;
    bench_->push_i = 0;
    bench_->pop_i = 0;
    bench_.settle();
    ++now_;
  }

  /// Behind a message, room for one if all of the message is there and its header is not.
  [[nodiscard]] bool room() const {
    const bool rest = draining_ && connected_ && !waits_;
    return !open_ && (flits_.empty() || rest);
  }
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  [[nodiscard]] bool eligible() const {
    return !flits_.empty() && !connected_ && now_ - arrival_ >= pipeline_;
  }

  void compare() {
    REQUIRE((bench_->room_o != 0) == room());
    REQUIRE((bench_->open_o != 0) == open_);
    REQUIRE((bench_->waits_o != 0) == (draining_ && waits_));
    REQUIRE((bench_->holds_o != 0) == !flits_.empty());
    REQUIRE((bench_->eligible_o != 0) == eligible());
    REQUIRE(bench_->request_o == (eligible() ? wants_ : 0));
    if (!flits_.empty()) REQUIRE(Flit{bench_->tag_o, bench_->data_o} == flits_.front());
  }

  unsigned pipeline_;
  bool draining_;
  Bench<Top> bench_;
  std::deque<Flit> flits_;
  bool open_ = false;
  bool connected_ = false;
  bool waits_ = false;  // the header that came last is not connected
  unsigned now_ = 0;
  unsigned wants_ = 0;
  Random route_{7};
  unsigned arrival_ = 0;
};

template <class Top>
void random_messages(unsigned pipeline, unsigned depth, bool draining = false) {
  InputBench<Top> bench(pipeline, draining);
  Messages messages(depth);
  Random random(pipeline);
  unsigned sent = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::optional<Flit> flit;
    const bool may = messages.inside() ? bench.open() : bench.room();
    if (may && random.chance(1 + cycle / 100 % 3, 3)) {
      flit = Flit{messages.mark(), random.bits(32, 1, 2)};
      messages.sent(random);
      ++sent;
    }
    bench.cycle(flit, random.chance(1 + cycle / 300 % 3, 3), random.chance(1 + cycle / 900 % 4, 4));
  }
  CHECK(sent > 1500);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("messages in and out of an input buffer",
          "[cut_through_input][CutThroughOneMessage][CutThroughHeaderWaits]"
          "[CutThroughInputStaysEligible][CutThroughInputFits]") {
  random_messages<VInput1>(1, 5);
  random_messages<VInput2>(2, 1);
  random_messages<VInput3>(3, 2);
  random_messages<VInput4>(4, 5);
  random_messages<VInputBehind>(3, 5, true);
  random_messages<VInputFrame>(1, 2, true);
}

TEST_CASE("a second message in the buffer is detected",
          "[cut_through_input][CutThroughOneMessage]") {
  InputBench<VInput1> bench(1);
  bench.cycle(Flit{kSingle, 1}, false, false);
  CHECK_FALSE(bench.assertion_failed());
  bench.cycle(Flit{kSingle, 2}, false, false);
  CHECK(bench.assertion_failed());
}

TEST_CASE("data without header is detected", "[cut_through_input][CutThroughOneMessage]") {
  InputBench<VInput1> bench(1);
  bench.cycle(Flit{kBody, 1}, false, false);
  CHECK(bench.assertion_failed());
}

TEST_CASE("a header that leaves without a connection is detected",
          "[cut_through_input][CutThroughHeaderWaits]") {
  Bench<VInput1> bench;
  bench->push_i = 0;
  bench->pop_i = 0;
  bench->connect_i = 0;
  bench->route_i = 1;
  bench.reset();
  bench->push_i = 1;
  bench->tag_i = kHead;
  bench.tick();
  bench->tag_i = kTail;
  bench->pop_i = 1;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->push_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a connection of no header is detected",
          "[cut_through_input][CutThroughInputConnectsEligible]") {
  Bench<VInput1> bench;
  bench->push_i = 0;
  bench->pop_i = 0;
  bench->connect_i = 0;
  bench.reset();
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->connect_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
