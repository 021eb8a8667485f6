// rtl/wormhole/wormhole_link_registers.sv
//
// Rationale: random flits and credits come out unchanged, as many cycles later as there are
// registers, and none come out of reset, also if some are under way when it comes. A flit of a
// virtual channel that the link does not have fails the assertion. Parameter space: 1 and 4
// registers, 1 and 3 virtual channels.
#include "VRegisters1.h"
#include "VRegisters4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top>
void random_traffic(unsigned registers, unsigned channels) {
  struct OnTheWay {
    bool valid = false;
    unsigned channel = 0;
    Flit flit{};
    unsigned credits = 0;
  };
  Bench<Top> bench;
  Random random(registers);
  bench->valid_i = 0;
  bench->credit_i = 0;
  bench.reset();
  std::deque<OnTheWay> way(registers);  // front: what comes out in this cycle
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    if (random.chance(1, 50)) {  // the inputs keep their values
      bench.reset();
      way.assign(registers, {});
    }
    way.push_back({random.chance(1, 2),
                   random.below(channels),
                   {random() % 4, random()},
                   random.below(1u << channels)});
    const OnTheWay& in = way.back();
    bench->valid_i = in.valid;
    drive(bench->vc_i, in.channel);
    drive(bench->tag_i, in.flit.mark);
    drive(bench->data_i, in.flit.data);
    drive(bench->credit_i, in.credits);
    bench.settle();
    const OnTheWay& out = way.front();
    REQUIRE((bench->valid_o != 0) == out.valid);
    REQUIRE(bench->credit_o == out.credits);
    if (out.valid) {
      REQUIRE(bench->vc_o == out.channel);
      REQUIRE(Flit{bench->tag_o, bench->data_o} == out.flit);
    }
    way.pop_front();
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("flits and credits come out as many cycles later", "[wormhole_link_registers]") {
  random_traffic<VRegisters1>(1, 3);
  random_traffic<VRegisters4>(4, 1);
}

TEST_CASE("a flit of no virtual channel is reported",
          "[wormhole_link_registers][WormholeLinkRegistersVc]") {
  Bench<VRegisters1> bench;
  bench->valid_i = 0;
  bench->credit_i = 0;
  bench.reset();
  bench->valid_i = 1;
  bench->vc_i = 3;
  bench.tick();
  bench.tick();
  CHECK(bench.assertion_failed());
}
