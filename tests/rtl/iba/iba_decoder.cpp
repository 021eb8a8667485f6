// rtl/iba/iba_decoder.sv
//
// Rationale: every switch's number and some beyond, with random responses. Parameter space: 1 and 5
// switches.
#include "VDecoder1.h"
#include "VDecoder5.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned switches) {
  CombinationalBench<Top> bench;
  Random random(switches);
  for (unsigned round = 0; round < 2000; ++round) {
    const unsigned at = random.chance(1, 4) ? random.below(16384) : random.below(switches);
    const bool select = random.chance(3, 4);
    const bool enable = random.chance(1, 2);
    const auto ready = random.bits(switches, 1, 2);
    const auto error = random.bits(switches, 1, 2);
    std::vector<unsigned> data(switches);
    for (unsigned s = 0; s < switches; ++s) bench->prdata_i[s] = data[s] = random();
    bench->psel_i = select;
    bench->penable_i = enable;
    drive(bench->switch_i, at);
    drive(bench->pready_i, ready);
    drive(bench->pslverr_i, error);
    bench.settle();
    for (unsigned s = 0; s < switches; ++s) REQUIRE((bench->psel_o[s] != 0) == (select && s == at));
    const bool known = at < switches;
    REQUIRE(bench->prdata_o == (known ? data[at] : 0));
    REQUIRE((bench->pready_o != 0) == (known ? has(ready, at) : true));
    REQUIRE((bench->pslverr_o != 0) == (known ? has(error, at) : select && enable));
  }
}
}  // namespace

TEST_CASE("transfers go to the addressed switch", "[iba_decoder]") {
  random_run<VDecoder1>(1);
  random_run<VDecoder5>(5);
}
