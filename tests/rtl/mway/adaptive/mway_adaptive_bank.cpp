// rtl/mway/adaptive/mway_adaptive_bank.sv
//
// Rationale: the sending half of a set, with the routing of its headers. Random messages are pushed
// flit by flit; the channel is granted, and classes are available and buffers full at random. A
// bank of queues gives the expected lines: which header takes which of its candidates, and when.
// State space: that of its buffers x candidates of their headers x round-robin pointer.
// Parameter space: adaptive in a mesh, three buffers of three flits, late freeing; balanced in a
//   torus, two buffers of three flits, early freeing, where a header can be behind a tail.
#include "../reference.hpp"
#include "VAdaptive.h"
#include "VBalanced.h"
#include "bench.hpp"
#include "family/mway/adaptive/candidates.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kMembers = 5;
constexpr unsigned kPadded = 8;
constexpr unsigned kAdaptiveBit = kDestOffset + 4;
constexpr ChannelId kAt = 5;
constexpr unsigned kFromProcessor = 15;

struct Shape {
  TopologyKind kind;
  MwayVariant variant;
  bool early;
  unsigned buffers;
  unsigned depth;
};

struct Word {
  unsigned tag = kInvalid;
  std::uint32_t data = 0;
  MwayCandidates candidates;
};

struct Queue {
  std::deque<Word> flits;
  bool allocated = false;
  bool open = false;
  bool discarding = false;
  unsigned target_way = 0;
  unsigned target_slot = 0;

  [[nodiscard]] bool discards() const {
    return !flits.empty() && (discarding || flits.front().tag == kInvalid);
  }
};

/// What the Stat lines show.
struct Seen {
  unsigned available[kMwayClasses] = {};  ///< By class, a bit for each way.
  unsigned full[kPadded] = {};            ///< By way, a bit for each buffer.

  [[nodiscard]] bool has(unsigned buffer_class, unsigned way) const {
    return (available[buffer_class] >> way & 1) != 0;
  }
};

/// By the module's contract; nothing if no candidate is available.
struct Hop {
  bool found = false;
  unsigned way = 0;
  unsigned buffer_class = 0;
};

Hop hop_of(const MwayCandidates& candidates, const Seen& seen) {
  // From the highest dimension, of each DIM+ first. Dimension d has the ways 2 d and 2 d + 1.
  for (unsigned d = 2; d-- > 0;)
    for (const unsigned way : {2 * d, 2 * d + 1})
      if ((candidates.adaptive >> way & 1) != 0 && seen.has(kAdaptiveClass, way))
        return {true, way, kAdaptiveClass};
  for (unsigned c = 0; c < kAdaptiveClass; ++c)
    if ((candidates.classes >> c & 1) != 0 && seen.has(c, candidates.way))
      return {true, candidates.way, c};
  return {};
}

