// rtl/iba/iba_stream_entry.sv
//
// Rationale: headers have LIDs, length, service level and, with endpoints that cut messages, an
// identifier; words follow unchanged, and a message stays on its virtual lane. Messages whose
// destination does not exist are dropped. Random messages are offered while others leave; a queue
// of complete messages gives every output.
// State space: destinations of all kinds, next to the legal ones and far; ready bits of the lanes
//   at random.
// Parameter space: six terminals; two groups, three service levels, two lanes; one group, one
//   level, four lanes, identifiers, and a small queue.
#include "VEntryMessages.h"
#include "VEntryPackets.h"
#include "bench.hpp"
#include "family/iba/header.hpp"
#include "family/iba/management.hpp"
#include "flits.hpp"
#include "stream_bench.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kTerminals = 6, kMaxWords = 4, kHere = 4;

struct Shape {
  unsigned lanes, groups, levels;
  bool identifiers;
};

struct Message {
  std::optional<unsigned> dlid;  // none: the destination does not exist
  unsigned to = 0;               // TDEST
  std::vector<StreamData> words;
};

template <class Top>
class EntryBench {
 public:
  explicit EntryBench(const Shape& shape) : shape_(shape), level_(kHere % shape.levels) {
    bench_->terminal_i = kHere;
    bench_->level_i = static_cast<CData>(level_);
    bench_->s_axis_tvalid_i = 0;
    bench_->inject_ready_i = 0;
    bench_.reset();
    bench_.tick();
    offered_ = new_message();
  }

  /// `offer`, `ready`: probabilities in eighths.
  void cycle(unsigned offer, unsigned ready) {
    const bool valid = random_.chance(offer, 8);
    const auto lanes = static_cast<unsigned>(random_.bits(shape_.lanes, ready, 8));
    bench_->s_axis_tvalid_i = valid;
    drive_data(bench_->s_axis_tdata_i, offered_.words[word_]);
    drive(bench_->s_axis_tdest_i, offered_.to);
    bench_->s_axis_tlast_i = word_ + 1 == offered_.words.size();
    drive(bench_->inject_ready_i, lanes);
    bench_.settle();
    check_flit(lanes);
    const bool taken = valid && bench_->s_axis_tready_o;
    withdrawn_ = valid && !taken;
    bench_.tick();
    unsigned drop = was_withdrawn_ && !valid ? kDropWithdrawn : 0;
    was_withdrawn_ = withdrawn_;
    if (taken) drop |= take();
    REQUIRE(bench_->drop_o == drop);
  }

  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

  unsigned sent = 0;
  unsigned dropped = 0;

 private:
  Message new_message() {
    const unsigned kinds = kTerminals + shape_.groups;
    const unsigned number = random_.below(kinds);
    Message message;
    message.to = number < kTerminals ? number : kFirstMulticastLid + number - kTerminals;
    message.dlid = number < kTerminals ? number + 1 : message.to;
    if (random_.chance(1, 4)) {
      const unsigned none[] = {kTerminals,
                               kTerminals + 1,
                               kinds,
                               kFirstMulticastLid - 1,
                               kFirstMulticastLid + shape_.groups,
                               0xffff};
      message.to = none[random_.below(6)];
      message.dlid.reset();
    }
    message.words.resize(1 + random_.below(kMaxWords));
    for (StreamData& word : message.words)
      for (unsigned part = 0; part < (shape_.identifiers ? 4 : 2); ++part)
        word = word << 32 | random_();
    return message;
  }

  /// A word is in; returns the causes of a drop.
  unsigned take() {
    const unsigned drop = word_ == 0 && !offered_.dlid ? kDropDestination : 0;
    if (++word_ == offered_.words.size()) {
      ++(offered_.dlid ? sent : dropped);
      if (offered_.dlid) complete_.push_back(offered_);
      offered_ = new_message();
      word_ = 0;
    }
    return drop;
  }

  void check_flit(unsigned lanes) {
    const bool open = flit_ > 0;
    const bool valid = !complete_.empty() && (open || lanes != 0);
    REQUIRE((bench_->inject_o >> 2 & 1) == valid);
    if (!valid) return;
    const Message& message = complete_.front();
    if (!open) lane_ = static_cast<unsigned>(lowest(lanes, shape_.lanes));
    const bool tail = flit_ == message.words.size();
    REQUIRE(bench_->inject_lane_o == lane_);
    REQUIRE((bench_->inject_o & 3u) == (!open ? kHead : tail ? kTail : kBody));
    const bool same =
        data_of(bench_->inject_data_o) == (open ? message.words[flit_ - 1] : header(message));
    REQUIRE(same);
    if (!has(lanes, lane_)) return;
    if (!open) {
      level_ = (level_ + 1) % shape_.levels;
      ++identifier_;
    }
    ++flit_;
    if (!tail) return;
    complete_.pop_front();
    flit_ = 0;
  }

  [[nodiscard]] StreamData header(const Message& message) const {
    const StreamData identifier = shape_.identifiers ? identifier_ : 0;
    return StreamData{level_} << IbaHeader::kServiceLevelOffset |
           StreamData{*message.dlid} << IbaHeader::kDestinationOffset |
           StreamData{kHere + 1} << IbaHeader::kSourceOffset |
           StreamData{message.words.size()} << IbaHeader::kLengthOffset |
           identifier << IbaHeader::kIdentifierOffset;
  }

  Bench<Top> bench_;
  Shape shape_;
  Random random_{1};
  Message offered_;
  std::size_t word_ = 0;  // of the offered message
  bool withdrawn_ = false, was_withdrawn_ = false;
  std::deque<Message> complete_;
  std::size_t flit_ = 0;  // of the front message, whose header is 0
  unsigned lane_ = 0, level_, identifier_ = 0;
};

template <class Top>
void random_run(const Shape& shape) {
  EntryBench<Top> bench(shape);
  for (unsigned cycle = 0; cycle < 8000; ++cycle)
    bench.cycle(cycle / 100 % 2 == 0 ? 7 : 3, cycle / 200 % 2 == 0 ? 2 : 6);
  CHECK(bench.sent > 600);
  CHECK(bench.dropped > 100);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("messages become packets", "[iba_stream_entry][IbaStreamEntryHeaderFirst]") {
  random_run<VEntryPackets>({2, 2, 3, false});
  random_run<VEntryMessages>({4, 1, 1, true});
}
