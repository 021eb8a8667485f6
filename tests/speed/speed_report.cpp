#include "speed_report.hpp"

#include <array>
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

/// Instructions a cycle, by the key of a row: written by instructions.py.
nlohmann::json counted_instructions() {
  return nlohmann::json::parse(std::ifstream(WAYFARER_INSTRUCTIONS));
}

std::string instructions_text(const nlohmann::json& counted, const std::string& key) {
  return counted.contains(key) ? fmt::format("{}", counted[key].get<std::uint64_t>()) : "";
}

/// BookSim2's processor time, measured once, on a quiet machine and in turn with our model of then.
struct BookSim {
  double load;   ///< Share of the channel-load bound,
  double flits;  ///< and per node and cycle.
  double cycles_per_second;
  std::uint64_t instructions;  ///< A cycle; 0: not counted.
};
constexpr std::array kBookSim = {BookSim{0.08, 0.02, 8000, 0}, BookSim{0.4, 0.1, 2390, 2'350'000}};

std::string booksim_markdown(const std::vector<SpeedRow>& rows, const nlohmann::json& counted) {
  std::string text =
      "\n## BookSim2\n\nBookSim2's figures were measured once, on a quiet machine of this kind: "
      "the 16x16 mesh of `wormhole16x16`, with\nthe settings of [peers.md](../peers.md#numbers), "
      "`traffic = uniform` and `injection_rate` a fifth of the flits.\nTo repeat them, take the "
      "difference of two runs with other values of `sample_period`, in processor time or in\n"
      "instructions (callgrind). Ratios of seconds depend on the machine's load: on a busy one, "
      "BookSim2 was 50 to 60 %\nslower, and our model 20 %.\n\n"
      "| flits per node and cycle | BookSim2, cycles per s | model, cycles per s | ratio | BookSim2, "
      "instructions per cycle | model | ratio |\n|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const BookSim& other : kBookSim) {
    const SpeedRow like{"wormhole16x16", "", other.load};
    const SpeedRow* const row = find(rows, like, "model");
    if (row == nullptr) continue;
    const std::string ours = instructions_text(counted, row->key());
    const bool both = other.instructions != 0 && !ours.empty();
    text += fmt::format(
        "| {:g} | {:.0f} | {:.0f} | {:.0f} | {} | {} | {} |\n", other.flits,
        other.cycles_per_second, row->cycles_per_second,
        row->cycles_per_second / other.cycles_per_second,
        other.instructions != 0 ? fmt::format("{}", other.instructions) : "", ours,
        both ? fmt::format("{:.0f}", static_cast<double>(other.instructions) / std::stod(ours))
             : "");
  }
  return text;
}

}  // namespace

std::string SpeedRow::name() const {
  return extents.empty() ? network : fmt::format("{} of {}", network, fmt::join(extents, "x"));
}

std::string SpeedRow::key() const { return fmt::format("{}/{}/{:g}", engine, name(), load); }

std::string speed_json(const std::vector<SpeedRow>& rows) {
  nlohmann::json json = {{"processor", processor()}, {"compiler", compiler()}};
  for (const SpeedRow& row : rows) {
    json["rows"].push_back({{"network", row.name()},
                            {"engine", row.engine},
                            {"load", row.load},
                            {"cycles_per_second", row.cycles_per_second},
                            {"moves_per_second", row.moves_per_second},
                            {"moves_per_cycle", row.moves_per_cycle},
                            {"start_seconds", row.start_seconds}});
  }
  return json.dump(2) + "\n";
}

std::string speed_markdown(const std::vector<SpeedRow>& rows) {
  const nlohmann::json counted = counted_instructions();
  std::string text = fmt::format(
      "# Speed\n\nMade by `wayfarer_speed --markdown docs/results/speed.md`. Processor: {}, one "
      "thread. Compiler of the\nmodel and of what drives it: {}. Seconds are processor time. Each "
      "row is the best of {} whole\nsimulations (sources, checks and statistics included) under "
      "uniform traffic after 3,000 cycles of warm-up; the\nload is a share of the channel-load "
      "bound. A move is a flit that a channel carried and its receiver took. The\nstart is the time "
      "from the configuration to the first cycle.\n\n"
      "Instructions do not depend on the machine's load: `tests/speed/instructions.py` counts them "
      "with callgrind, which has\nno AVX-512, so that vector forms use AVX2. "
      "`tests/speed/instructions.json` keeps them.\n\n"
      "Rows of `line9` are trials of the greedy schedule for messages of 16 flits, without sources "
      "and checks: the\nhosts' own senders. The engine `trains` takes one event for each header "
      "that crosses a switch. Rows of the engine\n`{}` write a file of all events. Those of `{}` "
      "offer and check single flits, and those of\n`{}` do so with the scalar form of the model "
      "([models.md](../models.md)); the others have the form for\ntheir load, with the instruction "
      "set `{}`, and whole messages where the model takes them. The column model / RTL\ncompares "
      "rows of one run, and the last column has the time over that of the row `model`.\n\n"
      "| network | engine | load | cycles per s | instructions per cycle | million moves per s | "
      "moves per cycle | start, ms | model / RTL | over model |\n"
      "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
      processor(), compiler(), kRepetitions, kModelWithEvents, kModelWithFlits, kScalarModel,
      simd_names()[static_cast<std::size_t>(simd_in_use())]);
  for (const SpeedRow& row : rows) {
    const SpeedRow* const rtl = row.engine == "model" ? find(rows, row, "rtl") : nullptr;
    const bool variant = row.engine.rfind("model, ", 0) == 0;
    const SpeedRow* const off = variant ? find(rows, row, "model") : nullptr;
    text += fmt::format(
        "| `{}` | {} | {:g} | {:.0f} | {} | {:.1f} | {:.1f} | {:.1f} | {} | {} |\n", row.name(),
        row.engine, row.load, row.cycles_per_second, instructions_text(counted, row.key()),
        row.moves_per_second / 1e6, row.moves_per_cycle, row.start_seconds * 1e3,
        rtl == nullptr ? "" : fmt::format("{:.1f}", row.cycles_per_second / rtl->cycles_per_second),
        off == nullptr ? ""
                       : fmt::format("{:.2f}", off->cycles_per_second / row.cycles_per_second));
  }
  return text + booksim_markdown(rows, counted);
}

}  // namespace wayfarer
