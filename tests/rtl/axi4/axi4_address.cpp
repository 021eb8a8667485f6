// rtl/axi4/axi4_address.sv
//
// Rationale: the beats of a burst's messages are the burst's beats, at the same addresses, in
// messages of full length but for the last one; destination, refusal and attributes are right.
// State space: bursts of all kinds, lengths, sizes and alignments; random waits.
// Parameter space: messages of 4 beats, and of 5 (no power of two) with 64 bits of data.
#include "VAddress.h"
#include "VAddressFive.h"
#include "agents.hpp"
#include "axi4/address.hpp"
#include "bench.hpp"
#include "signals.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

Axi4Address draw(Random& random) {
  Axi4Address a;
  a.id = random.below(16);
  a.size = random.chance(3, 4) ? 2 : random.below(8);
  const unsigned offset = random.below(4096);
  const unsigned page = random.chance(7, 8) ? random.below(5 << 4) : random.below(1u << 20);
  a.address = (page << 12) + offset;
  a.length = random.below(std::min(256u, std::max(1u, (4096 - offset) >> a.size)));
  a.burst = random.chance(7, 8) ? kAxiIncr : random.below(3);
  a.cache = random.below(16);
  a.prot = random.below(8);
  a.qos = random.below(16);
  return a;
}

template <class Top>
void random_run(unsigned beats, unsigned data_bits) {
  Axi4Config config;
  config.beats = beats;
  config.data_bits = data_bits;
  config.map = default_axi4_map();
  Axi4AddressChannel model(config);
  Bench<Top> bench;
  Random random(beats);
  bench->valid_i = bench->next_i = 0;
  Writer(bench->address_i).put(Axi4Address{});
  bench.reset();
  std::optional<Axi4Address> offered, burst;
  unsigned beat = 0, bursts = 0, refused = 0;
  for (unsigned cycle = 0; cycle < 60000; ++cycle) {
    if (!offered && random.chance(5, 8)) offered = draw(random);
    const bool next = model.valid() && random.chance(5, 8);
    bench->valid_i = offered.has_value();
    Writer(bench->address_i).put(offered.value_or(Axi4Address{}));
    bench->next_i = next;
    bench.settle();
    REQUIRE(bench->ready_o == model.ready());
    REQUIRE(bench->valid_o == model.valid());
    if (model.valid()) {
      const Axi4Address message = address_of(bench->address_o, 0);
      REQUIRE(equal(message, model.message()));
      REQUIRE(bench->final_o == model.final());
      REQUIRE(bench->refused_o == model.refused());
      REQUIRE(bench->refused_o == (burst->address >= 4u << 16 || 8u << burst->size > data_bits ||
                                   (burst->burst != kAxiIncr && burst->length != 0)));
      if (!model.refused()) REQUIRE(bench->dest_o == burst->address >> 16);
      if (next) {
        for (unsigned i = 0; i <= message.length && !model.refused(); ++i)
          REQUIRE(beat_address(message, i) == beat_address(*burst, beat + i));
        beat += message.length + 1;
        REQUIRE((bench->final_o == (beat == burst->length + 1) || model.refused()));
        REQUIRE((bench->final_o || message.length + 1 == beats));
        refused += model.refused();
      }
    }
    const bool taken = offered && model.ready();
    bench.tick();
    model.step(offered, next);
    if (!taken) continue;
    burst = offered;
    offered.reset();
    beat = 0;
    ++bursts;
  }
  CHECK(bursts > 1500);
  CHECK(refused > 200);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("bursts are split at the right addresses",
          "[axi4_address][Axi4AddressHeld][Axi4AddressTakesMessages]") {
  random_run<VAddress>(4, 32);
  random_run<VAddressFive>(5, 64);
}
