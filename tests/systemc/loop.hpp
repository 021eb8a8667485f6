// The traffic of sysc::NetworkBench in a plain loop.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/config.hpp"
#include "stream/network.hpp"
#include "traffic/workload.hpp"

namespace wayfarer::systemc_test {

/// To the last bit.
inline std::string text_of(std::uint64_t messages, double mean, double accepted) {
  return fmt::format("{} messages, latency {:a}, accepted {:a}", messages, mean, accepted);
}

/// Runs the traffic of NetworkBench over an engine, without SystemC; returns what it measures.
inline std::string in_a_loop(const NetworkConfig& config, StreamNetwork& network,
                             const Workload& workload, Cycle cycles, Cycle warmup) {
  struct Source {
    std::uint32_t number = 0;
    Cycle birth = 0;
    TerminalId destination = 0;
    unsigned words = 0, sent = 0;
    bool ended = false;
  };
  const auto count = static_cast<TerminalId>(network.terminals());
  std::vector<Source> sources(count);
  const auto next = [&](TerminalId t) {
    Source& source = sources[t];
    source.birth = workload.process->next_birth(t, source.number, source.birth);
    source.ended = source.birth == kNever || workload.pattern->silent(t);
    source.destination = workload.pattern->destination(t, source.number);
    source.words = data_flits(workload.lengths->bytes(t, source.number), config.flit_bytes(), 1);
    source.sent = 0;
  };
  for (TerminalId t = 0; t < count; ++t) next(t);
  // The words carry the cycle of birth.
  std::uint64_t messages = 0, latencies = 0, words = 0;
  for (Cycle cycle = 0; cycle < cycles; ++cycle) {
    for (TerminalId t = 0; t < count; ++t) {
      const StreamWord* const word = network.output(t);
      network.set_ready(t, word != nullptr);
      if (word != nullptr && cycle >= warmup && cycle + 1 < cycles) ++words;
      if (word != nullptr && word->last && cycle >= warmup) {
        ++messages;
        latencies += cycle - static_cast<Cycle>(word->data) + 1;
      }
      Source& source = sources[t];
      if (source.ended || source.birth > cycle) continue;
      if (source.destination != kNoTerminal) {
        network.offer(t, {source.birth, source.destination, source.sent + 1 == source.words});
        if (!network.ready(t) || ++source.sent < source.words) continue;
      }
      ++source.number;
      next(t);
    }
    network.step();
  }
  return text_of(messages, static_cast<double>(latencies) / static_cast<double>(messages),
                 static_cast<double>(words) / static_cast<double>(cycles - warmup) / count);
}

}  // namespace wayfarer::systemc_test
