// rtl/mway/mway_addressed_allocator.sv
//
// Rationale: combinational; every combination of free buffers, tag, class and named buffer, for this
// set and for another, against a loop over the buffers.
// State space: none. Inputs: 2^Buffers x tags x classes x Buffers x selected.
// Parameter space: one buffer; four of which three serve class 0.
#include "VAddressed1.h"
#include "VAddressed4.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

template <class Top>
void all_inputs(unsigned buffers, unsigned class_zero) {
  CombinationalBench<Top> bench;
  for (unsigned free = 0; free < 1u << buffers; ++free) {
    unsigned lowest[2] = {0, 0};
    for (unsigned b = buffers; b-- > 0;) {
      if ((free >> b & 1) != 0) lowest[b >= class_zero] = 1u << b;
    }
    for (unsigned rest = 0; rest < 16 * buffers; ++rest) {
      const unsigned tag = rest & 3;
      const unsigned buffer_class = rest >> 2 & 1;
      const bool selected = (rest >> 3 & 1) != 0;
      const unsigned slot = 1u << rest / 16;
      bench->selected_i = selected;
      drive(bench->tag_i, tag);
      drive(bench->slot_i, slot);
      bench->class_i = buffer_class;
      drive(bench->free_i, free);
      bench.settle();
      REQUIRE(bench->push_o == (!selected ? 0 : tag == kHeader ? lowest[buffer_class] : slot));
      REQUIRE(bench->allocate_o == (selected && tag == kHeader));
      REQUIRE(bench->lowest_o == (lowest[1] << buffers | lowest[0]));
      REQUIRE(bench->available_o == ((lowest[1] != 0 ? 2u : 0u) | (lowest[0] != 0 ? 1u : 0u)));
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("a header takes the lowest free buffer of its class, data the named one",
          "[mway_addressed_allocator]") {
  all_inputs<VAddressed1>(1, 1);
  all_inputs<VAddressed4>(4, 3);
}
