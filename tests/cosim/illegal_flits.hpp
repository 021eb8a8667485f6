// Client-server networks whose terminals obey no rule.
#pragma once

#include "core/network.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Every terminal sends flits of any tag to anywhere. Returns the causes on the error ports.
inline std::uint8_t run_illegal(Network& network, std::uint64_t seed, Cycle cycles) {
  network.reset();
  const NetworkShape& shape = network.shape();
  std::uint8_t causes = 0;
  for (Cycle now = 0; now < cycles; ++now) {
    for (TerminalId terminal = 0; terminal < shape.terminals; ++terminal) {
      Random random(seed, terminal, Purpose::kTest, now);
      if (random.below(3) == 0) continue;
      const bool likely = random.below(2) == 0;
      Flit flit;
      flit.tag = static_cast<Tag>(1 + random.below(4));
      flit.message = random.below(1u << kMessageIdBits);
      flit.index = static_cast<std::uint16_t>(
          flit.tag == Tag::kHeader || flit.tag == Tag::kSingle ? 0 : random.below(256));
      flit.destination = likely ? shape.terminals - 1 : random.below(2 * shape.terminals);
      network.offer(terminal, 0, flit);
    }
    network.step();
    for (const ErrorEvent& event : network.errors())
      causes = static_cast<std::uint8_t>(causes | event.causes);
  }
  return causes;
}

}  // namespace wayfarer
