#include "family/deflection/dependencies.hpp"

#include <fmt/format.h>

#include "family/deflection/torus.hpp"

namespace wayfarer {

DependencyGraph deflection_dependencies(const NetworkConfig& config) {
  const UnidirectionalTorus torus(config.topology);
  DependencyGraph graph(torus.channels(), [](ResourceId link) {
    return fmt::format("link {} of node {}", link % 2 == 0 ? "east" : "south", link / 2);
  });
  for (TerminalId source = 0; source < torus.nodes(); ++source) {
    for (TerminalId destination = 0; destination < torus.nodes(); ++destination) {
      if (source == destination) continue;
      graph.start({source, destination});
      std::uint32_t at = source;
      for (; torus.x(at) != torus.x(destination); at = torus.east_of(at)) graph.hold(2 * at);
      for (; at != destination; at = torus.south_of(at)) graph.hold(2 * at + 1);
    }
  }
  return graph;
}

}  // namespace wayfarer
