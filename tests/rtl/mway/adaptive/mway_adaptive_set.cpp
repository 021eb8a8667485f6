// rtl/mway/adaptive/mway_adaptive_set.sv
//
// Rationale: the connections of its parts. Random messages come in turn from four buffers of two
// drivers, for this set or another and of any class, while the channel in front is granted and its
// receivers are available at random. A header gets the lowest free buffer of its class, of classes
// that overlap; what leaves is what came, each header by one of the candidates at this place.
// State space: that of its buffers. Parameter space: the set DIM+ of dimension 0 between channels 5
//   and 6 of the 4x4 mesh, adaptive, three buffers; that between channels 1 and 2 of the 5x4 torus,
//   balanced, four buffers, where a header's destination may be outside the network.
#include "../reference.hpp"
#include "VSetMesh.h"
#include "VSetTorus.h"
#include "bench.hpp"
#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/header.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <map>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kPlus = 0;  // of dimension 0

struct Shape {
  TopologyConfig topology;
  MwayVariant variant;
  ChannelId to;
  unsigned buffers;
  unsigned depth;
  unsigned masks[kMwayClasses];
};

struct Flit {
  unsigned tag = kInvalid;
  std::uint32_t data = 0;
  unsigned ways = 0;     ///< Candidates of a header.
  bool refused = false;  ///< Its message is discarded.
};

struct Buffer {
  std::deque<Flit> flits;
  bool allocated = false;
  bool refused = false;
};

/// A message on its way in.
struct Incoming {
  unsigned left = 0;
  int slot = -1;
};

