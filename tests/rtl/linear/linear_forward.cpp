// rtl/linear/linear_forward.sv
//
// Rationale: the connections of the switches. Random messages of all hosts under random
// back-pressure of the server; switches of plain queues, connected by the tree, give every output
// in every cycle, for both values of ready_i. Arrivals are checked again: whole messages, every
// host's in the order sent.
// State space: that of the switches. Parameter space: the line of four hosts with and without a
// combinational ready, a tree with unused inputs and hosts on either input, one host.
#include "VForwardBush.h"
#include "VForwardDeep.h"
#include "VForwardLine.h"
#include "VForwardOne.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
constexpr BufferShape kRefill{1, true};
constexpr BufferShape kDeep{2, false};

/// Switches connected to a tree.
class Forward {
 public:
  Forward(const Tree& tree, const BufferShape& shape)
      : tree_(tree), switches_(tree.switches(), Switch(shape, false)) {}

  [[nodiscard]] const Switch& at(unsigned s) const { return switches_[s]; }
  [[nodiscard]] bool output_ready(unsigned s, bool server_ready) const {
    return s == 0 ? server_ready : input_ready(tree_.switch_target[s], server_ready);
  }
  [[nodiscard]] bool input_ready(unsigned target, bool server_ready) const {
    const unsigned s = target / 2;
    return switches_[s].ready(target % 2, output_ready(s, server_ready));
  }
  void tick(const std::vector<Offer>& offered, bool server_ready) {
    std::vector<std::array<Offer, 2>> inputs(tree_.switches());
    std::vector<bool> ready;
    for (unsigned h = 0; h < tree_.hosts(); ++h) put(inputs, tree_.host_target[h], offered[h]);
    for (unsigned s = 0; s < tree_.switches(); ++s) {
      if (s != 0) put(inputs, tree_.switch_target[s], switches_[s].output());
      ready.push_back(output_ready(s, server_ready));
    }
    for (unsigned s = 0; s < tree_.switches(); ++s) switches_[s].tick(inputs[s], ready[s]);
  }

 private:
  static void put(std::vector<std::array<Offer, 2>>& inputs, unsigned target, const Offer& flit) {
    inputs[target / 2][target % 2] = flit;
  }

  Tree tree_;
  std::vector<Switch> switches_;
};

template <class Top>
class ForwardBench {
 public:
  ForwardBench(const Tree& tree, const BufferShape& shape)
      : tree_(tree), reference_(tree, shape), sources_(tree.hosts()), arriving_(tree.hosts()) {
    offer(std::vector<Offer>(tree.hosts()), false);
    bench_.reset();
  }

  void send(unsigned host, unsigned identifier, unsigned flits) {
    const auto all = client_message(tree_.hosts(), host, identifier, flits);
    sources_[host].send(all);
    arriving_[host].insert(arriving_[host].end(), all.begin(), all.end());
  }
  [[nodiscard]] const Source& source(unsigned host) const { return sources_[host]; }

