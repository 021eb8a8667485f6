#include "events/story_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "events/event_rows.hpp"

namespace wayfarer {
namespace {

using Line = std::pair<Cycle, std::string>;

std::string cycles_text(Cycle cycles) {
  return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
}

std::string until(Cycle tail) {
  return tail == kNever ? "; its tail had not crossed at the end"
                        : fmt::format("; its tail in cycle {}", tail);
}

std::string wait_text(const NetworkLayout& layout, const WaitPeriod& wait, Cycle now) {
  const Cycle end = wait.to == kNever ? now : wait.to;
  std::string text =
      fmt::format("the head waits {} for {}", cycles_text(end - wait.from), cause_text(wait.cause));
  if (wait.cause != WaitCause::kBehind && wait.channel != kNoChannel)
    text += fmt::format(": {}", channel_text(layout, wait.channel));
  if (wait.holder != kNoMessage) text += fmt::format(", which message {} holds", wait.holder);
  if (wait.to == kNever) text += ", and still did at the end";
  return text;
}

std::vector<Line> lines_of(const PacketStory& story, const NetworkLayout& layout, Cycle now) {
  const UnitInfo& info = story.info;
  std::vector<Line> lines;
  std::string injected = fmt::format("the header is injected on port {}", info.port);
  if (info.start > info.birth)
    injected += fmt::format(", {} after its birth", cycles_text(info.start - info.birth));
  lines.emplace_back(info.start, injected);
  for (const Hop& hop : story.hops)
    lines.emplace_back(hop.head, "the head crosses " +
                                     driver_text(layout, hop.channel, hop.driver, hop.buffer) +
                                     until(hop.tail));
  for (const WaitPeriod& wait : story.waits)
    lines.emplace_back(wait.from, wait_text(layout, wait, now));
  for (const Arrival& arrival : story.arrivals)
    lines.emplace_back(
        arrival.head,
        fmt::format("terminal {} takes the head{}", arrival.terminal,
                    arrival.tail == kNever ? "; not yet the tail at the end"
                                           : fmt::format("; the tail in cycle {}", arrival.tail)));
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.first < b.first; });
  return lines;
}

std::string summary(const PacketStory& story, Cycle now) {
  std::string waits;
  for (unsigned each = 0; each < kWaitCauses; ++each) {
    const auto cause = static_cast<WaitCause>(each);
    if (const Cycle cycles = story.waited(cause, now); cycles != 0)
      waits += fmt::format("{}{} {}", waits.empty() ? "" : ", ", to_string(cause), cycles);
  }
  const std::string waited =
      waits.empty() ? "its head never waited" : "its head waited: " + waits + " (cycles)";
  if (story.delivered == kNever)
    return fmt::format("in flight at the end, before cycle {}; {}", now, waited);
  return fmt::format("delivered; latency {} cycles from birth, {} in the network; {}",
                     story.latency(), story.network_latency(), waited);
}

// Colours of Okabe and Ito, which readers with any colour vision tell apart.
constexpr const char* kFlits = "#0072B2";
constexpr const char* kQueue = "#999999";
constexpr std::array<const char*, kWaitCauses> kWaits = {"#E69F00", "#D55E00", "#CC79A7",
                                                         "#F0E442", "#009E73", "#56B4E9"};

struct Bar {
  Cycle from = 0;
  Cycle to = 0;
  const char* colour = kFlits;
  std::string title;
};

struct PictureRow {
  std::string label;
  std::vector<Bar> bars;
};

std::vector<PictureRow> rows_of(const std::vector<PacketStory>& packets,
                                const NetworkLayout& layout, Cycle now) {
  std::vector<PictureRow> rows;
  const auto end_of = [now](Cycle last) { return last == kNever ? now : last + 1; };
  for (const PacketStory& story : packets) {
    const UnitInfo& info = story.info;
    const std::string packet = info.packets > 1 ? fmt::format("packet {}: ", info.packet) : "";
    const auto row = [&](const std::string& label) -> PictureRow& {
      for (PictureRow& each : rows)
        if (each.label == label) return each;
      return rows.emplace_back(PictureRow{label, {}});
    };
    PictureRow& source = row(fmt::format("source {}", info.source));
    if (info.start > info.birth)
      source.bars.push_back({info.birth, info.start, kQueue,
                             fmt::format("{}in the source's queue, cycles {} to {}", packet,
                                         info.birth, info.start - 1)});
    for (const Hop& hop : story.hops)
      row(channel_text(layout, hop.channel))
          .bars.push_back({hop.head, end_of(hop.tail), kFlits,
                           fmt::format("{}head in cycle {}{}", packet, hop.head, until(hop.tail))});
    for (const Arrival& arrival : story.arrivals)
      row(fmt::format("terminal {}", arrival.terminal))
          .bars.push_back({arrival.head, end_of(arrival.tail), kFlits,
                           fmt::format("{}delivered from cycle {} on", packet, arrival.head)});
    // On the row that the head reached next.
    for (const WaitPeriod& wait : story.waits) {
      std::string label = rows.front().label;
      Cycle next = kNever;
      for (const Hop& hop : story.hops)
        if (hop.head >= wait.from && hop.head < next) {
          next = hop.head;
          label = channel_text(layout, hop.channel);
        }
      if (next == kNever) {
        if (!story.arrivals.empty())
          label = fmt::format("terminal {}", story.arrivals.front().terminal);
        else if (wait.channel != kNoChannel)
          label = channel_text(layout, wait.channel);
      }
      row(label).bars.push_back(
          {wait.from, wait.to == kNever ? now : wait.to, kWaits[static_cast<unsigned>(wait.cause)],
           fmt::format("{}cycle {}: {}", packet, wait.from, wait_text(layout, wait, now))});
    }
  }
  return rows;
}

