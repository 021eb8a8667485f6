// rtl/linear/linear_sender.sv
//
// Rationale: random programs into a link that is ready at random. A list of release times by the
// formula phase + n * period, a count of messages and the format of a message give the expected
// outputs of every cycle. With demand at random a message is released in the first cycle with
// demand that is a period after the last release. Programs change in the middle of messages, which
// must be finished. With registers of four bits the backlog saturates. State space: time to the
// next release, backlog, the current message. Parameter space: 24 bits and 4 bits.
#include "VSender.h"
#include "VSenderNarrow.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
constexpr unsigned kMost = (1u << 24) - 1;

/// The numbers of a host and of the server.
struct Place {
  unsigned own = 5;
  unsigned server = 9;
};

struct Program {
  unsigned period = 0;
  unsigned length = 0;
  unsigned phase = 0;
};

template <class Top>
class Sender {
 public:
  explicit Sender(unsigned width, const Place& place = {})
      : most_((1u << width) - 1), place_(place) {
    drive(bench_->own_i, place.own);
    drive(bench_->server_i, place.server);
    drive(bench_->program_i, 0);
    drive(bench_->ready_i, 0);
    bench_.reset();
  }

  /// One cycle, in which the registers may be loaded. Returns the flit taken.
  Offer cycle(bool ready, const std::optional<Program>& load = std::nullopt, bool demand = true) {
    drive(bench_->program_i, load.has_value());
    drive(bench_->demand_i, demand);
    // Without program_i the others have no effect.
    drive(bench_->period_i, load ? load->period : random_() & most_);
    drive(bench_->length_i, load ? load->length : random_() & most_);
    drive(bench_->phase_i, load ? load->phase : random_() & most_);
    const bool due = program_.period != 0 && cycle_ >= due_;
    const bool releases = due && demand;
    always_demanded_ = always_demanded_ && demand;
    if (always_demanded_ && program_.period != 0)
      REQUIRE(releases ==
              (cycle_ >= program_.phase && (cycle_ - program_.phase) % program_.period == 0));
    if (under_way_.size() == 0 && (backlog_ > 0 || releases)) {
      next_ = message(place_.server, place_.own, place_.own << 16 | (sequence_ & 0xffffu),
                      program_.length);
    }
    const Offer expected = under_way_.size() > 0      ? under_way_.next()
                           : backlog_ > 0 || releases ? Offer{next_.front()}
                                                      : std::nullopt;
    for (const bool other : {!ready, ready}) compare(expected, releases, other);
    REQUIRE((bench_->due_o != 0) == due);
    bench_.tick();
    const Offer taken = ready ? expected : std::nullopt;
    follow(taken, releases, load);
    return taken;
  }

  [[nodiscard]] unsigned backlog() const { return backlog_; }
  [[nodiscard]] bool sending() const { return under_way_.size() > 0; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void compare(const Offer& expected, bool releases, bool ready) {
    bench_->ready_i = ready;
    bench_.settle();
    REQUIRE((bench_->release_o != 0) == releases);
    REQUIRE((bench_->enabled_o != 0) == (program_.period != 0 || under_way_.size() > 0));
    REQUIRE((bench_->valid_o != 0) == expected.has_value());
    if (expected) REQUIRE(Flit{bench_->tag_o, bench_->data_o} == *expected);
  }

  void follow(const Offer& taken, bool releases, const std::optional<Program>& load) {
    if (taken && under_way_.size() > 0) {
      under_way_.taken();
    } else if (taken) {
      under_way_.send({next_.begin() + 1, next_.end()});
      ++sequence_;
    }
    const bool started = taken && taken->head();
    backlog_ = std::min(most_, backlog_ + releases - started);
    if (releases) due_ = cycle_ + program_.period;
    ++cycle_;
    if (load) {
      program_ = *load;
      backlog_ = 0;
      cycle_ = 0;
      due_ = program_.phase;
      always_demanded_ = true;
    }
  }

  Bench<Top> bench_;
  unsigned most_;
  Place place_;
  Random random_{1};
  Program program_;
  unsigned cycle_ = 0;
  unsigned due_ = 0;
  bool always_demanded_ = true;
  unsigned backlog_ = 0;
  unsigned sequence_ = 0;
  std::vector<Flit> next_;
  Source under_way_;
};
}  // namespace

