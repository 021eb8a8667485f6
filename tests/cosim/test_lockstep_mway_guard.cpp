// Rationale: guarded m-way routers (docs/mway-guarded.md) survive upsets of what they guard. RTL
// and model are equal in every cycle while registers are upset. A wrong copy of Drv loses nothing;
// a wrong mapping costs its message, whose receiver is told, and nothing else.
// State space: random messages on all injection buffers, ejection stalls, messages aborted by their
// senders; upsets of any copy of Drv, of any bits, several at once; of every bit of any mapping.
// Without upsets, all that test_lockstep_mway does, and equality with routers without guard.
// Parameter space: mesh, torus, hypercube with two processors, a mesh with a dead router; one to
// four buffers of one to three flits, both freeings. Nightly: more seeds and cycles.
#include <catch2/catch.hpp>

#include <vector>

#include <fmt/format.h>

#include "both.hpp"
#include "exercise.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "family/registry.hpp"
#include "upsets.hpp"

using namespace wayfarer;

namespace {

struct Guarded {
  const char* name;
  TopologyKind kind;
  std::vector<unsigned> extents;
  unsigned processors;
  unsigned buffers;
  unsigned depth;
  Freeing freeing;
  bool fault;
};

std::vector<NetworkConfig> guarded_networks() {
  std::vector<NetworkConfig> networks;
  for (const Guarded& one : std::vector<Guarded>{
           {"mesh", TopologyKind::kMesh, {3, 3}, 1, 4, 2, Freeing::kEarly, false},
           {"torus", TopologyKind::kTorus, {3, 2}, 1, 3, 1, Freeing::kEarly, false},
           {"hypercube", TopologyKind::kMesh, {2, 2, 2}, 2, 1, 3, Freeing::kLate, false},
           {"fault", TopologyKind::kMesh, {3, 2}, 1, 2, 2, Freeing::kEarly, true}}) {
    NetworkConfig& config = networks.emplace_back(mway_config());
    config.name = fmt::format("guard-{}", one.name);
    config.topology = {one.kind, one.extents, one.processors};
    MwayConfig& router = mway_of(config);
    router.buffers = one.buffers;
    router.depth = one.depth;
    router.freeing = one.freeing;
    router.variant = MwayVariant::kGuarded;
    if (one.fault) {
      router.configuration = Configuration::kPins;
      router.fault = {MwayDead::kRouter, 0, 0};
    }
    config.flit_bits = 64;
    validate(config);
  }
  return networks;
}

void check_upsets(std::uint64_t seed, Cycle cycles) {
  for (const NetworkConfig& config : guarded_networks()) {
    INFO(to_toml(config));
    const auto network = both(config, config.name == "guard-mesh");
    const UpsetOutcome outcome = UpsetRun(*network, config, {seed, cycles, 20, 20, 100}).run();
    const unsigned aborted = check_arrivals(outcome);
    CHECK(outcome.drivers > cycles / 100);
    CHECK(aborted > cycles / 400);
    CHECK(aborted <= outcome.mappings);
  }
}

}  // namespace

TEST_CASE("RTL and model are equal in every cycle while copies of Drv and mappings are upset",
          "[GuardedRecovers]") {
  check_upsets(1, 2000);
}

TEST_CASE("RTL and model are equal over more seeds and cycles of upsets",
          "[GuardedRecovers][.nightly]") {
  check_upsets(GENERATE(2, 3, 4, 5, 6), 20'000);
}

TEST_CASE("guarded networks are in lockstep without upsets, illegal flits included",
          "[GuardedRecovers]") {
  for (const NetworkConfig& config : guarded_networks()) {
    INFO(to_toml(config));
    CHECK_NOTHROW(exercise(*both(config, config.name == "guard-mesh"), config, {5, 600, {}}));
  }
}

TEST_CASE("a wrong copy of Drv costs cycles, and no message", "[GuardedRecovers]") {
  const std::uint64_t seed = GENERATE(1, 2, 3);
  for (const NetworkConfig& config : guarded_networks()) {
    INFO(to_toml(config));
    const auto network = make_mway_model(config);
    const UpsetOutcome outcome = UpsetRun(*network, config, {seed, 5000, 50, 0, 0}).run();
    CHECK(outcome.messages.size() > 1000);
    CHECK(outcome.drivers > 500);
    CHECK(check_arrivals(outcome) == 0);
  }
}

TEST_CASE("without upsets a guarded network is as one without guard", "[GuardedRecovers]") {
  for (NetworkConfig config : guarded_networks()) {
    INFO(to_toml(config));
    auto guarded = make_mway_model(config);
    mway_of(config).variant = MwayVariant::kPaper;
    LockstepNetwork both(make_mway_model(config), std::move(guarded));
    CHECK_NOTHROW(run_loads(both, config, {3, 3000, {}}));
  }
}
