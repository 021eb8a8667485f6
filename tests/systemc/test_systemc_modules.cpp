// Rationale: the bench of modules gives the results of a plain loop, to the last bit, with several
// benches in one simulation, and its modules find every kind of fault in a network.
// State space: the program's traffic at several loads, with sinks that wait; listeners of a user's.
// Parameter space: a network of each family, as model and as RTL beside its reference model.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../cosim/both.hpp"
#include "../cosim/faulty_network.hpp"
#include "../cosim/networks.hpp"
#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "core/lockstep.hpp"
#include "stream/stream_flits.hpp"
#include "test_engine.hpp"
#include "wayfarer_systemc/bench/network_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

const sc_time kCycle(1, SC_NS);
constexpr Cycle kCycles = 3'000;

const std::string& some_family() {
  static const std::vector<std::string> families = family_names();
  return families[GENERATE(range(std::size_t{0}, family_names().size()))];
}

sysc::BenchOptions options_of(double load) {
  sysc::BenchOptions options;
  options.period = kCycle;
  options.run.load.value = load;
  options.run.cycles = kCycles;
  options.run.warmup = 500;
  options.run.seed = 3;
  return options;
}

std::string text_of(const SimulationResult& result) {
  const LatencySummary& latency = result.measured.latency;
  return fmt::format("{} messages in {} cycles, latency {} {:a} {:a} {}, accepted {:a}, {}\n",
                     result.delivered_messages, result.cycles, latency.count, latency.mean,
                     latency.half_width, latency.p99, result.measured.accepted_flits,
                     to_string(result.verdict));
}

std::string in_a_loop(const NetworkConfig& config, double load) {
  const auto network = make_model(config);
  return text_of(run_simulation(*network, config, options_of(load).run));
}

void run_cycles(Cycle cycles) { sc_core::sc_start(static_cast<double>(cycles + 1) * kCycle); }

