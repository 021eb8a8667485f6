// rtl/iba/iba_wire_decoder.sv
//
// Rationale: the decoder accepts the golden packets (golden_packets.py), names the causes of what
// is wrong with others, and is its model in every cycle. State space: every bit of the golden
// packets flipped; random packets, some with another bit, a wrong length, version, padding or kind
// under right checksums, or cut; gaps and back-pressure. Parameter space: the largest MTU; one of
// 64 bytes, with mutants.
#include "VDecoder.h"
#include "VDecoderMutants.h"
#include "VDecoderSmall.h"
#include "bench.hpp"
#include "family/iba/wire_decoder.hpp"
#include "family/iba/wire_encoder.hpp"
#include "wire.hpp"
#include "woven/mutants.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <iterator>
#include <optional>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {

template <class Top>
void drive_all(Bench<Top>& bench, const WireDecoder::Inputs& in) {
  bench->word_valid_i = in.word_valid;
  bench->word_i = in.word;
  bench->last_i = in.last;
  bench->data_ready_i = in.data_ready;
  bench.settle();
}

WireHeaderWords without_global(WireHeaderWords words) {
  for (unsigned place = kWireGlobalPlace; place < kWireBasePlace; ++place) words[place] = 0;
  return words;
}

template <class Top>
bool same(Top& top, const WireDecoder::Outputs& out, const WireDecoder::Packet& packet) {
  if ((top.word_ready_o != 0) != out.word_ready || (top.data_valid_o != 0) != out.data_valid ||
      (out.data_valid && top.data_o != out.data) || (top.packet_o != 0) != packet.valid)
    return false;
  if (!packet.valid) return true;
  if (top.errors_o != packet.errors) return false;
  if ((packet.errors & WireError::kLength) != 0) return true;
  const WireHeaderWords words = header_words(top.header_o);
  return (top.global_o != 0) == packet.global && top.bytes_o == packet.bytes % 8192 &&
         (packet.global ? words == packet.words
                        : without_global(words) == without_global(packet.words));
}

/// The words of a packet, checksums at its end, from a header that may have any fields.
WirePacket finished(const WireHeader& header, const std::vector<WireWord>& payload) {
  const bool global = header.next == kWireNextGlobal;
  const WireHeaderWords words = to_words(header);
  WirePacket packet;
  Icrc icrc;
  Vcrc vcrc;
  const auto add = [&](WireWord word, WireWord variant) {
    packet.push_back(word);
    icrc.take(word | variant);
    vcrc.take(word);
  };
  for (unsigned place = 0; place < kWireHeaderWords; place = next_wire_place(place, global))
    add(words[place], variant_bits(place, global));
  for (const WireWord word : payload) add(word, 0);
  packet.push_back(icrc.value());
  vcrc.take(packet.back());
  packet.push_back(vcrc.value());
  return packet;
}

/// A packet with right checksums, of which other things can be wrong.
WirePacket draw_packet(Random& random, unsigned max_bytes) {
  WireHeader header = random_header(random);
  const bool global = random.chance(1, 2);
  const unsigned bytes =
      random.chance(1, 30) ? max_bytes : random.below(std::min(max_bytes, 40u) + 1);
  std::vector<WireWord> payload((bytes + 3) / 4);
  for (WireWord& word : payload) word = random();
  header.link_version = header.transport_version = 0;
  header.next = global ? kWireNextGlobal : kWireNextLocal;
  header.length = static_cast<std::uint16_t>(wire_minimum(global) + payload.size());
  header.global_version = kWireGlobalVersion;
  header.global_next = kWireGlobalNext;
  header.pad = static_cast<std::uint8_t>(-bytes & 3);
  const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
  switch (random.below(16)) {
    case 0: header.link_version = byte() % 16; break;
    case 1: header.transport_version = byte() % 16; break;
    case 2: header.global_version = byte() % 16; break;
    case 3: header.global_next = byte(); break;
    case 4: header.next = byte() % 4; break;
    case 5:
      header.pad = byte() % 4;
      if (random.chance(1, 2)) payload.clear();
      header.length = static_cast<std::uint16_t>(wire_minimum(global) + payload.size());
      break;
    case 6: header.length = static_cast<std::uint16_t>(random.below(2048)); break;
    case 7: header.length = static_cast<std::uint16_t>(header.length + random.below(5) - 2); break;
    case 8:
      payload.resize((max_bytes + 3) / 4 + 1, 5);
      header.length = static_cast<std::uint16_t>(wire_minimum(global) + payload.size());
      break;
    default: break;
  }
  WirePacket packet = finished(header, payload);
  const auto size = static_cast<unsigned>(packet.size());
  if (random.chance(1, 6)) packet[random.below(size)] ^= 1u << random.below(32);
  if (random.chance(1, 12)) packet.resize(1 + random.below(size));
  return packet;
}

struct Counts {
  unsigned good = 0;
  std::array<unsigned, 5> errors{};
};

