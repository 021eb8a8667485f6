// Four programs, four memories and a DMA on a network of nine terminals, with the estimate, the
// cycle model and the RTL in one simulation.
//   platform CONFIG.toml [rtl]
#include "platform_parts.hpp"

#include <cstdio>
#include <memory>

#include "wayfarer_systemc/tlm_network.hpp"
#include "wayfarer_systemc/transaction_waves.hpp"

namespace {

// Programs are at terminals 0 to 3, the DMA at 4, memories at 5 to 8.
constexpr unsigned kDma = 4, kFirstMemory = 5, kMemories = 4;
constexpr std::uint64_t kMemorySize = 0x10000, kDmaRegisters = 0x100000;
constexpr std::uint64_t memory(unsigned number) { return number * kMemorySize; }
constexpr std::uint64_t kFlag = memory(2) + 0x8000;  // items that the producer has written

/// Copies a kilobyte by itself and another one by the DMA.
void copy(Processor& processor) {
  std::uint8_t block[32];
  for (unsigned at = 0; at < 1024; at += sizeof block) {
    processor.read(memory(0) + at, block, sizeof block);
    processor.write(memory(1) + at, block, sizeof block);
  }
  processor.write_word(kDmaRegisters + 0, memory(3));
  processor.write_word(kDmaRegisters + 4, memory(0));
  processor.write_word(kDmaRegisters + 8, 1024);
  while (processor.read_word(kDmaRegisters + 8) != 0) {
  }
}

void produce(Processor& processor) {
  for (std::uint32_t item = 0; item < 40; ++item) {
    std::uint32_t data[4] = {item, item + 1, item + 2, item + 3};
    processor.write(memory(2) + 16 * item, data, sizeof data);
    processor.write_word(kFlag, item + 1);
  }
}

void consume(Processor& processor) {
  for (std::uint32_t item = 0; item < 40; ++item) {
    while (processor.read_word(kFlag) <= item) {
    }
    std::uint32_t data[4];
    processor.read(memory(2) + 16 * item, data, sizeof data);
    if (data[3] != item + 3) SC_REPORT_ERROR("/platform", "an item is not what was produced");
  }
}

void read_at_random(Processor& processor) {
  std::uint32_t state = 1;
  for (unsigned i = 0; i < 100; ++i) {
    state = state * 1664525 + 1013904223;
    std::uint8_t data[24];
    processor.read(memory(state >> 30) + (state >> 8) % 0x8000, data, sizeof data);
  }
}

struct Platform : sc_core::sc_module {
  wayfarer::sysc::TlmNetwork network;
  Processor programs[4] = {
      {"copy", copy}, {"produce", produce}, {"consume", consume}, {"random", read_at_random}};
  Dma dma{"dma"};
  sc_core::sc_vector<Memory> memories{"memory", kMemories};

  Platform(const sc_core::sc_module_name& name, const std::string& config,
           const wayfarer::sysc::TlmOptions& options)
      : sc_module(name), network("network", config, options) {
    for (unsigned i = 0; i < 4; ++i) {
      programs[i].socket.bind(network.target_socket[i]);
      network.initiator_socket[kFirstMemory + i].bind(memories[i].socket);
      network.set_target_range(kFirstMemory + i, memory(i), kMemorySize);
    }
    dma.master.socket.bind(network.target_socket[kDma]);
    network.initiator_socket[kDma].bind(dma.registers);
    network.set_target_range(kDma, kDmaRegisters, 0x1000);
  }
};

}  // namespace

int sc_main(int argc, char* argv[]) {
  if (argc < 2) {
    std::puts("usage: platform CONFIG.toml [rtl]");
    return 2;
  }
  wayfarer::sysc::TlmOptions options;
  options.period = sc_core::sc_time(1, sc_core::SC_NS);
  options.outstanding = 1;  // of each program
  std::vector<std::unique_ptr<Platform>> platforms;
  const auto add = [&](const char* name) {
    platforms.push_back(std::make_unique<Platform>(name, argv[1], options));
  };
  add("model");
  options.timing = wayfarer::sysc::Timing::kEstimate;
  add("estimate");
  options.timing = wayfarer::sysc::Timing::kCycles;
  options.engine = wayfarer::Engine::kRtl;
  if (argc > 2) add("rtl");

  // Rows of waves for each initiator: its transaction, and where that is.
  Platform& model = *platforms.front();
  sc_core::sc_trace_file* const waves = sc_core::sc_create_vcd_trace_file("platform");
  waves->set_time_unit(1, sc_core::SC_NS);
  const wayfarer::sysc::TransactionWaves rows("transactions", model.network, waves);

  sc_core::sc_start(1, sc_core::SC_MS);
  sc_core::sc_close_vcd_trace_file(waves);
  std::printf("%-10s", "program");
  for (const auto& platform : platforms) std::printf("%12s", platform->basename());
  for (unsigned i = 0; i < 4; ++i) {
    std::printf("\n%-10s", model.programs[i].basename());
    for (const auto& platform : platforms)
      std::printf("%9.0f ns", platform->programs[i].ended.to_seconds() * 1e9);
  }
  std::printf("\n\nround trip %9s", "DMA");
  for (unsigned m = 0; m < kMemories; ++m) std::printf("  memory %u", m);
  for (const Processor& program : model.programs) {
    std::printf("\n%-10s", program.basename());
    for (unsigned target = kDma; target < kFirstMemory + kMemories; ++target) {
      const auto found = program.latency.find(target);
      if (found == program.latency.end())
        std::printf("%10s", "-");
      else
        std::printf("%7.1f ns", found->second.sum.to_seconds() * 1e9 / found->second.count);
    }
  }
  std::puts("");
  return 0;
}
