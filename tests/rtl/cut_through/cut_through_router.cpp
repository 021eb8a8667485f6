// rtl/cut_through/cut_through_router.sv
//
// Rationale: a node among neighbours that send and accept at random, against the rules of
// docs/cut_through.md in plain C++: the flits that output buffers offer, the room of input buffers,
// and the deliveries, in every cycle. Then a message that is too long. State space: that of a node,
// from idle to saturated. Parameter space: each routing with a different policy, pipeline and
// number of channels; mesh and torus; headers that wait on one of three virtual channels of a
// class, a queue with packet exchange, and output buffers with room behind a message whose link
// sends it in one piece.
#include "VRouterBound.h"
#include "VRouterChaos.h"
#include "VRouterFixed.h"
#include "VRouterOutput.h"
#include "VRouterRandom.h"
#include "bench.hpp"
#include "cut_through_node.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {

/// Flits of 32 bits.
template <class Top>
class RouterBench {
 public:
  explicit RouterBench(const NodeOptions& options)
      : options_(options), node_(options), random_(options.seed) {
    ports_ = 2 * options.net.dimensions();
    vcs_ = options.net.link_vcs();
    sources_.assign(node_.ins(), Messages(options.depth));
    keepers_.assign(ports_, kNone);
    hops_.resize(node_.ins());
    for (unsigned draw = 0; draw < 1000; ++draw) {
      const std::vector<int> hops = draw_hops();
      for (unsigned in = 0; in < node_.ins(); ++in)
        if (arrives(in, hops)) hops_[in].push_back(hops);
    }
    bench_->seed_i = options.seed;
    std::uint64_t position = 0;
    for (unsigned d = 0; d < options.net.dimensions(); ++d)
      position |= static_cast<std::uint64_t>(options.position[d]) << d * (options.hop_width - 1);
    drive(bench_->position_i, position);
    drive(bench_->inject_valid_i, 0);
    bench_->eject_stall_i = 0;
    drive(bench_->grant_i, 0);
    drive(bench_->arrive_i, 0);
    bench_.reset();
  }

  void cycle(unsigned sends, unsigned takes) {
    compare();
    std::vector<std::optional<Flit>> arrivals(node_.ins());
    std::uint64_t arrive = 0;
    for (unsigned port = 0; port < ports_; ++port) {
      const unsigned in = port * vcs_ + random_.below(vcs_);
      if (!random_.chance(sends, 4) || !fits(in)) continue;
      arrivals[in] = flit(in);
      arrive |= std::uint64_t{1} << in;
      bench_->data_i[port] = static_cast<std::uint32_t>(arrivals[in]->data);
      marks(port, arrivals[in]->mark);
    }
    drive(bench_->arrive_i, arrive);
    offer(arrivals, sends);

    std::uint64_t gives = grants(takes);
    drive(bench_->grant_i, gives);
    bench_.settle();
    for (unsigned port = 0; port < ports_; ++port) {
      const std::uint64_t granted = gives >> port * vcs_ & ((1u << vcs_) - 1);
      if (granted == 0) continue;
      const auto out = port * vcs_ + static_cast<unsigned>(lowest(granted, vcs_));
      REQUIRE(Flit{bench_->tag_o >> 2 * port & 3u, bench_->data_o[port]} == *node_.next(out));
      ++sent_;
    }
    gives |= deliver();
    stalled_ = random_.chance(1, 5);
    bench_->eject_stall_i = stalled_;
    bench_.tick();
    node_.cycle(gives, arrivals);
  }

