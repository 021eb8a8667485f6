// rtl/mway/mway_allocator.sv
//
// Rationale: combinational; the reference searches the buffers one by one. Headers are tried with
// every combination of allocated and full buffers, data flits with random mappings of which at most
// one matches, by the mapping's rule; two that match must be reported.
// State space: none. Inputs: 2^(2 Buffers) states x class x way for headers.
// Parameter space: one buffer; four of which three, one, or all serve class 0.
#include "VAllocator1.h"
#include "VAllocator4.h"
#include "VAllocator4One.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kOwnWay = 5;

struct State {
  unsigned allocated = 0;
  unsigned mapped = 0;
  unsigned full = 0;
  unsigned one_left = 0;
  bool split = true;
  [[nodiscard]] unsigned free() const { return ~(allocated | full) & ((1u << driver.size()) - 1); }
  std::vector<unsigned> driver;
  std::vector<unsigned> buffer;
};

template <class Top>
void apply(AssertionBench<Top>& bench, const State& state, const Lines& lines,
           unsigned buffer_bits) {
  drive(bench->own_way_i, kOwnWay);
  bench->split_i = state.split;
  drive(bench->tag_i, lines.tag);
  drive(bench->driver_i, lines.driver);
  drive(bench->driver_buffer_i, lines.buffer);
  drive(bench->way_i, lines.way());
  drive(bench->class_i, lines.buffer_class());
  drive(bench->free_i, state.free());
  drive(bench->mapped_i, state.mapped);
  drive(bench->full_i, state.full);
  drive(bench->one_left_i, state.one_left);
  std::uint64_t drivers = 0;
  std::uint64_t buffers = 0;
  for (unsigned b = 0; b < state.driver.size(); ++b) {
    drivers |= std::uint64_t{state.driver[b]} << 4 * b;
    buffers |= std::uint64_t{state.buffer[b]} << buffer_bits * b;
  }
  drive(bench->mapped_driver_i, drivers);
  drive(bench->mapped_buffer_i, buffers);
  bench.settle();
}

template <class Top>
void check(AssertionBench<Top>& bench, const State& state, const Lines& lines, unsigned class_zero,
           unsigned buffer_bits) {
  const auto buffers = static_cast<unsigned>(state.driver.size());
  unsigned available = 0;
  std::optional<unsigned> taker;
  for (unsigned b = buffers; b-- > 0;) {
    const bool full = (state.full >> b & 1) != 0;
    const bool free = !full && (state.allocated >> b & 1) == 0;
    const bool zero = !state.split || b < class_zero;
    const bool one = b >= class_zero;
    if (free) available |= (one ? 2u : 0u) | (zero ? 1u : 0u);
    const bool wanted = lines.way() == kOwnWay && (lines.buffer_class() != 0 ? one : zero);
    const bool matches = (state.mapped >> b & 1) != 0 && state.driver[b] == lines.driver &&
                         state.buffer[b] == lines.buffer;
    if (lines.tag == kHeader ? wanted && free : lines.is_data() && matches && !full) taker = b;
  }
  apply(bench, state, lines, buffer_bits);
  REQUIRE(bench->available_o == available);
  REQUIRE(bench->acknowledge_o == taker.has_value());
  REQUIRE(bench->push_o == (taker ? 1u << *taker : 0u));
  REQUIRE(bench->allocate_o == (taker && lines.tag == kHeader));
  REQUIRE(bench->slot_o == taker.value_or(0));
  REQUIRE(bench->fills_o == (taker && (state.one_left >> *taker & 1) != 0));
}

template <class Top>
void headers(unsigned buffers, unsigned class_zero, unsigned buffer_bits) {
  AssertionBench<Top> bench;
  State state;
  state.driver.assign(buffers, 3);
  state.buffer.assign(buffers, 0);
  for (unsigned bits = 0; bits < (2u << 2 * buffers); ++bits) {
    state.split = bits >> 2 * buffers == 0;
    state.allocated = bits & ((1u << buffers) - 1);
    state.full = bits >> buffers & ((1u << buffers) - 1);
    state.one_left = ~state.full & ((1u << buffers) - 1);
    for (const unsigned way : {kOwnWay, kOwnWay ^ 1u, kOwnWay ^ 8u}) {
      for (unsigned buffer_class = 0; buffer_class < 2; ++buffer_class) {
        check(bench, state, {kHeader, 3, 0, way | buffer_class << kClassBit}, class_zero,
              buffer_bits);
      }
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

template <class Top>
void any_flits(unsigned buffers, unsigned class_zero, unsigned buffer_bits) {
  AssertionBench<Top> bench;
  Random random(buffers);
  for (unsigned round = 0; round < 20000; ++round) {
    State state;
    const unsigned all = (1u << buffers) - 1;
    state.mapped = random() & all;
    state.allocated = state.mapped | (random() & all);
    state.full = random() & random() & all;
    state.one_left = random() & all & ~state.full;
    // Distinct pairs (driver, buffer): at most one matches.
    const unsigned first = random() % 16;
    std::vector<unsigned> pairs(2u << buffer_bits);
    for (unsigned i = 0; i < pairs.size(); ++i) pairs[i] = i;
    for (unsigned b = 0; b < buffers; ++b) {
      std::swap(pairs[b], pairs[b + random() % (pairs.size() - b)]);
      state.driver.push_back((first + (pairs[b] >> buffer_bits)) % 16);
      state.buffer.push_back(pairs[b] & ((1u << buffer_bits) - 1));
    }
    Lines lines;
    lines.tag = random() % 4;
    lines.driver = (first + random() % 3) % 16;
    lines.buffer = random() % (1u << buffer_bits);
    lines.data = random() % 2 == 0 ? kOwnWay | (random() % 2) << kClassBit : random() % 32;
    check(bench, state, lines, class_zero, buffer_bits);
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a header takes the lowest free buffer of its class in the named set",
          "[mway_allocator]") {
  headers<VAllocator1>(1, 1, 1);
  headers<VAllocator4>(4, 3, 2);
  headers<VAllocator4One>(4, 1, 2);
}

TEST_CASE("a data flit is accepted by the matching mapped buffer, unless it is full",
          "[mway_allocator][MappingUnique]") {
  any_flits<VAllocator1>(1, 1, 1);
  any_flits<VAllocator4>(4, 3, 2);
  any_flits<VAllocator4One>(4, 1, 2);
}

TEST_CASE("two buffers mapped to one sender are reported", "[mway_allocator][MappingUnique]") {
  AssertionBench<VAllocator4> bench;
  State state{0xf, 0x5, 0, 0, true, {2, 2, 2, 2}, {1, 2, 1, 3}};
  apply(bench, state, {kBody, 2, 3, 0}, 2);
  CHECK_FALSE(bench.assertion_failed());
  apply(bench, state, {kBody, 2, 1, 0}, 2);
  CHECK(bench.assertion_failed());
}
