// Messages that are sent from outside, and deliveries that are reported there.
#include "runs/co_simulation.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/registry.hpp"
#include "ideal_network.hpp"
#include "runs/run_options.hpp"
#include "small_mesh.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

constexpr unsigned kDelay = 3;

CoSimulation ideal() {
  return CoSimulation(std::make_unique<IdealNetwork>(16, kDelay), small_mesh());
}

CoSimulation model(const NetworkConfig& config) { return {make_model(config), config}; }

Trace drawn_trace(const TraceLimits& limits) {
  constexpr std::uint32_t kMessages = 300;
  constexpr std::uint32_t kCycles = 400;
  Trace trace;
  for (std::uint32_t i = 0; i < kMessages; ++i) {
    Random random(7, i, Purpose::kTest, 0);
    TraceMessage message;
    message.cycle = random.below(kCycles);
    message.source = random.below(limits.terminals);
    message.destination =
        (message.source + 1 + random.below(limits.terminals - 1)) % limits.terminals;
    message.bytes = static_cast<std::uint16_t>(random.below(limits.max_bytes % 200 + 1));
    trace.push_back(message);
  }
  std::sort(trace.begin(), trace.end(), [](const TraceMessage& a, const TraceMessage& b) {
    return std::pair(a.cycle, a.source) < std::pair(b.cycle, b.source);
  });
  return trace;
}

}  // namespace

TEST_CASE("messages that are sent go through the network as those of a trace", "[co-simulation]") {
  std::set<std::string> families;
  for (const std::string& name : shipped_configs()) {
    CAPTURE(name);
    const NetworkConfig config = load_config(find_config(name));
    if (config.terminals() > 64 || trace_limits(config).client_server) continue;
    families.insert(config.family());
    const Trace trace = drawn_trace(trace_limits(config));

    RunOptions options;
    options.workload = make_trace_workload(trace, config.terminals(), config.packet_bytes());
    options.cycles = 100'000;
    const auto network = make_model(config);
    const SimulationResult expected = run_simulation(*network, config, options);
    REQUIRE(expected.verdict == Verdict::kCompleted);

    CoSimulation simulation = model(config);
    std::uint64_t messages = 0;
    double latencies = 0;
    Cycle last = 0;
    simulation.on_delivery([&](const DeliveredMessage& message) {
      const TraceMessage& sent = trace[message.tag];
      CHECK((message.source == sent.source && message.destination == sent.destination &&
             message.bytes == sent.bytes && message.sent == sent.cycle));
      CHECK((message.started >= message.sent && message.delivered >= message.started));
      CHECK(simulation.now() == message.delivered + 1);
      ++messages;
      latencies += static_cast<double>(message.delivered - message.sent + 1);
      last = message.delivered;
    });
    for (std::size_t i = 0; i < trace.size(); ++i)
      simulation.send({trace[i].source, trace[i].destination, trace[i].bytes, i}, trace[i].cycle);
    while (simulation.next_event() != kNever) (void)simulation.advance(kNever);
    CHECK(messages == trace.size());
    CHECK(simulation.delivered() == messages);
    CHECK(last == expected.last_delivery);
    CHECK(latencies / static_cast<double>(messages) == Approx(expected.measured.latency.mean));
  }
  CHECK(families.size() >= 5);
}

TEST_CASE("an observer answers in the next cycle", "[co-simulation]") {
  CoSimulation simulation = ideal();
  std::vector<Cycle> deliveries;
  simulation.on_delivery([&](const DeliveredMessage& message) {
    deliveries.push_back(message.delivered);
    simulation.send({message.destination, message.source, message.bytes, message.tag + 1});
    CHECK_THROWS_WITH(simulation.send({0, 1, 16, 0}, message.delivered), Contains("legal: "));
    CHECK_THROWS_WITH(simulation.step(), Contains("legal there: send"));
  });
  simulation.send({2, 5, 16, 0});
  simulation.step(100);
  CHECK(simulation.now() == 100);
  // A header and a data flit; the answer is born in the cycle after the delivery.
  constexpr Cycle kRound = kDelay + 1 + 1;
  REQUIRE(deliveries.size() == 100 / kRound);
  for (std::size_t i = 0; i < deliveries.size(); ++i) CHECK(deliveries[i] == (i + 1) * kRound - 1);
}

