#include "events/event_rows.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfarer {
namespace {

/// The columns of a row; those that an event does not have are empty.
struct Row {
  std::optional<std::uint64_t> message, packet, source, destination, channel, from, to, driver,
      buffer, terminal, holder, causes;
  std::string cause;
  std::optional<bool> last;
};

template <typename Value>
std::string cell(const std::optional<Value>& value) {
  return value ? fmt::format("{:d}", *value) : "";
}

Row row_of(const Event& event, const UnitInfo* info, const UnitInfo* holder,
           const NetworkLayout& layout) {
  Row row;
  if (event.kind == EventKind::kDropped) {
    row.terminal = event.terminal;
    row.causes = event.causes;
    return row;
  }
  const MessageInfo& message = info != nullptr ? *info : *event.message;
  row.message = message.message;
  row.source = message.source;
  row.destination = message.destination;
  if (info != nullptr) row.packet = info->packet;
  const bool channel = event.kind == EventKind::kHead || event.kind == EventKind::kTail ||
                       (event.kind == EventKind::kBlocked && event.channel != kNoChannel);
  if (channel) {
    row.channel = event.channel;
    row.from = layout.channels[event.channel].from;
    row.to = layout.channels[event.channel].to;
    row.driver = event.driver;
    if (event.kind != EventKind::kBlocked) row.buffer = event.buffer;
  }
  if (event.kind == EventKind::kBlocked) {
    row.cause = to_string(event.cause);
    if (holder != nullptr) row.holder = holder->message;
  }
  if (event.kind == EventKind::kArrived || event.kind == EventKind::kDelivered)
    row.terminal = event.terminal;
  if (event.kind == EventKind::kDelivered) row.last = event.last;
  return row;
}

constexpr const char* kColumns =
    "cycle,event,message,packet,source,destination,channel,from,to,vc,buffer,terminal,cause,holder,"
    "last,error_causes\n";

}  // namespace

std::string channel_text(const NetworkLayout& layout, ChannelId channel) {
  return channel_text(channel, layout.channels[channel]);
}

std::string driver_text(const NetworkLayout& layout, ChannelId channel, unsigned driver,
                        unsigned buffer) {
  std::string text = channel_text(layout, channel);
  if (layout.drivers > 1) text += fmt::format(", virtual channel {}", driver);
  if (layout.buffers > 1) text += fmt::format(", buffer {}", buffer);
  return text;
}

std::string cause_text(WaitCause cause) {
  switch (cause) {
    case WaitCause::kBehind: return "the message before it in the same buffer";
    case WaitCause::kVc: return "a free virtual channel or buffer";
    case WaitCause::kRoom: return "room in the buffer after the channel";
    case WaitCause::kChannel: return "its turn on the channel";
    case WaitCause::kEjection: return "the terminal";
    case WaitCause::kArbitration: break;
  }
  return "arbitration";
}

EventRows::EventRows(RowFormat format, const NetworkLayout& layout, EventFilter filter, Write write)
    : format_(format),
      layout_(layout),
      selection_(std::move(filter), layout),
      write_(std::move(write)) {
  if (format_ == RowFormat::kCsv) write_(kColumns);
  if (format_ == RowFormat::kJson) write_("[");
}

void EventRows::known(UnitId unit, const UnitInfo& info) {
  if (unit >= units_.size()) units_.resize(unit + 1);
  units_[unit] = info;
  selection_.known(unit, info);
}

void EventRows::add(const Event& event) {
  if (event.kind == EventKind::kInjected) known(event.unit, *event.info);
  if (!selection_.keeps(event) || event.cycle < selection_.filter().from) return;
  switch (format_) {
    case RowFormat::kText: return write_(text(event));
    case RowFormat::kCsv: return write_(csv(event));
    case RowFormat::kJson: break;
  }
  write_(first_ ? "\n" : ",\n");
  write_(json(event));
  first_ = false;
}

void EventRows::finish() {
  if (format_ == RowFormat::kJson) write_(first_ ? "]\n" : "\n]\n");
}

std::string EventRows::name(UnitId unit) const {
  const UnitInfo& info = units_[unit];
  return info.packets > 1
             ? fmt::format("message {}, packet {} of {}", info.message, info.packet, info.packets)
             : fmt::format("message {}", info.message);
}

std::string EventRows::text(const Event& event) const {
  const std::string start = fmt::format("{:>8}  {:<9}  ", event.cycle, to_string(event.kind));
  const auto channel = [&] {
    return fmt::format("{}, virtual channel {}", channel_text(layout_, event.channel),
                       event.driver);
  };
  switch (event.kind) {
    case EventKind::kBorn: {
      const MessageInfo& message = *event.message;
      return fmt::format("{}message {} of terminal {} for {} {}, born in cycle {}\n", start,
                         message.message, message.source, message.multicast ? "group" : "terminal",
                         message.destination, message.birth);
    }
    case EventKind::kDropped:
      return fmt::format("{}a flit at terminal {}, causes {:#x}\n", start, event.terminal,
                         event.causes);
    case EventKind::kInjected:
      return fmt::format("{}{}, from terminal {} for {} {}, {} flits\n", start, name(event.unit),
                         event.info->source, event.info->multicast ? "group" : "terminal",
                         event.info->destination, event.info->flits);
    case EventKind::kHead:
    case EventKind::kTail: return fmt::format("{}{}, on {}\n", start, name(event.unit), channel());
    case EventKind::kBlocked:
      return fmt::format(
          "{}{}, waits for {}{}{}\n", start, name(event.unit), cause_text(event.cause),
          event.channel == kNoChannel ? "" : ": " + channel_text(layout_, event.channel),
          event.holder == kNoUnit ? "" : fmt::format("; held by {}", name(event.holder)));
    case EventKind::kArrived:
    case EventKind::kDelivered: break;
  }
  return fmt::format("{}{}, at terminal {}\n", start, name(event.unit), event.terminal);
}

std::string EventRows::csv(const Event& event) const {
  const Row row = row_of(event, info(event.unit), info(event.holder), layout_);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", event.cycle,
                     to_string(event.kind), cell(row.message), cell(row.packet), cell(row.source),
                     cell(row.destination), cell(row.channel), cell(row.from), cell(row.to),
                     cell(row.driver), cell(row.buffer), cell(row.terminal), row.cause,
                     cell(row.holder), cell(row.last), cell(row.causes));
}

std::string EventRows::json(const Event& event) const {
  const Row row = row_of(event, info(event.unit), info(event.holder), layout_);
  nlohmann::ordered_json json = {{"cycle", event.cycle}, {"event", to_string(event.kind)}};
  const auto add = [&json](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  add("message", row.message);
  add("packet", row.packet);
  add("source", row.source);
  add("destination", row.destination);
  add("channel", row.channel);
  add("from", row.from);
  add("to", row.to);
  add("vc", row.driver);
  add("buffer", row.buffer);
  add("terminal", row.terminal);
  if (!row.cause.empty()) json["cause"] = row.cause;
  add("holder", row.holder);
  add("last", row.last);
  add("error_causes", row.causes);
  return json.dump();
}

}  // namespace wayfarer
