#include "events/event_reader.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/json_numbers.hpp"
#include "events/event_file.hpp"
#include "events/format.hpp"

namespace wayfarer {
namespace {

using namespace event_format;
using Json = nlohmann::json;

constexpr const char* kLegal = "an events file that 'wayfarer run ... --events FILE' wrote";
constexpr std::uint64_t kMostUnits = 1u << kMessageIdBits;
constexpr unsigned kMostDrivers = 64;  ///< As NextChannel::drivers can name.
constexpr unsigned kMostBuffers = 256;

template <typename Number>
Number number_at(const std::string& bytes, std::size_t offset) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number |= std::uint64_t{static_cast<std::uint8_t>(bytes[offset + i])} << 8 * i;
  return static_cast<Number>(number);
}

EventFilter filter_of(const Json& json) {
  EventFilter filter;
  read_value(json.at("messages"), filter.messages);
  read_value(json.at("only_nodes"), filter.nodes);
  for (const Json& name : json.at("only_kinds"))
    for (unsigned kind = 0; kind < kEventKinds; ++kind)
      if (name == to_string(static_cast<EventKind>(kind)))
        filter.kinds.push_back(static_cast<EventKind>(kind));
  return filter;
}

EventHeader header_of(const Json& json) {
  EventHeader header;
  json.at("network").get_to(header.network);
  json.at("family").get_to(header.family);
  json.at("traffic").get_to(header.traffic);
  json.at("configuration").get_to(header.configuration);
  read_value(json.at("seed"), header.seed);
  read_value(json.at("cycles"), header.cycles);
  header.warmup = json.contains("warmup") ? value_of<Cycle>(json.at("warmup")) : kNever;
  read_value(json.at("nodes"), header.layout.nodes);
  read_value(json.at("drivers"), header.layout.drivers);
  read_value(json.at("buffers"), header.layout.buffers);
  read_value(json.at("terminals"), header.layout.terminals);
  for (const Json& ends : json.at("channels"))
    header.layout.channels.push_back(
        ends.is_null()
            ? ChannelEnds{}
            : ChannelEnds{value_of<NodeNumber>(ends.at(0)), value_of<NodeNumber>(ends.at(1))});
  return header;
}

}  // namespace

EventReader::EventReader(std::string path) : path_(std::move(path)) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path_, error))
    throw UsageError(fmt::format("{}: there is no such file; legal: {}", path_, kLegal));
  size_ = std::filesystem::file_size(path_, error);
  file_.open(path_, std::ios::binary);
  if (error || !file_)
    throw UsageError(fmt::format("{}: cannot be read; legal: {}", path_, kLegal));
  read_header();
  read_index();
}

std::string EventReader::bytes_at(std::uint64_t offset, std::size_t size) {
  if (offset > size_ || size > size_ - offset)
    throw UsageError(
        fmt::format("{}: truncated: it ends after {} bytes, within its {}; the run that "
                    "wrote it was killed, or its disk was full",
                    path_, size_, offset < 24 ? "header" : "events"));
  std::string bytes(size, '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!file_) throw UsageError(fmt::format("{}: cannot be read", path_));
  return bytes;
}

void EventReader::read_header() {
  if (size_ < 8 || bytes_at(0, 8) != std::string(kMagic, 8))
    throw UsageError(fmt::format("{}: not an events file; legal: {}", path_, kLegal));
  const std::string fixed = bytes_at(8, 8);
  const auto version = number_at<std::uint32_t>(fixed, 0);
  if (version != kVersion)
    throw UsageError(fmt::format("{}: an events file of version {}; this program reads version {}",
                                 path_, version, kVersion));
  const std::string text = bytes_at(16, number_at<std::uint32_t>(fixed, 4));
  payload_offset_ = 16 + text.size();
  try {
    const Json json = Json::parse(text);
    header_ = header_of(json);
    filter_ = filter_of(json).text();
    read_value(json.at("from"), from_);
  } catch (const Json::exception&) {
    damaged("its header cannot be read");
  }
  const NetworkLayout& layout = header_.layout;
  const auto exists = [&](NodeNumber node) { return node < layout.nodes; };
  // Each node has a terminal or a channel.
  if (!std::all_of(layout.terminals.begin(), layout.terminals.end(), exists) ||
      layout.nodes > layout.terminals.size() + layout.channels.size() + 1)
    damaged("its header contradicts itself");
  for (const auto& [name, count, most] : {std::tuple("drivers", layout.drivers, kMostDrivers),
                                          std::tuple("buffers", layout.buffers, kMostBuffers)})
    if (count == 0 || count > most)
      damaged(fmt::format("its header has {} {}, not 1 to {}", count, name, most));
  for (const ChannelEnds& ends : layout.channels)
    if (ends.from != kNoNode && (!exists(ends.from) || !exists(ends.to)))
      damaged("its header contradicts itself");
}

void EventReader::read_index() {
  truncated_ =
      size_ < payload_offset_ + kFooter || bytes_at(size_ - 8, 8) != std::string(kEndMagic, 8);
  if (truncated_) return find_blocks();
  const auto offset = number_at<std::uint64_t>(bytes_at(size_ - kFooter, 8), 0);
  if (offset < payload_offset_ || offset + 8 > size_ - kFooter) damaged("its index is misplaced");
  const std::string fixed = bytes_at(offset, 8);
  const auto count = number_at<std::uint32_t>(fixed, 4);
  if (number_at<std::uint32_t>(fixed, 0) != kIndexTag ||
      offset + 8 + std::uint64_t{count} * kIndexEntry + kFooter != size_)
    damaged("its index has another length");
  const std::string entries = bytes_at(offset + 8, count * kIndexEntry);
  Cycle last = from_;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t at = i * kIndexEntry;
    const Block block = {number_at<Cycle>(entries, at), number_at<Cycle>(entries, at + 8),
                         number_at<std::uint64_t>(entries, at + 16)};
    if (block.first != last || block.end <= block.first || block.offset >= offset)
      damaged("its index is out of order");
    last = block.end;
    blocks_.push_back(block);
  }
}