/// The first delivery from cycle 1000 on.
FaultyNetwork::Fault once(const std::function<void(std::vector<Delivery>&)>& strike) {
  return [=, cycle = 0u](std::vector<Delivery>& deliveries) mutable {
    if (++cycle < 1'000 || deliveries.empty() || cycle > 1'000'000) return;
    strike(deliveries);
    cycle = 1'000'000;
  };
}

std::string reports_of(const std::function<std::unique_ptr<Network>()>& make, double stalls = 0) {
  return apart([&] {
    collect_reports();
    sysc::BenchOptions options = options_of(0.2);
    options.run.stall_probability = stalls;
    options.run.watchdog_limit = 500;
    try {
      sysc::NetworkBench bench("top", stream_network("wormhole"), make(), options);
      run_cycles(kCycles);
    } catch (const sc_core::sc_report&) {
    }
    return collected_reports();
  });
}

std::unique_ptr<Network> model() { return make_model(stream_network("wormhole")); }

std::unique_ptr<Network> faulty(const FaultyNetwork::Fault& fault) {
  return std::make_unique<FaultyNetwork>(model(), fault);
}

/// Streams whose words are changed from cycle 1000 on.
class FaultyStreams final : public StreamNetwork {
 public:
  using Fault = std::function<void(StreamWord&)>;
  FaultyStreams(std::unique_ptr<StreamNetwork> inside, Fault fault)
      : inside_(std::move(inside)), fault_(std::move(fault)) {}
  [[nodiscard]] std::size_t terminals() const override { return inside_->terminals(); }
  void reset() override { inside_->reset(); }
  bool ready(TerminalId t) const override { return inside_->ready(t); }
  std::uint8_t drop(TerminalId t) const override { return inside_->drop(t); }
  const StreamWord* output(TerminalId t) const override {
    const StreamWord* const word = inside_->output(t);
    if (word == nullptr || cycle_ < 1'000) return word;
    word_ = *word;
    fault_(word_);
    return &word_;
  }
  void offer(TerminalId t, const StreamWord& word) override { inside_->offer(t, word); }
  void set_ready(TerminalId t, bool ready) override { inside_->set_ready(t, ready); }
  void step() override {
    ++cycle_;
    inside_->step();
  }
  bool idle() const override { return inside_->idle(); }

 private:
  std::unique_ptr<StreamNetwork> inside_;
  const Fault fault_;
  mutable StreamWord word_;
  Cycle cycle_ = 0;
};

std::string reports_of_streams(const FaultyStreams::Fault& fault) {
  return apart([&] {
    collect_reports();
    const NetworkConfig config = stream_network("wormhole");
    sysc::BenchOptions options = options_of(0.2);
    options.streams = stream_sizes_of(config);
    try {
      sysc::NetworkBench bench(
          "top", config,
          std::make_unique<StreamFlits>(
              std::make_unique<FaultyStreams>(engine_of(config, Engine::kModel), fault),
              config.flit_bits),
          options);
      run_cycles(kCycles);
    } catch (const sc_core::sc_report&) {
    }
    return collected_reports();
  });
}

/// Counts what the bench passes on.
class Listener final : public sc_core::sc_module,
                       public tlm::tlm_analysis_if<sysc::NetworkStep>,
                       public tlm::tlm_analysis_if<sysc::DeliveredMessage> {
 public:
  explicit Listener(const sc_core::sc_module_name& name) : sc_module(name) {}
  void write(const sysc::NetworkStep&) override { ++steps; }
  void write(const sysc::DeliveredMessage& delivered) override {
    ++messages;
    if (delivered.latency() > 0) ++late;
  }
  std::uint64_t steps = 0, messages = 0, late = 0;
};

}  // namespace

TEST_CASE("several benches give the results of loops, to the last bit", "[systemc][bench]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  CHECK(apart([&] {
          sysc::NetworkBench light("light", config, options_of(0.05));
          sysc::BenchOptions slower = options_of(0.3);
          slower.period = 2.5 * kCycle;
          sysc::NetworkBench heavy("heavy", config, slower);
          Listener listener("listener");
          light.bench.device.stepped.bind(listener);
          light.bench.scoreboard.delivered.bind(listener);
          run_cycles(2'000);
          const std::uint64_t before = listener.steps;
          run_cycles(3 * kCycles);
          const SimulationResult result = light.finish();
          if (before < 1'990 || before > 2'010 || listener.steps != kCycles)
            return std::string("steps");
          if (listener.messages != result.delivered_messages || listener.late < 10)
            return std::string("messages");
          return text_of(result) + text_of(heavy.finish());
        }) == in_a_loop(config, 0.05) + in_a_loop(config, 0.3));
}

TEST_CASE("RTL beside its reference model, with sinks that wait", "[systemc][bench]") {
  const auto networks = GENERATE(linear_networks, wormhole_networks);
  const NetworkConfig config = networks().front();
  INFO(config.name);
  sysc::BenchOptions options = options_of(0.2);
  options.run.cycles = 600;
  options.run.warmup = 100;
  options.run.stall_probability = 0.3;
  options.run.gap_probability = 0.1;
  const auto network = engines().make(config, Engine::kModel);
  const std::string expected = text_of(run_simulation(*network, config, options.run));
  CHECK(apart([&] {
          sysc::NetworkBench bench("top", config, both(config, asserted(0)), options);
          run_cycles(kCycles);
          return text_of(bench.finish());
        }) == expected);
}

TEST_CASE("a network with streams beside its reference model", "[systemc][bench]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  sysc::BenchOptions options = options_of(0.15);
  options.run.cycles = 1'600;  // InfiniBand meshes first load their tables
  options.streams = stream_sizes_of(config);
  options.run.stall_probability = 0.2;
  options.run.prepare = [](Network&) {};
  StreamFlits alone(engine_of(config, Engine::kModel), config.flit_bits);
  const SimulationResult loop = run_simulation(alone, config, options.run);
  CHECK(loop.delivered_messages > 50);
  CHECK(apart([&] {
          const auto with_streams = [&](Engine engine) {
            return std::make_unique<StreamFlits>(engine_of(config, engine), config.flit_bits);
          };
          auto both = std::make_unique<LockstepNetwork>(with_streams(Engine::kModel),
                                                        with_streams(Engine::kRtl));
          sysc::NetworkBench hardware("hardware", config, std::move(both), options);
          sysc::NetworkBench model("model", config, options);
          run_cycles(kCycles);
          return text_of(hardware.finish()) + text_of(model.finish());
        }) == text_of(loop) + text_of(loop));
}

