// A network that counts the flits on its channels and one that lists them report the same run. The
// run. So do one that takes whole messages and one that takes flits: in all shipped networks that
// do both, for every pattern and process. The table of channels has every channel once, where it is
// and where it leads, and its mean is the run's utilisation: in every family, mesh and torus, with
// extents from 1 on.
#include <algorithm>
#include <map>
#include <numeric>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/message_port.hpp"
#include "family/registry.hpp"
#include "runs/channel_table.hpp"
#include "runs/report.hpp"
#include "runs/run_options.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;

namespace {

SimulationResult run(Network& network, const NetworkConfig& config) {
  RunOptions options;
  options.load.value = 0.7;
  options.load.unit = LoadUnit::kNormalized;
  options.cycles = 3000;
  options.warmup = 500;
  options.stall_probability = 0.05;
  return run_simulation(network, config, options);
}

/// A network of every family that has extents, of these, as mesh and torus where both are legal.
std::vector<NetworkConfig> grids() {
  const std::vector<std::vector<unsigned>> all = {{1, 1}, {1, 3}, {3, 1}, {2, 2},    {2, 3},
                                                  {3, 2}, {3, 3}, {4, 2}, {2, 1, 3}, {2, 2, 2}};
  std::map<std::string, NetworkConfig> families;
  for (const std::string& name : shipped_configs()) {
    NetworkConfig config = load_config(find_config(name));
    if (!config.topology.extents.empty() && config.terminals() <= 16)
      families.emplace(config.family(), std::move(config));
  }
  REQUIRE(families.size() == family_names().size() - 1);  // All but that of trees.
  std::vector<NetworkConfig> found;
  for (auto& [name, config] : families)
    for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus})
      for (const std::vector<unsigned>& extents : all) {
        NetworkConfig changed = config;
        changed.topology.kind = kind;
        changed.topology.extents = extents;
        try {
          validate(changed);
        } catch (const UsageError&) {
          continue;
        }
        // One-way links are those of a torus, whatever the key says.
        if (kind == TopologyKind::kTorus || !family_of(changed).map(changed).y_leads_south)
          found.push_back(std::move(changed));
      }
  return found;
}

double mean_of_table(const NetworkConfig& config, const Measurements& measured) {
  double sum = 0;
  const std::vector<ChannelPlace> places = channel_places(config);
  for (const ChannelPlace& place : places) sum += measured.channel_utilisation[place.channel];
  return places.empty() ? 0 : sum / static_cast<double>(places.size());
}

/// The channel that a lone message between neighbours crosses.
ChannelId crossed(const NetworkConfig& config, TerminalId from, TerminalId to) {
  RunOptions options;
  options.workload = make_trace_workload({{0, from, to, 16}}, config.terminals(), 16);
  options.cycles = 100;
  options.warmup = 0;
  const auto used =
      run_simulation(*make_model(config), config, options).measured.channel_utilisation;
  CHECK(std::count(used.begin(), used.end(), 0.0) + 1 == static_cast<long>(used.size()));
  return static_cast<ChannelId>(std::max_element(used.begin(), used.end()) - used.begin());
}

}  // namespace

TEST_CASE("the table of channels has each where it is, and the utilisation", "[observation]") {
  const std::vector<NetworkConfig> all = grids();
  REQUIRE(all.size() > 60);
  for (const NetworkConfig& config : all) {
    const std::vector<unsigned>& extents = config.topology.extents;
    const bool torus = config.topology.torus();
    INFO(config.name << " " << fmt::format("{}", fmt::join(extents, "x")) << " " << torus);
    const NetworkMap map = family_of(config).map(config);
    std::map<std::vector<unsigned>, NodeNumber> nodes;
    for (NodeNumber node = 0; node < map.nodes.size(); ++node) nodes[map.nodes[node]] = node;
    REQUIRE(nodes.size() == config.topology.nodes());
    std::map<std::string, unsigned> counts;
    for (const ChannelPlace& place : channel_places(config)) {
      ++counts[place.direction];
      REQUIRE(place.coordinates == map.nodes[place.from]);
      if (place.direction == "bus") continue;
      const auto dimension = std::string("xyzw").find(place.direction[1]);
      std::vector<unsigned> to = place.coordinates;
      const unsigned extent = extents[dimension];
      to[dimension] += place.direction[0] == '+' ? 1 : torus ? extent - 1 : ~0u;
      if (torus) to[dimension] %= extent;
      REQUIRE(nodes.at(to) == place.to);
    }
    const unsigned size = config.topology.nodes();
    const bool one_way = map.y_leads_south;
    if (counts["bus"] != 0) CHECK(counts["bus"] == size);
    for (std::size_t d = 0; d < extents.size() && counts["bus"] == 0; ++d) {
      const unsigned expected = one_way           ? size
                                : extents[d] == 1 ? 0
                                : torus           ? size
                                                  : size / extents[d] * (extents[d] - 1);
      CHECK(counts[std::string("+") + "xyzw"[d]] == expected);
      CHECK(counts[std::string("-") + "xyzw"[d]] == (one_way ? 0 : expected));
    }
    if (size == 1) continue;
    const SimulationResult result = run(*make_model(config), config);
    CHECK(result.measured.utilisation > 0);
    CHECK(result.measured.utilisation == Approx(mean_of_table(config, result.measured)).margin(0));
  }
}

