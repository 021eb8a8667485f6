// Properties of the bufferless torus model: delivery exactly once, the closed form of latency
// without contention, the cost and the maximum number of deflections, and the numbers of
// docs/deflection.md. tests/cosim checks equality with hardware.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "../lone_message.hpp"
#include "core/random.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/dependencies.hpp"
#include "family/deflection/torus.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

NetworkConfig torus_config(unsigned columns, unsigned rows, unsigned depth = 2) {
  NetworkConfig config = deflection_config();
  config.name = "torus";
  config.topology.extents = {columns, rows};
  deflection_of(config).depth = depth;
  validate(config);
  return config;
}

/// Sends a flit from `from` to `to` if there is room; returns whether there was.
bool send(Network& network, TerminalId from, TerminalId to, MessageId message) {
  if (network.injection_ready()[from] == 0) return false;
  network.offer(from, 0, {Tag::kSingle, 0, message, to, 0});
  return true;
}

/// Statistics of a finite number of random flits.
struct Totals {
  std::uint64_t east = 0;       ///< Flits on links east,
  std::uint64_t deflected = 0;  ///< of which deflected.
  std::uint64_t south = 0;
  std::uint64_t passed_by = 0;  ///< On links south out of their row.
  std::uint64_t columns = 0;    ///< Hops of the paths without deflection.
  std::uint64_t rows = 0;
  std::uint64_t most = 0;  ///< Deflections that docs/deflection.md allows.
  std::uint64_t delivered = 0;
};

Totals drain(const NetworkConfig& config, unsigned flits, std::uint64_t seed, bool one_column) {
  const UnidirectionalTorus torus(config.topology);
  const auto network = make_model(config);
  Totals totals;
  std::vector<std::uint64_t> to_column(torus.columns());
  std::vector<TerminalId> destinations;
  std::vector<unsigned> sent(torus.nodes());
  const auto destination = [&](TerminalId source, unsigned number) {
    const TerminalId to = Random(seed, source, Purpose::kTest, number).below(torus.nodes());
    return one_column ? to / torus.columns() * torus.columns() : to;
  };
  for (Cycle now = 0; now < 100'000 && totals.delivered < flits * torus.nodes(); ++now) {
    for (TerminalId source = 0; source < torus.nodes(); ++source) {
      if (sent[source] == flits) continue;
      const TerminalId to = destination(source, sent[source]);
      if (!send(*network, source, to, static_cast<MessageId>(destinations.size()))) continue;
      destinations.push_back(to);
      ++sent[source];
      ++to_column[torus.x(to)];
      totals.columns += torus.columns_between(source, to);
      totals.rows += torus.rows_between(source, to);
    }
    network->step();
    for (const Transfer& transfer : network->transfers()) {
      const bool south = transfer.channel % 2 != 0;
      ++(south ? totals.south : totals.east);
      (south ? totals.passed_by : totals.deflected) += transfer.driver;
    }
    for (const Delivery& delivery : network->deliveries()) {
      REQUIRE(destinations.at(delivery.message) == delivery.terminal);
      destinations[delivery.message] = kNoTerminal;  // once
      ++totals.delivered;
    }
  }
  REQUIRE(totals.delivered == flits * torus.nodes());
  for (const std::uint64_t count : to_column) totals.most += count * (count - 1);
  return totals;
}

}  // namespace

TEST_CASE("batches drain with and without stalls, without loss or damage", "[model]") {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    Random random(1, 0, Purpose::kTest, trial);
    const unsigned columns = 1 + random.below(6);
    const NetworkConfig config = torus_config(columns, 1 + random.below(6), 1 + random.below(4));
    INFO(to_toml(config));
    RunOptions options;
    options.traffic.pattern = parse_pattern(trial % 2 == 0 ? "uniform:self" : "single-random:self");
    options.traffic.process = parse_process("batch:50");
    options.seed = trial;
    options.cycles = 1'000'000;
    options.warmup = 0;
    options.stall_probability = trial % 3 == 0 ? 0.5 : 0;
    const auto network = make_model(config);
    CHECK(run_simulation(*network, config, options).verdict == Verdict::kCompleted);
  }
}

TEST_CASE("latency without contention is dx + dy + 1", "[model]") {
  for (const auto& [columns, rows] :
       std::vector<std::pair<unsigned, unsigned>>{{4, 4}, {5, 3}, {1, 6}, {6, 1}, {16, 16}}) {
    const NetworkConfig config = torus_config(columns, rows);
    const UnidirectionalTorus torus(config.topology);
    const auto network = make_model(config);
    for (TerminalId from = 0; from < torus.nodes(); ++from) {
      for (TerminalId to = 0; to < torus.nodes(); ++to) {
        const unsigned dx = (to % columns + columns - from % columns) % columns;
        const unsigned dy = (to / columns + rows - from / columns) % rows;
        REQUIRE(tail_cycle(*network, {from, to}) == dx + dy + 1);
        REQUIRE(torus.zero_load_cycles(from, to) == dx + dy + 1);
      }
    }
  }
}

