// Makes a run's events from what the network interface and the sources show.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/network.hpp"
#include "events/event.hpp"
#include "events/paths.hpp"
#include "geometry/multicast_group.hpp"
#include "traffic/message_table.hpp"
#include "traffic/sources.hpp"

namespace wayfarer {

/// Per cycle: `begin`, then the sources' calls, then `observe` after the step. It follows each
/// message by the heads and tails on the channels, so model and hardware have the same events.
class EventRecorder final : public SourceObserver, public EventStates {
 public:
  /// `paths` must outlive the recorder; `groups` are those of multicast messages.
  EventRecorder(const NetworkShape& shape, const MessagePaths& paths,
                const std::vector<MulticastGroup>& groups);

  [[nodiscard]] NetworkLayout layout() const;

  /// Events go to this sink as well; it must outlive the run.
  void add(EventSink& sink) { sinks_.push_back(&sink); }

  void begin(Cycle now) { now_ = now; }
  void born(const MessageRecord& message) override;
  void injected(const MessageRecord& packet, MessageId id, unsigned port, unsigned bytes) override;
  /// Throws CheckFailed if a head belongs to no message.
  void observe(const Network& network);

  /// Shows a sink the units in flight, as events of earlier cycles in their order.
  void show_state(EventSink& sink) const override;

 private:
  static constexpr std::size_t kNoDriverBuffer = ~std::size_t{0};
  static constexpr ChannelId kAtSource = kNoChannel - 1;
  static constexpr std::size_t kRing = 64;  ///< Cycles; more than a head takes for a hop.

  struct Wait {
    WaitCause cause = WaitCause::kArbitration;
    bool blocked = false;
    std::uint8_t driver = 0;
    ChannelId channel = kNoChannel;
    UnitId holder = kNoUnit;
    std::uint32_t holder_serial = 0;
    std::size_t driver_buffer = kNoDriverBuffer;  ///< The driver buffer that the holder holds.
    Cycle since = 0;

    [[nodiscard]] bool same(const Wait& other) const {
      return cause == other.cause && channel == other.channel && driver == other.driver &&
             holder == other.holder;
    }
  };
  /// One branch of a multicast packet.
  struct Branch {
    HeadPlace place;
    ChannelId to = kNoChannel;  ///< kNoChannel: the terminal.
    Cycle since = 0;
    Wait wait;
  };
  /// A terminal that has the head.
  struct Arrival {
    TerminalId terminal = 0;
    Cycle cycle = 0;
  };
  struct Unit {
    std::uint32_t serial =
        0;  ///< Generation count: distinguishes successive uses of the same unit id.
    std::uint32_t moves = 0;         ///< Events of the head.
    ChannelId channel = kNoChannel;  ///< The head's last channel,
    std::uint8_t driver = 0;         ///< its driver
    std::uint8_t buffer = 0;         ///< and that one's buffer.
    bool live = false;
    bool announced = false;  ///< Its injection has been shown.
    std::uint16_t hops = 0;
    std::uint32_t missing = 1;            ///< Deliveries; of multicast packets, copies.
    ChannelId tail_channel = kNoChannel;  ///< The tail's last channel; kAtSource before its first.
    UnitId ahead = kNoUnit;               ///< The one before it in the same buffer,
    std::uint32_t ahead_serial = 0;       ///< if it is still there.
    UnitId next_after = kNoUnit;          ///< Units with the head after the same channel.
    UnitId last_after = kNoUnit;
    Cycle head_cycle = 0;
    Cycle tail_cycle = 0;
    std::vector<Arrival> arrivals;  ///< Arrivals of the head, in their order.
    Wait wait;
    std::uint32_t number = 0;    ///< HeadPlace::number.
    MessageId first_number = 0;  ///< Number of the message's first packet; segments only.
    UnitInfo info;
    std::vector<Branch> branches;  ///< Multicast only.
  };
  /// A buffer of a driver, as the channel's records show it.
  struct DriverBuffer {
    UnitId unit = kNoUnit;  ///< Its head has crossed, its tail has not.
    UnitId last = kNoUnit;  ///< The unit whose tail crossed last.
    std::uint32_t last_serial = 0;
    std::uint32_t since = 0;  ///< Cycle of the open unit's head, its low bits.
  };
  struct Due {
    UnitId unit;
    std::uint32_t moves;
  };

