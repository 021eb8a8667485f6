#include "traffic/netrace.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "traffic/netrace_file.hpp"
#include "traffic/responder_workload.hpp"
#include "traffic/under_way.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kReadAhead = 100'000;  ///< Cycles of the file beyond the run's.
constexpr unsigned kLongestPacket = 72;
constexpr std::size_t kMostPackets = 10'000'000;  ///< In memory.

class Netrace final : public Responder {
 public:
  Netrace(const std::string& path, const FlitFormat& format) : file_(path), under_way_(format) {}

  void begin(std::vector<Answer>& answers) override { read_ahead(0, answers); }

  void deliver(const MessageRecord& message, Cycle now, std::vector<Answer>& answers) override {
    arrived_.push_back({under_way_.take(message), now});
    finish_arrived(answers);
    read_ahead(now + 1, answers);
  }

  double mean_flits() const override { return under_way_.mean_flits(); }
  double mean_bytes() const override { return under_way_.mean_bytes(); }

  std::string never_sent() const override {
    constexpr std::size_t kNamed = 8;
    std::vector<std::uint32_t> waiting;
    for (const auto& [id, packet] : packets_)
      if (packet.read && !packet.started) waiting.push_back(id);
    if (waiting.empty()) return "";
    std::sort(waiting.begin(), waiting.end());
    const std::size_t named = std::min(waiting.size(), kNamed);
    return fmt::format(
        "{}: {} of its packets never started, because packets depend on themselves or on each other: {}{}",
        file_.path(), waiting.size(), fmt::join(waiting.begin(), waiting.begin() + named, ", "),
        named < waiting.size() ? ", ..." : "");
  }

 private:
  /// A packet that has not arrived, or is only known as one that waits.
  struct Packet {
    Cycle cycle = 0;
    TerminalId source = 0;
    TerminalId destination = 0;
    std::uint16_t bytes = 0;
    bool read = false;
    bool started = false;
    std::uint32_t waits_for = 0;  ///< Packets that have not arrived.
    Cycle earliest = 0;           ///< Cycle after the last arrival of those that it waited for.
    std::vector<std::uint32_t> dependents;
  };

  /// Reads the packets of the cycles from `next` on, so far that none is missing when the next
  /// message arrives.
  void read_ahead(Cycle next, std::vector<Answer>& answers) {
    while (!ended_ && under_way_.needs(last_cycle_, next, kReadAhead)) {
      std::optional<NetracePacket> packet = file_.read();
      ended_ = !packet;
      if (!ended_) add(std::move(*packet), next, answers);
    }
  }

  void add(NetracePacket packet, Cycle next, std::vector<Answer>& answers) {
    last_cycle_ = packet.cycle;
    for (const std::uint32_t id : packet.dependents) ++packets_[id].waits_for;
    Packet& own = packets_[packet.id];
    if (own.read)
      throw UsageError(fmt::format(
          "{}: packet number {} is in use; legal: a different number for each packet that has not arrived",
          file_.path(), packet.id));
    own.cycle = packet.cycle;
    own.source = packet.source;
    own.destination = packet.destination;
    own.bytes = static_cast<std::uint16_t>(netrace_bytes(packet.type));
    own.read = true;
    own.dependents = std::move(packet.dependents);
    own.earliest = std::max(own.earliest, next);
    if (packets_.size() > kMostPackets)
      throw UsageError(
          fmt::format("{}: more than {} packets wait for others or are under way before "
                      "packet {}; legal: fewer",
                      file_.path(), kMostPackets, packet.id));
    if (own.waits_for != 0) return;
    start(packet.id, own, answers);
    finish_arrived(answers);
  }

  /// The packet waits for none any more.
  void start(std::uint32_t id, Packet& packet, std::vector<Answer>& answers) {
    packet.started = true;
    const Cycle birth = std::max(packet.cycle, packet.earliest);
    if (packet.bytes == 0 || packet.source == packet.destination) {
      arrived_.push_back({id, birth});
      return;
    }
    under_way_.plan({birth, packet.source, packet.destination, 0, packet.bytes}, id, answers);
  }

  /// Starts the packets that waited for those that have arrived, and only for those.
  void finish_arrived(std::vector<Answer>& answers) {
    while (!arrived_.empty()) {
      const Arrival arrival = arrived_.back();
      arrived_.pop_back();
      const std::vector<std::uint32_t> dependents = std::move(packets_.at(arrival.id).dependents);
      packets_.erase(arrival.id);
      for (const std::uint32_t dependent : dependents) release(dependent, arrival.cycle, answers);
    }
  }

  void release(std::uint32_t id, Cycle now, std::vector<Answer>& answers) {
    const auto waiting = packets_.find(id);
    if (waiting == packets_.end()) return;
    Packet& packet = waiting->second;
    packet.earliest = std::max(packet.earliest, now + 1);
    if (--packet.waits_for == 0 && packet.read && !packet.started) start(id, packet, answers);
  }

  struct Arrival {
    std::uint32_t id = 0;
    Cycle cycle = 0;
  };

  NetraceFile file_;
  std::unordered_map<std::uint32_t, Packet> packets_;  ///< By their numbers in the file.
  UnderWay<std::uint32_t> under_way_;                  ///< These numbers.
  std::vector<Arrival> arrived_;                       ///< Whose dependents have not been told.
  Cycle last_cycle_ = 0;                               ///< The last cycle of the file.
  bool ended_ = false;
};

}  // namespace

Workload make_netrace_workload(const std::string& path, const NetworkConfig& config) {
  check_responder_limits(path, config, NetraceFile(path).nodes(), kLongestPacket);
  const FlitFormat format = flit_format(config);
  return responder_workload(config, true, [=] { return std::make_unique<Netrace>(path, format); });
}

}  // namespace wayfarer
