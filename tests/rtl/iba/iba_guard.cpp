// rtl/iba/iba_guard.sv
//
// Rationale: the rules, written independently below, against random flits of every kind. The guard
// has few inputs and three states, so a long random run covers every transition; the run counts
// them.
// State space: closed, open with any number of flits left, dropping; a reset in each. Parameter
// space: the largest packet of 1 and of 4 flits.
#include "VGuard1.h"
#include "VGuard4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <tuple>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
enum class State { kClosed, kOpen, kDropping };

struct Verdict {
  bool pass = false;
  bool order = false;
  bool length = false;
  bool tail = false;  ///< The tag of the passed flit.
};

class Reference {
 public:
  explicit Reference(unsigned longest) : longest_(longest) {}
  [[nodiscard]] State state() const { return state_; }

  Verdict take(unsigned mark, unsigned data_flits) {
    const bool head = (mark & kHead) != 0;
    const bool tail = (mark & kTail) != 0;
    if (!head && state_ == State::kDropping) {
      if (tail) state_ = State::kClosed;
      return {};
    }
    if (head == (state_ == State::kOpen)) return {false, true, false, false};
    if (head && data_flits + 1 > longest_) {
      state_ = tail ? State::kClosed : State::kDropping;
      return {false, false, true, false};
    }
    left_ = head ? data_flits : left_ - 1;
    const bool last = left_ == 0;
    state_ = tail ? State::kClosed : last ? State::kDropping : State::kOpen;
    return {true, false, last != tail, last || tail};
  }

 private:
  unsigned longest_;
  unsigned left_ = 0;
  State state_ = State::kClosed;
};

template <class Top>
std::size_t random_run(unsigned longest) {
  Bench<Top> bench;
  Random random(longest);
  Reference reference(longest);
  std::set<std::tuple<State, unsigned, bool, bool>> seen;
  bench->valid_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    if (random.chance(1, 100)) {
      bench.reset();
      reference = Reference(longest);
    }
    const unsigned mark = random.below(4);
    const unsigned data_flits = random.below(random.chance(1, 16) ? 4096 : longest + 1);
    const bool valid = random.chance(3, 4);
    bench->valid_i = valid;
    drive(bench->tag_i, mark);
    drive(bench->length_i, data_flits);
    bench.settle();
    const State before = reference.state();
    REQUIRE((bench->open_o != 0) == (before == State::kOpen));
    const Verdict verdict = valid ? reference.take(mark, data_flits) : Verdict{};
    REQUIRE((bench->pass_o != 0) == verdict.pass);
    REQUIRE((bench->order_o != 0) == verdict.order);
    REQUIRE((bench->length_o != 0) == verdict.length);
    if (verdict.pass) REQUIRE(bench->tag_o == ((mark & kHead) | (verdict.tail ? kTail : 0u)));
    if (valid) seen.insert({before, mark, verdict.pass, verdict.length});
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
  return seen.size();
}
}  // namespace

TEST_CASE("flits of every kind", "[iba_guard][IbaGuardOneState][IbaGuardPassOrError]") {
  random_run<VGuard1>(1);
  // Closed and dropping: a head, a single, each fit or wrong or too long, and two kinds of data.
  // Open: two kinds of head; data in the middle, too long, the tail, too short.
  CHECK(random_run<VGuard4>(4) == 2 * (3 + 3 + 2) + 2 + 2 + 2);
}
