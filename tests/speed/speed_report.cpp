#include "speed_report.hpp"

#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/simd.hpp"

namespace wayfarer {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string compiler() { return fmt::format("{}, {}", __VERSION__, WAYFARER_BUILD_FLAGS); }

const SpeedRow* find(const std::vector<SpeedRow>& rows, const SpeedRow& like, const char* engine) {
  for (const SpeedRow& row : rows) {
    if (row.name() == like.name() && row.load == like.load && row.engine == engine) return &row;
  }
  return nullptr;
}

}  // namespace

std::string SpeedRow::name() const {
  return extents.empty() ? network : fmt::format("{} of {}", network, fmt::join(extents, "x"));
}

std::string speed_json(const std::vector<SpeedRow>& rows) {
  nlohmann::json json = {{"processor", processor()}, {"compiler", compiler()}};
  for (const SpeedRow& row : rows) {
    json["rows"].push_back({{"network", row.name()},
                            {"engine", row.engine},
                            {"load", row.load},
                            {"cycles_per_second", row.cycles_per_second},
                            {"moves_per_second", row.moves_per_second},
                            {"moves_per_cycle", row.moves_per_cycle}});
  }
  return json.dump(2) + "\n";
}

std::string speed_markdown(const std::vector<SpeedRow>& rows) {
  std::string text = fmt::format(
      "# Speed\n\nMade by `wayfarer_speed --markdown docs/results/speed.md`. Processor: {}, one "
      "thread. Compiler of the\nmodel and of what drives it: {}. Seconds are processor time. Each "
      "row is the best of {} whole\nsimulations (sources, checks and statistics included) under "
      "uniform traffic after 3,000 cycles of warm-up; the\nload is a share of the channel-load "
      "bound. A move is a flit that a channel carried and its receiver took. The\ncolumn of "
      "both engines compares rows of one run.\n\nRows of `line9` are trials of the greedy schedule "
      "for messages of 16 flits, without "
      "sources and checks: the\nhosts' own senders. The engine `trains` takes one event for each "
      "header that crosses a switch. Rows of the engine\n`{}` write a file of all events. Those of `{}` offer and check single "
      "flits, and those of `{}` do so\nwith the scalar form of the model ([models.md](../models.md)); "
      "the others have the form for their load, with the\ninstruction set `{}`, and whole messages where the model takes them. "
      "The last column has the time over that of the row `model`.\n\n"
      "| network | engine | load | cycles per s | million moves per s | moves per cycle | "
      "model / RTL | over model |\n|---|---|--:|--:|--:|--:|--:|--:|\n",
      processor(), compiler(), kRepetitions, kModelWithEvents, kModelWithFlits, kScalarModel,
      simd_names()[static_cast<std::size_t>(simd_in_use())]);
  for (const SpeedRow& row : rows) {
    const SpeedRow* const rtl = row.engine == "model" ? find(rows, row, "rtl") : nullptr;
    const bool variant = row.engine.rfind("model, ", 0) == 0;
    const SpeedRow* const off = variant ? find(rows, row, "model") : nullptr;
    text += fmt::format(
        "| `{}` | {} | {:g} | {:.0f} | {:.1f} | {:.1f} | {} | {} |\n", row.name(), row.engine,
        row.load, row.cycles_per_second, row.moves_per_second / 1e6, row.moves_per_cycle,
        rtl == nullptr ? "" : fmt::format("{:.1f}", row.cycles_per_second / rtl->cycles_per_second),
        off == nullptr ? ""
                       : fmt::format("{:.2f}", off->cycles_per_second / row.cycles_per_second));
  }
  return text;
}

}  // namespace wayfarer
