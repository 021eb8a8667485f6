// Properties of the cut-through model: delivery exactly once, the closed form of latency without
// contention, decisions of links and selectors in cases worked out by hand. tests/cosim compares
// the model with the hardware.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "../both_forms.hpp"
#include "../lone_message.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/message_port.hpp"
#include "core/random.hpp"
#include "family/cut_through/config.hpp"
#include "family/cut_through/connector.hpp"
#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

constexpr CutThroughRoutingKind kRoutings[] = {CutThroughRoutingKind::kDimensionOrder,
                                               CutThroughRoutingKind::kStarChannels,
                                               CutThroughRoutingKind::kMinimalTriplex};
constexpr Policy kPolicies[] = {Policy::kInputDriven, Policy::kInputDrivenRandom,
                                Policy::kOutputDriven, Policy::kInputDrivenRoundRobin};

NetworkConfig network(TopologyKind kind, std::vector<unsigned> extents,
                      CutThroughRoutingKind routing) {
  NetworkConfig config = cut_through_config();
  config.name = "cut-through";
  config.topology = {kind, std::move(extents), 1};
  cut_through_of(config).routing = routing;
  validate(config);
  return config;
}

NetworkConfig random_config(std::uint64_t trial) {
  Random random(2, 0, Purpose::kTest, trial);
  std::vector<unsigned> extents(1 + random.below(4));
  for (unsigned& extent : extents) extent = 1 + random.below(extents.size() > 2 ? 3 : 5);
  extents.front() += 1;
  const auto kind = random.below(2) == 0 ? TopologyKind::kMesh : TopologyKind::kTorus;
  NetworkConfig config = network(kind, extents, kRoutings[random.below(3)]);
  cut_through_of(config).policy = static_cast<Policy>(random.below(6));
  cut_through_of(config).duplex = static_cast<Duplex>(random.below(2));
  cut_through_of(config).interleave = static_cast<Interleave>(random.below(2));
  if (cut_through_of(config).interleave == Interleave::kMessage)
    cut_through_of(config).output_room = static_cast<OutputRoom>(random.below(2));
  mesh_of(config).virtual_channels = 1 + random.below(2);
  if (cut_through_of(config).has_lanes())
    cut_through_of(config).lane_binding = static_cast<LaneBinding>(random.below(2));
  mesh_of(config).depth = 14 + random.below(7);  // 200 bytes are 13 flits
  cut_through_of(config).pipeline = 1 + random.below(4);
  mesh_of(config).injection_ports = 1 + random.below(3);
  mesh_of(config).ejection_ports = 1 + random.below(3);
  mesh_of(config).seed = random.below(1000);
  return config;
}

RunOptions batch(const std::string& pattern, unsigned messages) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process(fmt::format("batch:{}", messages));
  options.cycles = 1'000'000;
  options.warmup = 0;
  return options;
}

Cycle batch_cycles(const NetworkConfig& config, const RunOptions& options) {
  const auto network = make_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  return result.last_delivery + 1;
}

/// Two nodes that send each other messages of 5 flits: the channel of every flit on their link.
std::vector<ChannelId> flits_between_two(Duplex duplex, Interleave interleave, Cycle cycles) {
  NetworkConfig config = network(TopologyKind::kMesh, {2}, CutThroughRoutingKind::kDimensionOrder);
  cut_through_of(config).duplex = duplex;
  cut_through_of(config).interleave = interleave;
  cut_through_of(config).pipeline = 1;
  RunOptions options = batch("neighbour", 1000);
  options.traffic.lengths = parse_lengths("64");
  options.single_flits = true;
  const auto network = make_model(config);
  Simulation simulation(*network, config, workload_of(config, options), options);
  network->count_transfers(nullptr);  // the simulation counts transfers; this test lists them
  std::vector<ChannelId> channels;
  for (Cycle now = 0; now < cycles; ++now) {
    simulation.run_cycle();
    for (const Transfer& transfer : network->transfers()) channels.push_back(transfer.channel);
  }
  return channels;
}

