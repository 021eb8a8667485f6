// Rationale: the clocks of the channels are SystemC's. Model and RTL are in lockstep at every
// instant in which a clock rises; every message arrives once, whole, and in the order of its
// buffer, which the run's scoreboard checks. State space: random traffic with stalls; four clocks,
// one of a third of the fastest one's frequency, two equal ones in phase, and one whose edges drift
// past theirs. Parameter space: the first network of mway_clocks_networks, for the library of
// test_lockstep_mway.
#include "program/program_bench.hpp"

#include <catch2/catch.hpp>
#include <systemc>

#include "both.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

TEST_CASE("channels with SystemC clocks of their own", "[LockstepEquality][systemc]") {
  const NetworkConfig config = mway_clocks_networks().front();
  REQUIRE(config.topology.nodes() == 4);
  const auto network = both(config, asserted(0));

  RunOptions options;
  options.cycles = 30'000;  // instants
  options.warmup = 5'000;
  options.traffic.lengths = parse_lengths("0,4,12");
  options.load.unit = LoadUnit::kNormalized;
  options.load.value = 0.1;  // at an instant, one or two of the channels have an edge
  options.stall_probability = 0.1;
  Simulation run(*network, config, workload_of(config, options), options);

  const std::vector<BenchClock> periods = {{1000, 0}, {1000, 0}, {1013, 400}, {2990, 1}};
  std::uint64_t together = 0;  // edges at the same instant as others
  ProgramBench(periods).run(run, [&](Cycle instants, Cycle) {
    const std::uint64_t now = sc_core::sc_time_stamp().value();
    std::uint64_t edges = 0;
    for (const BenchClock& clock : periods)
      if (now >= clock.first) edges += (now - clock.first) / clock.period + 1;
    together = edges - (instants + 1);
    return true;
  });
  CHECK(together > 1000);
  const SimulationResult result = run.finish();
  CHECK(result.delivered_messages > 300);
  CHECK(result.verdict != Verdict::kSaturated);
}
