#include "explorer/run_page.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/error.hpp"
#include "explorer/page.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

const char* name_of(MessagePaths::Buffers buffers) {
  switch (buffers) {
    case MessagePaths::Buffers::kNone: return "none";
    case MessagePaths::Buffers::kOfDriver: return "driver";
    case MessagePaths::Buffers::kOfChannel: return "channel";
    case MessagePaths::Buffers::kPool: break;
  }
  return "pool";
}

/// Where each driver of a bus comes from.
Json members_of(const MessagePaths& paths, ChannelId bus, unsigned drivers) {
  Json members = Json::array();
  for (unsigned driver = 0; driver < drivers; ++driver) {
    const NodeNumber from = paths.driver_from(bus, driver);
    members.push_back(from == kNoNode ? Json() : Json(from));
  }
  return members;
}

/// What the drawing of a network needs. The file has the network's size as well as its
/// configuration.
Json drawing_of(const EventReader& reader, const std::string& path) {
  const NetworkLayout& layout = reader.header().layout;
  const NetworkConfig config =
      parse_config(reader.header().configuration, path + ": its configuration");
  const Family& family = family_of(config);
  const auto paths = family.paths(config, family.prepare(config, {}));
  if (layout.terminals.size() != config.terminals() || layout.nodes != paths->nodes() ||
      layout.channels.size() != paths->map().channels.size())
    throw UsageError(
        fmt::format("{}: damaged: its configuration is of another network; legal: an "
                    "events file that 'wayfarer run --events FILE' wrote",
                    path));
  const auto is_bus = [](const ChannelEnds& ends) { return ends.exist() && ends.from == ends.to; };
  const bool buses = std::all_of(layout.channels.begin(), layout.channels.end(), is_bus);
  Json channels = Json::array();
  Json drivers = Json::array();
  for (ChannelId channel = 0; channel < layout.channels.size(); ++channel) {
    const ChannelEnds& ends = layout.channels[channel];
    channels.push_back(ends.exist() ? Json{ends.from, ends.to} : Json());
    if (buses) drivers.push_back(members_of(*paths, channel, layout.drivers));
  }
  return {{"nodes", layout.nodes},
          {"extents", config.topology.extents},
          {"coordinates", paths->map().nodes},
          {"y_leads_south", paths->map().y_leads_south},
          {"channels", channels},
          {"terminals", layout.terminals},
          {"drivers", layout.drivers},
          {"buffers", layout.buffers},
          {"queues", name_of(paths->buffers())},
          {"buses", drivers}};
}

void check_window(const EventReader& reader, const std::string& path, Cycle from, Cycle to) {
  if (reader.first() == reader.end())
    throw UsageError(
        fmt::format("{}: has no cycles, as its run ended before cycle {}; legal: an "
                    "events file with a window of the run",
                    path, reader.first() + 1));
  const Cycle last = to == kNever ? from + 1 : to;
  if (from < reader.first() || last > reader.end() || from >= last)
    throw UsageError(fmt::format("{}: cycles {} to {}; legal: a window of its cycles {} to {}",
                                 path, from, last, reader.first(), reader.end()));
}

}  // namespace

RunBlock run_block(const std::string& path, Cycle from, Cycle to, const ReadEvents& read) {
  EventReader reader(path);
  const EventHeader& header = reader.header();
  RunBlock run;
  run.first = std::max(from, reader.first());
  check_window(reader, path, run.first, to);
  run.file_end = reader.end();
  run.end = reader.end_within(run.first, std::min(to, reader.end()), kMostPageBytes);
  if (to != kNever && run.end < to)
    throw UsageError(
        fmt::format("{}: cycles {} to {} are too many events for a page; legal: up to "
                    "cycle {}, or a window further on",
                    path, run.first, to, run.end));
  PacketColumns packets(header.layout, run.first, header.warmup == kNever ? 0 : header.warmup);
  read(reader, packets, run.first, run.end);
  packets.finish();
  run.bytes = packets.bytes();
  run.data = {{"name", header.network},
              {"family", header.family},
              {"traffic", header.traffic},
              {"configuration", header.configuration},
              {"file", std::filesystem::path(path).filename().string()},
              {"cycles", header.cycles},
              {"warmup", header.warmup == kNever ? Json() : Json(header.warmup)},
              {"first", run.first},
              {"end", run.end},
              {"file_end", run.file_end},
              {"filter", reader.filter()},
              {"network", drawing_of(reader, path)},
              {"latency", packets.latency()},
              {"histogram", packets.histogram()},
              {"waiting", packets.waiting_at_sources()},
              {"dropped", packets.dropped()},
              {"version", version()},
              {"columns", packets.description()}};
  return run;
}

std::string run_page(const RunBlock& run) {
  const Json data = {{"kind", "run"}, {"sides", Json::array({run.data})}};
  return explorer_page(run.data["name"].get<std::string>() + ": a run", data, {run.bytes});
}

}  // namespace wayfarer
