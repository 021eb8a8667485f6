// Checks that the events of a run are complete: what the sinks are given is what was delivered.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "events/event.hpp"

namespace wayfarer {

/// What a run's sources and scoreboard count, and its events must show.
struct EventTotals {
  std::uint64_t born = 0;       ///< Messages at the front of their source's queue, then or before.
  std::uint64_t started = 0;    ///< Messages whose first header was injected.
  std::uint64_t delivered = 0;  ///< Packets; each copy of a multicast packet counts.
  std::uint64_t finished = 0;   ///< Packets of which no copy is missing.
  std::uint64_t completed = 0;  ///< Messages of which no packet is missing.
  std::uint64_t dropped = 0;    ///< Flits that terminals refused.
};

/// Follows each packet from injection to its last delivery. It must see a whole run.
class EventCheck final : public EventSink {
 public:
  /// Throws CheckFailed, EventsComplete, for a delivery without an arrival or after the last one,
  /// and if a packet's last delivery leaves a channel without its tail or an arrival without its
  /// delivery.
  void add(const Event& event) override;

  /// Throws CheckFailed, EventsComplete, unless the events so far are those of `run`.
  void expect(const EventTotals& run) const;

 private:
  struct Packet {
    std::uint64_t message = 0;
    std::uint16_t packets = 0;  ///< The number of packets of its message.
    bool live = false;
    std::uint32_t crossing = 0;  ///< Channels that the head has crossed and the tail has not.
    std::uint32_t arriving = 0;  ///< Terminals that have the head but not the tail.
  };

  void begin(UnitId unit, const UnitInfo& info);
  void deliver(Packet& packet, const Event& event);
  void complete(const Packet& packet);

  EventTotals totals_;
  std::vector<Packet> packets_;                          ///< By unit.
  std::unordered_map<std::uint64_t, unsigned> missing_;  ///< Packets of messages with several.
};

}  // namespace wayfarer
