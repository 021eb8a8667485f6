// Mudawwar, section 2 and Figure 1: channels, routers and processors of k-ary m-way networks.
#include <fmt/format.h>

#include "family/mway/topology.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

TopologyConfig network(TopologyKind kind, unsigned k, unsigned n) {
  return {kind, std::vector<unsigned>(n, k), 1};
}

double routers(const TopologyConfig& config) {
  return static_cast<double>(MwayTopology(config).routers().size());
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "mway-fig1";
  const TopologyConfig torus = network(TopologyKind::kTorus, 3, 2);
  result.compare("3-ary 5-way torus: channels", 9, torus.nodes(), 0);
  result.compare("3-ary 5-way torus: processors", 9, torus.nodes() * torus.processors, 0);
  result.compare("3-ary 5-way torus: routers", 18, routers(torus), 0);
  result.compare("3-ary 5-way torus: m, members of a channel", 5, MwayTopology(torus).ways(), 0);
  result.compare("3-ary 5-way torus: routers, n k^(n-1) as printed", 2 * 3, routers(torus), 0);
  for (const auto& [k, n] : {std::pair{3u, 2u}, {16u, 2u}, {4u, 3u}}) {
    unsigned others = 1;  // k^(n-1)
    for (unsigned i = 1; i < n; ++i) others *= k;
    const std::string cell = fmt::format("k = {}, n = {}: routers of a ", k, n);
    result.compare(cell + "mesh, n (k - 1) k^(n-1)", n * (k - 1) * others,
                   routers(network(TopologyKind::kMesh, k, n)), 0);
    result.note(cell + "torus, n k^n", routers(network(TopologyKind::kTorus, k, n)));
  }
  result.conditions = {{"method", "the topology that models and hardware share"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_fig1() {
  return {"mway-fig1", "channels, routers and processors of k-ary m-way networks", run};
}

}  // namespace wayfarer
