#include "family/mway/vector/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace wayfarer::mway {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

unsigned bits_for(unsigned greatest) {
  unsigned bits = 0;
  while (greatest >> bits != 0) ++bits;
  return bits;
}

VectorState sizes(const MwayConfig& router, const MwayTopology& topology) {
  VectorState state;
  state.buffers = router.buffers;
  state.ways = topology.ways();
  state.router_ways = topology.processor_way(0);
  state.classes = topology.two_classes() ? 2 : 1;
  state.planes = bits_for(router.depth);
  state.buffer_planes = bits_for(state.buffers - 1);
  state.way_planes = bits_for(state.ways - 1);
  state.depth = router.depth;
  state.members[0] = router.classes[0];
  state.members[1] = ((1u << router.buffers) - 1) & ~router.classes[0];
  state.exact = router.stat_lines() != Stat::kCyclic;
  state.early = router.frees_early();
  state.blocks = (topology.channels() + kBlockChannels - 1) / kBlockChannels;
  return state;
}

}  // namespace

/// A set that drives a channel as way w receives from the channel from which way w leads there.
VectorMemory::Ends::Ends(const MwayTopology& topology, std::size_t words, bool back) {
  std::map<std::pair<unsigned, std::ptrdiff_t>, std::vector<std::uint64_t>> found;
  const auto add = [&](unsigned way, ChannelId from, ChannelId to) {
    if (back) std::swap(from, to);
    std::vector<std::uint64_t>& channels = found[{way, std::ptrdiff_t{to} - std::ptrdiff_t{from}}];
    channels.resize(words);
    channels[from / kWordBits] |= std::uint64_t{1} << from % kWordBits;
  };
  for (const MwayRouter& router : topology.routers()) {
    add(topology.way(router.dimension, false), router.low, router.high);
    add(topology.way(router.dimension, true), router.high, router.low);
  }
  reaches_.reserve(found.size());
  channels_.reserve(found.size() * words);
  for (const auto& [key, channels] : found) {
    reaches_.push_back({key.second, channels_.data() + channels_.size()});
    channels_.insert(channels_.end(), channels.begin(), channels.end());
  }
  const Reach* next = reaches_.data();
  auto each = found.begin();
  for (unsigned way = 0; way <= topology.processor_way(0); ++way) {
    for (; each != found.end() && each->first.first < way; ++each) ++next;
    view_.first[way] = next;
  }
}

std::size_t VectorMemory::Ends::greatest_offset() const {
  std::size_t greatest = 0;
  for (const Reach& reach : reaches_)
    greatest = std::max(greatest, static_cast<std::size_t>(std::abs(reach.offset)));
  return greatest;
}

VectorMemory::VectorMemory(const MwayConfig& router, const MwayTopology& topology)
    : empty_(sizes(router, topology)),
      words_(empty_.blocks * kRowWords),
      receivers_(topology, words_, false),
      feeders_(topology, words_, true) {}

VectorState VectorMemory::reset() {
  VectorState state = empty_;
  state.receivers = receivers_.view();
  state.feeders = feeders_.view();
  const unsigned senders = state.sender_count();
  unsigned count = 0;
  const auto number = [&count](unsigned& row, unsigned rows) {
    row = count;
    count += rows;
  };
  RowNumbers& rows = state.rows;
  for (unsigned* const row :
       {&rows.occupied, &rows.header, &rows.allocated, &rows.behind_tail, &rows.turn,
        &rows.full_receiver, &rows.sent, &rows.injected, &rows.open, &rows.discarding,
        &rows.next_port, &rows.started, &rows.ports, &rows.shown_ports})
    number(*row, senders);
  number(rows.receiver, senders * state.receiver_count());
  number(rows.ejecting, senders * state.processors());
  number(rows.waiting, senders * state.wants());
  number(rows.level, senders * state.planes);
  number(rows.until_tail, senders * state.planes);
  number(rows.driver, state.ways);
  number(rows.unavailable, state.wants());
  number(rows.choice, state.wants() * state.buffer_planes);
  number(rows.stalled, state.processors());
  number(rows.counts, kPlanes);
  for (unsigned* const row : {&rows.requested, &rows.taken, &rows.heads, &rows.tails})
    number(*row, 1);
  state.block_words = count * kRowWords;

  const std::size_t margin = (receivers_.greatest_offset() / kWordBits / kRowWords + 2) * kRowWords;
  const std::size_t stride = state.blocks * kRowWords + 2 * margin;
  const std::pair<SeenRows*, unsigned> seen[] = {{&state.full, senders},
                                                 {&state.almost, senders},
                                                 {&state.crowded, state.wants()},
                                                 {&state.entering, senders},
                                                 {&state.ends, 2}};
  std::size_t size = state.blocks * state.block_words + kRowWords;
  for (const auto& each : seen) size += each.second * stride;
  memory_.assign(size, 0);
  std::uint64_t* next = memory_.data();
  while (reinterpret_cast<std::uintptr_t>(next) % (kRowWords * sizeof *next) != 0) ++next;
  state.memory = next;
  next += state.blocks * state.block_words;
  for (const auto& [row, length] : seen) {
    *row = {next + margin, stride};
    next += length * stride;
  }
  for (std::size_t block = 0; block < state.blocks; ++block) {
    std::uint64_t* const words = state.memory + block * state.block_words;
    std::fill_n(words + rows.turn * kRowWords, senders * kRowWords, kAll);
    std::fill_n(words + rows.driver * kRowWords, kRowWords, kAll);
    if (state.depth != 1) continue;
    for (unsigned s = 0; s < senders; ++s)
      std::fill_n(state.almost[s] + block * kRowWords, kRowWords, kAll);
  }
  sender_.assign(state.blocks * kBlockChannels, 0);
  state.sender = sender_.data();
  return state;
}

}  // namespace wayfarer::mway
