// rtl/mway/multicast/mway_multicast_set.sv
//
// Rationale: the connections of its parts. Random messages come in turn from six buffers of
// three drivers, with masks that name this set or others, while the channel in front is granted and
// available at random. What leaves is what came, each header with the receivers that
// MwayTree gives at this place.
// State space: that of its buffers. Parameter space: sets that drive the middle channel of the 3x3
//   mesh with two processors a channel, or one at its edge; those of the 2x3 mesh with three
//   processors, where dimension 0 has one number; two buffers of four flits.
#include "../reference.hpp"
#include "VMulticastSet.h"
#include "VMulticastSetPair.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/multicast/tree.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kMembers = 6;
constexpr unsigned kDestinations = 32;
constexpr unsigned kMaskOffset = kDestOffset + kDestinations;
constexpr unsigned kDepth = 4;
constexpr unsigned kTerminals = 18;
/// A header's lengths and destinations; the last bit, and the mask and what is above it, differ.
constexpr std::uint64_t kUnchanged = (1ull << kMaskOffset) - (1u << kLengthOffset);
constexpr std::uint64_t kSpread64 = 0x9e37'79b9'7f4a'7c15;  // as kSpread

/// A set: the way by which it receives, and the channel that it drives.
struct Place {
  TopologyConfig mesh;
  unsigned way;
  ChannelId to;

  [[nodiscard]] unsigned position() const {
    const MwayTopology topology(mesh);
    return topology.digit(to, 0) | topology.digit(to, 1) << digit_width(mesh.extents[0]);
  }
};

const TopologyConfig kSquare{TopologyKind::kMesh, {3, 3}, 2};
const TopologyConfig kPair{TopologyKind::kMesh, {2, 3}, 3};

/// A message on its way in.
struct Incoming {
  unsigned left = 0;  ///< Data flits.
  unsigned sent = 0;
  bool accepted = false;
  bool mine = false;  ///< Accepted, and for a processor that exists.
  unsigned slot = 0;
  std::uint64_t number = 0;
};

template <class Top>
void idle(Bench<Top>& bench, const Place& place) {
  drive(bench->own_way_i, place.way);
  bench->tag_i = kInvalid;
  bench->driver_i = 0;
  bench->driver_buffer_i = 0;
  bench->data_i = 0;
  drive(bench->position_i, place.position());
  bench->enable_i = 0;
  drive(bench->next_stat_i, 0);
}

unsigned route(const MwayTree& tree, const Place& place, std::uint64_t destinations) {
  unsigned ways = 0;
  for (TerminalId terminal = 0; terminal < kTerminals; ++terminal)
    if ((destinations >> terminal & 1) != 0) ways |= tree.receivers(place.to, terminal);
  return ways & tree.allowed(place.way);
}

