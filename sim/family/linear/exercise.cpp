#include "family/linear/exercise.hpp"

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/linear/config.hpp"
#include "family/linear/periodic_hosts.hpp"
#include "traffic/sources.hpp"

namespace wayfarer {

std::uint64_t exercise_linear(Network& network, const NetworkConfig& config, std::uint64_t seed,
                              Cycle cycles, const std::function<bool(Cycle)>& proceed) {
  const bool sporadic = linear_of(config).sporadic;
  Random random(seed, 0, Purpose::kTest, 1);
  network.reset();
  PeriodicHosts* hosts = network.find<PeriodicHosts>();
  const std::uint32_t count = network.shape().terminals - 1;
  const std::uint32_t scale = count * (1 + random.below(12)) / 3 + 1;
  std::vector<bool> programmed(count);
  for (TerminalId host = 0; host < count; ++host) {
    HostProgram program;
    program.flits = 1 + random.below(12);
    program.period = 1 + random.below(12 * scale);
    program.phase = random.below(std::min(2 * program.period, 500u));
    program.deadline = random.below(40 * count);
    programmed[host] = host == 0 || random.below(8) != 0;
    if (programmed[host]) hosts->program(host, program);
  }
  if (random.below(3) != 0) hosts->program_server(1 + random.below(400));
  EjectionStalls stalls(network.shape().terminals, random.below(3) == 0 ? 0.2 : 0, seed);
  std::uint64_t delivered = 0;
  const unsigned rarely = 1 + random.below(200);
  bool burst = true;
  for (Cycle now = 0; now < cycles && (!proceed || proceed(now)); ++now) {
    stalls.apply(network, now);
    if (sporadic) {
      if (random.below(100) == 0) burst = !burst;
      for (TerminalId host = 0; host < count; ++host) {
        const bool demand = burst || random.below(rarely) == 0;
        if (demand && programmed[host]) network.offer(host, 0, {});  // also where none is due
      }
    }
    network.step();
    if (!network.errors().empty()) throw CheckFailed("a host refused its own flit");
    for (const Delivery& delivery : network.deliveries())
      if (!delivery.intact) throw CheckFailed("a flit was delivered damaged");
    delivered += network.deliveries().size();
  }
  return delivered;
}

}  // namespace wayfarer
