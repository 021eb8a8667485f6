// Messages to groups beside unicast copies on the same network (docs/mway-multicast.md): cycles
// until all is delivered, flits on all channels, and ejection in saturation, by the size of the
// group. The paper has no values.
#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"
#include "family/mway/zero_load.hpp"
#include "family/registry.hpp"
#include "papers/mway/paper.hpp"
#include "traffic/multicast.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMembers[] = {5, 10, 25, 50, 100};  ///< Percent of the other processors.
constexpr Cycle kCycles = 20'000;
constexpr Cycle kLimit = 1'000'000;  ///< Far beyond any batch.

enum class Senders { kOne, kAll };
enum class Sending { kMulticast, kCopies };
enum class Run { kBatch, kSaturated };

NetworkConfig network() {
  NetworkConfig config = mway_config();
  config.name = "mesh8x8-groups";
  config.topology = {TopologyKind::kMesh, {8, 8}, 1};
  mway_of(config).variant = MwayVariant::kMulticast;
  validate(config);
  return config;
}

GroupsSpec groups_of(Senders senders, unsigned percent) {
  return {senders == Senders::kOne ? 0u : 100u, percent};
}

Point point_of(Senders senders, unsigned percent, Sending sending, Run run,
               const ReproductionOptions& options) {
  Point point;
  point.config = network();
  const GroupsSpec groups = groups_of(senders, percent);
  PatternSpec pattern = {MulticastSpec{groups}};
  if (sending == Sending::kCopies) pattern = {CopiesSpec{groups}};
  point.options.traffic.pattern = pattern;
  point.options.seed = options.seed;
  point.label = to_string(pattern);
  if (run == Run::kBatch) {
    point.options.traffic.process = {BatchSpec{1}};
    point.options.cycles = kLimit;
    point.options.warmup = 0;
  } else {
    point.options.load.value = 1;
    point.options.cycles = options.cycles_or(kCycles);
    point.options.warmup = point.options.cycles * 3 / 10;
  }
  return point;
}

struct Work {
  std::uint64_t tree = 0;    ///< Flits on all channels, of multicast messages
  std::uint64_t copies = 0;  ///< and of copies.
  Cycle alone = 0;           ///< The last tail of the first message, alone: the closed form.
};

Work work_of(const NetworkConfig& config, const std::vector<MulticastGroup>& groups) {
  const MwayTopology topology(config.topology);
  const unsigned data = config.data_flits(config.message_bytes);
  Work work;
  for (const auto& [source, members] : groups) {
    std::vector<bool> crossed(topology.channels());
    for (const TerminalId member : members) {
      ChannelId at = topology.channel_of(source);
      for (;; at = topology.neighbour(at, topology.route(at, member).way)) {
        crossed[at] = true;
        work.copies += data + 1;
        if (at == topology.channel_of(member)) break;
      }
      if (source == groups.front().source)
        work.alone = std::max(work.alone, zero_load_latency(config, source, member, data));
    }
    work.tree +=
        (data + 1) * static_cast<std::uint64_t>(std::count(crossed.begin(), crossed.end(), true));
  }
  return work;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-multicast";
  for (const Senders senders : {Senders::kOne, Senders::kAll})
    for (const unsigned percent : kMembers)
      for (const Run kind : {Run::kBatch, Run::kSaturated})
        for (const Sending sending : {Sending::kMulticast, Sending::kCopies})
          if (kind == Run::kBatch || senders == Senders::kAll)
            result.points.push_back(point_of(senders, percent, sending, kind, options));
  result.results = run_all(engines, result.points, options);

  std::size_t next = 0;
  for (const Senders senders : {Senders::kOne, Senders::kAll}) {
    for (const unsigned percent : kMembers) {
      const NetworkConfig& config = result.points[next].config;
      const std::vector<MulticastGroup> groups =
          draw_groups(groups_of(senders, percent), config.terminals(), options.seed);
      const Work work = work_of(config, groups);
      const Cycle multicast = result.results[next++]->last_delivery + 1;
      const Cycle copies = result.results[next++]->last_delivery + 1;
      const std::string cell =
          fmt::format("{}, {} members", senders == Senders::kOne ? "one source" : "all sources",
                      groups.front().members.size());
      if (senders == Senders::kOne && multicast != work.alone)
        throw CheckFailed(
            fmt::format("{}: {} cycles; closed form: {}", cell, multicast, work.alone));
      result.note(cell + ": cycles, multicast", multicast);
      result.note(cell + ": cycles, copies", copies);
      result.note(cell + ": cycles saved",
                  fmt::format("{} of {}, {:.1f} times faster", copies - multicast, copies,
                              static_cast<double>(copies) / static_cast<double>(multicast)));
      result.note(cell + ": flits on channels",
                  fmt::format("{} in place of {}", work.tree, work.copies));
      if (senders == Senders::kOne) continue;
      const double in_trees = result.results[next++]->measured.accepted_flits;
      const double in_copies = result.results[next++]->measured.accepted_flits;
      result.note(cell + ": ejection in saturation, multicast", in_trees);
      result.note(cell + ": ejection in saturation, copies", in_copies);
    }
  }
  result.conditions = {{"network", "8x8 mesh, one processor a channel, 4 buffers of 5 flits a set"},
                       {"seed", options.seed},
                       {"message_bytes", network().message_bytes},
                       {"batch", "one message a source, until the last delivery"},
                       {"cycles_in_saturation", options.cycles_or(kCycles)}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_multicast() {
  return {"mway-multicast", "m-way messages to groups beside unicast copies", run, true};
}

}  // namespace wayfarer
