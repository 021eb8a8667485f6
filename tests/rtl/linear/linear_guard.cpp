// rtl/linear/linear_guard.sv
//
// Rationale: the rules, written independently below, against random flits of every kind; and a
// directed case for each rule. The guard has four inputs and three states, so a long random run
// covers every transition; the run counts them.
// State space: closed, open, dropping; the error count up to saturation. No parameters.
#include "Vlinear_guard.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
class Guard {
 public:
  Guard() {
    offer(false, 0, false, false);
    bench_.reset();
    REQUIRE(bench_->error_o == 0);
  }

  /// Offers a flit, or none; returns whether it passed the guard.
  bool cycle(bool valid, unsigned mark, bool legal, bool ready) {
    const auto [pass, errors, next] = judge(mark, legal);
    for (const bool other : {!ready, ready}) {
      offer(valid, mark, legal, other);
      REQUIRE((bench_->pass_o != 0) == (valid && pass));
      REQUIRE((bench_->open_o != 0) == (state_ == State::kOpen));
    }
    const bool taken = valid && ready;
    bench_.tick();
    errors_ = taken ? errors : 0;
    count_ = std::min(255u, count_ + (errors_ != 0));
    REQUIRE(bench_->error_o == errors_);
    REQUIRE(bench_->error_count_o == count_);
    if (taken) {
      seen_.insert({state_, mark, legal});
      state_ = next;
    }
    return taken && pass;
  }
  bool take(unsigned mark, bool legal = true) { return cycle(true, mark, legal, true); }

  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] unsigned count() const { return count_; }
  /// Different (state, flit) pairs that were taken.
  [[nodiscard]] std::size_t seen() const { return seen_.size(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  enum class State { kClosed, kOpen, kDropping };
  struct Verdict {
    bool pass;
    unsigned errors;
    State next;
  };

  [[nodiscard]] Verdict judge(unsigned mark, bool legal) const {
    const bool tail = (mark & kTail) != 0;
    if ((mark & kHead) != 0) {
      if (state_ == State::kOpen) return {false, kErrorOrder, State::kOpen};
      if (!legal) return {false, kErrorDestination, tail ? State::kClosed : State::kDropping};
      return {true, 0, tail ? State::kClosed : State::kOpen};
    }
    if (state_ == State::kClosed) return {false, kErrorOrder, State::kClosed};
    return {state_ == State::kOpen, 0, tail ? State::kClosed : state_};
  }

  void offer(bool valid, unsigned mark, bool legal, bool ready) {
    bench_->valid_i = valid;
    drive(bench_->tag_i, mark);
    bench_->destination_legal_i = legal;
    bench_->ready_i = ready;
    bench_.settle();
  }

  Bench<Vlinear_guard> bench_;
  State state_ = State::kClosed;
  unsigned errors_ = 0;
  unsigned count_ = 0;
  std::set<std::tuple<State, unsigned, bool>> seen_;
};
}  // namespace

TEST_CASE("random flits of every kind",
          "[linear_guard][LinearGuardOneState][LinearGuardPassOrError]") {
  Guard guard;
  Random random(1);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    guard.cycle(random.chance(3, 4), random() % 4, random.chance(1, 2), random.chance(3, 4));
  }
  CHECK(guard.seen() == 3 * 4 * 2);
  CHECK(guard.count() == 255);  // saturated
  CHECK_FALSE(guard.assertion_failed());
}

TEST_CASE("legal messages pass without an error", "[linear_guard]") {
  Guard guard;
  for (const unsigned mark : {kHead, kBody, kTail, kSingle, kSingle, kHead, kTail}) {
    CHECK(guard.take(mark));
    CHECK(guard.errors() == 0);
  }
  CHECK(guard.count() == 0);
  CHECK_FALSE(guard.assertion_failed());
}

TEST_CASE("data without a header, a header inside a message", "[linear_guard]") {
  Guard guard;
  CHECK_FALSE(guard.take(kBody));
  CHECK(guard.errors() == kErrorOrder);
  CHECK_FALSE(guard.take(kTail));
  CHECK(guard.errors() == kErrorOrder);
  CHECK(guard.take(kHead));
  CHECK_FALSE(guard.take(kHead));
  CHECK(guard.errors() == kErrorOrder);
  CHECK_FALSE(guard.take(kSingle, false));  // the message around it stays open
  CHECK(guard.errors() == kErrorOrder);
  CHECK(guard.take(kTail));
  CHECK(guard.errors() == 0);
  CHECK(guard.count() == 4);
}

TEST_CASE("a message to nowhere is dropped, its data without further errors", "[linear_guard]") {
  Guard guard;
  CHECK_FALSE(guard.take(kHead, false));
  CHECK(guard.errors() == kErrorDestination);
  CHECK_FALSE(guard.take(kBody));
  CHECK(guard.errors() == 0);
  CHECK_FALSE(guard.take(kTail));
  CHECK(guard.errors() == 0);
  CHECK_FALSE(guard.take(kTail));  // no longer its data
  CHECK(guard.errors() == kErrorOrder);
  CHECK_FALSE(guard.take(kHead, false));
  CHECK(guard.take(kHead));  // a new message ends the dropping
  CHECK(guard.take(kTail));
  CHECK(guard.count() == 3);
}
