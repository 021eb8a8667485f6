// rtl/iba/iba_wire_encoder.sv
//
// Rationale: the encoder makes the golden packets (golden_packets.py), among them one of the
// InfiniBand specification, and is its model in every cycle. State space: local and global packets,
// payloads of no byte to the largest, too large ones; gaps and back-pressure. Parameter space: the
// largest MTU; one of 64 bytes, with mutants.
#include "VEncoder.h"
#include "VEncoderMutants.h"
#include "VEncoderSmall.h"
#include "bench.hpp"
#include "family/iba/wire_encoder.hpp"
#include "wire.hpp"
#include "woven/mutants.hpp"

#include <catch2/catch.hpp>

#include <iterator>
#include <optional>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {

struct Counts {
  unsigned packets = 0;
  unsigned refused = 0;
  unsigned longest = 0;
};

template <class Top>
void drive_all(Bench<Top>& bench, const WireEncoder::Inputs& in) {
  bench->request_valid_i = in.request_valid;
  drive_header(bench->header_i, in.header);
  bench->global_i = in.global;
  drive(bench->bytes_i, in.bytes);
  bench->data_valid_i = in.data_valid;
  bench->data_i = in.data;
  bench->word_ready_i = in.word_ready;
  bench.settle();
}

template <class Top>
bool same(Top& top, const WireEncoder::Outputs& out) {
  return (top.request_ready_o != 0) == out.request_ready && (top.refused_o != 0) == out.refused &&
         (top.data_ready_o != 0) == out.data_ready && (top.word_valid_o != 0) == out.word_valid &&
         (!out.word_valid || (top.word_o == out.word && (top.last_o != 0) == out.last));
}

/// Random requests; returns none at the first difference between RTL and model.
template <class Top>
std::optional<Counts> random_run(unsigned max_bytes, unsigned cycles, unsigned mutant = 0) {
  Bench<Top> bench;
  bench.argument(fmt::format("+mutant={}", mutant));
  WireEncoder model(max_bytes);
  Random random(max_bytes);
  WireEncoder::Inputs in;
  Counts counts;
  drive_all(bench, in);
  bench.reset();
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (!in.request_valid && random.chance(3, 4)) {
      in.request_valid = true;
      in.header = random_header(random);
      in.global = random.chance(1, 2);
      in.bytes = random.below(random.chance(1, 12) ? max_bytes : 12);
      if (random.chance(1, 20)) in.bytes = max_bytes + random.below(3);
    }
    if (!in.data_valid && random.chance(7, 8)) {
      in.data_valid = true;
      in.data = random();
    }
    in.word_ready = random.chance(cycle / 100 % 2 == 0 ? 7 : 3, 8);
    drive_all(bench, in);
    const WireEncoder::Outputs out = model.outputs(in);
    if (!same(*bench.operator->(), out)) return std::nullopt;
    model.step(in);
    bench.tick();
    if (in.request_valid && out.request_ready) {
      in.request_valid = false;
      ++(out.refused ? counts.refused : counts.packets);
      if (!out.refused) counts.longest = std::max(counts.longest, in.bytes);
    }
    if (in.data_valid && out.data_ready) in.data_valid = false;
  }
  if (mutant == 0) CHECK_FALSE(bench.assertion_failed());
  return counts;
}

}  // namespace

TEST_CASE("the encoder makes the golden packets", "[iba_wire_encoder]") {
  Bench<VEncoder> bench;
  WireEncoder::Inputs in;
  drive_all(bench, in);
  bench.reset();
  in.word_ready = true;
  for (const GoldenPacket& golden : golden_packets()) {
    INFO(golden.name);
    in.request_valid = in.data_valid = true;
    in.header = golden.header();
    in.header.length = in.header.payload_length = 0;  // the encoder's own
    in.header.pad = in.header.next = in.header.global_version = in.header.global_next = 0;
    in.global = golden.global();
    in.bytes = golden.bytes;
    const std::vector<WireWord> payload = golden.payload();
    WirePacket made;
    for (std::size_t data = 0; made.size() < golden.words.size();) {
      // Bytes after the payload are the encoder's to clear.
      in.data = data < payload.size() ? payload[data] : 0;
      if (data + 1 == payload.size() && golden.bytes % 4 != 0)
        in.data |= ~WireWord{0} << 8 * (golden.bytes % 4);
      drive_all(bench, in);
      REQUIRE(bench->word_valid_o != 0);
      made.push_back(bench->word_o);
      CHECK((bench->last_o != 0) == (made.size() == golden.words.size()));
      CHECK(bench->request_ready_o == bench->last_o);
      if (bench->data_ready_o != 0) ++data;
      bench.tick();
    }
    CHECK(made == golden.words);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("the encoder is its model in every cycle",
          "[iba_wire_encoder][IbaWireEncoderWordHeld][IbaWireEncoderRequestStays]"
          "[IbaWireEncoderPayloadLeft]") {
  const auto large = random_run<VEncoder>(kWireLargestMtu, 100'000);
  REQUIRE(large);
  CHECK(large->packets > 300);
  CHECK(large->refused > 3);
  CHECK(large->longest == kWireLargestMtu);
  const auto small = random_run<VEncoderSmall>(64, 50'000);
  REQUIRE(small);
  CHECK(small->packets > 1000);
  CHECK(small->refused > 10);
  CHECK(small->longest == 64);
}

TEST_CASE("a request that is taken back is reported",
          "[iba_wire_encoder][IbaWireEncoderRequestStays]") {
  for (const unsigned words :
       {0u, 1u, 4u, 5u, 6u}) {  // before the packet, in its header, in its payload
    Bench<VEncoder> bench;
    WireEncoder::Inputs in;
    drive_all(bench, in);
    bench.reset();
    in.request_valid = in.data_valid = in.word_ready = true;
    in.bytes = 12;
    drive_all(bench, in);
    for (unsigned word = 0; word < words; ++word) bench.tick();
    in.request_valid = in.data_valid = false;
    drive_all(bench, in);
    CHECK_FALSE(bench.assertion_failed());
    bench.tick();
    CHECK(bench.assertion_failed() == (words > 0));
  }
}

TEST_CASE("the comparison with the encoder's model finds mutants", "[iba_wire_encoder]") {
  CHECK(random_run<VEncoderMutants>(64, 5000));
  for (unsigned mutant = 1; mutant <= std::size(kMutants); ++mutant) {
    INFO(kMutants[mutant - 1]);
    CHECK_FALSE(random_run<VEncoderMutants>(64, 5000, mutant));
  }
}
