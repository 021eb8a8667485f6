#include "family/network_dependencies.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "family/cut_through/dependencies.hpp"
#include "family/wormhole/dependencies.hpp"
#include "family/iba/mesh.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMwayClasses = 2;

void follow_mway(const MwayTopology& topology, const MwayRoute& route, const Message& message,
                 DependencyGraph& graph) {
  graph.start(message);
  ChannelId at = topology.channel_of(message.source);
  for (;;) {
    const MwayHop hop = route(at, message.destination);
    if (hop.way >= topology.processor_way(0)) return;
    graph.take((at * topology.ways() + hop.way) * kMwayClasses + hop.buffer_class);
    at = topology.neighbour(at, hop.way);
  }
}

/// Numbers and names of what a client-server network's messages hold.
class LinearResources {
 public:
  explicit LinearResources(unsigned switches) : switches_(switches) {}

  [[nodiscard]] ResourceId input(SwitchInput input) const { return 2 * input.at + input.input; }
  [[nodiscard]] ResourceId records() const { return 2 * switches_; }
  [[nodiscard]] ResourceId branch(SwitchId at) const { return records() + 1 + at; }
  [[nodiscard]] ResourceId count() const { return branch(switches_); }

  [[nodiscard]] std::string name(ResourceId resource) const {
    if (resource == records()) return "the server's records";
    if (resource > records()) return fmt::format("branch {}", resource - records());
    return fmt::format("switch {}, {} input", resource / 2 + 1,
                       resource % 2 == kLocal ? "local" : "upstream");
  }

 private:
  unsigned switches_;
};

/// The inputs that a host's messages pass, its own switch first.
std::vector<SwitchInput> inputs_of(const LinearTopology& topology, HostId host) {
  std::vector<SwitchInput> inputs = {topology.host_target(host)};
  while (inputs.back().at != 0) inputs.push_back(topology.switch_target(inputs.back().at));
  return inputs;
}

DependencyGraph vc_dependencies(const NetworkConfig& config) {
  if (config.cut_through()) return cut_through_dependencies(CutThroughRouting(config));
  const DirectTopology topology(config.topology, HalfWay::kStraight);
  return romm_dependencies(topology, romm_routing(config), config.vc.sets);
}

/// Replication in lockstep: a packet to all keeps what it has got of a switch's links until it has
/// got all that it needs there. `branches`: by switch, the links of its tree.
void hold_branches(const IbaMesh& mesh, const std::vector<std::vector<ResourceId>>& branches,
                   TerminalId source, DependencyGraph& graph) {
  for (const std::vector<ResourceId>& links : branches) {
    for (const ResourceId held : links) {
      graph.start({source, mesh.neighbour(held / 4, static_cast<IbaPort>(held % 4 + 1))});
      graph.hold(held);
      for (const ResourceId wanted : links)
        if (wanted != held) graph.want(wanted);
    }
  }
}

/// Buffers at the ends of links, the virtual lanes of one together. The branches of a multicast
/// packet go the XY ways to its members. Where each waits by itself, or none has anything before
/// all have, they depend on nothing that unicast packets do not.
DependencyGraph iba_dependencies(const NetworkConfig& config) {
  const IbaMesh mesh(config.topology);
  DependencyGraph graph(mesh.links(), [mesh](ResourceId link) {
    constexpr const char* kPorts[] = {"east", "north", "west", "south"};
    const TerminalId at = link / 4;
    return fmt::format("buffer behind port {} of N({}, {})", kPorts[link % 4], mesh.x(at),
                       mesh.y(at));
  });
  for (TerminalId source = 0; source < mesh.switches(); ++source) {
    std::vector<std::vector<ResourceId>> branches(mesh.switches());
    for (TerminalId destination = 0; destination < mesh.switches(); ++destination) {
      graph.start({source, destination});
      for (TerminalId at = source; at != destination;) {
        const IbaPort port = mesh.route(at, destination);
        const ResourceId link = IbaMesh::link(at, port);
        graph.take(link);
        std::vector<ResourceId>& links = branches[at];
        if (std::find(links.begin(), links.end(), link) == links.end()) links.push_back(link);
        at = mesh.neighbour(at, port);
      }
    }
    if (config.iba.replication == Replication::kLockstep)
      hold_branches(mesh, branches, source, graph);
  }
  return graph;
}

}  // namespace

DependencyGraph mway_dependencies(const MwayTopology& topology, const MwayRoute& route) {
  const auto name = [topology](ResourceId resource) {
    const ResourceId set = resource / kMwayClasses;
    const ChannelId channel = set / topology.ways();
    const unsigned way = set % topology.ways();
    return fmt::format("way {} of channel {} (to channel {}), class {}", way, channel,
                       topology.neighbour(channel, way), resource % kMwayClasses);
  };
  DependencyGraph graph(topology.channels() * topology.ways() * kMwayClasses, name);
  for (TerminalId source = 0; source < topology.terminals(); ++source)
    for (TerminalId destination = 0; destination < topology.terminals(); ++destination)
      if (source != destination) follow_mway(topology, route, {source, destination}, graph);
  return graph;
}

DependencyGraph mway_dependencies(const MwayTopology& topology) {
  return mway_dependencies(topology, [&](ChannelId at, TerminalId destination) {
    return topology.route(at, destination);
  });
}

DependencyGraph linear_dependencies(const LinearTopology& topology) {
  const LinearResources resources(topology.switches());
  DependencyGraph graph(resources.count(),
                        [resources](ResourceId resource) { return resources.name(resource); });
  for (HostId host = 0; host < topology.hosts(); ++host) {
    const std::vector<SwitchInput> inputs = inputs_of(topology, host);
    graph.start({host, topology.server()});
    for (const SwitchInput input : inputs) graph.take(resources.input(input));
    graph.take(resources.records());
    graph.start({topology.server(), host});
    graph.take(resources.records());
    for (auto input = inputs.rbegin(); input != inputs.rend(); ++input)
      graph.take(resources.branch(input->at));
  }
  return graph;
}

DependencyGraph network_dependencies(const NetworkConfig& config) {
  switch (config.family) {
    case Family::kLinear: return linear_dependencies(LinearTopology(config.linear.tree));
    case Family::kVc: return vc_dependencies(config);
    case Family::kIba: return iba_dependencies(config);
    case Family::kMway: break;
  }
  return mway_dependencies(MwayTopology(config.topology));
}

}  // namespace wayfarer
