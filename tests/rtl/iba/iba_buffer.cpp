// rtl/iba/iba_buffer.sv
//
// Rationale: random packets, table lookups, starts and sends, against a queue of packets with a
// counter for each branch; then illegal use. State space: empty to full, packets without a route,
// packets shorter than their header's length, branches far apart, a header right after a tail;
// packets that are late before and after their branches have started, and that have taken as many
// links as they may.
// Parameter space: room for one packet, and for several with a lifetime; two virtual lanes and a
// limit of links.
#include "VBufferHops.h"
#include "VBufferOne.h"
#include "VBufferSeveral.h"
#include "bench.hpp"
#include "flits.hpp"
#include "stream_bench.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLevelShift = 4;
constexpr unsigned kLidShift = 8;
constexpr unsigned kLengthShift = 40;
constexpr unsigned kHopsShift = 88;
constexpr unsigned kHopLimit = 3;

/// Links that a header has taken, where its flit is wide enough to tell.
unsigned hops_of(std::uint64_t data) { return static_cast<unsigned>(data >> 56 & 7); }

template <class Top>
constexpr bool kWide = std::is_same_v<Top, VBufferHops>;

/// A flit of 128 bits follows from the lower half.
template <class Top>
StreamData whole(std::uint64_t data) {
  if (!kWide<Top>) return data;
  return data | StreamData{hops_of(data)} << kHopsShift | StreamData{data & 0xffffff} << 64 |
         StreamData{data} << 96;
}

struct Packet {
  unsigned said = 0;  ///< Flits, by the header.
  std::deque<Flit> flits;
};

template <class Top>
class Buffer {
 public:
  Buffer(unsigned depth, unsigned longest, unsigned lifetime, unsigned seed)
      : depth_(depth), longest_(longest), lifetime_(lifetime), random_(seed) {
    bench_->push_i = 0;
    bench_->start_i = 0;
    bench_->send_i = 0;
    bench_->ports_i = 0;
    bench_.reset();
  }

  void cycle() {
    const unsigned eager = 1 << count_++ / 200 % 5;  // out of 16
    drive_ports(eager);
    bench_.settle();
    check();
    const std::optional<Flit> pushed = push();
    bench_.tick();
    advance();
    if (pushed) packets_.back().flits.push_back(*pushed);
    bench_->push_i = 0;
  }

