// Nesson and Johnsson, Theorems 1 to 4. Necessary and sufficient virtual channels: the dependency
// graph has a cycle with one fewer and none with all, and a loaded network stops with one fewer and
// delivers a batch with all. No livelock: each hop of every route is one towards the destination.
// No starvation: no source of an overloaded network is left out.
#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/registry.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/dependencies.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMostPhases = 4;
constexpr unsigned kMessages = 300;
constexpr Cycle kLimit = 1'000'000;
constexpr Cycle kStopped = 2'000;  ///< Cycles without a moving flit that are called a deadlock.

/// Long messages, which hold many buffers, and traffic that goes all the way round a torus.
struct Network {
  const char* kind;
  const char* extents;
  const char* pattern;
};
constexpr Network kMesh = {"mesh", "8,8", "uniform"};
constexpr Network kTorus = {"torus", "12,12", "tornado"};

NetworkConfig configured(const Network& network, unsigned phases, unsigned classes) {
  return parse_config(fmt::format("family='wormhole'\n[topology]\nkind='{}'\nextents=[{}]\n"
                                  "[router]\nrouting='{}'\nphases={}\nvc_classes={}\n"
                                  "[traffic]\nmessage_bytes=1024\n",
                                  network.kind, network.extents,
                                  phases == 1 ? "dimension-order" : "romm", phases, classes),
                      "theorem");
}

Point full_load(const NetworkConfig& config, const char* pattern) {
  Point point;
  point.config = config;
  point.options.traffic.pattern = parse_pattern(pattern);
  point.options.traffic.process = {BatchSpec{kMessages}};
  point.options.cycles = kLimit;
  point.options.watchdog_limit = kStopped;
  return point;
}

/// What happens with so many virtual channels: "cycle; stops" or "no cycle; delivers all".
std::string outcome(const EngineFactory& engines, const ReproductionOptions& options,
                    const Network& network, unsigned phases, unsigned classes) {
  const NetworkConfig config = configured(network, phases, classes);
  const bool cycle = !network_dependencies(config).find_cycle().empty();
  bool stops = false;
  PointEvents events;
  events.failed = [&](std::size_t, const CheckFailed& fault) {
    // The watchdog, not the scoreboard: nothing has been lost.
    stops = std::string(fault.what()).find("nothing has moved") != std::string::npos;
    if (!stops) throw fault;
  };
  static_cast<void>(
      run_points(engines, {full_load(config, network.pattern)}, options.threads, {}, events));
  return fmt::format("{}; {}", cycle ? "cycle" : "no cycle", stops ? "stops" : "delivers all");
}

void channels(const EngineFactory& engines, const ReproductionOptions& options,
              const Network& network, unsigned theorem, Reproduction& result) {
  for (unsigned phases = 1; phases <= kMostPhases; ++phases) {
    const unsigned needed = theorem * phases;  // p on the mesh, 2p on the torus
    const std::string cell =
        fmt::format("Theorem {}, {}, {}-PHASE: ", theorem, network.kind, phases);
    const auto claim = [&](const char* word, unsigned classes, const std::string& expected) {
      const std::string found = outcome(engines, options, network, phases, classes);
      result.claim(fmt::format("{}{} virtual channels {}", cell, classes, word), expected, found,
                   found == expected);
    };
    claim("suffice", needed, "no cycle; delivers all");
    if (needed > 1) claim("do not", needed - 1, "cycle; stops");
  }
}

/// Hops of all routes of all pairs, and those that do not lead closer to the destination.
void livelock(const char* kind, const Extents& extents, unsigned phases, Reproduction& result) {
  TopologyConfig topology{kind == std::string("torus") ? TopologyKind::kTorus : TopologyKind::kMesh,
                          extents, 1};
  const Grid grid(topology, HalfWay::kStraight);
  const RommRouting routing = RommRouting::romm(phases, grid.dimensions());
  std::uint64_t hops = 0;
  std::uint64_t astray = 0;
  for (NodeId source = 0; source < grid.nodes(); ++source)
    for (NodeId destination = 0; destination < grid.nodes(); ++destination)
      for_each_choice(grid, source, destination, routing, [&](const PhaseSets& sets, double) {
        NodeId at = source;
        for (unsigned i = 0; i < sets.count; ++i)
          at = grid.walk(at, sets.sets[i], [&](LinkId link) {
            ++hops;
            const unsigned before = grid.distance(grid.link_source(link), destination);
            astray += grid.distance(grid.link_target(link), destination) < before ? 0 : 1;
          });
      });
  result.claim(fmt::format("Theorem 3, {} {}, {}-PHASE: hops that do not lead closer", kind,
                           fmt::join(extents, "x"), phases),
               fmt::format("0 of {}", hops), fmt::format("{} of {}", astray, hops), astray == 0);
}

/// Least and mean messages of a source under overload, by which round robin starves no one.
void starvation(const EngineFactory& engines, const ReproductionOptions& options, const char* kind,
                Reproduction& result) {
  Point point;
  point.config = load_config(find_config(fmt::format("romm-{}16x16-2phase", kind)));
  point.options.traffic.pattern = parse_pattern("uniform");
  point.options.load.value = 1;
  point.options.cycles = options.cycles_or(20'000);
  point.options.seed = options.seed;
  const PointResults results = run_all(engines, {point}, options);
  const std::vector<std::uint64_t>& messages = results[0]->measured.delivered_by_source;
  const auto [least, most] = std::minmax_element(messages.begin(), messages.end());
  result.claim(fmt::format("Theorem 4, {} 16x16, 2-PHASE, a flit per node and cycle: least "
                           "messages of a source",
                           kind),
               "more than 0", *least, *least > 0);
  result.note(fmt::format("Theorem 4, {} 16x16, 2-PHASE: most messages of a source", kind), *most);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-theorems";
  channels(engines, options, kMesh, 1, result);
  channels(engines, options, kTorus, 2, result);
  for (const unsigned phases : {2u, 3u, 4u}) {
    livelock("mesh", {5, 5}, phases, result);
    livelock("torus", {5, 5}, phases, result);
    livelock("torus", {4, 4, 4}, phases, result);
  }
  for (const char* kind : {"mesh", "torus"}) starvation(engines, options, kind, result);
  result.conditions = {
      {"batch", fmt::format("{} messages of a node: uniform on the 8x8 mesh, tornado on the "
                            "12x12 torus",
                            kMessages)},
      {"stops", fmt::format("no flit moves for {} cycles", kStopped)},
      {"engine", "model"}};
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_theorems() {
  return {"romm-theorems", "deadlock, livelock and starvation of p-PHASE routing", run};
}

}  // namespace wayfarer