TEST_CASE("a message to a neighbour crosses the channel of that direction", "[observation]") {
  for (const NetworkConfig& config : grids()) {
    const NetworkMap map = family_of(config).map(config);
    if (config.topology.torus() || map.channels.empty() || map.channels[0].direction == "bus")
      continue;
    INFO(config.name << " " << fmt::format("{}", fmt::join(config.topology.extents, "x")));
    for (const ChannelPlace& place : channel_places(config))
      CHECK(crossed(config, place.from, place.to) == place.channel);
  }
}

TEST_CASE("an InfiniBand mesh has x and y as its page says", "[observation]") {
  NetworkConfig config = load_config(find_config("iba4x4"));
  config.topology.extents = {2, 4};  // Columns and rows: the terminal at (x, y) is 4 x + y.
  for (const ChannelPlace& place : channel_places(config)) {
    CHECK(place.coordinates == std::vector<unsigned>{place.from / 4, place.from % 4});
    constexpr const char* kPorts[] = {"+x", "+y", "-x", "-y"};  // East, north, west, south.
    CHECK(place.direction == kPorts[place.channel % 4]);
  }
}

TEST_CASE("small shipped networks: counted flits equal the listed ones", "[observation]") {
  const std::string name = GENERATE(from_range(shipped_configs()));
  INFO(name);
  const NetworkConfig config = load_config(find_config(name));
  if (config.terminals() > 32) return;
  const auto counts = make_model(config);
  // Lockstep compares lists, so its engines always make them.
  const auto lists = make_lockstep(config, make_model(config), make_model(config));
  const SimulationResult counted = run(*counts, config);
  const SimulationResult listed = run(*lists, config);
  CHECK(counted.measured.utilisation > 0);
  CHECK(counted.measured.channel_utilisation == listed.measured.channel_utilisation);
  CHECK(counted.measured.latency.mean == listed.measured.latency.mean);
}

TEST_CASE("a model lists transfers again when counting ends", "[observation]") {
  const NetworkConfig config = load_config(find_config("mesh4x4"));
  const auto network = make_model(config);
  std::vector<std::uint64_t> counts(network->shape().channels);
  REQUIRE(network->count_transfers(counts.data()));
  network->offer(0, 0, {Tag::kHeader, 0, 1, 15, 64});
  std::size_t moves = 0;
  for (unsigned cycle = 0; cycle < 4; ++cycle) {
    network->step();
    moves += network->moves();
    CHECK(network->transfers().empty());
  }
  CHECK(moves > 0);
  CHECK(std::accumulate(counts.begin(), counts.end(), std::size_t{0}) == moves);

  network->count_transfers(nullptr);
  const std::vector<std::uint64_t> before = counts;
  std::size_t listed = 0;
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    network->step();
    listed += network->transfers().size();
    CHECK(network->moves() == network->transfers().size());
  }
  CHECK(listed > 0);
  CHECK(counts == before);
}

