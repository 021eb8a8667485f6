// The events of a run: what happened to its messages, in the order of cycles. Every engine's run
// has the same. docs/events.md explains each of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "events/paths.hpp"

namespace wayfarer {

/// A packet in flight; a message of one packet is one unit. Numbers are used again.
using UnitId = std::uint32_t;
constexpr UnitId kNoUnit = ~UnitId{0};

enum class EventKind : std::uint8_t {
  kBorn,       ///< A message came to the front of its source's queue.
  kInjected,   ///< The network took the header.
  kHead,       ///< The head crossed a channel.
  kTail,       ///< The tail did.
  kBlocked,    ///< The head could not go on in this cycle, or waits for another reason than before.
  kArrived,    ///< The head was delivered.
  kDelivered,  ///< The tail was.
  kDropped,    ///< A terminal refused a flit.
};
constexpr unsigned kEventKinds = 8;

/// Why a head waits.
enum class WaitCause : std::uint8_t {
  kBehind,       ///< The holder is ahead of it in the same buffer.
  kVc,           ///< All drivers (virtual channels, buffers) that it may take are held.
  kRoom,         ///< The tail of the holder has not left the buffer after the channel.
  kChannel,      ///< The holder's flits share the channel.
  kEjection,     ///< The terminal takes another message, the holder, or none.
  kArbitration,  ///< No message holds what it needs.
};
constexpr unsigned kWaitCauses = 6;

[[nodiscard]] const char* to_string(EventKind kind);
[[nodiscard]] const char* to_string(WaitCause cause);

/// In the order of EventKind.
[[nodiscard]] std::vector<std::string> event_kind_names();

struct MessageInfo {
  std::uint64_t message = 0;  ///< MessageRecord::number: counts them in the order of kBorn.
  TerminalId source = 0;
  TerminalId destination = 0;  ///< For multicast messages, the group's number.
  std::uint32_t sequence = 0;  ///< Counts the source's messages.
  bool multicast = false;
  Cycle birth = 0;
};

struct UnitInfo : MessageInfo {
  std::uint16_t packet = 0;
  std::uint16_t packets = 1;
  std::uint32_t bytes = 0;  ///< Size of the packet without its header.
  std::uint32_t flits = 0;  ///< Header included.
  MessageId number = 0;     ///< Message number on the data lines; reused.
  std::uint8_t port = 0;    ///< Injection port.
  Cycle start = 0;          ///< Cycle in which the network took the header.
};

struct Event {
  EventKind kind = EventKind::kBorn;
  WaitCause cause = WaitCause::kArbitration;  ///< kBlocked.
  bool last = false;                          ///< kDelivered: no copy is missing.
  std::uint8_t driver = 0;                    ///< kHead, kTail, kBlocked.
  std::uint8_t buffer = 0;                    ///< kHead, kTail.
  std::uint8_t causes = 0;                    ///< kDropped: ErrorCause.
  UnitId unit = kNoUnit;                      ///< All but kBorn and kDropped.
  ChannelId channel = kNoChannel;  ///< kHead, kTail, kBlocked (none: it waits for the terminal).
  TerminalId terminal = 0;         ///< kArrived, kDelivered, kDropped.
  UnitId holder = kNoUnit;         ///< kBlocked; kNoUnit: none.
  Cycle cycle = 0;
  const MessageInfo* message = nullptr;  ///< kBorn,
  const UnitInfo* info = nullptr;        ///< and kInjected.
};

/// Receives a run's events.
class EventSink {
 public:
  virtual ~EventSink() = default;
  /// A unit that was injected before the first event. The states that follow are events of earlier
  /// cycles.
  virtual void known(UnitId /*unit*/, const UnitInfo& /*info*/) {}
  virtual void add(const Event& event) = 0;
  /// No event is missing up to this cycle.
  virtual void end(Cycle /*cycle*/) {}
};

/// Shows a sink what is in flight now.
class EventStates {
 public:
  virtual ~EventStates() = default;
  /// The units, with `known`, and the events of earlier cycles that say where they are, in the
  /// order of cycles.
  virtual void show_state(EventSink& sink) const = 0;
};

/// What readers must know of a network.
struct NetworkLayout {
  std::uint32_t nodes = 0;
  unsigned drivers = 1;  ///< Drivers per channel.
  unsigned buffers = 1;  ///< Buffers per driver.
  std::vector<ChannelEnds> channels;
  std::vector<NodeNumber> terminals;  ///< The nodes that they belong to.
};

/// The first lines of a run's files.
struct EventHeader {
  std::string network;  ///< Name of the configuration,
  std::string family;
  std::string configuration;  ///< and its TOML text.
  std::string traffic;        ///< Pattern, process and load in words.
  std::uint64_t seed = 1;
  Cycle cycles = 0;  ///< Planned length of the run, which may end earlier.
  Cycle warmup = 0;  ///< kNever: detected.
  NetworkLayout layout;
};

}  // namespace wayfarer
