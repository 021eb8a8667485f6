// wayfarer check on every network that is shipped: none can deadlock.
#include <catch2/catch.hpp>

#include "run_wayfarer.hpp"

TEST_CASE("every shipped network is deadlock-free", "[cli]") {
  unsigned checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYFARER_CONFIG_FOLDER)) {
    const Outcome outcome = wayfarer("check '" + entry.path().string() + "'");
    INFO(outcome.text);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.text, Catch::Contains("deadlock-free: the dependency graph") &&
                                 Catch::Contains("acyclic"));
    ++checked;
  }
  CHECK(checked > 20);
}
