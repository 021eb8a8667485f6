// VL arbitration by InfiniBand's tables, beyond the paper: what weights and the limit of high
// priority do to each service level's share and latency.
#include <array>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "family/iba/config.hpp"
#include "papers/iba/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 20'000;
constexpr unsigned kPackets = 4;  ///< That a virtual lane's buffer holds.
constexpr double kLoads[] = {0.4, 0.6, 0.8, 1.5};
constexpr double kFull = 0.9;  ///< Utilisation of a link that counts as saturated.

struct Tables {
  const char* name;
  unsigned lanes;
  Arbitration arbitration;
  std::array<unsigned, 4> low = {};
  std::array<unsigned, 4> high = {};
  unsigned limit = 0;
};
constexpr Tables kTables[] = {
    {"2 VLs, round robin", 2, Arbitration::kRoundRobin},
    {"2 VLs, 1:1", 2, Arbitration::kWeights, {1, 1}},
    {"2 VLs, 1:3", 2, Arbitration::kWeights, {1, 3}},
    {"2 VLs, 1:7", 2, Arbitration::kWeights, {1, 7}},
    {"2 VLs, VL 1 high, limit 3", 2, Arbitration::kWeights, {1, 0}, {0, 1}, 3},
    {"2 VLs, VL 1 high, limit 15", 2, Arbitration::kWeights, {1, 0}, {0, 1}, 15},
    {"2 VLs, VL 1 high, no limit", 2, Arbitration::kWeights, {1, 0}, {0, 1}, 255},
    {"4 VLs, round robin", 4, Arbitration::kRoundRobin},
    {"4 VLs, 1:2:4:8", 4, Arbitration::kWeights, {1, 2, 4, 8}},
    {"4 VLs, 1:1:1, VL 3 high, limit 15", 4, Arbitration::kWeights, {1, 1, 1}, {0, 0, 0, 1}, 15},
};

/// On 9x9 switches neighbours have different levels, so that every link carries all of them.
NetworkConfig config_of(const Tables& tables) {
  NetworkConfig config = iba_config();
  config.name = fmt::format("iba9x9, {}", tables.name);
  config.topology.extents = {9, 9};
  config.message_bytes = 64;
  IbaConfig& iba = iba_of(config);
  iba.virtual_lanes = tables.lanes;
  iba.lane_use = LaneUse::kByLevel;
  iba.service_levels = tables.lanes;
  iba.levels_by = LevelsBy::kTerminal;
  iba.arbitration = tables.arbitration;
  iba.low_weights = tables.low;
  iba.high_weights = tables.high;
  iba.high_limit = tables.limit;
  iba.depth = kPackets * largest_packet_flits(config);
  validate(config);
  return config;
}

/// By service level, which is also the virtual lane.
struct Levels {
  std::vector<double> flits;    ///< Accepted, per cycle and terminal that sends at this level.
  std::vector<double> latency;  ///< Mean, from birth, queueing at the source included.
  std::vector<double>
      share;  ///< Shares of the flits on saturated links; empty if no link is saturated.
};

Levels levels_of(const NetworkConfig& config, const Measurements& measured) {
  const unsigned levels = iba_of(config).service_levels;
  std::vector<double> terminals(levels), messages(levels), cycles(levels), sent(levels);
  for (TerminalId terminal = 0; terminal < config.terminals(); ++terminal) {
    const unsigned level = iba_of(config).level_of(terminal, 0);
    const auto delivered = static_cast<double>(measured.delivered_by_source[terminal]);
    ++terminals[level];
    messages[level] += delivered;
    cycles[level] += delivered * measured.latency_by_source[terminal];
  }
  double all = 0;
  for (std::size_t channel = 0; channel < measured.driver_utilisation.size(); ++channel) {
    if (measured.channel_utilisation[channel] < kFull) continue;
    for (unsigned level = 0; level < levels; ++level) {
      sent[level] += measured.driver_utilisation[channel][level];
      all += measured.driver_utilisation[channel][level];
    }
  }
  Levels result;
  const auto flits = static_cast<double>(largest_packet_flits(config));
  for (unsigned level = 0; level < levels; ++level) {
    result.flits.push_back(flits * messages[level] / terminals[level] /
                           static_cast<double>(measured.cycles));
    result.latency.push_back(cycles[level] / messages[level]);
    if (all > 0) result.share.push_back(sent[level] / all);
  }
  return result;
}

std::string list(const std::vector<double>& values, unsigned digits) {
  std::vector<std::string> parts;
  for (const double value : values) parts.push_back(fmt::format("{:.{}f}", value, digits));
  return join(parts, " : ");
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "iba-arbitration";
  for (const Tables& tables : kTables)
    for (const double load : kLoads) {
      Point point = uniform_point(config_of(tables), load, options, kCycles);
      point.label = fmt::format("{}, load {:g}", tables.name, load);
      point.options.by_driver = true;
      if (point.label.find(options.only) != std::string::npos)
        result.points.push_back(std::move(point));
    }
  if (result.points.empty())
    throw UsageError(fmt::format("no row's name contains '{}'; legal: a part of '{}, load {:g}'",
                                 options.only, kTables[0].name, kLoads[0]));
  result.results = run_all(engines, result.points, options);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const Levels levels = levels_of(result.points[i].config, result.results[i]->measured);
    const bool saturated = result.points[i].options.load.value > 1;
    std::string text = list(levels.flits, 3) + " flits";
    text += saturated ? ", saturated" : ", " + list(levels.latency, 1) + " cycles";
    if (!levels.share.empty()) text += ", full links " + list(levels.share, 3);
    result.note(result.points[i].label, text);
  }
  result.conditions = {{"engine", "model"},
                       {"seed", options.seed},
                       {"network", "9x9 switches, a virtual lane for each service level"},
                       {"message_bytes", 64},
                       {"flit_bytes", 16}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment iba_arbitration() {
  Experiment experiment{"iba-arbitration", "VL arbitration: shares and latencies by level", run};
  experiment.extra = true;
  experiment.selectable = true;
  return experiment;
}

}  // namespace wayfarer
