// A bench of modules around a network.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "wayfarer_systemc/bench/latency_monitor.hpp"
#include "wayfarer_systemc/bench/message_sink.hpp"
#include "wayfarer_systemc/bench/reference_model.hpp"
#include "wayfarer_systemc/bench/scoreboard.hpp"
#include "wayfarer_systemc/bench/throughput_monitor.hpp"
#include "wayfarer_systemc/bench/traffic_generator.hpp"
#include "wayfarer_systemc/bench/watchdog.hpp"

namespace wayfarer::sysc {

struct BenchOptions : NetworkOptions {
  std::string pattern;  ///< As of docs/traffic.md; empty: the network's default.
  double rate = 0.01;   ///< Messages for each terminal and cycle.
  std::string process;  ///< Process of births; empty: Bernoulli's.
  Cycle warmup = 0;     ///< Cycles that monitors leave out.
  double stall_probability = 0;
  bool reference = false;  ///< A model beside the network, compared in every cycle.
  Cycle watchdog_limit = 10'000;
};

///   TrafficGenerator ==> Network ==> MessageSink            ==> words, one of each a terminal
///     | sent         (or ReferenceModel, around it)
///     |                    | observed     | received        --> analysis ports
///     |                    |              v
///     +--------------------|----> MessageScoreboard --delivered--> LatencyMonitor
///                          +----> ThroughputMonitor
///                          +----> NetworkWatchdog
class NetworkBench final : public sc_core::sc_module {
 public:
  NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
               const BenchOptions& options);
  /// With an engine that the caller has made.
  NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
               std::unique_ptr<StreamNetwork> engine, const BenchOptions& options);

  Network network;
  MessageScoreboard scoreboard;
  LatencyMonitor latency;
  ThroughputMonitor throughput;
  NetworkWatchdog watchdog;
  std::unique_ptr<ReferenceModel> reference;  ///< Null: not wanted.

 private:
  std::vector<std::unique_ptr<TrafficGenerator>> generators_;
  std::vector<std::unique_ptr<MessageSink>> sinks_;
};

}  // namespace wayfarer::sysc
