// Balanced and adaptive routing in m-way networks (docs/mway-adaptive.md). With escapes
// Duato's condition holds and no network deadlocks; without it, with early freeing, or where a
// class of dimension order has no buffers of its own, the dependency graph has a cycle, and the
// model deadlocks. Routes are minimal; a message alone takes the time of dimension order. What the
// options cannot have is refused.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/config.hpp"
#include "family/mway/dependencies.hpp"
#include "family/mway/model.hpp"
#include "family/mway/zero_load.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig network(TopologyKind kind, std::vector<unsigned> extents, MwayVariant variant,
                      unsigned buffers, unsigned processors = 1) {
  NetworkConfig config = mway_config();
  config.topology = {kind, std::move(extents), processors};
  config.flit_bits = 64;
  config.message_bytes = 32;
  mway_of(config).buffers = buffers;
  if (variant == MwayVariant::kBalanced) mway_of(config).freeing = Freeing::kLate;
  mway_of(config).variant = variant;
  validate(config);
  return config;
}

/// Each processor sends as many messages; the run ends when all have arrived.
SimulationResult run_batch(const NetworkConfig& config, const std::string& pattern = "uniform",
                           double stalls = 0, std::uint64_t seed = 1) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process("batch:60");
  options.seed = seed;
  options.stall_probability = stalls;
  options.cycles = 1'000'000;
  options.warmup = 0;
  options.watchdog_limit = 2000;
  const auto model = make_mway_model(config);
  return run_simulation(*model, config, options);
}

bool deadlocks(const NetworkConfig& config) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    try {
      run_batch(config, "uniform", 0.5, seed);
    } catch (const std::exception& error) {
      return std::string(error.what()).find("watchdog") != std::string::npos;
    }
  }
  return false;
}

constexpr TopologyKind kMesh = TopologyKind::kMesh;
constexpr TopologyKind kTorus = TopologyKind::kTorus;

struct Shape {
  TopologyKind kind;
  std::vector<unsigned> extents;
};
const std::vector<Shape> kShapes{{kMesh, {4, 4}},     {kMesh, {3, 1, 2}}, {kMesh, {2, 2, 2, 2}},
                                 {kMesh, {3, 2, 3}},  {kTorus, {4, 4}},   {kTorus, {5}},
                                 {kTorus, {3, 2, 3}}, {kTorus, {5, 3}}};

}  // namespace

TEST_CASE("without an escape there is a cycle and a deadlock", "[deadlock]") {
  for (const Shape& shape : kShapes) {
    if (shape.kind == kMesh && shape.extents == std::vector<unsigned>{3, 1, 2}) continue;
    const NetworkConfig config = network(shape.kind, shape.extents, MwayVariant::kUnescaped, 1, 4);
    INFO(to_toml(config));
    const DependencyGraph graph = network_dependencies(config);
    const std::vector<Dependency> cycle = graph.find_cycle();
    REQUIRE(cycle.size() >= 2);
    CHECK_THAT(describe_cycle(graph, cycle), Contains("adaptive class"));
    CHECK(deadlocks(config));
  }
}

TEST_CASE("with an escape Duato's condition holds and nothing deadlocks", "[deadlock]") {
  for (const Shape& shape : kShapes) {
    const unsigned least = shape.kind == kTorus ? 3 : 2;
    for (const unsigned buffers : {least, 6u}) {
      const NetworkConfig config =
          network(shape.kind, shape.extents, MwayVariant::kAdaptive, buffers, 1 + buffers % 2);
      INFO(to_toml(config));
      CHECK(network_dependencies(config).find_cycle().empty());
      for (const char* const pattern : {"uniform", "hotspot:1:50"})
        for (const double stalls : {0.0, 0.5})
          CHECK(run_batch(config, pattern, stalls).verdict == Verdict::kCompleted);
    }
  }
}

