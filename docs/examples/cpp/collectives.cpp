// Collective operations of 16 nodes on three networks: cycles from the first message to the last
// delivery.
//   collectives [ENGINE]
// An all-reduce leaves the sum of all nodes' vectors at every node: around a ring, each node passes
// on a 16th of the vector 30 times; in a binomial tree, whole vectors go up to node 0 and back. In
// an all-to-all, each node sends every other one its own 16th.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <wayfarer.hpp>

namespace {

constexpr std::uint32_t kNodes = 16;
constexpr std::uint32_t kBytes = 16 * 1024;  ///< Size of each node's vector.

void ring_all_reduce(wayfarer::Network& network) {
  constexpr std::uint64_t kSteps = 2 * (kNodes - 1);
  const auto pass_on = [&network](std::uint32_t node, std::uint64_t step) {
    network.send(node, (node + 1) % kNodes, kBytes / kNodes, step);
  };
  network.on_delivery([pass_on](const wayfarer::Delivery& message) {
    if (message.tag + 1 < kSteps) pass_on(message.destination, message.tag + 1);
  });
  for (std::uint32_t node = 0; node < kNodes; ++node) pass_on(node, 0);
}

/// The nodes below a node, the one with the most nodes below it first.
std::vector<std::uint32_t> children(std::uint32_t node) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t distance = kNodes / 2; distance > 0; distance /= 2)
    if (node % (2 * distance) == 0) found.push_back(node + distance);
  return found;
}

void tree_all_reduce(wayfarer::Network& network) {
  enum : std::uint64_t { kUp, kDown };
  std::vector<std::size_t> missing;
  for (std::uint32_t node = 0; node < kNodes; ++node) missing.push_back(children(node).size());
  const auto go_up = [&network](std::uint32_t node) {
    const std::uint32_t parent = node & (node - 1);
    network.send(node, parent, kBytes, kUp);
  };
  const auto go_down = [&network](std::uint32_t node) {
    for (const std::uint32_t child : children(node)) network.send(node, child, kBytes, kDown);
  };
  network.on_delivery([missing, go_up, go_down](const wayfarer::Delivery& message) mutable {
    const std::uint32_t node = message.destination;
    if (message.tag == kDown)
      go_down(node);
    else if (--missing[node] == 0)
      node == 0 ? go_down(node) : go_up(node);
  });
  for (std::uint32_t node = 0; node < kNodes; ++node)
    if (missing[node] == 0) go_up(node);
}

void all_to_all(wayfarer::Network& network) {
  for (std::uint32_t distance = 1; distance < kNodes; ++distance)
    for (std::uint32_t node = 0; node < kNodes; ++node)
      network.send(node, (node + distance) % kNodes, kBytes / kNodes);
}

struct Collective {
  const char* name;
  void (*begin)(wayfarer::Network&);
};

}  // namespace

int main(int argc, char** argv) {
  const std::string engine = argc > 1 ? argv[1] : "model";
  const std::vector<std::string> networks = {"mesh4x4", "romm-mesh4x4-2phase", "fs-mesh4x4-star"};
  try {
    std::printf("%-16s", "cycles");
    for (const std::string& name : networks) std::printf("  %20s", name.c_str());
    std::printf("\n");
    for (const Collective& collective :
         {Collective{"ring all-reduce", ring_all_reduce},
          Collective{"tree all-reduce", tree_all_reduce}, Collective{"all-to-all", all_to_all}}) {
      std::printf("%-16s", collective.name);
      for (const std::string& name : networks) {
        wayfarer::Network network(name, engine);
        collective.begin(network);
        while (network.next_event() != wayfarer::never) network.advance();
        std::printf("  %20llu", static_cast<unsigned long long>(network.now()));
      }
      std::printf("\n");
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "collectives: %s\n", error.what());
    return 1;
  }
}
