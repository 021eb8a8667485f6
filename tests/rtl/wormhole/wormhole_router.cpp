// rtl/wormhole/wormhole_router.sv
//
// Rationale: the middle node of a line of three. Random messages come in over both links and from
// the processor; every one must leave once, whole and unmixed, where its header says, with one hop
// less, while the buffers behind the links are full and the processor stalls at random. A message
// alone passes in the cycle after it came. Cycle by cycle the router is compared in lockstep with
// the cycle model (tests/cosim/test_lockstep_wormhole.cpp).
// State space: random traffic to saturation. Parameter space: 2 virtual channels on a mesh; a ring
// with two classes; buffers of 1 and 3 flits.
#include "VRouterMesh.h"
#include "VRouterRing.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <utility>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 2;
constexpr unsigned kHops = 7;         // bits 2:0 of a header of extents up to 4, two's complement
constexpr unsigned kNumberShift = 8;  // a message's number, in every flit; above `crossed`
constexpr unsigned kRandomShift = 24;

/// A flit without its hops: its message's number, and random bits where it may have any.
unsigned flit_data(unsigned number, unsigned index) {
  const auto random = static_cast<unsigned>(mixed(number << 8 | index));
  const unsigned low = index == 0 ? 0 : random & ((1u << kNumberShift) - 1);
  return random >> kRandomShift << kRandomShift | number << kNumberShift | low;
}

struct Message {
  unsigned header;
  unsigned flits;
};

/// The flits of a message, one after the other.
struct Stream {
  unsigned number = 0;  ///< 0: none.
  unsigned sent = 0;
};

template <class Top>
class Router {
 public:
  Router(bool ring, unsigned channels) : ring_(ring), channels_(channels) {
    bench_->position_i = 1;
    bench_->wraps_i = 0;
    bench_->valid_i = 0;
    bench_->inject_valid_i = 0;
    bench_->eject_stall_i = 0;
    bench_->flow_i = 0;
    bench_.reset();
    streams_.resize(kPorts * channels + 1);
  }

