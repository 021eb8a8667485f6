// rtl/mway/mway_buffers.sv
//
// Rationale: it connects one of three modules with tests of their own. When a header that has
// arrived is on the lines, and what follows a data flit that nobody takes, tells which; all lines
// of the simplest one are compared in a random run. State space: that of mway_bank,
// mway_staged_bank and mway_guarded_bank. Parameter space: each of the three; three buffers, with
// ages, too.
#include "VBuffersAged.h"
#include "VBuffersDirect.h"
#include "VBuffersGuarded.h"
#include "VBuffersStaged.h"
#include "bank_bench.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

/// Tags on the lines while a header and a tail arrive and after that; nobody takes the tail. Stat
/// shows room.
template <class Top>
std::vector<unsigned> sent(std::uint64_t stat) {
  Bench<Top> bench;
  bench->push_i = 0;
  bench->arrives_i = 0;
  bench->enable_i = 1;
  drive(bench->age_i, 0);
  drive(bench->channel_i, 0);
  drive(bench->answer_i, 0);
  drive(bench->stat_i, stat);
  bench.reset();
  std::vector<unsigned> tags;
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    const unsigned tag = cycle == 0 ? 1 : 3;
    bench->push_i = cycle < 2 ? 1 : 0;
    bench->arrives_i = cycle < 2;
    bench->allocate_i = cycle == 0;
    bench->push_slot_i = 0;
    drive(bench->push_flit_i, flit_info(tag, 4, 0));
    bench->push_data_i = 4;
    bench.settle();
    tags.push_back(payload_tag(bench->payload_o));
    drive(bench->channel_i, flit_info(tags.back(), 4, 0));
    drive(bench->answer_i, answer(tags.back() == 1, false, 0));
    bench.settle();
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
  return tags;
}

}  // namespace

TEST_CASE("the form of the buffers is that of the configuration", "[LockstepEquality]") {
  using Tags = std::vector<unsigned>;
  constexpr std::uint64_t kExact = 0xffff;       // all ways have a free buffer, none is full
  constexpr std::uint64_t kCyclic = 4 | 3 << 4;  // so has way 4
  CHECK(sent<VBuffersDirect>(kExact) == Tags{0, 1, 3, 3, 3, 3, 3, 3, 3, 3});
  CHECK(sent<VBuffersGuarded>(kExact) == Tags{0, 1, 3, 0, 0, 0, 0, 0, 0, 0});
  CHECK(sent<VBuffersStaged>(kCyclic) == Tags{0, 0, 0, 1, 0, 3, 0, 0, 0, 3});
}

TEST_CASE("the lines are those of the buffers", "[mway_buffers][OnePush]") {
  random_bank_run<VBuffersDirect>({3, 2, kBankWays, true, true});
  random_bank_run<VBuffersAged, true>({3, 3, kBankWays, true, true});
}

TEST_CASE("a flit for two buffers is reported", "[BuffersOnePush]") {
  Bench<VBuffersDirect> bench;
  bench->push_i = 3;
  bench->arrives_i = 1;
  bench->allocate_i = 1;
  bench.reset();
  bench.tick();
  CHECK(bench.assertion_failed());
}
