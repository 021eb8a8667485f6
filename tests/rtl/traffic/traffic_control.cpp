// rtl/traffic/traffic_control.sv
//
// Rationale: registers are written and read back, every address is tried, and illegal transfers are
// refused without effect; the model, in lockstep, has the phases.
// State space: addresses x (read, write) x phases. Parameter space: that of traffic_terminals.cpp.
#include <cstddef>

#include "../../../rtl/traffic/traffic_registers.h"
#include "pair.hpp"

using namespace wayfarer;

TEST_CASE("registers are where their map has them", "[traffic][TrafficControlReadsOrFails]") {
  Pair<VTerminals4> pair;
  CHECK(pair.read(offsetof(traffic_registers_t, terminals)) == 4);
  CHECK(pair.read(offsetof(traffic_registers_t, load)) == TRAFFIC_REGISTERS__LOAD__LOAD_reset);
  CHECK(pair.read(offsetof(traffic_registers_t, cycles)) ==
        TRAFFIC_REGISTERS__CYCLES__CYCLES_reset);
  CHECK(pair.read(offsetof(traffic_registers_t, seed)) == TRAFFIC_REGISTERS__SEED__SEED_reset);
  CHECK(pair.read(offsetof(traffic_registers_t, length)) ==
        (TRAFFIC_REGISTERS__LENGTH__LEAST_reset | TRAFFIC_REGISTERS__LENGTH__MOST_reset
                                                      << TRAFFIC_REGISTERS__LENGTH__MOST_bp));
  for (const std::size_t offset :
       {offsetof(traffic_registers_t, pattern), offsetof(traffic_registers_t, hot),
        offsetof(traffic_registers_t, burst)}) {
    pair.write(static_cast<unsigned>(offset), 3);
    CHECK(pair.read(static_cast<unsigned>(offset)) == 3);
  }
  pair.read(sizeof(traffic_registers_t) - 4);
  CHECK_FALSE(pair.refused());
  pair.read(sizeof(traffic_registers_t));
  CHECK(pair.refused());
}

TEST_CASE("registers keep what is written, others are refused",
          "[traffic][TrafficControlReadsOrFails]") {
  Pair<VTerminals4> pair;
  CHECK(pair.read(0x4) == 4);
  CHECK(pair.read(0x18) == 0x602);
  const std::uint32_t masks[] = {7, 0xffff, ~0u, ~0u, 0xffff, ~0u, ~0u};
  for (unsigned i = 0; i < 7; ++i) {
    pair.write(8 + 4 * i, 0xfedc'ba98 + i);
    CHECK_FALSE(pair.refused());
  }
  for (unsigned i = 0; i < 7; ++i) CHECK(pair.read(8 + 4 * i) == ((0xfedc'ba98 + i) & masks[i]));
  for (unsigned address = 0; address < 0x200; ++address) {
    const bool exists =
        address % 4 == 0 && (address <= 0x28 || (address >= 0x100 && address < 0x190));
    const std::uint32_t value = pair.read(address);
    CHECK(pair.refused() == !exists);
    if (!exists) CHECK(value == 0);
  }
  for (const unsigned address : {0x4u, 0x24u, 0x28u, 0x2cu, 0x100u, 0x9u}) {
    pair.write(address, 1);
    CHECK(pair.refused());
  }
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("settings and starts are refused during a run, a stop is not",
          "[traffic][TrafficControlPhaseExists]") {
  Pair<VTerminals4> pair;
  for (const unsigned other : {0u, 2u, ~1u}) {  // no start
    pair.write(0, other);
    CHECK(pair.read(0) == static_cast<unsigned>(OnchipPhase::kIdle));
  }
  pair.write(0, 1);
  CHECK_FALSE(pair.refused());
  while (pair.model.phase() != OnchipPhase::kRun) pair.step();
  pair.write(0, ~3u);  // no stop
  CHECK_FALSE(pair.refused());
  pair.write(0xc, 77);
  CHECK(pair.refused());
  pair.write(0, 1);
  CHECK(pair.refused());
  CHECK(pair.read(0) == static_cast<unsigned>(OnchipPhase::kRun));
  CHECK(pair.read(0xc) == 6554);
  pair.write(0, 2);
  CHECK_FALSE(pair.refused());
  pair.step();
  CHECK(pair.model.phase() == OnchipPhase::kDrain);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("a network that loses a message drains for 4096 cycles and has failed", "[traffic]") {
  Pair<VTerminals4> pair;
  Channel channel(4, 1, 0);
  bool lost = false;
  channel.fault = [&](std::deque<Channel::Message>& queue) {
    if (!lost) queue.pop_back();
    lost = true;
  };
  pair.write(0xc, 0x4000);
  pair.write(0x1c, 300);
  run(pair, channel);
  CHECK(lost);
  CHECK(pair.count(kCountMissing) == 1);
  CHECK(pair.count(kCountDrain) >= 4096);
  CHECK((pair.read(0) & 8) != 0);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("a word that is sent begins the wait for the end of a drain anew", "[traffic]") {
  Pair<VTerminals4> pair;
  pair.write(0xc, 0xffff);
  pair.write(0x1c, 100);
  pair.write(0, 1);
  while (pair.model.phase() != OnchipPhase::kDrain) pair.step();
  for (unsigned cycle = 0; cycle < 3000; ++cycle) pair.step();
  for (OnchipInput& input : pair.inputs) input.ready = true;
  pair.step();
  unsigned cycles = 0;
  for (; pair.model.phase() != OnchipPhase::kDone; ++cycles) pair.step();
  CHECK(cycles >= 4095);
  CHECK_FALSE(pair.assertion_failed());
}
