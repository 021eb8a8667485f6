#include "events/perfetto_file.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <perfetto_trace.pb.h>

#include "core/files.hpp"
#include "events/event_rows.hpp"
#include "events/story.hpp"

namespace wayfarer {
namespace {

namespace schema = perfetto::protos;

using TrackId = std::uint64_t;
constexpr TrackId kNoTrack = 0;
constexpr int kPackets = 4096;  ///< Written at a time.
constexpr std::uint32_t kSequence = 1;
constexpr std::uint32_t kStateCleared = 1;  ///< TracePacket::SEQ_INCREMENTAL_STATE_CLEARED.

std::string name_of(const UnitInfo& info) {
  return info.packets > 1 ? fmt::format("message {}, packet {}", info.message, info.packet)
                          : fmt::format("message {}", info.message);
}

/// The same for all spans of a packet, and of no other.
std::uint64_t flow_of(const UnitInfo& info) { return (info.message << 16 | info.packet) + 1; }

}  // namespace

class PerfettoFile::Writer {
 public:
  Writer(const std::string& path, const EventHeader& header)
      : file_(path),
        layout_(header.layout),
        stories_(static_cast<std::uint32_t>(layout_.terminals.size()),
                 [this](const PacketStory& story) { write(story); }),
        driver_buffers_(layout_.channels.size() * layout_.drivers * layout_.buffers),
        counters_(layout_.channels.size()),
        sources_(layout_.terminals.size()),
        receivers_(layout_.terminals.size()) {
    messages_ = describe(fmt::format("{}: messages by source", header.network), kNoTrack);
    trace_.mutable_packet(0)->set_sequence_flags(kStateCleared);
    channels_ = describe(fmt::format("{}: channels", header.network), kNoTrack);
    flits_ = describe(fmt::format("{}: flits on channels", header.network), kNoTrack);
    arrivals_ = describe(fmt::format("{}: arrivals by terminal", header.network), kNoTrack);
  }

  void known(UnitId unit, const UnitInfo& info) {
    keep(unit, info);
    stories_.known(unit, info);
  }

  void add(const Event& event) {
    flush_many();
    if (event.kind == EventKind::kInjected) keep(event.unit, *event.info);
    if (event.kind == EventKind::kHead) begin_hop(event);
    if (event.kind == EventKind::kTail) end_hop(event);
    stories_.add(event);
  }

  void end(Cycle cycle) { stories_.end(cycle); }

  void close() {
    for (DriverBuffer& driver_buffer : driver_buffers_)
      if (driver_buffer.open) slice_end(driver_buffer.track, stories_.cycles());
    stories_.finish();
    flush();
    file_.commit();
  }

 private:
  struct DriverBuffer {
    TrackId track = kNoTrack;
    bool open = false;  ///< A span is.
  };
  struct Counter {
    TrackId track = kNoTrack;
    std::int64_t flits = 0;
  };
  struct Terminal {
    TrackId track = kNoTrack;
    /// Spans that overlap are on tracks of their own, by the end of their last one.
    std::multimap<Cycle, TrackId> slots;
  };

  void keep(UnitId unit, const UnitInfo& info) {
    if (unit >= units_.size()) units_.resize(unit + 1);
    units_[unit] = info;
  }

  /// Serialized traces are put together by writing one after the other.
  void flush() {
    file_.write(trace_.SerializeAsString());
    trace_.Clear();
  }

  void flush_many() {
    if (trace_.packet_size() >= kPackets) flush();
  }

  // A message of Protobuf is broken once an allocation has failed in it, so nothing is thrown
  // through one.

  schema::TracePacket& packet() noexcept {
    schema::TracePacket& packet = *trace_.add_packet();
    packet.set_trusted_packet_sequence_id(kSequence);
    return packet;
  }

  TrackId describe(const std::string& name, TrackId parent, bool counter = false) noexcept {
    schema::TrackDescriptor& track = *packet().mutable_track_descriptor();
    track.set_uuid(++tracks_);
    track.set_name(name);
    if (parent != kNoTrack) track.set_parent_uuid(parent);
    if (counter) track.mutable_counter()->set_unit_name("flits");
    return tracks_;
  }

  schema::TrackEvent& event(TrackId track, Cycle cycle, schema::TrackEvent::Type type) noexcept {
    schema::TracePacket& added = packet();
    added.set_timestamp(cycle);
    schema::TrackEvent& event = *added.mutable_track_event();
    event.set_type(type);
    event.set_track_uuid(track);
    return event;
  }

  schema::TrackEvent& slice_begin(TrackId track, Cycle cycle, const UnitInfo& info,
                                  const char* category) noexcept {
    schema::TrackEvent& begin = event(track, cycle, schema::TrackEvent::TYPE_SLICE_BEGIN);
    begin.set_name(name_of(info));
    begin.add_categories(category);
    begin.add_flow_ids(flow_of(info));
    return begin;
  }

  void slice_end(TrackId track, Cycle cycle) {
    event(track, cycle, schema::TrackEvent::TYPE_SLICE_END);
  }

