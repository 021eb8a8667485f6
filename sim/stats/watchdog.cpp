#include "stats/watchdog.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "geometry/multicast_group.hpp"

namespace wayfarer {
namespace {

constexpr std::size_t kNamed = 8;  ///< Maximum number of messages and channels listed.

std::string waiting_messages(const MessageTable& messages, Cycle now) {
  std::vector<MessageRecord> waiting;
  for (const MessageRecord& record : messages.records())
    if (record.in_flight) waiting.push_back(record);
  std::sort(waiting.begin(), waiting.end(),
            [](const MessageRecord& a, const MessageRecord& b) { return a.start < b.start; });
  std::string text;
  for (std::size_t i = 0; i < std::min(waiting.size(), kNamed); ++i)
    text += fmt::format("\n  message {} from {} to {}: in the network for {} cycles{}",
                        waiting[i].number, waiting[i].source,
                        destination_text(waiting[i].destination, waiting[i].multicast),
                        now - waiting[i].start + 1, waiting[i].arriving ? ", arriving" : "");
  if (waiting.size() > kNamed) text += fmt::format("\n  and {} more", waiting.size() - kNamed);
  return text;
}

std::string refused_transfers(const Network& network, const ChannelNames& names) {
  std::string text;
  std::size_t named = 0;
  for (const Transfer& transfer : network.transfers()) {
    if (++named > kNamed) break;
    text +=
        fmt::format("\n  {}: driver {} offers a flit of buffer {} that is not taken",
                    names ? names(transfer.channel) : fmt::format("channel {}", transfer.channel),
                    transfer.driver, transfer.buffer);
  }
  return text;
}

}  // namespace

void Watchdog::diagnose(const Network& network, const MessageTable& messages, Cycle now) const {
  throw CheckFailed(fmt::format(
      "watchdog: cycle {}: nothing has moved for {} cycles while {} messages are in flight{}{}",
      now, now - last_progress_, messages.in_flight(), waiting_messages(messages, now),
      refused_transfers(network, names_)));
}

}  // namespace wayfarer
