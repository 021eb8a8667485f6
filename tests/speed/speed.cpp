// The speed of the engines: cycles and flit moves per second of processor time. The numbers depend
// on the machine; no test asserts them.
//   wayfarer_speed [--json FILE] [--markdown FILE] [--smoke | --no-rtl] [google-benchmark options]
//   wayfarer_speed --list          the rows of models, one a line
//   wayfarer_speed --count ROW     runs a part of one, for instructions.py, and prints its cycles
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
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
  bool list = false;
  std::string count;
};

constexpr const char* kEventsFile = "wayfarer_speed.events";

/// What is measured in a row.
class Job {
 public:
  virtual ~Job() = default;
  virtual void warm_up() {}
  /// Returns the cycles that it ran.
  virtual Cycle run() = 0;
  /// Ends the job.
  virtual double moves_per_cycle() = 0;
};

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

class SimulationJob final : public Job {
 public:
  explicit SimulationJob(const SpeedRow& row) {
    point_.config = load_config(find_config(row.network));
    if (!row.extents.empty()) point_.config.topology.extents = row.extents;
    validate(point_.config);
    point_.options.load.value = row.load;
    point_.options.load.unit = LoadUnit::kNormalized;
    point_.options.warmup = kWarmup;
    point_.options.cycles = kNever;
    point_.options.single_flits = row.engine == kModelWithFlits;
    network_ = make_network(point_.config, row);
    simulation_ = std::make_unique<Simulation>(
        *network_, point_.config, workload_of(point_.config, point_.options), point_.options);
    if (row.engine == kModelWithEvents) point_.recording.events = kEventsFile;
    recording_ = std::make_unique<Recording>(*simulation_, point_);
  }

  void warm_up() override { run_cycles(kWarmup); }
  Cycle run() override {
    run_cycles(kChunk);
    return kChunk;
  }
  double moves_per_cycle() override {
    const std::vector<double> channels = simulation_->finish().measured.channel_utilisation;
    return std::accumulate(channels.begin(), channels.end(), 0.0);
  }

 private:
  static constexpr Cycle kWarmup = 3000;
  static constexpr Cycle kChunk = 100;

  void run_cycles(Cycle cycles) {
    const Cycle end = simulation_->now() + cycles;
    while (simulation_->now() < end) simulation_->run_cycle();
  }

  Point point_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Simulation> simulation_;
  std::unique_ptr<Recording> recording_;
};

/// The greedy schedule for the line of nine, all phases 0.
Schedule line9_schedule() {
  constexpr Cycle kFlits = 16;
  return make_schedule(ScheduleKind::kGreedy, LinearTopology::line(9),
                       std::vector<Cycle>(9, kFlits));
}

/// Trials of a schedule, as in the worst-case phase search.
class ScheduleJob final : public Job {
 public:
  explicit ScheduleJob(const SpeedRow& row)
      : programs_(programs_of(line9_schedule(), PeriodicHosts::kRegisterBits)),
        trains_(LinearTopology::line(9)),
        report_(trains_.run(programs_, kChunk)) {
    if (row.engine != "trains")
      network_ = Engines().make(load_config(find_config(row.network)), parse_engine(row.engine));
  }

  Cycle run() override {
    if (network_ == nullptr) {
      benchmark::DoNotOptimize(trains_.run(programs_, kChunk));
      return kChunk;
    }
    network_->reset();
    for (HostId host = 0; host < programs_.size(); ++host)
      network_->find<PeriodicHosts>()->program(host, programs_[host]);
    for (Cycle cycle = 0; cycle < kChunk; ++cycle) network_->step();
    return kChunk;
  }
  double moves_per_cycle() override {
    return static_cast<double>(report_.flit_moves) / static_cast<double>(report_.cycles);
  }

 private:
  static constexpr Cycle kChunk = 20'000;

  const std::vector<HostProgram> programs_;
  LinearTrains trains_;
  const TrainReport report_;
  std::unique_ptr<Network> network_;
};

std::unique_ptr<Job> make_job(const SpeedRow& row) {
  if (row.network == "line9") return std::make_unique<ScheduleJob>(row);
  return std::make_unique<SimulationJob>(row);
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(benchmark::State& state, const SpeedRow& row) {
  const double before = processor_seconds();
  const auto job = make_job(row);
  state.counters["start"] = processor_seconds() - before;
  job->warm_up();
  Cycle cycles = 0;
  for (auto iteration : state) {
    (void)iteration;
    cycles += job->run();
  }
  const double moves_per_cycle = job->moves_per_cycle();
  const auto run = static_cast<double>(cycles);
  state.counters["cycles/s"] = benchmark::Counter(run, benchmark::Counter::kIsRate);
  state.counters["moves/s"] =
      benchmark::Counter(run * moves_per_cycle, benchmark::Counter::kIsRate);
  state.counters["moves/cycle"] = moves_per_cycle;
}

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
  for (const char* network : {"fs-torus16x16-star", "fs-mesh16x16-star"})
    for (const char* engine : {"model", kModelWithFlits})
      rows.push_back({network, engine, 0.5, 0, 0, 0});
  for (const char* engine : {"model", kModelWithFlits})
    rows.push_back({"iba16x16-1vl", engine, 0.3, 0, 0, 0});
  rows.push_back({"iba16x16-4vl-shared", "model", 0.3, 0, 0, 0});
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
      if (row.start_seconds == 0 || run.counters.at("start") < row.start_seconds)
        row.start_seconds = run.counters.at("start");
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
    } else if (name == "--list") {
      options.list = true;
    } else if (name == "--json" && i + 1 < arguments.size()) {
      options.json = arguments[++i];
    } else if (name == "--markdown" && i + 1 < arguments.size()) {
      options.markdown = arguments[++i];
    } else if (name == "--count" && i + 1 < arguments.size()) {
      options.count = arguments[++i];
    } else {
      others.push_back(arguments[i]);
    }
  }
  arguments = others;
  return options;
}

/// Runs a job for some time. instructions.py has instructions counted in this function only.
extern "C" [[gnu::noinline]] void wayfarer_counted(Job& job, unsigned times, Cycle& cycles) {
  for (unsigned i = 0; i < times; ++i) cycles += job.run();
}

void count(const SpeedRow& row) {
  const auto job = make_job(row);
  job->warm_up();
  Cycle cycles = 0;
  wayfarer_counted(*job, row.network == "line9" ? 1 : 10, cycles);
  fmt::print("{}\n", cycles);
}

/// Whether the options ask for this instead of measurements.
bool list_or_count(const Options& options) {
  if (!options.list && options.count.empty()) return false;
  for (const SpeedRow& row : planned(options)) {
    if (row.engine == "rtl") continue;
    if (options.list) fmt::print("{}\n", row.key());
    if (options.count == row.key()) count(row);
  }
  return true;
}

int run(std::vector<char*> arguments) {
  const Options options = take_options(arguments);
  if (list_or_count(options)) return 0;
  auto count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  std::vector<SpeedRow> rows = planned(options);
  for (const SpeedRow& row : rows) {
    benchmark::RegisterBenchmark(row.key().c_str(), measure, row)
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
