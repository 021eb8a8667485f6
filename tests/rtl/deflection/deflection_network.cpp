// rtl/deflection/deflection_network.sv
//
// Rationale: flits between all pairs of nodes, all at once, arrive once, unchanged, at the right
// terminal, also with terminals that stall; each takes the closed form's time when alone; illegal
// flits of one terminal do not affect others; random illegal flits of all terminals are dropped,
// flagged and counted up to the counters' maximum.
// State space: saturated, stalled, alone, illegal. Parameter space: 3x4 nodes, a row of four, a
// column of three.
#include "VNetwork.h"
#include "VNetworkColumn.h"
#include "VNetworkRow.h"
#include "bench.hpp"
#include "deflection/reference.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
struct Shape {
  unsigned columns;
  unsigned rows;
  [[nodiscard]] unsigned nodes() const { return columns * rows; }
  [[nodiscard]] Position at(unsigned node) const { return {node % columns, node / columns}; }
  [[nodiscard]] unsigned links(unsigned from, unsigned to) const {
    return (at(to).x + columns - at(from).x) % columns + (at(to).y + rows - at(from).y) % rows;
  }
};

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

  void send(unsigned source, unsigned destination) {
    const std::uint64_t number = spread(++last_number_, 32);
    destinations_[number] = destination;
    queue(source, kSingle, shape_.at(destination).bits() | number << 32);
  }
  void queue(unsigned source, unsigned mark, std::uint64_t data) {
    queues_[source].push_back({mark, data});
  }

  void cycle(unsigned stalls_of_8 = 0) {
    std::vector<bool> sent(shape_.nodes());
    for (unsigned t = 0; t < shape_.nodes(); ++t) {
      sent[t] = !queues_[t].empty() && bench_->inject_ready_o[t] != 0;
      bench_->inject_valid_i[t] = sent[t];
      bench_->eject_stall_i[t] = random_.chance(stalls_of_8, 8);
      if (queues_[t].empty()) continue;
      drive(bench_->inject_tag_i[t], queues_[t].front().mark);
      bench_->inject_data_i[t] = queues_[t].front().data;
    }
    bench_.settle();
    for (unsigned t = 0; t < shape_.nodes(); ++t) {
      if (bench_->eject_valid_o[t] != 0) arrive(t, bench_->eject_data_o[t]);
      if (sent[t]) queues_[t].pop_front();
    }
    bench_.tick();
    ++now_;
    for (unsigned t = 0; t < shape_.nodes(); ++t) errors_[t] |= bench_->error_o[t];
  }

  [[nodiscard]] bool drained() const { return destinations_.empty(); }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] unsigned errors(unsigned terminal) { return errors_[terminal]; }
  [[nodiscard]] unsigned error_count(unsigned terminal) { return bench_->error_count_o[terminal]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void arrive(unsigned terminal, std::uint64_t data) {
    const auto found = destinations_.find(data >> 32);
    REQUIRE(found != destinations_.end());
    REQUIRE(found->second == terminal);
    REQUIRE((data & 0xffff'ffff) == shape_.at(terminal).bits());
    destinations_.erase(found);
  }

  Bench<Top> bench_;
  Shape shape_;
  std::vector<std::deque<Flit>> queues_;
  std::map<std::uint64_t, unsigned> destinations_;
  std::map<unsigned, unsigned> errors_;
  Random random_{1};
  unsigned last_number_ = 0;
  unsigned now_ = 0;
};

template <class Top>
void all_pairs(const Shape& shape, unsigned stalls_of_8, bool rogue) {
  Network<Top> network(shape);
  for (unsigned round = 0; round < 20; ++round)
    for (unsigned source = rogue ? 1 : 0; source < shape.nodes(); ++source)
      for (unsigned destination = 0; destination < shape.nodes(); ++destination)
        network.send(source, destination);
  if (rogue) {
    network.queue(0, kBody, 0);
    network.queue(0, kHead, 0);
    network.queue(0, kTail, 0);
    network.queue(0, kSingle, Position{shape.columns, 0}.bits());
    network.queue(0, kSingle, Position{0, shape.rows}.bits());
  }
  while (!network.drained() && network.now() < 20000) network.cycle(stalls_of_8);
  CHECK(network.drained());
  for (unsigned t = 0; t < shape.nodes(); ++t) {
    CHECK(network.errors(t) == (rogue && t == 0 ? kErrorOrder | kErrorDestination : 0u));
    CHECK(network.error_count(t) == (rogue && t == 0 ? 5 : 0));
  }
  CHECK_FALSE(network.assertion_failed());
}

/// By their rules (deflection_pkg).
unsigned error_of(const Shape& shape, const Flit& flit) {
  if (flit.mark != kSingle) return kErrorOrder;
  const unsigned column = flit.data & 0xffff;
  const unsigned row = flit.data >> 16 & 0xffff;
  return column < shape.columns && row < shape.rows ? 0 : kErrorDestination;
}

template <class Top>
void illegal(const Shape& shape) {
  Network<Top> network(shape);
  Random random(3);
  std::vector<unsigned> errors(shape.nodes());
  for (unsigned round = 1; round <= 300; ++round) {
    for (unsigned t = 0; t < shape.nodes(); ++t) {
      const Flit flit{random.below(4), std::uint64_t{random()} << 32 | random()};
      const unsigned error = error_of(shape, flit);
      if (error == 0) continue;
      network.queue(t, flit.mark, flit.data);
      ++errors[t];
    }
    for (unsigned cycle = 0; cycle < 4; ++cycle) network.cycle();
    if (round % 50 != 0) continue;
    for (unsigned t = 0; t < shape.nodes(); ++t)
      REQUIRE(network.error_count(t) == std::min(errors[t], 255u));
  }
  for (unsigned t = 0; t < shape.nodes(); ++t)
    CHECK(network.errors(t) == (kErrorOrder | kErrorDestination));
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void alone(const Shape& shape) {
  Network<Top> network(shape);
  for (unsigned source = 0; source < shape.nodes(); ++source) {
    for (unsigned destination = 0; destination < shape.nodes(); ++destination) {
      const unsigned start = network.now();
      network.send(source, destination);
      while (!network.drained() && network.now() < start + 100) network.cycle();
      REQUIRE(network.now() - start == shape.links(source, destination) + 2);
    }
  }
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void all_checks(const Shape& shape) {
  all_pairs<Top>(shape, 0, false);
  all_pairs<Top>(shape, 4, false);
  all_pairs<Top>(shape, 0, true);
  illegal<Top>(shape);
  alone<Top>(shape);
}
}  // namespace

TEST_CASE("flits of a torus", "[deflection_network][DeflectionFlitsGoOn]") {
  all_checks<VNetwork>({3, 4});
}

TEST_CASE("flits of a single row and a single column", "[deflection_network]") {
  all_checks<VNetworkRow>({4, 1});
  all_checks<VNetworkColumn>({1, 3});
}
