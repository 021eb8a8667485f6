#include "family/linear/dependencies.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace wayfarer {
namespace {

/// Numbers and names of the resources that a client-server network's messages hold.
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

}  // namespace

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

}  // namespace wayfarer
