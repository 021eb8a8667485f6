// rtl/deflection/deflection_stream_entry.sv
//
// Rationale: flits have the fields that routers and exits read; a message waits until the previous
// one to its terminal is acknowledged; owed acknowledgements leave, each once; words
// and acknowledgements take turns.
// State space: messages to all terminals with acknowledgements after random times, sent_i at
// random, random ready.
// Parameter space: a torus of 3x2, messages of 1 to 4 words.
#include "Vdeflection_stream_entry.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <set>
#include <string>

using namespace wayfarer;
using module_test::Random;

namespace {

constexpr unsigned kColumns = 3, kTerminals = 6, kMaxWords = 4, kHere = 4;

/// The fields of a flit, from bit 0 upwards (deflection_pkg).
struct Fields {
  explicit Fields(std::uint64_t flit)
      : terminal(take(flit, 16) + kColumns * take(flit, 16)),
        source(take(flit, 3)),
        place(take(flit, 2)),
        last(take(flit, 1)),
        acknowledgement(take(flit, 1)),
        data(static_cast<unsigned>(flit)) {}

  unsigned terminal, source, place, last, acknowledgement, data;

 private:
  static unsigned take(std::uint64_t& flit, unsigned bits) {
    const auto field = static_cast<unsigned>(flit & ((1u << bits) - 1));
    flit >>= bits;
    return field;
  }
};

struct Word {
  unsigned to, place, last, data;
};

using Entry = Bench<Vdeflection_stream_entry>;

void idle(Entry& bench) {
  bench->terminal_i = kHere;
  bench->s_axis_tvalid_i = 0;
  bench->acknowledge_i = 0;
  bench->source_i = 0;
  bench->sent_i = 0;
  bench->inject_ready_i = 0;
}

/// A message of four words, while no flit leaves.
void offer_message(Entry& bench, unsigned to) {
  bench->inject_ready_i = 0;
  for (unsigned word = 0; word < kMaxWords;) {
    bench->s_axis_tvalid_i = 1;
    drive(bench->s_axis_tdata_i, word);
    drive(bench->s_axis_tdest_i, to);
    bench->s_axis_tlast_i = word + 1 == kMaxWords;
    bench.settle();
    word += bench->s_axis_tready_o;
    bench.tick();
  }
  bench->s_axis_tvalid_i = 0;
  for (unsigned i = 0; i < 4; ++i) bench.tick();
}

/// A message waits, and acknowledgements to all terminals.
void both_wait(Entry& bench, unsigned to) {
  bench->inject_ready_i = 0;
  bench->sent_i = (1u << kTerminals) - 1;
  bench.tick();
  bench->sent_i = 0;
  offer_message(bench, to);
}

/// The order in which so many words (w) and acknowledgements (a) leave, with pauses of `pause`
/// cycles between them.
std::string order(Entry& bench, unsigned flits, unsigned pause) {
  std::string text;
  while (flits-- != 0) {
    bench->inject_ready_i = 0;
    for (unsigned i = 0; i < pause; ++i) bench.tick();
    bench->inject_ready_i = 1;
    bench.settle();
    REQUIRE(bench->inject_valid_o);
    text += Fields(bench->inject_data_o).acknowledgement != 0 ? 'a' : 'w';
    bench.tick();
  }
  return text;
}

}  // namespace

TEST_CASE("words and acknowledgements become flits", "[deflection_stream_entry]") {
  Entry bench;
  idle(bench);
  bench.reset();
  Random random(1);
  std::deque<Word> expected;  // words that have been taken, in order
  std::vector<Word> message;  // on the stream
  std::size_t offered = 0;
  std::set<unsigned> owed;            // acknowledgements
  std::set<unsigned> unacknowledged;  // destinations of complete messages
  unsigned open = kTerminals;         // destination of the message that is being sent
  unsigned sent_words = 0, acknowledgements = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    idle(bench);
    if (offered == message.size()) {
      message.clear();
      offered = 0;
      const unsigned words = 1 + random.below(kMaxWords), to = random.below(kTerminals);
      for (unsigned i = 0; i < words; ++i)
        message.push_back({to, i, i + 1 == words, random() & 0x1ffffff});
    }
    const Word& word = message[offered];
    bench->s_axis_tvalid_i = random.chance(7, 8);
    drive(bench->s_axis_tdata_i, word.data);
    drive(bench->s_axis_tdest_i, word.to);
    drive(bench->s_axis_tlast_i, word.last);
    const unsigned source = random.below(kTerminals);
    if (owed.count(source) == 0 && random.chance(1, 3)) {
      bench->sent_i = static_cast<CData>(1u << source);
    }
    if (!unacknowledged.empty() && random.chance(1, 3)) {
      bench->acknowledge_i = 1;
      drive(bench->source_i, *unacknowledged.begin());
    }
    bench->inject_ready_i = random.chance(3, 4);
    bench.settle();
    if (bench->inject_valid_o && bench->inject_ready_i) {
      const Fields flit(bench->inject_data_o);
      REQUIRE(flit.source == kHere);
      if (flit.acknowledgement) {
        REQUIRE(owed.erase(flit.terminal) == 1);
        ++acknowledgements;
      } else {
        REQUIRE_FALSE(expected.empty());
        const Word& first = expected.front();
        REQUIRE(flit.terminal == first.to);
        REQUIRE(flit.place == first.place);
        REQUIRE(flit.last == first.last);
        REQUIRE(flit.data == first.data);
        // A message starts only when the previous one to its terminal is acknowledged.
        if (first.place == 0) REQUIRE(unacknowledged.count(first.to) == 0);
        open = first.last ? first.to : kTerminals;
        expected.pop_front();
        ++sent_words;
      }
    }
    if (bench->acknowledge_i) unacknowledged.erase(bench->source_i);
    if (open != kTerminals) unacknowledged.insert(std::exchange(open, kTerminals));
    if (bench->sent_i != 0) owed.insert(source);
    if (bench->s_axis_tvalid_i && bench->s_axis_tready_o) {
      expected.push_back(word);
      ++offered;
    }
    bench.tick();
  }
  CHECK(sent_words > 2000);
  CHECK(acknowledgements > 2000);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("words and acknowledgements take turns", "[deflection_stream_entry]") {
  Entry bench;
  idle(bench);
  bench.reset();
  for (const unsigned pause : {0u, 1u}) {
    both_wait(bench, 1 + pause);
    CHECK(order(bench, 10, pause) == "wawawawaaa");
  }
  // The turn stays while nothing leaves, and is a word's after a reset.
  offer_message(bench, 3);
  CHECK(order(bench, 4, 0) == "wwww");
  for (unsigned i = 0; i < 3; ++i) bench.tick();
  both_wait(bench, 4);
  CHECK(order(bench, 10, 0) == "awawawawaa");
  offer_message(bench, 5);
  CHECK(order(bench, 4, 0) == "wwww");
  bench.reset();
  both_wait(bench, 1);
  CHECK(order(bench, 10, 0) == "wawawawaaa");
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("acknowledgements of nothing are reported",
          "[deflection_stream_entry][DeflectionStreamEntryAcknowledged]"
          "[DeflectionStreamEntryOwesOne]") {
  Entry bench;
  idle(bench);
  bench.reset();
  bench->acknowledge_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
  idle(bench);
  for (unsigned i = 0; i < 3; ++i) {  // one is in the register, the second owed, the third too many
    CHECK_FALSE(bench.assertion_failed());
    bench->sent_i = 1;
    bench.tick();
    bench->sent_i = 0;
    bench.tick();
  }
  CHECK(bench.assertion_failed());
}
