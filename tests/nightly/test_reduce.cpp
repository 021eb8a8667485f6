// Rationale: the smaller a failing case, the more useful. Recorded inputs fail again when they are
// replayed; a reduced case still fails, and no part of it can be removed.
// State space: saturated traffic with stalls; a fault of a single message, and one that needs two
// messages at the same time. Parameter space: an m-way mesh whose deliveries are corrupted at the
// network interface.
#include <catch2/catch.hpp>

#include <cstdio>
#include <set>

#include <fmt/format.h>

#include "../cosim/draws.hpp"
#include "../cosim/faulty_network.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/lockstep.hpp"
#include "core/random.hpp"
#include "family/mway/clocked/clocks.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/registry.hpp"
#include "reduce.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh() {
  NetworkConfig config = mway_config();
  config.name = "reduce-mesh";
  config.topology = {TopologyKind::kMesh, {4, 4}, 1};
  config.flit_bits = 32;
  validate(config);
  return config;
}

std::unique_ptr<RecordingNetwork> faulty(FaultyNetwork::Fault fault) {
  auto device = std::make_unique<FaultyNetwork>(make_mway_model(mesh()), std::move(fault));
  return std::make_unique<RecordingNetwork>(
      std::make_unique<LockstepNetwork>(make_mway_model(mesh()), std::move(device)));
}

/// Messages of four flits from everywhere to everywhere, and stalls.
void send(Network& network, Cycle cycles) {
  network.reset();
  const NetworkShape& shape = network.shape();
  std::vector<unsigned> next(shape.terminals);
  for (Cycle now = 0; now < cycles; ++now) {
    for (TerminalId t = 0; t < shape.terminals; ++t) {
      Random random(7, t, Purpose::kTest, now);
      if (random.below(20) == 0) network.stall_ejection(t, random.below(4) == 0);
      if ((network.injection_ready()[t] & 1) == 0) continue;
      Flit flit;
      flit.index = static_cast<std::uint16_t>(next[t]);
      flit.tag = next[t] == 0 ? Tag::kHeader : next[t] == 3 ? Tag::kTail : Tag::kBody;
      flit.message = t;
      flit.destination = random.below(shape.terminals);
      flit.length_bytes = static_cast<std::uint16_t>(3 * shape.flit_bytes);
      network.offer(t, 0, flit);
      next[t] = (next[t] + 1) % 4;
    }
    network.step();
  }
}

/// The recorded run of a network that fails within 500 cycles.
Stimulus failing_run(RecordingNetwork& network) {
  REQUIRE_THROWS_AS(send(network, 500), LockstepMismatch);
  return network.recorded();
}

/// Writes it to a file and reads that.
Stimulus through_file(const Stimulus& stimulus, const char* name) {
  const std::string path = fmt::format("{}/reduce-{}.txt", WAYFARER_TEST_FOLDER, name);
  write_output(path, to_text(stimulus));
  return read_stimulus(path);
}

CyclesToFailure failure_in(RecordingNetwork& network) {
  return [&network](const Stimulus& stimulus) -> std::optional<Cycle> {
    try {
      replay(stimulus, network);
    } catch (const LockstepMismatch&) {
      return network.recorded().cycles;
    }
    return std::nullopt;
  };
}

}  // namespace

TEST_CASE("a recorded run replays identically, also from a file", "[stimulus]") {
  const auto network = faulty([](std::vector<Delivery>& deliveries) {
    for (Delivery& delivery : deliveries) delivery.intact &= delivery.terminal != 5;
  });
  const Stimulus recorded = failing_run(*network);
  CHECK(recorded.inputs.size() > 20);
  CHECK(failure_in(*network)(recorded) == recorded.cycles);
  CHECK(through_file(recorded, "inputs") == recorded);
}