/// Terminal 0 sends a header to terminal 1, and its next flits `pause` cycles later. Returns the
/// cycle in which terminal 0 gets the tail of a message that terminal 1 sends it in the meantime.
Cycle reply_during_pause(Duplex duplex, Interleave interleave, Cycle pause) {
  NetworkConfig config = network(TopologyKind::kMesh, {2}, CutThroughRoutingKind::kDimensionOrder);
  cut_through_of(config).duplex = duplex;
  cut_through_of(config).interleave = interleave;
  const auto network = make_model(config);
  for (Cycle now = 0; now < pause + 100; ++now) {
    if (now == 0) network->offer(0, 0, {Tag::kHeader, 0, 1, 1, 0});
    if (now == pause) network->offer(0, 0, {Tag::kTail, 1, 1, 1, 0});
    if (now == 10) network->offer(1, 0, {Tag::kHeader, 0, 2, 0, 0});
    if (now == 11) network->offer(1, 0, {Tag::kTail, 1, 2, 0, 0});
    network->step();
    for (const Delivery& delivery : network->deliveries())
      if (delivery.terminal == 0 && is_tail(delivery.tag)) return now;
  }
  FAIL("no reply");
  return 0;
}

}  // namespace

TEST_CASE("cut-through: batches drain on random routers without loss or damage", "[model]") {
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    const NetworkConfig config = random_config(trial);
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    const bool uniform = trial % 2 == 0 || config.terminals() <= 2;
    RunOptions options = batch(uniform ? "uniform:self" : "single-random", 20);
    options.traffic.lengths = parse_lengths("0,16,64,200");
    options.seed = trial;
    options.stall_probability = trial % 3 == 0 ? 0.2 : 0;
    batch_cycles(config, options);
  }
}

TEST_CASE("whole messages move as their flits do, in every cycle", "[LockstepEquality]") {
  unsigned covered = 0;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    NetworkConfig config = random_config(trial);
    if (trial % 5 == 0) mesh_of(config).depth = 2 + static_cast<unsigned>(trial / 5);  // 2 to 41
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    const bool has_port = make_model(config)->find<MessagePort>() != nullptr;
    CHECK(has_port == (cut_through_of(config).interleave == Interleave::kMessage));
    if (!has_port) continue;
    ++covered;
    BothForms forms(make_model(config), make_model(config));
    Random random(3, 0, Purpose::kTest, trial);
    const double probability = trial % 3 == 0 ? 0.02 : 0.5;
    const unsigned most = trial % 2 == 0 ? mesh_of(config).depth : 1 + config.least_data_flits();
    for (unsigned cycle = 0; cycle < 300; ++cycle)
      forms.step(random, probability, 1 + config.least_data_flits(), most);
    forms.stop_counting();
  }
  CHECK(covered > 60);
}

TEST_CASE("chaos: batches that fill the network drain, with derouted messages", "[model]") {
  const auto kind = GENERATE(TopologyKind::kMesh, TopologyKind::kTorus);
  const unsigned queue = GENERATE(2u, 5u);
  const auto seed = GENERATE(1u, 2u, 3u);
  NetworkConfig config = cut_through_config();
  config.name = "chaos";
  config.topology = {kind, {4, 3}, 1};
  cut_through_of(config).routing = CutThroughRoutingKind::kChaos;
  cut_through_of(config).policy = Policy::kOutputDriven;
  cut_through_of(config).queue = queue;
  mesh_of(config).seed = seed;
  config.message_bytes = 100;
  validate(config);
  INFO(to_toml(config));
  RunOptions options = batch("uniform", 100);
  if (seed == 3) options.traffic.pattern = parse_pattern("hotspot:5:40");
  options.seed = seed;
  options.traffic.lengths = parse_lengths("0,8,100");
  options.stall_probability = seed == 2 ? 0.3 : 0;
  options.by_driver = true;
  const auto network = make_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages == 12 * 100);
  double derouted = 0;
  for (const std::vector<double>& drivers : result.measured.driver_utilisation)
    derouted += drivers[1];
  CHECK(derouted > 0);
}

