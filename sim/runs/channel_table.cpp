#include "runs/channel_table.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "family/registry.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {
namespace {

std::string dimension_name(unsigned dimension) {
  return dimension < 4 ? std::string(1, "xyzw"[dimension]) : fmt::format("d{}", dimension);
}

/// Channels of meshes and tori: coordinates of the node that they leave, dimension and sign.
class GridPlaces {
 public:
  explicit GridPlaces(const Grid& grid) : grid_(grid) {}

  [[nodiscard]] ChannelPlace place(ChannelId channel, const ChannelEnds& ends) const {
    ChannelPlace place{channel, ends.from, ends.to, {}, "bus"};
    for (unsigned d = 0; d < grid_.dimensions(); ++d) {
      const unsigned digit = grid_.digit(ends.from, d);
      place.coordinates.push_back(digit);
      const unsigned target = grid_.digit(ends.to, d);
      if (target != digit)
        place.direction =
            (target == (digit + 1) % grid_.extents()[d] ? "+" : "-") + dimension_name(d);
    }
    return place;
  }

 private:
  Grid grid_;
};

/// Channels of lines and trees: the node at the end that is further from the server, and whether
/// they lead to it.
class TreePlaces {
 public:
  TreePlaces(const MessagePaths& paths, NodeNumber server, ChannelId channels)
      : distance_(paths.nodes(), kFar) {
    distance_[server] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (ChannelId channel = 0; channel < channels; ++channel) {
        const ChannelEnds ends = paths.ends(channel);
        if (ends.from == kNoNode || distance_[ends.to] == kFar) continue;
        if (distance_[ends.from] <= distance_[ends.to] + 1) continue;
        distance_[ends.from] = distance_[ends.to] + 1;
        changed = true;
      }
    }
  }

  [[nodiscard]] ChannelPlace place(ChannelId channel, const ChannelEnds& ends) const {
    const bool inward = distance_[ends.to] < distance_[ends.from];
    return {channel,
            ends.from,
            ends.to,
            {inward ? ends.from : ends.to},
            inward ? "to server" : "from server"};
  }

 private:
  static constexpr unsigned kFar = ~0u;
  std::vector<unsigned> distance_;  ///< Channels from each node to the server.
};

}  // namespace

std::vector<ChannelPlace> channel_places(const NetworkConfig& config) {
  const Family& family = family_of(config);
  const auto paths = family.paths(config, family.prepare(config, {}));
  const ChannelId channels = family.rtl.channels(config);
  std::vector<ChannelPlace> places;
  const auto add = [&](const auto& all) {
    for (ChannelId channel = 0; channel < channels; ++channel)
      if (const ChannelEnds ends = paths->ends(channel); ends.from != kNoNode && ends.to != kNoNode)
        places.push_back(all.place(channel, ends));
  };
  if (config.topology.extents.empty())
    add(TreePlaces(*paths, paths->node_of(config.terminals() - 1), channels));
  else
    add(GridPlaces(Grid(config.own->pattern_grid(config.topology))));
  return places;
}

std::string channels_csv(const NetworkConfig& config, const Measurements& measured) {
  const std::vector<ChannelPlace> places = channel_places(config);
  const std::vector<std::vector<double>>& drivers = measured.driver_utilisation;
  std::string text = "channel,from,to,coordinates,direction,utilisation";
  for (std::size_t vc = 0; vc < (drivers.empty() ? 0 : drivers.front().size()); ++vc)
    text += fmt::format(",vc{}", vc);
  text += "\n";
  for (const ChannelPlace& place : places) {
    text += fmt::format("{},{},{},{},{},{:.9g}", place.channel, place.from, place.to,
                        fmt::join(place.coordinates, " "), place.direction,
                        measured.channel_utilisation[place.channel]);
    if (!drivers.empty())
      for (const double share : drivers[place.channel]) text += fmt::format(",{:.9g}", share);
    text += "\n";
  }
  return text;
}

Json channels_json(const NetworkConfig& config, const Measurements& measured) {
  Json channels = Json::array();
  for (const ChannelPlace& place : channel_places(config)) {
    channels.push_back({{"channel", place.channel},
                        {"from", place.from},
                        {"to", place.to},
                        {"coordinates", place.coordinates},
                        {"direction", place.direction},
                        {"utilisation", measured.channel_utilisation[place.channel]}});
    if (!measured.driver_utilisation.empty())
      channels.back()["by_vc"] = measured.driver_utilisation[place.channel];
  }
  return channels;
}

}  // namespace wayfarer
