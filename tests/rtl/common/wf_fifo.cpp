// rtl/common/wf_fifo.sv
//
// Rationale: the state of a FIFO is its level and its pointers. Long random runs of legal pushes
// and pops, which alternately fill and drain it, pass every (level, pointer) pair many times; a
// std::deque gives the expected output. Illegal use is tried apart: nothing may be harmed by it,
// and the assertions must see it.
// State space: (Depth + 1) levels x Depth pointers; inputs push x pop x data.
// Parameter space: Depth 1 (a register), 2 and 8 (powers of two), 3 and 5 (pointers wrap early);
// Width 8 and 1.
#include "VFifo1.h"
#include "VFifo2.h"
#include "VFifo3.h"
#include "VFifo5.h"
#include "VFifo8.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <random>
#include <set>
#include <utility>

using namespace wayfarer;

namespace {
template <class Top>
class Queue {
 public:
  Queue(unsigned depth, unsigned width) : depth_(depth), mask_((1u << width) - 1) {
    bench_->push_i = 0;
    bench_->pop_i = 0;
    bench_->data_i = 0;
    bench_.reset();
    check();
  }

  [[nodiscard]] bool full() const { return words_.size() == depth_; }
  [[nodiscard]] bool empty() const { return words_.empty(); }
  [[nodiscard]] std::size_t level() const { return words_.size(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

  /// One cycle, legal or not, by the contract of the header.
  void cycle(bool push, unsigned data, bool pop) {
    bench_->push_i = push;
    bench_->pop_i = pop;
    drive(bench_->data_i, data & mask_);
    bench_.settle();
    check();  // outputs do not depend on inputs
    bench_.tick();
    const bool takes = push && (!full() || pop);
    if (pop && !empty()) words_.pop_front();
    if (takes) words_.push_back(data & mask_);
    bench_->push_i = 0;
    bench_->pop_i = 0;
    bench_.settle();
    check();
  }

  void check() {
    REQUIRE(bench_->level_o == words_.size());
    REQUIRE(bench_->full_o == full());
    REQUIRE(bench_->empty_o == empty());
    if (!empty()) REQUIRE(bench_->data_o == words_.front());
  }

 private:
  Bench<Top> bench_;
  std::size_t depth_;
  unsigned mask_;
  std::deque<unsigned> words_;
};

template <class Top>
void random_run(unsigned depth, unsigned width) {
  Queue<Top> queue(depth, width);
  std::mt19937 random(depth);
  std::set<std::pair<std::size_t, unsigned>> visited;
  unsigned writes = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool filling = cycle / 50 % 2 == 0;
    const bool pop = !queue.empty() && random() % 4 < (filling ? 1 : 3);
    const bool push = (!queue.full() || pop) && random() % 4 < (filling ? 3 : 1);
    queue.cycle(push, static_cast<unsigned>(random()), pop);
    writes += push;
    visited.insert({queue.level(), writes % depth});
  }
  REQUIRE(visited.size() == (depth + 1) * depth);
  REQUIRE_FALSE(queue.assertion_failed());
}

template <class Top>
void misuse(unsigned depth) {
  Queue<Top> queue(depth, 8);
  queue.cycle(false, 0, true);
  CHECK(queue.assertion_failed());
  queue.cycle(true, 1, true);  // the push counts, the pop of nothing does not
  CHECK(queue.assertion_failed());
  for (unsigned i = 1; i < depth; ++i) queue.cycle(true, i + 1, false);
  CHECK_FALSE(queue.assertion_failed());
  queue.cycle(true, 99, false);
  CHECK(queue.assertion_failed());
  queue.cycle(true, 100, true);
  CHECK_FALSE(queue.assertion_failed());
  while (!queue.empty()) queue.cycle(false, 0, true);
  CHECK_FALSE(queue.assertion_failed());
}
}  // namespace

TEST_CASE("words come out once, in order, at every depth",
          "[fifo][FifoLevelBounded][FifoFlagsAgree][FifoPointersAgree][FifoFrontHeld]") {
  random_run<VFifo1>(1, 8);
  random_run<VFifo2>(2, 8);
  random_run<VFifo3>(3, 8);
  random_run<VFifo5>(5, 8);
  random_run<VFifo8>(8, 1);
}

TEST_CASE("a full queue moves a word in every cycle", "[fifo]") {
  Queue<VFifo3> queue(3, 8);
  for (unsigned i = 0; i < 3; ++i) queue.cycle(true, i, false);
  for (unsigned i = 3; i < 30; ++i) {
    queue.cycle(true, i, true);
    REQUIRE(queue.full());
  }
  CHECK_FALSE(queue.assertion_failed());
}

TEST_CASE("misuse is reported and harms no word", "[fifo][FifoNoOverflow][FifoNoUnderflow]") {
  misuse<VFifo1>(1);
  misuse<VFifo3>(3);
}
