// A network that other programs send messages into and that tells them of deliveries.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "config/config.hpp"
#include "core/network.hpp"
#include "runs/harness.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {

struct SentMessage {
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t bytes = 0;  ///< Longer messages than the network has are sent in parts.
  std::uint64_t tag = 0;    ///< The sender's own; comes back with the delivery.
};

struct DeliveredMessage : SentMessage {
  Cycle sent = 0;       ///< The cycle in which it was due at its source.
  Cycle started = 0;    ///< The cycle in which the network took its first flit.
  Cycle delivered = 0;  ///< The cycle of its last flit; the latency is delivered - sent + 1.
};

/// Steps a network of any engine, feeds the messages that its user sends to the terminals' queues,
/// and checks everything that the network delivers (Scoreboard, Watchdog). Several may be used in
/// one process, each by one thread at a time.
class CoSimulation {
 public:
  using Observer = std::function<void(const DeliveredMessage&)>;

  /// Resets the network; cycle 0 comes next. Throws UsageError for options that do not fit.
  CoSimulation(std::unique_ptr<Network> network, const NetworkConfig& config,
               HarnessOptions options = {});

  /// Called for each message that is complete, between the cycle of its last flit and the next one,
  /// in the order of terminals. It may send. What it throws comes out of `step`, which then may be
  /// called again.
  void on_delivery(Observer observer) { observer_ = std::move(observer); }

  /// The message joins its source's queue in the next cycle, or in cycle `at`. Throws UsageError
  /// for terminals, lengths and cycles that are not legal.
  void send(const SentMessage& message) { send(message, now()); }
  void send(const SentMessage& message, Cycle at);

  /// Steps so many cycles. Throws CheckFailed when the network is at fault; then every later call
  /// throws it again.
  void step(Cycle cycles = 1);

  /// Steps until messages have been delivered, or until cycle `end` comes next. Returns whether
  /// some were delivered.
  bool advance(Cycle end);

  /// Cycles done; the number of the next one.
  [[nodiscard]] Cycle now() const { return harness_.now(); }
  /// The first cycle in which something can happen: the next one while messages are under way, else
  /// the cycle in which the next message is due; kNever if there is none.
  [[nodiscard]] Cycle next_event() const;

  [[nodiscard]] std::uint64_t sent() const { return sent_; }            ///< Messages.
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }  ///< Messages.
  [[nodiscard]] std::uint64_t delivered_flits() const {
    return harness_.scoreboard().delivered_flits();
  }
  /// Flits that each channel has moved.
  [[nodiscard]] const std::vector<std::uint64_t>& channel_flits() const { return channel_flits_; }
  [[nodiscard]] const NetworkConfig& config() const { return harness_.config(); }
  [[nodiscard]] std::uint32_t terminals() const { return limits_.terminals; }
  /// The longest message that is sent in one part, in bytes.
  [[nodiscard]] unsigned longest_message() const { return limits_.max_bytes; }

 private:
  /// A message some of whose parts are missing.
  struct Open {
    DeliveredMessage message;
    std::uint32_t missing = 0;
  };

  void check(const SentMessage& message, Cycle at) const;
  void complete(const MessageRecord& part);
  void run_cycle();
  bool step_to(Cycle end, bool to_delivery);
  void report();

  std::unique_ptr<Network> network_;
  Harness harness_;
  TraceLimits limits_;
  Connected connected_;
  Observer observer_;
  std::unordered_map<std::uint32_t, Open> open_;  ///< By Answer::number.
  std::uint32_t next_number_ = 0;
  std::vector<DeliveredMessage> done_;  ///< Of the last cycle, to be reported.
  std::size_t reported_ = 0;            ///< Of those.
  std::vector<std::uint64_t> channel_flits_;
  bool counted_ = false;  ///< The network counts them.
  bool stepping_ = false;
  std::string fault_;  ///< The network's error; empty: none yet.
  std::uint64_t sent_ = 0;
  std::uint64_t delivered_ = 0;
};

}  // namespace wayfarer