TEST_CASE("cut-through: latency without contention is F + P + H (P + 1)", "[model]") {
  const TopologyKind kind = GENERATE(TopologyKind::kMesh, TopologyKind::kTorus);
  const CutThroughRoutingKind routing =
      GENERATE(from_range(std::begin(kRoutings), std::end(kRoutings)));
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{4, 3}, {5}, {2, 1, 2}, {3, 2, 2, 2}}) {
    NetworkConfig config = network(kind, extents, routing);
    const Grid topology(config.topology);
    for (const Policy policy : kPolicies)
      for (unsigned pipeline = 1; pipeline <= 4; ++pipeline) {
        cut_through_of(config).policy = policy;
        cut_through_of(config).pipeline = pipeline;
        const auto network = make_model(config);
        for (TerminalId from = 0; from < topology.nodes(); ++from)
          for (TerminalId to = 0; to < topology.nodes(); ++to) {
            const unsigned hops = topology.distance(from, to);
            for (const unsigned flits : {1u, 2u, 20u}) {
              network->reset();
              REQUIRE(tail_cycle(*network, {from, to, flits}) ==
                      flits + pipeline + hops * (pipeline + 1));
            }
          }
      }
  }
}

// H = 8 on the torus: the 55 and 64 cycles of the paper.
TEST_CASE("cut-through: the paper's latencies of an average message", "[model]") {
  const auto latency = [](const std::string& name) {
    const auto network = make_model(load_config(find_config("fs-torus16x16-" + name)));
    return tail_cycle(*network, {0, 4 + 16 * 4, 20});
  };
  CHECK(latency("oblivious") == 55);
  CHECK(latency("star") == 64);
  CHECK(latency("triplex") == 64);
}

TEST_CASE("a half-duplex link alternates after each message, or after each flit", "[model]") {
  // Fed without a gap, since the next message waits in the other buffers.
  const auto message = flits_between_two(Duplex::kHalf, Interleave::kMessage, 500);
  CHECK(message.size() >= 490);
  for (std::size_t i = 0; i < message.size(); ++i) REQUIRE(message[i] == (i / 5 % 2 == 0 ? 0 : 3));
  const auto flit = flits_between_two(Duplex::kHalf, Interleave::kFlit, 500);
  CHECK(flit.size() >= 490);
  for (std::size_t i = 0; i < flit.size(); ++i) REQUIRE(flit[i] == (i % 2 == 0 ? 0 : 3));
  const auto full = flits_between_two(Duplex::kFull, Interleave::kMessage, 500);
  CHECK(full.size() > 700);
}

TEST_CASE("cut-through: a sender that pauses within a message lets others use its link",
          "[model]") {
  for (const Duplex duplex : {Duplex::kHalf, Duplex::kFull})
    for (const Interleave interleave : {Interleave::kMessage, Interleave::kFlit})
      CHECK(reply_during_pause(duplex, interleave, 1000) < 30);
}

TEST_CASE("cut-through: policies differ; the router's seed affects random policies only",
          "[model]") {
  NetworkConfig config = network(TopologyKind::kMesh, {6, 6}, CutThroughRoutingKind::kStarChannels);
  const auto cycles = [&](Policy policy, unsigned seed) {
    cut_through_of(config).policy = policy;
    mesh_of(config).seed = seed;
    return batch_cycles(config, batch("uniform", 60));
  };
  const Cycle fixed = cycles(Policy::kInputDriven, 1);
  const Cycle random = cycles(Policy::kInputDrivenRandom, 1);
  const Cycle output = cycles(Policy::kOutputDriven, 1);
  CHECK(fixed != random);
  CHECK(fixed != output);
  CHECK(random != output);
  CHECK(cycles(Policy::kInputDriven, 2) == fixed);
  const Cycle round_robin = cycles(Policy::kInputDrivenRoundRobin, 1);
  CHECK(round_robin != fixed);
  CHECK(cycles(Policy::kInputDrivenRoundRobin, 2) == round_robin);
  CHECK(cycles(Policy::kInputDrivenRandom, 2) != random);
  CHECK(cycles(Policy::kOutputDriven, 2) != output);
  CHECK(cycles(Policy::kOutputDriven, 1) == output);
}

TEST_CASE("cut-through: a choice of lanes and room in draining buffers shorten batches",
          "[model]") {
  NetworkConfig config =
      network(TopologyKind::kMesh, {6, 6}, CutThroughRoutingKind::kDimensionOrder);
  const auto cycles = [&](unsigned lanes, LaneBinding binding, OutputRoom room) {
    mesh_of(config).virtual_channels = lanes;
    cut_through_of(config).lane_binding = binding;
    cut_through_of(config).output_room = room;
    return batch_cycles(config, batch("uniform", 60));
  };
  CHECK(cycles(1, LaneBinding::kNone, OutputRoom::kDraining) <
        cycles(1, LaneBinding::kNone, OutputRoom::kEmpty));
  CHECK(cycles(2, LaneBinding::kNone, OutputRoom::kEmpty) <
        cycles(2, LaneBinding::kHeader, OutputRoom::kEmpty));
}

