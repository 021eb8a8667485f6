// Buffers of two flits and more, as used on FPGAs. The bounds of section 5 of
// docs/linear-schedules.md are proved for them, with or without refill, and greedy and repaired
// conservative schedules where no message fits into the buffers ahead; these tests check them on
// the cycle model. For shorter messages and two flits without refill a search has found no
// violation on short lines.
#include <catch2/catch.hpp>

#include "core/random.hpp"
#include "family/linear/config.hpp"
#include "family/linear/model.hpp"
#include "family/linear/random.hpp"
#include "family/linear/trial.hpp"

using namespace wayfarer;

namespace {

std::unique_ptr<Network> make_network(const LinearTopology& topology,
                                      const ScheduleOptions& options) {
  NetworkConfig config = linear_config();
  config.name = "depth";
  linear_of(config).tree = topology.tree();
  linear_of(config).depth = static_cast<unsigned>(options.depth);
  linear_of(config).refill = options.refill;
  config.flit_bits = 64;
  validate(config);
  return make_linear_model(config);
}

struct Found {
  unsigned attained = 0;  ///< Bounds that are the worst response,
  unsigned beyond = 0;    ///< and those of a buffer of one flit that are too short.
};

/// Compares the worst responses to random phases with the bounds.
Found try_schedule(const LinearTopology& topology, const Schedule& schedule,
                   const Schedule& one_flit, const ScheduleOptions& options, std::uint64_t seed) {
  const auto network = make_network(topology, options);
  const SearchResult result =
      search_phases(search_problem(schedule), on_network(*network, schedule), 40, seed);
  Found found;
  for (HostId host = 0; host < topology.hosts(); ++host) {
    const HostSchedule& of = schedule.hosts[host];
    INFO(to_string(schedule.kind) << " on " << topology.tree() << ", depth " << options.depth
                                  << ", seed " << seed << ", host " << host + 1);
    if (of.bound != kNever) REQUIRE(result.hosts[host].response <= of.bound + of.fill);
    found.attained += result.hosts[host].response == of.bound + of.fill;
    const HostSchedule& paper = one_flit.hosts[host];
    found.beyond += paper.bound != kNever && result.hosts[host].response > paper.bound + paper.fill;
  }
  return found;
}

}  // namespace

TEST_CASE("deeper buffers keep the bounds that are proved for them") {
  constexpr ScheduleKind kKinds[] = {ScheduleKind::kUniformTight, ScheduleKind::kGreedy,
                                     ScheduleKind::kLeastPeriod};
  unsigned attained = 0;
  for (std::uint64_t number = 0; number < 600; ++number) {
    RandomLinear random(8, number);
    const LinearTopology topology(random.tree());
    const std::vector<Cycle> flits = random.lengths(topology.hosts(), 9);
    ScheduleOptions options;
    options.depth = 2 + random.below(2);
    const ScheduleKind kind = topology.hosts() > 4 ? kKinds[number % 2] : kKinds[number % 3];
    options.refill = random.below(2) == 0;
    const Schedule schedule = make_schedule(kind, topology, flits, options);
    attained += try_schedule(topology, schedule, schedule, options, number).attained;
  }
  CHECK(attained > 400);
}

TEST_CASE("deeper buffers: greedy and conservative hold where no message fits into those ahead") {
  unsigned attained = 0;
  unsigned beyond = 0;
  for (std::uint64_t number = 0; number < 400; ++number) {
    RandomLinear random(9, number);
    const LinearTopology topology(random.tree());
    ScheduleOptions options;
    options.depth = 2 + random.below(3);
    options.refill = random.below(2) == 0;
    Cycle hops = 0;
    for (HostId host = 0; host < topology.hosts(); ++host)
      hops = std::max<Cycle>(hops, topology.hops(host));
    std::vector<Cycle> flits = random.lengths(topology.hosts(), 9);
    for (Cycle& length : flits) length += options.depth * (hops - 1);
    const ScheduleKind kind =
        number % 2 == 0 ? ScheduleKind::kGreedy : ScheduleKind::kConservativeRepaired;
    const Schedule schedule = make_schedule(kind, topology, flits, options);
    CHECK(schedule.proven());
    const Schedule one_flit = make_schedule(kind, topology, flits);
    if (options.depth == 2 && !options.refill)
      for (HostId host = 0; host < topology.hosts(); ++host)
        CHECK(schedule.hosts[host].period == one_flit.hosts[host].period);
    const Found found = try_schedule(topology, schedule, one_flit, options, number);
    attained += found.attained;
    beyond += found.beyond;
  }
  CHECK(attained > 300);
  CHECK(beyond > 50);  // so the additional cycles are needed
}

TEST_CASE("no search has found more than the paper's bounds with two flits without refill") {
  const ScheduleKind kind = GENERATE(ScheduleKind::kGreedy, ScheduleKind::kConservativeRepaired,
                                     ScheduleKind::kUniformTight);
  ScheduleOptions two_flits;
  two_flits.depth = 2;
  two_flits.refill = false;
  Found found;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const auto hosts = static_cast<unsigned>(2 + number % 4);
    Random random(5, static_cast<std::uint32_t>(number), Purpose::kTest, hosts);
    const LinearTopology line = LinearTopology::line(hosts);
    std::vector<Cycle> flits;
    for (unsigned host = 0; host < hosts; ++host) flits.push_back(1 + random.below(2 * hosts));
    const Schedule schedule = make_schedule(kind, line, flits);
    const Found here = try_schedule(line, schedule, schedule, two_flits, number);
    found.attained += here.attained;
    found.beyond += here.beyond;
  }
  CHECK(found.attained > 300);
  CHECK(found.beyond == 0);
}