TEST_CASE("time advances to deliveries, and the next event is known", "[co-simulation]") {
  CoSimulation simulation = ideal();
  CHECK(simulation.next_event() == kNever);
  CHECK_FALSE(simulation.advance(10));
  CHECK(simulation.now() == 10);
  simulation.send({0, 1, 16, 0}, 50);
  CHECK(simulation.next_event() == 50);
  CHECK_FALSE(simulation.advance(50));
  CHECK(simulation.next_event() == 50);
  CHECK(simulation.advance(1'000));
  CHECK(simulation.now() == 50 + kDelay + 2);
  CHECK(simulation.next_event() == kNever);
  CHECK_FALSE(simulation.advance(60));
  CHECK(simulation.now() == 60);
}

TEST_CASE("messages longer than the network's are one message to the user", "[co-simulation]") {
  const NetworkConfig config = load_config(find_config("romm-mesh4x4-2phase"));
  CoSimulation simulation = model(config);
  const std::uint32_t bytes = 3 * simulation.longest_message() + 1;
  std::vector<DeliveredMessage> deliveries;
  simulation.on_delivery([&](const DeliveredMessage& message) { deliveries.push_back(message); });
  simulation.send({0, 15, bytes, 9});
  CHECK(simulation.advance(100'000));
  REQUIRE(deliveries.size() == 1);
  CHECK(deliveries.front().bytes == bytes);
  CHECK(deliveries.front().tag == 9);
  CHECK(deliveries.front().started == 0);
  // Four headers, and the data.
  CHECK(simulation.delivered_flits() ==
        4 + 3 * config.data_flits(simulation.longest_message()) + config.data_flits(1));
}

TEST_CASE("what is not legal is refused, and nothing is sent", "[co-simulation]") {
  CoSimulation simulation = model(small_mesh());
  simulation.step(5);
  CHECK_THROWS_WITH(simulation.send({16, 0, 16, 0}), Contains("source 16; legal: 0 to 15"));
  CHECK_THROWS_WITH(simulation.send({0, 16, 16, 0}), Contains("destination 16; legal: 0 to 15"));
  CHECK_THROWS_WITH(simulation.send({0, 1, 16, 0}, 4), Contains("legal: 5, the next one"));
  CHECK(simulation.sent() == 0);
  CHECK(simulation.next_event() == kNever);
  for (const std::string& name : shipped_configs()) {
    CoSimulation flits = model(load_config(find_config(name)));
    if (flits.longest_message() == 0)
      CHECK_THROWS_WITH(flits.send({0, 1, 4, 0}), Contains("legal: 0"));
  }
  CoSimulation tree = model(load_config(find_config("tree8")));
  CHECK_THROWS_WITH(tree.send({0, 1, 4, 0}), Contains("legal: from a host to the server, 8"));
}

TEST_CASE("an exception of an observer leaves the other deliveries to be reported",
          "[co-simulation]") {
  CoSimulation simulation = ideal();
  std::vector<std::uint64_t> tags;
  simulation.on_delivery([&](const DeliveredMessage& message) {
    tags.push_back(message.tag);
    if (message.tag == 1) throw std::runtime_error("stop");
  });
  for (TerminalId source = 0; source < 4; ++source)
    simulation.send({source, 8 + source, 16, source});
  CHECK_THROWS_WITH(simulation.step(100), Contains("stop"));
  CHECK(tags == std::vector<std::uint64_t>{0, 1});
  const Cycle now = simulation.now();
  CHECK(simulation.advance(1'000));
  CHECK(simulation.now() == now);
  CHECK(tags == std::vector<std::uint64_t>{0, 1, 2, 3});
}

TEST_CASE("a fault of the network ends the co-simulation and stays", "[co-simulation]") {
  auto network = std::make_unique<IdealNetwork>(16, kDelay);
  network->tamper = [](Delivery& delivery) {
    delivery.intact = false;
    return true;
  };
  CoSimulation simulation(std::move(network), small_mesh());
  simulation.send({0, 1, 16, 0});
  CHECK_THROWS_AS(simulation.step(100), CheckFailed);
  const Cycle now = simulation.now();
  CHECK_THROWS_WITH(simulation.step(), Contains("its destination is another terminal"));
  CHECK(simulation.now() == now);
}

TEST_CASE("two networks in one process do not disturb each other", "[co-simulation]") {
  const NetworkConfig config = load_config(find_config("mesh4x4"));
  const auto run = [&](CoSimulation& simulation, std::vector<Cycle>& deliveries, auto&& between) {
    simulation.on_delivery(
        [&](const DeliveredMessage& message) { deliveries.push_back(message.delivered); });
    for (std::uint32_t i = 0; i < 100; ++i) {
      simulation.send({i % 16, (i * 5 + 1) % 16, 64, i});
      simulation.step();
      between(i);
    }
    simulation.step(1'000);
  };
  std::vector<Cycle> alone;
  CoSimulation first = model(config);
  run(first, alone, [](std::uint32_t) {});
  std::vector<Cycle> beside;
  std::vector<Cycle> other;
  CoSimulation second = model(config);
  CoSimulation third = model(load_config(find_config("fs-mesh4x4-star")));
  run(second, beside, [&](std::uint32_t i) {
    third.send({i % 16, (i + 3) % 16, 64, i});
    third.step(2);
  });
  CHECK(alone.size() == 100);
  CHECK(beside == alone);
  third.step(1'000);
  CHECK(third.delivered() == 100);
  // A message crosses channels, each flit of it once.
  std::uint64_t moves = 0;
  for (const std::uint64_t flits : first.channel_flits()) moves += flits;
  CHECK(moves >= first.delivered_flits());
}
