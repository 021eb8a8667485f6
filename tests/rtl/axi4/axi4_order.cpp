// rtl/axi4/axi4_order.sv
//
// Rationale: the table answers as its model for every thread and destination, at random starts and
// ends that a manager's side may make. State space: counts and destinations of all threads.
// Parameter space: four threads, three messages; one thread and one message, one terminal.
#include "VOrder.h"
#include "VOrderOne.h"
#include "axi4/order.hpp"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using module_test::Random;

namespace {

Axi4Config config(unsigned threads, unsigned outstanding, unsigned terminals) {
  Axi4Config made;
  made.threads = threads;
  made.outstanding = outstanding;
  made.terminals = terminals;
  return made;
}

template <class Top>
void random_run(const Axi4Config& config) {
  Bench<Top> bench;
  Axi4Order model(config);
  Random random(1);
  bench->start_i = bench->end_i = 0;
  bench->thread_i = bench->dest_i = bench->end_thread_i = 0;
  bench.reset();
  unsigned refused = 0, starts = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned thread = random.below(config.threads), dest = random.below(config.terminals);
    const unsigned ended = random.below(config.threads);
    const bool busy = cycle / 200 % 2 == 0;
    bench->start_i = 0;
    bench->thread_i = static_cast<CData>(thread);
    bench->dest_i = static_cast<CData>(dest);
    bench.settle();
    REQUIRE(bench->may_o == model.may(thread, dest));
    REQUIRE(bench->empty_o == model.empty(thread));
    const bool starting = model.may(thread, dest) && random.chance(busy ? 7 : 2, 8);
    const bool ending = !model.empty(ended) && random.chance(busy ? 2 : 7, 8);
    refused += !model.may(thread, dest);
    starts += starting;
    bench->start_i = starting;
    bench->end_i = ending;
    bench->end_thread_i = static_cast<CData>(ended);
    bench.tick();
    if (starting) model.start(thread, dest);
    if (ending) model.end(ended);
  }
  CHECK(refused > 1000);
  CHECK(starts > 1000);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("threads keep to one destination",
          "[axi4_order][Axi4OrderCountBounded][Axi4OrderStartsIfItMay]") {
  random_run<VOrder>(config(4, 3, 5));
  random_run<VOrderOne>(config(1, 1, 1));
}

TEST_CASE("a nonexistent thread has no messages", "[axi4_order]") {
  Bench<VOrderOne> bench;
  bench->start_i = bench->end_i = 0;
  bench->dest_i = bench->end_thread_i = 0;
  bench->thread_i = 1;
  bench.reset();
  CHECK(bench->empty_o == 1);
  CHECK(bench->may_o == 1);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("an end without a start is reported", "[axi4_order][Axi4OrderEndsWhatStarted]") {
  Bench<VOrder> bench;
  bench->start_i = bench->end_i = 0;
  bench->thread_i = bench->dest_i = bench->end_thread_i = 0;
  bench.reset();
  bench->end_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
