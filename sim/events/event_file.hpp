// Writes a run's events to a file, in blocks of bounded size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/event.hpp"

namespace wayfarer {

/// The events that a file has; all sets empty: every event.
struct EventFilter {
  Cycle from = 0;
  Cycle to = kNever;                    ///< First cycle no longer in it.
  std::vector<std::uint64_t> messages;  ///< Ascending, as are the others.
  std::vector<NodeNumber> nodes;
  std::vector<EventKind> kinds;

  /// In words: "cycles 100 to 199, messages 7".
  [[nodiscard]] std::string text() const;
};

/// Memory does not grow with the run. Throws UsageError when the file cannot be written (a full
/// disk, for example).
class EventFile final : public EventSink {
 public:
  EventFile(std::string path, const EventHeader& header, EventFilter filter);
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;
  /// Closes the file if `close` has not, and ignores errors.
  ~EventFile() override;

  /// Must be set before the first event.
  void set_states(const EventStates& states) { states_ = &states; }

  void known(UnitId unit, const UnitInfo& info) override;
  void add(const Event& event) override;
  void end(Cycle cycle) override;

  /// Writes what is left, and the index.
  void close();

  [[nodiscard]] std::uint64_t bytes() const { return offset_ + size_; }

 private:
  static constexpr std::size_t kLongestRecord = 256;

  struct Block {
    Cycle first = 0;
    Cycle end = 0;
    std::uint64_t offset = 0;
  };

  void open_block(Cycle cycle);
  void write_block();
  void write(const void* data, std::size_t size);
  [[nodiscard]] bool wanted(const Event& event) const;
  [[nodiscard]] bool wanted_message(std::uint64_t message) const;
  [[nodiscard]] bool wanted_kind(EventKind kind) const;
  [[nodiscard]] bool wanted_node(NodeNumber node) const {
    return at_nodes_.empty() || at_nodes_[node];
  }
  void advance(Cycle cycle);
  void put(const Event& event);
  void put_unit(std::uint8_t op, UnitId unit, const UnitInfo& info);
  void define(UnitId unit);
  void follow(const Event& event);
  void make_room() {
    if (payload_.size() - size_ < kLongestRecord) payload_.resize(2 * payload_.size());
  }
  void put_byte(std::uint8_t byte) { payload_[size_++] = byte; }
  void put_number(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) put_byte(static_cast<std::uint8_t>(number | 0x80));
    put_byte(static_cast<std::uint8_t>(number));
  }

  std::string path_;
  EventFilter filter_;
  NetworkLayout layout_;
  const EventStates* states_ = nullptr;
  int descriptor_ = -1;
  std::vector<std::uint8_t> payload_;
  std::size_t size_ = 0;  ///< Bytes of it that are used.
  std::vector<Block> blocks_;

  /// What filters need of a unit.
  struct Known {
    UnitInfo info;
    NodeNumber node = 0;   ///< Where its head is.
    bool defined = false;  ///< In the open block or, without a state between, in an earlier one.
  };
  std::vector<Known> units_;
  std::vector<bool> at_nodes_;  ///< By node; empty: all.

  Cycle first_ = 0;  ///< Of the open block,
  Cycle cycle_ = 0;  ///< the cycle of its last record,
  Cycle end_ = 0;    ///< and the first one after it.
  std::uint64_t offset_ = 0;
  std::size_t state_size_ = 0;
  bool open_ = false;     ///< A block is.
  bool filters_ = false;  ///< There is more than a window.
  bool closed_ = false;
};

}  // namespace wayfarer
