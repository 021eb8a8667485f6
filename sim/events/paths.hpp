// What observers of a network ask its family: where its channels lead and a message may go next.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/types.hpp"
#include "geometry/network_map.hpp"

namespace wayfarer {

/// The head of a message in the network.
struct HeadPlace {
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint32_t number = 0;        ///< Messages that the source sent before it.
  ChannelId channel = kNoChannel;  ///< The channel that it passed last; kNoChannel: none yet.
  unsigned driver = 0;             ///< Its driver there; none yet: the injection port.
  unsigned hops = 0;               ///< Channels passed.
};

/// A channel that a head may take next, as any of these drivers. Where `pool` is set, it also needs
/// one of the `buffers` of driver `pool_driver` of channel `pool`, from `first_buffer` on.
struct NextChannel {
  ChannelId channel = kNoChannel;
  std::uint64_t drivers = 1;
  ChannelId pool = kNoChannel;
  unsigned pool_driver = 0;
  unsigned first_buffer = 0;
  unsigned buffers = 0;
  unsigned held_first = 0;  ///< `first_buffer` of the buffer in which the head is now.
};

enum class NextStep {
  kChannel,    ///< It waits for one of the channels.
  kBranches,   ///< It waits for each of them; kNoChannel among them: the terminal.
  kEjection,   ///< It waits for its terminal. Channels: those on which it may be led away.
  kDelivered,  ///< The last channel delivered it.
};

class MessagePaths {
 public:
  /// Cycles of a lone head: from injection to its first channel, from a channel to the next, and
  /// from the last one to the terminal.
  struct Timing {
    unsigned first = 1;
    unsigned hop = 1;
    unsigned ejection = 1;
  };
  /// The buffers after a channel.
  enum class Buffers {
    kNone,
    kOfDriver,   ///< A queue for each driver.
    kOfChannel,  ///< One queue.
    kPool,       ///< A message takes any that is free: NextChannel::pool.
  };

  explicit MessagePaths(NetworkMap map) : map_(std::move(map)) {}
  virtual ~MessagePaths() = default;
  MessagePaths(const MessagePaths&) = delete;
  MessagePaths& operator=(const MessagePaths&) = delete;

  [[nodiscard]] const NetworkMap& map() const { return map_; }
  [[nodiscard]] std::uint32_t nodes() const {
    return static_cast<std::uint32_t>(map_.nodes.size());
  }
  [[nodiscard]] ChannelEnds ends(ChannelId channel) const { return map_.channels[channel].ends; }
  [[nodiscard]] virtual NodeNumber node_of(TerminalId terminal) const { return terminal; }
  /// On a bus: the node whose messages the driver brings; the bus's own node for terminals,
  /// kNoNode where the channel has no such driver. Of other channels: their beginning.
  [[nodiscard]] virtual NodeNumber driver_from(ChannelId channel, unsigned /*driver*/) const {
    return ends(channel).from;
  }
  [[nodiscard]] virtual Timing timing() const = 0;
  [[nodiscard]] virtual Buffers buffers() const { return Buffers::kOfDriver; }

  /// Where the head goes next; fills `next`, the preferred channel first.
  [[nodiscard]] virtual NextStep next(const HeadPlace& head,
                                      std::vector<NextChannel>& next) const = 0;

 private:
  const NetworkMap map_;
};

}  // namespace wayfarer
