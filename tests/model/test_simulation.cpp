// The simulation loop with a network of known behaviour.
#include "runs/run_options.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "ideal_network.hpp"
#include "small_mesh.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

RunOptions options(double load, LoadUnit unit = LoadUnit::kFlits) {
  RunOptions result;
  result.load.value = load;
  result.load.unit = unit;
  result.cycles = 20'000;
  result.warmup = 2'000;
  return result;
}

double rate_of(const NetworkConfig& config, const RunOptions& options) {
  return message_rate(config, lengths_of(config, options.traffic), options.load);
}

}  // namespace

TEST_CASE("an unloaded network shows its delay", "[simulation]") {
  IdealNetwork network(16, 7);
  const SimulationResult result = run_simulation(network, small_mesh(), options(0.01));
  // Header in the cycle of birth, four data flits after it, seven cycles of delay, both ends
  // counted.
  CHECK(result.measured.network_latency.min == 4 + 7 + 1);
  CHECK(result.measured.latency.p50 == 12);
  CHECK(result.verdict == Verdict::kConverged);
  CHECK(result.warmup == 2'000);
  CHECK(result.cycles == 20'000);
  CHECK(result.offered_flits == Approx(0.01).epsilon(0.1));
  CHECK(result.measured.accepted_flits == Approx(result.offered_flits).epsilon(0.02));
}

TEST_CASE("all units give the same rate", "[simulation]") {
  const NetworkConfig config = small_mesh();
  CHECK(rate_of(config, options(0.5)) == Approx(0.1));
  CHECK(rate_of(config, options(0.1, LoadUnit::kMessages)) == Approx(0.1));
  // 4x4: the busiest channels carry 1 / bound flits.
  const double rate = rate_of(config, options(1, LoadUnit::kNormalized));
  CHECK(rate * 5 < 0.6);
  CHECK(rate_of(config, options(0.5, LoadUnit::kNormalized)) == Approx(rate / 2));
  CHECK_THROWS_WITH(rate_of(config, options(6)), Contains("legal: 0 to 1"));
  CHECK_THROWS_AS(parse_load_unit("packets"), UsageError);
}

TEST_CASE("a load above a terminal's rate is reported as saturated", "[simulation]") {
  IdealNetwork network(16, 3, 2, 4);  // ready every fourth cycle
  const SimulationResult result = run_simulation(network, small_mesh(), options(0.5));
  CHECK(result.verdict == Verdict::kSaturated);
  CHECK(result.measured.accepted_flits == Approx(0.25).epsilon(0.01));
  CHECK(result.offered_flits == Approx(0.5).epsilon(0.02));
  CHECK(result.growth == Approx(0.5).epsilon(0.05));
}

TEST_CASE("the same seed gives the same run, another one does not", "[simulation]") {
  IdealNetwork network(16, 3);
  RunOptions choice = options(0.3);
  const SimulationResult first = run_simulation(network, small_mesh(), choice);
  const SimulationResult second = run_simulation(network, small_mesh(), choice);
  CHECK(first.measured.latency.mean == second.measured.latency.mean);
  CHECK(first.delivered_messages == second.delivered_messages);
  choice.seed = 2;
  CHECK(run_simulation(network, small_mesh(), choice).delivered_messages !=
        first.delivered_messages);
}

TEST_CASE("a batch runs until every message is delivered", "[simulation]") {
  IdealNetwork network(16, 5);
  RunOptions choice = options(0);
  choice.traffic.process = parse_process("batch:10");
  choice.warmup = 0;
  const SimulationResult result = run_simulation(network, small_mesh(), choice);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages == 160);
  CHECK(result.last_delivery == 10 * 5 - 1 + 5);
  CHECK(result.cycles == result.last_delivery + 1);
}

TEST_CASE("finite traffic that ends in the warm-up is measured from the first cycle",
          "[simulation]") {
  IdealNetwork network(16, 5);
  RunOptions choice = options(0);
  choice.traffic.process = parse_process("batch:10");
  choice.warmup = 0;
  const SimulationResult expected = run_simulation(network, small_mesh(), choice);
  choice.warmup = 5'000;
  const SimulationResult result = run_simulation(network, small_mesh(), choice);
  CHECK(result.warmup == 0);
  CHECK(result.measured.cycles == result.cycles);
  CHECK(result.measured.latency.count == 160);
  CHECK(result.measured.latency.mean == expected.measured.latency.mean);
  CHECK(result.offered_messages == expected.offered_messages);
  CHECK(result.verdict == Verdict::kCompleted);
}

TEST_CASE("finite traffic is measured whole, whatever the run's length", "[simulation]") {
  IdealNetwork network(16, 5, 1);
  // By hand: the message n of each source has its header in cycle 5 n and its tail delivered nine
  // cycles later, ten with both ends: 10, 15, ... 505 of a hundred messages.
  RunOptions choice;
  choice.traffic.process = parse_process("batch:100");
  for (const Cycle cycles : {2'000u, 10'000u, 100'000u}) {
    choice.cycles = cycles;
    const SimulationResult result = run_simulation(network, small_mesh(), choice);
    INFO(cycles);
    CHECK(result.warmup == 0);
    CHECK(result.measured.latency.count == 1600);
    CHECK(result.measured.latency.min == 10);
    CHECK(result.measured.latency.max == 505);
    CHECK(result.measured.latency.mean == Approx(257.5));
  }
  choice.warmup = kNever;  // detected: at the same message, however long the run might be
  choice.cycles = 2'000;
  const SimulationResult detected = run_simulation(network, small_mesh(), choice);
  choice.cycles = 100'000;
  CHECK(run_simulation(network, small_mesh(), choice).measured.latency.count ==
        detected.measured.latency.count);
  choice.warmup = 250;  // named by the user
  CHECK(run_simulation(network, small_mesh(), choice).warmup == 250);
  choice = {};  // traffic that goes on
  choice.cycles = 1'000;
  CHECK(run_simulation(network, small_mesh(), choice).warmup == 300);
}

TEST_CASE("a run without a message fails, and says why", "[simulation]") {
  IdealNetwork network(16, 5);
  const auto refused = [&](const RunOptions& choice, const std::string& why) {
    INFO(why);
    CHECK_THROWS_AS(run_simulation(network, small_mesh(), choice), CheckFailed);
    CHECK_THROWS_WITH(run_simulation(network, small_mesh(), choice),
                      Contains("no message was sent: " + why));
  };
  refused(options(0), "the load is 0");
  RunOptions choice = options(0.1);
  choice.traffic.pattern = parse_pattern("local:0");
  refused(choice, "with pattern 'local:0', no terminal of this network has a destination other");
  choice = options(1e-6);
  choice.cycles = 100;
  choice.warmup = 0;
  refused(choice, "the first one is born in cycle");
  choice = options(0);
  choice.workload = make_trace_workload({}, 16);
  refused(choice, "the trace has no messages");
  choice.workload = make_trace_workload({{25'000, 1, 2, 64}}, 16);
  refused(choice, "the first one is born in cycle 25000, and the run ends before cycle 20000");
  choice = options(0.1);
  choice.gap_probability = 1 - 1e-12;
  refused(choice,
          "in 20000 cycles, the sources had no message for the network, or the network took none");
}

TEST_CASE("traffic longer than the run is incomplete", "[simulation]") {
  IdealNetwork network(16, 5);
  RunOptions choice = options(0);
  choice.traffic.process = parse_process("batch:100");
  choice.cycles = 100;
  choice.warmup = 0;
  CHECK(run_simulation(network, small_mesh(), choice).verdict == Verdict::kIncomplete);
}

TEST_CASE("an imprecise run reports how many cycles are missing", "[simulation]") {
  IdealNetwork network(16, 3);
  RunOptions choice = options(0.2);
  choice.traffic.lengths = parse_lengths("16,800");  // latencies far apart
  choice.cycles = 1'500;
  choice.warmup = 100;
  SimulationResult result = run_simulation(network, small_mesh(), choice);
  REQUIRE(result.verdict == Verdict::kImprecise);
  const Cycle more = more_cycles(result);
  REQUIRE(more > 0);
  // The half width is proportional to the mean's deviation: four times the cycles halve it.
  result.measured.latency.half_width = 0.1 * result.measured.latency.mean;
  CHECK(more_cycles(result) == Approx(3 * result.measured.cycles).epsilon(0.05));
  result.measured.latency.count = 0;
  CHECK(more_cycles(result) == 0);
}

TEST_CASE("a detected warm-up ends early on a lightly loaded network", "[simulation]") {
  IdealNetwork network(16, 5);
  RunOptions choice = options(0.2);
  choice.warmup = kNever;
  const SimulationResult result = run_simulation(network, small_mesh(), choice);
  CHECK(result.warmup < 5'000);
  CHECK(result.warmup > 100);
}

TEST_CASE("an interrupted run keeps its results", "[simulation]") {
  IdealNetwork network(16, 5);
  const SimulationResult result = run_simulation(network, small_mesh(), options(0.2),
                                                 [](Cycle done, Cycle) { return done < 10'000; });
  CHECK(result.interrupted);
  CHECK(result.verdict == Verdict::kInterrupted);
  CHECK(result.cycles == 10'048);
  CHECK(result.measured.latency.count > 0);
}

TEST_CASE("lost flits stop the run", "[simulation]") {
  IdealNetwork network(16, 5);
  network.tamper = [](Delivery& delivery) { return delivery.index != 2; };
  CHECK_THROWS_WITH(run_simulation(network, small_mesh(), options(0.2)),
                    Contains("flit 2 was expected"));
  network.tamper = [](Delivery&) { return false; };
  RunOptions choice = options(0.01);
  choice.watchdog_limit = 500;
  CHECK_THROWS_WITH(run_simulation(network, small_mesh(), choice),
                    Contains("nothing has moved for 500 cycles"));
}

TEST_CASE("incompatible options are refused", "[simulation]") {
  IdealNetwork network(16, 5);
  RunOptions choice = options(0.1);
  choice.warmup = choice.cycles;
  CHECK_THROWS_WITH(run_simulation(network, small_mesh(), choice),
                    Contains("less than the run's 20000 cycles"));
  choice = options(0.1);
  choice.stall_probability = 1;
  CHECK_THROWS_AS(run_simulation(network, small_mesh(), choice), UsageError);
  choice = options(0.1);
  choice.waves.path = "x.fst";
  CHECK_THROWS_WITH(run_simulation(network, small_mesh(), choice), Contains("no waves"));
}
