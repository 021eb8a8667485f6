// Processors that wait for their replies: each one computes, reads a line of another node's memory,
// and waits until it has arrived. Prints how much of their time the processors compute, for several
// lengths of the computation.
//   processors [ENGINE [NETWORK]]
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <wayfarer.hpp>

namespace {

constexpr std::uint32_t kRequestBytes = 8;
constexpr std::uint32_t kLineBytes = 64;
constexpr std::uint64_t kMemoryCycles = 20;  ///< From the request's delivery to the reply.
constexpr unsigned kReads = 200;             ///< Per processor.

/// All processors of a network, and their memories.
class Processors {
 public:
  Processors(wayfarer::Network& network, std::uint64_t work)
      : network_(network), work_(work), reads_(network.terminals()) {
    network_.on_delivery([this](const wayfarer::Delivery& message) { receive(message); });
    for (std::uint32_t node = 0; node < reads_.size(); ++node) compute(node);
  }

  [[nodiscard]] std::uint64_t finished() const { return finished_; }  ///< Cycle.

 private:
  enum : std::uint64_t { kRequest, kReply };

  /// The processor computes, then reads at a drawn node.
  void compute(std::uint32_t node) {
    random_ = random_ * 1664525 + 1013904223;
    const auto nodes = static_cast<std::uint32_t>(reads_.size());
    const std::uint32_t memory = (node + 1 + (random_ >> 8) % (nodes - 1)) % nodes;
    network_.send(node, memory, kRequestBytes, kRequest, network_.now() + work_);
  }

  void receive(const wayfarer::Delivery& message) {
    const std::uint32_t node = message.destination;
    if (message.tag == kRequest) {
      network_.send(node, message.source, kLineBytes, kReply, network_.now() + kMemoryCycles);
    } else if (++reads_[node] < kReads) {
      compute(node);
    } else {
      finished_ = network_.now();
    }
  }

  wayfarer::Network& network_;
  std::uint64_t work_;
  std::vector<unsigned> reads_;
  std::uint32_t random_ = 1;
  std::uint64_t finished_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string engine = argc > 1 ? argv[1] : "model";
  const std::string configuration = argc > 2 ? argv[2] : "mesh4x4";
  try {
    std::printf("%s, %u reads per processor\nwork, cycles  total, cycles  computing\n",
                configuration.c_str(), kReads);
    for (const std::uint64_t work : {10u, 50u, 250u}) {
      wayfarer::Network network(configuration, engine);
      const Processors processors(network, work);
      while (network.next_event() != wayfarer::never) network.advance();
      const auto total = static_cast<double>(processors.finished());
      std::printf("%12u  %13.0f  %8.1f%%\n", static_cast<unsigned>(work), total,
                  100.0 * static_cast<double>(work) * kReads / total);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "processors: %s\n", error.what());
    return 1;
  }
}
