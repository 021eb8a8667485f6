// rtl/linear/linear_reverse.sv
//
// Rationale: the connections of the branches. Random messages of the server to all hosts, each of
// which is ready at random; branches of plain queues, connected by the tree, give every output in
// every cycle. Arrivals are checked again: every message whole and at its destination, in the order
// sent. A flit to an unconnected output is a separate case: the assertion must detect it.
// State space: that of the branches. Parameter space: as in linear_forward, and one host on the
// upstream input with the other unused.
#include "VReverseBush.h"
#include "VReverseDeep.h"
#include "VReverseGap.h"
#include "VReverseLine.h"
#include "VReverseOne.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
constexpr BufferShape kRefill{1, true};
constexpr BufferShape kDeep{2, false};

/// Branches connected to a tree.
class Reverse {
 public:
  Reverse(const Tree& tree, const BufferShape& shape) : tree_(tree) {
    for (unsigned s = 0; s < tree.switches(); ++s) {
      std::uint32_t below = 0;
      for (unsigned h = 0; h < tree.hosts(); ++h) {
        below |= std::uint32_t{passes(h, 2 * s + kUpstream)} << h;
      }
      branches_.emplace_back(shape, below);
    }
  }

  [[nodiscard]] Offer input(unsigned s, const Offer& server) const {
    return s == 0 ? server : at(tree_.switch_target[s]);
  }
  [[nodiscard]] Offer at_host(unsigned host) const { return at(tree_.host_target[host]); }
  [[nodiscard]] bool ready(unsigned s, unsigned hosts_ready) const {
    return branches_[s].ready(outputs_ready(s, hosts_ready));
  }
  void tick(const Offer& server, unsigned hosts_ready) {
    std::vector<Offer> inputs;
    std::vector<std::array<bool, 2>> ready;
    for (unsigned s = 0; s < tree_.switches(); ++s) {
      inputs.push_back(input(s, server));
      ready.push_back(outputs_ready(s, hosts_ready));
    }
    for (unsigned s = 0; s < tree_.switches(); ++s) branches_[s].tick(inputs[s], ready[s]);
  }

 private:
  [[nodiscard]] bool passes(unsigned host, unsigned target) const {
    unsigned at = tree_.host_target[host];
    while (at != target && at / 2 != 0) at = tree_.switch_target[at / 2];
    return at == target;
  }
  [[nodiscard]] Offer at(unsigned target) const { return branches_[target / 2].output(target % 2); }
  [[nodiscard]] std::array<bool, 2> outputs_ready(unsigned s, unsigned hosts_ready) const {
    std::array<bool, 2> both{};
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      const unsigned target = tree_.host_target[h];
      if (target / 2 == s) both[target % 2] = (hosts_ready >> h & 1u) != 0;
    }
    for (unsigned c = 1; c < tree_.switches(); ++c) {
      const unsigned target = tree_.switch_target[c];
      if (target / 2 == s) both[target % 2] = ready(c, hosts_ready);
    }
    return both;
  }

  Tree tree_;
  std::vector<Branch> branches_;
};

template <class Top>
class ReverseBench {
 public:
  ReverseBench(const Tree& tree, const BufferShape& shape)
      : tree_(tree), reference_(tree, shape), arriving_(tree.hosts()) {
    offer({}, 0);
    bench_.reset();
  }

  void send(unsigned host, unsigned identifier, unsigned flits) {
    const auto all = client_message(host, tree_.hosts(), identifier, flits);
    source_.send(all);
    arriving_[host].insert(arriving_[host].end(), all.begin(), all.end());
  }
  [[nodiscard]] const Source& source() const { return source_; }

