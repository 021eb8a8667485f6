// wayfarer schedule: periods and deadlines for the hosts of a client-server network, and the phases
// that come closest to missing them.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/plot_options.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "cli/simulate.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/linear/config.hpp"
#include "family/linear/trains.hpp"
#include "papers/linear/report.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kMaxFlits = Cycle{1} << 20;
constexpr const char* kTrains = "trains";
constexpr std::uint64_t kTrainTrials = 20'000;
constexpr std::uint64_t kNetworkTrials = 200;

struct ScheduleArguments {
  std::string hosts;
  std::string tree;
  std::string balanced;
  std::string flits = "16";
  std::string schedule = "all";
  ScheduleOptions schedules;
  bool verify = false;
  std::string effort;
  std::string seed = "1";
  std::string service;
  std::string engine = kTrains;
  std::string phases;
  std::string waves;
  bool upstream_first = false;
  std::string depth = "1";
  bool no_refill = false;
  ResultFiles files;
  PlotOptions plot;

  [[nodiscard]] bool on_trains() const { return engine == kTrains; }
  [[nodiscard]] bool tries() const { return verify || !phases.empty(); }
  /// Whether the buffers differ from the paper's, with which messages move like trains.
  [[nodiscard]] bool other_buffers() const { return no_refill || depth != "1"; }
  /// Whether no bound is proved: one flit without refill halves the throughput.
  [[nodiscard]] bool without_proofs() const {
    return upstream_first || (no_refill && depth == "1");
  }
};

unsigned parse_hosts(const std::string& text, const char* option) {
  return static_cast<unsigned>(parse_unsigned(text, option, 1, kMaxHosts));
}

unsigned depth_of(const ScheduleArguments& options) {
  return static_cast<unsigned>(parse_unsigned(options.depth, "--depth", 1, 16));
}

LinearTopology topology_of(const ScheduleArguments& options) {
  if (!options.tree.empty()) return LinearTopology(options.tree);
  if (!options.balanced.empty())
    return LinearTopology::balanced(parse_hosts(options.balanced, "--balanced"));
  if (!options.hosts.empty()) return LinearTopology::line(parse_hosts(options.hosts, "--hosts"));
  // A list of lengths gives the number of hosts.
  const std::size_t lengths = split(options.flits, ',').size();
  return LinearTopology::line(lengths > 1 ? static_cast<unsigned>(lengths) : 9);
}

/// One number for each host, or with `all_alike` one for all.
std::vector<Cycle> parse_list(const std::string& text, const std::string& option, unsigned hosts,
                              Cycle low, Cycle high, bool all_alike) {
  std::vector<Cycle> numbers;
  for (const std::string& part : split(text, ','))
    numbers.push_back(parse_unsigned(part, option, low, high));
  if (all_alike && numbers.size() == 1) numbers.resize(hosts, numbers.front());
  if (numbers.size() != hosts)
    throw UsageError(fmt::format("{} '{}': {} numbers; legal: {}one for each of {} hosts", option,
                                 text, numbers.size(), all_alike ? "one number, or " : "", hosts));
  return numbers;
}

std::vector<ScheduleKind> kinds_of(const ScheduleArguments& options,
                                   const LinearTopology& topology) {
  std::vector<ScheduleKind> kinds;
  if (options.schedule == "all") {
    for (const ScheduleKind kind : schedule_kinds())
      if (is_line(topology) || for_trees(kind)) kinds.push_back(kind);
    return kinds;
  }
  for (const std::string& name : split(options.schedule, ','))
    kinds.push_back(parse_schedule(name));
  return kinds;
}

void check(const ScheduleArguments& options) {
  static_cast<void>(depth_of(options));
  if (!options.tries() && !options.on_trains())
    throw UsageError("--engine needs trials; legal: with --verify or --phases");
  if (!options.verify && !options.effort.empty())
    throw UsageError("--effort needs a search; legal: with --verify");
  if (options.on_trains() && options.tries() && !options.service.empty())
    throw UsageError("trains do not support --service; legal: --engine model, rtl or both");
  if (options.on_trains() && options.tries() && options.other_buffers())
    throw UsageError(
        "trains do not support --depth and --no-refill; legal: --engine model, rtl or both");
  if (!options.waves.empty() && (options.phases.empty() || options.on_trains()))
    throw UsageError(
        "--trace-waves is for one trial of hardware; legal: with --phases and --engine "
        "rtl or both");
  if (!options.phases.empty() && options.verify)
    throw UsageError("--phases with --verify; legal: one of them");
  const std::vector<std::string>& engines = engine_names();
  if (!options.on_trains() &&
      std::find(engines.begin(), engines.end(), options.engine) == engines.end())
    throw UsageError(
        fmt::format("--engine '{}'; legal: trains, {}", options.engine, join(engines)));
}

