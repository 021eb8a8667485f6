// rtl/stream/stream_entry.sv
//
// Rationale: the queue equals its model in every cycle, and gives out exactly the legal messages
// that went in. Every kind of illegal message is sent, alone and with another fault in it.
// State space: levels of the queue x progress of the message; random streams and pops.
// Parameter space: a queue for two messages; one for a single message, one destination; one word.
#include "VEntry.h"
#include "VEntryOne.h"
#include "VEntryTight.h"
#include "bench.hpp"
#include "flits.hpp"
#include "stream/entry.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using module_test::Random;

namespace {

template <class Top>
class Pair {
 public:
  Pair(const StreamSizes& sizes, unsigned terminals) : model_(sizes, terminals) {
    bench_->s_axis_tvalid_i = 0;
    bench_->pop_i = 0;
    bench_.reset();
    compare();
  }

  void cycle(const StreamWord* word, bool pop) {
    pop = pop && model_.valid();
    bench_->s_axis_tvalid_i = word != nullptr;
    if (word != nullptr) {
      drive(bench_->s_axis_tdata_i, static_cast<std::uint32_t>(word->data));
      drive(bench_->s_axis_tdest_i, word->terminal);
      bench_->s_axis_tlast_i = word->last;
    }
    bench_->pop_i = pop;
    bench_.settle();
    compare();  // outputs do not depend on inputs
    if (pop) popped_.push_back(model_.front().words[model_.place()]);
    bench_.tick();
    model_.step(word, pop);
    compare();
  }

  [[nodiscard]] const StreamEntry& model() const { return model_; }
  std::deque<StreamData>& popped() { return popped_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void compare() {
    REQUIRE(bench_->s_axis_tready_o == model_.ready());
    REQUIRE(bench_->drop_o == model_.drop());
    REQUIRE(bench_->valid_o == model_.valid());
    if (!model_.valid()) return;
    REQUIRE(bench_->dest_o == model_.front().destination);
    REQUIRE(bench_->words_o == model_.front().words.size());
    REQUIRE(bench_->place_o == model_.place());
    REQUIRE(bench_->data_o == model_.front().words[model_.place()]);
    REQUIRE(bench_->last_o == model_.last());
  }

  Bench<Top> bench_;
  StreamEntry model_;
  std::deque<StreamData> popped_;
};

/// Messages of all lengths, legal or not; `pops` of 8 cycles take a word if there is one. The words
/// that come out must be those of the legal messages, which are told here from the whole message.
template <class Top>
void random_run(const StreamSizes& sizes, unsigned terminals) {
  Pair<Top> pair(sizes, terminals);
  Random random(sizes.max_words);
  std::deque<StreamData> expected;
  unsigned drops[4] = {};
  const auto cycle = [&](const StreamWord* word, unsigned pops) {
    pair.cycle(word, random.chance(pops, 8));
    for (unsigned cause = 0; cause < 4; ++cause) drops[cause] += pair.model().drop() >> cause & 1u;
  };
  for (unsigned message = 0; message < 2000; ++message) {
    const unsigned pops = message / 20 % 2 == 0 ? 1 : 7;  // fills and drains alternately
    const unsigned words = 1 + random.below((random.chance(1, 4) ? 3 : 1) * sizes.max_words);
    const unsigned to = (random.below(terminals) + (random.chance(1, 6) ? terminals : 0)) & 0xffff;
    const unsigned changed = random.chance(1, 6) ? random.below(words) : 0;
    const bool legal = to < terminals && words <= sizes.max_words && changed == 0;
    for (unsigned i = 0; i < words; ++i) {
      const unsigned dest = changed != 0 && i == changed ? to ^ 1 : to;
      const StreamWord word{random(), dest, i + 1 == words};
      if (legal) expected.push_back(word.data);
      for (bool taken = false; !taken;) {
        const bool offer = random.chance(3, 4);  // words are also taken back
        taken = offer && pair.model().ready();
        cycle(offer ? &word : nullptr, pops);
      }
    }
  }
  for (unsigned i = 0; i < 4 * sizes.entry_depth; ++i) cycle(nullptr, 8);
  CHECK(pair.popped() == expected);
  // With 65536 terminals every destination exists; a message of one word cannot change it.
  CHECK((drops[0] > 100) == (terminals < 0x10000));
  CHECK(drops[1] > 100);
  CHECK((drops[2] > 50) == (sizes.max_words > 1));
  CHECK(drops[3] > 100);
  CHECK_FALSE(pair.assertion_failed());
}

}  // namespace

TEST_CASE(
    "legal messages come out, illegal ones are dropped and flagged",
    "[stream_entry][StreamEntryCountBounded][StreamEntryReadyHasRoom][StreamEntryFrontHeld]") {
  random_run<VEntry>({5, 10}, 6);
  random_run<VEntryTight>({4, 4}, 1);
  random_run<VEntryOne>({1, 1}, 65536);
}

TEST_CASE("a word is stored in every cycle while the output keeps up", "[stream_entry]") {
  Pair<VEntry> pair({5, 10}, 6);
  pair.cycle(nullptr, true);
  for (unsigned i = 0; i < 100; ++i) {
    REQUIRE(pair.model().ready());
    const StreamWord word{i, 2, i % 5 == 4};
    pair.cycle(&word, true);
  }
  CHECK(pair.popped().size() == 95);
}

TEST_CASE("the first message after a reset may be illegal", "[stream_entry]") {
  Pair<VEntry> pair({5, 10}, 6);
  pair.cycle(nullptr, false);
  for (const StreamWord& word : {StreamWord{1, 2, false}, {2, 3, true}, {7, 2, true}})
    pair.cycle(&word, false);
  for (unsigned i = 0; i < 3; ++i) pair.cycle(nullptr, true);
  CHECK(pair.popped() == std::deque<StreamData>{7});
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("a pop of nothing is reported", "[stream_entry][StreamEntryPopsWords]") {
  Bench<VEntry> bench;
  bench->s_axis_tvalid_i = 0;
  bench->pop_i = 0;
  bench.reset();
  CHECK_FALSE(bench.assertion_failed());
  bench->pop_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}