  /// One cycle; hosts offer where `offers` has a bit. Returns what reached the server.
  Offer cycle(unsigned offers, bool server_ready) {
    std::vector<Offer> offered(tree_.hosts());
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      if ((offers >> h & 1u) != 0) offered[h] = sources_[h].next();
    }
    for (const bool ready : {!server_ready, server_ready}) {
      offer(offered, ready);
      compare(ready);
    }
    const Offer arrived = server_ready ? reference_.at(0).output() : std::nullopt;
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      if (offered[h] && bench_->ready_o[h] != 0) sources_[h].taken();
    }
    bench_.tick();
    reference_.tick(offered, server_ready);
    if (arrived) arrive(*arrived);
    return arrived;
  }

  [[nodiscard]] unsigned delivered(unsigned host) const { return delivered_[host]; }
  [[nodiscard]] bool drained() const {
    for (const auto& flits : arriving_) {
      if (!flits.empty()) return false;
    }
    return true;
  }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void offer(const std::vector<Offer>& offered, bool ready) {
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      bench_->valid_i[h] = offered[h].has_value();
      drive(bench_->tag_i[h], offered[h] ? offered[h]->mark : 0);
      drive(bench_->data_i[h], offered[h] ? offered[h]->data : 0);
    }
    bench_->ready_i = ready;
    bench_.settle();
  }

  void compare(bool ready) {
    for (unsigned h = 0; h < tree_.hosts(); ++h) {
      REQUIRE((bench_->ready_o[h] != 0) == reference_.input_ready(tree_.host_target[h], ready));
    }
    for (unsigned s = 0; s < tree_.switches(); ++s) {
      const Offer output = reference_.at(s).output();
      REQUIRE((bench_->channel_valid_o[s] != 0) == output.has_value());
      REQUIRE((bench_->channel_acknowledge_o[s] != 0) == reference_.output_ready(s, ready));
      if (!output) continue;
      REQUIRE(bench_->channel_tag_o[s] == output->mark);
      REQUIRE(bench_->channel_owner_o[s] == *reference_.at(s).owner());
    }
    const Offer output = reference_.at(0).output();
    REQUIRE((bench_->valid_o != 0) == output.has_value());
    if (output) REQUIRE(Flit{bench_->tag_o, bench_->data_o} == *output);
  }

  void arrive(const Flit& flit) {
    if (flit.head()) current_ = source_of(flit.data);
    auto& expected = arriving_[current_];
    REQUIRE_FALSE(expected.empty());
    REQUIRE(flit == expected.front());
    expected.pop_front();
    delivered_[current_] += flit.tail();
  }

  Tree tree_;
  Bench<Top> bench_;
  Forward reference_;
  std::vector<Source> sources_;
  std::vector<std::deque<Flit>> arriving_;
  std::array<unsigned, 8> delivered_{};
  unsigned current_ = 0;
};

template <class Top>
void random_run(const Tree& tree, const BufferShape& shape) {
  ForwardBench<Top> bench(tree, shape);
  Random random(tree.hosts());
  unsigned identifier = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned part = cycle / 100 % 4;
    for (unsigned h = 0; h < tree.hosts(); ++h) {
      if (bench.source(h).size() == 0) bench.send(h, ++identifier, 1 + random() % 6);
    }
    unsigned offers = random() | random();
    if (part == 0) offers &= random() & random();
    bench.cycle(offers, random.chance(part == 1 ? 1 : 7, 8));
  }
  for (unsigned cycle = 0; cycle < 200; ++cycle) bench.cycle(~0u, true);
  CHECK(bench.drained());
  for (unsigned h = 0; h < tree.hosts(); ++h) CHECK(bench.delivered(h) > 200);
  CHECK_FALSE(bench.assertion_failed());
}

/// Cycles until a lone message of `flits` has arrived completely.
template <class Top>
unsigned cycles_alone(const Tree& tree, const BufferShape& shape, unsigned host, unsigned flits) {
  ForwardBench<Top> bench(tree, shape);
  bench.send(host, 1, flits);
  unsigned cycles = 0;
  while (!bench.drained() && cycles < 1000) {
    bench.cycle(~0u, true);
    ++cycles;
  }
  return cycles;
}
}  // namespace

TEST_CASE("random messages of all hosts", "[linear_forward][LinearForwardHeld]") {
  random_run<VForwardLine>(line(4), kRefill);
  random_run<VForwardDeep>(line(4), kDeep);
  random_run<VForwardBush>(bush(), kRefill);
  random_run<VForwardOne>(line(1), kRefill);
}

TEST_CASE("a lone message takes as many cycles as flits and switches", "[linear_forward]") {
  for (const unsigned flits : {1u, 2u, 50u}) {
    for (unsigned h = 0; h < 4; ++h) {
      CHECK(cycles_alone<VForwardLine>(line(4), kRefill, h, flits) == flits + h + 1);
      CHECK(cycles_alone<VForwardDeep>(line(4), kDeep, h, flits) == flits + h + 1);
    }
    for (unsigned h = 0; h < 5; ++h) {
      CHECK(cycles_alone<VForwardBush>(bush(), kRefill, h, flits) == flits + bush().hops(h));
    }
    CHECK(cycles_alone<VForwardOne>(line(1), kRefill, 0, flits) == flits + 1);
  }
}
