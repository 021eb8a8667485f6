// rtl/mway/mway_buffer_set.sv
//
// Rationale: allocation, routing and the bank together. Random headers and data flits, for this set
// and for others, arrive on one channel while the other is granted and answers at random; a set of
// queues with the topology's own routing function gives the acknowledgements, the lines of the
// other channel with Way and Class, and the headers that are flagged and discarded.
// State space: that of mway_bank. Inputs: any flit that a channel with one driver can carry;
//   headers with relative destinations as the neighbours of the channel send them.
// Parameter space: a 4x4 mesh with three processors a channel (some destinations do not exist), two
//   buffers of two, early; the same with addressed flits, which the reference finds by matching,
//   with stages, and with the guard; the default torus-less classes with the higher buffer for
//   class 1, three buffers of three, late, cyclic Stat; the network on pins, without and with a
//   dead member, and as a torus; relative destinations on a torus and on pins.
#include "VSet.h"
#include "VSetAddressed.h"
#include "VSetGuarded.h"
#include "VSetPins.h"
#include "VSetRelative.h"
#include "VSetRelativePins.h"
#include "VSetSplit.h"
#include "VSetStaged.h"
#include "bench.hpp"
#include "chip/network_pins.hpp"
#include "destinations.hpp"
#include "family/mway/header.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 8;
constexpr unsigned kMembers = 7;
constexpr unsigned kOwnWay = 2;
constexpr ChannelId kNextChannel = 9;
const TopologyConfig kMesh{TopologyKind::kMesh, {4, 4}, 3};
const TopologyConfig kTorus{TopologyKind::kTorus, {4, 4}, 3};

/// A form of the module, and the network that it is in.
struct Kind {
  BankShape shape;
  unsigned class_zero = 0;  ///< Buffers of class 0: all where the network has one class.
  TopologyConfig network = kMesh;
  MwayFault fault{};
  bool pins = false;  ///< The network is pins.
  bool relative = false;
  bool guarded = false;
  bool staged = false;
};

/// A destination as it arrives, and what the set makes of it.
struct Routed {
  std::uint32_t dest = 0;
  std::uint32_t next_dest = 0;
  bool legal = false;
  MwayHop hop;
};

/// Destinations of headers that arrive for the channel `kNextChannel`.
class Routes {
 public:
  explicit Routes(const Kind& kind)
      : kind_(kind),
        topology_(kind.network, kind.fault),
        config_(config_of(kind.network, kind.relative)) {
    for (ChannelId from = 0; from < topology_.channels(); ++from)
      for (TerminalId to = 0; to < topology_.terminals(); ++to) {
        const unsigned way = topology_.route(from, to).way;
        if (way < topology_.processor_way(0) && topology_.neighbour(from, way) == kNextChannel)
          arrivals_.emplace_back(from, to);
      }
  }

  [[nodiscard]] unsigned dest_bits() const { return dest_width(config_); }

  [[nodiscard]] Routed random(Random& random, unsigned incoming_class) const {
    return kind_.relative ? relative(random) : absolute(random() % 64, incoming_class);
  }

 private:
  [[nodiscard]] Routed absolute(std::uint32_t dest, unsigned incoming_class) const {
    const auto to = decode_dest(kind_.network, dest);
    const bool legal = to && topology_.connected(kNextChannel, topology_.channel_of(*to));
    return {dest, dest, legal,
            legal ? topology_.route(kNextChannel, *to, incoming_class) : MwayHop{}};
  }
  /// From a neighbour on its way to the channel; sometimes for the fourth of three processors.
  [[nodiscard]] Routed relative(Random& random) const {
    const auto [from, to] = arrivals_[random() % arrivals_.size()];
    const bool legal = random.chance(3, 4);
    const std::uint64_t fourth = legal ? 0 : 3u << (dest_bits() - 2);
    return {static_cast<std::uint32_t>(encode_dest(config_, from, to) | fourth),
            static_cast<std::uint32_t>(encode_dest(config_, kNextChannel, to) | fourth), legal,
            topology_.route(kNextChannel, to)};
  }

  Kind kind_;
  MwayTopology topology_;
  NetworkConfig config_;
  std::vector<std::pair<ChannelId, TerminalId>> arrivals_;  ///< Neighbours, and where they send.
};