/// Checks the options before the work begins.
void try_outputs(const ScheduleArguments& options) {
  options.files.check();
  if (!options.waves.empty()) try_plain_output(parse_waves(options.waves).path);
  options.plot.check();
}

NetworkConfig config_of(const ScheduleArguments& options, const LinearTopology& topology) {
  NetworkConfig config = linear_config();
  config.name = "schedule";
  config.flit_bits = 64;
  linear_of(config).tree = topology.tree();
  linear_of(config).depth = depth_of(options);
  linear_of(config).refill = !options.no_refill;
  linear_of(config).upstream_first = options.upstream_first;
  linear_of(config).round_trips = !options.service.empty();
  validate(config);
  return config;
}

/// Trials of one schedule after the other on the selected engine.
class Trials {
 public:
  Trials(const Program& program, const ScheduleArguments& options, const LinearTopology& topology)
      : options_(options), topology_(topology) {
    if (!options.waves.empty()) window_ = parse_waves(options.waves);
    EngineOptions engine;
    engine.waves = !window_.path.empty();
    if (!options.on_trains())
      network_ =
          program.engines.make(config_of(options, topology), parse_engine(options.engine), engine);
  }

  [[nodiscard]] SearchResult run(const Schedule& schedule) {
    const PhaseEvaluator evaluate = evaluator(schedule);
    if (!options_.phases.empty()) return replay(evaluate);
    if (options_.on_trains()) return search(schedule, evaluate, trials(kTrainTrials), {});
    // Starts with the worst phases on trains, which are much faster.
    const std::uint64_t few = trials(kNetworkTrials);
    const SearchResult suspects =
        search(schedule, on_trains(topology_, schedule, options_.upstream_first),
               few * (kTrainTrials / kNetworkTrials), {});
    return search(schedule, evaluate, few, worst_phases(suspects));
  }

  /// The first miss under these phases, from the trains; none where trains do not apply.
  [[nodiscard]] std::optional<DeadlineMiss> find_miss(const Schedule& schedule,
                                                      const std::vector<Cycle>& phases) const {
    if (options_.other_buffers() || schedule.service != 0) return {};
    std::vector<HostProgram> programs = programs_of(schedule, 32);
    for (std::size_t i = 0; i < phases.size(); ++i)
      programs[i].phase = static_cast<std::uint32_t>(phases[i]);
    LinearTrains trains(topology_, options_.upstream_first);
    return trains.run(programs, trial_cycles(schedule, phases)).miss;
  }

 private:
  [[nodiscard]] PhaseEvaluator evaluator(const Schedule& schedule) {
    if (options_.on_trains()) return on_trains(topology_, schedule, options_.upstream_first);
    if (window_.path.empty()) return on_network(*network_, schedule);
    return on_network(*network_, schedule, [this](Cycle cycle) { trace(cycle); });
  }

