// Reassembly of messages in endpoints: the model of iba_reassembler.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "core/flit.hpp"
#include "family/iba/segmenter.hpp"

namespace wayfarer::iba {

/// A flit inside an endpoint; the last two members are for headers only.
struct Arriving {
  Delivery delivery;
  Segment segment;
  std::uint32_t data_flits = 0;  ///< Data flits of the packet.
  bool ends_cut = false;         ///< The switch has dropped the rest of the packet.
};

/// The endpoint of a terminal; it holds at most one flit.
class Reassembler {
 public:
  struct Verdict {
    bool passes = false;
    bool out_of_sequence = false;
  };

  explicit Reassembler(unsigned mtu) : mtu_(mtu) {}

  void hold(const Arriving& flit) {
    held_ = flit;
    holds_ = true;
  }
  [[nodiscard]] bool holds() const { return holds_; }
  [[nodiscard]] const Delivery& delivery() const { return held_.delivery; }

  /// Passes on the flit inside, as `delivery`, unless it is dropped.
  Verdict release() {
    holds_ = false;
    Delivery& flit = held_.delivery;
    Packet& packet = packets_[flit.buffer];
    const bool head = is_head(flit.tag) && !held_.ends_cut;
    const bool begins_early = head && begin(packet);
    flit.place = packet.place;
    if (!head) {
      --packet.left;
      ++packet.place;
    }
    const bool ends = packet.left == 0 && !held_.ends_cut;
    const bool cut_short = is_tail(flit.tag) && !ends && packet.passes;
    if (cut_short) contexts_.erase(packet.key);
    flit.first = head && held_.segment.number == 0;
    flit.last = is_tail(flit.tag) && ends && packet.last;
    return {packet.passes, begins_early || cut_short || (head && !packet.passes)};
  }

 private:
  /// The current message of a source and stream.
  struct Context {
    std::uint8_t number = 0;  ///< Its next packet's.
    MessageId identifier = 0;
  };
  /// The current packet on a virtual lane.
  struct Packet {
    bool passes = false;
    bool last = false;
    std::uint64_t key = 0;    ///< Key of its context.
    std::uint16_t place = 0;  ///< Index of the next data flit.
    std::uint32_t left = 0;   ///< Data flits to come.
  };
  static constexpr unsigned kMostLanes = 4;

  /// Whether the previous message is incomplete.
  bool begin(Packet& packet) {
    const Segment& segment = held_.segment;
    packet.key = std::uint64_t{segment.source} * kMostLanes + segment.stream;
    const auto context = contexts_.find(packet.key);
    const bool open = context != contexts_.end();
    packet.passes = segment.number == 0 || (open && context->second.number == segment.number &&
                                            context->second.identifier == segment.identifier);
    packet.last = segment.last;
    packet.place = static_cast<std::uint16_t>(segment.number * mtu_);
    packet.left = held_.data_flits;
    if (open) contexts_.erase(context);
    if (packet.passes && !packet.last)
      contexts_[packet.key] = {static_cast<std::uint8_t>(segment.number + 1), segment.identifier};
    return open && segment.number == 0;
  }

  unsigned mtu_;  ///< Data flits of all packets of a message but the last.
  bool holds_ = false;
  Arriving held_;
  std::array<Packet, kMostLanes> packets_;
  std::unordered_map<std::uint64_t, Context> contexts_;
};

}  // namespace wayfarer::iba