TEST_CASE("balanced classes of a torus are free of deadlock", "[deadlock]") {
  for (const Shape& shape : kShapes) {
    if (shape.kind == kMesh) continue;
    for (const Freeing freeing : {Freeing::kEarly, Freeing::kLate}) {
      NetworkConfig config = network(shape.kind, shape.extents, MwayVariant::kBalanced, 3);
      mway_of(config).freeing = freeing;
      if (freeing == Freeing::kLate) mway_of(config).classes = {0b101, 0b110};
      validate(config);
      INFO(to_toml(config));
      CHECK(network_dependencies(config).find_cycle().empty());
      for (const double stalls : {0.0, 0.5})
        CHECK(run_batch(config, "uniform", stalls).verdict == Verdict::kCompleted);
    }
  }
}

TEST_CASE("early freeing puts headers where they reach no escape", "[deadlock]") {
  // Such a configuration is refused: the graph and the model take it.
  NetworkConfig config = network(kMesh, {8, 8}, MwayVariant::kAdaptive, 2, 4);
  config.message_bytes = 8;
  mway_of(config).depth = 3;
  CHECK_FALSE(deadlocks(config));
  mway_of(config).freeing = Freeing::kEarly;
  REQUIRE_THAT(config_error(config), Contains("'router.freeing'"));
  CHECK(mway_adaptive_dependencies(config).find_cycle().size() >= 2);
  CHECK(deadlocks(config));
}

TEST_CASE("a class whose buffers all also serve another class is no escape", "[deadlock]") {
  NetworkConfig config = network(kMesh, {4, 4}, MwayVariant::kAdaptive, 2);
  mway_of(config).classes = {1, 3};
  REQUIRE_THAT(config_error(config), Contains("each buffer of class 0 also serves another class") &&
                                         Contains("legal: a buffer that the others lack"));
  CHECK(mway_adaptive_dependencies(config).find_cycle().size() >= 2);
  CHECK(deadlocks(config));
  // The classes may have common buffers as long as the escape has one of its own.
  mway_of(config).classes = {3, 2};
  CHECK(config_error(config).empty());
  CHECK(network_dependencies(config).find_cycle().empty());
  CHECK(run_batch(config).verdict == Verdict::kCompleted);
}

TEST_CASE("a message alone takes the time of dimension order", "[mway-adaptive]") {
  for (const Shape& shape : kShapes) {
    const NetworkConfig config = network(shape.kind, shape.extents, MwayVariant::kAdaptive, 3, 2);
    const auto model = make_mway_model(config);
    const unsigned flits = config.data_flits(config.message_bytes);
    for (TerminalId to = 1; to < config.terminals(); ++to) {
      model->reset();
      Cycle cycle = 0;
      bool arrived = false;
      for (unsigned sent = 0; !arrived; ++cycle) {
        if (sent <= flits && (model->injection_ready()[0] & 1) != 0) {
          model->offer(0, 0,
                       {make_tag(sent == 0, sent == flits), static_cast<std::uint16_t>(sent), 7, to,
                        static_cast<std::uint16_t>(config.message_bytes)});
          ++sent;
        }
        model->step();
        for (const Delivery& delivery : model->deliveries()) arrived |= is_tail(delivery.tag);
        REQUIRE(cycle < 1000);
      }
      CHECK(cycle == zero_load_latency(config, 0, to, flits));
    }
  }
}