  [[nodiscard]] std::uint64_t trials(std::uint64_t usual) const {
    if (options_.effort.empty()) return usual;
    return parse_unsigned(options_.effort, "--effort", 1, 1'000'000'000);
  }

  [[nodiscard]] SearchResult search(const Schedule& schedule, const PhaseEvaluator& evaluate,
                                    std::uint64_t trials,
                                    const std::vector<std::vector<Cycle>>& first) const {
    const std::uint64_t seed = parse_unsigned(options_.seed, "--seed", 0, ~std::uint64_t{0} >> 1);
    SearchResult result =
        search_phases(search_problem(schedule), evaluate, trials, seed, make_progress(), first);
    end_progress();
    return result;
  }

  [[nodiscard]] SearchResult replay(const PhaseEvaluator& evaluate) {
    constexpr Cycle kMaxPhase = (Cycle{1} << PeriodicHosts::kRegisterBits) - 1;
    const std::vector<Cycle> phases =
        parse_list(options_.phases, "--phases", topology_.hosts(), 0, kMaxPhase, false);
    SearchResult result;
    for (const Cycle response : evaluate(phases)) result.hosts.push_back({response, phases});
    result.trials = 1;
    if (!window_.path.empty()) static_cast<void>(network_->trace_to(""));
    return result;
  }

  void trace(Cycle cycle) {
    if (cycle == window_.to) static_cast<void>(network_->trace_to(""));
    if (cycle == window_.from && !network_->trace_to(window_.path))
      throw UsageError("this engine writes no waves; legal: --engine rtl or both");
  }

  const ScheduleArguments& options_;
  const LinearTopology& topology_;
  WaveWindow window_;
  std::unique_ptr<Network> network_;
};

std::string as_list(const std::vector<Cycle>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

/// The command that repeats one trial on the hardware, with waves around the miss.
std::string replay_command(const Program& program, const ScheduleArguments& options,
                           const LinearTopology& topology, const Schedule& schedule,
                           const std::vector<Cycle>& phases,
                           const std::optional<DeadlineMiss>& miss) {
  constexpr Cycle kAround = 10;
  const std::string window =
      miss ? fmt::format(":{}:{}", miss->release - std::min(miss->release, kAround),
                         miss->release + miss->response + kAround)
           : "";
  return fmt::format(
      "{} schedule --tree \"{}\" --flits {} --schedule {}{}{}{}{}{}{} --engine rtl"
      " --phases {} --trace-waves miss.fst{}",
      shell_quoted(program.name), topology.tree(), options.flits, to_string(schedule.kind),
      options.schedules.strict ? " --strict" : "", options.schedules.one_more ? " --table" : "",
      options.upstream_first ? " --upstream-first" : "",
      options.depth != "1" ? " --depth " + options.depth : "",
      options.no_refill ? " --no-refill" : "",
      options.service.empty() ? "" : " --service " + options.service, as_list(phases), window);
}

/// Prints the result of a trial or a search; returns whether a deadline was missed.
bool report_misses(const Program& program, const ScheduleArguments& options,
                   const LinearTopology& topology, const Trials& trials,
                   const ScheduleReport& report) {
  const SearchProblem problem = search_problem(report.schedule);
  const SearchResult& result = *report.worst;
  const HostId host = tightest(problem, result);
  const WorstCase& worst = result.hosts[host];
  fmt::print(stderr, "{}: {} trial{} on {}{}{}; nearest: host {}, {} of {} cycles\n",
             to_string(report.schedule.kind), result.trials, result.trials == 1 ? "" : "s",
             options.engine, result.exhaustive ? ", all phases" : "",
             result.interrupted ? ", interrupted" : "", host + 1, worst.response,
             problem.deadlines[host]);
  if (!misses(problem, result)) return false;
  const std::optional<DeadlineMiss> miss = trials.find_miss(report.schedule, worst.phases);
  fmt::print(stderr, "deadline missed with phases {}; to see it in the hardware:\n  {}\n",
             as_list(worst.phases),
             replay_command(program, options, topology, report.schedule, worst.phases, miss));
  return true;
}

void write_files(const ScheduleArguments& options, const LinearTopology& topology,
                 const std::vector<ScheduleReport>& reports) {
  options.files.write(to_json(topology, reports), to_csv(reports));
  if (!options.plot.wanted()) return;
  std::vector<Schedule> schedules;
  for (const ScheduleReport& report : reports) schedules.push_back(report.schedule);
  options.plot.draw(deadlines_picture("schedules", schedules));
}

/// Proofs apply only to the network for which the schedules are made.
void withdraw_proofs(Schedule& schedule) {
  for (HostSchedule& host : schedule.hosts) {
    host.bound = kNever;
    host.doubt = "switches of another kind";
  }
}

int run(const Program& program, const ScheduleArguments& options) {
  check(options);
  const LinearTopology topology = topology_of(options);
  const std::vector<Cycle> flits =
      parse_list(options.flits, "--flits", topology.hosts(), 1, kMaxFlits, true);
  const std::vector<ScheduleKind> kinds = kinds_of(options, topology);
  if (!options.phases.empty() && kinds.size() != 1)
    throw UsageError("--phases with several schedules; legal: --schedule and one name");
  try_outputs(options);
  std::vector<ScheduleReport> reports;
  ScheduleOptions schedules = options.schedules;
  schedules.depth = depth_of(options);
  schedules.refill = !options.no_refill;
  for (const ScheduleKind kind : kinds)
    reports.push_back({make_schedule(kind, topology, flits, schedules), {}});
  constexpr Cycle kMaxService = (Cycle{1} << PeriodicHosts::kRegisterBits) - 1;
  if (!options.service.empty()) {
    const Cycle service = parse_unsigned(options.service, "--service", 1, kMaxService);
    for (ScheduleReport& report : reports) report.schedule = with_answers(report.schedule, service);
  }
  if (options.without_proofs())
    for (ScheduleReport& report : reports) withdraw_proofs(report.schedule);
  bool failed = false;
  if (options.tries()) {
    Trials trials(program, options, topology);
    for (ScheduleReport& report : reports) {
      report.worst = trials.run(report.schedule);
      failed |= report_misses(program, options, topology, trials, report);
      failed |= report.worst->interrupted;
    }
  }
  if (!options.waves.empty()) {
    const std::string path = parse_waves(options.waves).path;
    fmt::print(stderr, "waves are in {}; to open them:\n  {}\n", path,
               view_command(program, linear_config().family(), path));
  }
  for (const ScheduleReport& report : reports)
    for (const std::string& line : warnings(report.schedule))
      fmt::print(stderr, "warning: {}\n", line);
  options.files.print(to_table(reports));
  write_files(options, topology, reports);
  return failed ? 1 : 0;
}

void add_network(CLI::App& command, ScheduleArguments& options) {
  CLI::Option* hosts = command.add_option(
      "--hosts", options.hosts, "Number of hosts on a line [as many as --flits has, or 9]");
  CLI::Option* tree = command.add_option(
      "--tree", options.tree, "Any tree of 2x1 switches, local input first: \"((1 2) (3 -))\"");
  CLI::Option* balanced = command.add_option("--balanced", options.balanced,
                                             "Tree of minimum depth with this number of hosts");
  hosts->excludes(tree)->excludes(balanced);
  tree->excludes(balanced);
  command
      .add_option("--flits", options.flits,
                  "Flits per message: one number, or one per host: 50,20,30,30")
      ->capture_default_str();
  command.add_flag("--upstream-first", options.upstream_first,
                   "Upstream headers always win arbitration, not only on a tie");
  command.add_option("--depth", options.depth, "Flits per switch buffer, 1 to 16")
      ->capture_default_str();
  command.add_flag("--no-refill", options.no_refill,
                   "A full buffer accepts no flit in the cycle in which another leaves it");
}

void add_trials(CLI::App& command, ScheduleArguments& options) {
  command.add_flag("--verify", options.verify, "Search for phases that break the deadlines");
  command.add_option(
      "--effort", options.effort,
      "Trials per schedule [20000 on trains; else 200, beginning with the worst on trains]");
  command.add_option("--seed", options.seed, "Seed of the search")->capture_default_str();
  command
      .add_option(
          "--engine", options.engine,
          "Simulator: trains (exact and fast), model, rtl, netlist, or both or both-netlist (compared)")
      ->capture_default_str();
  command.add_option("--phases", options.phases, "Try only these first releases: 0,3,7");
  command.add_option("--trace-waves", options.waves,
                     "With --phases: write waves, of all or some cycles: FILE[:from:to]");
}

}  // namespace

void add_schedule(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<ScheduleArguments>();
  CLI::App* command = app.add_subcommand(
      "schedule",
      "Compute periods and deadlines for a client-server network; --verify searches for violations");
  add_network(*command, *options);
  command
      ->add_option("--schedule", options->schedule,
                   "greedy, conservative, conservative-repaired, uniform, uniform-tight, "
                   "least-period, least-deadlines (these two are searched for), several of them, "
                   "or all, without the last two")
      ->capture_default_str();
  command->add_flag("--strict", options->schedules.strict, "Make periods one cycle longer");
  command->add_flag("--table", options->schedules.one_more,
                    "Compute as if one more host followed, as in the paper's table");
  command->add_option(
      "--service", options->service,
      "Compute deadlines and bounds of round trips: the server answers this many cycles after a request's tail, with as many flits");
  add_trials(*command, *options);
  options->files.add_to(*command);
  options->plot.add_files_to(*command, "the deadlines of all hosts");
  command->footer(
      "Example: wayfarer schedule --flits 50,20,30,30 --hosts 4 --schedule conservative"
      " --verify\nExit status 1 if a deadline was missed.");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run(program, *options); };
  });
}

}  // namespace wayfarer
