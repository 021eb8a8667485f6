// rtl/mway/mway_buffer_set.sv
//
// Rationale: allocation, routing and the bank together. Random headers and data flits, for this set
// and for others, arrive on one channel while the other is granted and answers at random; a set of
// queues with the topology's own routing function gives the acknowledgements, the lines of the
// other channel with Way and Class, and the headers that are flagged and discarded.
// State space: that of mway_bank. Inputs: any flit that a channel with one driver can carry.
// Parameter space: a 4x4 mesh with three processors a channel (some destinations do not exist), two
//   buffers of two, early; the same with addressed flits, which the reference finds by matching;
//   the default torus-less classes with the higher buffer for class 1, three buffers of three,
//   late, cyclic Stat.
#include "VSet.h"
#include "VSetAddressed.h"
#include "VSetSplit.h"
#include "bench.hpp"
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

template <class Top>
void random_run(const BankShape& shape, unsigned class_zero) {
  Bench<Top> bench;
  Bank bank(shape);
  const MwayTopology topology(kMesh);
  Random random(shape.buffers);
  drive(bench->own_way_i, kOwnWay);
  drive(bench->position_i, kNextChannel);
  drive(bench->tag_i, kInvalid);
  bench->enable_i = 0;
  bench.reset();
  unsigned flagged = 0;
  unsigned sent = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    // The channel it receives from.
    Lines in;
    in.tag = random.chance(1, 4) ? kInvalid : random.chance(1, 4) ? kHeader : kBody;
    if (in.tag == kBody && random.chance(1, 3)) in.tag = kTail;
    in.driver = random() % 4;
    in.buffer = random() % shape.buffers;
    in.data = random();
    if (in.tag == kHeader) {
      const bool open = bank.mask([&](unsigned b) {
        const Buffer& buffer = bank.buffer(b);
        return buffer.mapped && buffer.driver == in.driver && buffer.driver_buffer == in.buffer;
      }) != 0;
      in.data = (in.data & ~15u) | (open ? kOwnWay + 1 : random.chance(3, 4) ? kOwnWay : 9u);
    }
    const auto taker = acceptor(bank, in, kOwnWay, class_zero);
    // Drivers do not send flits that the set cannot take.
    if (shape.addressed && !taker && (in.is_data() || in.way() == kOwnWay)) in.tag = kInvalid;
    std::optional<Push> push;
    bool illegal = false;
    if (taker) {
      Flit flit{in.tag, 0, 0, in.data};
      if (in.tag == kHeader) {
        const auto to = decode_dest(kMesh, in.data >> kDestOffset & 63u);
        illegal = !to;
        const MwayHop hop = to ? topology.route(kNextChannel, *to) : MwayHop{};
        flit = {illegal ? unsigned{kInvalid} : unsigned{kHeader}, hop.way, hop.buffer_class,
                (in.data & ~31u) | hop.way | hop.buffer_class << kClassBit};
      }
      push = Push{*taker, in.tag == kHeader, flit, in.driver, in.buffer};
    }
    // The channel it drives.
    Status status(kWays);
    for (unsigned w = 0; w < kWays; ++w) {
      status.available[w] = (random() | random()) & 3;
      status.full[w] = random() & random() & ((1u << shape.buffers) - 1);
      status.lowest[w] = 1u << random() % shape.buffers;
    }
    status.turn = cycle % 7;
    const bool enable = random.chance(3, 4);
    const auto choice = bank.choice(status);
    const auto sending = enable ? choice : std::nullopt;

    drive(bench->tag_i, in.tag);
    drive(bench->driver_i, in.driver);
    drive(bench->driver_buffer_i, in.buffer);
    std::uint64_t named = 0;
    if (shape.addressed && in.tag != kInvalid)
      named = address(kMembers, shape.buffers, taker ? kOwnWay : 5u, taker ? 1u << *taker : 0,
                      in.data >> kDestOffset & 63u);
    drive(bench->data_i, named << 32 | in.data);
    bench->enable_i = enable;
    drive(bench->next_i, flit_info(kInvalid, 0, 0));
    drive(bench->next_answer_i, answer(false, false, 0));
    drive(bench->next_stat_i, shape.addressed ? status.addressed_lines(kLines, shape.buffers)
                              : shape.exact   ? status.exact_lines(kLines, shape.buffers)
                                              : status.cyclic_lines());
    bench.settle();
    REQUIRE(status_available(bench->status_o) == availability(bank, class_zero));
    REQUIRE(status_full(bench->status_o) == bank.full());
    REQUIRE(bench->acknowledge_o == taker.has_value());
    if (shape.addressed) {
      const unsigned lowest = bank.free() & ~(bank.free() - 1);
      REQUIRE(bench->status_o >> kStatusBits == lowest);
    } else {
      REQUIRE(bench->slot_o == taker.value_or(0));
      REQUIRE(bench->fills_o == (taker && (bank.one_left() >> *taker & 1) != 0));
    }
    REQUIRE(bench->error_o == illegal);
    REQUIRE(bench->request_o == choice.has_value());
    Lines out;
    if (sending) {
      const Flit& front = bank.buffer(*sending).flits.front();
      out = {front.tag, 1, *sending, front.data};
      out.acknowledge = shape.addressed || random.chance(7, 8);
      out.fills = out.acknowledge && random.chance(1, 4);
      out.slot = shape.addressed ? status.lowest[out.way()] >> 1 : random() % shape.buffers;
    }
    REQUIRE(payload_tag(bench->payload_o) == out.tag);
    REQUIRE(payload_buffer(bench->payload_o) == out.buffer);
    REQUIRE(std::uint32_t(bench->data_o) == out.data);
    drive(bench->next_i, flit_info(out.tag, out.way(), out.buffer_class()));
    drive(bench->next_answer_i, answer(out.acknowledge, out.fills, out.slot));
    bench.tick();
    bank.tick(sending, out, status, push);
    flagged += illegal;
    sent += out.acknowledge;
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(flagged > 100);
  CHECK(sent > 1000);
}
}  // namespace

