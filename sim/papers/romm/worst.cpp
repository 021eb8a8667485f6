// The worst permutation of each routing, and what it costs. "DIMORDER has poor worst case behavior
// ... VALIANT routing prevents worst case behavior" (section 4). Of ROMM the paper claims a low
// risk of congestion (section 1), not a bound, so that its rows are notes. For each link, the
// permutation that is expected to load it most is an assignment of destinations to sources (Towles
// and Dally, SPAA 2002); the adversary takes the link with the greatest load. The routers then
// route this permutation. O1TURN (Seo et al., ISCA 2005) has the routes of 2-PHASE in two
// dimensions; ROMM of BookSim2 draws a node of the least submesh.
#include <map>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/registry.hpp"
#include "family/wormhole/expectation.hpp"
#include "papers/romm/assignment.hpp"
#include "papers/romm/batch.hpp"
#include "papers/romm/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
constexpr unsigned kSide = 8;
constexpr unsigned kDataFlits = 15;

struct Algorithm {
  const char* name;
  const char* routing;
  const char* config;  ///< Its resources are those of the paper's.
  unsigned header;
};
const std::vector<Algorithm> kAlgorithms = {{"DIMORDER", "dimension-order", "dimorder", 1},
                                            {"O1TURN", "o1turn", "2phase", 2},
                                            {"2-PHASE", "romm", "2phase", 2},
                                            {"4-PHASE", "romm", "4phase", 4},
                                            {"ROMM of BookSim2", "romm-nodes", "2phase", 2},
                                            {"VALIANT", "valiant", "valiant", 2}};
const std::vector<std::string> kKinds = {"mesh", "torus"};

Settings settings(const Algorithm& algorithm) {
  return {{"router.routing", algorithm.routing},
          {"topology.extents", fmt::format("{0}x{0}", kSide)}};
}

std::string config_name(const std::string& kind, const Algorithm& algorithm) {
  return fmt::format("romm-{}16x16-{}", kind, algorithm.config);
}

struct Adversary {
  double load = 0;  ///< Messages expected on the busiest link when each node sends one.
  std::vector<TerminalId> permutation;
};

/// By link: for each source, the expected use of the link by a message to each destination.
std::vector<std::vector<std::vector<double>>> uses(const Grid& grid, const RommRouting& routing) {
  const std::vector<std::vector<double>> none(grid.nodes(), std::vector<double>(grid.nodes()));
  std::vector<std::vector<std::vector<double>>> links(grid.link_ids(), none);
  for (NodeId source = 0; source < grid.nodes(); ++source)
    for (NodeId destination = 0; destination < grid.nodes(); ++destination) {
      if (destination == source) continue;  // sends nothing
      for_each_choice(
          grid, source, destination, routing, [&](const PhaseSets& sets, double probability) {
            NodeId at = source;
            for (unsigned i = 0; i < sets.count; ++i)
              at = grid.walk(at, sets.sets[i],
                             [&](LinkId link) { links[link][source][destination] += probability; });
          });
    }
  return links;
}

Adversary adversary_of(const std::string& kind, const Algorithm& algorithm) {
  NetworkConfig config = load_config(find_config(config_name(kind, algorithm)));
  set_keys(config, settings(algorithm));
  const Grid grid(config.topology, HalfWay::kStraight);
  Adversary worst;
  constexpr double kRounding = 1e-9;  // the first of equal links, whatever the order of sums
  for (const auto& weights : uses(grid, romm_routing(config))) {
    const std::vector<std::size_t> permutation = heaviest_permutation(weights);
    double load = 0;
    for (NodeId source = 0; source < grid.nodes(); ++source)
      load += weights[source][permutation[source]];
    if (load < worst.load + kRounding) continue;
    worst = {load, {permutation.begin(), permutation.end()}};
  }
  return worst;
}

std::string cell_name(const std::string& kind, const Algorithm& algorithm) {
  return fmt::format("{0} {1}x{1} {2}", kind, kSide, algorithm.name);
}

Picture picture(const std::map<std::string, Adversary>& worst, const BatchRuns& measured) {
  Picture result{"romm-worst", {}, 2};
  for (const std::string& kind : kKinds) {
    std::vector<std::string> names;
    Series expected{"flits expected on the busiest link", {}};
    Series cycles{"cycles per message", {}};
    for (const Algorithm& algorithm : kAlgorithms) {
      const std::string cell = cell_name(kind, algorithm);
      if (worst.count(cell) == 0) continue;
      names.emplace_back(algorithm.name);
      expected.values.push_back(worst.at(cell).load * (kDataFlits + algorithm.header));
      cycles.values.push_back(measured.mean(cell) / kMessages);
    }
    if (!names.empty())
      result.panels.push_back(bars_panel(
          {fmt::format("{} {}x{}, the worst permutation of each", kind, kSide, kSide), "",
           "per message of a node", "set key outside top center horizontal\nset yrange [0:*]\n"},
          names, {expected, cycles}));
  }
  return result;
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  std::map<std::string, Adversary> worst;
  std::vector<RommBatch> batches;
  for (const std::string& kind : kKinds)
    for (const Algorithm& algorithm : kAlgorithms) {
      const std::string cell = cell_name(kind, algorithm);
      if (cell.find(options.only) == std::string::npos) continue;
      worst[cell] = adversary_of(kind, algorithm);
      batches.push_back({cell, config_name(kind, algorithm), "", kMessages});
      batches.back().settings = settings(algorithm);
      batches.back().permutation = worst[cell].permutation;
    }
  if (batches.empty()) refuse_selection(options.only, cell_name(kKinds[0], kAlgorithms[0]));
  Reproduction result;
  result.id = "romm-worst";
  const BatchRuns measured = run_batches(engines, options, batches, result);
  for (const std::string& kind : kKinds)
    for (const Algorithm& algorithm : kAlgorithms) {
      const std::string cell = cell_name(kind, algorithm);
      if (worst.count(cell) == 0) continue;
      result.note(cell + ": greatest expected load, messages", rounded(worst[cell].load));
      result.note(cell + ": the same in flits, cycles per message at least",
                  rounded(worst[cell].load * (kDataFlits + algorithm.header)));
      result.note(cell + ": cycles per message", measured.mean(cell) / kMessages);
    }
  if (options.only.empty())
    for (const std::string& kind : kKinds) {
      const double order = worst[cell_name(kind, kAlgorithms.front())].load;
      for (const Algorithm& algorithm : kAlgorithms) {
        const std::string cell = cell_name(kind, algorithm) + ": load over DIMORDER's";
        const double ratio = rounded(worst[cell_name(kind, algorithm)].load / order);
        if (algorithm.routing == std::string("valiant"))
          result.claim(cell, "worst case prevented (below 1)", ratio, ratio < 1);
        else if (&algorithm != &kAlgorithms.front())
          result.note(cell, ratio);
      }
    }
  result.summarize("");
  result.pictures.push_back(picture(worst, measured));
  return result;
}

}  // namespace

Experiment romm_worst() {
  return {"romm-worst", "the worst permutation of each routing, searched, and its cycles", run,
          true};
}

}  // namespace wayfarer
