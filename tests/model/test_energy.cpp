// The energy of runs: events counted in a run whose counts are known, a regression that finds the
// energies behind made-up samples, and files of energies, good and bad.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "family/registry.hpp"
#include "runs/energy_fit.hpp"
#include "runs/points.hpp"
#include "runs/report.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig line_of_four(unsigned flit_bits = 64) {
  return parse_config(
      fmt::format("name = \"row\"\nfamily = \"wormhole\"\n[topology]\nextents = "
                  "[4]\n[router]\nrouting = \"dimension-order\"\n[flit]\nbits = {}\n",
                  flit_bits),
      "row.toml");
}

/// A file, removed in the end.
struct File {
  ~File() { std::filesystem::remove(path); }
  const std::string& write(const std::string& text) const {
    std::ofstream(path) << text;
    return path;
  }
  std::string path =
      std::filesystem::temp_directory_path() / fmt::format("{}-energy.toml", ::getpid());
};

}  // namespace

TEST_CASE("a message over three channels has its closed form's events", "[energy]") {
  const NetworkConfig config = line_of_four();
  constexpr unsigned kBytes = 32;
  constexpr double kFlits = 1 + kBytes / 8;
  constexpr double kHops = 3;
  RunOptions options;
  options.energy = true;
  options.cycles = 1000;
  // Two messages, long after one another.
  options.workload = make_trace_workload({{0, 0, 3, kBytes}, {200, 0, 3, kBytes}},
                                         config.terminals(), config.packet_bytes());
  const SimulationResult result = run_simulation(*make_model(config), config, options);
  const ByEnergyEvent events = energy_events(config, result);
  CHECK(events[kIdle] == 4.0 * static_cast<double>(result.measured.cycles));
  CHECK(events[kLink] == Approx(2 * kFlits * kHops));
  CHECK(events[kRouter] == Approx(2 * kFlits * (kHops + 1)));
  CHECK(events[kBufferRead] == Approx(2 * kFlits * (kHops + 1)));
  CHECK(events[kArbitration] == 2 * (kHops + 1));
  CHECK(events[kDriverChange] == 0);
  CHECK(events[kChannelStart] == 2 * kHops);

  Point point{config, options};
  EnergyModel model;
  model.unit = "pJ";
  model.each[kLink] = 2;
  model.each[kArbitration] = 0.5;
  point.energy = std::make_shared<EnergyModel>(model);
  const Energy energy = energy_of(point, result).value();
  const double one = 2 * kFlits * kHops + 0.5 * (kHops + 1);
  CHECK(energy.total == Approx(2 * one));
  CHECK(energy.per_message.value() == Approx(one));
  CHECK(energy.per_bit.value() == Approx(one / (8 * kBytes)));
  CHECK_FALSE(energy.counted);

  // What a sweep keeps in its folder is enough to report the energy again.
  const SimulationResult again = read_result(to_json(point, result));
  CHECK(energy_of(point, again)->total == Approx(energy.total));
}

TEST_CASE("without energy nothing is counted or said", "[energy]") {
  const NetworkConfig config = line_of_four();
  RunOptions options;
  options.cycles = 500;
  options.traffic.pattern = default_pattern(config);
  options.load.value = 0.1;
  const Point point{config, options};
  const SimulationResult result = run_simulation(*make_model(config), config, options);
  CHECK_FALSE(result.measured.switching);
  CHECK_FALSE(energy_of(point, result));
  CHECK_FALSE(to_json(point, result).contains("energy"));
  CHECK_FALSE(to_json(point, result).contains("switching"));
}

TEST_CASE("a regression finds the energies that made the samples", "[energy]") {
  ByEnergyEvent truth{};
  truth[kRouter] = 20;
  truth[kLink] = 110;
  truth[kChannelStart] = 150;
  std::vector<EnergySample> samples;
  for (const auto& [idle, router, link, starts] :
       {std::tuple(100., 40., 30., 5.), std::tuple(100., 90., 50., 20.),
        std::tuple(100., 300., 250., 20.), std::tuple(200., 50., 10., 9.),
        std::tuple(50., 70., 60., 60.)}) {
    EnergySample sample;
    sample.events[kIdle] = idle;
    sample.events[kRouter] = router;
    sample.events[kLink] = link;
    sample.events[kChannelStart] = starts;
    sample.toggles = 20 * router + 110 * link + 150 * starts;
    samples.push_back(sample);
  }
  const std::vector<EnergyEvent> asked = {kIdle, kRouter, kLink, kArbitration, kChannelStart};
  const ByEnergyEvent each = fit_energy(samples, asked);
  for (std::size_t event = 0; event < kEnergyEvents; ++event)
    CHECK(each[event] == Approx(truth[event]).margin(1e-6));
  for (const EnergySample& sample : samples)
    CHECK(relative_error(each, sample) == Approx(0).margin(1e-9));

  // An energy below 0 would fit best: the event is left out.
  for (EnergySample& sample : samples) sample.toggles -= 0.1 * sample.events[kIdle];
  const ByEnergyEvent bounded = fit_energy(samples, asked);
  for (const double energy : bounded) CHECK(energy >= 0);
  CHECK(bounded[kIdle] == 0);

  // Events that always come together are not told apart; one of them explains both.
  for (EnergySample& sample : samples) sample.events[kArbitration] = 2 * sample.events[kRouter];
  CHECK_NOTHROW(fit_energy(samples, asked));
  for (EnergySample& sample : samples) sample.events = {};
  CHECK_THROWS_WITH(fit_energy(samples, asked), Contains("do not tell the events apart"));
}

TEST_CASE("a file of energies reads back, and bad ones are refused", "[energy]") {
  const File file;
  EnergyModel model;
  model.unit = "toggles";
  model.each[kLink] = 112.5;
  model.each[kIdle] = 0.25;
  model.network = line_of_four();
  const std::string path = file.write(to_toml(model, "two\nlines"));
  const EnergyModel read = find_energy_model(path, line_of_four());
  CHECK(read.unit == model.unit);
  CHECK(read.each == model.each);

  NetworkConfig longer = line_of_four();
  longer.topology.extents = {8};
  CHECK_NOTHROW(find_energy_model(path, longer));
  CHECK_THROWS_WITH(find_energy_model(path, line_of_four(32)), Contains("flit.bits 64") &&
                                                                   Contains("row has 32") &&
                                                                   Contains("wayfarer energy"));
  CHECK_THROWS_WITH(find_energy_model(path, load_config(find_config("mesh4x4"))),
                    Contains("family wormhole"));

  for (const auto& [text, fault] :
       {std::pair("[energy]\nlink = 1\n", "unit"),
        std::pair("unit = \"pJ\"\n[energy]\nlinks = 1\n", "links"),
        std::pair("unit = \"pJ\"\n[energy]\nlink = -1\n", "out of range"),
        std::pair("unit = \"pJ\"\n[energy]\nlink = nan\n", "out of range"),
        std::pair("unit = \"pJ\"\n[energy]\nlink = \"1\"\n", "wrong type"),
        std::pair("unit = \"pJ\"\n", "no event takes energy"),
        std::pair("unit = \"pJ\"\n[energy]\nrouter = 1\ncrossbar = 1\n", "counts a flit twice")})
    CHECK_THROWS_WITH(read_energy_model(file.write(text)),
                      Contains("energy.toml") && Contains(fault));
  CHECK_THROWS_WITH(read_energy_model(file.path + "-none"), Contains("-none"));
}