TEST_CASE("cut-through: illegal flits are dropped and reported, legal ones still arrive",
          "[model]") {
  NetworkConfig config =
      network(TopologyKind::kTorus, {3, 3}, CutThroughRoutingKind::kStarChannels);
  mesh_of(config).depth = 3;
  const auto network = make_model(config);
  unsigned delivered = 0;
  const auto causes = [&](const Flit& flit) {
    while ((network->injection_ready()[4] & 1) == 0) {
      network->step();
      delivered += static_cast<unsigned>(network->deliveries().size());
    }
    network->offer(4, 0, flit);
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
    return network->errors().empty() ? 0u : unsigned{network->errors().front().causes};
  };
  CHECK(causes({Tag::kBody, 1, 1, 0, 0}) == kErrorOrder);
  CHECK(causes({Tag::kHeader, 0, 1, 9, 0}) == kErrorDestination);
  CHECK(causes({Tag::kBody, 1, 1, 0, 0}) == 0);
  CHECK(causes({Tag::kTail, 2, 1, 0, 0}) == 0);
  CHECK(causes({Tag::kTail, 2, 1, 0, 0}) == kErrorOrder);
  CHECK(causes({Tag::kHeader, 0, 2, 8, 0}) == 0);
  CHECK(causes({Tag::kHeader, 0, 3, 8, 0}) == kErrorOrder);
  CHECK(causes({Tag::kBody, 1, 2, 0, 0}) == 0);
  CHECK(causes({Tag::kBody, 2, 2, 0, 0}) == kErrorLength);
  CHECK(causes({Tag::kBody, 3, 2, 0, 0}) == 0);
  CHECK(causes({Tag::kTail, 4, 2, 0, 0}) == 0);
  CHECK(causes({Tag::kSingle, 0, 5, 8, 0}) == 0);
  for (unsigned cycle = 0; cycle < 100; ++cycle) {
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
  }
  CHECK(delivered == 3 + 1);
}

TEST_CASE("selection by XOR takes the smallest index", "[model]") {
  for (unsigned mask = 1; mask < 1u << 6; ++mask)
    for (unsigned random = 0; random < 8; ++random) {
      unsigned best = 64;
      for (unsigned number = 0; number < 6; ++number)
        if ((mask >> number & 1) != 0 && (best == 64 || (number ^ random) < (best ^ random)))
          best = number;
      REQUIRE(kit::least_xor(mask, random) == best);
    }
}

TEST_CASE("uniform selection gives every bit an equal share of the words", "[model]") {
  for (unsigned mask = 1; mask < 1u << 6; ++mask) {
    unsigned shares[6] = {};
    unsigned last = 0;
    for (unsigned word = 0; word < 256; ++word) {
      const unsigned number = kit::uniform_bit(mask, word, 8);
      REQUIRE(number >= last);  // in ascending order
      ++shares[last = number];
    }
    const auto count = static_cast<unsigned>(__builtin_popcount(mask));
    for (unsigned number = 0; number < 6; ++number) {
      const unsigned least = (mask >> number & 1) != 0 ? 256 / count : 0;
      REQUIRE((shares[number] == least || (least != 0 && shares[number] == least + 1)));
    }
  }
}

TEST_CASE("random choices in a network's routers: uniform ones are, those by XOR are not",
          "[model]") {
  // A header in input buffer 0 may take three output buffers. The LFSR moves on by more steps
  // than a choice has bits, so that the draws are independent.
  NetworkConfig config = network(TopologyKind::kMesh, {4, 4}, CutThroughRoutingKind::kStarChannels);
  mesh_of(config).seed = 1;
  constexpr kit::Mask kOptions = 0b111;
  constexpr unsigned kDraws = 60'000;
  const auto chi_square = [&](Policy policy) {
    cut_through_of(config).policy = policy;
    cut_through::Connector connector(config, 1);
    std::array<unsigned, 3> counts{};
    for (unsigned n = 0; n < kDraws; ++n)
      ++counts[connector.connect(0, Cycle{n} * 33, 1, &kOptions, ~kit::Mask{0}).out];
    double sum = 0;
    for (const unsigned count : counts) sum += std::pow(count - kDraws / 3.0, 2) / (kDraws / 3.0);
    return sum;
  };
  CHECK(chi_square(Policy::kInputDrivenUniform) < 13.8);  // one in a thousand, 2 degrees of freedom
  // Half of them are number 2: (1/2 - 1/3)^2 + 2 (1/4 - 1/3)^2 over 1/3.
  CHECK(chi_square(Policy::kInputDrivenRandom) == Approx(kDraws / 8.0).epsilon(0.05));
}