/// Cycles between marks on the axis: 1, 2 or 5 times a power of ten.
Cycle mark_distance(Cycle cycles) {
  Cycle distance = 1;
  for (unsigned i = 0; cycles / distance > 12; ++i) distance = distance * (i % 3 == 1 ? 5 : 4) / 2;
  return distance;
}

}  // namespace

std::string story_text(const std::vector<PacketStory>& packets, const NetworkLayout& layout,
                       Cycle now) {
  const UnitInfo& first = packets.front().info;
  std::string text = fmt::format(
      "message {}: from terminal {} to {} {}, number {} of its source, born in cycle {}\n",
      first.message, first.source, first.multicast ? "group" : "terminal", first.destination,
      first.sequence, first.birth);
  for (const PacketStory& story : packets) {
    const UnitInfo& info = story.info;
    text += fmt::format(
        "{}{} bytes in {} flits\n",
        info.packets > 1 ? fmt::format("packet {} of {}: ", info.packet, info.packets) : "",
        info.bytes, info.flits);
    for (const auto& [cycle, line] : lines_of(story, layout, now))
      text += fmt::format("  cycle {}: {}\n", cycle, line);
    text += fmt::format("  {}\n", summary(story, now));
  }
  return text;
}

std::string story_svg(const std::vector<PacketStory>& packets, const NetworkLayout& layout,
                      Cycle now) {
  constexpr double kLeft = 170;
  constexpr double kWidth = 720;
  constexpr double kRow = 24;
  constexpr double kTop = 60;
  const std::vector<PictureRow> rows = rows_of(packets, layout, now);
  const Cycle begin = packets.front().info.birth;
  Cycle end = begin + 1;
  std::array<bool, kWaitCauses> seen{};
  for (const PictureRow& row : rows)
    for (const Bar& bar : row.bars) {
      end = std::max(end, bar.to);
      for (unsigned cause = 0; cause < kWaitCauses; ++cause)
        seen[cause] = seen[cause] || bar.colour == kWaits[cause];
    }
  const double scale = kWidth / static_cast<double>(end - begin);
  const auto x = [&](Cycle cycle) { return kLeft + scale * static_cast<double>(cycle - begin); };
  const double bottom = kTop + kRow * static_cast<double>(rows.size());
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>Message {2}: its way by cycles</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"8\" y=\"20\" font-size=\"15\">message {2}, from terminal {3} to {4} {5}</text>\n",
      kLeft + kWidth + 20, bottom + 70, packets.front().info.message, packets.front().info.source,
      packets.front().info.multicast ? "group" : "terminal", packets.front().info.destination);
  const Cycle distance = mark_distance(end - begin);
  for (Cycle mark = (begin + distance - 1) / distance * distance; mark <= end; mark += distance)
    svg += fmt::format(
        "<line x1=\"{0:.2f}\" x2=\"{0:.2f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#ddd\"/>"
        "<text x=\"{0:.2f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
        x(mark), kTop, bottom, bottom + 16, mark);
  svg += fmt::format("<text x=\"{:.0f}\" y=\"{}\" text-anchor=\"middle\">cycle</text>\n",
                     kLeft + kWidth / 2, bottom + 34);
  double y = kTop;
  for (const PictureRow& row : rows) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kLeft - 8, y + 16,
                       row.label);
    for (const Bar& bar : row.bars)
      svg += fmt::format(
          "<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" fill=\"{}\" "
          "stroke=\"white\" stroke-width=\"0.5\"><title>{}</title></rect>\n",
          x(bar.from), y + 4, scale * static_cast<double>(bar.to - bar.from), kRow - 8, bar.colour,
          bar.title);
    y += kRow;
  }
  double left = 8;
  const auto legend = [&](const char* colour, const std::string& label) {
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/>"
        "<text x=\"{}\" y=\"{}\">{}</text>\n",
        left, kTop - 28, colour, left + 16, kTop - 18, label);
    left += 34 + 6.5 * static_cast<double>(label.size());
  };
  legend(kFlits, "flits");
  legend(kQueue, "source's queue");
  for (unsigned cause = 0; cause < kWaitCauses; ++cause)
    if (seen[cause])
      legend(kWaits[cause], fmt::format("waits: {}", to_string(static_cast<WaitCause>(cause))));
  return svg + "</svg>\n";
}

}  // namespace wayfarer
