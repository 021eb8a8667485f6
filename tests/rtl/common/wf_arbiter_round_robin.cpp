// rtl/common/wf_arbiter_round_robin.sv
//
// Rationale: the pointer is the whole state and can be put anywhere by one grant, and read by
// requesting everything. So pick and move are tried from every state with every input.
// State space: Requests pointers. Inputs: 2^Requests request vectors times advance.
//   Exhaustive up to 8 requests (2048 pairs), random at 16.
// Parameter space: Requests 1, 2, 3, 5, 8, 16: the degenerate one, powers of two, and not.
#include "VRound1.h"
#include "VRound16.h"
#include "VRound2.h"
#include "VRound3.h"
#include "VRound5.h"
#include "VRound8.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace wayfarer;

namespace {
unsigned first_from(unsigned pointer, unsigned request, unsigned requests) {
  for (unsigned i = 0; i < requests; ++i) {
    const unsigned index = (pointer + i) % requests;
    if (request >> index & 1) return index;
  }
  return 0;
}

template <class Top>
class Arbiter {
 public:
  explicit Arbiter(unsigned requests) : requests_(requests) {
    bench_->advance_i = 0;
    bench_->request_i = 0;
    bench_.reset();
  }

  /// Checks the choice for one cycle and ends it.
  void cycle(unsigned request, bool advance) {
    apply(request, advance);
    const unsigned index = first_from(pointer_, request, requests_);
    REQUIRE(bench_->valid_o == (request != 0));
    REQUIRE(bench_->index_o == index);
    REQUIRE(bench_->grant_o == (request != 0 ? 1u << index : 0));
    bench_.tick();
    if (advance && request != 0) pointer_ = (index + 1) % requests_;
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  void put_pointer(unsigned pointer) {
    cycle(1u << ((pointer + requests_ - 1) % requests_), true);
    REQUIRE(pointer_ == pointer);
  }

  void check_pointer() { cycle((1u << requests_) - 1, false); }

 private:
  void apply(unsigned request, bool advance) {
    drive(bench_->request_i, request);
    bench_->advance_i = advance;
    bench_.settle();
  }

  Bench<Top> bench_;
  unsigned requests_;
  unsigned pointer_ = 0;
};

template <class Top>
void try_all(unsigned requests) {
  Arbiter<Top> arbiter(requests);
  arbiter.check_pointer();
  for (unsigned pointer = 0; pointer < requests; ++pointer) {
    for (unsigned request = 0; request < (1u << requests); ++request) {
      for (const bool advance : {false, true}) {
        arbiter.put_pointer(pointer);
        arbiter.cycle(request, advance);
        arbiter.check_pointer();
      }
    }
  }
}
}  // namespace

TEST_CASE(
    "the first request at or after the pointer wins, from every pointer",
    "[wf_arbiter_round_robin][ArbiterGrantOnehot][ArbiterGrantRequested][ArbiterWorkConserving]"
    "[ArbiterPointerLegal]") {
  try_all<VRound1>(1);
  try_all<VRound2>(2);
  try_all<VRound3>(3);
  try_all<VRound5>(5);
  try_all<VRound8>(8);
}

TEST_CASE("sixteen requesters agree with the reference in random cycles",
          "[wf_arbiter_round_robin][ArbiterPointerLegal]") {
  Arbiter<VRound16> arbiter(16);
  std::mt19937 random(1);
  for (unsigned cycle = 0; cycle < 50000; ++cycle) {
    const unsigned density = cycle / 1000 % 3;  // dense, then sparse, then sparser
    unsigned request = static_cast<unsigned>(random()) & 0xffff;
    for (unsigned i = 0; i < density; ++i) request &= static_cast<unsigned>(random());
    arbiter.cycle(request, random() % 4 != 0);
  }
}

TEST_CASE("a standing request is granted within as many advances as there are requesters",
          "[wf_arbiter_round_robin]") {
  Bench<VRound5> bench;
  bench->request_i = 0;
  bench->advance_i = 1;
  bench.reset();
  std::mt19937 random(2);
  std::vector<unsigned> waited(5, 0);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    drive(bench->request_i, bench->request_i | (random() & random() & 31));
    bench.settle();
    for (unsigned i = 0; i < 5; ++i) {
      waited[i] = (bench->request_i >> i & 1) ? waited[i] + 1 : 0;
      REQUIRE(waited[i] <= 5);
    }
    const auto granted = bench->grant_o;
    for (unsigned i = 0; i < 5; ++i) {
      if (granted >> i & 1) waited[i] = 0;
    }
    bench.tick();
    drive(bench->request_i, bench->request_i & ~granted);
  }
  REQUIRE_FALSE(bench.assertion_failed());
}