template <class Top>
class SetBench {
 public:
  explicit SetBench(const Kind& kind)
      : kind_(kind), bank_(kind.shape), routes_(kind), random_(kind.shape.buffers) {
    if (kind.pins) drive_network(bench_->network_i, kind.network, kind.fault);
    drive(bench_->own_way_i, kOwnWay);
    drive(bench_->position_i, kNextChannel);
    drive(bench_->tag_i, kInvalid);
    bench_->enable_i = 0;
    bench_.reset();
  }

  void random_cycle(unsigned cycle) {
    random_input();
    const Status status = random_status(cycle);
    const bool enable = random_.chance(3, 4);
    bench_->enable_i = enable;
    drive(bench_->next_i, flit_info(kInvalid, 0, 0));
    drive(bench_->next_answer_i, answer(false, false, 0));
    drive(bench_->next_stat_i, stat_lines(status));
    bench_.settle();
    check_acceptance();
    const auto sending = sent_buffer(status, enable);
    const Lines out = check_lines(sending, status);
    drive(bench_->next_i, flit_info(out.tag, out.way(), out.buffer_class()));
    drive(bench_->next_answer_i, answer(out.acknowledge, out.fills, out.slot));
    bench_.tick();
    bank_.tick(sending, out, status, push_);
    flagged += illegal_;
    sent += out.acknowledge;
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  unsigned flagged = 0;
  unsigned sent = 0;

 private:
  [[nodiscard]] const BankShape& shape() const { return kind_.shape; }
  /// A mesh without faults has one class, and no header of the other.
  [[nodiscard]] bool two_classes() const {
    return !kind_.pins || kind_.network.torus() || kind_.fault;
  }

  /// A flit on the channel that the set receives from, and what the set is to do with it.
  void random_input() {
    Lines in;
    in.tag = random_.chance(1, 4) ? kInvalid : random_.chance(1, 4) ? kHeader : kBody;
    if (in.tag == kBody && random_.chance(1, 3)) in.tag = kTail;
    in.driver = random_() % 4;
    in.buffer = random_() % shape().buffers;
    in.data = random_();
    const bool aborted = random_.chance(1, 2);
    Routed routed;
    if (in.tag == kHeader) {
      const bool open = bank_.mask([&](unsigned b) {
        const Buffer& buffer = bank_.buffer(b);
        return buffer.mapped && buffer.driver == in.driver && buffer.driver_buffer == in.buffer;
      }) != 0;
      in.data = (in.data & ~15u) | (open ? kOwnWay + 1 : random_.chance(3, 4) ? kOwnWay : 9u);
      if (!two_classes()) in.data &= ~(1u << kClassBit);
      routed = routes_.random(random_, in.buffer_class());
      in.data = with_dest(in.data, routed.dest);
    }
    taker_ = acceptor(bank_, in, kOwnWay, kind_.class_zero);
    // With stages, the header was addressed to a buffer that was the lowest free one before.
    if (kind_.staged && taker_ && in.tag == kHeader)
      while (!bank_.is_free(*taker_ = random_() % shape().buffers)) {
      }
    // Drivers do not send flits that the set cannot take.
    if (shape().addressed && !taker_ && (in.is_data() || in.way() == kOwnWay)) in.tag = kInvalid;
    illegal_ = taker_ && in.tag == kHeader && !routed.legal;
    push_ = std::nullopt;
    if (taker_) {
      Flit flit{in.tag, 0, kind_.guarded && aborted ? 1u : 0u, in.data};
      if (in.tag == kHeader) {
        const MwayHop& hop = routed.hop;
        flit = {illegal_ ? unsigned{kInvalid} : unsigned{kHeader}, hop.way, hop.buffer_class,
                (with_dest(in.data, routed.next_dest) & ~31u) | hop.way |
                    hop.buffer_class << kClassBit};
      }
      push_ = Push{*taker_, in.tag == kHeader, flit, in.driver, in.buffer};
    }
    show(in, aborted);
  }

  [[nodiscard]] std::uint32_t with_dest(std::uint32_t data, std::uint32_t dest) const {
    return (data & ~(((1u << routes_.dest_bits()) - 1) << kDestOffset)) | dest << kDestOffset;
  }

  void show(const Lines& in, bool aborted) {
    drive(bench_->tag_i, in.tag);
    drive(bench_->driver_i, in.driver);
    drive(bench_->driver_buffer_i, in.buffer);
    bench_->aborted_i = aborted;
    std::uint64_t named = 0;
    if (shape().addressed && in.tag != kInvalid)  // for this set, or a buffer of another one
      named =
          address(kMembers, shape().buffers, taker_ ? kOwnWay : 5u,
                  1u << taker_.value_or(random_() % shape().buffers), in.data >> kDestOffset & 63u);
    drive(bench_->data_i, named << 32 | in.data);
  }

  /// The receivers on the channel that the set drives.
  Status random_status(unsigned cycle) {
    Status status(kWays);
    for (unsigned w = 0; w < kWays; ++w) {
      status.available[w] = (random_() | random_()) & 3;
      status.full[w] = kind_.staged ? 0 : random_() & random_() & ((1u << shape().buffers) - 1);
      status.lowest[w] = 1u << random_() % shape().buffers;
    }
    status.turn = cycle % 7;
    return status;
  }
  [[nodiscard]] std::uint64_t stat_lines(const Status& status) const {
    return shape().addressed ? status.addressed_lines(kLines, shape().buffers)
           : shape().exact   ? status.exact_lines(kLines, shape().buffers)
                             : status.cyclic_lines();
  }

  void check_acceptance() {
    const unsigned classes = two_classes() ? 3 : 1;
    REQUIRE((status_available(bench_->status_o) & classes) ==
            availability(bank_, kind_.class_zero));
    REQUIRE(status_full(bench_->status_o) == bank_.full());
    REQUIRE(bench_->acknowledge_o == taker_.has_value());
    if (shape().addressed) {
      const unsigned lowest = bank_.free() & ~(bank_.free() - 1);
      const unsigned left = kind_.staged ? bank_.one_left() << shape().buffers : 0;
      REQUIRE(bench_->status_o >> kStatusBits == (left | lowest));
      REQUIRE(bench_->slot_o == 0);
      REQUIRE(bench_->fills_o == 0);
    } else {
      REQUIRE(bench_->slot_o == taker_.value_or(0));
      REQUIRE(bench_->fills_o == (taker_ && (bank_.one_left() >> *taker_ & 1) != 0));
    }
    REQUIRE(bench_->error_o == illegal_);
  }

  /// The buffer whose flit is on the lines. With stages the module says which, and when.
  std::optional<unsigned> sent_buffer(const Status& status, bool enable) {
    if (kind_.staged) {
      if (payload_tag(bench_->payload_o) == kInvalid) return std::nullopt;
      return payload_buffer(bench_->payload_o);
    }
    const auto choice = bank_.choice(status);
    REQUIRE(bench_->request_o == choice.has_value());
    return enable ? choice : std::nullopt;
  }

  /// What is on the lines; the answer is random.
  Lines check_lines(std::optional<unsigned> sending, const Status& status) {
    Lines out;
    bool aborted = false;
    if (sending) {
      REQUIRE(bank_.buffer(*sending).shows());
      const Flit& front = bank_.buffer(*sending).flits.front();
      out = {front.tag, 1, *sending, front.data};
      aborted = front.tag == kTail && front.buffer_class == 1;
      // With the guard, a data flit that nobody takes ends its message.
      out.acknowledge =
          shape().addressed || (kind_.guarded && out.is_data()) || random_.chance(7, 8);
      out.fills = out.acknowledge && random_.chance(1, 4);
      out.slot = shape().addressed ? status.lowest[out.way()] >> 1 : random_() % shape().buffers;
    }
    REQUIRE(payload_tag(bench_->payload_o) == out.tag);
    REQUIRE(payload_buffer(bench_->payload_o) == out.buffer);
    REQUIRE(payload_aborted(bench_->payload_o) == aborted);
    if (sending || !kind_.staged) REQUIRE(std::uint32_t(bench_->data_o) == out.data);
    return out;
  }

  Kind kind_;
  Bench<Top> bench_;
  Bank bank_;
  Routes routes_;
  Random random_;
  std::optional<unsigned> taker_;  ///< The buffer for the flit that arrives.
  std::optional<Push> push_;       ///< The flit as it enters that buffer.
  bool illegal_ = false;           ///< It is a header for a processor that does not exist.
};

template <class Top>
void random_run(const Kind& kind, unsigned cycles = 20000) {
  SetBench<Top> bench(kind);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) bench.random_cycle(cycle);
  CHECK(bench.flagged > cycles / 200);
  CHECK(bench.sent > cycles / 20);
}