TEST_CASE("flits are accepted, routed and sent like those of the reference queues",
          "[mway_buffer_set][MwayBufferSetAcknowledgesFlits]") {
  random_run<VSet>({2, 2, kWays, true, true}, 2);
}

TEST_CASE("the same with addressed flits",
          "[mway_buffer_set][AddressedOneBuffer][AddressedLikeMatched]") {
  random_run<VSetAddressed>({2, 2, kWays, true, true, true}, 2);
}

TEST_CASE("flits for a wrong buffer are reported",
          "[mway_buffer_set][AddressedOneBuffer][AddressedLikeMatched]") {
  Bench<VSetAddressed> bench;
  drive(bench->own_way_i, kOwnWay);
  drive(bench->position_i, kNextChannel);
  bench->enable_i = 0;
  drive(bench->next_stat_i, 0);
  const auto show = [&](unsigned tag, unsigned slot) {
    drive(bench->tag_i, tag);
    drive(bench->driver_i, 1);
    drive(bench->driver_buffer_i, 1);
    drive(bench->data_i, address(kMembers, 2, kOwnWay, slot, 0) << 32);
  };
  show(kInvalid, 0);
  drive(bench->data_i, 0);
  bench.reset();
  show(kHeader, 1);
  bench.tick();  // into buffer 0
  show(kBody, 1);
  bench.tick();
  REQUIRE_FALSE(bench.assertion_failed());
  SECTION("a buffer that is not mapped") { show(kTail, 2); }
  SECTION("two buffers") { show(kTail, 3); }
  SECTION("no buffer") { show(kTail, 0); }
  SECTION("no flit") { show(kInvalid, 1); }
  SECTION("a header for a buffer that is not free") { show(kHeader, 1); }
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("the same with two classes, late freeing and cyclic Stat", "[mway_buffer_set]") {
  random_run<VSetSplit>({3, 3, kWays, false, false}, 2);
}
