#include "wayfarer_systemc/bench/network_bench.hpp"

#include <utility>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "core/error.hpp"
#include "stream/stream_flits.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {
namespace {

/// What `make` returns. Its errors are reported.
template <typename Make>
auto attempt(const char* name, const char* report_type, const Make& make) {
  try {
    return make();
  } catch (const std::runtime_error& error) {
    SC_REPORT_ERROR(report_type, fmt::format("{}: {}", name, error.what()).c_str());
    throw;  // where the user has made this type of report harmless
  }
}

std::unique_ptr<wayfarer::Network> make_network(const char* name, const NetworkConfig& config,
                                                const BenchOptions& options) {
  return attempt(name, report::kNetwork, [&] {
    EngineOptions engine;
    engine.seed = options.run.seed;
    if (!options.streams) return Engines().make(config, options.engine, engine);
    const auto with_streams = [&](Engine which) -> std::unique_ptr<wayfarer::Network> {
      return std::make_unique<StreamFlits>(
          Engines().make_streams(config, *options.streams, which, engine), config.flit_bits);
    };
    if (!is_lockstep(options.engine)) return with_streams(options.engine);
    return std::unique_ptr<wayfarer::Network>(std::make_unique<LockstepNetwork>(
        with_streams(Engine::kModel), with_streams(hardware_of(options.engine))));
  });
}

/// Networks with streams prepare themselves.
RunOptions run_of(const BenchOptions& options) {
  RunOptions run = options.run;
  if (options.streams) run.prepare = [](wayfarer::Network&) {};
  return run;
}

}  // namespace

NetworkBench::NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
                           const BenchOptions& options)
    : NetworkBench(name, config, make_network(name, config, options), options) {}

NetworkBench::NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
                           std::unique_ptr<wayfarer::Network> network, const BenchOptions& options)
    : sc_module(name), network_(std::move(network)) {
  run_ = attempt(this->name(), report::kNetwork, [&] {
    if (options.period == sc_core::SC_ZERO_TIME) throw UsageError("no period; legal: a period");
    return std::make_unique<Simulation>(*network_, config, workload_of(config, options.run),
                                        run_of(options));
  });
  clock_ = std::make_unique<sc_core::sc_clock>("clock", options.period, 0.5, sc_core::SC_ZERO_TIME);
  bench.clocks.bind(*clock_);
  bench.begin(*run_);
}

SimulationResult NetworkBench::finish() {
  bench.end();
  return attempt(name(), report::kScoreboard, [&] { return run_->finish(); });
}

}  // namespace wayfarer::sysc