TEST_CASE("groups are recorded, and stay over a reset", "[stimulus]") {
  NetworkConfig config = mesh();
  mway_of(config).freeing = Freeing::kLate;
  mway_of(config).depth = 4;
  mway_of(config).variant = MwayVariant::kMulticast;
  config.flit_bits = 64;
  config.message_bytes = 24;
  validate(config);
  RecordingNetwork network(make_mway_model(config));
  network.find<MwayGroups>()->set_groups({{0, {1}}, {0, {}}, {0, {3, 9}}});
  network.reset();
  Flit flit;
  flit.destination = multicast_destination(2);
  for (const Tag tag : {Tag::kHeader, Tag::kTail}) {
    flit.tag = tag;
    network.offer(0, 0, flit);
    network.step();
  }
  std::set<TerminalId> receivers;
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    network.step();
    CHECK(network.errors().empty());
    for (const Delivery& delivery : network.deliveries()) receivers.insert(delivery.terminal);
  }
  CHECK(receivers == std::set<TerminalId>{3, 9});

  const Stimulus recorded = through_file(network.recorded(), "groups");
  CHECK(recorded == network.recorded());
  const auto again = make_mway_model(config);
  again->find<MwayGroups>()->set_groups({{0, {5}}, {0, {5}}, {0, {5}}, {0, {5}}});
  replay(recorded, *again);
  CHECK(again->find<MwayGroups>()->groups().size() == 3);
  CHECK(again->find<MwayGroups>()->groups()[2].members == std::vector<TerminalId>{3, 9});
}

TEST_CASE("clocks and edges are recorded, and clocks stay over a reset", "[stimulus]") {
  NetworkConfig config = mesh();
  mway_of(config).variant = MwayVariant::kClocked;
  mway_of(config).depth = 4;
  validate(config);
  RecordingNetwork network(make_mway_model(config));
  auto& clocks = *network.find<MwayClocks>();
  std::vector<MwayClock> skewed = clocks.clocks();
  REQUIRE(skewed.size() == 16);
  for (std::uint32_t channel = 0; channel < 16; ++channel)
    skewed[channel] = {kClockTicks + 70 * channel, 30 * channel};
  clocks.set_clocks(skewed);
  send(network, 500);
  for (const ChannelId channel : {1u, 6u}) {
    clocks.set_edges({channel, 4});
    network.step();
  }
  clocks.set_clocks(skewed);
  network.step();

  const Stimulus recorded = through_file(network.recorded(), "clocks");
  CHECK(recorded == network.recorded());
  const auto again = make_mway_model(config);  // has other clocks
  replay(recorded, *again);
  std::size_t deliveries = 0;
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    CHECK(again->drivers() == network.drivers());
    network.step();
    again->step();
    deliveries += network.deliveries().size();
  }
  CHECK(deliveries > 50);

  Stimulus wrong = recorded;
  REQUIRE(wrong.inputs.front().kind == Input::Kind::kClocks);
  wrong.inputs.front().numbers.pop_back();
  CHECK_THROWS_WITH(replay(wrong, *again), Catch::Contains("31 numbers; legal: period"));
}

TEST_CASE("a wrong line of a stimulus file is named", "[stimulus]") {
  const std::string path = fmt::format("{}/reduce-wrong.txt", WAYFARER_TEST_FOLDER);
  const auto [text, complaint] = GENERATE(table<std::string, std::string>({
      {"# comment\n3 offer 1 2\n4 end\n", ":2: 2 numbers; legal: terminal port tag"},
      {"3 shout 1\n4 end\n", ":1: input 'shout'; legal: offer, stall"},
      {"x stall 1 1\n4 end\n", ":1: number"},
      {"1 stall 1 1\n", "ends without a line"},
      {"1\n", ":1: '1'; legal: CYCLE KIND NUMBERS"},
  }));
  write_output(path, text);
  CHECK_THROWS_WITH(read_stimulus(path), Catch::Contains(complaint));
}

