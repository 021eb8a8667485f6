// rtl/cut_through/cut_through_network.sv
//
// Rationale: the connections of the nodes, and the guarantees of a whole network. A lone message
// takes the time of the closed form, for all pairs of nodes. Then all nodes send to random
// destinations, under random stalls: every message must arrive once, whole and at its destination;
// illegal flits of all nodes are dropped, counted and reported.
// The lockstep tests compare whole networks with the model in every cycle; this one needs no model.
// Monitors show every hop of every message. State space: that of a network, from idle to saturated.
// Parameter space: a torus of 3 x 3 nodes; a mesh of 2 x 2 nodes whose links are full duplex and
// interleave the flits of all messages; a mesh of 3 x 3 nodes with chaos routing.
#include "VNetworkChaos.h"
#include "VNetworkMesh.h"
#include "VNetworkTorus.h"
#include "bench.hpp"
#include "cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <map>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

struct Grid {
  int across;
  int up;
  bool torus;
  unsigned hop_width;
  unsigned pipeline;
  unsigned depth;
  unsigned link_vcs;
  bool chaos = false;

  [[nodiscard]] unsigned ports() const { return up > 1 ? 4 : 2; }
  /// Whether the node has a link at a port.
  [[nodiscard]] bool linked(unsigned node, unsigned port) const {
    const int at = port < 2 ? static_cast<int>(node) % across : static_cast<int>(node) / across;
    return torus || at != (port % 2 == 1 ? 0 : (port < 2 ? across : up) - 1);
  }
  [[nodiscard]] unsigned nodes() const { return static_cast<unsigned>(across * up); }

  /// The shorter direction, and straight where both are equally long.
  [[nodiscard]] int hops(int from, int to, int extent) const {
    const int way = to - from;
    if (!torus || 2 * std::abs(way) <= extent) return way;
    return way > 0 ? way - extent : way + extent;
  }
  [[nodiscard]] std::array<int, 2> hops(unsigned from, unsigned to) const {
    const int a = static_cast<int>(from);
    const int b = static_cast<int>(to);
    return {hops(a % across, b % across, across), hops(a / across, b / across, up)};
  }
  [[nodiscard]] unsigned distance(unsigned from, unsigned to) const {
    const auto [x, y] = hops(from, to);
    return static_cast<unsigned>(std::abs(x) + std::abs(y));
  }
};

/// What monitors have shown, or must show, of all links.
struct Links {
  unsigned flits = 0, heads = 0, tails = 0;
  unsigned derouted = 0;  ///< Heads on a link that is on no shortest way.
};

constexpr unsigned kNumberShift = 32;
constexpr unsigned kFreeShift = 16;  // above the hops of a header

/// A flit of 64 bits without its hops: its message's number in the upper half, and random bits
/// where it may have any.
std::uint64_t flit_data(unsigned number, unsigned index) {
  const auto random =
      static_cast<std::uint32_t>(module_test::mixed(std::uint64_t{number} << 8 | index));
  return std::uint64_t{number} << kNumberShift |
         (index == 0 ? random >> kFreeShift << kFreeShift : random);
}

template <class Top>
class Network {
 public:
  explicit Network(const Grid& grid)
      : grid_(grid), sources_(grid.nodes()), arriving_(grid.nodes()), errors_(grid.nodes()) {
    for (unsigned node = 0; node < grid.nodes(); ++node) {
      bench_->inject_valid_i[node] = 0;
      bench_->eject_stall_i[node] = 0;
    }
    bench_.reset();
    for (unsigned channel = 0; channel < grid_.ports() * grid_.nodes(); ++channel)
      REQUIRE(bench_->channel_vc_o[channel] == grid_.link_vcs - 1);
  }

