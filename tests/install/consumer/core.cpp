// Uses the C++ core by the headers of the sources: a network's model and its RTL in lockstep.
#include <cstdio>

#include "common/engines.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"
#include "runs/co_simulation.hpp"

int main() {
  using namespace wayfarer;
  const NetworkConfig config = load_config(find_config("mesh4x4"));
  CoSimulation network(Engines().make(config, Engine::kBoth), config);
  network.on_delivery([&](const DeliveredMessage& message) {
    std::printf("%u delivered in cycle %u\n", static_cast<unsigned>(network.delivered()),
                static_cast<unsigned>(message.delivered));
  });
  network.send({0, 5, 64, 0});
  network.step(100);
}
