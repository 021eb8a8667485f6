#include "onchip/report.hpp"

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr unsigned kRegisters = 11;
constexpr unsigned kFirstCounter = 0x100;

/// `fpga_names` in C++.
constexpr const char* kNames[] = {
    "status",
    "terminals",
    "pattern",
    "load",
    "hot",
    "burst",
    "words",
    "cycles_set",
    "seed",
    "saturated_0",
    "saturated_32",
    "cycles",
    "drain_cycles",
    "messages_sent",
    "words_sent",
    "stall_cycles",
    "messages_held",
    "messages_arrived",
    "words_arrived",
    "wrong_heads",
    "wrong_words",
    "lost_or_doubled",
    "overtaken",
    "drop_destination",
    "drop_oversized",
    "drop_changed",
    "drop_withdrawn",
    "latencies",
    "latency_sum",
    "latency_max",
    "missing",
    "latency_2e0",
    "latency_2e1",
    "latency_2e2",
    "latency_2e3",
    "latency_2e4",
    "latency_2e5",
    "latency_2e6",
    "latency_2e7",
    "latency_2e8",
    "latency_2e9",
    "latency_2e10",
    "latency_2e11",
    "latency_2e12",
    "latency_2e13",
    "latency_2e14",
    "latency_2e15",
};
static_assert(std::size(kNames) == kRegisters + kOnchipCounters);

std::string line(const std::string& name, std::uint32_t value) {
  return fmt::format("{:<16} {:08x}\n", name, value);
}

}  // namespace

std::vector<OnchipLine> onchip_lines(const OnchipTerminals& traffic) {
  std::vector<OnchipLine> lines;
  for (unsigned i = 0; i < std::size(kNames); ++i) {
    const unsigned address = i < kRegisters ? 4 * i : kFirstCounter + 4 * (i - kRegisters);
    lines.push_back({kNames[i], traffic.control().read(address, traffic.counters())});
  }
  return lines;
}

std::string onchip_report(const OnchipTerminals& traffic) {
  std::string text;
  std::uint32_t sum = 0;
  for (const OnchipLine& l : onchip_lines(traffic)) {
    text += line(l.name, l.value);
    sum += l.value;
  }
  return text + line("end", sum);
}

}  // namespace wayfarer
