// Shares of the virtual lanes of a saturated port of an InfiniBand switch, against the closed forms
// of docs/iba.md.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "family/iba/config.hpp"
#include "family/iba/subnet_manager.hpp"

namespace wayfarer {

/// A mesh with arbitration tables, whose terminals have a service level and a virtual lane each.
inline NetworkConfig saturated_config(unsigned columns, unsigned rows, unsigned lanes) {
  NetworkConfig config = iba_config();
  config.name = fmt::format("saturated-{}x{}", columns, rows);
  config.topology.extents = {columns, rows};
  config.message_bytes = 64;
  IbaConfig& iba = iba_of(config);
  iba.virtual_lanes = lanes;
  iba.lane_use = LaneUse::kByLevel;
  iba.service_levels = lanes;
  iba.levels_by = LevelsBy::kTerminal;
  iba.arbitration = Arbitration::kWeights;
  iba.arbitration_entries = lanes;
  iba.depth = 15;  // three packets
  validate(config);
  return config;
}

/// All terminals send packets of random length to one; returns the virtual lanes of the flits that
/// it receives, one in every cycle once the buffers are full. Throws CheckFailed if a cycle has
/// none.
inline std::vector<unsigned> saturate(Network& network, const NetworkConfig& config, TerminalId to,
                                      std::size_t flits) {
  constexpr Cycle kFill = 300;
  network.reset();
  load_subnet_tables(make_subnet_tables(config, {}), *network.find<Management>());
  struct Source {
    unsigned lane = 0;
    unsigned next = 0;
    unsigned flits = 0;
  };
  Random random(1, 0, Purpose::kTest, 0);
  std::vector<Source> sources(config.terminals());
  std::vector<unsigned> lanes;
  for (Cycle now = 0; lanes.size() < flits; ++now) {
    for (TerminalId terminal = 0; terminal < sources.size(); ++terminal) {
      Source& source = sources[terminal];
      const unsigned ready = network.injection_ready()[terminal];
      if (source.next == source.flits)
        source = {(source.lane + 1) % iba_of(config).virtual_lanes, 0, 1 + random.below(5)};
      if ((ready >> source.lane & 1) == 0) {
        if (source.next == 0) source.next = source.flits;  // another lane's turn
        continue;
      }
      Flit flit;
      flit.tag = make_tag(source.next == 0, source.next + 1 == source.flits);
      flit.index = static_cast<std::uint16_t>(source.next);
      flit.destination = to;
      flit.length_bytes = static_cast<std::uint16_t>((source.flits - 1) * config.flit_bytes());
      network.offer(terminal, source.lane, flit);
      ++source.next;
    }
    network.step();
    if (now < kFill) continue;
    if (network.deliveries().size() != 1)
      throw CheckFailed(fmt::format("cycle {}: the port is not saturated", now));
    lanes.push_back(network.deliveries().front().buffer);
  }
  return lanes;
}

/// Any window of a whole turn has the weights of its lanes, to the flit. Throws CheckFailed.
inline void check_turns(const std::vector<unsigned>& lanes, const std::array<unsigned, 4>& weights,
                        unsigned unit) {
  std::size_t turn = 0;
  for (const unsigned weight : weights) turn += weight * unit;
  for (std::size_t from = 0; from + turn <= lanes.size(); ++from)
    for (unsigned lane = 0; lane < weights.size(); ++lane) {
      const auto begin = lanes.begin() + static_cast<std::ptrdiff_t>(from);
      const auto share = std::count(begin, begin + static_cast<std::ptrdiff_t>(turn), lane);
      if (share != weights[lane] * unit)
        throw CheckFailed(fmt::format("flit {}: {} flits of lane {} in a turn of {}, not {}", from,
                                      share, lane, turn, weights[lane] * unit));
    }
}

/// The closed forms for the weights and the limit of a configuration, whose lanes each have a
/// weight in one of the tables. Throws CheckFailed.
inline void check_shares(const std::vector<unsigned>& lanes, const NetworkConfig& config) {
  const IbaConfig& iba = iba_of(config);
  std::vector<unsigned> high, low;
  std::size_t since = 0;  // flits of high priority since the last one of low
  for (const unsigned lane : lanes) {
    const bool is_high = iba.high_weights[lane] != 0;
    (is_high ? high : low).push_back(lane);
    since = is_high ? since + 1 : 0;
    if (since > std::max(1u, iba.high_limit))
      throw CheckFailed(fmt::format("{} flits of high priority in a row", since));
  }
  check_turns(high, iba.high_weights, turn_flits(config));
  check_turns(low, iba.low_weights, turn_flits(config));
  if (high.empty()) return;
  const std::size_t expected = lanes.size() / (std::max(1u, iba.high_limit) + 1);
  if (low.size() < expected || low.size() > expected + 1)
    throw CheckFailed(fmt::format("{} flits of low priority, not {}", low.size(), expected));
}

}  // namespace wayfarer
