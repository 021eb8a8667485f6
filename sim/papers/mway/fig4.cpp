// Mudawwar, Figure 4: the arbiter's table against its definition, every case.
#include <cstdint>

#include <fmt/format.h>

#include "family/mway/arbiter.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

unsigned figure4(unsigned priority, bool request, unsigned sum, unsigned /*lines*/) {
  return figure4_output(priority, request, sum);
}

/// Result of the exhaustive trial for a number of lines.
struct Trial {
  std::uint64_t cases = 0;
  std::uint64_t right = 0;   ///< Settled at the highest priority of a requester.
  std::uint64_t unique = 0;  ///< No other value of the lines is stable.
  unsigned rounds = 0;       ///< Most rounds until settled.
};

bool only_fixed_point(ArbiterOutput output, unsigned driver, std::uint32_t requests, unsigned lines,
                      unsigned expected) {
  for (unsigned sum = 0; sum < 1u << lines; ++sum)
    if ((wired_or(output, driver, requests, sum, lines) == sum) != (sum == expected)) return false;
  return true;
}

void try_driver(ArbiterOutput output, unsigned driver, unsigned lines, Trial& trial) {
  const std::uint32_t sets = 1u << (1u << lines);
  for (std::uint32_t requests = 0; requests < sets; ++requests) {
    const unsigned expected = highest_priority(driver, requests, lines);
    const Settled settled = settle(output, driver, requests, lines);
    ++trial.cases;
    trial.right += settled.sum == expected;
    trial.unique += only_fixed_point(output, driver, requests, lines, expected);
    trial.rounds = std::max(trial.rounds, settled.rounds);
  }
}

/// Whether the rule equals the table for every priority, request and value of the lines.
unsigned rule_equals_table() {
  unsigned equal = 0;
  for (unsigned priority = 0; priority < 8; ++priority)
    for (unsigned sum = 0; sum < 8; ++sum)
      for (const bool request : {false, true})
        equal +=
            figure4_output(priority, request, sum) == arbiter_output(priority, request, sum, 3);
  return equal;
}

void add_table_rows(Reproduction& result, Trial& all) {
  for (unsigned driver = 0; driver < 8; ++driver) {
    Trial trial;
    try_driver(figure4, driver, 3, trial);
    result.compare(
        fmt::format("table, Drv = {}: request sets granting the highest priority", driver), 256,
        static_cast<double>(trial.right), 0);
    all.cases += trial.cases;
    all.right += trial.right;
    all.unique += trial.unique;
    all.rounds = std::max(all.rounds, trial.rounds);
  }
}

Reproduction run(const EngineFactory&, const ReproductionOptions&) {
  Reproduction result;
  result.id = "mway-fig4";
  Trial table;
  add_table_rows(result, table);
  result.compare("table: cases with one stable value of the lines", 8 * 256,
                 static_cast<double>(table.unique), 0);
  result.claim("table: rounds until the lines settle", "at most 3", table.rounds,
               table.rounds <= 3);
  result.compare("extended rule equals the table", 8 * 8 * 2, rule_equals_table(), 0);
  for (unsigned lines = 2; lines <= 4; ++lines) {
    Trial trial;
    for (unsigned driver = 0; driver < 1u << lines; ++driver)
      try_driver(arbiter_output, driver, lines, trial);
    result.claim(
        fmt::format("extended rule, {} lines: right and unique, of {} cases", lines, trial.cases),
        "all", trial.unique, trial.right == trial.cases && trial.unique == trial.cases);
    result.claim(fmt::format("extended rule, {} lines: rounds until settled", lines),
                 fmt::format("at most {}", lines), trial.rounds, trial.rounds <= lines);
  }
  for (const unsigned ways : {2u, 5u, 8u, 11u, 16u})
    result.claim(fmt::format("{} ways: arbitrations until a standing request is granted", ways),
                 fmt::format("at most {}", ways - 1), worst_wait(ways),
                 worst_wait(ways) <= ways - 1);
  result.conditions = {{"method", "exhaustive; wired OR iterated from zero until it is stable"}};
  result.summarize(
      fmt::format("{} of {} arbiter cases equal the definition", table.right, table.cases));
  return result;
}

}  // namespace

Experiment mway_fig4() {
  return {"mway-fig4", "the arbiter's table against its definition, all 8 x 256 cases", run};
}

}  // namespace wayfarer