TEST_CASE("the modules of the bench find faults, and name module, terminal, message and cycle",
          "[systemc][bench]") {
  CHECK(reports_of(model).empty());
  CHECK_THAT(reports_of([] {
               return faulty(once([](auto& deliveries) { deliveries[0].intact = false; }));
             }),
             Catch::Matches("/wayfarer/scoreboard: top.bench.scoreboard: scoreboard: cycle 1?...: "
                            "terminal ., driver ., buffer .: .* of message .*\n"));
  CHECK_THAT(reports_of(model, 0.999'999),
             Catch::StartsWith("/wayfarer/watchdog: top.bench.watchdog: watchdog: cycle ") &&
                 Catch::Contains("message "));
  CHECK_THAT(
      reports_of([] {
        return std::make_unique<LockstepNetwork>(
            model(), faulty(once([](auto& deliveries) { deliveries[0].terminal ^= 1; })));
      }),
      Catch::StartsWith("/wayfarer/reference: top.bench.reference: LockstepEquality: cycle ") &&
          Catch::Contains("deliveries differ") && Catch::Contains("terminal "));
}

TEST_CASE("the scoreboard sees every bit of words, and their source", "[systemc][bench]") {
  CHECK(reports_of_streams([](StreamWord&) {}).empty());
  for (const unsigned bit : {0u, 23u, 24u, 31u, 32u, 63u})
    CHECK_THAT(reports_of_streams([&](StreamWord& word) { word.data ^= StreamData{1} << bit; }),
               Catch::StartsWith("/wayfarer/scoreboard: top.bench.scoreboard: scoreboard: cycle "));
  CHECK_THAT(reports_of_streams([](StreamWord& word) { word.terminal ^= 1; }),
             Catch::StartsWith("/wayfarer/scoreboard: ") &&
                 Catch::Contains("its payload differs from what was sent"));
  CHECK_THAT(reports_of_streams([](StreamWord& word) { word.last = !word.last; }),
             Catch::StartsWith("/wayfarer/scoreboard: "));
}

TEST_CASE("finite traffic ends by itself, and what is missing is told", "[systemc][bench]") {
  const auto run = [](Cycle cycles) {
    return apart([&] {
      collect_reports();
      const NetworkConfig config = stream_network("mway");
      sysc::BenchOptions options = options_of(0);
      options.run.traffic.process = parse_process("batch:20");
      options.run.warmup = 0;
      sysc::NetworkBench bench("top", config, options);
      run_cycles(cycles);
      const SimulationResult result = bench.finish();
      return fmt::format("{} {} {}", result.delivered_messages, to_string(result.verdict),
                         collected_reports());
    });
  };
  CHECK(run(kCycles) == "120 completed ");
  CHECK_THAT(run(100), Catch::Contains("incomplete"));
}

TEST_CASE("wrong options of the bench are refused", "[systemc][bench]") {
  const auto refusal = [](const std::function<void(sysc::BenchOptions&)>& change) {
    return apart([&] {
      collect_reports();
      sysc::BenchOptions options = options_of(0.1);
      change(options);
      try {
        sysc::NetworkBench bench("top", stream_network("mway"), options);
      } catch (const sc_core::sc_report&) {
      }
      return collected_reports();
    });
  };
  CHECK_THAT(refusal([](auto& options) { options.run.stall_probability = 2; }),
             Catch::StartsWith("/wayfarer/network: top: stall probability 2; legal: 0 to below 1"));
  CHECK_THAT(refusal([](auto& options) { options.period = {}; }), Catch::Contains("a period"));
}
