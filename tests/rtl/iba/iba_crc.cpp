// rtl/iba/iba_crc.sv
//
// Rationale: the register is that of the model, and after "12345678" it has the published values of
// CRC-32. State space: random words, gaps, starts anew. Parameter space: ICRC and VCRC.
#include "VIcrc.h"
#include "VVcrc.h"
#include "bench.hpp"
#include "family/iba/wire_format.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

template <class Top, class Crc>
void equals_model() {
  Bench<Top> bench;
  Random random(1);
  Crc model;
  bench->clear_i = bench->take_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    REQUIRE(bench->crc_o == model.value());
    const WireWord word = random();
    bench->clear_i = random.chance(1, 20);
    bench->take_i = random.chance(3, 4);
    bench->word_i = word;
    bench.settle();
    if (bench->clear_i != 0)
      model.clear();
    else if (bench->take_i != 0)
      model.take(word);
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("both checksums are those of the model", "[iba_crc][IbaCrcClears]") {
  equals_model<VIcrc, Icrc>();
  equals_model<VVcrc, Vcrc>();
}

TEST_CASE("the ICRC's polynomial is that of CRC-32", "[iba_crc]") {
  Icrc crc;
  crc.take(0x34333231);  // "1234"
  crc.take(0x38373635);
  CHECK(crc.value() == 0x9ae0daaf);
}