template <class Top>
void random_run(Bench<Top>& bench, const Place& place) {
  CAPTURE(place.mesh.extents, place.way);
  idle(bench, place);
  bench.reset();
  const MwayTree tree{MwayTopology(place.mesh)};
  const unsigned own = 1u << place.way;
  Random random(1);
  std::map<std::pair<unsigned, unsigned>, Incoming> incoming;
  std::map<std::uint64_t, unsigned> expected;              // receivers, by number of a message
  std::map<unsigned, std::uint64_t> leaving;               // by buffer, the open message
  std::map<std::uint64_t, std::vector<unsigned>> arrived;  // tags that entered, by message
  std::map<std::uint64_t, std::vector<unsigned>> left;     // and left
  std::map<std::uint64_t, std::uint64_t> headers;          // by number of a message
  std::map<std::uint64_t, std::uint64_t> numbers;          // by data flit
  std::uint64_t number = 0;
  unsigned passed = 0;
  unsigned errors = 0;
  for (unsigned cycle = 0; cycle < 10'000; ++cycle) {
    const bool drain = cycle > 9'000;
    const unsigned driver = 1u << random() % 3;
    const unsigned buffer = random() % 2;
    Incoming& message = incoming[{driver, buffer}];
    unsigned tag = kInvalid;
    std::uint64_t data = 0;
    std::uint64_t destinations = 0;
    bool selected = false;
    if (message.left > 0) {
      tag = message.left == 1 ? kTail : kBody;
      data = (message.number << 8 | ++message.sent) * kSpread64;
      numbers[data] = message.number;
      --message.left;
    } else if (!drain && random() % 2 == 0) {
      selected = (bench->status_o >> 16 & 1) != 0 && random() % 3 != 0;
      tag = kHeader;
      destinations = random() & random() & ((1u << kTerminals) - 1);
      if (random.chance(1, 16)) destinations |= random() & 0xffff'ffffu;  // absent ones
      // Destinations of other branches, below this position, do not belong to this set.
      const unsigned mask = (random() & 0x3f & ~own) | (selected ? own : 0);
      data = destinations << kDestOffset | std::uint64_t{mask} << kMaskOffset |
             (random() & ((1u << kDestOffset) - 1));
      message = {1 + random() % (kDepth - 1), 0, selected, selected, 0, ++number};
      data |= number << (kMaskOffset + kMembers);
      headers[number & 0x7ff] = data;
    }
    bench->tag_i = static_cast<CData>(tag);
    bench->driver_i = static_cast<CData>(driver);
    bench->driver_buffer_i = static_cast<CData>(buffer);
    bench->data_i = data;
    const unsigned available = drain ? 0x3f : random() & 0x3f;
    drive(bench->next_stat_i, available);
    bench->enable_i = random() % 4 != 0;
    bench.settle();
    REQUIRE(bench->fills_o == 0);
    if (tag == kHeader) {
      if (selected) message.slot = bench->slot_o;
      REQUIRE(bench->acknowledge_o == selected);
      const bool absent = destinations >> kTerminals != 0;
      const unsigned ways = absent ? 0 : route(tree, place, destinations);
      REQUIRE(bench->error_o == (selected && ways == 0));
      errors += bench->error_o;
      if (selected && ways != 0) expected[message.number & 0x7ff] = ways;
      if (selected && ways == 0) message.mine = false;
    } else if (tag != kInvalid && message.accepted) {
      REQUIRE(bench->acknowledge_o);
      REQUIRE(bench->slot_o == message.slot);
    } else {
      REQUIRE_FALSE(bench->acknowledge_o);
    }
    if (tag != kInvalid && message.mine && (tag != kHeader || selected))
      arrived[message.number].push_back(tag);

    const unsigned out = payload_tag(bench->payload_o);
    const unsigned from = payload_buffer(bench->payload_o);
    if (out == kHeader) {
      const auto taken = static_cast<unsigned>(bench->data_o >> kMaskOffset & 0x3f);
      const std::uint64_t id = bench->data_o >> (kMaskOffset + kMembers);
      REQUIRE(expected.count(id) == 1);
      REQUIRE((taken & ~expected[id]) == 0);
      REQUIRE((taken & ~available) == 0);
      expected[id] &= ~taken;
      REQUIRE((bench->data_o & 1) == (expected[id] == 0 ? 1 : 0));
      REQUIRE(((bench->data_o ^ headers[id]) & kUnchanged) == 0);
      if (expected[id] == 0) expected.erase(id);
      leaving[from] = id;
    } else if (out != kInvalid) {
      REQUIRE(numbers.count(bench->data_o) == 1);
      const std::uint64_t id = numbers[bench->data_o];
      REQUIRE((id & 0x7ff) == leaving[from]);
      left[id].push_back(out);
      if (out == kTail) ++passed;
    }
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(passed > 200);
  CHECK(errors > 20);
  CHECK(expected.empty());
  for (const auto& [id, tags] : arrived) {
    std::vector<unsigned> data(tags.begin() + 1, tags.end());
    REQUIRE(left[id] == data);
  }
}

}  // namespace

TEST_CASE("messages pass with the receivers on the next channel", "[mway_multicast_set]") {
  Bench<VMulticastSet> square;
  for (const Place& place : {Place{kSquare, 0, 5}, Place{kSquare, 0, 4}, Place{kSquare, 1, 4},
                             Place{kSquare, 2, 4}, Place{kSquare, 3, 4}, Place{kSquare, 3, 1}})
    random_run(square, place);
  Bench<VMulticastSetPair> pair;
  for (const Place& place : {Place{kPair, 0, 3}, Place{kPair, 1, 4}, Place{kPair, 2, 1}})
    random_run(pair, place);
}

TEST_CASE("a message longer than its buffer is reported", "[mway_multicast_set][MulticastRoom]") {
  Bench<VMulticastSet> bench;
  idle(bench, {kSquare, 0, 5});
  bench.reset();
  bool reported = false;
  for (unsigned flit = 0; flit < kDepth + 2; ++flit) {
    bench->tag_i = flit == 0 ? kHeader : kBody;
    bench->driver_i = 1;
    bench->data_i = flit == 0 ? 1ull << (kDestOffset + 10) | 1ull << kMaskOffset : flit;
    bench.tick();
    reported = bench.assertion_failed();
    REQUIRE((flit >= kDepth || !reported));
  }
  CHECK(reported);
}