/// A flit for a wrong buffer, alone or after a header and a body flit for the right one.
template <class Top>
bool reported(unsigned tag, unsigned slot, bool alone = false) {
  Bench<Top> bench;
  drive(bench->own_way_i, kOwnWay);
  drive(bench->position_i, kNextChannel);
  bench->enable_i = 0;
  drive(bench->next_stat_i, 0);
  const auto show = [&](unsigned shown_tag, unsigned shown_slot) {
    drive(bench->tag_i, shown_tag);
    drive(bench->driver_i, 1);
    drive(bench->driver_buffer_i, 1);
    drive(bench->data_i, address(kMembers, 2, kOwnWay, shown_slot, 0) << 32);
  };
  show(kInvalid, 0);
  drive(bench->data_i, 0);
  bench.reset();
  if (!alone) {
    show(kHeader, 1);
    bench.tick();  // into buffer 0
    show(kBody, 1);
    bench.tick();
  }
  REQUIRE_FALSE(bench.assertion_failed());
  show(tag, slot);
  bench.tick();
  return bench.assertion_failed();
}
}  // namespace

TEST_CASE("flits are accepted, routed and sent like those of the reference queues",
          "[mway_buffer_set][MwayBufferSetAcknowledgesFlits]") {
  random_run<VSet>({{2, 2, kWays, true, true}, 2});
}

