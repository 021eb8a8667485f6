// rtl/axi4/axi4_checker.sv
//
// Rationale: legal traffic with waits on all channels, W before AW and several bursts on their way
// passes, random bursts of all IDs among it; each breach of the protocol is reported, also in the
// middle of random traffic, in the cycle in which plain counts of bursts and beats have it.
// State space: one breach at a time.
// Parameter space: the defaults; only widths depend on them.
#include "Vaxi4_checker.h"
#include "bench.hpp"
#include "flits.hpp"
#include "signals.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kPage = 4096;
constexpr unsigned kSlots = 16;   // IDs that the checker tells apart
constexpr unsigned kReads = 200;  // under way in one

class Checker {
 public:
  Checker() {
    set();
    bench_.reset();
  }

  Axi4Manager manager;
  Axi4Subordinate subordinate;

  /// A cycle with the signals as they are.
  void clock() {
    set();
    bench_.settle();
    bench_.tick();
  }
  bool failed() {
    clock();  // assertions that look back
    return bench_.assertion_failed();
  }

  /// Bursts of two beats, with an ID.
  static Axi4Address burst(unsigned id, std::uint64_t address = 0) { return {id, address, 1, 2}; }

  /// A write, data first; without its answer.
  void write(unsigned id) {
    subordinate.aw_ready = subordinate.w_ready = true;
    manager.w = Axi4Beat{1, 15, false};
    clock();
    manager.w = Axi4Beat{2, 15, true};
    clock();
    manager.w.reset();
    manager.aw = burst(id);
    clock();
    manager.aw.reset();
  }

  void read(unsigned id) {
    subordinate.ar_ready = manager.r_ready = true;
    manager.ar = burst(id);
    clock();
    manager.ar.reset();
  }

  /// A cycle with the signals as they are; whether a breach is reported in it.
  bool reports() {
    clock();
    return bench_.assertion_failed();
  }

  void beat(unsigned id, bool last) {
    subordinate.r = Axi4Read{id, 0, 0, last};
    clock();
    subordinate.r.reset();
  }

 private:
  void set() {
    drive_manager(bench_->manager_i, bench_->wdata_i, bench_->wstrb_i, manager);
    drive_subordinate(bench_->subordinate_i, bench_->rdata_i, subordinate);
  }

  Bench<Vaxi4_checker> bench_;
};

/// Random transactions, several on their way, W before and after AW. Now and then B, R or WLAST is
/// random, too: counts tell whether that is a breach.
class Traffic {
 public:
  explicit Traffic(unsigned seed) : random_(seed) {}

  Checker checker;

  void offer() {
    Axi4Manager& manager = checker.manager;
    Axi4Subordinate& subordinate = checker.subordinate;
    const auto near = [](unsigned ahead, unsigned behind) { return ahead < behind + kAhead; };
    if (!manager.aw && near(aw_bursts_, std::min(w_bursts_, answers_)) && random_.chance(1, 4))
      manager.aw = burst(planned(aw_bursts_));
    if (!manager.ar && near(ar_bursts_, r_bursts_) && random_.chance(1, 6))
      manager.ar = burst(draw());
    if (!manager.w && near(w_bursts_, aw_bursts_) && random_.chance(3, 4)) {
      const bool last = w_beats_of_burst_ >= planned(w_bursts_).length;
      manager.w = Axi4Beat{random_(), random_.below(16), last != random_.chance(1, 800)};
    }
    const unsigned id = random_.below(kSlots);
    const bool answered = writes_[id] != 0 && written_ > 0;
    if (!subordinate.b && (answered ? random_.chance(1, 2) : random_.chance(1, 800)))
      subordinate.b = Axi4Write{id, 0};
    const unsigned from = random_.below(kSlots);
    const bool wild = random_.chance(1, 800);
    if (!subordinate.r && (wild || (!reads_[from].empty() && random_.chance(1, 2))))
      subordinate.r =
          Axi4Read{from, random_(), 0, wild ? random_.chance(1, 2) : reads_[from].front() == 1};
    subordinate.aw_ready = random_.chance(1, 2);
    subordinate.ar_ready = random_.chance(1, 2);
    subordinate.w_ready = random_.chance(1, 2);
    manager.b_ready = random_.chance(1, 2);
    manager.r_ready = random_.chance(1, 2);
  }

