// wayfarer convert: traces of other simulators.
#include <memory>

#include <fmt/format.h>

#include "cli/progress.hpp"
#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "traffic/foreign_trace.hpp"
#include "traffic/lengths.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMaxTicks = 1'000'000'000;

struct ConvertOptions {
  std::string format;
  std::string path;
  std::string bytes = "8,72";
  std::string ticks = "1000";
  std::string output = "-";
};

TypeBytes parse_bytes(const std::string& text) {
  TypeBytes bytes;
  for (const std::string& part : split(text, ','))
    bytes.push_back(static_cast<unsigned>(parse_unsigned(part, "--bytes", 0, kLongestMessage)));
  return bytes;
}

int convert(const ConvertOptions& options) {
  const bool garnet = options.format == "garnet";
  if (!garnet && options.format != "booksim")
    throw UsageError(fmt::format("format '{}'; {}legal: booksim, garnet", options.format,
                                 did_you_mean(options.format, {"booksim", "garnet"})));
  const TypeBytes bytes = parse_bytes(options.bytes);
  const auto ticks = static_cast<unsigned>(parse_unsigned(options.ticks, "--ticks", 1, kMaxTicks));
  std::ifstream lines = open_text(options.path, fmt::format("a trace of {}", options.format));
  try_output(options.output);
  write_output(options.output, [&](const WritePart& part) {
    const WritePart write = [&part](std::string_view text) {
      if (interrupted()) throw Interrupted("interrupted: no trace was written");
      part(text);
    };
    if (garnet)
      convert_garnet(lines, options.path, ticks, bytes.front(), write);
    else
      convert_booksim(lines, options.path, bytes, write);
  });
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Convert a trace of another simulator for 'run --trace'");
  command
      ->add_option("format", options->format,
                   "booksim (lines 'delay source destination type') or garnet (what gem5 prints "
                   "with --debug-flags=GarnetSyntheticTraffic)")
      ->required();
  command->add_option("file", options->path, "The trace")->required();
  command
      ->add_option(
          "--bytes", options->bytes,
          "Data bytes of packets of types 0, 1, ...; garnet: the first number is for all packets")
      ->capture_default_str();
  command->add_option("--ticks", options->ticks, "garnet: gem5's ticks per cycle")
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "File [standard output]");
  command->footer("Example: wayfarer convert booksim trace.txt --bytes 8,72 -o trace.csv");
  command->callback([&action, options] { action = [options] { return convert(*options); }; });
}

}  // namespace wayfarer
