// rtl/mway/mway_node.sv
//
// Rationale: the wiring of a channel to its processors and its routers' ports. The processors send
// to each other with random stalls, messages checked end to end, and illegal messages, which are
// counted; then each router's port is driven alone, and its outputs must be on the lines, while its
// replies must reach the processors.
// State space: that of its processors.
// Parameter space: a channel of a 4x4 mesh with three processors, two buffers of two flits.
#include "Vmway_node.h"
#include "terminals.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kRouters = 4;
const TopologyConfig kMesh{TopologyKind::kMesh, {4, 4}, 3};

void no_routers(Bench<Vmway_node>& bench) {
  for (unsigned r = 0; r < kRouters; ++r) {
    bench->po3_i[r] = bench->po2_i[r] = bench->po1_i[r] = bench->po0_i[r] = 0;
    bench->payload_i[r] = 0;
    bench->data_i[r] = 0;
    bench->answer_i[r] = 0;
    bench->status_i[r] = 0;
  }
}
}  // namespace

TEST_CASE("processors of one channel exchange messages", "[mway_node][DriverCopiesEqual]") {
  Terminals<Vmway_node> node(kMesh, 3, 2);
  no_routers(node.bench());
  node.bench()->position_i = 0;
  node.bench().reset();
  Random random(1);
  for (unsigned i = 0; i < 600; ++i) node.send(i % 3, random() % 2, random() % 3, 1 + random() % 5);
  for (unsigned cycle = 0; cycle < 30000 && node.outstanding() > 0; ++cycle) {
    node.cycle(random, cycle / 100 % 2 == 0 ? 0 : 3);
  }
  CHECK(node.delivered() == 600);
}

TEST_CASE("illegal messages of all processors are counted", "[mway_node]") {
  Terminals<Vmway_node> node(kMesh, 3, 2);
  no_routers(node.bench());
  node.bench()->position_i = 0;
  node.bench().reset();
  count_errors(node, kMesh, 3);
}

TEST_CASE("every router's lines reach the channel", "[mway_node][DriverCopiesEqual]") {
  Bench<Vmway_node> bench;
  no_routers(bench);
  bench->position_i = 0;
  for (unsigned p = 0; p < 3; ++p) bench->processor_i[p] = 0;
  bench.reset();
  bench.settle();
  const std::uint64_t processors_only = bench->stat_o;
  Random random(1);
  for (unsigned round = 0; round < 100 * kRouters; ++round) {
    const unsigned r = round % kRouters;
    no_routers(bench);
    const unsigned priority = random() % 16, buffer = random() % 2;
    bench->po3_i[r] = priority >> 3 & 1;
    bench->po2_i[r] = priority >> 2 & 1;
    bench->po1_i[r] = priority >> 1 & 1;
    bench->po0_i[r] = priority & 1;
    const unsigned tag = 1 + random() % 3, way = random() % 7;
    bench->payload_i[r] = payload(tag, buffer);
    bench->data_i[r] = tag == kHeader ? way | (random() & ~0xfu) : random();
    // Of the processors only one that a header names answers.
    const bool processor = tag == kHeader && way >= kRouters;
    unsigned reply = answer(processor, false, 0);
    if (!processor) {
      reply = random.chance(1, 2) ? answer(true, random.chance(1, 2), random() % 2) : 0;
      bench->answer_i[random() % kRouters] = static_cast<CData>(reply);
    }
    const unsigned available = random() % 4, full = random() % 4;
    bench->status_i[r] = status(available, full);
    bench.settle();
    CHECK(static_cast<unsigned>(bench->s3_o << 3 | bench->s2_o << 2 | bench->s1_o << 1 |
                                bench->s0_o) == priority);
    CHECK(bench->payload_o == payload(tag, buffer));
    CHECK(bench->data_o == bench->data_i[r]);
    CHECK(bench->answer_o == reply);
    CHECK(bench->stat_o ==
          (processors_only | std::uint64_t{available & 1} << r |
           std::uint64_t{available >> 1} << (8 + r) | std::uint64_t{full} << (16 + 2 * r)));
  }
  no_routers(bench);
  CHECK_FALSE(bench.assertion_failed());
}
