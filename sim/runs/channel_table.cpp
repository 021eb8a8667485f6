#include "runs/channel_table.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {

std::vector<ChannelPlace> channel_places(const NetworkConfig& config) {
  const NetworkMap map = family_of(config).map(config);
  std::vector<ChannelPlace> places;
  for (ChannelId channel = 0; channel < map.channels.size(); ++channel) {
    const auto& [ends, at, direction] = map.channels[channel];
    if (ends.exist()) places.push_back({channel, ends.from, ends.to, map.nodes[at], direction});
  }
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
