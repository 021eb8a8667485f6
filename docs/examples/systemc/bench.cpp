// Latency and throughput of a 4x4 m-way mesh at four loads.
//   bench [ENGINE]     a hardware engine has the cycle model beside it, compared in every cycle
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
  options.reference = options.engine != wayfarer::Engine::kModel;
  options.pattern = "uniform";
  options.warmup = 2000;
  std::vector<std::unique_ptr<wayfarer::sysc::NetworkBench>> benches;
  const std::vector<double> rates = {0.01, 0.02, 0.03, 0.04};
  for (const double rate : rates) {
    options.rate = rate;
    benches.push_back(std::make_unique<wayfarer::sysc::NetworkBench>(
        sc_core::sc_gen_unique_name("bench"), config, options));
  }
  sc_core::sc_start(20, sc_core::SC_US);
  std::puts("messages a cycle   words accepted   latency, mean   99 %");
  for (std::size_t i = 0; i < rates.size(); ++i)
    std::printf("%16.2f %16.3f %15.1f %6llu\n", rates[i], benches[i]->throughput.accepted(20'000),
                benches[i]->latency.mean(),
                static_cast<unsigned long long>(benches[i]->latency.histogram().percentile(0.99)));
  return 0;
}
