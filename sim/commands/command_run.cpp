// wayfarer run: one configuration under one load.
#include <memory>
#include <set>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/plot_options.hpp"
#include "cli/progress.hpp"
#include "cli/result_files.hpp"
#include "cli/simulate.hpp"
#include "cli/tables_option.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "report/run_pictures.hpp"
#include "runs/channel_table.hpp"
#include "runs/report.hpp"
#include "traffic/netrace.hpp"
#include "traffic/netrace_file.hpp"
#include "traffic/synfull.hpp"
#include "traffic/synfull_model.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

constexpr const char* kTrace = "trace";

struct RunCommandOptions {
  RunArguments run;
  std::string trace;
  std::string write_trace;
  std::string tables;
  std::string write_tables;
  std::string waves;
  std::string nodes;
  std::string events;
  EventArguments chosen;
  std::string log;
  std::string perfetto;
  std::string channels;
  PlotOptions plot;
  ResultFiles files;
};

/// Loads and writes the switches' tables as given by the options.
void use_tables(const RunCommandOptions& options, Point& point) {
  if (options.tables.empty() && options.write_tables.empty()) return;
  refuse_no_tables(point.config);
  const Family& family = family_of(point.config);
  const std::string text =
      options.tables.empty()
          ? family.tables_text(point.config,
                               workload_of(point.config, point.options).pattern->groups())
          : read_text(options.tables, "a file that --write-tables has written");
  if (!options.tables.empty())
    point.options.prepare = family.load_tables(point.config, text, options.tables);
  if (!options.write_tables.empty()) write_output(options.write_tables, text);
}

Workload trace_workload(const std::string& path, const Point& point) {
  const NetworkConfig& config = point.config;
  if (NetraceFile::recognizes(path)) return make_netrace_workload(path, config);
  if (is_synfull(path)) return make_synfull_workload(path, config, point.options.seed);
  return make_trace_workload(read_trace(path, trace_limits(config)), config.terminals(),
                             config.packet_bytes());
}

/// The run, with messages drawn or taken from the trace.
Point make_point(const RunCommandOptions& options) {
  if (options.run.process == kTrace && options.trace.empty())
    throw UsageError("--process trace needs --trace FILE");
  if (options.trace.empty()) return options.run.point();
  if (!options.run.process.empty() && options.run.process != kTrace)
    throw UsageError(fmt::format(
        "--process {} has no effect with --trace, which gives the cycle of each message; legal: one of them",
        options.run.process));
  RunArguments arguments = options.run;
  arguments.process.clear();
  Point point = arguments.point();
  point.options.workload = trace_workload(options.trace, point);
  const std::string& note = point.options.workload.note;
  if (!note.empty()) fmt::print(stderr, "wayfarer: {}\n", printable(note));
  point.options.load.value = 0;
  return point;
}

Point point_of(const RunCommandOptions& options) {
  Point point = make_point(options);
  point.command = options.run.command(point, options.run.changes);
  if (!options.trace.empty()) point.command += " --trace " + shell_quoted(options.trace);
  if (!options.tables.empty()) point.command += " --tables " + shell_quoted(options.tables);
  if (!options.waves.empty()) point.options.waves = parse_waves(options.waves);
  if (!options.nodes.empty())
    point.options.waves.nodes =
        parse_nodes(options.nodes, family_of(point.config).rtl.nodes(point.config));
  return point;
}

/// The files of the run's events. They are binary or long: none goes to the standard output.
RecordingOptions recording_of(const RunCommandOptions& options) {
  RecordingOptions recording;
  if (!options.events.empty()) {
    const FileWindow window = parse_file_window(options.events, "--events");
    recording.events = window.path;
    recording.filter = options.chosen.filter(window.from, window.to);
  }
  recording.log = options.log;
  if (!options.perfetto.empty()) {
    const FileWindow window = parse_file_window(options.perfetto, "--perfetto");
    recording.perfetto = window.path;
    recording.perfetto_from = window.from;
    recording.perfetto_to = window.to;
  }
  std::set<std::string> paths;
  for (const auto& [option, path] :
       {std::pair("--events", recording.events), std::pair("--log", recording.log),
        std::pair("--perfetto", recording.perfetto)}) {
    if (path.empty()) continue;
    if (path == "-" || !paths.insert(path).second)
      throw UsageError(fmt::format("{} {}: cannot be written to the standard output; legal: a file",
                                   option, path));
    try_output(path);
  }
  return recording;
}

