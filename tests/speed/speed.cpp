// The speed of the engines: cycles and flit moves per second of processor time. The numbers depend
// on the machine; no test asserts them.
//   wayfarer_speed [--json FILE] [--markdown FILE] [--smoke | --no-rtl] [google-benchmark options]
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "core/files.hpp"
#include "family/linear/trains.hpp"
#include "family/linear/trial.hpp"
#include "family/registry.hpp"
#include "runs/recording.hpp"
#include "runs/simulation.hpp"
#include "speed_report.hpp"

namespace wayfarer {
namespace {

struct Options {
  std::string json;
  std::string markdown;
  bool smoke = false;
  bool rtl = true;
};

constexpr Cycle kWarmup = 3000;
constexpr const char* kEventsFile = "wayfarer_speed.events";

void run_cycles(Simulation& simulation, Cycle cycles) {
  const Cycle end = simulation.now() + cycles;
  while (simulation.now() < end) simulation.run_cycle();
}

/// For the load of a row, as for a run.
std::unique_ptr<Network> make_network(const NetworkConfig& config, const SpeedRow& row) {
  if (row.engine == "rtl") return Engines().make(config, Engine::kRtl);
  EngineOptions options;
  options.load = row.load;
  if (row.engine != kScalarModel) return Engines().make(config, Engine::kModel, options);
  const char* const before = std::getenv("WAYFARER_SIMD");
  const std::string kept = before == nullptr ? "" : before;
  setenv("WAYFARER_SIMD", "scalar", 1);
  auto network = Engines().make(config, Engine::kModel);
  setenv("WAYFARER_SIMD", kept.c_str(), 1);  // empty: as if it were not set
  return network;
}

void measure(benchmark::State& state, const SpeedRow& row) {
  constexpr Cycle kChunk = 100;
  NetworkConfig config = load_config(find_config(row.network));
  if (!row.extents.empty()) config.topology.extents = row.extents;
  validate(config);
  const bool events = row.engine == kModelWithEvents;
  const auto network = make_network(config, row);
  Point point;
  point.config = config;
  point.options.load.value = row.load;
  point.options.load.unit = LoadUnit::kNormalized;
  point.options.warmup = kWarmup;
  point.options.cycles = kNever;
  point.options.single_flits = row.engine == kModelWithFlits;
  Simulation simulation(*network, config, workload_of(config, point.options), point.options);
  if (events) point.recording.events = kEventsFile;
  const Recording recording(simulation, point);
  run_cycles(simulation, kWarmup);
  for (auto iteration : state) {
    (void)iteration;
    run_cycles(simulation, kChunk);
  }
  const auto cycles = static_cast<double>(state.iterations() * kChunk);
  const std::vector<double> channels = simulation.finish().measured.channel_utilisation;
  const double moves_per_cycle = std::accumulate(channels.begin(), channels.end(), 0.0);
  state.counters["cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
  state.counters["moves/s"] =
      benchmark::Counter(cycles * moves_per_cycle, benchmark::Counter::kIsRate);
  state.counters["moves/cycle"] = moves_per_cycle;
}

/// The greedy schedule for the line of nine, all phases 0.
Schedule line9_schedule() {
  constexpr Cycle kFlits = 16;
  return make_schedule(ScheduleKind::kGreedy, LinearTopology::line(9),
                       std::vector<Cycle>(9, kFlits));
}

/// Trials of a schedule, as in the worst-case phase search.
void measure_schedule(benchmark::State& state, const SpeedRow& row) {
  constexpr Cycle kChunk = 20'000;
  const LinearTopology topology = LinearTopology::line(9);
  const auto programs = programs_of(line9_schedule(), PeriodicHosts::kRegisterBits);
  LinearTrains trains(topology);
  const TrainReport chunk = trains.run(programs, kChunk);
  if (row.engine == "trains") {
    for (auto iteration : state) {
      (void)iteration;
      benchmark::DoNotOptimize(trains.run(programs, kChunk));
    }
  } else {
    const auto network =
        Engines().make(load_config(find_config(row.network)), parse_engine(row.engine));
    for (auto iteration : state) {
      (void)iteration;
      network->reset();
      for (HostId host = 0; host < programs.size(); ++host)
        network->find<PeriodicHosts>()->program(host, programs[host]);
      for (Cycle cycle = 0; cycle < kChunk; ++cycle) network->step();
    }
  }
  const auto runs = static_cast<double>(state.iterations());
  const auto moves = static_cast<double>(chunk.flit_moves);
  state.counters["cycles/s"] =
      benchmark::Counter(runs * static_cast<double>(chunk.cycles), benchmark::Counter::kIsRate);
  state.counters["moves/s"] = benchmark::Counter(runs * moves, benchmark::Counter::kIsRate);
  state.counters["moves/cycle"] = moves / static_cast<double>(chunk.cycles);
}

bool is_schedule(const SpeedRow& row) { return row.network == "line9"; }

std::vector<SpeedRow> planned(const Options& options) {
  const double line9_load = line9_schedule().utilisation();
  if (options.smoke)
    return {{"mesh4x4", "model", 0.5, 0, 0, 0},
            {"wormhole16x16", "model", 0.4, 0, 0, 0},
            {"wormhole16x16", kModelWithEvents, 0.4, 0, 0, 0},
            {"line9", "trains", line9_load, 0, 0, 0}};
  std::vector<SpeedRow> rows;
  for (const char* network : {"mesh16x16", "fig10-9d-hc-p1", "fig10-8x8x8-p1"}) {
    for (const double load : {0.1, 0.5, 1.2})
      for (const char* engine : {"model", kScalarModel})
        rows.push_back({network, engine, load, 0, 0, 0});
  }
  rows.push_back({"mesh16x16-32bit", "model", 1.2, 0, 0, 0});
  // 0.02, 0.10 and 0.25 flits per node and cycle.
  for (const double load : {0.08, 0.4, 1.0})
    for (const char* engine : {"model", kModelWithFlits, kScalarModel})
      rows.push_back({"wormhole16x16", engine, load, 0, 0, 0});
  for (const unsigned extent : {4u, 8u, 32u, 64u})
    for (const char* engine : {"model", kScalarModel})
      rows.push_back({"wormhole16x16", engine, 0.4, 0, 0, 0, {extent, extent}});
  for (const unsigned extent : {4u, 8u, 32u, 64u})
    for (const char* engine : {"model", kScalarModel})
      rows.push_back({"mesh16x16", engine, 0.5, 0, 0, 0, {extent, extent}});
  for (const char* network : {"romm-torus16x16-dimorder", "romm-torus16x16-4phase"})
    for (const char* engine : {"model", kScalarModel})
      rows.push_back({network, engine, 0.4, 0, 0, 0});
  for (const char* network : {"iba16x16-1vl", "iba16x16-4vl-shared"})
    rows.push_back({network, "model", 0.3, 0, 0, 0});
  for (const char* network : {"mesh16x16", "wormhole16x16", "fs-mesh16x16-star", "iba16x16-1vl"})
    for (const char* engine : {"model", kModelWithEvents})
      if (engine == kModelWithEvents || network != std::string("mesh16x16"))
        rows.push_back({network, engine, 0.1, 0, 0, 0});
  for (const char* engine : {"trains", "model"})
    rows.push_back({"line9", engine, line9_load, 0, 0, 0});
  if (!options.rtl) return rows;
  rows.push_back({"line9", "rtl", line9_load, 0, 0, 0});
  for (const char* network : {"mesh16x16", "mesh16x16-32bit"}) {
    rows.push_back({network, "rtl", 1.2, 0, 0, 0});
  }
  return rows;
}

/// Prints as usual and keeps the best repetition of each row, because slower ones are due to other
/// work on the machine.
class Collector final : public benchmark::ConsoleReporter {
 public:
  explicit Collector(std::vector<SpeedRow>& rows) : rows_(rows) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      failed_ = failed_ || run.error_occurred;
      if (run.error_occurred || run.run_type != Run::RT_Iteration) continue;
      SpeedRow& row = rows_.at(static_cast<std::size_t>(run.family_index));
      if (run.counters.at("cycles/s") < row.cycles_per_second) continue;
      row.cycles_per_second = run.counters.at("cycles/s");
      row.moves_per_second = run.counters.at("moves/s");
      row.moves_per_cycle = run.counters.at("moves/cycle");
    }
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  std::vector<SpeedRow>& rows_;
  bool failed_ = false;
};

/// Removes our own options; the rest is for google-benchmark.
Options take_options(std::vector<char*>& arguments) {
  Options options;
  std::vector<char*> others{arguments[0]};
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string name = arguments[i];
    if (name == "--smoke") {
      options.smoke = true;
    } else if (name == "--no-rtl") {
      options.rtl = false;
    } else if ((name == "--json" || name == "--markdown") && i + 1 < arguments.size()) {
      (name == "--json" ? options.json : options.markdown) = arguments[++i];
    } else {
      others.push_back(arguments[i]);
    }
  }
  arguments = others;
  return options;
}

int run(std::vector<char*> arguments) {
  const Options options = take_options(arguments);
  auto count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  std::vector<SpeedRow> rows = planned(options);
  for (const SpeedRow& row : rows) {
    benchmark::RegisterBenchmark(
        fmt::format("{}/{}/{:g}", row.engine, row.name(), row.load).c_str(),
        is_schedule(row) ? measure_schedule : measure, row)
        ->Unit(benchmark::kMillisecond)
        ->MinTime(options.smoke ? 0.01 : 0.3)
        ->Repetitions(options.smoke ? 1 : kRepetitions);
  }
  Collector collector(rows);
  benchmark::RunSpecifiedBenchmarks(&collector);
  std::remove(kEventsFile);
  if (!options.json.empty()) write_output(options.json, speed_json(rows));
  if (!options.markdown.empty()) write_output(options.markdown, speed_markdown(rows));
  return collector.failed() ? 1 : 0;
}

}  // namespace
}  // namespace wayfarer

int main(int argc, char** argv) {
  try {
    return wayfarer::run({argv, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
