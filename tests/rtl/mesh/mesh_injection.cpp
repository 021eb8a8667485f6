// rtl/mesh/mesh_injection.sv
//
// Rationale: lanes do not know of each other: random streams, some of them illegal, on all lanes of
// one bench and, lane by lane, on benches of a single lane must pass the same flits and count the
// same errors; the causes of all lanes are shown together. What one lane does is the claim of
// mesh_guard and mesh_route_check.
// State space: random flits on random lanes, legal or not, buffers full or not.
// Parameter space: 3 lanes and 1 on a line of 4.
#include "VInjectionOne.h"
#include "VInjectionThree.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <array>

using namespace wayfarer;
using namespace wayfarer::module_test;

TEST_CASE("three lanes are three times one", "[mesh_injection][MeshInjectionPushesTaken]") {
  constexpr unsigned kLanes = 3;
  Bench<VInjectionThree> all;
  std::array<Bench<VInjectionOne>, kLanes> alone;
  Random random(1);
  all->position_i = 1;
  all->valid_i = 0;
  all.reset();
  for (auto& lane : alone) {
    lane->position_i = 1;
    lane->valid_i = 0;
    lane.reset();
  }
  unsigned passed = 0;
  unsigned seen = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const auto valid = static_cast<unsigned>(random.bits(kLanes, 3, 4));
    const auto ready = static_cast<unsigned>(random.bits(kLanes, 3, 4));
    const auto last = static_cast<unsigned>(random.bits(kLanes, 1, 8));
    unsigned marks = 0;
    for (unsigned l = 0; l < kLanes; ++l) {
      const unsigned mark = random() % 4;
      const unsigned data = random();
      marks |= mark << 2 * l;
      all->data_i[l] = data;
      alone[l]->valid_i = valid >> l & 1;
      alone[l]->ready_i = ready >> l & 1;
      alone[l]->last_i = last >> l & 1;
      drive(alone[l]->tag_i, mark);
      alone[l]->data_i = data;
      alone[l].settle();
    }
    drive(all->valid_i, valid);
    drive(all->ready_i, ready);
    drive(all->last_i, last);
    drive(all->tag_i, marks);
    all.settle();
    unsigned errors = 0;
    for (unsigned l = 0; l < kLanes; ++l) {
      REQUIRE((all->push_o >> l & 1) == alone[l]->push_o);
      REQUIRE((all->open_o >> l & 1) == alone[l]->open_o);
      REQUIRE((all->tag_o >> 2 * l & 3) == alone[l]->tag_o);
      REQUIRE((all->error_count_o >> 8 * l & 255) == alone[l]->error_count_o);
      errors |= alone[l]->error_o;
      passed += alone[l]->push_o;
      if (alone[l]->push_o != 0) REQUIRE((ready & valid & 1u << l) != 0);
    }
    REQUIRE(all->error_o == errors);
    seen |= errors;
    all.tick();
    for (auto& lane : alone) lane.tick();
  }
  CHECK(passed > 1000);
  CHECK(seen == (kErrorOrder | kErrorDestination | kErrorLength));
  CHECK_FALSE(all.assertion_failed());
}
