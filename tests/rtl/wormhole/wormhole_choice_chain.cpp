// rtl/wormhole/wormhole_choice_chain.sv
//
// Rationale: random requests and free outputs against plain C++.
// State space: all pointers. Parameter space: 1 and 3 outputs of 5 requests, 2 outputs of 1
// request.
#include "VChainOne.h"
#include "VChainSingle.h"
#include "VChainThree.h"
#include "choices.hpp"

using namespace wayfarer::module_test;

TEST_CASE("outputs choose one after the other",
          "[wormhole_choice_chain][WormholeChoiceChainDistinct][WormholeChoiceChainCounts]") {
  check_choices<VChainThree>(5, 3, 1);
  check_choices<VChainOne>(5, 1, 2);
  check_choices<VChainSingle>(1, 2, 3);
}
