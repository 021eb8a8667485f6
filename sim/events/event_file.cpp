#include "events/event_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
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

std::string json_of(const EventHeader& header, const EventFilter& filter) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
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
  json["only_kinds"] = filter.kind_names();
  json["nodes"] = header.layout.nodes;
  json["drivers"] = header.layout.drivers;
  json["buffers"] = header.layout.buffers;
  nlohmann::ordered_json channels = nlohmann::ordered_json::array();
  for (const ChannelEnds& ends : header.layout.channels) {
    if (ends.exist())
      channels.push_back({ends.from, ends.to});
    else
      channels.push_back(nullptr);
  }
  json["channels"] = channels;
  json["terminals"] = header.layout.terminals;
  json["configuration"] = header.configuration;
  return json.dump();
}

}  // namespace

EventFile::EventFile(const std::string& path, const EventHeader& header, EventFilter filter)
    : file_(path),
      layout_(header.layout),
      from_(filter.from),
      to_(filter.to),
      selection_(std::move(filter), layout_),
      payload_(2 * kBlockSize) {
  const std::string json = json_of(header, selection_.filter());
  std::string bytes(kMagic, 8);
  append(bytes, kVersion);
  append(bytes, static_cast<std::uint32_t>(json.size()));
  write(bytes + json);
  if (from_ == 0) open_block(0);
}

void EventFile::write(std::string_view bytes) {
  offset_ += bytes.size();
  file_.write(bytes);
}

void EventFile::open_block(Cycle cycle) {
  open_ = true;
  first_ = cycle;
  size_ = 0;
  cycle_ = 0;
  defined_.assign(defined_.size(), false);
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
  write(bytes);
  write({reinterpret_cast<const char*>(payload_.data()), size_});
  open_ = false;
}

/// Blocks begin between two cycles, when the state is complete.
void EventFile::end(Cycle cycle) {
  if (cycle == from_) return open_block(cycle);
  if (!open_) return;
  end_ = cycle;
  if (cycle == to_) return write_block();
  if (size_ - state_size_ < std::max(kBlockSize, 3 * state_size_)) return;
  write_block();
  open_block(cycle);
}

void EventFile::close() {
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
  write(bytes);
  file_.commit();
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
  if (selection_.selects()) {
    selection_.known(unit, info);
    if (!selection_.keeps_known(info)) return;
    mark_defined(unit);
  }
  make_room();
  advance(info.start);
  put_unit(kOpKnown, unit, info);
}

void EventFile::add(const Event& event) {
  const bool kept = !selection_.selects() || selection_.keeps(event);
  // A unit's number is used again.
  if (event.kind == EventKind::kInjected && event.unit < defined_.size())
    defined_[event.unit] = false;
  if (!kept || !open_) return;
  make_room();
  if (selection_.selects()) {
    advance(event.cycle);
    if (event.kind == EventKind::kInjected)
      mark_defined(event.unit);
    else if (event.unit != kNoUnit)
      define(event.unit);
    if (event.kind == EventKind::kBlocked && event.holder != kNoUnit) define(event.holder);
  }
  make_room();
  put(event);
}

/// Returns whether it was already.
bool EventFile::mark_defined(UnitId unit) {
  if (unit >= defined_.size()) defined_.resize(unit + 1, false);
  const bool before = defined_[unit];
  defined_[unit] = true;
  return before;
}

/// A unit's description goes before its first record.
void EventFile::define(UnitId unit) {
  if (mark_defined(unit)) return;
  make_room();
  put_unit(kOpKnown, unit, selection_.unit(unit));
}

/// All but the birth.
void EventFile::put_message(const MessageInfo& info) {
  put_number(info.message);
  put_number(info.source);
  put_number(info.sequence);
  put_number(std::uint64_t{info.destination} * 2 + (info.multicast ? 1 : 0));
}

/// Start and birth are told from the cycle of the record: of a definition that comes late, later
/// than the start.
void EventFile::put_unit(std::uint8_t op, UnitId unit, const UnitInfo& info) {
  put_byte(op);
  put_number(unit);
  put_message(info);
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
      put_message(*event.message);
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