TEST_CASE("without stalls a flit goes south once; a deflection is one trip around the row",
          "[model]") {
  const bool one_column = GENERATE(false, true);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto columns = static_cast<unsigned>(2 + seed % 5);
    const Totals totals =
        drain(torus_config(columns, static_cast<unsigned>(2 + seed % 4)), 30, seed, one_column);
    CHECK(totals.south == totals.rows);
    CHECK(totals.passed_by == 0);
    CHECK(totals.east == totals.columns + columns * totals.deflected);
    CHECK(totals.deflected > 0);
    CHECK(totals.deflected <= totals.most);
  }
}

TEST_CASE("a stream of flits from the north can block one from the west indefinitely", "[model]") {
  constexpr unsigned kColumns = 4;
  const NetworkConfig config = torus_config(kColumns, 3);
  const auto network = make_model(config);
  constexpr TerminalId kNorth = 2;              // column 2, row 0
  constexpr TerminalId kTarget = kColumns + 2;  // column 2, row 1
  constexpr TerminalId kWest = kColumns + 1;    // column 1, row 1
  constexpr MessageId kStarved = 1;
  const unsigned stream = GENERATE(10u, 100u, 1000u);
  Cycle last_of_stream = 0;
  Cycle arrival = 0;
  unsigned sent = 0;
  for (Cycle now = 0; now < 2000; ++now) {
    if (sent < stream && send(*network, kNorth, kTarget, 2)) ++sent;
    if (now == 4) CHECK(send(*network, kWest, kTarget, kStarved));
    network->step();
    for (const Delivery& delivery : network->deliveries()) {
      CHECK(delivery.terminal == kTarget);
      (delivery.message == kStarved ? arrival : last_of_stream) = now;
    }
  }
  CHECK(sent == stream);
  CHECK(arrival > last_of_stream);
  CHECK(arrival <= last_of_stream + kColumns);
}

TEST_CASE("flits to a stalled terminal circulate and arrive when it is ready", "[model]") {
  const NetworkConfig config = torus_config(3, 3);
  const auto network = make_model(config);
  network->stall_ejection(4, true);
  network->step();
  CHECK(send(*network, 1, 4, 1));  // comes from the north
  CHECK(send(*network, 3, 4, 2));  // comes from the west
  CHECK(send(*network, 4, 4, 3));  // waits
  unsigned passed_by = 0;
  unsigned deflected = 0;
  for (Cycle now = 0; now < 20; ++now) {
    network->step();
    CHECK(network->deliveries().empty());
    for (const Transfer& transfer : network->transfers())
      (transfer.channel % 2 != 0 ? passed_by : deflected) += transfer.driver;
  }
  CHECK(passed_by > 4);
  CHECK(deflected > 4);
  network->stall_ejection(4, false);
  unsigned delivered = 0;
  for (Cycle now = 0; now < 10; ++now) {
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
  }
  CHECK(delivered == 3);
}

TEST_CASE("illegal flits are refused individually", "[model]") {
  const NetworkConfig config = torus_config(3, 2);
  const auto network = make_model(config);
  const auto causes = [&](Tag tag, TerminalId destination) {
    network->offer(0, 0, {tag, 0, 9, destination, 0});
    network->step();
    return network->errors().empty() ? 0u : unsigned{network->errors().front().causes};
  };
  for (const Tag tag : {Tag::kHeader, Tag::kBody, Tag::kTail}) CHECK(causes(tag, 1) == kErrorOrder);
  CHECK(causes(Tag::kSingle, 6) == kErrorDestination);
  CHECK(causes(Tag::kSingle, 5) == 0);
  CHECK(tail_cycle(*network, {3, 5}) == 3);
}

TEST_CASE("flits of 32 bits have room for 15 columns and rows", "[model]") {
  NetworkConfig config = deflection_config();
  config.flit_bits = 32;
  config.topology.extents = {15, 15};
  CHECK_NOTHROW(validate(config));
  config.topology.extents = {4, 16};
  CHECK(config_error(config).find("legal: 64 or more, or at most 15 columns and rows") !=
        std::string::npos);
}

TEST_CASE("links are the resources, and flits never wait for them", "[dependency]") {
  const DependencyGraph graph = deflection_dependencies(torus_config(4, 3));
  CHECK(graph.routes() == 12 * 11);
  CHECK(graph.resources() == 24);
  CHECK(graph.dependencies() == 0);
  CHECK(graph.find_cycle().empty());
}

TEST_CASE("docs/deflection.md has the model's throughput", "[model]") {
  std::ifstream file(WAYFARER_SOURCE_DIR "/docs/deflection.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const char* name : {"deflection4x4", "deflection16x16"}) {
    const NetworkConfig config = load_config(find_config(name));
    RunOptions options;
    options.load.value = 1;
    options.cycles = 20'000;
    options.warmup = 6'000;
    const auto network = make_model(config);
    const SimulationResult result = run_simulation(*network, config, options);
    const std::string row = fmt::format("| `{}` | {:.3f} | {:.3f} |", name,
                                        saturation_bound(config), result.measured.accepted_flits);
    INFO(row);
    CHECK(page.find(row) != std::string::npos);
  }
}
