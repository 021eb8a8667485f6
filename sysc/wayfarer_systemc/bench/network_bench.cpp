#include "wayfarer_systemc/bench/network_bench.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/registry.hpp"
#include "traffic/workload.hpp"
#include "wayfarer_systemc/make_engine.hpp"

namespace wayfarer::sysc {
namespace {

/// Reports what the options have wrong.
Workload workload_of(const char* name, const NetworkConfig& config, const BenchOptions& options) {
  try {
    TrafficSpec traffic;
    if (!options.pattern.empty()) traffic.pattern = parse_pattern(options.pattern);
    if (!options.process.empty()) traffic.process = parse_process(options.process);
    Workload workload = make_workload(config, traffic, options.rate, options.seed);
    if (!workload.pattern->groups().empty())
      throw UsageError("multicast; legal: patterns whose messages go to one terminal");
    if (options.period == sc_core::SC_ZERO_TIME) throw UsageError("no period; legal: a period");
    return workload;
  } catch (const UsageError& error) {
    SC_REPORT_ERROR(report::kNetwork, fmt::format("{}: {}", name, error.what()).c_str());
    throw;
  }
}

}  // namespace

NetworkBench::NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
                           const BenchOptions& options)
    : NetworkBench(name, config, make_engine(name, config, options), options) {}

NetworkBench::NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
                           std::unique_ptr<StreamNetwork> engine, const BenchOptions& options)
    : sc_module(name),
      network("network", std::move(engine), options.period),
      scoreboard("scoreboard", family_of(config).streams_keep_order),
      latency("latency", options.warmup),
      throughput("throughput", network.terminals(), options.warmup),
      watchdog("watchdog", scoreboard,
               static_cast<double>(options.watchdog_limit) * options.period) {
  const Workload workload = workload_of(this->name(), config, options);
  if (options.reference)
    reference = std::make_unique<ReferenceModel>("reference", config, options, network);
  for (TerminalId t = 0; t < network.terminals(); ++t) {
    generators_.push_back(std::make_unique<TrafficGenerator>(
        fmt::format("generator_{}", t).c_str(),
        TrafficGenerator::Options{t, workload, config.flit_bits, options.period, options.seed}));
    sinks_.push_back(std::make_unique<MessageSink>(
        fmt::format("sink_{}", t).c_str(),
        MessageSink::Options{t, options.stall_probability, options.period, options.seed}));
    generators_[t]->out.bind(reference ? reference->send[t] : network.send[t]);
    sinks_[t]->in.bind(reference ? reference->receive[t] : network.receive[t]);
    generators_[t]->sent.bind(scoreboard);
    sinks_[t]->received.bind(scoreboard);
  }
  scoreboard.delivered.bind(latency);
  network.observed.bind(throughput);
  network.observed.bind(watchdog);
}

}  // namespace wayfarer::sysc
