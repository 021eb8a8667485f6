// How far the estimate of TlmNetwork is from cycles, at four loads: a program of docs/systemc.md.
#include <cstdio>

#include "../cosim/stream_networks.hpp"
#include "apart.hpp"
#include "transactions.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;

namespace {

/// The mean time of a transaction, in nanoseconds, of one program at each of four terminals that
/// reads and writes two memories.
double mean(unsigned pause, sysc::Timing timing) {
  return std::stod(apart([&] {
    sysc::TlmOptions options;
    options.period = sc_core::sc_time(1, sc_core::SC_NS);
    options.timing = timing;
    sysc::TlmNetwork network("network", WAYFARER_SYSTEMC_EXAMPLES_DIR "/wormhole3x3.toml", options);
    Traffic traffic;
    traffic.transactions = 500;
    traffic.most_pause = pause;
    std::vector<std::unique_ptr<AtInitiator>> initiators;
    std::vector<std::unique_ptr<RandomTarget>> memories;
    for (unsigned t = 0; t < 7; ++t) {
      traffic.seed = t + 1;
      traffic.base = t * traffic.room;
      initiators.push_back(
          std::make_unique<AtInitiator>(sc_core::sc_gen_unique_name("program"), traffic));
      initiators.back()->socket.bind(network.target_socket[t]);
    }
    for (unsigned m = 0; m < 2; ++m) {
      memories.push_back(
          std::make_unique<RandomTarget>(sc_core::sc_gen_unique_name("memory"), traffic.stride, m));
      network.initiator_socket[7 + m].bind(memories.back()->socket);
      network.set_target_range(7 + m, m * traffic.stride, traffic.stride);
    }
    sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_MS));
    double sum = 0;
    for (const auto& initiator : initiators) sum += initiator->mean_time();
    return std::to_string(sum / 7);
  }));
}

}  // namespace

int main() {
  std::puts("pause, ns   cycles   estimate");
  for (const unsigned pause : {2000u, 400u, 100u, 0u}) {
    const double cycles = mean(pause, sysc::Timing::kCycles);
    const double estimate = mean(pause, sysc::Timing::kEstimate);
    std::printf("%6u %9.1f ns %7.1f ns %+5.0f %%\n", pause, cycles, estimate,
                100 * (estimate / cycles - 1));
  }
}
