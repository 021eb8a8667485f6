// Fulgham and Snyder, section 3: buffers and virtual channels of the routers, cycles of a node, and
// the load of the bisection, of the configurations that all experiments use.
#include <fmt/format.h>

#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "geometry/grid.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

struct PaperRouter {
  const char* network;
  unsigned channels;  ///< Of a link and direction, the oblivious router's lanes not counted.
  unsigned buffers;   ///< Of a node.
  unsigned cycles;    ///< Of a header in a node.
};

const PaperRouter kRouters[] = {
    {"torus16x16-oblivious", 2, 34, 3}, {"mesh16x16-oblivious", 1, 18, 3},
    {"torus16x16-star", 3, 26, 4},      {"mesh16x16-star", 2, 18, 4},
    {"torus16x16-triplex", 3, 26, 4},   {"mesh16x16-triplex", 2, 18, 4}};

/// The cycles of a message alone over so many hops.
Point lonely(const NetworkConfig& config, TerminalId hops) {
  Point point;
  point.config = config;
  point.options.workload = make_trace_workload(
      {{0, 0, hops, static_cast<std::uint16_t>(config.message_bytes)}}, config.topology.nodes());
  point.options.cycles = 1000;
  point.options.warmup = 0;
  return point;
}

/// A hop takes a cycle on the channel more than the header spends in a node.
double node_cycles(const EngineFactory& engines, const ReproductionOptions& options,
                   const NetworkConfig& config) {
  const PointResults runs = run_all(engines, {lonely(config, 1), lonely(config, 2)}, options);
  return static_cast<double>(runs[1]->last_delivery - runs[0]->last_delivery) - 1;
}

/// Cycles in which the links of the bisection, half duplex, carry a message of each node at random:
/// half of them cross it.
double cycles_of_bisection(const NetworkConfig& config) {
  const Grid grid(config.topology);
  const unsigned half = grid.extents()[0] / 2;
  unsigned links = 0;
  for (LinkId link = 0; link < grid.link_ids(); ++link)
    if (grid.link_exists(link) && !grid.link_minus(link))
      links += (grid.digit(grid.link_source(link), 0) < half) !=
                       (grid.digit(grid.link_target(link), 0) < half)
                   ? 1
                   : 0;
  return grid.nodes() / 2.0 * kPaperLength / links;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "fs-router";
  for (const PaperRouter& router : kRouters) {
    const NetworkConfig config = load_config(find_config(std::string("fs-") + router.network));
    const MeshConfig& mesh = mesh_of(config);
    const auto links = static_cast<unsigned>(2 * config.topology.extents.size());
    const unsigned channels = mesh.link_virtual_channels();
    const bool lanes = std::string(router.network).find("oblivious") != std::string::npos;
    const auto compare = [&](const char* what, double paper, double ours) {
      result.compare(fmt::format("{}: {}", router.network, what), paper, ours, 0);
    };
    compare("virtual channels of a channel and direction", router.channels,
            lanes ? mesh.vc_classes : channels);
    // At both ends of each channel, and one each for injection and delivery.
    compare("buffers of a node", router.buffers, 2 * links * channels + 2);
    compare("cycles of a header in a node", router.cycles, node_cycles(engines, options, config));
  }
  for (const auto& [network, cycles] : {std::pair{"torus", 80.0}, {"mesh", 160.0}})
    result.compare(
        fmt::format("{}: cycles of a message for each node, by the bisection", network), cycles,
        cycles_of_bisection(load_config(find_config(fmt::format("fs-{}16x16-star", network)))), 0);
  result.conditions = {{"cycles of a header", "a message over two links less one over one"},
                       {"engine", "model"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment fs_router() {
  return {"fs-router", "buffers and cycles of a node, and the load of the bisection", run};
}

}  // namespace wayfarer