TEST_CASE("what balanced and adaptive routing cannot have is named", "[mway-adaptive]") {
  const auto error = [](TopologyKind kind, MwayVariant variant, const auto& change) {
    NetworkConfig config = network(kind, {4, 4}, variant, 4);
    change(mway_of(config));
    return config_error(config);
  };
  const auto adaptive = [&](const auto& change) {
    return error(kMesh, MwayVariant::kAdaptive, change);
  };
  using Router = MwayConfig;
  CHECK(adaptive([](Router&) {}).empty());
  const auto refuses = [](const std::string& key) { return Contains("key '" + key + "': '"); };
  CHECK_THAT(adaptive([](Router& r) { r.stat = Stat::kCyclic; }), refuses("router.stat"));
  CHECK_THAT(adaptive([](Router& r) { r.stat = Stat::kAddressed; }), refuses("router.stat"));
  CHECK_THAT(adaptive([](Router& r) { r.configuration = Configuration::kPins; }),
             refuses("router.configuration"));
  CHECK_THAT(adaptive([](Router& r) { r.destinations = Destinations::kRelative; }),
             refuses("router.destinations"));
  CHECK_THAT(adaptive([](Router& r) { r.freeing = Freeing::kEarly; }), refuses("router.freeing"));
  CHECK_THAT(adaptive([](Router& r) { r.age_shift = 4; }),
             Contains("'router.age_shift'") && Contains("or router.variant aged"));
  CHECK_THAT(adaptive([](Router& r) {
               r.classes = {1, 2, 12};
             }),
             Contains("'router.classes': 3 classes; legal: 2, for class 0, the adaptive class"));
  CHECK_THAT(adaptive([](Router& r) { r.classes = {15}; }), Contains("1 classes; legal: 2, for"));
  CHECK_THAT(adaptive([](Router& r) {
               r.classes = {1, 16};
             }),
             Contains("a buffer beyond the 4 of a set; legal: 0 to 3"));
  CHECK_THAT(error(kTorus, MwayVariant::kAdaptive,
                   [](Router& r) {
                     r.classes = {1, 1, 14};
                   }),
             Contains("each buffer of class 0 also serves another class"));
  CHECK_THAT(error(kTorus, MwayVariant::kAdaptive,
                   [](Router& r) {
                     r.buffers = 2;
                     r.classes = {};
                   }),
             Contains("'router.buffers': each of 3 classes needs a buffer; legal: 3 to 16"));
  CHECK_THAT(error(kTorus, MwayVariant::kBalanced,
                   [](Router& r) {
                     r.classes = {1, 2, 12};
                   }),
             Contains("3 classes; legal: 2, for class 0, class 1"));
  CHECK_THAT(error(kTorus, MwayVariant::kBalanced,
                   [](Router& r) {
                     r.classes = {3, 14};
                     r.freeing = Freeing::kEarly;
                   }),
             Contains("router.freeing") && Contains("classes without common buffers"));
  CHECK_THAT(error(kTorus, MwayVariant::kPaper,
                   [](Router& r) {
                     r.classes = {5, 10};
                   }),
             Contains("class 0 has the lower buffers of a set"));
  NetworkConfig mesh = network(kMesh, {4, 4}, MwayVariant::kPaper, 4);
  mway_of(mesh).variant = MwayVariant::kBalanced;
  CHECK_THAT(config_error(mesh), Contains("'topology.kind'") &&
                                     Contains("a mesh has no classes to balance; legal: torus"));
}

namespace {

/// Every combination of what the variants' table is about, as bits and numbers below.
struct Combination {
  unsigned variant, stat, freeing, kind, configuration, fault, destinations;
};

bool legal(const Combination& c) {
  NetworkConfig config = mway_config();
  config.topology = {static_cast<TopologyKind>(c.kind), {4, 4}, 1};
  MwayConfig& router = mway_of(config);
  router.variant = static_cast<MwayVariant>(c.variant);
  router.stat = static_cast<Stat>(c.stat);
  router.freeing = static_cast<Freeing>(c.freeing);
  router.configuration = static_cast<Configuration>(c.configuration);
  if (c.fault != 0) router.fault = {MwayDead::kRouter, 0, 0};
  router.destinations = static_cast<Destinations>(c.destinations);
  return config_error(config).empty();
}

}  // namespace

TEST_CASE("each variant alone is legal, and 141 combinations in all", "[config]") {
  std::vector<unsigned> counts;
  for (unsigned variant = 0; variant < 8; ++variant) {
    unsigned& count = counts.emplace_back(0);
    for (unsigned rest = 0; rest < 96; ++rest)
      count += legal({variant, rest / 32, rest & 1, rest >> 1 & 1, rest >> 2 & 1, rest >> 3 & 1,
                      rest >> 4 & 1});
  }
  // paper, pipelined, aged, guarded, clocked, balanced, adaptive, multicast
  CHECK(counts == std::vector<unsigned>{54, 36, 24, 18, 4, 2, 2, 1});
  for (const std::string& name : mway_variant_names()) {
    NetworkConfig config = load_config(find_config("mesh4x4"));
    if (name == "balanced") set_key(config, "topology.kind", "torus");
    CHECK_NOTHROW(set_key(config, "router.variant", name));
  }
}
