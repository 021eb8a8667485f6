// What happened to each packet, put together from the events of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "events/event.hpp"

namespace wayfarer {

constexpr std::uint64_t kNoMessage = ~std::uint64_t{0};

/// A channel that the packet crossed.
struct Hop {
  ChannelId channel = 0;
  std::uint8_t driver = 0;
  std::uint8_t buffer = 0;
  Cycle head = 0;
  Cycle tail = kNever;  ///< kNever: not yet.
};

/// Cycles in which the head could not go on, for one reason.
struct WaitPeriod {
  WaitCause cause = WaitCause::kArbitration;
  std::uint8_t driver = 0;
  ChannelId channel = kNoChannel;     ///< It waits for this one; kNoChannel: for the terminal.
  std::uint64_t holder = kNoMessage;  ///< Message,
  std::uint16_t holder_packet = 0;    ///< and which of its packets.
  Cycle from = 0;
  Cycle to = kNever;  ///< First cycle no longer in it; kNever: it still waits.
};

/// A delivery, of which a multicast packet has several.
struct Arrival {
  TerminalId terminal = 0;
  Cycle head = 0;
  Cycle tail = kNever;
};

struct PacketStory {
  UnitInfo info;
  Cycle front = 0;  ///< Cycle in which its message came to the front of its source's queue.
  std::vector<Hop> hops;
  std::vector<WaitPeriod> waits;
  std::vector<Arrival> arrivals;
  Cycle delivered = kNever;  ///< Cycle of the last tail.
  bool completes = false;    ///< With this packet, its whole message is delivered.

  /// As `run` reports it, both ends counted.
  [[nodiscard]] Cycle latency() const { return delivered - info.birth + 1; }
  [[nodiscard]] Cycle network_latency() const { return delivered - info.start + 1; }
  /// Cycles for this reason, up to `now` if it still waits.
  [[nodiscard]] Cycle waited(WaitCause cause, Cycle now) const;
};

/// Hands out each packet's story in the order of deliveries, and at last those of packets in
/// flight. Remembers only packets in flight.
class StoryTeller final : public EventSink {
 public:
  using Listener = std::function<void(const PacketStory&)>;

  StoryTeller(std::uint32_t terminals, Listener listener)
      : listener_(std::move(listener)), front_(terminals) {}

  void known(UnitId unit, const UnitInfo& info) override { begin(unit, info); }
  void add(const Event& event) override;
  void end(Cycle cycle) override { end_ = cycle; }

  /// Hands out the stories of packets in flight, in the order of messages.
  void finish();

  /// First cycle without events.
  [[nodiscard]] Cycle cycles() const { return end_; }

 private:
  struct Told {
    PacketStory story;
    std::size_t passed = 0;  ///< The first hops, whose tails have crossed.
    bool live = false;
  };
  struct Front {
    std::uint64_t message = kNoMessage;
    Cycle cycle = 0;
  };

  void begin(UnitId unit, const UnitInfo& info);
  void deliver(PacketStory& story, const Event& event);
  void wait(PacketStory& story, const Event& event);
  static void end_waits(PacketStory& story, ChannelId channel, Cycle cycle);

  Listener listener_;
  std::vector<Told> units_;
  std::vector<Front> front_;                             ///< By source.
  std::unordered_map<std::uint64_t, unsigned> missing_;  ///< Packets by message, of several only.
  Cycle end_ = 0;
};

}  // namespace wayfarer