  [[nodiscard]] bool breach() const {
    const std::optional<Axi4Write>& b = checker.subordinate.b;
    const std::optional<Axi4Read>& r = checker.subordinate.r;
    const bool inside = w_beats_of_burst_ != 0;
    return (aw_bursts_ == w_bursts_ && (inside ? w_beats_ < aw_beats_ : w_beats_ != aw_beats_)) ||
           (b && (writes_[b->id] == 0 || written_ <= 0)) ||
           (r && (reads_[r->id].empty() || (!r->last && beats_[r->id] <= reads_[r->id].size())));
  }

  void take() {
    Axi4Manager& manager = checker.manager;
    Axi4Subordinate& subordinate = checker.subordinate;
    const std::optional<Axi4Write> b = subordinate.b;
    if (manager.aw && subordinate.aw_ready) {
      ++aw_bursts_;
      aw_beats_ += manager.aw->length + 1;
      ++writes_[manager.aw->id];
      manager.aw.reset();
    }
    if (manager.w && subordinate.w_ready) {
      ++w_beats_;
      ++w_beats_of_burst_;
      if (manager.w->last) {
        ++w_bursts_;
        ++written_;
        w_beats_of_burst_ = 0;
      }
      manager.w.reset();
    }
    if (b && manager.b_ready) {
      --writes_[b->id];
      --written_;
      ++answers_;
      subordinate.b.reset();
    }
    if (manager.ar && subordinate.ar_ready) {
      reads_[manager.ar->id].push_back(manager.ar->length + 1);
      beats_[manager.ar->id] += manager.ar->length + 1;
      ++ar_bursts_;
      manager.ar.reset();
    }
    if (subordinate.r && manager.r_ready) {
      const unsigned id = subordinate.r->id;
      --beats_[id];
      if (subordinate.r->last) {
        reads_[id].pop_front();
        ++r_bursts_;
      } else {
        --reads_[id].front();
      }
      subordinate.r.reset();
    }
  }

 private:
  static constexpr unsigned kAhead = 12;

  struct Plan {
    unsigned id, length;
  };

  static Axi4Address burst(const Plan& plan) { return {plan.id, 0, plan.length, 2}; }
  Plan draw() { return {random_.below(kSlots), random_.below(4)}; }
  /// The write of this number.
  const Plan& planned(unsigned number) {
    while (plans_.size() <= number) plans_.push_back(draw());
    return plans_[number];
  }

  Random random_;
  std::vector<Plan> plans_;
  unsigned aw_bursts_ = 0, aw_beats_ = 0, w_bursts_ = 0, w_beats_ = 0;
  unsigned w_beats_of_burst_ = 0;
  unsigned answers_ = 0, ar_bursts_ = 0, r_bursts_ = 0;
  int written_ = 0;  ///< Writes whose data are in, less the answers.
  std::array<unsigned, kSlots> writes_{}, beats_{};
  std::array<std::deque<unsigned>, kSlots> reads_;  ///< Beats that are left.
};

}  // namespace

TEST_CASE("legal transactions pass", "[axi4_checker]") {
  Checker checker;
  for (unsigned round = 0; round < 3; ++round) {
    checker.write(3);
    checker.write(3);
    checker.read(1);
    checker.read(2);
    checker.beat(2, false);
    checker.beat(1, false);
    checker.beat(2, true);
    checker.beat(1, true);
    for (unsigned i = 0; i < 2; ++i) {
      checker.subordinate.b = Axi4Write{3, 0};
      checker.manager.b_ready = false;
      checker.clock();
      checker.manager.b_ready = true;
      checker.clock();
      checker.subordinate.b.reset();
    }
  }
  // To the end of a page.
  checker.manager.ar = Checker::burst(1, 4096 - 8);
  CHECK_FALSE(checker.failed());
}

