// What the levels of docs/systemc.md cost: microseconds of processor time for a cycle in which
// every terminal sends a word with a probability of a tenth. The numbers depend on the machine; no
// test asserts them.
#include <ctime>

#include <cstdio>
#include <random>

#include "apart.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"
#include "transactions.hpp"
#include "wayfarer_systemc/bench/network_bench.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;

namespace {

constexpr unsigned kCycles = 20'000;
const sc_core::sc_time kPeriod(1, sc_core::SC_NS);

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Words of single-word messages, a tenth of a word a cycle.
struct Words {
  explicit Words(unsigned terminal) : draws(terminal + 1) {}
  bool next(unsigned terminals, StreamWord& word) {
    if (draws() % 10 != 0) return false;
    word = {draws(), static_cast<TerminalId>(draws() % terminals), true};
    return true;
  }
  std::mt19937 draws;
};

double loop(const NetworkConfig& config) {
  const auto network = make_stream_model(config, stream_sizes_of(config));
  const auto count = static_cast<unsigned>(network->terminals());
  std::vector<Words> words;
  for (unsigned t = 0; t < count; ++t) words.emplace_back(t);
  const double begin = seconds();
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    for (unsigned t = 0; t < count; ++t) {
      StreamWord word;
      network->set_ready(t, true);
      if (words[t].next(count, word)) network->offer(t, word);
    }
    network->step();
  }
  return (seconds() - begin) / kCycles * 1e6;
}

/// A terminal's user, by methods or by threads.
class User final : public sc_core::sc_module {
 public:
  sc_core::sc_port<sysc::Network::SendIf> out{"out"};
  sc_core::sc_port<sysc::Network::ReceiveIf> in{"in"};
  User(const sc_core::sc_module_name& name, unsigned terminal, unsigned count, bool threads)
      : sc_module(name), words_(terminal), count_(count), threads_(threads) {}

 private:
  SC_HAS_PROCESS(User);
  void end_of_elaboration() override {
    if (threads_) {
      SC_THREAD(send_thread);
      SC_THREAD(receive_thread);
      return;
    }
    SC_METHOD(send);
    SC_METHOD(receive);
    sensitive << in->data_written_event();
    dont_initialize();
  }
  void send() {
    StreamWord word;
    if (out->num_free() != 0 && words_.next(count_, word)) out->nb_write(word);
    next_trigger(kPeriod);
  }
  void receive() {
    StreamWord word;
    in->nb_read(word);
  }
  void send_thread() {
    for (StreamWord word;; wait(kPeriod))
      if (words_.next(count_, word)) out->write(word);
  }
  void receive_thread() {
    for (;;) in->read();
  }
  Words words_;
  const unsigned count_;
  const bool threads_;
};

double ports(const NetworkConfig& config, bool threads) {
  return std::stod(apart([&] {
    sysc::NetworkOptions options;
    options.period = kPeriod;
    sysc::Network network("network", config, options);
    std::vector<std::unique_ptr<User>> users;
    for (unsigned t = 0; t < network.terminals(); ++t) {
      users.push_back(std::make_unique<User>(sc_core::sc_gen_unique_name("user"), t,
                                             network.terminals(), threads));
      users.back()->out.bind(network.send[t]);
      users.back()->in.bind(network.receive[t]);
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = seconds();
    sc_core::sc_start(kCycles * kPeriod);
    return std::to_string((seconds() - begin) / kCycles * 1e6);
  }));
}

constexpr double kRate = 0.02;  // messages of four words

RunOptions bench_run() {
  RunOptions options;
  options.load = {kRate, LoadUnit::kMessages};
  options.cycles = kCycles;
  return options;
}

double bench_loop(const NetworkConfig& config) {
  const auto network = make_model(config);
  const double begin = seconds();
  (void)run_simulation(*network, config, bench_run());
  return (seconds() - begin) / kCycles * 1e6;
}

double bench(const NetworkConfig& config) {
  return std::stod(apart([&] {
    sysc::BenchOptions options;
    options.period = kPeriod;
    options.run = bench_run();
    sysc::NetworkBench bench("bench", config, options);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = seconds();
    sc_core::sc_start(kCycles * kPeriod);
    return std::to_string((seconds() - begin) / kCycles * 1e6);
  }));
}

/// Cost of a transaction of one program that does nothing else, on 3x3 terminals.
double transaction(sysc::Timing timing) {
  return std::stod(apart([&] {
    sysc::TlmOptions options;
    options.period = kPeriod;
    options.timing = timing;
    sysc::TlmNetwork network("network", WAYFARER_SYSTEMC_EXAMPLES_DIR "/wormhole3x3.toml", options);
    Traffic traffic;
    traffic.targets = 1;
    traffic.transactions = 20'000;
    traffic.most_pause = 0;
    LtInitiator initiator("initiator", traffic, sc_core::sc_time(1, sc_core::SC_US));
    RandomTarget memory("memory", traffic.stride, 1, {0, 0});
    initiator.socket.bind(network.target_socket[0]);
    network.initiator_socket[8].bind(memory.socket);
    network.set_default_target(8);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    const double begin = seconds();
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC));
    return std::to_string((seconds() - begin) / traffic.transactions * 1e6);
  }));
}

}  // namespace

int main() {
  std::puts(
      "| network | loop, no SystemC | ports, methods | ports, threads | bench, no SystemC | bench |\n"
      "|---|---|---|---|---|---|");
  for (const char* const name : {"mesh4x4", "mesh16x16"}) {
    const NetworkConfig config = load_config(find_config(name));
    std::printf("| %s | %.2f | %.2f | %.2f | %.2f | %.2f |\n", name, loop(config),
                ports(config, false), ports(config, true), bench_loop(config), bench(config));
  }
  std::printf("\nA transaction alone on 3x3 terminals: %.1f in cycles, %.1f by the estimate\n",
              transaction(sysc::Timing::kCycles), transaction(sysc::Timing::kEstimate));
}
