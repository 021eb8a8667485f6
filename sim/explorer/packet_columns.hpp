// The packets of a run as columns of numbers, small enough for a page: docs/explorer.md has the
// format.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "events/story.hpp"
#include "stats/statistics.hpp"

namespace wayfarer {

/// A column's numbers as varints, the lowest seven bits first.
class Column {
 public:
  void add(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
    bytes_ += static_cast<char>(number);
    ++count_;
  }
  /// Small numbers of either sign stay small.
  void add_signed(std::int64_t number) {
    add(static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::string bytes_;
  std::size_t count_ = 0;
};

/// In the order of the page.
enum class PacketColumn {
  kDelivered,
  kLife,
  kQueued,
  kFront,
  kCompletes,
  kMessage,
  kPacket,
  kPackets,
  kSource,
  kSequence,
  kDestination,
  kBytes,
  kFlits,
  kNumber,
  kPort,
  kHops,
  kWaits,
  kArrivals,
  kChannel,
  kLane,
  kHead,
  kTail,
  kCause,
  kWanted,
  kDriver,
  kHolder,
  kHolderPacket,
  kSince,
  kWaited,
  kTerminal,
  kArrival,
  kTaken,
};
constexpr std::size_t kPacketColumns = 32;

/// Takes a window's events. Packets are in the order of their deliveries, then those in flight.
class PacketColumns final : public EventSink {
 public:
  /// Packets delivered before `from` are left out; latencies count from `warmup` on.
  PacketColumns(const NetworkLayout& layout, Cycle from, Cycle warmup);

  void known(UnitId unit, const UnitInfo& info) override { stories_.known(unit, info); }
  void add(const Event& event) override;
  void end(Cycle cycle) override { stories_.end(cycle); }
  /// Adds the packets in flight.
  void finish() { stories_.finish(); }

  /// The first cycle after the events.
  [[nodiscard]] Cycle end() const { return stories_.cycles(); }
  /// Names, counts and sizes of the columns,
  [[nodiscard]] nlohmann::ordered_json description() const;
  /// and their bytes, one after the other.
  [[nodiscard]] std::string bytes() const;
  /// Latencies with the keys and values that `wayfarer run` writes to its JSON.
  [[nodiscard]] nlohmann::ordered_json latency() const;
  [[nodiscard]] nlohmann::ordered_json histogram() const;
  /// Messages at the front of their sources' queues at the end, and illegal flits.
  [[nodiscard]] nlohmann::ordered_json waiting_at_sources() const;
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Waiting {
    MessageInfo info;
    Cycle front = 0;
  };

  Column& column(PacketColumn which) { return columns_[static_cast<std::size_t>(which)]; }
  void add_packet(const PacketStory& story);
  void add_hops(const PacketStory& story);
  void add_waits(const PacketStory& story);
  void add_arrivals(const PacketStory& story);

  const unsigned buffers_;
  const Cycle from_;
  const Cycle warmup_;
  StoryTeller stories_;
  std::array<Column, kPacketColumns> columns_;
  LatencyCollector latency_;
  std::map<TerminalId, Waiting> waiting_;
  std::vector<std::uint32_t> sequence_;  ///< Sequence number of each source's last packet.
  std::uint64_t message_ = 0;            ///< Message of the last packet,
  Cycle delivered_;                      ///< and its delivery.
  std::uint64_t dropped_ = 0;
};

}  // namespace wayfarer