  [[nodiscard]] unsigned sent() const { return sent_; }
  [[nodiscard]] unsigned delivered() const { return delivered_; }
  [[nodiscard]] unsigned connections() const { return node_.connections(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  [[nodiscard]] unsigned link_buffers() const { return options_.net.link_buffers(); }

  void compare() {
    bench_.settle();
    std::uint64_t holds = 0;
    std::uint64_t room = 0;
    for (unsigned buffer = 0; buffer < link_buffers(); ++buffer) {
      const std::optional<Flit> next = node_.next(buffer);
      holds |= std::uint64_t{next.has_value()} << buffer;
      room |= std::uint64_t{node_.room(buffer)} << buffer;
      if (!next) continue;
      REQUIRE((bench_->head_o >> buffer & 1u) == unsigned{next->head()});
      REQUIRE((bench_->tail_o >> buffer & 1u) == unsigned{next->tail()});
    }
    REQUIRE(bench_->holds_o == holds);
    REQUIRE(bench_->room_o == room);
    for (unsigned port = 0; port < options_.injection_ports; ++port) {
      const unsigned in = link_buffers() + port;
      REQUIRE((bench_->inject_ready_o >> port & 1u) == unsigned{node_.room(in) || node_.open(in)});
    }
    REQUIRE(bench_->error_o == 0);
  }

  /// Whether the next flit from this source may be sent.
  [[nodiscard]] bool fits(unsigned in) const {
    return sources_[in].inside() ? node_.open(in) : node_.room(in) && !hops_[in].empty();
  }

  /// The next flit from a source; a header's hops are random and legal.
  Flit flit(unsigned in) {
    Flit next{sources_[in].mark(), random_()};
    sources_[in].sent(random_);
    if (!next.head()) return next;
    const std::vector<int>& hops =
        hops_[in][random_.below(static_cast<unsigned>(hops_[in].size()))];
    for (unsigned d = 0; d < options_.net.dimensions(); ++d) {
      const std::uint64_t mask = (std::uint64_t{1} << options_.hop_width) - 1;
      next.data &= ~(mask << d * options_.hop_width);
      next.data |= (static_cast<std::uint64_t>(hops[d]) & mask) << d * options_.hop_width;
    }
    // `crossed`, right above the hops, is 0 in injected headers.
    next.data &= ~(std::uint64_t{1} << options_.net.dimensions() * options_.hop_width);
    return next;
  }

  /// Hops of a header that starts here.
  std::vector<int> draw_hops() {
    std::vector<int> hops;
    for (unsigned d = 0; d < options_.net.dimensions(); ++d) {
      const int last = options_.net.extents[d] - 1;
      const int here = options_.net.torus ? 0 : options_.position[d];
      const int ways = options_.net.torus ? 2 * last + 1 : last + 1;
      const int low = options_.net.torus ? -last : -here;
      const int drawn = low + static_cast<int>(random_.below(static_cast<unsigned>(ways)));
      hops.push_back(random_.chance(1, 3) ? 0 : drawn);
    }
    return hops;
  }

  /// Whether a header with these hops left can come into an input buffer: whether at the node
  /// before it was legal and could take the output buffer of this number.
  [[nodiscard]] bool arrives(unsigned in, std::vector<int> hops) const {
    if (in >= link_buffers() || options_.frames != 0) return true;  // derouted: from anywhere
    const unsigned d = in / vcs_ / 2;
    const int step = in / vcs_ % 2 == 0 ? 1 : -1;
    const int extent = options_.net.extents[d];
    std::vector<int> position = options_.position;
    position[d] = (position[d] - step + extent) % extent;
    hops[d] += step;
    return std::abs(hops[d]) < extent && has(options_.net.outputs(position, hops, false), in);
  }

  void marks(unsigned port, unsigned mark) {
    drive(bench_->tag_i, (bench_->tag_i & ~(3u << 2 * port)) | mark << 2 * port);
  }

  void offer(std::vector<std::optional<Flit>>& arrivals, unsigned sends) {
    std::uint64_t valid = 0;
    std::uint64_t mark = 0;
    std::uint64_t data = 0;
    for (unsigned port = 0; port < options_.injection_ports; ++port) {
      const unsigned in = link_buffers() + port;
      if (!random_.chance(sends, 4) || !fits(in)) continue;
      arrivals[in] = flit(in);
      valid |= std::uint64_t{1} << port;
      mark |= std::uint64_t{arrivals[in]->mark} << 2 * port;
      data |= arrivals[in]->data << 32 * port;
    }
    drive(bench_->inject_valid_i, valid);
    drive(bench_->inject_tag_i, mark);
    drive(bench_->inject_data_i, data);
  }

  /// For each port, one output buffer that has a flit, or none.
  std::uint64_t grants(unsigned takes) {
    std::uint64_t gives = 0;
    for (unsigned port = 0; port < ports_; ++port) {
      int& keeper = keepers_[port];
      const unsigned out =
          keeper != kNone ? static_cast<unsigned>(keeper) : port * vcs_ + random_.below(vcs_);
      if (!node_.next(out) || (keeper == kNone && !random_.chance(takes, 4))) continue;
      gives |= std::uint64_t{1} << out;
      if (options_.draining_room) keeper = node_.next(out)->tail() ? kNone : static_cast<int>(out);
    }
    return gives;
  }

  std::uint64_t deliver() {
    std::uint64_t gives = 0;
    for (unsigned port = 0; port < options_.net.ejection_ports; ++port) {
      const std::optional<Flit> next = node_.next(link_buffers() + port);
      const bool delivers = next && !stalled_;
      REQUIRE((bench_->eject_valid_o >> port & 1u) == unsigned{delivers});
      if (!delivers) continue;
      const std::uint64_t data = std::uint64_t{bench_->eject_data_o} >> 32 * port & 0xffff'ffffu;
      REQUIRE(Flit{bench_->eject_tag_o >> 2 * port & 3u, data} == *next);
      gives |= std::uint64_t{1} << (link_buffers() + port);
      ++delivered_;
    }
    return gives;
  }

  NodeOptions options_;
  Node node_;
  Random random_;
  Bench<Top> bench_;
  std::vector<Messages> sources_;
  std::vector<int> keepers_;  ///< By port: the output buffer whose message the link is sending.
  std::vector<std::vector<std::vector<int>>> hops_;  ///< By input buffer: of its headers.
  unsigned ports_;
  unsigned vcs_;
  bool stalled_ = false;
  unsigned sent_ = 0;
  unsigned delivered_ = 0;
};

template <class Top>
void random_run(const NodeOptions& options) {
  RouterBench<Top> bench(options);
  for (unsigned cycle = 0; cycle < 20000; ++cycle)
    bench.cycle(1 + cycle / 500 % 4, 1 + cycle / 2000 % 4);
  CHECK(bench.sent() > 5000);
  CHECK(bench.delivered() > 1000);
  CHECK(bench.connections() > 2000);
  CHECK_FALSE(bench.assertion_failed());
}

const NodeOptions kFixed = {
    {{5}, true, 2, Routing::kStarChannels, 1, 1}, {3}, Policy::kInputDriven, 1, 2, 6, 4, 7};
const NodeOptions kRandom = {{{3, 4}, false, 1, Routing::kDimensionOrder, 2, 2},
                             {1, 2},
                             Policy::kInputDrivenRandom,
                             2,
                             1,
                             1,
                             3,
                             11};
const NodeOptions kBound = {{{5, 3}, true, 2, Routing::kDimensionOrder, 3, 1},
                            {4, 1},
                            Policy::kInputDriven,
                            1,
                            3,
                            4,
                            4,
                            5,
                            true,
                            true};
const NodeOptions kChaos = {{{4, 3}, true, 1, Routing::kChaos, 1, 1},
                            {3, 1},
                            Policy::kOutputDriven,
                            1,
                            2,
                            5,
                            3,
                            17,
                            false,
                            false,
                            2};
const NodeOptions kOutput = {{{4, 3}, true, 2, Routing::kMinimalTriplex, 1, 1},
                             {0, 2},
                             Policy::kOutputDriven,
                             1,
                             4,
                             20,
                             3,
                             13};

}  // namespace

TEST_CASE("a node among random neighbours",
          "[cut_through_router][CutThroughConnectsEligible][CutThroughConnectsFree]"
          "[CutThroughRouterStalls]") {
  random_run<VRouterFixed>(kFixed);
  random_run<VRouterRandom>(kRandom);
  random_run<VRouterBound>(kBound);
  random_run<VRouterOutput>(kOutput);
  random_run<VRouterChaos>(kChaos);
}

TEST_CASE("a message that is too long ends with the buffer", "[cut_through_router]") {
  constexpr unsigned kDepth = 6;
  Bench<VRouterFixed> bench;
  bench->seed_i = 1;
  bench->position_i = 0;
  bench->arrive_i = 0;
  bench->grant_i = 0;
  bench->eject_stall_i = 0;
  bench->inject_valid_i = 0;
  bench->inject_data_i = 0;
  bench.reset();
  unsigned delivered = 0;
  for (unsigned flit = 0; flit < 3 * kDepth; ++flit) {
    bench->inject_valid_i = 1;
    bench->inject_tag_i = flit == 0 ? kHead : kBody;
    bench.settle();
    CHECK(bench->eject_tag_o == (bench->eject_valid_o == 0 ? bench->eject_tag_o
                                 : delivered == 0          ? unsigned{kHead}
                                 : delivered + 1 == kDepth ? unsigned{kTail}
                                                           : unsigned{kBody}));
    delivered += bench->eject_valid_o;
    bench.tick();
    CHECK(bench->error_o == (flit + 1 == kDepth ? unsigned{kErrorLength} : 0u));
  }
  CHECK(delivered == kDepth);
  CHECK(bench->error_count_o == 1);
  CHECK_FALSE(bench.assertion_failed());
}
