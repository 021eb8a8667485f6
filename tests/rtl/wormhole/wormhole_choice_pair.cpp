// rtl/wormhole/wormhole_choice_pair.sv
//
// Rationale: random requests and free outputs against plain C++ that lets one output choose after
// the other. tests/formal proves the module equal to wormhole_choice_chain. State space: all pairs
// of pointers. Parameter space: 1, 2, 5 and 10 requests.
#include "VPair1.h"
#include "VPair10.h"
#include "VPair2.h"
#include "VPair5.h"
#include "choices.hpp"

using namespace wayfarer::module_test;

TEST_CASE("two outputs choose at the same time",
          "[wormhole_choice_pair][WormholeChoicePairDistinct][WormholeChoicePairCounts]") {
  check_choices<VPair1>(1, 2, 1);
  check_choices<VPair2>(2, 2, 2);
  check_choices<VPair5>(5, 2, 3);
  check_choices<VPair10>(10, 2, 4);
}
