// A network on a bench, in one module.
#pragma once

#include <memory>
#include <optional>

#include <systemc>

#include "config/config.hpp"
#include "family/engine.hpp"
#include "runs/run_options.hpp"
#include "stream/word.hpp"
#include "wayfarer_systemc/bench/bench.hpp"

namespace wayfarer::sysc {

struct BenchOptions {
  Engine engine = Engine::kModel;  ///< kBoth: the RTL with the reference model beside it.
  sc_core::sc_time period;
  /// The network has AXI4-Streams at its terminals, of these sizes (stream_sizes_of). A message
  /// then takes a cycle more at its source (StreamFlits).
  std::optional<StreamSizes> streams;
  RunOptions run;  ///< Traffic, load, cycles and warm-up, as of `wayfarer run`.
};

/// Measures a network: without streams, the results are those of `wayfarer run`, to the last bit.
/// What the options have wrong is an error of the type report::kNetwork.
class NetworkBench final : public sc_core::sc_module {
 public:
  NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
               const BenchOptions& options);
  /// With a network that the caller has made.
  NetworkBench(const sc_core::sc_module_name& name, const NetworkConfig& config,
               std::unique_ptr<wayfarer::Network> network, const BenchOptions& options);

  Bench bench{"bench"};

  /// Of the cycles up to now; ends the run. Failures are errors of the type report::kScoreboard, as
  /// when messages of finite traffic are missing.
  [[nodiscard]] SimulationResult finish();

 private:
  std::unique_ptr<sc_core::sc_clock> clock_;
  std::unique_ptr<wayfarer::Network> network_;
  std::unique_ptr<Simulation> run_;
};

}  // namespace wayfarer::sysc
