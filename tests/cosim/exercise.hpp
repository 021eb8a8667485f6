// Everything that a network of any family can be made to do, for lockstep to compare meanwhile.
#pragma once

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "../is_family.hpp"
#include "../lone_message.hpp"
#include "family/cut_through/config.hpp"
#include "family/iba/config.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/linear/config.hpp"
#include "family/linear/exercise.hpp"
#include "family/mesh/config.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/mway/zero_load.hpp"
#include "family/wormhole/config.hpp"
#include "geometry/grid.hpp"
#include "iba_traffic.hpp"
#include "illegal_flits.hpp"
#include "runs/no_traffic.hpp"
#include "runs/run_options.hpp"
#include "upsets.hpp"

namespace wayfarer {

struct ExerciseLoad {
  double load = 0;    ///< In the family's unit: unit_of.
  double stalls = 0;  ///< Probability that a terminal stalls in a cycle.
};

struct ExerciseOptions {
  std::uint64_t seed = 1;
  Cycle cycles = 1000;              ///< Cycles per run.
  std::vector<ExerciseLoad> loads;  ///< None: the family's.
};

/// Near idle, busy, saturated, and saturated with stalls.
inline std::vector<ExerciseLoad> loads_of(const NetworkConfig& config) {
  if (is_family(config, "mway")) return {{0.05, 0}, {0.7, 0.05}, {1.4, 0}, {1.4, 0.3}};
  if (is_family(config, "linear")) return {{0.05, 0}, {0.7, 0.05}, {1.5, 0}, {1.5, 0.3}};
  if (is_family(config, "iba")) return {{0.05, 0}, {0.3, 0.05}, {0.9, 0}, {0.9, 0.3}};
  if (is_family(config, "cut_through")) return {{0.03, 0}, {0.2, 0.05}, {0.8, 0}, {0.8, 0.3}};
  return {{0.05, 0}, {0.5, 0.05}, {1.5, 0}, {1.5, 0.3}};
}

inline LoadUnit unit_of(const NetworkConfig& config) {
  const bool flits = is_family(config, "iba") || is_family(config, "cut_through");
  return flits ? LoadUnit::kFlits : LoadUnit::kNormalized;
}

/// Lengths of messages, from none to the longest that make sense.
inline std::string lengths_of(const NetworkConfig& config) {
  if (config.max_message_bytes() == 0) return "0";
  if (is_family(config, "mway"))
    return fmt::format("0,{},{}", config.flit_bytes(),
                       std::min(5 * config.flit_bytes(), config.max_message_bytes()));
  if (is_family(config, "iba"))
    return fmt::format("0,{},{}", config.message_bytes / 2, config.message_bytes);
  constexpr unsigned kLong = 200;
  if (is_family(config, "cut_through") || config.max_message_bytes() < kLong)
    return fmt::format("0,{},{}", config.flit_bytes(), config.max_message_bytes());
  return fmt::format("0,8,56,{}", kLong);
}

/// The load, or the highest one that sources can offer: a message per terminal and cycle, which
/// does not saturate a very small network.
inline double within_sources(double load, const NetworkConfig& config, RunOptions options) {
  constexpr double kSmall = 0.01;
  options.load.value = kSmall * load;
  const double rate = message_rate(config, *options.traffic.lengths, options.load) / kSmall;
  return rate > 1 ? 0.9999 * load / rate : load;
}

/// Random traffic at every load; `pattern` empty: the family's. Throws CheckFailed.
inline void run_loads(Network& network, const NetworkConfig& config,
                      const ExerciseOptions& exercise, const std::string& pattern = {}) {
  std::uint64_t seed = exercise.seed;
  for (const ExerciseLoad& load : exercise.loads.empty() ? loads_of(config) : exercise.loads) {
    RunOptions options;
    options.load.unit = unit_of(config);
    options.stall_probability = load.stalls;
    options.gap_probability = load.stalls;
    options.traffic.process = parse_process(load.stalls > 0 ? "bursts:4" : "bernoulli");
    if (!pattern.empty()) options.traffic.pattern = parse_pattern(pattern);
    options.seed = seed++;
    options.traffic.lengths = parse_lengths(lengths_of(config));
    options.load.value = within_sources(load.load, config, options);
    if (load.stalls > 0 && pattern.rfind("multicast", 0) != 0)
      options.traffic.reply =
          parse_reply(fmt::format("{}:3", std::min(8u, config.max_message_bytes())));
    options.cycles = exercise.cycles;
    options.warmup = exercise.cycles / 3;
    try {
      (void)run_simulation(network, config, options);
    } catch (const NoTraffic&) {
      // A draw of two or three terminals, each to itself; other runs have traffic.
    }
  }
}

inline bool carries_groups(const NetworkConfig& config) {
  const std::vector<PatternKind> kinds = config.own->pattern_kinds();
  return std::find(kinds.begin(), kinds.end(), PatternKind::kMulticast) != kinds.end();
}

/// Messages to groups, and to all.
inline void run_groups(Network& network, const NetworkConfig& config,
                       const ExerciseOptions& options) {
  for (const char* const pattern : {"multicast:60:50:50", "multicast:100:100"})
    run_loads(network, config, options, pattern);
}

/// Illegal flits, and in InfiniBand meshes packets and tables that no manager writes. Returns the
/// causes on the error ports.
inline std::uint8_t run_faults(Network& network, const NetworkConfig& config,
                               const ExerciseOptions& exercise) {
  const std::uint64_t seed = exercise.seed;
  if (is_family(config, "mway")) {
    // Groups that are empty or have a processor that does not exist, and one that is legal.
    const TerminalId last = config.terminals() - 1;
    if (carries_groups(config))
      network.find<MwayGroups>()->set_groups({{0, {}}, {0, {0, last + 1}}, {0, {0, last}}});
    // Every other terminal offends: for long enough, where there are few.
    const Cycle cycles = std::max(exercise.cycles, Cycle{20'000} / config.terminals());
    return run_offenders(network, config, seed, cycles).causes;
  }
  std::uint8_t causes = 0;
  const auto note = [&causes](std::uint8_t more) {
    causes = static_cast<std::uint8_t>(causes | more);
  };
  if (is_family(config, "iba")) {
    for (const std::uint64_t run : {1, 2, 3})
      note(run_iba(network, config, seed + run, exercise.cycles, true));
    return causes;
  }
  note(run_illegal(network, seed, exercise.cycles));
  const bool cut_through = is_family(config, "cut_through");
  note(run_nearly_legal(network, seed + 1, exercise.cycles,
                        cut_through ? mesh_of(config).depth : 8));
  return causes;
}

/// Whether endpoints cut the longest messages of an InfiniBand mesh into several packets.
inline bool cuts_messages(const NetworkConfig& config) {
  const unsigned most = segment_flits(config);
  return most != 0 && config.data_flits(config.message_bytes) > most;
}

/// The causes that run_faults meets at least. (In an m-way network every address can be a
/// processor's, but not every bit of a header with destinations is one's.)
inline std::uint8_t causes_of(const NetworkConfig& config) {
  if (is_family(config, "mway"))
    return kErrorOrder | kErrorLength | (carries_groups(config) ? kErrorDestination : 0);
  if (is_family(config, "iba"))
    return kErrorOrder | kErrorLength | kErrorRoute | (cuts_messages(config) ? kErrorSequence : 0) |
           (iba_of(config).lifetime != 0 ? kErrorLifetime : 0);
  return kErrorOrder | kErrorDestination | (is_family(config, "cut_through") ? kErrorLength : 0);
}

/// Holds the time of a message alone against the closed form.
inline void check_alone(Network& network, const LoneMessage& message, Cycle expected) {
  const Cycle measured = tail_cycle(network, message);
  if (measured == expected) return;
  throw CheckFailed(fmt::format("{} flits alone from {} to {} take {} cycles; closed form: {}",
                                message.flits, message.from, message.to, measured, expected));
}

/// A lone message to a group is at each member when one to that member alone would be.
inline void run_lone_multicasts(Network& network, const NetworkConfig& config, unsigned flits) {
  std::vector<MulticastGroup> groups;
  for (TerminalId source = 0; source < config.terminals(); ++source) {
    for (const unsigned percent : {30u, 60u, 100u}) {  // of the members
      Random random(percent, source, Purpose::kTest, 0);
      MulticastGroup group{source, {}};
      for (TerminalId member = 0; member < config.terminals(); ++member)
        if (random.below(100) < percent || member == source) group.members.push_back(member);
      groups.push_back(group);
    }
  }
  network.find<MwayGroups>()->set_groups(groups);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const auto& [source, members] = groups[group];
    network.reset();
    const LoneMessage message{source, multicast_destination(group), flits,
                              (flits - 1) * config.flit_bytes()};
    const std::vector<Cycle> tails = tail_cycles(network, message, members);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Cycle expected = zero_load_latency(config, source, members[i], flits - 1) - 1;
      if (tails[i] != expected)
        throw CheckFailed(
            fmt::format("a multicast of {} flits alone is from {} at {} in {} "
                        "cycles; closed form: {}",
                        flits, source, members[i], tails[i], expected));
    }
  }
}

/// A message alone, from everywhere to everywhere, takes as long as the closed form says. Throws
/// CheckFailed.
inline void run_alone(Network& network, const NetworkConfig& config) {
  const std::uint32_t terminals = config.terminals();
  const auto each_pair = [&](std::initializer_list<unsigned> lengths, const auto& check) {
    for (const unsigned flits : lengths)
      for (TerminalId from = 0; from < terminals; ++from)
        for (TerminalId to = 0; to < terminals; ++to) check(from, to, flits);
  };
  network.reset();
  if (is_family(config, "mway")) {
    if (mway_of(config).stat == Stat::kCyclic) return;  // depends on whose turn it is
    const bool multicast = has_groups(mway_of(config).variant);
    const unsigned longest = multicast ? std::min(5u, mway_of(config).depth) : 5;
    each_pair({2, longest}, [&](TerminalId from, TerminalId to, unsigned flits) {
      if (crosses_a_channel_twice(config, from, to)) return;
      network.reset();  // drivers are those after reset
      check_alone(network, {from, to, flits, (flits - 1) * config.flit_bytes()},
                  zero_load_latency(config, from, to, flits - 1) - 1);
    });
    if (multicast) run_lone_multicasts(network, config, longest);
  } else if (is_family(config, "iba")) {
    // t + 2 H + F + 1 (docs/iba.md), and a cycle in endpoints that put messages together.
    const IbaMesh mesh(config.topology);
    const auto apart = [](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
    load_subnet_tables(make_subnet_tables(config, {}), *network.find<Management>());
    each_pair(
        {1, largest_packet_flits(config)}, [&](TerminalId from, TerminalId to, unsigned flits) {
          const unsigned hops = apart(mesh.x(from), mesh.x(to)) + apart(mesh.y(from), mesh.y(to));
          const unsigned bytes = (flits - 1) * config.flit_bytes();
          check_alone(network, {from, to, flits, bytes, to % iba_of(config).virtual_lanes},
                      2 * hops + flits + 1 + (segment_flits(config) != 0 ? 1 : 0));
          network.step();  // credit is back
        });
  } else if (is_family(config, "cut_through")) {
    const Grid topology(config.topology, HalfWay::kStraight);
    const unsigned pipeline = cut_through_of(config).pipeline;
    const unsigned longest = mesh_of(config).depth;
    each_pair({1, std::min(2u, longest), longest},
              [&](TerminalId from, TerminalId to, unsigned flits) {
                check_alone(network, {from, to, flits},
                            flits + pipeline + topology.distance(from, to) * (pipeline + 1));
              });
  } else if (is_family(config, "wormhole") &&
             wormhole_of(config).routing != WormholeRoutingKind::kValiant) {
    // t + h (1 + registers) + F, one more with registered connections. Flits wait for credits where
    // a buffer is shorter than their way: B flits a round trip (docs/wormhole.md). Valiant's h is
    // drawn.
    const Grid topology(config.topology);
    const unsigned registers = wormhole_of(config).link_registers;
    const unsigned hop = 1 + wormhole_of(config).pipeline + registers;
    const unsigned depth = mesh_of(config).depth;
    const unsigned ejection = wormhole_of(config).pipeline == 2 ? 1 : 0;
    each_pair({1, 5}, [&](TerminalId from, TerminalId to, unsigned flits) {
      const unsigned links = topology.distance(from, to);
      const unsigned round_trip = std::max(depth, links == 0 ? 2 : 2 + 2 * registers);
      check_alone(
          network, {from, to, flits},
          links * hop + ejection + 1 + (flits - 1) / depth * round_trip + (flits - 1) % depth);
      for (unsigned i = 0; i <= registers; ++i) network.step();  // all credits are back
    });
  }
}

/// Random traffic with other clocks at each load: from nearly equal ones to a ratio of 1:4, in
/// phase and not; then, with equal ones, messages alone.
inline void run_clocks(Network& network, const NetworkConfig& config,
                       const ExerciseOptions& exercise) {
  auto& clocks = *network.find<MwayClocks>();
  const auto set = [&](unsigned spread, unsigned skew, unsigned seed) {
    NetworkConfig other = config;
    mway_of(other).clock_spread = spread;
    mway_of(other).clock_skew = skew;
    mway_of(other).clock_seed = seed;
    clocks.set_clocks(draw_clocks(other));
  };
  const unsigned kinds[][2] = {{0, 0}, {0, 100}, {5, 0}, {100, 100}, {300, 50}};
  unsigned seed = 0;
  for (const auto& [spread, skew] : kinds) {
    set(spread, skew, ++seed);
    run_loads(network, config, {exercise.seed + seed, exercise.cycles, exercise.loads});
  }
  set(0, 0, 1);
  run_alone(network, config);
  clocks.set_clocks(draw_clocks(config));
}

/// All of the above, and what only some families have: multicast, upsets, counters, hosts' own
/// programs.
/// Throws CheckFailed, in lockstep LockstepMismatch.
inline void exercise(Network& network, const NetworkConfig& config,
                     const ExerciseOptions& options = {}) {
  run_loads(network, config, options);
  if (is_family(config, "linear"))
    for (std::uint64_t program = 0; program < 8; ++program)
      if (exercise_linear(network, config, options.seed + program, options.cycles) == 0)
        throw CheckFailed("the hosts' programs deliver nothing");
  if (carries_groups(config)) run_groups(network, config, options);
  for (const unsigned mappings : {20u, 400u})
    if (is_family(config, "mway") && mway_of(config).variant == MwayVariant::kGuarded)
      run_upsets(network, config, {options.seed, options.cycles, 20, mappings, 100});
  if (is_family(config, "iba")) {
    const unsigned late = iba_of(config).lifetime != 0 ? kErrorLifetime | kErrorSequence : 0;
    if ((run_iba(network, config, options.seed, options.cycles, false) & ~late) != 0)
      throw CheckFailed("a legal packet was refused");
    if (forwarded(network, config) <= config.terminals())
      throw CheckFailed("the switches have not counted what they forward");
  }
  if (network.find<MwayClocks>() != nullptr)
    run_clocks(network, config, options);
  else
    run_alone(network, config);
  const unsigned missing = causes_of(config) & ~run_faults(network, config, options);
  if (missing != 0) throw CheckFailed(fmt::format("no flit is refused for causes {:#x}", missing));
}

}  // namespace wayfarer
