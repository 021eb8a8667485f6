// Rationale: what networks are made to do in lockstep fits every network that a night can draw:
// each cause of an error occurs, lone messages take the closed form's time, and a guarded network
// recovers. A night compares far fewer networks with RTL than the models can run alone.
// State space: that of the exercise (exercise.hpp), on models.
// Parameter space: 12 random networks of each family, and one of other extents of each one's
// routers. Nightly: 200 of the night's seed.
#include <catch2/catch.hpp>

#include <string>

#include "../environment.hpp"
#include "common/engines.hpp"
#include "draws.hpp"
#include "exercise.hpp"

using namespace wayfarer;

TEST_CASE("the models of random networks pass the exercise") {
  const std::uint64_t seed = night_seed();
  const std::uint64_t networks = from_environment("WAYFARER_DRAWS", 12);
  constexpr std::uint32_t kMostTerminals = 32;
  for (const std::string& family : family_names()) {
    for (std::uint32_t number = 0; number < networks; ++number) {
      const NetworkConfig drawn = draw_of(family)(seed, number);
      Random random(seed, number, Purpose::kTest, 1);
      for (const auto& config : {std::optional(drawn), resized(drawn, random, kMostTerminals)}) {
        if (!config) continue;
        INFO(to_toml(*config));
        CHECK_NOTHROW(
            exercise(*Engines().make(*config, Engine::kModel), *config, {number, 1000, {}}));
      }
    }
  }
}
