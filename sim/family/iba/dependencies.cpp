#include "family/iba/dependencies.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "family/iba/config.hpp"
#include "family/iba/mesh.hpp"

namespace wayfarer {
namespace {

/// Lockstep replication: a packet to all members holds the links it has acquired at a switch until
/// it has acquired all links it needs there. `branches`: by switch, the links of its tree.
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

}  // namespace

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
    if (iba_of(config).replication == Replication::kLockstep)
      hold_branches(mesh, branches, source, graph);
  }
  return graph;
}

}  // namespace wayfarer
