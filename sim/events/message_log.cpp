#include "events/message_log.hpp"

#include <iterator>

#include <fmt/format.h>

namespace wayfarer {
namespace {

constexpr std::size_t kPart = 1 << 16;

/// Empty for what has not happened.
std::string cell(Cycle cycle) { return cycle == kNever ? "" : fmt::format("{}", cycle); }

}  // namespace

MessageLog::MessageLog(const std::string& path, const NetworkLayout& layout)
    : file_(path),
      buffers_(layout.buffers > 1),
      stories_(static_cast<std::uint32_t>(layout.terminals.size()),
               [this](const PacketStory& story) { write(story); }) {
  text_ =
      "message,packet,packets,source,sequence,destination,multicast,bytes,flits,birth,injected,"
      "delivered,completes,latency,network_latency";
  for (unsigned cause = 0; cause < kWaitCauses; ++cause)
    text_ += fmt::format(",waited_{}", to_string(static_cast<WaitCause>(cause)));
  text_ += ",hops,arrivals\n";
}

void MessageLog::write(const PacketStory& story) {
  const UnitInfo& info = story.info;
  const auto out = std::back_inserter(text_);
  const bool delivered = story.delivered != kNever;
  fmt::format_to(out, "{},{},{},{},{},{},{:d},{},{},{},{},{},{:d},{},{}", info.message, info.packet,
                 info.packets, info.source, info.sequence, info.destination, info.multicast,
                 info.bytes, info.flits, info.birth, info.start, cell(story.delivered),
                 story.completes, delivered ? cell(story.latency()) : "",
                 delivered ? cell(story.network_latency()) : "");
  for (unsigned cause = 0; cause < kWaitCauses; ++cause)
    fmt::format_to(out, ",{}", story.waited(static_cast<WaitCause>(cause), stories_.cycles()));
  const char* separator = ",";
  for (const Hop& hop : story.hops) {
    fmt::format_to(out, "{}{}.{}", separator, hop.channel, hop.driver);
    if (buffers_) fmt::format_to(out, ".{}", hop.buffer);
    fmt::format_to(out, "@{}-{}", hop.head, cell(hop.tail));
    separator = " ";
  }
  if (story.hops.empty()) text_ += ',';
  separator = ",";
  for (const Arrival& arrival : story.arrivals) {
    fmt::format_to(out, "{}{}@{}-{}", separator, arrival.terminal, arrival.head,
                   cell(arrival.tail));
    separator = " ";
  }
  if (story.arrivals.empty()) text_ += ',';
  text_ += '\n';
  if (text_.size() < kPart) return;
  file_.write(text_);
  text_.clear();
}

void MessageLog::close() {
  stories_.finish();
  file_.write(text_);
  file_.commit();
}

}  // namespace wayfarer