  void emit(const Event& event) {
    for (EventSink* const sink : sinks_) sink->add(event);
  }
  void emit_on_channel(EventKind kind, UnitId unit, const Transfer& transfer);
  [[nodiscard]] UnitId make_unit(const MessageRecord& packet, unsigned port);
  void make_segments(const MessageRecord& first, MessageId id, unsigned port, unsigned bytes);
  void announce(UnitId id);
  void release(UnitId id);
  void name(MessageId id, UnitId unit);
  [[nodiscard]] UnitId unit_of(MessageId id) const;
  [[nodiscard]] UnitId unit_of_head(const Transfer& head) const;
  [[nodiscard]] UnitId first_expected(const Transfer& head) const;

  [[nodiscard]] bool repeated(const Transfer& head) const;
  void head(const Transfer& transfer);
  void tail(const Transfer& transfer, UnitId unit);
  void deliver(const Delivery& delivery);
  void arrive(Unit& unit, Event event);
  void leave_branch(Unit& unit, TerminalId terminal);
  void move_branch(Unit& unit, ChannelId channel, unsigned driver);
  void add_branches(Unit& unit, const HeadPlace& place);

  void watch(UnitId unit, unsigned cycles) {
    due_[(now_ + cycles) % kRing].push_back({unit, units_[unit].moves});
  }
  void find_blocked();
  void check_due();
  void update_waits();
  void update(UnitId id, const HeadPlace& place, Wait& wait, ChannelId branch, bool is_branch);
  [[nodiscard]] bool still_holds(const Unit& unit, const Wait& wait) const;
  [[nodiscard]] Wait find_wait(UnitId id, const HeadPlace& place);
  [[nodiscard]] Wait wait_for(UnitId id, const NextChannel& next);
  [[nodiscard]] bool wait_for_pool(const NextChannel& next, Wait& wait);
  [[nodiscard]] Wait wait_for_terminal(UnitId id) const;
  [[nodiscard]] bool tail_is_after(const DriverBuffer& driver_buffer, ChannelId channel,
                                   UnitId not_this) const;
  void hold(Wait& wait, WaitCause cause, UnitId holder) const;

  [[nodiscard]] HeadPlace place_of(const Unit& unit) const;
  [[nodiscard]] std::size_t driver_buffer_of(ChannelId channel, unsigned driver,
                                             unsigned buffer) const {
    return (std::size_t{channel} * drivers_ + driver) * buffers_ + buffer;
  }
  /// The driver buffer that represents the buffer after a channel.
  [[nodiscard]] DriverBuffer& entry(ChannelId channel, unsigned driver, unsigned buffer) {
    return driver_buffers_[one_queue_ ? driver_buffer_of(channel, 0, 0)
                                      : driver_buffer_of(channel, driver, buffer)];
  }
  void enter_after(UnitId id, ChannelId channel);
  void leave_after(UnitId id);

  const std::uint32_t channels_;
  const std::uint32_t terminals_;
  const unsigned drivers_;
  const unsigned buffers_;
  const unsigned ports_;
  const MessageId id_mask_;
  const bool segments_;       ///< The network cuts messages into packets.
  const bool whole_ids_;      ///< Heads on channels carry whole numbers,
  const bool whole_headers_;  ///< and so do headers that are delivered.
  const MessagePaths& paths_;
  const MessagePaths::Timing timing_;
  const bool queues_;
  const bool one_queue_;
  const bool pools_;
  const std::vector<MulticastGroup>& groups_;
  std::vector<EventSink*> sinks_;
  Cycle now_ = 0;

  std::vector<Unit> units_;
  std::vector<UnitId> free_;
  std::vector<UnitId> by_slot_;                          ///< By slot of the message table.
  std::unordered_map<std::uint64_t, UnitId> by_packet_;  ///< By first packet's number and packet.
  std::vector<DriverBuffer> driver_buffers_;
  std::vector<UnitId> after_;     ///< By channel: the first of the units with the head after it.
  std::vector<UnitId> arriving_;  ///< By terminal: the unit whose head arrived last.

  // By terminal, or by terminal and port.
  struct Front {
    MessageInfo info;
    Cycle seen = 0;
    bool waits = false;
  };
  std::vector<Front> front_;           ///< The message at the front of the queue.
  std::vector<std::uint32_t> sent_;    ///< Messages.
  std::vector<MessageId> open_first_;  ///< The number of the open message's first packet.
  std::vector<UnitId> last_at_port_;
  std::vector<std::uint32_t> last_at_port_serial_;

  std::vector<std::vector<Due>> due_;
  std::vector<Due> waiting_;
  std::vector<UnitId> multicast_;  ///< Units with branches.
  std::vector<NextChannel> next_;  ///< Room for answers.
  std::vector<NextChannel> others_;
};

}  // namespace wayfarer
