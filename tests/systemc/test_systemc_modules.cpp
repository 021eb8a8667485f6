// Rationale: the bench of modules measures what a plain loop over the engine measures, to the last
// bit, and its modules find every kind of fault in a network.
// State space: the program's traffic at several loads, with sinks that wait.
// Parameter space: a network of each family, as model and as RTL beside its reference model.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "loop.hpp"
#include "test_engine.hpp"
#include "wayfarer_systemc/bench/network_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

const sc_time kCycle(1, SC_NS);
constexpr Cycle kCycles = 3'000;
constexpr Cycle kWarmup = 500;

const std::string& some_family() {
  static const std::vector<std::string> families = family_names();
  return families[GENERATE(range(std::size_t{0}, family_names().size()))];
}

sysc::BenchOptions options_of(const NetworkConfig& config, double rate) {
  sysc::BenchOptions options;
  options.period = kCycle;
  options.sizes = stream_sizes_of(config);
  options.rate = rate;
  options.warmup = kWarmup;
  options.seed = 3;
  return options;
}

std::string in_a_loop(const NetworkConfig& config, double rate) {
  const auto network = engine_of(config, Engine::kModel);
  return systemc_test::in_a_loop(config, *network, make_workload(config, {}, rate, 3), kCycles,
                                 kWarmup);
}

std::string result_of(const sysc::NetworkBench& bench) {
  return text_of(bench.latency.messages(), bench.latency.mean(),
                 bench.throughput.accepted(kCycles));
}

/// Changes what a network shows.
class Faulty final : public StreamNetwork {
 public:
  enum class Fault { kNone, kChange, kMisdirect, kStop, kLate };

  Faulty(std::unique_ptr<StreamNetwork> engine, Fault fault)
      : engine_(std::move(engine)), fault_(fault), words_(engine_->terminals()) {}
  std::size_t terminals() const override { return engine_->terminals(); }
  void reset() override { engine_->reset(); }
  bool ready(TerminalId t) const override {
    if (fault_ == Fault::kLate && strikes() && t == 0) return false;
    return engine_->ready(t);
  }
  std::uint8_t drop(TerminalId t) const override { return engine_->drop(t); }
  const StreamWord* output(TerminalId t) const override {
    const StreamWord* const word = engine_->output(t);
    if (word == nullptr || !strikes()) return word;
    if (fault_ == Fault::kStop) return nullptr;
    words_[t] = *word;
    if (fault_ == Fault::kChange) words_[t].data ^= 1;
    if (fault_ == Fault::kMisdirect)
      words_[t].terminal = (word->terminal + 1) % static_cast<TerminalId>(terminals());
    return &words_[t];
  }
  void offer(TerminalId t, const StreamWord& word) override {
    if (fault_ == Fault::kLate && strikes() && t == 0) return;
    engine_->offer(t, word);
  }
  void set_ready(TerminalId t, bool ready) override { engine_->set_ready(t, ready); }
  void step() override {
    engine_->step();
    ++cycle_;
  }
  bool idle() const override { return false; }

 private:
  bool strikes() const { return cycle_ > 1000; }

  std::unique_ptr<StreamNetwork> engine_;
  const Fault fault_;
  mutable std::vector<StreamWord> words_;
  Cycle cycle_ = 0;
};

std::string reports_of(Faulty::Fault fault, bool reference) {
  return apart([&] {
    collect_reports();
    const NetworkConfig config = stream_network("wormhole");
    sysc::BenchOptions options = options_of(config, 0.02);
    options.reference = reference;
    options.watchdog_limit = 500;
    try {
      sysc::NetworkBench bench("bench", config,
                               std::make_unique<Faulty>(engine_of(config, Engine::kModel), fault),
                               options);
      sc_core::sc_start(static_cast<double>(kCycles) * kCycle);
    } catch (const sc_core::sc_report&) {
    }
    return collected_reports();
  });
}

}  // namespace