TEST_CASE("a fault of one message reduces to that message", "[reduce]") {
  const auto network = faulty([](std::vector<Delivery>& deliveries) {
    for (Delivery& delivery : deliveries)
      delivery.intact &= delivery.terminal != 5 || delivery.index != 2;
  });
  const auto failure = failure_in(*network);
  const Stimulus smallest = reduce_stimulus(failing_run(*network), failure);
  REQUIRE(smallest.inputs.size() == 2);  // the header and the flit that is spoilt
  CHECK(smallest.inputs.front().cycle == 0);
  CHECK(smallest.inputs.front().numbers[5] == 5);
  for (const Input& input : smallest.inputs) CHECK(input.kind == Input::Kind::kOffer);
  CHECK(failure(smallest) == smallest.cycles);
}

TEST_CASE("a fault that needs two messages reduces to two", "[reduce]") {
  const auto network = faulty([](std::vector<Delivery>& deliveries) {
    std::set<TerminalId> at;
    for (const Delivery& delivery : deliveries)
      if (is_head(delivery.tag)) at.insert(delivery.terminal);
    if (at.count(3) + at.count(12) == 2) deliveries.front().intact = false;
  });
  const auto failure = failure_in(*network);
  const Stimulus smallest = reduce_stimulus(failing_run(*network), failure);
  std::set<std::uint64_t> destinations;
  for (const Input& input : smallest.inputs)
    if (input.kind == Input::Kind::kOffer && is_head(static_cast<Tag>(input.numbers[2])))
      destinations.insert(input.numbers[5]);
  CHECK(destinations == std::set<std::uint64_t>{3, 12});
  CHECK(smallest.inputs.size() <= 12);
  CHECK(failure(smallest) == smallest.cycles);
}

TEST_CASE("inputs that cause no failure are refused", "[reduce]") {
  const auto network = faulty([](std::vector<Delivery>&) {});
  send(*network, 50);
  const Stimulus recorded = network->recorded();
  CHECK_THROWS_AS(reduce_stimulus(recorded, failure_in(*network)), UsageError);
}

TEST_CASE("a network is reduced as far as the fault allows", "[reduce]") {
  const NetworkConfig config = mesh();
  const auto fails = [](const NetworkConfig& candidate) {
    return mway_of(candidate).buffers >= 3 && candidate.terminals() >= 4;
  };
  const NetworkConfig smallest = reduce_network(config, fails, [] { return true; });
  CHECK(mway_of(smallest).buffers == 3);
  CHECK(smallest.terminals() == 4);
  CHECK(mway_of(smallest).depth == 1);
  CHECK(smallest.message_bytes == 0);

  unsigned asked = 0;
  const NetworkConfig hasty = reduce_network(config, fails, [&asked] { return ++asked <= 1; });
  CHECK(hasty.terminals() == 4);  // the first step: a dimension less
}

TEST_CASE("a line of hosts is shortened", "[reduce]") {
  NetworkConfig config = load_config(find_config("line9"));
  const NetworkConfig smallest = reduce_network(
      config, [](const NetworkConfig& c) { return c.terminals() >= 4; }, [] { return true; });
  CHECK(smallest.terminals() == 4);
}

TEST_CASE("networks of other sizes have the drawn routers", "[sizes]") {
  constexpr std::uint32_t kMost = 32;
  for (const std::string& family : family_names()) {
    std::set<std::uint32_t> terminals;
    Random random(7, 0, Purpose::kTest, 1);
    for (std::uint32_t number = 0; number < 16; ++number) {
      const NetworkConfig drawn = draw_of(family)(7, number);
      for (unsigned size = 0; size < 3; ++size) {
        std::optional<NetworkConfig> other = resized(drawn, random, kMost);
        if (!other) continue;  // a fault, or classes, that only the drawn size has
        CAPTURE(to_toml(drawn), to_toml(*other));
        CHECK(other->terminals() <= kMost);
        CHECK(config_error(*other).empty());
        terminals.insert(other->terminals());
        other->topology.extents = drawn.topology.extents;
        if (family == "linear") linear_of(*other).tree = linear_of(drawn).tree;
        CHECK(to_toml(*other) == to_toml(drawn));
      }
    }
    CAPTURE(family);
    CHECK(terminals.size() > 5);
  }
}
