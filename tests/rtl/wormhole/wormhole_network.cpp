// rtl/wormhole/wormhole_network.sv
//
// Rationale: messages between all pairs of nodes, all at once, arrive once, whole, at the right
// terminal; each takes the closed form's time when alone; illegal flits of a terminal do not
// affect other messages. The way is written into the headers by hand, from coordinates. State
// space: saturated, with stalls, both ways round a ring, alone, illegal. Parameter space: a 4x2
// torus of two virtual channels, a 2x3 mesh with two phases, the first of which goes along
// dimension 1; a 4x2 mesh with registers before and behind the crossbar; one with registers behind
// it, and two on every link.
#include "VNetworkMesh.h"
#include "VNetworkPipelined.h"
#include "VNetworkRegistered.h"
#include "VNetworkTorus.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kNumberShift = 32;
constexpr unsigned kFreeShift = 16;  // above the hops of a header
constexpr unsigned kHopWidth = 3;

struct Shape {
  int extents[2];
  bool torus;
  unsigned phases;
  unsigned virtual_channels;
  [[nodiscard]] unsigned nodes() const { return static_cast<unsigned>(extents[0] * extents[1]); }
};
constexpr Shape kTorus{{4, 2}, true, 1, 2};
constexpr Shape kMesh{{2, 3}, false, 2, 1};
constexpr Shape kPipelined{{4, 2}, false, 1, 1};

int digit(const Shape& shape, unsigned node, unsigned dimension) {
  const auto number = static_cast<int>(node);
  return dimension == 0 ? number % shape.extents[0] : number / shape.extents[0];
}

/// Hops from source to destination in dimension 0 or 1; of dimensions in `other` the other way
/// round a ring.
int hops(const Shape& shape, unsigned source, unsigned destination, unsigned dimension,
         unsigned other) {
  int way = digit(shape, destination, dimension) - digit(shape, source, dimension);
  const int extent = shape.extents[dimension];
  const bool longer = 2 * std::abs(way) > extent;
  if (shape.torus && way != 0 && longer != has(other, dimension)) way += way > 0 ? -extent : extent;
  return way;
}

/// With two phases, dimension 1 goes first.
unsigned phase_of(const Shape& shape, unsigned dimension) {
  return dimension == 0 ? shape.phases - 1 : 0;
}

std::uint64_t header(const Shape& shape, unsigned source, unsigned destination, unsigned other) {
  const auto field = [&](unsigned dimension) {
    const int way = hops(shape, source, destination, dimension, other);
    return (static_cast<std::uint64_t>(way) & 7u)
           << (2 * phase_of(shape, dimension) + dimension) * kHopWidth;
  };
  return field(0) | field(1);
}

/// The virtual channels of its phase and class that a message from `source` has on its way out of
/// `node`: in a ring, the second class behind the wrap link.
unsigned channel_group(const Shape& shape, unsigned source, unsigned node, unsigned port) {
  const unsigned dimension = port / 2;
  const unsigned phase = phase_of(shape, dimension);
  if (!shape.torus) return phase;
  const int way = digit(shape, node, dimension) - digit(shape, source, dimension);
  return 2 * phase + (port % 2 == 1 ? way > 0 : way < 0);
}

/// A flit without its hops: its message's number, and random bits where it may have any.
std::uint64_t flit_data(std::uint64_t number, unsigned index) {
  constexpr std::uint64_t kNumber = std::uint64_t{0xffff} << kNumberShift;
  const std::uint64_t random = mixed(number << 16 | index);
  return (random & ~kNumber & (index == 0 ? ~std::uint64_t{0} << kFreeShift : ~std::uint64_t{0})) |
         number << kNumberShift;
}

template <class Top>
class Network {
 public:
  explicit Network(const Shape& shape) : shape_(shape), queues_(shape.nodes()) {
    for (unsigned t = 0; t < shape.nodes(); ++t) {
      bench_->inject_valid_i[t] = 0;
      bench_->eject_stall_i[t] = 0;
    }
    bench_.reset();
  }