  void send(unsigned from, unsigned to, unsigned flits) {
    std::vector<Flit> all;
    const unsigned number = spread(++number_, 32);
    for (unsigned index = 0; index < flits; ++index)
      all.push_back({kBody, flit_data(number, index)});
    const std::uint64_t mask = (1u << grid_.hop_width) - 1;
    const auto [x, y] = grid_.hops(from, to);
    const auto field = [&](int hops) { return static_cast<std::uint64_t>(hops) & mask; };
    all.front().mark = kHead;
    all.front().data |= field(x) | field(y) << grid_.hop_width;
    all.back().mark |= kTail;
    sources_[from].insert(sources_[from].end(), all.begin(), all.end());
    // One that is too long ends with the buffer.
    if (flits > grid_.depth) flits = grid_.depth;
    expected_[number] = {to, flits};
    const unsigned distance = grid_.distance(from, to);
    shortest.flits += flits * distance;
    shortest.heads += distance;
  }
  /// One flit, of which nothing is expected.
  void queue(unsigned from, const Flit& flit) { sources_[from].push_back(flit); }
  /// A header that leads out of the network.
  void queue_nowhere(unsigned from, unsigned mark) {
    const int extent = grid_.across;
    queue(from, {mark, static_cast<std::uint64_t>(extent) & ((1u << grid_.hop_width) - 1)});
  }
  [[nodiscard]] unsigned errors(unsigned node) const { return errors_[node]; }
  [[nodiscard]] unsigned error_count(unsigned node) { return bench_->error_count_o[node]; }
  [[nodiscard]] bool drained() const { return expected_.empty(); }
  Links links, shortest;  ///< All flits that have crossed links, and those on shortest ways.

  void cycle(Random& random, unsigned stalls) {
    for (unsigned node = 0; node < grid_.nodes(); ++node) {
      bench_->inject_valid_i[node] = !sources_[node].empty();
      if (!sources_[node].empty()) {
        bench_->inject_tag_i[node] = static_cast<std::uint8_t>(sources_[node].front().mark);
        bench_->inject_data_i[node] = sources_[node].front().data;
      }
      bench_->eject_stall_i[node] = random.chance(stalls, 4);
    }
    bench_.settle();
    monitor();
    for (unsigned node = 0; node < grid_.nodes(); ++node) {
      if (bench_->eject_valid_o[node] != 0)
        take(node, {bench_->eject_tag_o[node], bench_->eject_data_o[node]});
      if (!sources_[node].empty() && bench_->inject_ready_o[node] != 0) sources_[node].pop_front();
    }
    bench_.tick();
    for (unsigned node = 0; node < grid_.nodes(); ++node) errors_[node] |= bench_->error_o[node];
  }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  struct Expected {
    unsigned node;
    unsigned flits;
  };
  void monitor() {
    for (unsigned node = 0; node < grid_.nodes(); ++node) {
      for (unsigned port = 0; port < grid_.ports(); ++port) {
        const unsigned channel = grid_.ports() * node + port;
        const unsigned vc = bench_->channel_vc_o[channel];
        if (!grid_.linked(node, port)) REQUIRE(vc == grid_.link_vcs - 1);
        if (bench_->channel_valid_o[channel] == 0) continue;
        REQUIRE(grid_.linked(node, port));
        REQUIRE(vc < (grid_.chaos ? 2 : grid_.link_vcs));
        const Flit flit{bench_->channel_tag_o[channel], 0};
        ++links.flits;
        links.heads += flit.head();
        links.tails += flit.tail();
        links.derouted += grid_.chaos && flit.head() && vc == 1;
      }
    }
  }

  struct Arriving {
    unsigned number = 0;
    unsigned flits = 0;
  };

  void take(unsigned node, const Flit& flit) {
    Arriving& message = arriving_[node];
    const auto number = static_cast<unsigned>(flit.data >> kNumberShift);
    REQUIRE(flit.head() == (message.flits == 0));
    if (flit.head()) message.number = number;
    REQUIRE(number == message.number);
    REQUIRE(expected_.count(number) == 1);
    REQUIRE(expected_[number].node == node);
    REQUIRE(flit.data == flit_data(number, message.flits));  // a header's hops are used up
    REQUIRE(flit.tail() == (++message.flits == expected_[number].flits));
    if (!flit.tail()) return;
    expected_.erase(number);
    message = {};
  }

