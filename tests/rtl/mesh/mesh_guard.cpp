// rtl/mesh/mesh_guard.sv
//
// Rationale: the rules, written anew below, against random flits of every kind; and each rule once
// by hand. The guard has few inputs and three states, so that a long random run meets every
// transition; the run counts them.
// State space: closed, open, dropping; the error count up to its end. No parameters.
#include "Vmesh_guard.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <tuple>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
class Guard {
 public:
  Guard() { reset(); }

  void reset() {
    offer(false, 0, false, false, false);
    bench_.reset();
    REQUIRE(bench_->error_o == 0);
    state_ = State::kClosed;
    errors_ = 0;
    count_ = 0;
  }

  /// Offers a flit, or none; returns whether it passed the guard.
  bool cycle(bool valid, unsigned mark, bool legal, bool last, bool ready) {
    const Verdict verdict = judge(mark, legal, last);
    for (const bool other : {!ready, ready}) {
      offer(valid, mark, legal, last, other);
      REQUIRE((bench_->pass_o != 0) == (valid && verdict.pass));
      REQUIRE((bench_->open_o != 0) == (state_ == State::kOpen));
      if (valid && verdict.pass)
        REQUIRE(bench_->tag_o == (mark | (verdict.errors != 0 ? kTail : 0u)));
    }
    const bool taken = valid && ready;
    bench_.tick();
    errors_ = taken ? verdict.errors : 0;
    count_ = std::min(255u, count_ + (errors_ != 0));
    REQUIRE(bench_->error_o == errors_);
    REQUIRE(bench_->error_count_o == count_);
    if (taken) {
      seen_.insert({state_, mark, legal, last});
      state_ = verdict.next;
    }
    return taken && verdict.pass;
  }
  bool take(unsigned mark, bool legal = true, bool last = false) {
    return cycle(true, mark, legal, last, true);
  }

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

  [[nodiscard]] Verdict judge(unsigned mark, bool legal, bool last) const {
    const bool tail = (mark & kTail) != 0;
    const Verdict passes = last && !tail ? Verdict{true, kErrorLength, State::kDropping}
                                         : Verdict{true, 0, tail ? State::kClosed : State::kOpen};
    if ((mark & kHead) != 0) {
      if (state_ == State::kOpen) return {false, kErrorOrder, State::kOpen};
      if (!legal) return {false, kErrorDestination, tail ? State::kClosed : State::kDropping};
      return passes;
    }
    if (state_ == State::kOpen) return passes;
    if (state_ == State::kClosed) return {false, kErrorOrder, State::kClosed};
    return {false, 0, tail ? State::kClosed : State::kDropping};
  }

  void offer(bool valid, unsigned mark, bool legal, bool last, bool ready) {
    bench_->valid_i = valid;
    drive(bench_->tag_i, mark);
    bench_->legal_i = legal;
    bench_->last_i = last;
    bench_->ready_i = ready;
    bench_.settle();
  }

  Bench<Vmesh_guard> bench_;
  State state_ = State::kClosed;
  unsigned errors_ = 0;
  unsigned count_ = 0;
  std::set<std::tuple<State, unsigned, bool, bool>> seen_;
};
}  // namespace

TEST_CASE("random flits of every kind", "[mesh_guard][MeshGuardOneState][MeshGuardPassOrError]") {
  Guard guard;
  Random random(1);
  for (unsigned cycle = 0; cycle < 20000; ++cycle)
    guard.cycle(random.chance(3, 4), random() % 4, random.chance(1, 2), random.chance(1, 4),
                random.chance(3, 4));
  CHECK(guard.seen() == 3 * 4 * 2 * 2);
  CHECK(guard.count() == 255);  // and stays there
  CHECK_FALSE(guard.assertion_failed());
}

TEST_CASE("legal messages pass without an error", "[mesh_guard]") {
  Guard guard;
  for (const unsigned mark : {kHead, kBody, kTail, kSingle, kSingle, kHead, kTail}) {
    CHECK(guard.take(mark));
    CHECK(guard.errors() == 0);
  }
  CHECK(guard.count() == 0);
}

TEST_CASE("data without a header, a header inside a message", "[mesh_guard]") {
  Guard guard;
  CHECK_FALSE(guard.take(kBody));
  CHECK(guard.errors() == kErrorOrder);
  CHECK(guard.take(kHead));
  CHECK_FALSE(guard.take(kSingle, false));  // the message inside which it comes stays open
  CHECK(guard.errors() == kErrorOrder);
  CHECK(guard.take(kTail));
  CHECK(guard.count() == 2);
}

TEST_CASE("a message to nowhere is dropped, its data without further errors", "[mesh_guard]") {
  Guard guard;
  CHECK_FALSE(guard.take(kHead, false));
  CHECK(guard.errors() == kErrorDestination);
  CHECK_FALSE(guard.take(kBody));
  CHECK_FALSE(guard.take(kTail));
  CHECK(guard.errors() == 0);
  CHECK_FALSE(guard.take(kTail));  // no longer its data
  CHECK(guard.errors() == kErrorOrder);
  CHECK_FALSE(guard.take(kHead, false));
  CHECK(guard.take(kHead));  // a new message ends what is dropped
  CHECK(guard.take(kTail));
}

TEST_CASE("a message that is too long is cut", "[mesh_guard]") {
  Guard guard;
  CHECK(guard.take(kHead));
  CHECK(guard.take(kBody, true, true));  // as a tail
  CHECK(guard.errors() == kErrorLength);
  CHECK_FALSE(guard.take(kBody));
  CHECK_FALSE(guard.take(kTail));
  CHECK(guard.errors() == 0);
  CHECK(guard.take(kSingle, true, true));  // fits
  CHECK(guard.count() == 1);
}

TEST_CASE("a reset ends what is open and what is dropped", "[mesh_guard]") {
  Guard guard;
  for (const bool legal : {true, false}) {
    CHECK(guard.take(kHead, legal) == legal);
    guard.reset();
    CHECK_FALSE(guard.take(kBody));
    CHECK(guard.errors() == kErrorOrder);
  }
}
