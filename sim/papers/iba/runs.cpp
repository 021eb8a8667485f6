#include "papers/iba/runs.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "family/iba/config.hpp"
#include "family/registry.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer::iba_runs {
namespace {

constexpr Cycle kLimit = 100'000'000;  ///< Far beyond any run: the watchdog is faster.

}  // namespace

std::string to_string(Sending sending) {
  switch (sending) {
    case Sending::kUnicast: return "unicast";
    case Sending::kBranches: return "multicast";
    case Sending::kAllOrNothing: break;
  }
  return "multicast, all or nothing";
}

std::string to_string(Ordinate ordinate) {
  return ordinate == Ordinate::kLastDelivery ? "last delivery" : "mean latency";
}

std::string cell_name(const Case& which, const Lanes& lanes, unsigned bytes) {
  return fmt::format("{}, {}, {} B", which.name, lanes.name, bytes);
}

void Runs::add(const std::string& groups, const Lanes& lanes, unsigned bytes, Sending sending) {
  if (!index_.emplace(Key{groups, lanes.name, bytes, sending}, points.size()).second) return;
  Point point;
  point.config = load_config(find_config(lanes.config));
  Settings settings = {
      {"traffic.mtu_bytes", fmt::format("{}", kLargestPacket)},
      {"traffic.message_bytes", fmt::format("{}", bytes)},
      {"router.replication", sending == Sending::kAllOrNothing ? "all-or-nothing" : "branches"},
      {"router.age", "65535"}};  // in a run, few packets wait longer
  if (buffers_ == Buffers::kOneSwitch)
    settings.emplace_back("router.depth",
                          fmt::format("{}", kLargestPacket / point.config.flit_bytes() + 1));
  if (lanes.levels != 0) {
    settings.emplace_back("router.lane_use", "by-level");
    settings.emplace_back("traffic.service_levels", fmt::format("{}", lanes.levels));
  }
  set_keys(point.config, settings);
  point.label = fmt::format("{}, {}, {} B, {}", groups, lanes.name, bytes, to_string(sending));
  point.options.traffic.pattern = parse_pattern(
      fmt::format("{}:{}", sending == Sending::kUnicast ? "copies" : "multicast", groups));
  point.options.traffic.process = {BatchSpec{1}};
  point.options.seed = seed_;
  point.options.cycles = kLimit;
  point.options.warmup = 0;
  points.push_back(std::move(point));
}

std::uint64_t Runs::cycles(const std::string& groups, const Lanes& lanes, unsigned bytes,
                           Sending sending) const {
  return results[index_.at(Key{groups, lanes.name, bytes, sending})]->last_delivery + 1;
}

double Runs::value(const std::string& groups, const Lanes& lanes, unsigned bytes, Sending sending,
                   Ordinate ordinate) const {
  if (ordinate == Ordinate::kLastDelivery)
    return static_cast<double>(cycles(groups, lanes, bytes, sending));
  return results[index_.at(Key{groups, lanes.name, bytes, sending})]->measured.latency.mean;
}

double Runs::speedup(const std::string& groups, const Lanes& lanes, unsigned bytes) const {
  return static_cast<double>(cycles(groups, lanes, bytes, Sending::kUnicast)) /
         static_cast<double>(cycles(groups, lanes, bytes, Sending::kBranches));
}

MulticastBounds Runs::bounds(const std::string& groups, unsigned bytes, bool copies) const {
  const NetworkConfig& config = points.front().config;
  return multicast_bounds(
      IbaMesh(config.topology),
      make_pattern(parse_pattern("multicast:" + groups), config, seed_)->groups(),
      config.data_flits(bytes) + 1, copies);
}

void ClaimCount::report(Reproduction& result, const std::string& cell, Buffers buffers) const {
  if (all_ == 0) return;
  if (buffers == Buffers::kOnePacket) return note(result, cell, buffers);
  result.claim(cell, "always", fmt::format("{} of {}", held_, all_), held_ == all_);
}

void ClaimCount::note(Reproduction& result, const std::string& cell, Buffers buffers) const {
  const char* const reading = buffers == Buffers::kOnePacket ? "buffers of one packet: " : "";
  if (all_ != 0) result.note(reading + cell, fmt::format("{} of {}", held_, all_));
}

ClaimCount no_slower(const Runs& runs, const Sizes& sizes, Sending sending, unsigned low,
                     unsigned high, const std::vector<std::pair<Lanes, Lanes>>& better) {
  ClaimCount holds;
  for (const Case& which : kCases)
    for (const unsigned bytes : sizes)
      for (const auto& [good, other] : better)
        if (bytes >= low && bytes <= high)
          holds.add(runs.cycles(which.groups, good, bytes, sending) <=
                    runs.cycles(which.groups, other, bytes, sending));
  return holds;
}

void claim_shared(Reproduction& result, const Runs& runs, const Sizes& sizes,
                  const std::string& cell, Sending sending,
                  const std::vector<std::pair<Lanes, Lanes>>& better) {
  no_slower(runs, sizes, sending, 0, kSmall, better)
      .report(result, cell + "32 and 128 B", runs.buffers());
  no_slower(runs, sizes, sending, kSmall + 1, kLargestPacket, better)
      .note(result, cell + "from 512 B on", runs.buffers());
}

}  // namespace wayfarer::iba_runs