/// The whole blocks of a file without an index.
void EventReader::find_blocks() {
  std::uint64_t offset = payload_offset_;
  Cycle last = from_;
  while (size_ - offset >= kBlockHeader) {
    const std::string header = bytes_at(offset, kBlockHeader);
    const Block block = {number_at<Cycle>(header, 12), number_at<Cycle>(header, 20), offset};
    const auto size = number_at<std::uint32_t>(header, 4);
    if (number_at<std::uint32_t>(header, 0) != kBlockTag || block.first != last ||
        block.end <= block.first || size > size_ - offset - kBlockHeader)
      break;
    blocks_.push_back(block);
    last = block.end;
    offset += kBlockHeader + size;
  }
  if (blocks_.empty())
    throw UsageError(
        fmt::format("{}: truncated before the end of its first block of events; the run that "
                    "wrote it was killed, or its disk was full",
                    path_));
}

void EventReader::damaged(const std::string& what) const {
  throw UsageError(fmt::format("{}: damaged: {}; legal: {}", path_, what, kLegal));
}

void EventReader::read_block(const Block& block) {
  const std::string header = bytes_at(block.offset, kBlockHeader);
  const auto size = number_at<std::uint32_t>(header, 4);
  state_size_ = number_at<std::uint32_t>(header, 8);
  if (number_at<std::uint32_t>(header, 0) != kBlockTag || state_size_ > size ||
      number_at<Cycle>(header, 12) != block.first || number_at<Cycle>(header, 20) != block.end)
    damaged(fmt::format("no block of events at byte {}", block.offset));
  payload_offset_ = block.offset + kBlockHeader;
  const std::string bytes = bytes_at(payload_offset_, size);
  payload_.assign(bytes.begin(), bytes.end());
}

void EventReader::read(EventSink& sink, Cycle from, Cycle to) {
  bool first = true;
  for (const Block& block : blocks_) {
    if (block.end <= from) continue;
    if (block.first >= to) break;
    read_block(block);
    const std::uint8_t* const begin = payload_.data();
    if (first) {
      numbers_.clear();
      units_.clear();
      decode(begin, begin + state_size_, 0, block.first, true, sink, kNever);
      first = false;
    }
    decode(begin + state_size_, begin + payload_.size(), block.first, block.end, false, sink, to);
    sink.end(std::min(block.end, to));
  }
}

Cycle EventReader::end_within(Cycle from, Cycle to, std::uint64_t bytes) const {
  const Block* first = nullptr;
  Cycle end = from;
  for (std::size_t i = 0; i < blocks_.size() && blocks_[i].first < to; ++i) {
    if (blocks_[i].end <= from) continue;
    if (first == nullptr) first = &blocks_[i];
    const std::uint64_t after = i + 1 < blocks_.size() ? blocks_[i + 1].offset : size_;
    if (&blocks_[i] != first && after - first->offset > bytes) break;
    end = blocks_[i].end;
  }
  return std::min(end, to);
}

std::uint64_t EventReader::number(std::uint64_t limit) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at_ == finish_) break;
    const std::uint8_t byte = *at_++;
    number |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) {
      if (number >= limit) damaged(fmt::format("a number out of range before byte {}", position()));
      return number;
    }
  }
  damaged(fmt::format("a record without its end at byte {}", position()));
}

/// kNoUnit: not in flight.
UnitId EventReader::known(std::uint64_t number) const {
  const UnitId id = number < numbers_.size() ? numbers_[number] : kNoUnit;
  return id != kNoUnit && units_[id].live ? id : kNoUnit;
}

UnitId EventReader::unit() {
  const UnitId id = known(number(kMostUnits));
  if (id == kNoUnit)
    damaged(fmt::format("an event of an unknown message before byte {}", position()));
  return id;
}