TEST_CASE("random programs", "[linear_sender][LinearSenderOwnsWhatItSends][LinearSenderHeld]") {
  Sender<VSender> sender(24, {0xfa, 0xf6});
  Random random(1);
  unsigned cut_in = 0;
  unsigned messages = 0;
  for (unsigned i = 0; i < 400; ++i) {
    Program program{random() % 12, random() % 7, random() % 20};
    // One that sends nothing before the next, and one of a long message.
    if (i % 8 == 0) program = {random() & kMost, random() & kMost, (random() & kMost) | 1u << 12};
    if (i == 1) program = {random() & kMost, 500, 0};
    cut_in += sender.sending();
    sender.cycle(random.chance(1, 2), program);
    const unsigned takes = 1 + random() % 4;
    for (unsigned cycle = 0; cycle < 150; ++cycle) {
      const Offer taken = sender.cycle(random.chance(takes, 4));
      messages += taken && taken->tail();
    }
  }
  CHECK(cut_in > 50);
  CHECK(messages > 3000);
  CHECK_FALSE(sender.assertion_failed());
}

TEST_CASE("messages on demand are a period apart at least", "[linear_sender]") {
  Sender<VSender> sender(24);
  Random random(2);
  unsigned messages = 0;
  for (unsigned i = 0; i < 300; ++i) {
    sender.cycle(random.chance(1, 2), Program{random() % 12, random() % 7, random() % 20});
    const unsigned demands = 1 + random() % 20;
    for (unsigned cycle = 0; cycle < 150; ++cycle) {
      const Offer taken =
          sender.cycle(random.chance(3, 4), std::nullopt, random.chance(1, demands));
      messages += taken && taken->tail();
    }
  }
  CHECK(messages > 1000);
  CHECK_FALSE(sender.assertion_failed());
}

TEST_CASE("registers of 24 bits count in full", "[linear_sender]") {
  Sender<VSender> sender(24);
  constexpr unsigned kPhase = 70'000;  // beyond 16 bits
  constexpr unsigned kPeriod = 66'000;
  sender.cycle(true, Program{kPeriod, 2, kPhase});
  for (unsigned cycle = 0; cycle < kPhase + kPeriod + 2; ++cycle) {
    const Offer taken = sender.cycle(true);
    const bool header = cycle == kPhase || cycle == kPhase + kPeriod;
    if (header != (taken && taken->head())) FAIL("cycle " << cycle);
  }
}

TEST_CASE("sequence numbers have 16 bits, and begin again", "[linear_sender]") {
  Sender<VSender> sender(24);
  sender.cycle(true, Program{1, 1, 0});
  for (unsigned cycle = 0; cycle < 0x1'0010; ++cycle)
    if (!sender.cycle(true)) FAIL("cycle " << cycle);
  // All releases wait.
  for (unsigned cycle = 0; cycle < 5000; ++cycle) sender.cycle(false);
  CHECK(sender.backlog() == 5000);
  CHECK_FALSE(sender.assertion_failed());
}

TEST_CASE("without a period no message is sent", "[linear_sender]") {
  Sender<VSender> sender(24);
  for (unsigned cycle = 0; cycle < 50; ++cycle) CHECK_FALSE(sender.cycle(true));
  sender.cycle(true, Program{0, 3, 2});
  for (unsigned cycle = 0; cycle < 50; ++cycle) CHECK_FALSE(sender.cycle(true));
  CHECK_FALSE(sender.assertion_failed());
}

TEST_CASE("messages without a pause", "[linear_sender]") {
  Sender<VSender> sender(24);
  sender.cycle(true, Program{3, 3, 0});
  for (unsigned cycle = 0; cycle < 30; ++cycle) {
    const Offer taken = sender.cycle(true);
    REQUIRE(taken);
    CHECK(taken->head() == (cycle % 3 == 0));
    CHECK(taken->tail() == (cycle % 3 == 2));
  }
}

TEST_CASE("a full backlog loses releases", "[linear_sender]") {
  Sender<VSenderNarrow> sender(4);
  sender.cycle(false, Program{15, 1, 0});
  for (unsigned cycle = 0; cycle < 20 * 15; ++cycle) sender.cycle(false);
  CHECK(sender.backlog() == 15);
  // A release and a header in one cycle keep it full.
  CHECK(sender.cycle(true));
  CHECK(sender.backlog() == 15);
  unsigned messages = 0;
  for (unsigned cycle = 0; cycle < 40; ++cycle) messages += sender.cycle(true).has_value();
  CHECK(messages == 15 + 2);  // and two releases in that time
  // A program empties it.
  for (unsigned cycle = 0; cycle < 50; ++cycle) sender.cycle(false);
  CHECK(sender.backlog() > 0);
  sender.cycle(false, Program{15, 1, 14});
  CHECK_FALSE(sender.cycle(true));
  CHECK_FALSE(sender.assertion_failed());
}