  void send(unsigned source, unsigned destination, unsigned flits, unsigned other = 0) {
    const std::uint64_t number = spread(++last_number_, 16);
    destinations_[number] = {destination, flits};
    for (unsigned k = 0; k < flits; ++k)
      queues_[source].push_back(
          {(k == 0 ? kHead : 0u) | (k + 1 == flits ? kTail : 0u),
           (k == 0 ? header(shape_, source, destination, other) : 0) | flit_data(number, k)});
  }
  void queue(unsigned source, const Flit& flit) { queues_[source].push_back(flit); }

  void cycle(bool stalls = false) {
    std::vector<bool> sent(shape_.nodes()), stalled(shape_.nodes());
    for (unsigned t = 0; t < shape_.nodes(); ++t) {
      stalled[t] = bench_->eject_stall_i[t] != 0;
      bench_->eject_stall_i[t] = stalls && random_.chance(2, 3);
      sent[t] = !queues_[t].empty() && (bench_->inject_ready_o[t] & 1) != 0;
      bench_->inject_valid_i[t] = sent[t];
      if (queues_[t].empty()) continue;
      drive(bench_->inject_tag_i[t], queues_[t].front().mark);
      bench_->inject_data_i[t] = queues_[t].front().data;
    }
    bench_.settle();
    for (unsigned t = 0; t < shape_.nodes(); ++t) {
      REQUIRE_FALSE((stalled[t] && bench_->eject_valid_o[t] != 0));
      if (bench_->eject_valid_o[t] != 0)
        arrive(t, {bench_->eject_tag_o[t], bench_->eject_data_o[t]});
      if (sent[t]) queues_[t].erase(queues_[t].begin());
    }
    bench_.tick();
    ++now_;
    for (unsigned t = 0; t < shape_.nodes(); ++t) errors_[t] |= bench_->error_o[t];
  }
  /// Calls check(node, port, virtual channel) for the flits that are on links now.
  template <typename Check>
  void each_link(const Check& check) {
    constexpr unsigned kPorts = 4;
    for (unsigned channel = 0; channel < shape_.nodes() * kPorts; ++channel)
      if (bench_->channel_valid_o[channel] != 0)
        check(channel / kPorts, channel % kPorts, bench_->channel_vc_o[channel]);
  }
  void run(unsigned cycles, bool stalls = false) {
    for (unsigned i = 0; i < cycles; ++i) cycle(stalls);
  }

  [[nodiscard]] bool drained() const { return destinations_.empty(); }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] unsigned errors(unsigned terminal) { return errors_[terminal]; }
  [[nodiscard]] unsigned error_count(unsigned terminal) { return bench_->error_count_o[terminal]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  struct Track {
    std::uint64_t number = 0;
    unsigned next = 0;
  };

  void arrive(unsigned terminal, const Flit& flit) {
    Track& track = tracks_[terminal];
    const std::uint64_t number = flit.data >> kNumberShift & 0xffff;
    REQUIRE(destinations_.count(number) == 1);
    if (flit.head()) {
      REQUIRE(track.number == 0);
      track = {number, 0};
    }
    REQUIRE(track.number == number);
    REQUIRE(flit.data == flit_data(number, track.next++));  // the hops are used up
    REQUIRE(destinations_[number].first == terminal);
    REQUIRE(flit.tail() == (track.next == destinations_[number].second));
    if (!flit.tail()) return;
    track = {};
    destinations_.erase(number);
  }

  Bench<Top> bench_;
  Shape shape_;
  std::vector<std::vector<Flit>> queues_;
  std::map<std::uint64_t, std::pair<unsigned, unsigned>> destinations_;
  std::map<unsigned, Track> tracks_;
  std::map<unsigned, unsigned> errors_;
  Random random_{1};
  unsigned last_number_ = 0;
  unsigned now_ = 0;
};