  /// One cycle. `load`: chance out of 8 that a waiting source sends; 0: only what has begun.
  void cycle(Random& random, unsigned load, bool start) {
    const auto full = static_cast<unsigned>(random.bits(kPorts * channels_, 1, 4));
    drive(bench_->flow_i, full);
    unsigned valid = 0;
    unsigned channel_lines = 0;
    unsigned marks = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      const unsigned channel = random.below(channels_);
      Stream& stream = streams_[p * channels_ + channel];
      const bool room = !has(bench_->flow_o, p * channels_ + channel);
      if (!room || !begin(stream, random, load, start, p, channel)) continue;
      valid |= 1u << p;
      channel_lines |= channel << p * channel_width();
      marks |= mark(stream) << 2 * p;
      bench_->data_i[p] = data(stream);
      advance(stream);
    }
    drive(bench_->valid_i, valid);
    drive(bench_->vc_i, channel_lines);
    drive(bench_->tag_i, marks);
    Stream& local = streams_.back();
    const bool inject = bench_->inject_ready_o != 0 && begin(local, random, load, start, kPorts, 0);
    bench_->inject_valid_i = inject;
    if (inject) {
      drive(bench_->inject_tag_i, mark(local));
      bench_->inject_data_i = data(local);
      ++injected_;
      advance(local);
    }
    const bool stall = random.chance(1, 4);
    bench_->eject_stall_i = stall;
    bench_.settle();
    for (unsigned p = 0; p < kPorts; ++p) {
      if (!has(bench_->valid_o, p)) continue;
      const unsigned channel = bench_->vc_o >> p * channel_width() & (channels_ - 1);
      REQUIRE_FALSE(has(full, p * channels_ + channel));
      REQUIRE((bench_->monitor_vc_o >> p * channel_width() & (channels_ - 1)) == channel);
      leave(p, channel, bench_->tag_o >> 2 * p & 3, bench_->data_o[p]);
    }
    REQUIRE((!stalled_ || bench_->eject_valid_o == 0));
    if (bench_->eject_valid_o != 0) leave(kPorts, 0, bench_->eject_tag_o, bench_->eject_data_o);
    stalled_ = stall;
    bench_.tick();
    REQUIRE(bench_->error_o == 0);
  }

  [[nodiscard]] unsigned left() const { return left_; }
  [[nodiscard]] unsigned injected() const { return injected_; }
  [[nodiscard]] std::size_t under_way() const { return messages_.size(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  Bench<Top>& bench() { return bench_; }

 private:
  [[nodiscard]] unsigned channel_width() const { return channels_ <= 2 ? 1 : 2; }

  /// Whether the stream has a flit to send, a new message if need be. From the link of port p hops
  /// go on in its direction; on the ring a message in class 1 has crossed.
  bool begin(Stream& stream, Random& random, unsigned load, bool start, unsigned p,
             unsigned channel) {
    if (!random.chance(load, 8)) return false;
    if (stream.number != 0) return true;
    if (!start) return false;
    const int hops = p == kPorts ? static_cast<int>(random.below(3)) - 1
                     : p == 0    ? static_cast<int>(random.below(2))
                                 : -static_cast<int>(random.below(2));
    unsigned header = static_cast<unsigned>(hops) & kHops;
    if (ring_ && p != kPorts && hops != 0 && channel % 2 == 1) header |= kHops + 1;
    const unsigned number = spread(++last_number_, 16);
    stream = {number, 0};
    messages_[number] = {header, 1 + random.below(6)};
    return true;
  }
  unsigned mark(const Stream& stream) {
    return (stream.sent == 0 ? kHead : 0u) |
           (stream.sent + 1 == messages_[stream.number].flits ? kTail : 0u);
  }
  unsigned data(const Stream& stream) {
    return (stream.sent == 0 ? messages_[stream.number].header : 0) |
           flit_data(stream.number, stream.sent);
  }
  void advance(Stream& stream) {
    if (++stream.sent == messages_[stream.number].flits) stream = {};
  }

  void leave(unsigned port, unsigned channel, unsigned mark, unsigned data) {
    Stream& track = tracks_[{port, channel}];
    const unsigned number = data >> kNumberShift & 0xffff;
    REQUIRE(messages_.count(number) == 1);
    const Message message = messages_[number];
    if ((mark & kHead) != 0) {
      REQUIRE(track.number == 0);
      track = {number, 0};
      const unsigned before = message.header & kHops;
      REQUIRE(port == (before == 0 ? kPorts : before == 1 ? 0u : 1u));
      REQUIRE((data & kHops) == 0);
      if (ring_) REQUIRE((data & (kHops + 1)) == 0);
      if (ring_ && port != kPorts) REQUIRE(channel % 2 == message.header >> 3);
    }
    REQUIRE(track.number == number);
    REQUIRE(data == flit_data(number, track.sent));
    ++track.sent;
    REQUIRE(((mark & kTail) != 0) == (track.sent == message.flits));
    if ((mark & kTail) == 0) return;
    track = {};
    messages_.erase(number);
    ++left_;
  }

  Bench<Top> bench_;
  bool ring_;
  unsigned channels_;
  std::vector<Stream> streams_;
  std::map<unsigned, Message> messages_;
  std::map<std::pair<unsigned, unsigned>, Stream> tracks_;
  unsigned last_number_ = 0;
  unsigned left_ = 0;
  unsigned injected_ = 0;
  bool stalled_ = false;
};

template <class Top>
void random_run(bool ring, unsigned channels, unsigned seed) {
  Router<Top> router(ring, channels);
  Random random(seed);
  for (unsigned cycle = 0; cycle < 20000; ++cycle)
    router.cycle(random, cycle / 500 % 2 == 0 ? 8 : 2, true);
  for (unsigned cycle = 0; cycle < 500; ++cycle) router.cycle(random, 8, false);
  CHECK(router.left() > 2000);
  CHECK(router.injected() > 1000);
  CHECK(router.under_way() == 0);
  CHECK_FALSE(router.assertion_failed());
}
}  // namespace

TEST_CASE("what comes in leaves once, whole, where it should",
          "[wormhole_router][WormholeRouterRespectsFull]") {
  random_run<VRouterMesh>(false, 2, 1);
  random_run<VRouterRing>(true, 2, 2);
}

TEST_CASE("a flit passes in the cycle after it came", "[wormhole_router]") {
  Router<VRouterMesh> router(false, 2);
  Bench<VRouterMesh>& bench = router.bench();
  bench->valid_i = 1;
  drive(bench->tag_i, kSingle);
  bench->data_i[0] = 1;
  bench.tick();
  bench->valid_i = 0;
  bench.settle();
  CHECK(bench->valid_o == 1);
  bench.tick();
  CHECK(bench->valid_o == 0);
}
