// The Chaos router beside the adaptive routers of Fulgham and Snyder: "Future work may compare
// input and output driven routers using longer messages or a non-minimal router" (section 6). Chaos
// is the non-minimal router of their references, and "a good example of an output driven router"
// (section 2). They measure nothing of it: all rows are ours.
#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"
#include "family/engine.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"
#include "report/saturation.hpp"

namespace wayfarer {
namespace {

struct Router {
  const char* name;
  const char* config;  ///< CONFIG in the shipped configuration "fs-NETWORK-CONFIG".
  const char* policy;
  unsigned lanes;  ///< Adaptive virtual channels.
};

constexpr std::array<Router, 6> kRouters = {
    {{"chaos", "chaos", kOutputDriven, 1},
     {"*-channels output", "star", kOutputDriven, 1},
     {"*-channels input", "star", kInputDriven, 1},
     {"triplex output", "triplex", kOutputDriven, 1},
     {"triplex input", "triplex", kInputDriven, 1},
     {"*-channels output, 2 lanes", "star", kOutputDriven, 2}}};
constexpr const char* kNetworks[] = {"torus16x16", "mesh16x16"};
constexpr double kLoads[] = {0.2, 0.4, 0.6, 0.8, 1.0, 1.2};
constexpr double kLatencyLoad = 0.5;
constexpr double kOverload = 1.2;
constexpr unsigned kBatch = 50;  ///< Messages of every node, all born at once.
constexpr std::uint64_t kBatchSeeds = 3;

std::string study_name(const char* network, unsigned task) {
  return fmt::format("{}, {}", network, kTraffic[task]);
}

SaturationCell cell_of(const Router& router, const char* network, unsigned task) {
  const std::string config = fmt::format("{}-{}", network, router.config);
  SaturationCell cell = saturation_cell({config.c_str(), router.policy, {}}, task);
  set_key(cell.config, "router.virtual_channels", fmt::format("{}", router.lanes));
  cell.name = fmt::format("{}, {}, {}", network, router.name, kTraffic[task]);
  return cell;
}

struct Study {
  const char* network;
  unsigned task;
};

std::vector<Study> chosen_studies(const std::string& only) {
  std::vector<Study> studies;
  for (const char* const network : kNetworks)
    for (unsigned task = 0; task < kTasks; ++task)
      if (study_name(network, task).find(only) != std::string::npos)
        studies.push_back({network, task});
  if (studies.empty()) refuse_selection(only, study_name(kNetworks[0], 0));
  return studies;
}

void report_saturation(const EngineFactory& engines, const ReproductionOptions& options,
                       const std::vector<Study>& studies, Reproduction& result) {
  std::vector<SaturationCell> cells;
  for (const Study& study : studies)
    for (const Router& router : kRouters)
      cells.push_back(cell_of(router, study.network, study.task));
  const std::vector<Saturation> found = find_saturations(engines, options, cells);
  for (std::size_t s = 0; s < studies.size(); ++s) {
    std::array<double, kRouters.size()> loads{};
    for (std::size_t r = 0; r < kRouters.size(); ++r)
      loads[r] = to_four_decimals(found[s * kRouters.size() + r].mean);
    result.note(study_name(studies[s].network, studies[s].task) + ": load of saturation", loads);
  }
}

/// Latency below saturation, and what is delivered far above it.
void report_curves(const EngineFactory& engines, const ReproductionOptions& options,
                   const std::vector<Study>& studies, Reproduction& result) {
  const Cycle cycles = options.cycles_or(kSaturationCycles);
  std::vector<Point> points;
  for (const Study& study : studies)
    for (const Router& router : kRouters)
      for (const double load : {kLatencyLoad, kOverload})
        points.push_back(
            saturation_run(cell_of(router, study.network, study.task), load, options.seed, cycles));
  const PointResults results = run_all(engines, points, options);
  std::size_t next = 0;
  for (const Study& study : studies) {
    std::array<double, kRouters.size()> latency{};
    std::array<double, kRouters.size()> throughput{};
    for (std::size_t r = 0; r < kRouters.size(); ++r) {
      latency[r] = results[next++]->measured.network_latency.mean;
      throughput[r] = 100 * results[next++]->measured.accepted_messages /
                      cell_of(kRouters[r], study.network, study.task).messages_at_one;
    }
    const std::string name = study_name(study.network, study.task);
    result.note(fmt::format("{}: latency at load {:g}", name, kLatencyLoad), latency);
    result.note(fmt::format("{}: throughput at load {:g}, %", name, kOverload), throughput);
  }
  result.points = points;
  result.results = results;
}

/// Reports the Chaos router's hops away from the destination, per message, by load.
void report_deroutes(const EngineFactory& engines, const ReproductionOptions& options,
                     const std::vector<Study>& studies, Reproduction& result) {
  std::vector<Point> points;
  for (const Study& study : studies)
    for (const double load : kLoads) {
      points.push_back(saturation_run(cell_of(kRouters[0], study.network, study.task), load,
                                      options.seed, options.cycles_or(kSaturationCycles)));
      points.back().options.by_driver = true;
    }
  const PointResults results = run_all(engines, points, options);
  std::size_t next = 0;
  for (const Study& study : studies) {
    std::array<double, std::size(kLoads)> deroutes{};
    for (double& each : deroutes) {
      const Point& point = points[next];
      const Measurements& measured = results[next++]->measured;
      double flits = 0;
      for (const std::vector<double>& drivers : measured.driver_utilisation) flits += drivers[1];
      each = flits / (measured.accepted_messages * point.config.terminals() * kPaperLength);
    }
    result.note(study_name(study.network, study.task) + ": derouted hops of a message", deroutes);
  }
}

/// A batch that fills the network, until it is empty.
struct Drained {
  Cycle cycles = 0;
  unsigned most_hops = 0;  ///< Most hops of a message.
};

Drained drain(const EngineFactory& engines, const Point& point) {
  const std::unique_ptr<Network> network = engines.make(point.config, Engine::kModel, {});
  Simulation run(*network, point.config, workload_of(point.config, point.options), point.options);
  std::unordered_map<MessageId, unsigned> hops;
  Drained drained;
  while (run.proceed({})) {
    run.run_cycle();
    for (const Transfer& transfer : network->transfers())
      if (is_head(transfer.tag))
        drained.most_hops = std::max(drained.most_hops, ++hops[transfer.message]);
    for (const Delivery& delivery : network->deliveries())
      if (is_head(delivery.tag)) hops.erase(delivery.message);
  }
  drained.cycles = run.finish().last_delivery;
  return drained;
}

void report_drain(const EngineFactory& engines, const ReproductionOptions& options,
                  const std::vector<Study>& studies, Reproduction& result) {
  for (const Study& study : studies) {
    if (study.task != 0 && study.task != kComplement) continue;
    std::vector<Cycle> cycles;
    unsigned most_hops = 0;
    for (const Router& router : {kRouters[0], kRouters[1]})
      for (std::uint64_t seed = options.seed; seed < options.seed + kBatchSeeds; ++seed) {
        Point point = saturation_run(cell_of(router, study.network, study.task), 1, seed,
                                     options.cycles_or(kSaturationCycles));
        point.options.traffic.process = {BatchSpec{kBatch}};
        point.options.cycles = 1'000'000;
        point.options.warmup = 0;
        point.options.by_driver = true;  // else the network counts transfers and lists none
        const Drained drained = drain(engines, point);
        cycles.push_back(drained.cycles);
        if (router.name == kRouters[0].name) most_hops = std::max(most_hops, drained.most_hops);
      }
    const std::string name = study_name(study.network, study.task);
    result.note(
        fmt::format("{}: cycles to deliver {} messages a node, three seeds of chaos, then of "
                    "*-channels output",
                    name, kBatch),
        cycles);
    result.note(name + ": most hops of a message of chaos in these runs", most_hops);
  }
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& request) {
  const ReproductionOptions options = of_three_runs(request);
  Reproduction result;
  result.id = "fs-chaos";
  const std::vector<Study> studies = chosen_studies(options.only);
  report_saturation(engines, options, studies, result);
  report_curves(engines, options, studies, result);
  report_deroutes(engines, options, studies, result);
  report_drain(engines, options, studies, result);
  result.conditions = saturation_conditions(options);
  result.conditions["loads of derouted hops"] = kLoads;
  std::vector<std::string> routers;
  for (const Router& router : kRouters) routers.push_back(router.name);
  result.summarize("lists are " + join(routers, "; "));
  return result;
}

}  // namespace

Experiment fs_chaos() {
  return {"fs-chaos", "the Chaos router, not minimal, beside the adaptive ones", run,
          /*extra=*/true};
}

}  // namespace wayfarer