/// All but the birth.
void EventReader::message(MessageInfo& info) {
  info.message = number(~std::uint64_t{0});
  info.source = static_cast<TerminalId>(number(header_.layout.terminals.size()));
  info.sequence = static_cast<std::uint32_t>(number(1ull << 32));
  const std::uint64_t destination = number(1ull << 33);
  info.destination = static_cast<TerminalId>(destination / 2);
  info.multicast = destination % 2 != 0;
}

UnitId EventReader::define(Cycle cycle, bool late) {
  const std::uint64_t in_file = number(kMostUnits);
  if (in_file >= numbers_.size()) numbers_.resize(in_file + 1, kNoUnit);
  UnitId& id = numbers_[in_file];
  if (id == kNoUnit) {
    id = static_cast<UnitId>(units_.size());
    units_.emplace_back();
  }
  UnitInfo& info = units_[id].info;
  units_[id].live = true;
  message(info);
  info.start = cycle - (late ? number(cycle + 1) : 0);
  info.birth = info.start - number(info.start + 1);
  info.packet = static_cast<std::uint16_t>(number(1u << 16));
  info.packets = static_cast<std::uint16_t>(number(1u << 16));
  info.bytes = static_cast<std::uint32_t>(number(1ull << 32));
  info.flits = static_cast<std::uint32_t>(number(1ull << 32));
  info.number = static_cast<MessageId>(number(1u << kMessageIdBits));
  info.port = static_cast<std::uint8_t>(number(256));
  return id;
}

void EventReader::decode(const std::uint8_t* begin, const std::uint8_t* finish, Cycle cycle,
                         Cycle limit, bool state, EventSink& sink, Cycle to) {
  const NetworkLayout& layout = header_.layout;
  at_ = begin;
  finish_ = finish;
  MessageInfo born;
  while (at_ != finish_) {
    const std::uint8_t op = *at_++;
    if (op >= kStep || op == kOpAdvance) {
      cycle += op == kOpAdvance ? number(kNever - cycle) : std::uint64_t{op} - kStep + 1;
      if (cycle >= limit) damaged(fmt::format("a cycle after its block's end, {}", cycle));
      continue;
    }
    Event event;
    event.cycle = cycle;
    switch (op) {
      case kOpKnown:
      case kOpInjected: {
        event.kind = EventKind::kInjected;
        event.unit = define(cycle, op == kOpKnown);
        event.info = &units_[event.unit].info;
        if (op == kOpKnown) {
          sink.known(event.unit, *event.info);
          continue;
        }
        break;
      }
      case kOpBorn: {
        event.kind = EventKind::kBorn;
        message(born);
        born.birth = cycle - number(cycle + 1);
        event.message = &born;
        break;
      }
      case kOpHead:
      case kOpTail: {
        event.kind = op == kOpHead ? EventKind::kHead : EventKind::kTail;
        event.unit = unit();
        event.channel = static_cast<ChannelId>(number(layout.channels.size()));
        const std::uint64_t driver_buffer = number(std::uint64_t{layout.drivers} * layout.buffers);
        event.driver = static_cast<std::uint8_t>(driver_buffer / layout.buffers);
        event.buffer = static_cast<std::uint8_t>(driver_buffer % layout.buffers);
        break;
      }
      case kOpArrived:
      case kOpDelivered:
      case kOpFinished:
        event.kind = op == kOpArrived ? EventKind::kArrived : EventKind::kDelivered;
        event.last = op == kOpFinished;
        event.unit = unit();
        event.terminal = static_cast<TerminalId>(number(layout.terminals.size()));
        break;
      case kOpDropped:
        event.kind = EventKind::kDropped;
        event.terminal = static_cast<TerminalId>(number(layout.terminals.size()));
        event.causes = static_cast<std::uint8_t>(number(256));
        break;
      default: {
        if (op < kOpBlocked || op >= kOpBlocked + kWaitCauses)
          damaged(fmt::format("unknown event code {} before byte {}", op, position()));
        event.kind = EventKind::kBlocked;
        event.cause = static_cast<WaitCause>(op - kOpBlocked);
        event.unit = unit();
        const std::uint64_t channel = number(layout.channels.size() + 1);
        event.channel = channel == 0 ? kNoChannel : static_cast<ChannelId>(channel - 1);
        event.driver = static_cast<std::uint8_t>(number(layout.drivers));
        const std::uint64_t holder = number(kMostUnits);
        if (holder != 0) event.holder = known(holder - 1);
        if (holder != 0 && event.holder == kNoUnit) damaged("an event names an unknown holder");
        break;
      }
    }
    if (!state && cycle >= to) continue;
    sink.add(event);
    if (event.kind == EventKind::kDelivered && event.last) units_[event.unit].live = false;
  }
}

}  // namespace wayfarer
