// rtl/linear/linear_switch.sv
//
// Rationale: random streams on both inputs under random back-pressure, weighted alternately towards
// full and empty; a switch of plain queues that records when each flit reached the front gives the
// output flit and the ready inputs, for both values of ready_i. The flits that left are then
// checked again without that switch: whole messages, in order, not mixed. Ties, the order of
// arrival and throughput have directed cases; malformed streams are a separate case, and the
// assertion must detect them.
// State space: levels of two buffers, held or not, owner, order of the headers.
// Parameter space: Depth 1 with and without Refill, Depth 2, and UpstreamFirst.
#include "VSwitchDeep.h"
#include "VSwitchPlain.h"
#include "VSwitchRefill.h"
#include "VSwitchUpstream.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
/// A switch with flits of 32 bits, checked against the reference in every cycle.
template <class Top>
class SwitchBench {
 public:
  explicit SwitchBench(const BufferShape& shape, bool upstream_first = false)
      : reference_(shape, upstream_first) {
    offer({}, false);
    bench_.reset();
  }

  /// One cycle; returns the flit that left.
  Offer cycle(const std::array<Offer, 2>& offered, bool ready) {
    for (const bool output_ready : {!ready, ready}) {
      offer(offered, output_ready);
      compare(output_ready);
    }
    for (unsigned i = 0; i < 2; ++i) taken_[i] = offered[i] && reference_.ready(i, ready);
    const Offer sent = ready ? reference_.output() : std::nullopt;
    bench_.tick();
    if (sent) last_owner_ = *reference_.owner();
    reference_.tick(offered, ready);
    return sent;
  }
  void reset(const BufferShape& shape, bool upstream_first = false) {
    offer({}, false);
    bench_.reset();
    reference_ = Switch(shape, upstream_first);
    last_owner_ = kLocal;
  }
  /// Whether the flit offered in the last cycle was taken.
  [[nodiscard]] bool taken(unsigned input) const { return taken_[input]; }
  [[nodiscard]] bool idle() const { return !reference_.output(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  Bench<Top>& bench() { return bench_; }

  void offer(const std::array<Offer, 2>& offered, bool ready) {
    unsigned valid = 0;
    unsigned mark = 0;
    std::uint64_t data = 0;
    for (unsigned i = 0; i < 2; ++i) {
      if (!offered[i]) continue;
      valid |= 1u << i;
      mark |= offered[i]->mark << 2 * i;
      data |= offered[i]->data << 32 * i;
    }
    drive(bench_->valid_i, valid);
    drive(bench_->tag_i, mark);
    drive(bench_->data_i, data);
    bench_->ready_i = ready;
    bench_.settle();
  }

 private:
  void compare(bool ready) {
    const Offer output = reference_.output();
    REQUIRE((bench_->valid_o != 0) == output.has_value());
    if (output) {
      REQUIRE(Flit{bench_->tag_o, bench_->data_o} == *output);
      REQUIRE(bench_->owner_o == *reference_.owner());
    } else {
      REQUIRE(bench_->owner_o == last_owner_);
    }
    for (unsigned i = 0; i < 2; ++i) {
      REQUIRE((bench_->ready_o >> i & 1u) == unsigned{reference_.ready(i, ready)});
    }
  }

  Bench<Top> bench_;
  Switch reference_;
  std::array<bool, 2> taken_{};
  unsigned last_owner_ = kLocal;  // of the last flit that left
};

/// A bijection of words of 32 bits, so that few numbers become data of all bits, and its inverse.
constexpr std::uint32_t kScramble = 0x9e3779b1, kUnscramble = 0x0e8b2f51;

/// The flits of a message; each carries its input, message number and index.
std::vector<Flit> named(unsigned input, unsigned number, unsigned flits) {
  std::vector<Flit> all;
  for (unsigned k = 0; k < flits; ++k)
    all.push_back({kBody, std::uint32_t{kScramble * (input << 28 | number << 8 | k)}});
  all.front().mark |= kHead;
  all.back().mark |= kTail;
  return all;
}

/// Requires that flits leave as whole messages, each input's in the order sent.
class WholeMessages {
 public:
  void take(const Flit& flit) {
    const std::uint32_t data = kUnscramble * static_cast<std::uint32_t>(flit.data);
    const unsigned input = data >> 28 & 1u;
    const unsigned number = data >> 8 & 0xf'ffffu;
    const unsigned index = data & 255u;
    REQUIRE(flit.head() == !open_);
    if (open_) REQUIRE(input == input_);
    REQUIRE(number == messages_[input]);
    REQUIRE(index == (flit.head() ? 0 : index_ + 1));
    input_ = input;
    index_ = index;
    open_ = !flit.tail();
    messages_[input] += flit.tail();
  }
  [[nodiscard]] unsigned messages(unsigned input) const { return messages_[input]; }

 private:
  bool open_ = false;
  unsigned input_ = 0;
  unsigned index_ = 0;
  std::array<unsigned, 2> messages_{};
};

template <class Top>
void random_run(const BufferShape& shape, bool upstream_first, unsigned seed) {
  SwitchBench<Top> bench(shape, upstream_first);
  Random random(seed);
  std::array<Source, 2> sources;
  WholeMessages out;
  std::array<unsigned, 2> sent{};
  const auto step = [&](bool feeds, unsigned offers, unsigned takes) {
    std::array<Offer, 2> offered;
    for (unsigned i = 0; i < 2; ++i) {
      if (feeds && sources[i].size() == 0) sources[i].send(named(i, sent[i]++, 1 + random() % 5));
      if (random.chance(offers, 4)) offered[i] = sources[i].next();
    }
    const Offer left = bench.cycle(offered, random.chance(takes, 4));
    if (left) out.take(*left);
    for (unsigned i = 0; i < 2; ++i) {
      if (bench.taken(i)) sources[i].taken();
    }
  };
  for (unsigned cycle = 0; cycle < 40000; ++cycle) {
    const unsigned part = cycle / 100 % 4;
    step(true, part == 0 ? 1 : part == 1 ? 4 : 3, part == 2 ? 1 : part == 3 ? 4 : 3);
  }
  for (unsigned cycle = 0; cycle < 40; ++cycle) step(false, 4, 4);
  for (unsigned i = 0; i < 2; ++i) {
    CHECK(sent[i] > 1000);
    CHECK(out.messages(i) == sent[i]);
  }
  CHECK(bench.idle());
  CHECK_FALSE(bench.assertion_failed());
}

/// Flits of one message of `flits` that leave in as many cycles, all being ready.
template <class Top>
unsigned cycles_of_stream(const BufferShape& shape, unsigned flits) {
  SwitchBench<Top> bench(shape);
  Source source;
  source.send(named(kLocal, 0, flits));
  unsigned cycles = 0;
  for (bool ended = false; !ended && cycles < 10 * flits; ++cycles) {
    const Offer left = bench.cycle({source.next(), std::nullopt}, true);
    if (bench.taken(kLocal)) source.taken();
    ended = left && left->tail();
  }
  CHECK_FALSE(bench.assertion_failed());
  return cycles;
}

constexpr BufferShape kRefill{1, true};
constexpr BufferShape kPlain{1, false};
constexpr BufferShape kDeep{2, false};
const Flit kLocalSingle = named(kLocal, 0, 1).front();
const Flit kUpstreamSingle = named(kUpstream, 0, 1).front();

/// Headers reach the fronts, the local one `later` cycles after the upstream one (or before it, if
/// negative), while no flit leaves; returns the winner.
template <class Top>
unsigned first_of(const BufferShape& shape, bool upstream_first, int later) {
  SwitchBench<Top> bench(shape, upstream_first);
  for (int cycle = -3; cycle <= 3; ++cycle) {
    bench.cycle({cycle == later ? Offer{kLocalSingle} : std::nullopt,
                 cycle == 0 ? Offer{kUpstreamSingle} : std::nullopt},
                false);
  }
  const Offer first = bench.cycle({}, true);
  const Offer second = bench.cycle({}, true);
  REQUIRE((first && second));
  REQUIRE_FALSE(*first == *second);
  CHECK_FALSE(bench.assertion_failed());
  return *first == kLocalSingle ? kLocal : kUpstream;
}
}  // namespace

TEST_CASE("random streams under back-pressure",
          "[linear_switch][LinearSwitchNoMixing][LinearSwitchWorkConserving][LinearSwitchNoLoss]"
          "[LinearSwitchHeld]") {
  random_run<VSwitchRefill>(kRefill, false, 1);
  random_run<VSwitchPlain>(kPlain, false, 2);
  random_run<VSwitchDeep>(kDeep, false, 3);
  random_run<VSwitchUpstream>(kRefill, true, 4);
}

TEST_CASE("the earlier header goes first, upstream only on a tie", "[linear_switch]") {
  for (int later = -3; later <= 3; ++later) {
    const unsigned expected = later < 0 ? kLocal : kUpstream;
    CHECK(first_of<VSwitchRefill>(kRefill, false, later) == expected);
    CHECK(first_of<VSwitchPlain>(kPlain, false, later) == expected);
    CHECK(first_of<VSwitchDeep>(kDeep, false, later) == expected);
    CHECK(first_of<VSwitchUpstream>(kRefill, true, later) == kUpstream);
  }
}

TEST_CASE("a blocked header leaves in the cycle after the tail", "[linear_switch]") {
  SwitchBench<VSwitchRefill> bench(kRefill);
  const auto holder = named(kLocal, 0, 2);
  bench.cycle({holder[0], std::nullopt}, true);
  CHECK(bench.cycle({holder[1], kUpstreamSingle}, true) == holder[0]);
  CHECK(bench.cycle({}, true) == holder[1]);
  CHECK(bench.cycle({}, true) == kUpstreamSingle);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a reset ends the message that holds the output", "[linear_switch]") {
  SwitchBench<VSwitchRefill> bench(kRefill);
  const auto holder = named(kUpstream, 0, 2);
  bench.cycle({std::nullopt, holder[0]}, true);
  CHECK(bench.cycle({}, true) == holder[0]);
  bench.reset(kRefill);
  bench.cycle({kLocalSingle, std::nullopt}, true);
  CHECK(bench.cycle({}, true) == kLocalSingle);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("throughput of one stream", "[linear_switch]") {
  constexpr unsigned kFlits = 100;
  CHECK(cycles_of_stream<VSwitchRefill>(kRefill, kFlits) == kFlits + 1);
  CHECK(cycles_of_stream<VSwitchDeep>(kDeep, kFlits) == kFlits + 1);
  CHECK(cycles_of_stream<VSwitchPlain>(kPlain, kFlits) == 2 * kFlits);
}

TEST_CASE("malformed streams are detected", "[linear_switch][LinearSwitchNoMixing]") {
  const Flit body{kBody, 1};
  const Flit head{kHead, 2};
  for (const auto& stream : {std::vector<Flit>{body}, std::vector<Flit>{head, head}}) {
    SwitchBench<VSwitchRefill> bench(kRefill);
    for (const Flit& flit : stream) {
      bench.offer({flit, std::nullopt}, true);
      bench.bench().tick();
    }
    CHECK_FALSE(bench.assertion_failed());
    bench.offer({}, true);
    bench.bench().tick();
    CHECK(bench.assertion_failed());
  }
}
