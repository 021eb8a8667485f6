// Distinguishes a deadlocked network from a slow one.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "core/network.hpp"
#include "traffic/message_table.hpp"

namespace wayfarer {

/// How texts name channels; empty: by their numbers.
using ChannelNames = std::function<std::string(ChannelId)>;

/// Deadlock: no flit has moved for `limit` cycles while messages are in flight; thrown as
/// CheckFailed with the waiting messages. Starvation: the greatest age of a message in flight; only
/// reported, since not every router bounds it.
class Watchdog {
 public:
  static constexpr Cycle kDefaultLimit = 10'000;

  explicit Watchdog(Cycle limit = kDefaultLimit, ChannelNames names = {})
      : limit_(limit), names_(std::move(names)) {}

  /// Call after every step, with the flits that it delivered.
  void observe(Network& network, std::size_t delivered, const MessageTable& messages, Cycle now) {
    if (now % kScanInterval == 0) scan(messages, now);
    if (messages.in_flight() == 0 || delivered != 0 || network.moves() != 0) {
      last_progress_ = now;
      return;
    }
    const Cycle waited = now - last_progress_;
    if (waited + 1 == limit_) network.count_transfers(nullptr);  // the diagnosis lists them
    if (waited >= limit_) diagnose(network, messages, now);
  }

  /// Updates the greatest age from all messages in flight. Called at intervals; call once more at
  /// the end.
  void scan(const MessageTable& messages, Cycle now) {
    for (const MessageRecord& record : messages.records())
      if (record.in_flight) oldest_ = std::max(oldest_, now - record.start + 1);
  }

  /// Greatest age seen of a message between its header's acceptance and its tail's delivery, in
  /// cycles; sampled every 1024 cycles.
  [[nodiscard]] Cycle oldest_in_flight() const { return oldest_; }

 private:
  static constexpr Cycle kScanInterval = 1024;

  /// Throws, naming the messages that wait longest and the owners of the channels.
  [[noreturn]] void diagnose(const Network& network, const MessageTable& messages, Cycle now) const;

  Cycle limit_;
  ChannelNames names_;
  Cycle last_progress_ = 0;
  Cycle oldest_ = 0;
};

}  // namespace wayfarer