  void cycle(bool offers, unsigned hosts_ready) {
    const Offer offered = offers ? source_.next() : std::nullopt;
    for (const unsigned ready : {~hosts_ready, hosts_ready}) {
      offer(offered, ready);
      compare(offered, ready);
    }
    if (offered && bench_->ready_o != 0) source_.taken();
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      if ((hosts_ready >> h & 1u) != 0) arrive(h);
    }
    bench_.tick();
    reference_.tick(offered, hosts_ready);
  }

  [[nodiscard]] bool drained() const {
    for (const auto& flits : arriving_) {
      if (!flits.empty()) return false;
    }
    return true;
  }
  [[nodiscard]] unsigned delivered(unsigned host) const { return delivered_[host]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  Bench<Top>& bench() { return bench_; }

  void offer(const Offer& offered, unsigned hosts_ready) {
    bench_->valid_i = offered.has_value();
    drive(bench_->tag_i, offered ? offered->mark : 0);
    drive(bench_->data_i, offered ? offered->data : 0);
    for (unsigned h = 0; h < tree_.hosts(); ++h) bench_->ready_i[h] = hosts_ready >> h & 1u;
    bench_.settle();
  }

 private:
  void compare(const Offer& offered, unsigned hosts_ready) {
    REQUIRE((bench_->ready_o != 0) == reference_.ready(0, hosts_ready));
    for (unsigned s = 0; s < tree_.switches(); ++s) {
      const Offer input = reference_.input(s, offered);
      REQUIRE((bench_->channel_valid_o[s] != 0) == input.has_value());
      if (input) REQUIRE(bench_->channel_tag_o[s] == input->mark);
      REQUIRE((bench_->channel_acknowledge_o[s] != 0) == reference_.ready(s, hosts_ready));
    }
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      const Offer output = reference_.at_host(h);
      REQUIRE((bench_->valid_o[h] != 0) == output.has_value());
      if (output) REQUIRE(Flit{bench_->tag_o[h], bench_->data_o[h]} == *output);
    }
  }

  void arrive(unsigned host) {
    const Offer flit = reference_.at_host(host);
    if (!flit) return;
    REQUIRE_FALSE(arriving_[host].empty());
    REQUIRE(*flit == arriving_[host].front());
    arriving_[host].pop_front();
    delivered_[host] += flit->tail();
  }

  Tree tree_;
  Bench<Top> bench_;
  Reverse reference_;
  Source source_;
  std::vector<std::deque<Flit>> arriving_;
  std::array<unsigned, 8> delivered_{};
};

template <class Top>
void random_run(const Tree& tree, const BufferShape& shape) {
  ReverseBench<Top> bench(tree, shape);
  Random random(tree.hosts());
  unsigned identifier = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    if (bench.source().size() == 0) {
      bench.send(random() % tree.hosts(), ++identifier, 1 + random() % 6);
    }
    unsigned ready = random() | random();
    if (cycle / 100 % 3 == 0) ready &= random();
    bench.cycle(random.chance(7, 8), ready);
  }
  for (unsigned cycle = 0; cycle < 200; ++cycle) bench.cycle(true, ~0u);
  CHECK(bench.drained());
  for (unsigned h = 0; h < tree.hosts(); ++h) CHECK(bench.delivered(h) > 200);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("random messages to all hosts", "[linear_reverse][LinearReverseDeadEnd]") {
  random_run<VReverseLine>(line(4), kRefill);
  random_run<VReverseDeep>(line(4), kDeep);
  random_run<VReverseBush>(bush(), kRefill);
  random_run<VReverseOne>(line(1), kRefill);
}

TEST_CASE("a lone message takes as many cycles as flits and branches", "[linear_reverse]") {
  for (unsigned h = 0; h < 5; ++h) {
    ReverseBench<VReverseBush> bench(bush(), kRefill);
    bench.send(h, 1, 10);
    unsigned cycles = 0;
    for (; !bench.drained() && cycles < 100; ++cycles) bench.cycle(true, ~0u);
    CHECK(cycles == 10 + bush().hops(h));
  }
}

TEST_CASE("a flit to an unconnected output is detected", "[linear_reverse][LinearReverseDeadEnd]") {
  ReverseBench<VReverseGap> bench({{kUpstream}, {0}}, kRefill);
  const auto send = [&](const Flit& flit) {
    bench.offer(flit, 1);
    bench.bench().tick();
    bench.offer({}, 1);
    bench.bench().tick();
    return bench.assertion_failed();
  };
  CHECK(send({kTail, 0}));  // without a header, to Local
  CHECK_FALSE(send({kSingle, header(0, 1, 1)}));
}
