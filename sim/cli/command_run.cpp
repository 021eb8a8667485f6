// wayfarer run: one configuration under one load.
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/simulate.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/report.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

struct Options {
  RunArguments run;
  std::string load = "0.1";
  std::vector<std::string> settings;
  std::string trace;
  std::string write_trace;
  std::string tables;
  std::string write_tables;
  std::string json;
  std::string csv;
  std::string waves;
};

void apply_settings(const Options& options, Point& point) {
  for (const std::string& setting : options.settings) {
    const auto [key, values] = parse_setting(setting);
    if (values.size() != 1)
      throw UsageError(fmt::format("--set '{}': one value for a run; several are for 'sweep'",
                                   setting));
    set_key(point.config, key, values[0]);
  }
}

void refuse_no_tables(const NetworkConfig& config) {
  if (family_of(config).load_tables != nullptr) return;
  std::vector<std::string> with_tables;
  for (const Family* family : families())
    if (family->load_tables != nullptr) with_tables.emplace_back(family->name());
  throw UsageError(
      fmt::format("--tables and --write-tables: the switches of '{}' have no tables; "
                  "those of family {} have",
                  config.name, join(with_tables)));
}

/// Loads and writes the switches' tables as the options ask.
void use_tables(const Options& options, Point& point) {
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

Point point_of(const Options& options) {
  Point point = options.run.point(parse_load(options.load));
  apply_settings(options, point);
  point.command = options.run.command(point, options.settings);
  if (!options.trace.empty()) point.command += " --trace " + shell_quoted(options.trace);
  if (!options.tables.empty()) point.command += " --tables " + shell_quoted(options.tables);
  const std::uint32_t terminals = point.config.terminals();
  if (!options.trace.empty())
    point.options.workload = make_trace_workload(
        read_trace(options.trace, {terminals, point.config.max_message_bytes()}), terminals,
        point.config.packet_bytes());
  else if (options.run.process == "trace")
    throw UsageError("--process trace needs --trace FILE");
  if (!options.waves.empty()) point.options.waves = parse_waves(options.waves);
  return point;
}

void save_trace(const std::string& path, const Point& point) {
  write_output(path, format_trace(record_trace(workload_of(point.config, point.options),
                                               point.config.terminals(), point.options.cycles)));
}

int run(const Program& program, const Options& options) {
  Point point = point_of(options);
  use_tables(options, point);
  if (!options.write_trace.empty()) save_trace(options.write_trace, point);
  const SimulationResult result = simulate(program, point);
  // Results on standard output must stay readable by machines.
  const bool quiet = options.json == "-" || options.csv == "-";
  fmt::print(quiet ? stderr : stdout, "{}", to_text(point, result));
  if (!options.json.empty()) write_output(options.json, to_json(point, result).dump(2) + "\n");
  if (!options.csv.empty()) write_output(options.csv, to_csv({point}, {result}));
  return result.interrupted ? 1 : 0;
}

}  // namespace

void add_run(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Simulate one configuration under one load");
  options->run.add_to(*command);
  command->add_option("--load", options->load, "Offered load, in --unit")->capture_default_str();
  command->add_option("--set", options->settings, "Change a key: router.buffers=2 (repeatable)");
  command->add_option("--trace", options->trace, "Replay a message trace (CSV)");
  command->add_option("--write-trace", options->write_trace, "Write the messages born as a trace");
  command->add_option("--tables", options->tables,
                      "Load the switches' tables from a file, in place of those of the run");
  command->add_option("--write-tables", options->write_tables,
                      "Write the tables that the switches get");
  command->add_option("--json", options->json, "Write the result as JSON ('-': standard output)");
  command->add_option("--csv", options->csv, "Write the result as CSV ('-': standard output)");
  command->add_option("--trace-waves", options->waves,
                      "Write waves, of all or some cycles: FILE[:from:to]");
  command->footer("Example: wayfarer run mesh16x16 --pattern transpose --load 0.5 --unit normalized"
                  " --cycles 20000 --json result.json");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run(program, *options); };
  });
}

}  // namespace wayfarer
