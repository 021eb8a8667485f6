#include "events/event_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "events/format.hpp"

namespace wayfarer {
namespace {

using namespace event_format;

constexpr std::size_t kBlockSize = 1 << 16;  ///< Events of a block; more if its state is large.

/// Appends a little-endian number.
template <typename Number>
void append(std::string& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * i & 0xff);
}

template <typename Entry>
bool contains(const std::vector<Entry>& sorted, Entry entry) {
  return sorted.empty() || std::binary_search(sorted.begin(), sorted.end(), entry);
}

std::vector<std::string> names_of(const std::vector<EventKind>& kinds) {
  std::vector<std::string> names;
  for (const EventKind kind : kinds) names.emplace_back(to_string(kind));
  return names;
}

std::string json_of(const EventHeader& header, const EventFilter& filter) {
  nlohmann::ordered_json json;
  json["network"] = header.network;
  json["family"] = header.family;
  json["traffic"] = header.traffic;
  json["seed"] = header.seed;
  json["cycles"] = header.cycles;
  if (header.warmup != kNever) json["warmup"] = header.warmup;
  json["from"] = filter.from;
  if (filter.to != kNever) json["to"] = filter.to;
  json["messages"] = filter.messages;
  json["only_nodes"] = filter.nodes;
  json["only_kinds"] = names_of(filter.kinds);
  json["nodes"] = header.layout.nodes;
  json["drivers"] = header.layout.drivers;
  json["buffers"] = header.layout.buffers;
  nlohmann::ordered_json channels = nlohmann::ordered_json::array();
  for (const ChannelEnds& ends : header.layout.channels) {
    if (ends.from == kNoNode)
      channels.push_back(nullptr);
    else
      channels.push_back({ends.from, ends.to});
  }
  json["channels"] = channels;
  json["terminals"] = header.layout.terminals;
  json["configuration"] = header.configuration;
  return json.dump();
}

}  // namespace