template <class Top>
void random_run(const Shape& shape) {
  Bench<Top> bench;
  Random random(shape.buffers);
  const MwayTopology topology({shape.kind, {4, 4}, 1});
  const unsigned slots = 1u << index_width(shape.buffers);
  std::vector<Queue> queues(shape.buffers);
  unsigned turn = 0;
  unsigned sent[kMwayClasses] = {};
  unsigned behind = 0;
  bench->push_i = 0;
  bench->enable_i = 0;
  bench->position_i = 1 | 1 << 2;
  drive(bench->stat_i, 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 40'000; ++cycle) {
    const bool busy = cycle / 100 % 2 == 0;
    const auto some = [&](unsigned bits) {
      return (busy ? random() & random() : random() | random()) & ((1u << bits) - 1);
    };
    Seen seen;
    std::uint64_t stat = 0;
    for (unsigned c = 0; c < kMwayClasses; ++c) {
      if (c == kAdaptiveClass && shape.variant != MwayVariant::kAdaptive) break;
      seen.available[c] = some(kMembers);
      const unsigned at = c == kAdaptiveClass ? kPadded * (2 + slots) : c * kPadded;
      stat |= std::uint64_t{seen.available[c]} << at;
    }
    for (unsigned way = 0; way < kMembers; ++way) {
      seen.full[way] = ~some(shape.buffers) & ((1u << shape.buffers) - 1);
      stat |= std::uint64_t{seen.full[way]} << (2 * kPadded + way * slots);
    }
    const auto eligible = [&](unsigned b) {
      const Queue& queue = queues[b];
      if (queue.flits.empty() || queue.discards()) return false;
      if (queue.flits.front().tag == kHeader)
        return hop_of(queue.flits.front().candidates, seen).found;
      return (seen.full[queue.target_way] >> queue.target_slot & 1) == 0;
    };
    unsigned chosen = shape.buffers;
    for (unsigned i = shape.buffers; i-- > 0;)
      if (eligible((turn + i) % shape.buffers)) chosen = (turn + i) % shape.buffers;

    // A push, into the buffer of an open message or one that is free.
    const unsigned b = random() % shape.buffers;
    Queue& into = queues[b];
    bool push = random() % 4 != 0 && into.flits.size() < shape.depth;
    unsigned tag = random() % 3 == 0 ? kTail : kBody;
    if (!into.allocated)
      tag = random() % 8 == 0 ? kInvalid : kHeader;
    else if (!into.open)
      push = false;
    const bool header = tag == kHeader || tag == kInvalid;
    const TerminalId to = random() % 16;
    const unsigned own = random() % 5 == 0 ? kFromProcessor : random() % 4;
    const std::uint32_t data =
        header ? (random() & ~(0xfu << kDestOffset)) | to << kDestOffset : random();
    const unsigned slot = random() % shape.buffers;
    const bool enable = random() % 4 != 0;
    bench->push_i = static_cast<CData>(push ? 1u << b : 0);
    bench->push_slot_i = static_cast<CData>(b);
    bench->allocate_i = push && header;
    bench->push_tag_i = static_cast<CData>(tag);
    bench->push_data_i = data;
    bench->push_driver_i = 3;
    bench->push_driver_buffer_i = 0;
    bench->own_way_i = static_cast<CData>(own);
    bench->answer_i = static_cast<CData>(1u << 5 | slot);
    bench->enable_i = enable;
    drive(bench->stat_i, stat);
    bench.settle();

    REQUIRE(bench->request_o == (chosen < shape.buffers));
    const bool sends = enable && chosen < shape.buffers;
    REQUIRE(payload_tag(bench->payload_o) == (sends ? queues[chosen].flits.front().tag : 0));
    if (!sends) REQUIRE(bench->data_o == 0);
    if (!enable) REQUIRE(payload_buffer(bench->payload_o) == 0);
    if (sends) {
      Queue& from = queues[chosen];
      REQUIRE(payload_buffer(bench->payload_o) == chosen);
      const Word flit = from.flits.front();
      std::uint32_t expected = flit.data;
      if (flit.tag == kHeader) {
        const Hop hop = hop_of(flit.candidates, seen);
        const bool adaptive = hop.buffer_class == kAdaptiveClass;
        expected = (expected & ~0x1fu) | hop.way |
                   (adaptive ? 0u : hop.buffer_class) << wayfarer::mway_test::kClassBit;
        if (shape.variant == MwayVariant::kAdaptive)
          expected = (expected & ~(1u << kAdaptiveBit)) | (adaptive ? 1u : 0u) << kAdaptiveBit;
        from.target_way = hop.way;
        from.target_slot = slot;
        ++sent[hop.buffer_class];
      }
      REQUIRE(bench->data_o == expected);
      turn = (chosen + 1) % shape.buffers;
      from.flits.pop_front();
      if (flit.tag == kTail && !shape.early) from.allocated = false;
    }
    for (unsigned i = 0; i < shape.buffers; ++i) {
      Queue& queue = queues[i];
      if ((sends && i == chosen) || !queue.discards()) continue;
      const unsigned gone = queue.flits.front().tag;
      queue.flits.pop_front();
      queue.discarding = gone != kTail;
      if (gone == kTail && !shape.early) queue.allocated = false;
    }
    if (push) {
      behind += header && !into.flits.empty();
      into.flits.push_back({tag, data,
                            mway_candidates(topology, shape.variant, kAt, to, own,
                                            data >> wayfarer::mway_test::kClassBit & 1)});
      if (header) {
        into.allocated = into.open = true;
      } else if (tag == kTail) {
        into.open = false;
        if (shape.early) into.allocated = false;
      }
    }
    bench.tick();
    bench->push_i = 0;
    bench->enable_i = 0;
    bench.settle();
    for (unsigned i = 0; i < shape.buffers; ++i) {
      const bool full = queues[i].flits.size() == shape.depth;
      REQUIRE((bench->mapped_o >> i & 1) == (queues[i].open ? 1u : 0u));
      REQUIRE((bench->empty_o >> i & 1) == (queues[i].flits.empty() ? 1u : 0u));
      REQUIRE((bench->full_o >> i & 1) == (full ? 1u : 0u));
      REQUIRE((bench->free_o >> i & 1) == (queues[i].allocated || full ? 0u : 1u));
    }
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(sent[0] > 200);
  CHECK((sent[1] > 200) == (shape.kind == TopologyKind::kTorus));
  CHECK((sent[kAdaptiveClass] > 200) == (shape.variant == MwayVariant::kAdaptive));
  CHECK((behind > 200) == shape.early);
}

}  // namespace

TEST_CASE("headers take the first of their candidates that is available",
          "[mway_adaptive_bank][AdaptiveHopAvailable]") {
  random_run<VAdaptive>({TopologyKind::kMesh, MwayVariant::kAdaptive, false, 3, 3});
  random_run<VBalanced>({TopologyKind::kTorus, MwayVariant::kBalanced, true, 2, 3});
}

TEST_CASE("a flit into two buffers is reported", "[mway_adaptive_bank][AdaptiveOnePush]") {
  Bench<VAdaptive> bench;
  bench->enable_i = 0;
  bench->push_i = 0;
  drive(bench->stat_i, 0);
  bench.reset();
  bench->push_i = 3;
  bench->allocate_i = 1;
  bench->push_tag_i = kHeader;
  bench.tick();
  CHECK(bench.assertion_failed());
}
