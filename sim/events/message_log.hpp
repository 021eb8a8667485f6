// A table of a run's messages: a row for each packet, in the order of deliveries, then those that
// were in flight at the end.
#pragma once

#include <string>

#include "core/files.hpp"
#include "events/story.hpp"

namespace wayfarer {

class MessageLog final : public EventSink {
 public:
  MessageLog(const std::string& path, const NetworkLayout& layout);

  void known(UnitId unit, const UnitInfo& info) override { stories_.known(unit, info); }
  void add(const Event& event) override { stories_.add(event); }
  void end(Cycle cycle) override { stories_.end(cycle); }

  /// Writes what is left.
  void close();

 private:
  void write(const PacketStory& story);

  OutputFile file_;
  const bool buffers_;  ///< A driver has several.
  StoryTeller stories_;
  std::string text_;
};

}  // namespace wayfarer