template <class Top>
void random_run(const Shape& shape) {
  Bench<Top> bench;
  const MwayTopology topology(shape.topology);
  const unsigned dest_bits = dest_width(shape.topology);
  const bool adaptive = shape.variant == MwayVariant::kAdaptive;
  const std::uint32_t adaptive_bit = 1u << (kDestOffset + dest_bits);
  Random random(shape.buffers);
  std::vector<Buffer> buffers(shape.buffers);
  std::map<std::pair<unsigned, unsigned>, Incoming> incoming;
  unsigned accepted[kMwayClasses] = {};
  unsigned left = 0;
  unsigned errors = 0;
  bench->own_way_i = kPlus;
  bench->tag_i = kInvalid;
  bench->enable_i = 0;
  drive(bench->position_i, encode_dest(shape.topology, shape.to));
  drive(bench->next_stat_i, 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 30'000; ++cycle) {
    unsigned free = 0;
    unsigned full = 0;
    for (unsigned b = 0; b < shape.buffers; ++b) {
      if (!buffers[b].allocated) free |= 1u << b;
      if (buffers[b].flits.size() == shape.depth) full |= 1u << b;
    }
    const unsigned driver = random() % 2 == 0 ? 1 : 4;
    const unsigned buffer = random() % 2;
    Incoming& message = incoming[{driver, buffer}];
    Flit flit;
    unsigned buffer_class = 0;
    bool mine = false;
    int slot = -1;
    if (message.left > 0) {
      slot = message.slot;
      // The sender holds data flits back while the buffer is full.
      if (slot < 0 || (full >> slot & 1) == 0) {
        flit.tag = message.left == 1 ? kTail : kBody;
        flit.data = random();
        --message.left;
        mine = slot >= 0;
      }
    } else if (random() % 2 == 0) {
      buffer_class = random() % (adaptive ? 3 : 2);
      if (adaptive && buffer_class == 1) buffer_class = kAdaptiveClass;
      const unsigned dest = random() % (1u << dest_bits);
      const auto terminal = decode_dest(shape.topology, dest);
      const unsigned candidates = free & shape.masks[buffer_class];
      mine = random() % 3 != 0 && candidates != 0;
      flit.tag = kHeader;
      flit.data = (random() & ~(2 * adaptive_bit - 1)) | dest << kDestOffset | (mine ? kPlus : 3);
      if (buffer_class == kAdaptiveClass)
        flit.data |= adaptive_bit;
      else
        flit.data |= buffer_class << wayfarer::mway_test::kClassBit;
      flit.refused = !terminal;
      if (terminal) {
        const MwayCandidates next =
            mway_candidates(topology, shape.variant, shape.to, *terminal, kPlus, buffer_class);
        flit.ways = next.adaptive | 1u << next.way;
      }
      if (mine) slot = __builtin_ctz(candidates);
      message = {1 + random() % 4, slot};
      accepted[buffer_class] += mine;
    }
    bench->tag_i = static_cast<CData>(flit.tag);
    bench->driver_i = static_cast<CData>(driver);
    bench->driver_buffer_i = static_cast<CData>(buffer);
    bench->data_i = flit.data;
    // No receiver is full; all are available at times.
    const std::uint64_t available = random() % 3 == 0 ? 0 : ~std::uint64_t{0};
    const unsigned slots = 1u << index_width(shape.buffers);
    const std::uint64_t rooms = ((std::uint64_t{1} << 8 * slots) - 1) << 16;
    drive(bench->next_stat_i,
          available & ~rooms & (adaptive ? (std::uint64_t{1} << (24 + 8 * slots)) - 1 : 0xffff));
    bench->next_answer_i = 1u << 5;
    bench->enable_i = random() % 4 != 0;
    bench.settle();

    REQUIRE(bench->acknowledge_o == mine);
    if (mine) REQUIRE(bench->slot_o == static_cast<unsigned>(slot));
    REQUIRE(bench->error_o == (mine && flit.tag == kHeader && flit.refused));
    errors += bench->error_o;
    for (unsigned c = 0; c < 2; ++c)
      REQUIRE((bench->status_o >> (16 + c) & 1) == ((free & shape.masks[c]) != 0 ? 1u : 0u));
    if (adaptive)
      REQUIRE((bench->status_o >> 18 & 1) == ((free & shape.masks[kAdaptiveClass]) != 0 ? 1u : 0u));
    REQUIRE((bench->status_o & 0xffff) == full);

    const unsigned out = payload_tag(bench->payload_o);
    const unsigned sender = payload_buffer(bench->payload_o);
    if (out != kInvalid) {
      REQUIRE(!buffers[sender].flits.empty());
      const Flit sent = buffers[sender].flits.front();
      REQUIRE_FALSE(buffers[sender].refused);
      REQUIRE(out == sent.tag);
      if (out == kHeader) {
        REQUIRE((sent.ways >> (bench->data_o & 15) & 1) == 1);
        REQUIRE((bench->data_o >> kDestOffset & ((1u << dest_bits) - 1)) ==
                (sent.data >> kDestOffset & ((1u << dest_bits) - 1)));
        ++left;
      } else {
        REQUIRE(bench->data_o == sent.data);
      }
      buffers[sender].flits.pop_front();
      if (out == kTail) buffers[sender].allocated = false;
    }
    for (unsigned b = 0; b < shape.buffers; ++b) {
      if (buffers[b].flits.empty() || !buffers[b].refused) continue;
      if (buffers[b].flits.front().tag == kTail) buffers[b].allocated = buffers[b].refused = false;
      buffers[b].flits.pop_front();
    }
    if (mine) {
      Buffer& into = buffers[static_cast<unsigned>(slot)];
      if (flit.tag == kHeader) {
        into.allocated = true;
        into.refused = flit.refused;
      }
      into.flits.push_back(flit);
    }
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(left > 1000);
  CHECK(accepted[0] > 200);
  CHECK(accepted[adaptive ? kAdaptiveClass : 1u] > 200);
  CHECK((errors > 100) == !adaptive);
}

}  // namespace

TEST_CASE("a header gets a buffer of its class and leaves by a candidate",
          "[mway_adaptive_set][AdaptiveClassHonoured]") {
  random_run<VSetMesh>(
      {{TopologyKind::kMesh, {4, 4}, 1}, MwayVariant::kAdaptive, 6, 3, 3, {0b011, 0, 0b110}});
  random_run<VSetTorus>(
      {{TopologyKind::kTorus, {5, 4}, 1}, MwayVariant::kBalanced, 2, 4, 2, {0b0011, 0b1110, 0}});
}