/// Checks the options before the work begins.
void try_outputs(const RunCommandOptions& options, const Point& point) {
  options.files.check();
  for (const std::string& path : {options.write_trace, options.write_tables, options.channels})
    if (!path.empty()) try_output(path);
  if (!point.options.waves.path.empty()) try_plain_output(point.options.waves.path);
  options.plot.check();
}

void save_trace(const std::string& path, const Point& point) {
  const TrafficSpec& traffic = point.options.traffic;
  if (point.options.workload.responder || traffic.window || traffic.collective)
    throw UsageError(
        "--write-trace: messages of this trace depend on deliveries of others; legal: traffic whose births do not depend on the network");
  write_output(path, [&point](const WritePart& write) {
    write_trace(workload_of(point.config, point.options), point.config.terminals(),
                point.options.cycles, [&write](std::string_view part) {
                  if (interrupted()) throw Interrupted("interrupted: no trace was written");
                  write(part);
                });
  });
}

int run_point(const Program& program, const RunCommandOptions& options) {
  Point point = point_of(options);
  try_outputs(options, point);
  point.recording = recording_of(options);
  point.options.series = options.plot.wanted();
  point.options.by_driver = !options.channels.empty();
  use_tables(options, point);
  if (!options.write_trace.empty()) save_trace(options.write_trace, point);
  const SimulationResult result = simulate(program, point);
  options.files.print(to_text(point, result));
  Json json = to_json(point, result);
  if (!options.files.empty()) json["channels"] = channels_json(point.config, result.measured);
  options.files.write(json, to_csv({point}, {result}));
  if (!options.channels.empty())
    write_output(options.channels, channels_csv(point.config, result.measured));
  if (options.plot.wanted()) options.plot.draw(run_picture(options.plot.style(), point, result));
  return result.interrupted ? 1 : 0;
}

}  // namespace

void add_run(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<RunCommandOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate one configuration under one load");
  options->run.add_to(*command);
  options->run.add_load_to(*command);
  options->run.add_clock_to(*command);
  options->run.add_energy_to(*command);
  CLI::Option* trace = command->add_option(
      "--trace", options->trace, "Replay a trace (CSV or Netrace), or run a SynFull model");
  for (const char* other : {"--pattern", "--load", "--message-bytes", "--window", "--collective"})
    trace->excludes(command->get_option(other));
  command->add_option("--write-trace", options->write_trace,
                      "Write the messages of the run as a trace");
  command->add_option("--tables", options->tables,
                      "Load the switches' tables from a file instead of computing them");
  command->add_option("--write-tables", options->write_tables,
                      "Write the switches' tables to a file");
  options->files.add_to(*command);
  CLI::Option* waves = command->add_option("--trace-waves", options->waves,
                                           "Write waves, of all or some cycles: FILE[:from:to]");
  command
      ->add_option("--trace-nodes", options->nodes,
                   "Trace the internal signals of these nodes only: 3 or 3,7:9 [all up to 32 "
                   "channels, none in larger networks]")
      ->needs(waves);
  CLI::Option* events = command->add_option(
      "--events", options->events,
      "Write the run's events, of all or some cycles: FILE[:from:to] (for 'wayfarer events')");
  for (CLI::Option* option : options->chosen.add_to(*command, "--events-")) option->needs(events);
  command->add_option(
      "--perfetto", options->perfetto,
      "Write a trace for the Perfetto UI, of all or some cycles: FILE[:from:to] (messages, hops, flits per channel; about 300 bytes per hop)");
  command->add_option(
      "--channels", options->channels,
      "Write a table of the channels (CSV), and add it to --json: ends, coordinates, total utilisation, utilisation per virtual channel");
  options->plot.add_to(
      *command,
      "utilisation per channel, histogram of latencies, throughput and latency over time");
  command->add_option("--log", options->log,
                      "Write a table of the run's messages (CSV): births, hops, waits, deliveries");
  command->footer(
      "Example: wayfarer run mesh16x16 --pattern transpose --load 0.5 --unit normalized"
      " --cycles 20000 --json result.json");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_point(program, *options); };
  });
}

}  // namespace wayfarer
