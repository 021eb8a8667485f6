// Reads events files.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "events/event.hpp"

namespace wayfarer {

/// Holds one block in memory. All functions throw UsageError for files that are damaged.
class EventReader {
 public:
  /// Throws UsageError for files that are no events files, of another version, or truncated before
  /// the end of their first block.
  explicit EventReader(std::string path);

  [[nodiscard]] const EventHeader& header() const { return header_; }
  /// The first cycle of the file, and the first one after it.
  [[nodiscard]] Cycle first() const { return blocks_.empty() ? from_ : blocks_.front().first; }
  [[nodiscard]] Cycle end() const { return blocks_.empty() ? from_ : blocks_.back().end; }
  /// Whether the end is missing, as of a run that was killed; what is there can be read.
  [[nodiscard]] bool truncated() const { return truncated_; }
  /// The last cycle, up to `to`, before which the events from cycle `from` on take so many bytes at
  /// most; a block at least.
  [[nodiscard]] Cycle end_within(Cycle from, Cycle to, std::uint64_t bytes) const;
  /// Whether the file lacks messages, nodes or classes of events: the filter in words.
  [[nodiscard]] const std::string& filter() const { return filter_; }

  /// What was in flight when the block with cycle `from` began, then the events from there to
  /// before `to`. Only the blocks that have these cycles are read. Infos stay valid until the
  /// unit's number is used again.
  void read(EventSink& sink, Cycle from = 0, Cycle to = kNever);

 private:
  struct Block {
    Cycle first = 0;
    Cycle end = 0;
    std::uint64_t offset = 0;
  };
  struct Known {
    UnitInfo info;
    bool live = false;
  };

  void read_header();
  void read_index();
  void find_blocks();
  void read_block(const Block& block);
  void decode(const std::uint8_t* begin, const std::uint8_t* finish, Cycle cycle, Cycle limit,
              bool state, EventSink& sink, Cycle to);
  [[nodiscard]] std::string bytes_at(std::uint64_t offset, std::size_t size);
  [[nodiscard]] std::uint64_t number(std::uint64_t limit);
  [[nodiscard]] UnitId unit();
  void message(MessageInfo& info);
  /// In the file, of the byte that is read next.
  [[nodiscard]] std::uint64_t position() const {
    return payload_offset_ + static_cast<std::uint64_t>(at_ - payload_.data());
  }
  [[nodiscard]] UnitId known(std::uint64_t number) const;
  [[nodiscard]] UnitId define(Cycle cycle, bool late);
  [[noreturn]] void damaged(const std::string& what) const;

  std::string path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
  EventHeader header_;
  std::string filter_;
  bool truncated_ = false;
  Cycle from_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::uint8_t> payload_;
  std::size_t state_size_ = 0;
  std::uint64_t payload_offset_ = 0;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* finish_ = nullptr;
  /// Sinks keep arrays by unit, so units get the lowest numbers here: as many as the file defines.
  std::vector<UnitId> numbers_;  ///< By number in the file; kNoUnit: not defined.
  std::vector<Known> units_;
};

}  // namespace wayfarer
