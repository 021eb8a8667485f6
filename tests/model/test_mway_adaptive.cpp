// Balanced and adaptive routing in m-way networks (docs/mway-adaptive.md). With escapes
// Duato's condition holds and no network deadlocks; without it, with early freeing, or where a
// class of dimension order has no buffers of its own, the dependency graph has a cycle, and the
// model deadlocks. Routes are minimal; a message alone takes the time of dimension order. What the
// options cannot have is refused.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/mway/candidates.hpp"
#include "family/mway/config.hpp"
#include "family/mway/dependencies.hpp"
#include "family/mway/model.hpp"
#include "family/mway/zero_load.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig network(TopologyKind kind, std::vector<unsigned> extents, MwayRouting routing,
                      unsigned buffers, unsigned processors = 1) {
  NetworkConfig config = mway_config();
  config.topology = {kind, std::move(extents), processors};
  config.flit_bits = 64;
  config.message_bytes = 32;
  mway_of(config).buffers = buffers;
  mway_of(config).freeing = Freeing::kLate;
  mway_of(config).routing = routing;
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
    const NetworkConfig config = network(shape.kind, shape.extents, MwayRouting::kUnescaped, 1, 4);
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
          network(shape.kind, shape.extents, MwayRouting::kAdaptive, buffers, 1 + buffers % 2);
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
      NetworkConfig config = network(shape.kind, shape.extents, MwayRouting::kBalanced, 3);
      mway_of(config).freeing = freeing;
      if (freeing == Freeing::kLate) {
        mway_of(config).class_zero_mask = 0b101;
        mway_of(config).class_one_mask = 0b110;
      }
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
  NetworkConfig config = network(kMesh, {8, 8}, MwayRouting::kAdaptive, 2, 4);
  config.message_bytes = 8;
  mway_of(config).depth = 3;
  CHECK_FALSE(deadlocks(config));
  mway_of(config).freeing = Freeing::kEarly;
  REQUIRE_THAT(config_error(config), Contains("router.freeing late"));
  CHECK(mway_adaptive_dependencies(config).find_cycle().size() >= 2);
  CHECK(deadlocks(config));
}

TEST_CASE("a class whose buffers all also serve another class is no escape", "[deadlock]") {
  NetworkConfig config = network(kMesh, {4, 4}, MwayRouting::kAdaptive, 2);
  mway_of(config).adaptive_mask = 3;
  REQUIRE_THAT(config_error(config), Contains("router.class_zero_mask") &&
                                         Contains("a mask with a bit that the others lack"));
  CHECK(mway_adaptive_dependencies(config).find_cycle().size() >= 2);
  CHECK(deadlocks(config));
  // The classes may have common buffers as long as the escape has one of its own.
  mway_of(config).class_zero_mask = 3;
  mway_of(config).adaptive_mask = 2;
  CHECK(config_error(config).empty());
  CHECK(network_dependencies(config).find_cycle().empty());
  CHECK(run_batch(config).verdict == Verdict::kCompleted);
}

TEST_CASE("a message alone takes the time of dimension order", "[mway-adaptive]") {
  for (const Shape& shape : kShapes) {
    const NetworkConfig config = network(shape.kind, shape.extents, MwayRouting::kAdaptive, 3, 2);
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
  const auto error = [](TopologyKind kind, MwayRouting routing, const auto& change) {
    NetworkConfig config = network(kind, {4, 4}, routing, 4);
    change(mway_of(config));
    return config_error(config);
  };
  const auto adaptive = [&](const auto& change) {
    return error(kMesh, MwayRouting::kAdaptive, change);
  };
  using Router = MwayConfig;
  CHECK(adaptive([](Router&) {}).empty());
  CHECK_THAT(adaptive([](Router& r) { r.stat = Stat::kCyclic; }), Contains("router.stat exact"));
  CHECK_THAT(adaptive([](Router& r) { r.addressing = Addressing::kAddressed; }),
             Contains("router.addressing matched"));
  CHECK_THAT(adaptive([](Router& r) { r.configuration = Configuration::kPins; }),
             Contains("router.configuration constant"));
  CHECK_THAT(adaptive([](Router& r) { r.age_lines = 3; }), Contains("router.age_lines 0"));
  CHECK_THAT(adaptive([](Router& r) { r.pipeline = 2; }), Contains("router.pipeline 0"));
  CHECK_THAT(adaptive([](Router& r) {
               r.multicast = Multicast::kOrdered;
               r.depth = 5;
             }),
             Contains("router.multicast none"));
  CHECK_THAT(adaptive([](Router& r) { r.freeing = Freeing::kEarly; }),
             Contains("router.routing") && Contains("router.freeing late"));
  CHECK_THAT(adaptive([](Router& r) { r.class_zero_buffers = 2; }),
             Contains("router.class_zero_buffers") && Contains("router.class_zero_mask"));
  CHECK_THAT(adaptive([](Router& r) { r.class_one_mask = 2; }),
             Contains("'router.class_one_mask': this network has no such class"));
  CHECK_THAT(adaptive([](Router& r) { r.adaptive_mask = 16; }),
             Contains("'router.adaptive_mask': 16 names a buffer beyond the 4 of a set"));
  CHECK_THAT(adaptive([](Router& r) {
               r.class_zero_mask = 15;
               r.adaptive_mask = 0;
             }),
             Contains("'router.adaptive_mask': the other classes leave it no buffer"));
  CHECK_THAT(error(kTorus, MwayRouting::kAdaptive,
                   [](Router& r) { r.class_one_mask = r.class_zero_mask; }),
             Contains("router.class_zero_mask"));
  CHECK_THAT(error(kTorus, MwayRouting::kAdaptive,
                   [](Router& r) {
                     r.buffers = 2;
                     r.class_zero_buffers = 1;
                   }),
             Contains("'router.buffers': each of 3 classes needs a buffer; legal: 3 to 16"));
  CHECK_THAT(error(kTorus, MwayRouting::kBalanced, [](Router& r) { r.adaptive_mask = 1; }),
             Contains("'router.adaptive_mask': this network has no such class"));
  CHECK_THAT(error(kTorus, MwayRouting::kBalanced,
                   [](Router& r) {
                     r.class_one_mask = 14;
                     r.freeing = Freeing::kEarly;
                   }),
             Contains("router.freeing") && Contains("classes without common buffers"));
  CHECK_THAT(error(kTorus, MwayRouting::kDimensionOrder, [](Router& r) { r.adaptive_mask = 1; }),
             Contains("router.routing") && Contains("leaving out the masks"));
  NetworkConfig mesh = network(kMesh, {4, 4}, MwayRouting::kDimensionOrder, 4);
  mway_of(mesh).routing = MwayRouting::kBalanced;
  CHECK_THAT(config_error(mesh), Contains("'router.routing': a mesh has no classes to balance"));
}
