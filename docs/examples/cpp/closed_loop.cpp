// A closed loop with a window: every terminal has at most so many messages under way, and a
// delivery lets its source send the next one. Prints throughput and latency for each window.
//   closed_loop [ENGINE [NETWORK]]
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include <wayfarer.hpp>

namespace {

constexpr std::uint32_t kBytes = 64;
constexpr std::uint64_t kCycles = 5000;

struct Result {
  double throughput;  ///< Messages per terminal and cycle.
  double latency;     ///< Cycles.
};

Result run(const std::string& configuration, const std::string& engine, unsigned window) {
  wayfarer::Network network(configuration, engine);
  const std::uint32_t terminals = network.terminals();
  std::uint32_t random = 1;
  const auto send = [&](std::uint32_t source) {
    random = random * 1664525 + 1013904223;
    const std::uint32_t distance = 1 + (random >> 8) % (terminals - 1);
    network.send(source, (source + distance) % terminals, kBytes);
  };
  std::uint64_t latencies = 0;
  std::uint64_t deliveries = 0;
  network.on_delivery([&](const wayfarer::Delivery& message) {
    latencies += message.delivered - message.sent + 1;
    ++deliveries;
    send(message.source);
  });
  for (std::uint32_t source = 0; source < terminals; ++source)
    for (unsigned i = 0; i < window; ++i) send(source);
  network.step(kCycles);
  const auto count = static_cast<double>(deliveries);
  return {count / static_cast<double>(kCycles * terminals), static_cast<double>(latencies) / count};
}

}  // namespace

int main(int argc, char** argv) {
  const std::string engine = argc > 1 ? argv[1] : "model";
  const std::string configuration = argc > 2 ? argv[2] : "mesh4x4";
  try {
    std::printf("%s, %u bytes per message\nwindow  messages/terminal/cycle  latency, cycles\n",
                configuration.c_str(), kBytes);
    for (const unsigned window : {1u, 2u, 4u, 8u, 16u}) {
      const Result result = run(configuration, engine, window);
      std::printf("%6u  %23.4f  %15.1f\n", window, result.throughput, result.latency);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "closed_loop: %s\n", error.what());
    return 1;
  }
}
