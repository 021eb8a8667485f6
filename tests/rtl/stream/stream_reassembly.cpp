// rtl/stream/stream_reassembly.sv
//
// Rationale: messages that arrive interleaved leave whole, unchanged and once, without gaps, and
// the module equals its model in every cycle. State space: progress of every slot's message x the
// message that is sent; random interleaving, orders of words (Ordered=0) and back-pressure.
// Parameter space: three slots; one slot of one word; five slots with words in any order.
#include "stream/stream_reassembly.hpp"
#include "VReassembly.h"
#include "VReassemblyAnyOrder.h"
#include "VReassemblyOne.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

using namespace wayfarer;
using module_test::Random;

namespace {

struct Message {
  std::vector<StreamWord> words;
  std::vector<unsigned> order;  // of arrival
  std::size_t sent = 0;
};

template <class Top>
class Pair {
 public:
  Pair(unsigned slots, unsigned max_words)
      : slots_(slots), max_words_(max_words), model_(slots, max_words) {
    reset();
  }

  void reset() {
    model_ = StreamReassembly(slots_, max_words_);
    bench_->valid_i = 0;
    bench_->slot_i = 0;
    bench_->m_axis_tready_i = 0;
    bench_.reset();
  }

  void cycle(const StreamReassembly::Arrival* arrival, bool ready) {
    bench_->valid_i = arrival != nullptr;
    if (arrival != nullptr) {
      drive(bench_->slot_i, arrival->slot);
      drive(bench_->place_i, arrival->place);
      drive(bench_->source_i, arrival->source);
      drive(bench_->data_i, static_cast<std::uint32_t>(arrival->data));
      bench_->last_i = arrival->last;
    } else {  // anything
      drive(bench_->slot_i, garbage_.below(slots_));
      drive(bench_->place_i, garbage_.below(max_words_));
      bench_->last_i = garbage_.chance(1, 2);
    }
    bench_->m_axis_tready_i = ready;
    bench_.settle();
    if (arrival != nullptr) REQUIRE(bench_->ready_o == model_.ready(arrival->slot));
    const int sent = model_.sent(ready);
    REQUIRE(bench_->sent_o == module_test::one_hot(sent));
    const bool takes = arrival != nullptr && model_.ready(arrival->slot);
    bench_.tick();
    model_.step(takes ? arrival : nullptr, ready);
    const StreamWord* word = model_.output();
    REQUIRE(bench_->m_axis_tvalid_o == (word != nullptr));
    if (word == nullptr) return;
    REQUIRE(bench_->m_axis_tdata_o == word->data);
    REQUIRE(bench_->m_axis_tid_o == word->terminal);
    REQUIRE(bench_->m_axis_tlast_o == word->last);
  }

  [[nodiscard]] const StreamReassembly& model() const { return model_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  Bench<Top> bench_;
  unsigned slots_, max_words_;
  StreamReassembly model_;
  Random garbage_{5};
};

template <class Top>
void random_run(unsigned slots, unsigned max_words, bool ordered) {
  Pair<Top> pair(slots, max_words);
  Random random(slots);
  std::vector<Message> messages(slots);
  // By source, which is the message's number: what must come out.
  std::deque<std::pair<unsigned, std::vector<StreamWord>>> expected;
  std::vector<StreamWord> received;
  unsigned number = 0;
  unsigned finished = 0;
  for (unsigned cycle = 0; cycle < 12000; ++cycle) {
    const unsigned slot = random.below(slots);
    Message& message = messages[slot];
    if (message.sent == message.words.size()) {
      message = {};
      const unsigned words = 1 + random.below(max_words);
      for (unsigned i = 0; i < words; ++i) {
        message.words.push_back({random(), number & 0xffff, i + 1 == words});
        message.order.push_back(i);
      }
      if (!ordered)
        for (unsigned i = words; i > 1; --i)
          std::swap(message.order[i - 1], message.order[random.below(i)]);
      ++number;
    }
    const unsigned place = message.order[message.sent];
    const StreamWord& word = message.words[place];
    const StreamReassembly::Arrival arrival{slot, place, word.terminal, word.data, word.last};
    const bool offer = random.chance(cycle / 200 % 2 == 0 ? 7 : 3, 8);
    const bool ready = random.chance(cycle / 300 % 2 == 0 ? 2 : 7, 8);
    if (const StreamWord* out = pair.model().output(); out != nullptr && ready) {
      received.push_back(*out);
      if (out->last) {
        const auto found = std::find_if(expected.begin(), expected.end(), [&](const auto& other) {
          return other.first == out->terminal;
        });
        REQUIRE(found != expected.end());
        REQUIRE(found->second == received);
        expected.erase(found);
        received.clear();
        ++finished;
      }
    }
    if (offer && pair.model().ready(slot) && ++message.sent == message.words.size())
      expected.emplace_back(word.terminal, message.words);
    pair.cycle(offer ? &arrival : nullptr, ready);
  }
  CHECK(finished > 1000);
  CHECK(expected.size() <= slots + 1);
  CHECK_FALSE(pair.assertion_failed());
}

}  // namespace

TEST_CASE("interleaved messages leave whole",
          "[stream_reassembly][StreamReassemblyOneState][StreamReassemblySendsComplete]"
          "[StreamReassemblyHeld]") {
  random_run<VReassembly>(3, 5, true);
  random_run<VReassemblyOne>(1, 1, true);
  random_run<VReassemblyAnyOrder>(5, 4, false);
}

TEST_CASE("an incomplete message is lost in a reset", "[stream_reassembly]") {
  Pair<VReassemblyAnyOrder> pair(5, 4);
  const StreamReassembly::Arrival last{0, 1, 7, 11, true};  // the second word of two, first
  pair.cycle(&last, true);
  pair.reset();
  for (const unsigned place : {0u, 1u, 2u}) {
    const StreamReassembly::Arrival arrival{0, place, 7, 20 + place, place == 2};
    pair.cycle(&arrival, true);
  }
  unsigned words = 0;
  for (unsigned i = 0; i < 6; ++i) {
    pair.cycle(nullptr, true);
    words += pair.model().output() != nullptr;
  }
  CHECK(words == 3);
  CHECK_FALSE(pair.assertion_failed());
}

TEST_CASE("words beyond the longest message are reported",
          "[stream_reassembly][StreamReassemblyFits]") {
  Bench<VReassembly> bench;
  bench->valid_i = 1;
  bench->slot_i = 1;
  bench->last_i = 0;
  bench->m_axis_tready_i = 1;
  bench.reset();
  for (unsigned i = 0; i < 5; ++i) bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench.tick();
  CHECK(bench.assertion_failed());
}