  [[nodiscard]] unsigned forwarded() const { return forwarded_; }
  [[nodiscard]] unsigned discarded() const { return discarded_; }
  [[nodiscard]] unsigned at_once() const { return at_once_; }
  [[nodiscard]] unsigned expired() const { return expired_; }
  [[nodiscard]] unsigned cut() const { return cut_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  [[nodiscard]] bool there() const { return !packets_.empty() && !packets_[0].flits.empty(); }
  [[nodiscard]] bool looks_up() const { return there() && !busy_; }
  [[nodiscard]] bool holds(unsigned port) const {
    return there() && sent_[port] < packets_[0].flits.size();
  }
  /// The branch that shows the waiting flit where none has been sent.
  [[nodiscard]] const Flit& flit(unsigned port) const { return packets_[0].flits[sent_[port]]; }

  void drive_ports(unsigned eager) {
    ports_ = random_.chance(1, 5) ? 0 : 1 + random_.below(31);
    drive(bench_->ports_i, ports_);
    if (kWide<Top> && looks_up() && (ports_ & ~1u) != 0 && hops_of(flit(0).data) >= kHopLimit)
      ports_ = 0;
    drive(bench_->lanes_i, random_() % (1u << (kWide<Top> ? 2 * kPorts : kPorts)));
    starts_ = static_cast<unsigned>(random_.bits(kPorts, eager, 16)) & waits_;
    sends_ = static_cast<unsigned>(random_.bits(kPorts, eager, 16)) & unfinished_ &
             (~waits_ | starts_) & ~dropped_;
    for (unsigned p = 0; p < kPorts; ++p)
      if (!holds(p)) sends_ &= ~(1u << p);
    drive(bench_->start_i, starts_);
    drive(bench_->send_i, sends_);
  }

  void check() {
    REQUIRE((bench_->empty_o != 0) == !there());
    REQUIRE(bench_->waits_o == waits_);
    if (looks_up()) {
      REQUIRE(bench_->lid_o == (flit(0).data >> kLidShift & 0xffff));
      REQUIRE(bench_->level_o == (flit(0).data >> kLevelShift & 0xf));
    }
    if (unfinished_ != 0) {
      REQUIRE(bench_->flits_o == packets_[0].said);
      REQUIRE(bench_->lanes_o == lanes_);
    }
    for (unsigned p = 0; p < kPorts && there(); ++p) {
      if (!has(unfinished_, p) && !(looks_up() && p == 0)) continue;
      REQUIRE(has(bench_->holds_o, p) == (holds(p) && !has(dropped_, p)));
      if (!holds(p)) continue;
      REQUIRE(bench_->tag_o[p] == flit(p).mark);
      const bool same = data_of(bench_->data_o[p]) == whole<Top>(flit(p).data);
      REQUIRE(same);
    }
    REQUIRE((bench_->unknown_o != 0) == was_unknown_);
    REQUIRE((bench_->expires_o != 0) == expires_);
    REQUIRE((bench_->forwarded_o != 0) == was_forwarded_);
    was_unknown_ = looks_up() && ports_ == 0;
    live_ = waits_ | (unfinished_ & ~dropped_ & 1u);
    expires_ = lifetime_ != 0 && live_ != 0 && (starts_ | sends_) == 0 && idle_ == lifetime_;
    REQUIRE((bench_->drops_o != 0) == drops_);
    REQUIRE((bench_->cut_o != 0) == (drops_ && sent_[0] != 0));
    cut_ += drops_ && sent_[0] != 0;
    ended_ = 0;
    for (unsigned p = 0; p < kPorts; ++p)
      if (moves(p) && flit(p).tail()) ended_ |= 1u << p;
    leaves_ = ended_ != 0 && (unfinished_ & ~ended_) == 0;
    REQUIRE((bench_->leaves_o != 0) == leaves_);
    was_forwarded_ = leaves_ && !discards_ && !late_;
    at_once_ += leaves_ && (ended_ & (ended_ - 1)) != 0;
  }

  [[nodiscard]] bool moves(unsigned port) const {
    const bool unread = has(dropped_, port) || (discards_ && port == 0);
    return unread ? holds(port) : has(sends_, port);
  }

  /// A flit of the open packet, or a new one's header if there is room.
  std::optional<Flit> push() {
    // Flits also come slower than a late packet's are read.
    if (!random_.chance(count_ / 50 % 4 == 0 ? 1 : 3, 4)) return std::nullopt;
    const bool head = left_ == 0;
    Flit flit{head ? kHead : kBody, std::uint64_t{random_()} << 32 | random_()};
    if (head) {
      const unsigned said = 1 + random_.below(longest_);
      unsigned used = 0;
      for (const Packet& packet : packets_) used += packet.said;
      if (used + said > depth_) return std::nullopt;
      left_ = random_.chance(1, 5) ? 1 + random_.below(said) : said;
      const std::uint64_t field = std::uint64_t{0xfff} << kLengthShift;
      flit.data = (flit.data & ~field) | std::uint64_t{said - 1} << kLengthShift;
      packets_.push_back({said, {}});
    }
    if (--left_ == 0) flit.mark |= kTail;
    bench_->push_i = 1;
    bench_->tag_i = static_cast<unsigned char>(flit.mark);
    drive_data(bench_->data_i, whole<Top>(flit.data));
    return flit;
  }

  void advance() {
    if (looks_up()) {
      busy_ = true;
      discards_ = ports_ == 0;
      waits_ = unfinished_ = ports_;
      lanes_ = bench_->lanes_i;
      return;
    }
    idle_ = live_ != 0 && (starts_ | sends_) == 0 ? idle_ + 1 : 0;
    drops_ = expires_ && has(live_, 0) && !has(waits_, 0);
    waits_ &= ~starts_;
    for (unsigned p = 0; p < kPorts; ++p)
      if (moves(p)) ++sent_[p];
    unfinished_ &= ~ended_;
    dropped_ &= ~ended_;
    if (expires_) {
      ++expired_;
      waits_ = 0;
      dropped_ = live_;
      late_ = true;
    }
    if (!leaves_) return;
    forwarded_ += !discards_ && !late_;
    discarded_ += discards_;
    busy_ = discards_ = late_ = false;
    sent_ = {};
    packets_.pop_front();
  }

  Bench<Top> bench_;
  unsigned depth_;
  unsigned longest_;
  unsigned lifetime_;
  Random random_;
  std::deque<Packet> packets_;
  unsigned left_ = 0;  ///< Flits to come of the last packet.
  bool busy_ = false;
  bool discards_ = false;
  bool leaves_ = false;
  bool late_ = false;
  bool expires_ = false;
  bool was_unknown_ = false, was_forwarded_ = false;  ///< In the previous cycle.
  bool drops_ = false;  ///< A branch to the endpoint that had started, in this cycle.
  unsigned live_ = 0;   ///< Branches that a lifetime drops.
  unsigned dropped_ = 0;
  unsigned idle_ = 0;
  unsigned ports_ = 0, lanes_ = 0, waits_ = 0, unfinished_ = 0, starts_ = 0, sends_ = 0, ended_ = 0;
  std::array<std::size_t, kPorts> sent_{};
  unsigned count_ = 0, forwarded_ = 0, discarded_ = 0, at_once_ = 0, expired_ = 0, cut_ = 0;
};

template <class Top>
void random_run(unsigned depth, unsigned longest, unsigned lifetime) {
  // After a reset, packets of all kinds come first.
  for (unsigned seed = 1; seed < 20; ++seed) {
    Buffer<Top> buffer(depth, longest, lifetime, seed);
    for (unsigned cycle = 0; cycle < 200; ++cycle) buffer.cycle();
    CHECK_FALSE(buffer.assertion_failed());
  }
  Buffer<Top> buffer(depth, longest, lifetime, depth);
  for (unsigned cycle = 0; cycle < 30000; ++cycle) buffer.cycle();
  CHECK(buffer.forwarded() > 1000);
  CHECK(buffer.discarded() > 100);
  CHECK(buffer.at_once() > 100);
  CHECK((lifetime == 0 || buffer.expired() > 100));
  CHECK((lifetime == 0 || buffer.cut() > 20));
  CHECK_FALSE(buffer.assertion_failed());
}

void push(Bench<VBufferOne>& bench, unsigned mark, std::uint64_t data) {
  bench->push_i = 1;
  bench->tag_i = static_cast<unsigned char>(mark);
  bench->data_i = data;
  bench.tick();
  bench->push_i = 0;
}
}  // namespace