/// Random packets; returns none at the first difference between RTL and model.
template <class Top>
std::optional<Counts> random_run(unsigned max_bytes, unsigned cycles, unsigned mutant = 0) {
  Bench<Top> bench;
  bench.argument(fmt::format("+mutant={}", mutant));
  WireDecoder model(max_bytes);
  Random random(max_bytes);
  WireDecoder::Inputs in;
  WirePacket packet;
  std::size_t next = 0;
  Counts counts;
  drive_all(bench, in);
  bench.reset();
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    if (!in.word_valid && random.chance(7, 8)) {
      if (next == packet.size()) {
        packet = draw_packet(random, max_bytes);
        next = 0;
      }
      in.word_valid = true;
      in.word = packet[next++];
      in.last = next == packet.size();
    }
    in.data_ready = random.chance(cycle / 100 % 2 == 0 ? 7 : 3, 8);
    drive_all(bench, in);
    const WireDecoder::Outputs out = model.outputs(in);
    const WireDecoder::Packet ended = model.packet();
    if (!same(*bench.operator->(), out, ended)) return std::nullopt;
    if (ended.valid) counts.good += ended.errors == 0;
    for (unsigned cause = 0; ended.valid && cause < counts.errors.size(); ++cause)
      counts.errors[cause] += ended.errors >> cause & 1;
    model.step(in);
    bench.tick();
    if (in.word_valid && out.word_ready) in.word_valid = false;
  }
  if (mutant == 0) CHECK_FALSE(bench.assertion_failed());
  return counts;
}

/// Sends a packet without gaps; the payload's words go to `payload`. Returns the errors.
template <class Top>
unsigned errors_of(Bench<Top>& bench, const WirePacket& packet, std::vector<WireWord>& payload) {
  payload.clear();
  for (std::size_t word = 0; word < packet.size(); ++word) {
    drive_all(bench, {true, packet[word], word + 1 == packet.size(), true});
    REQUIRE(bench->word_ready_o != 0);
    if (bench->data_valid_o != 0) payload.push_back(bench->data_o);
    bench.tick();
  }
  drive_all(bench, {});
  REQUIRE(bench->packet_o != 0);
  return bench->errors_o;
}

void check(const std::optional<Counts>& counts) {
  REQUIRE(counts);
  CHECK(counts->good > 200);
  for (const unsigned errors : counts->errors) CHECK(errors > 20);
}

}  // namespace

TEST_CASE("the golden packets pass with their fields", "[iba_wire_decoder]") {
  Bench<VDecoder> bench;
  drive_all(bench, {});
  bench.reset();
  std::vector<WireWord> payload;
  for (const GoldenPacket& golden : golden_packets()) {
    INFO(golden.name);
    CHECK(errors_of(bench, golden.words, payload) == 0);
    CHECK(payload == golden.payload());
    CHECK(bench->bytes_o == golden.bytes);
    CHECK((bench->global_o != 0) == golden.global());
    // The header stays until the next packet's first word.
    for (unsigned i = 0; i < 3; ++i) {
      drive_all(bench, {false, 0x12345678u << i, false, false});
      bench.tick();
    }
    const WireHeaderWords words = header_words(bench->header_o);
    CHECK((golden.global() ? words : without_global(words)) == to_words(golden.header()));
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("the end of a packet in a reset, and before it, is none", "[iba_wire_decoder]") {
  Bench<VDecoder> bench;
  drive_all(bench, {});
  bench.reset();
  drive_all(bench, {true, 0, true, true});
  bench.tick();
  REQUIRE(bench->packet_o);
  bench.reset();
  CHECK_FALSE(bench->packet_o);
  drive_all(bench, {});
  bench.tick();
  CHECK_FALSE(bench->packet_o);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("every single bit of a packet counts in the VCRC, and in the ICRC unless it may change",
          "[iba_wire_decoder]") {
  Bench<VDecoder> bench;
  drive_all(bench, {});
  bench.reset();
  std::vector<WireWord> payload;
  for (const GoldenPacket& golden : golden_packets()) {
    const auto icrc = static_cast<unsigned>(golden.words.size() - 2);
    unsigned place = 0;
    for (unsigned word = 0; word <= icrc + 1; ++word) {
      const bool header = place < kWireHeaderWords;
      for (unsigned bit = 0; bit < (word > icrc ? 16 : 32); ++bit) {
        INFO(golden.name << ", word " << word << ", bit " << bit);
        WirePacket changed = golden.words;
        changed[word] ^= 1u << bit;
        const unsigned errors = errors_of(bench, changed, payload);
        CHECK((errors & WireError::kVcrc) != 0);
        const bool variant =
            word > icrc || (header && has(variant_bits(place, golden.global()), bit));
        // The LNH says which bits may change; with another length there is no ICRC.
        const bool other = (word == 0 && (bit == 8 || bit == 9)) ||
                           (errors & (WireError::kLength | WireError::kKind)) != 0;
        if (!other) CHECK(((errors & WireError::kIcrc) != 0) == !variant);
        // Within the LRH the length, the kind and the version have causes of their own.
        if (variant && word >= kWireGlobalPlace) CHECK(errors == WireError::kVcrc);
      }
      if (header) place = next_wire_place(place, golden.global());
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("the decoder is its model in every cycle",
          "[iba_wire_decoder][IbaWireDecoderWordHeld][IbaWireDecoderPayloadLeft]") {
  check(random_run<VDecoder>(kWireLargestMtu, 100'000));
  check(random_run<VDecoderSmall>(64, 50'000));
}

TEST_CASE("the comparison with the decoder's model finds mutants", "[iba_wire_decoder]") {
  CHECK(random_run<VDecoderMutants>(64, 20'000));
  for (unsigned mutant = 1; mutant <= std::size(kMutants); ++mutant) {
    INFO(kMutants[mutant - 1]);
    CHECK_FALSE(random_run<VDecoderMutants>(64, 20'000, mutant));
  }
}
