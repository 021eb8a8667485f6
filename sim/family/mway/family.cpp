#include "family/family.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/channel_load.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/dependencies.hpp"
#include "family/mway/guarded/upsets.hpp"
#include "family/mway/model.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/mway/paths.hpp"
#include "family/mway/streams.hpp"
#include "family/mway/topology.hpp"
#include "family/mway/vector/model.hpp"

namespace wayfarer {
namespace {

constexpr std::size_t kMaxDimensions = 9;

RtlParameters shape(const NetworkConfig& config) {
  const std::vector<unsigned>& extents = config.topology.extents;
  RtlParameters parameters;
  for (std::size_t d = 0; d < kMaxDimensions; ++d)
    parameters.emplace_back(fmt::format("K{}", d),
                            fmt::format("{}", d < extents.size() ? extents[d] : 1));
  return parameters;
}

DependencyGraph dependencies(const NetworkConfig& config) {
  if (has_candidates(mway_of(config).variant)) return mway_adaptive_dependencies(config);
  const MwayTopology topology(config.topology, mway_of(config).fault);
  DependencyGraph graph = mway_dependencies(topology);
  add_multicast_dependencies(topology, mway_of(config).variant, graph);
  return graph;
}

/// With classes by masks: "class 0 has buffer 0, ...".
std::string masks_text(const NetworkConfig& config) {
  constexpr const char* kNames[] = {"class 0", "class 1", "the adaptive class"};
  std::string text;
  const std::array<unsigned, kMwayClasses> buffers = class_buffers(config);
  for (unsigned c = 0; c < kMwayClasses; ++c) {
    std::vector<unsigned> numbers;
    for (unsigned b = 0; b < mway_of(config).buffers; ++b)
      if ((buffers[c] >> b & 1) != 0) numbers.push_back(b);
    if (!numbers.empty()) text += fmt::format(", {} of {}", fmt::join(numbers, " "), kNames[c]);
  }
  return text;
}

std::string dependency_scope(const NetworkConfig& config) {
  return mway_of(config).variant == MwayVariant::kAdaptive
             ? "of the escape classes, by Duato's condition, "
             : "";
}

std::string router_text(const NetworkConfig& config) {
  const MwayConfig& router = mway_of(config);
  if (has_candidates(router.variant))
    return fmt::format("buffers of a set: {}", router.buffers) + masks_text(config);
  const auto zero = static_cast<unsigned>(__builtin_popcount(router.classes[0]));
  return fmt::format("{} buffer{} a set", router.buffers, router.buffers == 1 ? "" : "s") +
         (config.topology.torus() || router.fault
              ? fmt::format(", {} of class 0 and {} of class 1", zero, router.buffers - zero)
              : "");
}

std::unique_ptr<Network> make_fastest_mway_model(const NetworkConfig& config, double load) {
  const Simd simd = simd_in_use();
  return simd != Simd::kScalar && has_mway_vector_model(config) && mway_vector_pays(config, load)
             ? make_mway_vector_model(config, simd)
             : make_mway_model(config);
}

double bound(const NetworkConfig& config) { return channel_load(config).bound(); }

/// A fault leaves some pairs without a route.
Connected connected(const NetworkConfig& config) {
  if (!mway_of(config).fault) return {};
  return [topology = MwayTopology(config.topology, mway_of(config).fault)](TerminalId source,
                                                                           TerminalId destination) {
    return topology.connected(topology.channel_of(source), topology.channel_of(destination));
  };
}

Preparation prepare(const NetworkConfig&, const std::vector<MulticastGroup>& groups) {
  return [groups](Network& network) {
    if (auto* const port = network.find<MwayGroups>()) port->set_groups(groups);
  };
}

void attach_ports(Network& rtl, const NetworkConfig& config) {
  if (mway_of(config).variant == MwayVariant::kClocked)
    attach_clocks(rtl, config);
  else if (mway_of(config).variant == MwayVariant::kGuarded)
    attach_upsets(rtl);
  else
    attach_groups(rtl);
}

}  // namespace

const Family& mway_family() {
  static const Family family = [] {
    Family mway{};
    mway.schema = mway_schema;
    mway.make_model = make_fastest_mway_model;
    mway.dependencies = dependencies;
    mway.dependency_scope = dependency_scope;
    mway.saturation_bound = bound;
    mway.map = [](const NetworkConfig& config) { return bus_map(Grid(config.topology)); };
    mway.paths = [](const NetworkConfig& config, const Preparation& prepared) {
      return make_mway_paths(config, prepared);
    };
    mway.prepare = prepare;
    mway.connected = connected;
    mway.router_text = router_text;
    mway.make_streams = make_mway_streams;
    mway.streams_parameters = mway_stream_parameters;
    mway.rtl.top = "mway_network";
    mway.rtl.node_megabytes = [](const NetworkConfig& config) {
      // Two sets for each dimension's router, one for each processor.
      const double sets =
          2.0 * static_cast<double>(config.topology.extents.size()) + config.topology.processors;
      return sets * (1.1 + 0.25 * mway_of(config).buffers);
    };
    mway.rtl.shape = shape;
    mway.rtl.insides = {"gen_channel[{}]"};
    mway.rtl.options = [](const NetworkConfig& config) {
      return std::string(mway_of(config).variant == MwayVariant::kGuarded ? "mway_guard.vlt" : "");
    };
    mway.rtl.other_top = [](const NetworkConfig& config) -> const char* {
      return mway_of(config).variant == MwayVariant::kClocked ? "mway_clocks_network" : nullptr;
    };
    mway.rtl.other_parameters = {"Torus", "Processors", "FlitWidth",   "Buffers",
                                 "Depth", "ClassMasks", "EarlyFreeing"};
    mway.attach_ports = attach_ports;
    mway.attach_lockstep_ports = [](LockstepNetwork& network) {
      attach_groups_in_lockstep(network);
      attach_clocks_in_lockstep(network);
      attach_upsets_in_lockstep(network);
    };
    return mway;
  }();
  return family;
}

}  // namespace wayfarer
