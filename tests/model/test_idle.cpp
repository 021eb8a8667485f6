// A run that passes over the cycles in which the network is empty is the run that steps through
// them, to the last digit: random networks of every family, with random, bursty, finite and closed
// traffic. Where a model can pass over cycles, it does.
#include <map>

#include <catch2/catch.hpp>

#include "../cosim/draws.hpp"
#include "core/idle_port.hpp"
#include "runs/report.hpp"
#include "runs/run_options.hpp"
#include "stats/batch_means.hpp"
#include "traffic/calendar.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;

namespace {

/// About one message in 200 cycles.
std::vector<RunOptions> sparse_traffic(const NetworkConfig& config, std::uint32_t number) {
  RunOptions options;
  options.load = {1.0 / (200.0 * config.terminals()), LoadUnit::kMessages};
  options.cycles = 20'000;
  options.seed = 1 + number;
  options.series = number % 2 == 0;
  options.by_driver = number % 3 == 0;
  options.energy = number % 5 == 0;
  std::vector<RunOptions> all(4, options);
  all[1].traffic.process = parse_process("onoff:200:2000");
  all[1].warmup = kNever;
  all[2].traffic.process = parse_process("batch:3");
  all[2].traffic.reply = parse_reply("8:700");
  all[2].cycles = 200'000;
  all[3].traffic.window = 1;
  all[3].traffic.reply = parse_reply("8:900");
  return all;
}

}  // namespace

TEST_CASE("runs that pass over empty cycles are the same runs", "[idle]") {
  constexpr std::uint32_t kNetworks = 40;
  std::map<std::string, Cycle> skipped;
  for (const std::string& family : family_names()) {
    for (std::uint32_t run = 0; run < 2 * kNetworks; ++run) {
      const std::uint32_t number = run / 2;
      Point point;
      point.config = draw_of(family)(7, number);
      const auto network = make_model(point.config, run % 2);  // the form for light load, or not
      const IdlePort* const port = network->find<IdlePort>();
      if (port == nullptr || port->settling_cycles() == kNever) continue;
      unsigned traffic = 0;
      for (const RunOptions& options : sparse_traffic(point.config, number)) {
        point.options = options;
        INFO(to_toml(point.config) << "traffic " << traffic++);
        const auto result_of = [&](bool every_cycle) {
          point.options.every_cycle = every_cycle;
          try {
            const SimulationResult result = run_simulation(*network, point.config, point.options);
            if (every_cycle) CHECK(result.skipped_cycles == 0);
            skipped[family] += result.skipped_cycles;
            return to_json(point, result).dump();
          } catch (const UsageError& error) {  // traffic that the network does not take
            return std::string(error.what());
          }
        };
        CHECK(result_of(false) == result_of(true));
      }
    }
  }
  for (const std::string& family : family_names()) {
    INFO(family);
    if (family != "linear") CHECK(skipped[family] > 100'000);
  }
}

TEST_CASE("zeros are counted as cycles", "[idle]") {
  for (const Cycle gap : {1u, 7u, 80u, 1000u, 12'345u}) {
    BatchMeans each;
    BatchMeans at_once;
    Cycle now = 0;
    for (unsigned event = 0; event < 50; ++event) {
      each.add(now, event);
      at_once.add(now, event);
      ++now;
      for (Cycle zero = now; zero < now + gap; ++zero) each.add(zero, 0);
      at_once.add_zeros(now, now + gap);
      now += gap;
    }
    CHECK(each.half_width(now) == at_once.half_width(now));
  }
}

TEST_CASE("a calendar knows the next cycle that is waited for", "[idle]") {
  Calendar calendar(3);
  CHECK(calendar.next(0) == kNever);
  calendar.add(0, 5000);
  CHECK(calendar.next(0) == 5000);
  CHECK(calendar.next(5000) == 5000);
  calendar.add(1, 5000 + 1024);
  calendar.add(2, 4990);
  CHECK(calendar.next(3) == 4990);
  calendar.take(4990, [](TerminalId terminal) { CHECK(terminal == 2); });
  CHECK(calendar.next(4991) == 5000);
  calendar.take(5000, [](TerminalId terminal) { CHECK(terminal == 0); });
  CHECK(calendar.next(5001) == 6024);
}
