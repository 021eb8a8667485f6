// wayfarer events: what a file of a run's events has, as text or tables.
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/event_input.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "events/event_rows.hpp"
#include "events/message_log.hpp"
#include "events/perfetto_file.hpp"

namespace wayfarer {
namespace {

struct EventsOptions {
  std::string path;
  std::string cycles;
  EventArguments chosen;
  std::string json;
  std::string csv;
  std::string log;
  std::string perfetto;
};

std::string head_of(const EventReader& reader) {
  const EventHeader& header = reader.header();
  return fmt::format("{}: {}; cycles {} to {}{}\n", header.network, header.traffic, reader.first(),
                     reader.end() == 0 ? 0 : reader.end() - 1,
                     reader.filter().empty() ? "" : "; only " + reader.filter());
}

void write_rows(EventReader& reader, RowFormat format, const EventFilter& filter,
                const std::string& path) {
  write_output(path, [&](const WritePart& write) {
    std::string lines;
    EventRows rows(format, reader.header().layout, filter, [&](std::string_view line) {
      lines += line;
      if (lines.size() < 1 << 16) return;
      write(lines);
      lines.clear();
    });
    read_events(reader, rows, filter.from, filter.to);
    rows.finish();
    write(lines);
  });
}

int list_events(const EventsOptions& options) {
  EventReader reader(options.path);
  warn_if_truncated(reader, options.path);
  const auto [from, to] =
      options.cycles.empty() ? std::pair(Cycle{0}, kNever) : parse_window(options.cycles);
  const EventFilter filter = options.chosen.filter(from, to);
  static_cast<void>(EventSelection(filter, reader.header().layout));  // refuses unknown nodes
  if (options.json == "-" && options.csv == "-")
    throw UsageError("--json and --csv both on standard output; legal: one of them");
  for (const std::string& path : {options.json, options.csv, options.log, options.perfetto})
    if (!path.empty()) try_output(path);
  if (!options.json.empty()) write_rows(reader, RowFormat::kJson, filter, options.json);
  if (!options.csv.empty()) write_rows(reader, RowFormat::kCsv, filter, options.csv);
  if (!options.log.empty()) {
    MessageLog log(options.log, reader.header().layout);
    read_events(reader, log);
    log.close();
  }
  if (!options.perfetto.empty()) {
    PerfettoFile perfetto(options.perfetto, reader.header());
    read_events(reader, perfetto);
    perfetto.close();
  }
  if (!options.json.empty() || !options.csv.empty() || !options.log.empty() ||
      !options.perfetto.empty())
    return 0;
  fmt::print("{}", printable(head_of(reader)));
  write_rows(reader, RowFormat::kText, filter, "-");
  return 0;
}

}  // namespace

void add_events(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<EventsOptions>();
  CLI::App* command = app.add_subcommand("events", "Print the events of a run");
  command->add_option("file", options->path, "A file that 'wayfarer run --events' has written")
      ->required();
  command->add_option("--cycles", options->cycles, "Only these cycles: from or from:to [all]");
  options->chosen.add_to(*command, "--");
  command->add_option("--json", options->json, "Write the events as JSON ('-': standard output)");
  command->add_option("--csv", options->csv, "Write the events as CSV ('-': standard output)");
  command->add_option("--log", options->log,
                      "Write a table of all messages, as 'wayfarer run --log' does");
  command->add_option("--perfetto", options->perfetto,
                      "Write a trace of all messages, as 'wayfarer run --perfetto' does");
  command->footer("Example: wayfarer events run.events --kinds blocked --cycles 1000:1100");
  command->callback([&action, options] { action = [options] { return list_events(*options); }; });
}

}  // namespace wayfarer
