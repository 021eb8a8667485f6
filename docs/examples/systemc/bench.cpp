// Latency and throughput of a 4x4 m-way mesh at four loads, as `wayfarer run` measures them.
//   bench [ENGINE]     both: the RTL with the cycle model beside it, compared in every cycle
#include <cstdio>
#include <memory>
#include <vector>

#include <systemc>

#include "family/registry.hpp"
#include "wayfarer_systemc/bench/network_bench.hpp"

int sc_main(int argc, char* argv[]) {
  const wayfarer::NetworkConfig config = wayfarer::load_config(wayfarer::find_config("mesh4x4"));
  wayfarer::sysc::BenchOptions options;
  options.period = sc_core::sc_time(1, sc_core::SC_NS);
  options.engine = wayfarer::parse_engine(argc > 1 ? argv[1] : "model");
  options.run.traffic.pattern = wayfarer::parse_pattern("uniform");
  options.run.cycles = 20'000;
  std::vector<std::unique_ptr<wayfarer::sysc::NetworkBench>> benches;
  for (const double load : {0.05, 0.10, 0.15, 0.20}) {
    options.run.load.value = load;
    benches.push_back(std::make_unique<wayfarer::sysc::NetworkBench>(
        sc_core::sc_gen_unique_name("bench"), config, options));
  }
  sc_core::sc_start(20, sc_core::SC_US);
  std::puts("flits offered   accepted   latency, mean    99 %   verdict");
  for (const auto& bench : benches) {
    const wayfarer::SimulationResult result = bench->finish();
    std::printf("%13.3f %10.3f %15.1f %7.0f   %s\n", result.offered_flits,
                result.measured.accepted_flits, result.measured.latency.mean,
                static_cast<double>(result.measured.latency.p99),
                to_string(result.verdict).c_str());
  }
  return 0;
}