  DriverBuffer& driver_buffer_of(const Event& event) {
    const std::size_t number =
        (std::size_t{event.channel} * layout_.drivers + event.driver) * layout_.buffers +
        event.buffer;
    DriverBuffer& driver_buffer = driver_buffers_[number];
    if (driver_buffer.track == kNoTrack) {
      driver_buffer.track =
          describe(driver_text(layout_, event.channel, event.driver, event.buffer), channels_);
    }
    return driver_buffer;
  }

  /// Spans of a channel are written in the order of cycles: one may begin when another ends.
  void begin_hop(const Event& event) {
    DriverBuffer& driver_buffer = driver_buffer_of(event);
    slice_begin(driver_buffer.track, event.cycle, units_[event.unit], "hop");
    driver_buffer.open = true;
  }

  void end_hop(const Event& event) {
    DriverBuffer& driver_buffer = driver_buffer_of(event);
    if (driver_buffer.open) slice_end(driver_buffer.track, event.cycle + 1);
    driver_buffer.open = false;
    Counter& counter = counters_[event.channel];
    if (counter.track == kNoTrack)
      counter.track = describe(channel_text(layout_, event.channel), flits_, true);
    counter.flits += units_[event.unit].flits;
    this->event(counter.track, event.cycle + 1, schema::TrackEvent::TYPE_COUNTER)
        .set_counter_value(counter.flits);
  }

  /// A track of the terminal on which nothing ends after cycle `from`. `what` names its spans, and
  /// `parent` is the track of all terminals.
  TrackId free_slot(std::vector<Terminal>& terminals, TerminalId number, TrackId parent,
                    const char* what, Cycle from, Cycle to) {
    Terminal& terminal = terminals[number];
    if (terminal.track == kNoTrack)
      terminal.track = describe(fmt::format("terminal {}", number), parent);
    auto slot = terminal.slots.upper_bound(from);
    TrackId track = kNoTrack;
    if (slot == terminal.slots.begin()) {
      track = describe(what, terminal.track);
    } else {
      --slot;
      track = slot->second;
      terminal.slots.erase(slot);
    }
    terminal.slots.emplace(to, track);
    return track;
  }

  /// A multicast packet arrives at each member of its group.
  void write_arrivals(const PacketStory& story) {
    for (const Arrival& arrival : story.arrivals) {
      const Cycle end = arrival.tail == kNever ? stories_.cycles() : arrival.tail + 1;
      const TrackId track =
          free_slot(receivers_, arrival.terminal, arrivals_, "arrivals", arrival.head, end);
      slice_begin(track, arrival.head, story.info, "arrival");
      slice_end(track, end);
    }
  }

  void write(const PacketStory& story) {
    flush_many();
    const UnitInfo& info = story.info;
    const bool delivered = story.delivered != kNever;
    const Cycle end = delivered ? story.delivered + 1 : stories_.cycles();
    const TrackId track = free_slot(sources_, info.source, messages_, "messages", info.birth, end);
    schema::TrackEvent& begin = slice_begin(track, info.birth, info, "message");
    const auto add = [&begin](const char* name) noexcept -> schema::DebugAnnotation& {
      schema::DebugAnnotation& note = *begin.add_debug_annotations();
      note.set_name(name);
      return note;
    };
    add("message").set_uint_value(info.message);
    add("packet").set_uint_value(info.packet);
    add("source").set_uint_value(info.source);
    add(info.multicast ? "group" : "destination").set_uint_value(info.destination);
    add("bytes").set_uint_value(info.bytes);
    add("flits").set_uint_value(info.flits);
    add("injected").set_uint_value(info.start);
    add("delivered").set_bool_value(delivered);
    add("completes").set_bool_value(story.completes);
    for (unsigned each = 0; each < kWaitCauses; ++each) {
      const auto cause = static_cast<WaitCause>(each);
      if (const Cycle waited = story.waited(cause, stories_.cycles()); waited != 0)
        add(fmt::format("waited_{}", to_string(cause)).c_str()).set_uint_value(waited);
    }
    slice_end(track, end);
    write_arrivals(story);
  }

  OutputFile file_;
  const NetworkLayout layout_;
  StoryTeller stories_;
  schema::Trace trace_;
  TrackId tracks_ = 0;
  TrackId messages_ = 0;  ///< Parents of the other tracks.
  TrackId channels_ = 0;
  TrackId flits_ = 0;
  TrackId arrivals_ = 0;
  std::vector<UnitInfo> units_;
  std::vector<DriverBuffer> driver_buffers_;
  std::vector<Counter> counters_;
  std::vector<Terminal> sources_;
  std::vector<Terminal> receivers_;
};

PerfettoFile::PerfettoFile(const std::string& path, const EventHeader& header)
    : writer_(std::make_unique<Writer>(path, header)) {}

PerfettoFile::~PerfettoFile() = default;

void PerfettoFile::known(UnitId unit, const UnitInfo& info) { writer_->known(unit, info); }

void PerfettoFile::add(const Event& event) { writer_->add(event); }

void PerfettoFile::end(Cycle cycle) { writer_->end(cycle); }

void PerfettoFile::close() { writer_->close(); }

}  // namespace wayfarer
