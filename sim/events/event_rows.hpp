// Events as lines of text, of a CSV file, or of a JSON array.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "events/event_filter.hpp"

namespace wayfarer {

enum class RowFormat { kText, kCsv, kJson };

/// Names the ends of a channel: "channel 7 (3 to 4)".
[[nodiscard]] std::string channel_text(const NetworkLayout& layout, ChannelId channel);

/// The same with what channels of the network have several of: "..., virtual channel 1, buffer 0".
[[nodiscard]] std::string driver_text(const NetworkLayout& layout, ChannelId channel,
                                      unsigned driver, unsigned buffer);

/// The cause of a wait, as the end of a sentence about the head.
[[nodiscard]] std::string cause_text(WaitCause cause);

/// Writes the events that a filter chooses of those that it is shown.
class EventRows final : public EventSink {
 public:
  using Write = std::function<void(std::string_view)>;

  /// `layout` must outlive it.
  EventRows(RowFormat format, const NetworkLayout& layout, EventFilter filter, Write write);

  void known(UnitId unit, const UnitInfo& info) override;
  void add(const Event& event) override;

  /// Ends the last line.
  void finish();

 private:
  [[nodiscard]] const UnitInfo* info(UnitId unit) const {
    return unit == kNoUnit ? nullptr : &units_[unit];
  }
  [[nodiscard]] std::string text(const Event& event) const;
  [[nodiscard]] std::string csv(const Event& event) const;
  [[nodiscard]] std::string json(const Event& event) const;
  /// "message 7", or a packet of it.
  [[nodiscard]] std::string name(UnitId unit) const;

  const RowFormat format_;
  const NetworkLayout& layout_;
  EventSelection selection_;
  Write write_;
  std::vector<UnitInfo> units_;
  bool first_ = true;
};

}  // namespace wayfarer