TEST_CASE("the bench measures what a loop measures, to the last bit", "[systemc][bench]") {
  const NetworkConfig config = stream_network(some_family());
  const double rate = GENERATE(0.01, 0.1);
  INFO(config.name << " at " << rate);
  CHECK(apart([&] {
          sysc::NetworkBench bench("bench", config, engine_of(config, Engine::kModel),
                                   options_of(config, rate));
          sc_core::sc_start(static_cast<double>(kCycles) * kCycle);
          return result_of(bench);
        }) == in_a_loop(config, rate));
}

TEST_CASE("RTL beside its reference model, with sinks that wait", "[systemc][bench]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  CHECK(apart([&] {
          sysc::BenchOptions options = options_of(config, 0.03);
          options.reference = true;
          options.stall_probability = 0.3;
          sysc::NetworkBench bench("bench", config, engine_of(config, Engine::kRtl), options);
          sc_core::sc_start(1'600 * kCycle);  // InfiniBand meshes first load their tables
          return bench.reference->compared() > 200 ? "equal" : "few words";
        }) == "equal");
}

TEST_CASE("the modules of the bench find faults", "[systemc][bench]") {
  using Fault = Faulty::Fault;
  CHECK(reports_of(Fault::kNone, true) == "");
  CHECK_THAT(reports_of(Fault::kChange, false),
             Catch::StartsWith("/wayfarer/scoreboard: bench.scoreboard: terminal ") &&
                 Catch::Contains("sent no such message that is in flight"));
  CHECK_THAT(reports_of(Fault::kMisdirect, false),
             Catch::StartsWith("/wayfarer/scoreboard: bench.scoreboard: terminal "));
  CHECK_THAT(reports_of(Fault::kStop, false),
             Catch::StartsWith("/wayfarer/watchdog: bench.watchdog: ") &&
                 Catch::Contains("no word has moved since"));
  CHECK_THAT(reports_of(Fault::kChange, true),
             Catch::StartsWith("/wayfarer/reference: bench.reference: the network: terminal ") &&
                 Catch::Contains("; the model: terminal "));
  CHECK_THAT(reports_of(Fault::kLate, true),
             Catch::StartsWith("/wayfarer/reference: bench.reference: the network: "));
}

TEST_CASE("finite traffic arrives whole, and what is missing is named", "[systemc][bench]") {
  const auto run = [](double cycles) {
    return apart([&] {
      collect_reports();
      const NetworkConfig config = stream_network("mway");
      sysc::BenchOptions options = options_of(config, 0);
      options.process = "batch:20";
      options.warmup = 0;
      sysc::NetworkBench bench("bench", config, engine_of(config, Engine::kModel), options);
      sc_core::sc_start(cycles * kCycle);
      try {
        bench.scoreboard.expect_all_delivered();
      } catch (const sc_core::sc_report&) {
      }
      return fmt::format("{} {}", bench.latency.messages(), collected_reports());
    });
  };
  CHECK(run(3'000) == "120 ");
  CHECK_THAT(run(100), Catch::Contains("/wayfarer/scoreboard: bench.scoreboard: terminal ") &&
                           Catch::Contains("others have not arrived"));
}

TEST_CASE("wrong options of the bench are refused", "[systemc][bench]") {
  const auto refusal = [](const std::function<void(sysc::BenchOptions&)>& change) {
    return apart([&] {
      collect_reports();
      const NetworkConfig config = stream_network("mway");
      sysc::BenchOptions options = options_of(config, 0.01);
      change(options);
      try {
        sysc::NetworkBench bench("bench", config, options);
      } catch (const sc_core::sc_report&) {
      }
      return collected_reports();
    });
  };
  CHECK_THAT(refusal([](auto& options) { options.pattern = "unifrom"; }),
             Catch::Contains("uniform"));
  CHECK_THAT(refusal([](auto& options) { options.period = {}; }), Catch::Contains("a period"));
}