TEST_CASE("random legal transactions pass", "[axi4_checker]") {
  Checker checker;
  Random random(1);
  const auto address = [&] {
    Axi4Address burst;
    burst.id = random() & 0xffff;
    burst.length = random.chance(1, 2) ? random.below(8) : random.below(256);
    burst.size = random.below(3);
    burst.burst = random.below(3);
    // The whole burst is in its page.
    burst.address = (std::uint64_t{random()} << 32 | random()) / kPage * kPage +
                    random.below(kPage - ((burst.length + 1) << burst.size) + 1);
    burst.cache = random.below(16);
    burst.prot = random.below(8);
    burst.qos = random.below(16);
    return burst;
  };
  const auto taken = [&](bool ready) { return ready ? random.chance(7, 8) : random.chance(1, 8); };
  std::deque<unsigned> data, written, unanswered;     // beats of W; IDs of writes
  std::array<std::deque<unsigned>, kSlots> reads;     // beats that are left
  std::array<std::deque<unsigned>, kSlots> identity;  // of the reads
  Axi4Manager& manager = checker.manager;
  Axi4Subordinate& subordinate = checker.subordinate;
  for (unsigned cycle = 0; cycle < 60000; ++cycle) {
    // Phases in which addresses, or answers, go on.
    const bool asks = cycle / 2000 % 2 == 0;
    if (!manager.aw && unanswered.size() + written.size() < 100 && random.chance(1, 4))
      manager.aw = address();
    if (!manager.ar && asks && random.chance(1, 8)) {
      const Axi4Address read = address();
      if (reads[read.id % kSlots].size() < kReads) manager.ar = read;
    }
    if (!manager.w && !data.empty() && random.chance(3, 4))
      manager.w = Axi4Beat{random(), random.below(16), data.front() == 0};
    if (!subordinate.b && !written.empty() && taken(!asks))
      subordinate.b = Axi4Write{written.front(), random.below(4)};
    const unsigned slot = random.below(kSlots);
    if (!subordinate.r && !reads[slot].empty())
      subordinate.r =
          Axi4Read{identity[slot].front(), random(), random.below(4), reads[slot].front() == 0};
    subordinate.aw_ready = subordinate.ar_ready = random.chance(3, 4);
    subordinate.w_ready = random.chance(3, 4);
    manager.b_ready = manager.r_ready = random.chance(3, 4);
    checker.clock();
    if (manager.aw && subordinate.aw_ready) {
      data.push_back(manager.aw->length);
      unanswered.push_back(manager.aw->id);
      manager.aw.reset();
    }
    if (manager.ar && subordinate.ar_ready) {
      reads[manager.ar->id % kSlots].push_back(manager.ar->length);
      identity[manager.ar->id % kSlots].push_back(manager.ar->id);
      manager.ar.reset();
    }
    if (manager.w && subordinate.w_ready) {
      if (manager.w->last) {
        data.pop_front();
        written.push_back(unanswered.front());
        unanswered.pop_front();
      } else {
        --data.front();
      }
      manager.w.reset();
    }
    if (subordinate.b && manager.b_ready) {
      written.pop_front();
      subordinate.b.reset();
    }
    if (subordinate.r && manager.r_ready) {
      const unsigned from = subordinate.r->id % kSlots;
      if (subordinate.r->last) {
        reads[from].pop_front();
        identity[from].pop_front();
      } else {
        --reads[from].front();
      }
      subordinate.r.reset();
    }
  }
  CHECK_FALSE(checker.failed());
}