TEST_CASE("round robin advances from group to group, and within a group from buffer to buffer",
          "[model]") {
  // Two links of three channels, two injection ports: buffers 0-2, 3-5, 6-7.
  cut_through::GroupPicker picker(1, 2, 3, 2);
  const kit::Mask all = 0xff;
  for (const unsigned expected : {0u, 3u, 6u, 1u, 4u, 7u, 2u, 5u, 6u, 0u})
    CHECK(picker.pick(0, all) == expected);
  CHECK(picker.pick(0, 0b111) == 1);        // none elsewhere: the same group again
  CHECK(picker.pick(0, 0b1010'0011) == 5);  // after group 0 comes group 1
  CHECK(picker.pick(0, 0b0000'0011) == 0);  // no candidate after buffer 1 in group 0
  CHECK(picker.pick(0, 0b1000'0000) == 7);
  CHECK(picker.pick(0, 0b1100'0000) == 6);
}

TEST_CASE("the policies match inputs and outputs", "[model]") {
  // A mesh of one dimension: links + and - with one virtual channel, then an injection port.
  NetworkConfig config = network(TopologyKind::kMesh, {3}, CutThroughRoutingKind::kDimensionOrder);
  const kit::Mask choices[] = {0b001, 0b101, 0b110};
  const auto connect = [&](Policy policy, kit::Mask eligible, kit::Mask free) {
    cut_through_of(config).policy = policy;
    cut_through::Connector connector(config, 1);
    return connector.connect(0, 0, eligible, choices, free);
  };
  SECTION("input-driven: the first eligible input buffer, its lowest output buffer") {
    CHECK(connect(Policy::kInputDriven, 0b111, 0b111).in == 0);
    CHECK(connect(Policy::kInputDriven, 0b111, 0b110).in == 1);
    CHECK(connect(Policy::kInputDriven, 0b111, 0b110).out == 2);
    CHECK(connect(Policy::kInputDriven, 0b110, 0b111).out == 0);
    CHECK(connect(Policy::kInputDriven, 0b100, 0b110).out == 1);
  }
  SECTION("round robin: the output buffer after the one connected last, by any header") {
    cut_through_of(config).policy = Policy::kInputDrivenRoundRobin;
    cut_through::Connector connector(config, 1);
    const kit::Mask both[] = {0b011, 0b011, 0b111};
    const auto out = [&](kit::Mask eligible, kit::Mask free) {
      return connector.connect(0, 0, eligible, both, free).out;
    };
    CHECK(out(0b001, 0b111) == 0);
    CHECK(out(0b001, 0b111) == 1);
    CHECK(out(0b010, 0b111) == 0);
    CHECK(out(0b100, 0b111) == 1);
    CHECK(out(0b100, 0b111) == 2);
    CHECK(out(0b100, 0b110) == 1);
  }
  SECTION("in random order: an output buffer by XOR") {
    const unsigned random = lfsr_seed(mesh_of(config).seed, 0);
    const auto connection = connect(Policy::kInputDrivenRandom, 0b010, 0b111);
    CHECK(connection.in == 1);
    CHECK(connection.out == kit::least_xor(0b101, random));
  }
  SECTION("output-driven: the first requested output buffer, an input buffer by XOR") {
    const unsigned random = lfsr_seed(mesh_of(config).seed, 0);
    const auto connection = connect(Policy::kOutputDriven, 0b111, 0b101);
    CHECK(connection.out == 0);
    CHECK(connection.in == kit::least_xor(0b011, random));
    CHECK(connect(Policy::kOutputDriven, 0b110, 0b110).out == 1);
    CHECK(connect(Policy::kOutputDriven, 0b110, 0b110).in == 2);
  }
}
