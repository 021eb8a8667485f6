// Writes a run's events to a file, in blocks of bounded size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/files.hpp"
#include "events/event.hpp"
#include "events/event_filter.hpp"

namespace wayfarer {

/// Memory does not grow with the run. Throws UsageError when the file cannot be written (a full
/// disk, for example). Without `close` there is no file.
class EventFile final : public EventSink {
 public:
  EventFile(const std::string& path, const EventHeader& header, EventFilter filter);
  /// Must be set before the first event.
  void set_states(const EventStates& states) { states_ = &states; }

  void known(UnitId unit, const UnitInfo& info) override;
  void add(const Event& event) override;
  void end(Cycle cycle) override;

  /// Writes what is left, and the index. Call once.
  void close();

 private:
  static constexpr std::size_t kLongestRecord = 256;

  struct Block {
    Cycle first = 0;
    Cycle end = 0;
    std::uint64_t offset = 0;
  };

  void open_block(Cycle cycle);
  void write_block();
  void write(std::string_view bytes);
  void advance(Cycle cycle);
  void put(const Event& event);
  void put_message(const MessageInfo& info);
  void put_unit(std::uint8_t op, UnitId unit, const UnitInfo& info);
  bool mark_defined(UnitId unit);
  void define(UnitId unit);
  void make_room() {
    if (payload_.size() - size_ < kLongestRecord) payload_.resize(2 * payload_.size());
  }
  void put_byte(std::uint8_t byte) { payload_[size_++] = byte; }
  void put_number(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) put_byte(static_cast<std::uint8_t>(number | 0x80));
    put_byte(static_cast<std::uint8_t>(number));
  }

  OutputFile file_;
  const NetworkLayout layout_;
  const Cycle from_;
  const Cycle to_;
  EventSelection selection_;
  const EventStates* states_ = nullptr;
  std::vector<std::uint8_t> payload_;
  std::size_t size_ = 0;  ///< Bytes of it that are used.
  std::vector<Block> blocks_;
  std::vector<bool> defined_;  ///< By unit, if some events are left out: in the open block.

  Cycle first_ = 0;  ///< First cycle of the open block,
  Cycle cycle_ = 0;  ///< the cycle of its last record,
  Cycle end_ = 0;    ///< and the first one after it.
  std::uint64_t offset_ = 0;
  std::size_t state_size_ = 0;
  bool open_ = false;  ///< A block is.
};

}  // namespace wayfarer
