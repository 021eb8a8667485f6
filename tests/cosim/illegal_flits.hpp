// Networks whose terminals obey no rule: client-server networks and routers with virtual channels.
#pragma once

#include "core/network.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Every terminal sends flits of any tag to anywhere, in all its lanes where they are parallel.
/// Of 4 + `bodies` flits, `bodies` are body flits before tags are drawn: with many of them messages
/// get long. Returns the causes on the error ports.
inline std::uint8_t run_illegal(Network& network, std::uint64_t seed, Cycle cycles,
                                unsigned bodies = 0) {
  network.reset();
  const NetworkShape& shape = network.shape();
  const unsigned lanes = shape.parallel_lanes ? shape.lanes : 1;
  std::uint8_t causes = 0;
  for (Cycle now = 0; now < cycles; ++now) {
    for (std::uint32_t source = 0; source < shape.terminals * lanes; ++source) {
      Random random(seed, source, Purpose::kTest, now);
      if (random.below(3) == 0) continue;
      const bool likely = random.below(2) == 0;
      const unsigned tag = random.below(4 + bodies);
      Flit flit;
      flit.tag = tag < 4 ? static_cast<Tag>(1 + tag) : Tag::kBody;
      flit.message = random.below(1u << kMessageIdBits);
      flit.index = static_cast<std::uint16_t>(is_head(flit.tag) ? 0 : random.below(256));
      flit.destination = likely ? shape.terminals - 1 : random.below(2 * shape.terminals);
      network.offer(source / lanes, source % lanes, flit);
    }
    network.step();
    for (const ErrorEvent& event : network.errors())
      causes = static_cast<std::uint8_t>(causes | event.causes);
  }
  return causes;
}

}  // namespace wayfarer