  Grid grid_;
  Bench<Top> bench_;
  std::vector<std::deque<Flit>> sources_;
  std::map<unsigned, Expected> expected_;
  std::vector<Arriving> arriving_;
  std::vector<unsigned> errors_;
  unsigned number_ = 0;
};

template <class Top>
void messages_alone(const Grid& grid) {
  Random random(1);
  Network<Top> network(grid);
  for (unsigned from = 0; from < grid.nodes(); ++from) {
    for (unsigned to = 0; to < grid.nodes(); ++to) {
      for (const unsigned flits : {1u, grid.depth}) {
        network.send(from, to, flits);
        unsigned cycles = 0;
        for (; !network.drained() && cycles < 500; ++cycles) network.cycle(random, 0);
        const unsigned hops = grid.distance(from, to);
        // Injected from cycle 0 on, its tail arrives in cycle F + P + H (P + 1).
        REQUIRE(cycles - 1 == flits + grid.pipeline + hops * (grid.pipeline + 1));
      }
    }
  }
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void random_traffic(const Grid& grid) {
  Random random(2);
  Network<Top> network(grid);
  const auto send_some = [&](unsigned part) {
    for (unsigned from = 0; from < grid.nodes(); ++from) {
      if (random.chance(part, 100))
        network.send(from, random.below(grid.nodes()), 1 + random.below(grid.depth));
    }
  };
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    send_some(cycle < 1000 ? 3 : 10);
    network.cycle(random, cycle % 500 < 150 ? 1 : 0);
  }
  for (unsigned cycle = 0; cycle < 50000 && !network.drained(); ++cycle) network.cycle(random, 0);
  CHECK(network.drained());
  // A derouted message has as many hops more to take back.
  CHECK(network.links.heads == network.shortest.heads + 2 * network.links.derouted);
  CHECK(network.links.tails == network.links.heads);
  for (unsigned node = 0; node < grid.nodes(); ++node) CHECK(network.errors(node) == 0);
  if (grid.chaos)
    CHECK(network.links.derouted > 0);
  else
    CHECK(network.links.flits == network.shortest.flits);
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void illegal_flits(const Grid& grid) {
  Random random(3);
  Network<Top> network(grid);
  for (unsigned node = 0; node < grid.nodes(); ++node) {
    const unsigned other = grid.nodes() - 1 - node;
    for (unsigned i = 0; i < 260; i += 4) {
      network.queue(node, {kBody, i});  // outside of a message
      network.queue_nowhere(node, kHead);
      network.queue(node, {kTail, ~i});  // belongs to it
      network.queue_nowhere(node, kSingle);
      network.queue(node, {kTail, i});
    }
    network.send(node, other, grid.depth + 3);
    network.send(node, other, grid.depth);
  }
  for (unsigned cycle = 0; cycle < 5000 && !network.drained(); ++cycle) network.cycle(random, 0);
  CHECK(network.drained());
  for (unsigned node = 0; node < grid.nodes(); ++node) {
    CHECK(network.errors(node) == (kErrorOrder | kErrorDestination | kErrorLength));
    CHECK(network.error_count(node) == 255);
  }
  CHECK_FALSE(network.assertion_failed());
}

const Grid kTorus = {3, 3, true, 3, 4, 6, 3};
const Grid kMesh = {2, 2, false, 2, 1, 5, 3};
const Grid kChaos = {3, 3, false, 3, 1, 4, 1, true};

}  // namespace

TEST_CASE("a lone message takes the closed form's time", "[cut_through_network][zero-load]") {
  messages_alone<VNetworkTorus>(kTorus);
  messages_alone<VNetworkMesh>(kMesh);
}

TEST_CASE("every message arrives", "[cut_through_network][CutThroughStaysInside]") {
  random_traffic<VNetworkTorus>(kTorus);
  random_traffic<VNetworkMesh>(kMesh);
  random_traffic<VNetworkChaos>(kChaos);
}

TEST_CASE("illegal flits are dropped, counted and reported", "[cut_through_network]") {
  illegal_flits<VNetworkTorus>(kTorus);
  illegal_flits<VNetworkMesh>(kMesh);
  illegal_flits<VNetworkChaos>(kChaos);
}
