#include "family/mway/zero_load.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

/// For every channel on the path, whether its driver after reset differs from the message's.
std::vector<bool> arbitrations(const MwayTopology& topology, TerminalId source,
                               TerminalId destination) {
  std::vector<bool> waits;
  topology.follow(source, destination, [&](ChannelId, unsigned driver, const MwayHop&) {
    waits.push_back(driver != 0);
  });
  return waits;
}

}  // namespace

bool crosses_a_channel_twice(const NetworkConfig& config, TerminalId source,
                             TerminalId destination) {
  std::set<ChannelId> crossed;
  bool twice = false;
  MwayTopology(config.topology, mway_of(config).fault)
      .follow(source, destination, [&](ChannelId channel, unsigned, const MwayHop&) {
        twice |= !crossed.insert(channel).second;
      });
  return twice;
}

Cycle zero_load_latency(const NetworkConfig& config, TerminalId source, TerminalId destination,
                        unsigned data_flits) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  const std::vector<bool> waits = arbitrations(topology, source, destination);
  const auto a = static_cast<Cycle>(std::count(waits.begin(), waits.end(), true));
  const Cycle channels = waits.size();
  const unsigned depth = mway_of(config).depth;
  const Cycle n = data_flits;
  if (mway_of(config).variant == MwayVariant::kPipelined) {
    const bool alone = channels == 1;
    const Cycle data = depth > 2 || (alone && depth == 2) ? 2 * n
                       : depth == 2                       ? 3 * n - n % 2
                                                          : (alone ? 4 : 6) * n;
    return 1 + 3 * channels + data;
  }
  if (mway_of(config).variant == MwayVariant::kClocked) {
    constexpr unsigned kRoundTrip = 6;  // of pointers, through two registers each way
    const bool waits_for_room = channels > 1 && depth < kRoundTrip;
    const Cycle data = waits_for_room ? n / depth * kRoundTrip + n % depth : n;
    return 1 + channels + a + 2 * (channels - 1) + data;
  }
  return 1 + channels + a + (depth == 1 ? 2 : 1) * n;
}

Cycle zero_load_latency_by_recurrence(const NetworkConfig& config, TerminalId source,
                                      TerminalId destination, unsigned data_flits) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  const std::vector<bool> waits = arbitrations(topology, source, destination);
  const unsigned depth = mway_of(config).depth;
  const bool staged = mway_of(config).variant == MwayVariant::kPipelined;
  const bool crosses = mway_of(config).variant == MwayVariant::kClocked;
  // Column 0 is the offer to the injection buffer, column k + 1 channel k.
  const std::size_t columns = waits.size() + 1;
  std::vector<std::vector<Cycle>> time(data_flits + 1, std::vector<Cycle>(columns));
  for (unsigned i = 0; i <= data_flits; ++i) {
    for (std::size_t k = 0; k < columns; ++k) {
      const bool slow = staged && k > 0;  // an offer to the injection buffer has no stages
      const Cycle cross =
          crosses && k > 1 ? 2 : 0;  // a router, column 1 being an injection buffer's
      const Cycle hop = slow ? 3 : 1 + cross + (i == 0 && k > 0 && waits[k - 1] ? 1 : 0);
      Cycle earliest = i == 0 ? 0 : time[i - 1][k] + (slow ? 2 : 1);
      if (k > 0) earliest = std::max(earliest, time[i][k - 1] + hop);
      // The last channel leads to the processor, which always has room.
      if (i >= depth && k + 1 < columns) {
        earliest =
            std::max(earliest, time[i - depth][k + 1] + (slow || (crosses && k > 0) ? 3 : 1));
      }
      time[i][k] = earliest;
    }
  }
  return time[data_flits][columns - 1] + 1;
}

}  // namespace wayfarer