template <class Top>
void all_pairs(const Shape& shape, bool rogue) {
  Network<Top> network(shape);
  Random random(1);
  for (unsigned round = 0; round < 12; ++round)
    for (unsigned source = 0; source < shape.nodes(); ++source)
      for (unsigned destination = 0; destination < shape.nodes(); ++destination)
        network.send(source, destination, 1 + random.below(6), random.below(4));
  // Of all terminals, after their messages and before one more.
  constexpr unsigned kIllegal = 260;
  for (unsigned source = 0; rogue && source < shape.nodes(); ++source) {
    for (unsigned i = 0; i < kIllegal; i += 4) {
      network.queue(source, {kBody, i});   // outside of a message
      network.queue(source, {kHead, 4});   // -4: out of the network
      network.queue(source, {kTail, ~i});  // belongs to it
      network.queue(source, {kSingle, 4});
      network.queue(source, {kTail, i});
    }
    network.send(source, shape.nodes() - 1 - source, 6);
  }
  network.run(500, true);
  for (unsigned i = 0; i < 8000 && !network.drained(); ++i) network.cycle();
  CHECK(network.drained());
  for (unsigned t = 0; t < shape.nodes(); ++t) {
    CHECK(network.errors(t) == (rogue ? kErrorOrder | kErrorDestination : 0u));
    CHECK(network.error_count(t) == (rogue ? 255 : 0));
  }
  CHECK_FALSE(network.assertion_failed());
}

/// Cycles per hop, and those of the ejection.
struct Timing {
  unsigned hop = 1;
  unsigned ejection = 1;
};

/// One message, with no other in the network.
template <class Top>
void alone(Network<Top>& network, const Shape& shape, const Timing& timing, unsigned source,
           unsigned destination, unsigned flits, unsigned other) {
  const unsigned start = network.now();
  network.send(source, destination, flits, other);
  unsigned links = 0;
  while (!network.drained() && network.now() < start + 100) {
    network.cycle();
    network.each_link([&](unsigned node, unsigned port, unsigned channel) {
      ++links;
      REQUIRE(channel / shape.virtual_channels == channel_group(shape, source, node, port));
    });
  }
  unsigned way = 0;
  for (const unsigned dimension : {0u, 1u})
    way += static_cast<unsigned>(std::abs(hops(shape, source, destination, dimension, other)));
  REQUIRE(network.now() - start == timing.hop * way + flits + timing.ejection);
  REQUIRE(links == way * flits);
  network.run(5);  // credit returns
}

template <class Top>
void each_alone(const Shape& shape, const Timing& timing = {}) {
  Network<Top> network(shape);
  for (unsigned source = 0; source < shape.nodes(); ++source)
    for (unsigned destination = 0; destination < shape.nodes(); ++destination)
      for (const unsigned flits : {1u, 4u})
        for (unsigned other = 0; other < (shape.torus ? 4u : 1u); ++other)
          alone(network, shape, timing, source, destination, flits, other);
}
}  // namespace

TEST_CASE("all pairs at once", "[wormhole_network][WormholeStaysInside]") {
  all_pairs<VNetworkTorus>(kTorus, false);
  all_pairs<VNetworkMesh>(kMesh, false);
  all_pairs<VNetworkPipelined>(kPipelined, false);
  all_pairs<VNetworkRegistered>(kPipelined, false);
}

TEST_CASE("illegal flits do not affect other messages", "[wormhole_network]") {
  all_pairs<VNetworkTorus>(kTorus, true);
  all_pairs<VNetworkMesh>(kMesh, true);
}

TEST_CASE("a message alone: the closed form, and the virtual channels of its phase and class",
          "[wormhole_network]") {
  each_alone<VNetworkTorus>(kTorus);
  each_alone<VNetworkMesh>(kMesh);
  each_alone<VNetworkPipelined>(kPipelined, {3, 2});
  each_alone<VNetworkRegistered>(kPipelined, {4, 1});
}
