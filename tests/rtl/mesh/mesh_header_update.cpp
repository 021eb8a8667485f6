// rtl/mesh/mesh_header_update.sv
//
// Rationale: every header and every other flit, on the wrap link and on others; a field of two's
// complement is counted towards zero in plain C++.
// State space: all values of hops and `crossed`; random bits around them.
// Parameter space: plus and minus, mesh and torus; rings of 5 and 8 nodes around which the hops go
// on when the way back is longer.
#include "VStepAround.h"
#include "VStepBack.h"
#include "VStepMinus.h"
#include "VStepPlus.h"
#include "VStepTorus.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
/// Flits of 32 bits; hops in bits 7:4, `crossed` in bit 12.
template <class Top>
void all_steps(bool minus, bool torus, int ring = 0) {
  constexpr unsigned kHopOffset = 4;
  constexpr unsigned kHopMask = 15;
  constexpr unsigned kCrossed = 1u << 12;
  CombinationalBench<Top> bench;
  Random random(1);
  for (unsigned number = 0; number < 16 * 2 * 2 * 2 * 20; ++number) {
    const unsigned hops = number & kHopMask;
    const bool crossed = (number >> 4 & 1) != 0;
    const bool wraps = (number >> 5 & 1) != 0;
    const bool head = (number >> 6 & 1) != 0;
    const unsigned around = random() & ~(kHopMask << kHopOffset | kCrossed);
    bench->head_i = head;
    bench->wraps_i = wraps;
    bench->data_i = around | hops << kHopOffset | (crossed ? kCrossed : 0);
    bench.settle();
    int after = static_cast<int>(hops) - (hops >= 8 ? 16 : 0) + (minus ? 1 : -1);
    if (minus && ring != 0 && after > ring / 2) after -= ring;
    if (!minus && ring != 0 && after < -(ring / 2)) after += ring;
    const unsigned left = static_cast<unsigned>(after) & kHopMask;
    const bool behind = torus ? left != 0 && (crossed || wraps) : crossed;
    REQUIRE(bench->data_o ==
            (head ? around | left << kHopOffset | (behind ? kCrossed : 0) : bench->data_i));
  }
}
}  // namespace

TEST_CASE("every step", "[mesh_header_update]") {
  all_steps<VStepPlus>(false, false);
  all_steps<VStepMinus>(true, false);
  all_steps<VStepTorus>(true, true);
  all_steps<VStepAround>(false, false, 5);
  all_steps<VStepBack>(true, false, 8);
}
