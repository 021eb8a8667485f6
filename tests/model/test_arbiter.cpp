// The arbiter of Figure 4: table, extended rule and definition agree.
#include "family/mway/arbiter.hpp"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {
unsigned figure4(unsigned priority, bool request, unsigned sum, unsigned) {
  return figure4_output(priority, request, sum);
}
}  // namespace

TEST_CASE("the table grants the highest priority in all 8 x 256 cases within 3 rounds",
          "[arbiter]") {
  for (unsigned driver = 0; driver < 8; ++driver)
    for (std::uint32_t requests = 0; requests < 256; ++requests) {
      const Settled settled = settle(figure4, driver, requests, 3);
      REQUIRE(settled.sum == highest_priority(driver, requests, 3));
      REQUIRE(settled.rounds <= 3);
    }
}

TEST_CASE("the extended rule is the table for three lines", "[arbiter]") {
  for (unsigned priority = 0; priority < 8; ++priority)
    for (unsigned sum = 0; sum < 8; ++sum)
      for (const bool request : {false, true})
        REQUIRE(arbiter_output(priority, request, sum, 3) ==
                figure4_output(priority, request, sum));
}

TEST_CASE("the extended rule grants the highest priority on any number of lines", "[arbiter]") {
  CHECK(rc::check([] {
    const unsigned lines = *rc::gen::inRange(1u, 5u);
    const unsigned driver = *rc::gen::inRange(0u, 1u << lines);
    const std::uint32_t requests = *rc::gen::inRange(0u, 1u << (1u << lines));
    const Settled settled = settle(arbiter_output, driver, requests, lines);
    RC_ASSERT(settled.sum == highest_priority(driver, requests, lines));
    RC_ASSERT(settled.rounds <= lines);
  }));
}

TEST_CASE("a persistent request waits for every other member at most once", "[arbiter]") {
  for (unsigned ways = 2; ways <= 16; ++ways) CHECK(worst_wait(ways) == ways - 1);
}