TEST_CASE("whole messages and single flits give the same run", "[observation]") {
  constexpr std::uint32_t kMostTerminals = 64;
  const std::vector<std::string> patterns = {"uniform",        "uniform:self", "transpose:2",
                                             "hotspot:1+2:20", "local:2",      "full-random:drop",
                                             "bit-reversal",   "tornado",      "single-random"};
  const std::vector<std::string> processes = {"bernoulli", "bursts:4", "onoff:20:60", "periodic",
                                              "batch:8"};
  std::size_t runs = 0;
  std::size_t ports = 0;
  for (const std::string& name : shipped_configs()) {
    Point point;
    point.config = load_config(find_config(name));
    const auto network = make_model(point.config);
    if (network->find<MessagePort>() == nullptr) continue;
    ++ports;
    if (point.config.terminals() > kMostTerminals) continue;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      RunOptions& options = point.options;
      options.traffic.pattern = parse_pattern(patterns[i]);
      options.traffic.process = parse_process(processes[(runs + i) % processes.size()]);
      options.traffic.lengths = parse_lengths(i % 2 == 0 ? "64" : "8,16,64,128");
      options.load = {i % 3 == 0 ? 1.5 : 0.3, LoadUnit::kNormalized};
      options.cycles = options.traffic.process.finite() ? 100'000 : 1500;
      options.series = i % 2 == 0;
      options.by_driver = i % 3 == 1;
      options.seed = 1 + i;
      const bool short_ways = *std::max_element(point.config.topology.extents.begin(),
                                                point.config.topology.extents.end()) < 3;
      if (patterns[i] == "tornado" && short_ways) continue;  // nobody sends
      const std::uint32_t terminals = point.config.terminals();
      if (patterns[i] == "bit-reversal" && (terminals & (terminals - 1)) != 0) continue;
      const auto result_of = [&](bool single_flits) {
        options.single_flits = single_flits;
        const SimulationResult result = run_simulation(*network, point.config, options);
        // Statistics by driver see each flit.
        CHECK(result.whole_messages == (!single_flits && !options.by_driver));
        Json json = to_json(point, result);
        json.erase("interface");
        return json.dump();
      };
      INFO(name << " " << patterns[i] << " " << to_string(options.traffic.process));
      CHECK(result_of(false) == result_of(true));
      ++runs;
    }
  }
  CHECK((ports == 0 || runs > 20));  // a processor without vectors of bytes has no ports
}

TEST_CASE("latencies by class are those of the messages of each service level", "[observation]") {
  const std::string priority = R"(
    name = "priority"
    family = "iba"
    topology.extents = [4, 4]
    flit.bits = 128
    traffic.message_bytes = 128
    traffic.service_levels = 2
    router.virtual_lanes = 2
    router.lane_use = "by-level"
    router.arbitration = "tables"
    router.high_weights = [0, 255]
    router.low_weights = [1, 0]
    router.high_limit = 255
  )";
  const bool by_terminal = GENERATE(true, false);
  Point point;
  point.config = parse_config(priority + (by_terminal ? "traffic.levels_by = \"terminal\"\n" : ""),
                              "priority");
  point.options.load.value = 0.4;
  point.options.cycles = 20'000;
  const SimulationResult result =
      run_simulation(*make_model(point.config), point.config, point.options);
  const Measurements& measured = result.measured;
  REQUIRE(measured.class_latency.size() == 2);
  const LatencySummary& low = measured.class_latency[0];
  const LatencySummary& high = measured.class_latency[1];
  CHECK(low.count + high.count == measured.latency.count);
  CHECK(low.max == std::max(low.max, high.max));
  CHECK(low.mean > 1.2 * high.mean);
  const auto sum_of = [](const LatencySummary& latency) {
    return latency.mean * static_cast<double>(latency.count);
  };
  CHECK(sum_of(low) + sum_of(high) == Approx(sum_of(measured.latency)));
  if (by_terminal) {
    double sums[2] = {};
    for (TerminalId source = 0; source < 16; ++source)
      sums[source % 2] += measured.latency_by_source[source] *
                          static_cast<double>(measured.delivered_by_source[source]);
    CHECK(sums[0] == Approx(sum_of(low)));
    CHECK(sums[1] == Approx(sum_of(high)));
  }
  const Json json = to_json(point, result);
  CHECK(to_json(point, read_result(json))["class_latency"] == json["class_latency"]);
  CHECK(to_text(point, result).find("\nclass 1 ") != std::string::npos);
}
