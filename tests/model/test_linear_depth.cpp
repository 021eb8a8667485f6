// Buffers of two flits without refill, as used on FPGAs. The bounds are proved for one flit with
// refill; these tests check them for two, on the cycle model.
#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "family/linear/config.hpp"
#include "family/linear/model.hpp"
#include "family/linear/random.hpp"
#include "family/linear/trial.hpp"

using namespace wayfarer;

namespace {

/// Worst responses over bounds for random lengths and phases; how many bounds were attained.
unsigned try_line(unsigned hosts, ScheduleKind kind, std::uint32_t number) {
  Random random(5, number, Purpose::kTest, hosts);
  const LinearTopology line = LinearTopology::line(hosts);
  std::vector<Cycle> flits;
  for (unsigned host = 0; host < hosts; ++host) flits.push_back(1 + random.below(2 * hosts));
  const Schedule schedule = make_schedule(kind, line, flits);

  NetworkConfig config = linear_config();
  config.name = "depth2";
  linear_of(config).tree = line.tree();
  linear_of(config).depth = 2;
  linear_of(config).refill = false;
  config.flit_bits = 64;
  validate(config);
  const auto network = make_linear_model(config);
  const PhaseEvaluator evaluate = on_network(*network, schedule);
  const SearchResult result = search_phases(search_problem(schedule), evaluate, 40, number);
  unsigned attained = 0;
  for (unsigned host = 0; host < hosts; ++host) {
    const HostSchedule& of = schedule.hosts[host];
    INFO(to_string(kind) << ", instance " << number << ", host " << host + 1);
    REQUIRE(result.hosts[host].response <= of.bound + of.fill);
    attained += result.hosts[host].response == of.bound + of.fill;
  }
  return attained;
}

}  // namespace

TEST_CASE("buffers of two flits without refill keep the bounds") {
  const ScheduleKind kind = GENERATE(ScheduleKind::kGreedy, ScheduleKind::kConservativeRepaired,
                                     ScheduleKind::kUniformTight);
  unsigned attained = 0;
  for (std::uint32_t number = 0; number < 500; ++number)
    attained += try_line(2 + number % 4, kind, number);
  CHECK(attained > 300);
}