TEST_CASE("a breach in random traffic is reported at once, and nothing else is",
          "[axi4_checker][Axi4LastOfWrite][Axi4WriteAnswered][Axi4ReadAnswered][Axi4LastOfRead]") {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    Traffic traffic(seed);
    bool breach = false;
    while (!breach) {
      traffic.offer();
      breach = traffic.breach();
      REQUIRE(traffic.checker.reports() == breach);
      traffic.take();
    }
  }
}

TEST_CASE("what is offered must stay",
          "[axi4_checker][Axi4WriteAddressHeld][Axi4WriteDataHeld][Axi4ReadAddressHeld]"
          "[Axi4WriteAnswerHeld][Axi4ReadDataHeld]") {
  for (unsigned channel = 0; channel < 5; ++channel) {
    Checker checker;
    checker.write(0);
    checker.read(0);
    checker.subordinate = {};
    checker.manager.r_ready = false;
    if (channel == 0) checker.manager.aw = Checker::burst(0);
    if (channel == 1) checker.manager.w = Axi4Beat{1, 15, false};
    if (channel == 2) checker.manager.ar = Checker::burst(0);
    if (channel == 3) checker.subordinate.b = Axi4Write{};
    if (channel == 4) checker.subordinate.r = Axi4Read{};
    CHECK_FALSE(checker.failed());
    if (channel == 0) checker.manager.aw->address = 8;
    if (channel == 1) checker.manager.w->data = 2;
    if (channel == 2) checker.manager.ar.reset();
    if (channel == 3) checker.subordinate.b->response = 2;
    if (channel == 4) checker.subordinate.r->data = 1;
    INFO(channel);
    CHECK(checker.failed());
  }
}

TEST_CASE("a burst must stay in its page", "[axi4_checker][Axi4BurstInPage]") {
  for (const bool write : {false, true}) {
    Checker checker;
    (write ? checker.manager.aw : checker.manager.ar) = Checker::burst(0, 4096 - 4);
    CHECK(checker.failed());
  }
}

TEST_CASE("W must have the beats of AW", "[axi4_checker][Axi4LastOfWrite]") {
  for (const unsigned beats : {1u, 3u}) {
    Checker checker;
    checker.subordinate.aw_ready = checker.subordinate.w_ready = true;
    checker.manager.aw = Checker::burst(0);
    checker.clock();
    checker.manager.aw.reset();
    for (unsigned beat = 1; beat <= beats; ++beat) {
      checker.manager.w = Axi4Beat{0, 0, beat == beats};
      checker.clock();
    }
    checker.manager.w.reset();
    CHECK(checker.failed());
  }
}

TEST_CASE("an answer needs a burst", "[axi4_checker][Axi4WriteAnswered][Axi4ReadAnswered]") {
  for (const bool write : {false, true}) {
    Checker checker;
    if (write)
      checker.subordinate.b = Axi4Write{};
    else
      checker.subordinate.r = Axi4Read{};
    CHECK(checker.failed());
  }
  Checker checker;
  checker.write(1);
  checker.subordinate.b = Axi4Write{2, 0};  // of another ID
  CHECK(checker.failed());
}

TEST_CASE("a write is answered after its data", "[axi4_checker][Axi4WriteAnswered]") {
  Checker checker;
  checker.subordinate.aw_ready = true;
  checker.manager.aw = Checker::burst(0);
  checker.clock();
  checker.manager.aw.reset();
  checker.subordinate.b = Axi4Write{};
  CHECK(checker.failed());
}

TEST_CASE("a read must have its beats", "[axi4_checker][Axi4LastOfRead]") {
  Checker late;
  late.read(0);
  late.beat(0, false);
  late.beat(0, false);
  CHECK(late.failed());
  Checker early;  // no beat may be left when the last read ends
  early.read(0);
  early.read(0);
  for (const bool last : {false, false, false, false}) early.beat(0, last);
  CHECK(early.failed());
}