TEST_CASE("the same with addressed flits",
          "[mway_buffer_set][AddressedOneBuffer][AddressedLikeMatched]") {
  random_run<VSetAddressed>({{2, 2, kWays, true, true, true}, 2});
}

TEST_CASE("the same with two stages, whose flits come later",
          "[mway_buffer_set][AddressedOneBuffer][AddressedLikeMatched]") {
  Kind kind{{2, 2, kWays, true, true, true}, 2};
  kind.staged = true;
  random_run<VSetStaged>(kind);
}

TEST_CASE("flits for a wrong buffer are reported",
          "[mway_buffer_set][AddressedOneBuffer][AddressedLikeMatched]") {
  for (const auto wrong : {reported<VSetAddressed>, reported<VSetStaged>}) {
    CHECK(wrong(kTail, 2, false));     // a buffer that is not mapped
    CHECK(wrong(kTail, 3, false));     // two buffers
    CHECK(wrong(kTail, 0, false));     // no buffer
    CHECK(wrong(kInvalid, 1, false));  // no flit
    CHECK(wrong(kHeader, 1, false));   // a header for a buffer that is not free
  }
  // A header for a free buffer that is not the lowest one, which with stages it may have been.
  CHECK(reported<VSetAddressed>(kHeader, 2, true));
  CHECK_FALSE(reported<VSetStaged>(kHeader, 2, true));
}

TEST_CASE("the same with two classes, late freeing and cyclic Stat", "[mway_buffer_set]") {
  random_run<VSetSplit>({{3, 3, kWays, false, false}, 2});
}

TEST_CASE("the same with the guard, where tails of aborted messages are marked",
          "[mway_buffer_set]") {
  Kind kind{{2, 2, kWays, true, true}, 2};
  kind.guarded = true;
  random_run<VSetGuarded>(kind);
}

TEST_CASE("the same with the network on pins, and around what is dead in it", "[mway_buffer_set]") {
  const BankShape shape{3, 2, kWays, true, true};
  const MwayFault channel{MwayDead::kChannel, kNextChannel + 1, 0};
  const MwayFault router{MwayDead::kRouter, kNextChannel, 1};
  for (const Kind& kind :
       {Kind{shape, 3, kMesh, {}, true}, Kind{shape, 1, kTorus, {}, true},
        Kind{shape, 1, kMesh, channel, true}, Kind{shape, 1, kMesh, router, true}})
    random_run<VSetPins>(kind, 8000);
}

TEST_CASE("the same with relative destinations, by which a header moves on", "[mway_buffer_set]") {
  const BankShape shape{3, 2, kWays, true, true};
  random_run<VSetRelative>({shape, 1, kTorus, {}, false, true}, 8000);
  random_run<VSetRelativePins>({shape, 1, kTorus, {}, true, true}, 8000);
  random_run<VSetRelativePins>({shape, 3, kMesh, {}, true, true}, 8000);
}