TEST_CASE("packets leave by all their branches",
          "[iba_buffer][IbaBufferEndsTogether][IbaBufferHeaderFirst][IbaBufferBranchHeld]"
          "[IbaBufferDropsUnfinished][IbaBufferWaitsWithHeader]") {
  random_run<VBufferOne>(4, 4, 0);
  random_run<VBufferSeveral>(11, 4, 5);
  random_run<VBufferHops>(7, 3, 0);
}

TEST_CASE("illegal use of a buffer is detected",
          "[iba_buffer][IbaBufferNoLoss][IbaBufferSendsWhatIsThere][IbaBufferStartsWhatWaits]"
          "[IbaBufferHeaderFirst]") {
  Bench<VBufferOne> bench;
  bench->push_i = 0;
  bench->start_i = 0;
  bench->send_i = 0;
  bench->ports_i = 2;
  bench.reset();
  const std::uint64_t header = std::uint64_t{3} << kLengthShift;
  SECTION("a flit without room") {
    push(bench, kHead, header);
    push(bench, kBody, 0);
    push(bench, kBody, 0);
    push(bench, kTail, 0);
    CHECK_FALSE(bench.assertion_failed());
    push(bench, kHead, header);
    CHECK(bench.assertion_failed());
  }
  SECTION("data in a header's place") {
    push(bench, kBody, 0);
    bench.tick();
    CHECK(bench.assertion_failed());
  }
  SECTION("a start of a branch that does not wait") {
    push(bench, kHead, header);
    bench.tick();
    CHECK_FALSE(bench.assertion_failed());
    bench->start_i = 4;
    bench.tick();
    CHECK(bench.assertion_failed());
  }
  SECTION("a nonexistent flit") {
    push(bench, kHead, header);
    bench.tick();
    bench->start_i = 2;
    bench->send_i = 2;
    bench.tick();
    CHECK_FALSE(bench.assertion_failed());
    bench->start_i = 0;
    bench.tick();
    CHECK(bench.assertion_failed());
  }
}
