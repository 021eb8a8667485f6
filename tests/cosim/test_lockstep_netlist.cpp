// Rationale: what synthesis makes of the RTL still equals the cycle model in every cycle, so that
// neither the reader, nor the optimiser, nor the mapping to cells of ECP5 changes a network.
// State space: random traffic from near idle to beyond saturation, with and without stalls; hosts'
// programs, multicast, management, illegal flits; every message alone takes the closed form's time.
// Events of the netlist are those of the model, byte for byte.
// Parameter space: a small network of each family, 20,000 cycles of random traffic. Nightly: larger
// ones, of each family, with phases, classes and lanes; a million cycles, and the night's seed.
#include <catch2/catch.hpp>

#include "../environment.hpp"
#include "both.hpp"
#include "exercise.hpp"
#include "netlist_networks.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

/// Each of the four loads has a quarter of the cycles.
void check(const NetworkConfig& config, std::uint64_t seed, Cycle cycles, bool optimised) {
  INFO(to_toml(config) << "seed " << seed);
  const Engines built = engines(false, optimised);
  const auto network = built.make(config, Engine::kBothNetlist);
  CHECK_NOTHROW(run_loads(*network, config, {seed, cycles / 4, {}}));
  CHECK_NOTHROW(exercise(*network, config, {seed + 10, 1000, {}}));
  CHECK_NOTHROW(check_same_events(config, built, Engine::kNetlist));
}

}  // namespace

TEST_CASE("netlists of small networks", "[LockstepEquality][netlist]") {
  const std::vector<std::string> families = family_names();
  const std::string family = families[GENERATE(range(std::size_t{0}, family_names().size()))];
  check(small_netlist(family), 1, 20'000, false);
}

TEST_CASE("netlists of all networks", "[LockstepEquality][netlist][.nightly]") {
  const std::string folder = GENERATE("small", "large");
  const std::vector<NetworkConfig> networks = netlist_networks(folder);
  check(networks[GENERATE_COPY(range(std::size_t{0}, networks.size()))], night_seed(), 1'000'000,
        true);
}