std::string EventFilter::text() const {
  std::vector<std::string> parts;
  if (from != 0 || to != kNever)
    parts.push_back(to == kNever ? fmt::format("cycles from {}", from)
                                 : fmt::format("cycles {} to {}", from, to - 1));
  if (!messages.empty()) parts.push_back(fmt::format("messages {}", fmt::join(messages, ", ")));
  if (!nodes.empty()) parts.push_back(fmt::format("nodes {}", fmt::join(nodes, ", ")));
  if (!kinds.empty()) parts.push_back(fmt::format("classes {}", fmt::join(names_of(kinds), ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

EventFile::EventFile(std::string path, const EventHeader& header, EventFilter filter)
    : path_(std::move(path)),
      filter_(std::move(filter)),
      layout_(header.layout),
      payload_(2 * kBlockSize),
      filters_(!filter_.messages.empty() || !filter_.nodes.empty() || !filter_.kinds.empty()) {
  if (!filter_.nodes.empty()) {
    at_nodes_.assign(layout_.nodes, false);
    for (const NodeNumber node : filter_.nodes) at_nodes_.at(node) = true;
  }
  descriptor_ = path_ == "-"
                    ? ::dup(STDOUT_FILENO)
                    : ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw UsageError(
        fmt::format("{}: cannot be written: {}; legal: a path in a folder with room "
                    "and permission, or -",
                    path_, std::strerror(errno)));
  const std::string json = json_of(header, filter_);
  std::string bytes(kMagic, 8);
  append(bytes, kVersion);
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += json;
  write(bytes.data(), bytes.size());
  if (filter_.from == 0) open_block(0);
}

EventFile::~EventFile() {
  try {
    close();
  } catch (const UsageError&) {
    // The run has failed already, and says why.
  }
}

void EventFile::write(const void* data, std::size_t size) {
  const auto* const bytes = static_cast<const char*>(data);
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::write(descriptor_, bytes + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      ::close(descriptor_);
      descriptor_ = -1;
      closed_ = true;
      throw UsageError(
          fmt::format("{}: cannot be written: {}; legal: a path in a folder with room "
                      "and permission, or -",
                      path_, std::strerror(reason)));
    }
    done += static_cast<std::size_t>(count);
  }
  offset_ += size;
}

void EventFile::open_block(Cycle cycle) {
  open_ = true;
  first_ = cycle;
  size_ = 0;
  cycle_ = 0;
  for (Known& unit : units_) unit.defined = false;
  if (states_ != nullptr) states_->show_state(*this);
  state_size_ = size_;
  cycle_ = cycle;
}

void EventFile::write_block() {
  std::string bytes;
  append(bytes, kBlockTag);
  append(bytes, static_cast<std::uint32_t>(size_));
  append(bytes, static_cast<std::uint32_t>(state_size_));
  append(bytes, first_);
  append(bytes, end_);
  blocks_.push_back({first_, end_, offset_});
  write(bytes.data(), bytes.size());
  write(payload_.data(), size_);
  open_ = false;
}

/// Blocks begin between two cycles, when the state is complete.
void EventFile::end(Cycle cycle) {
  if (cycle == filter_.from) return open_block(cycle);
  if (!open_) return;
  end_ = cycle;
  if (cycle == filter_.to) return write_block();
  if (size_ - state_size_ < std::max(kBlockSize, 3 * state_size_)) return;
  write_block();
  open_block(cycle);
}

void EventFile::close() {
  if (closed_) return;
  if (open_ && end_ > first_) write_block();
  const std::uint64_t index = offset_;
  std::string bytes;
  append(bytes, kIndexTag);
  append(bytes, static_cast<std::uint32_t>(blocks_.size()));
  for (const Block& block : blocks_) {
    append(bytes, block.first);
    append(bytes, block.end);
    append(bytes, block.offset);
  }
  append(bytes, index);
  bytes.append(kEndMagic, 8);
  write(bytes.data(), bytes.size());
  closed_ = true;
  const int result = ::close(descriptor_);
  descriptor_ = -1;
  if (result != 0)
    throw UsageError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
}

void EventFile::advance(Cycle cycle) {
  Cycle cycles = cycle - cycle_;
  cycle_ = cycle;
  if (cycles == 0) return;
  if (cycles <= kMaxStep) return put_byte(static_cast<std::uint8_t>(kStep + cycles - 1));
  put_byte(kOpAdvance);
  put_number(cycles);
}

void EventFile::known(UnitId unit, const UnitInfo& info) {
  if (filters_) {
    if (unit >= units_.size()) units_.resize(unit + 1);
    units_[unit] = {info, layout_.terminals[info.source], false};
    if (!filter_.nodes.empty() || !filter_.kinds.empty() || !wanted_message(info.message)) return;
    units_[unit].defined = true;
  }
  make_room();
  advance(info.start);
  put_unit(kOpKnown, unit, info);
}

void EventFile::add(const Event& event) {
  if (filters_) follow(event);
  if (!open_) return;
  make_room();
  if (filters_) {
    if (!wanted(event)) return;
    advance(event.cycle);
    if (event.kind == EventKind::kInjected)
      units_[event.unit].defined = true;
    else if (event.unit != kNoUnit)
      define(event.unit);
    if (event.kind == EventKind::kBlocked && event.holder != kNoUnit) define(event.holder);
  }
  make_room();
  put(event);
}

/// Keeps track of units that filters may ask about.
void EventFile::follow(const Event& event) {
  if (event.kind == EventKind::kInjected) {
    if (event.unit >= units_.size()) units_.resize(event.unit + 1);
    units_[event.unit] = {*event.info, layout_.terminals[event.info->source], false};
  } else if (event.kind == EventKind::kHead) {
    units_[event.unit].node = layout_.channels[event.channel].to;
  }
}

/// A unit's description goes before its first record.
void EventFile::define(UnitId unit) {
  Known& known = units_[unit];
  if (known.defined) return;
  known.defined = true;
  make_room();
  put_unit(kOpKnown, unit, known.info);
}

bool EventFile::wanted_message(std::uint64_t message) const {
  return contains(filter_.messages, message);
}

bool EventFile::wanted_kind(EventKind kind) const { return contains(filter_.kinds, kind); }

bool EventFile::wanted(const Event& event) const {
  if (!wanted_kind(event.kind)) return false;
  switch (event.kind) {
    case EventKind::kBorn:
      return wanted_message(event.message->message) &&
             wanted_node(layout_.terminals[event.message->source]);
    case EventKind::kDropped:
      return filter_.messages.empty() && wanted_node(layout_.terminals[event.terminal]);
    default: break;
  }
  const Known& unit = units_[event.unit];
  if (!wanted_message(unit.info.message)) return false;
  switch (event.kind) {
    case EventKind::kInjected: return wanted_node(layout_.terminals[unit.info.source]);
    case EventKind::kHead:
    case EventKind::kTail: {
      const ChannelEnds& ends = layout_.channels[event.channel];
      return wanted_node(ends.from) || wanted_node(ends.to);
    }
    case EventKind::kBlocked: return wanted_node(unit.node);
    default: return wanted_node(layout_.terminals[event.terminal]);
  }
}

/// Start and birth are told from the cycle of the record: of a definition that comes late, later
/// than the start.
void EventFile::put_unit(std::uint8_t op, UnitId unit, const UnitInfo& info) {
  put_byte(op);
  put_number(unit);
  put_number(info.message);
  put_number(info.source);
  put_number(info.sequence);
  put_number(std::uint64_t{info.destination} * 2 + (info.multicast ? 1 : 0));
  if (op == kOpKnown) put_number(cycle_ - info.start);
  put_number(info.start - info.birth);
  put_number(info.packet);
  put_number(info.packets);
  put_number(info.bytes);
  put_number(info.flits);
  put_number(info.number);
  put_number(info.port);
}

void EventFile::put(const Event& event) {
  advance(event.cycle);
  switch (event.kind) {
    case EventKind::kBorn:
      put_byte(kOpBorn);
      put_number(event.message->message);
      put_number(event.message->source);
      put_number(event.message->sequence);
      put_number(std::uint64_t{event.message->destination} * 2 +
                 (event.message->multicast ? 1 : 0));
      put_number(event.cycle - event.message->birth);
      return;
    case EventKind::kInjected: return put_unit(kOpInjected, event.unit, *event.info);
    case EventKind::kHead:
    case EventKind::kTail:
      put_byte(event.kind == EventKind::kHead ? kOpHead : kOpTail);
      put_number(event.unit);
      put_number(event.channel);
      put_number(std::uint64_t{event.driver} * layout_.buffers + event.buffer);
      return;
    case EventKind::kBlocked:
      put_byte(static_cast<std::uint8_t>(kOpBlocked + static_cast<unsigned>(event.cause)));
      put_number(event.unit);
      put_number(event.channel == kNoChannel ? 0 : std::uint64_t{event.channel} + 1);
      put_number(event.driver);
      put_number(event.holder == kNoUnit ? 0 : std::uint64_t{event.holder} + 1);
      return;
    case EventKind::kArrived:
    case EventKind::kDelivered:
      put_byte(event.kind == EventKind::kArrived ? kOpArrived
               : event.last                      ? kOpFinished
                                                 : kOpDelivered);
      put_number(event.unit);
      put_number(event.terminal);
      return;
    case EventKind::kDropped:
      put_byte(kOpDropped);
      put_number(event.terminal);
      put_number(event.causes);
      return;
  }
}

}  // namespace wayfarer
