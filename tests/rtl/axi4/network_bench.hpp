// A verilated network with AXI4 ports beside its model, with managers and memories at its
// terminals: all outputs are compared in every cycle, and transactions are followed from end to
// end.
#pragma once

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "agents.hpp"
#include "axi4/network.hpp"
#include "bench.hpp"
#include "signals.hpp"

namespace wayfarer::module_test {

/// RTL and model differ.
struct Axi4NetworkMismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Top>
class Axi4NetworkBench {
 public:
  Axi4NetworkBench(std::unique_ptr<Axi4Network> model, Axi4Config config,
                   std::vector<Axi4Network::Ports> ports, unsigned mutant = 0,
                   Fill fill = usual_fill())
      : bench_(fill),
        model_(std::move(model)),
        config_(std::move(config)),
        ports_(std::move(ports)) {
    bench_.argument(fmt::format("+mutant={}", mutant));
    for (unsigned t = 0; t < ports_.size(); ++t) {
      managers_.emplace_back(config_, t, written_);
      memories_.emplace_back(config_, t, written_);
      set(t, {}, {});
    }
    bench_.reset();
    model_->reset();
    compare();
  }

  /// Random traffic, then as many cycles as it takes until all bursts are answered.
  void run(const Axi4Rates& rates) {
    Random random(rates.seed);
    for (unsigned cycle = 0; cycle < rates.cycles; ++cycle) clock(random, rates, true);
    for (unsigned cycle = 0; !idle(); ++cycle) {
      REQUIRE(cycle < kPatience);
      clock(random, rates, false);
    }
    for (unsigned cycle = 0; cycle < 200; ++cycle) clock(random, rates, false);
    for (const auto& page : written_) CHECK(page.second.empty());
  }

  /// Answers that nobody has asked for, then a read whose last beat does not come. Returns the
  /// numbers of cycles in which answers, and replies, were dropped.
  std::pair<unsigned, unsigned> break_protocol() {
    Random random(5);
    unsigned strays = 0, replies = 0;
    for (unsigned cycle = 0; cycle < 100; ++cycle) {
      for (unsigned t = 0; t < ports_.size(); ++t) {
        Axi4Subordinate memory;
        if (ports_[t].subordinate && cycle < 24) {
          if (random.chance(1, 4)) memory.b = Axi4Write{0, random() % 4};
          if (random.chance(1, 4)) memory.r = Axi4Read{0, 0, random() % 4, random.chance(1, 2)};
        }
        set(t, {}, memory);
      }
      strays += step();
    }
    const Axi4Region& region = config_.map.front();
    unsigned from = 0;
    while (!ports_[from].manager) ++from;
    Axi4Manager manager;
    manager.ar = Axi4Address{0, region.base, 0, 0};
    bool asked = false;
    for (unsigned cycle = 0; cycle < 200; ++cycle) {
      for (unsigned t = 0; t < ports_.size(); ++t) {
        Axi4Subordinate memory;
        memory.ar_ready = true;
        if (t == region.target && asked) memory.r = Axi4Read{0, cycle, 0, false};
        set(t, t == from ? manager : Axi4Manager{}, memory);
      }
      asked = asked || model_->to_subordinate(region.target).ar.has_value();
      if (model_->to_manager(from).ar_ready) manager.ar.reset();
      replies += step();
    }
    return {strays, replies};
  }

  [[nodiscard]] unsigned answered() const {
    unsigned sum = 0;
    for (const Axi4ManagerAgent& manager : managers_) sum += manager.answered();
    return sum;
  }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  static constexpr unsigned kPatience = 100000;

  [[nodiscard]] bool idle() const {
    return std::all_of(managers_.begin(), managers_.end(),
                       [](const Axi4ManagerAgent& manager) { return manager.idle(); });
  }

  void set(unsigned t, const Axi4Manager& manager, const Axi4Subordinate& memory) {
    drive_manager(bench_->s_axi_i[t], bench_->s_axi_wdata_i[t], bench_->s_axi_wstrb_i[t], manager);
    drive_subordinate(bench_->m_axi_i[t], bench_->m_axi_rdata_i[t], memory);
    model_->set_manager(t, manager);
    model_->set_subordinate(t, memory);
  }

  void clock(Random& random, const Axi4Rates& rates, bool more) {
    std::vector<Axi4Subordinate> to_managers;
    std::vector<Axi4Manager> to_memories;
    for (unsigned t = 0; t < ports_.size(); ++t) {
      set(t, ports_[t].manager ? managers_[t].drive(random, rates, more) : Axi4Manager{},
          ports_[t].subordinate ? memories_[t].drive(random, rates) : Axi4Subordinate{});
      to_managers.push_back(model_->to_manager(t));
      to_memories.push_back(model_->to_subordinate(t));
    }
    step();
    for (unsigned t = 0; t < ports_.size(); ++t) {
      if (ports_[t].manager) managers_[t].clock(to_managers[t]);
      if (ports_[t].subordinate) memories_[t].clock(to_memories[t]);
    }
  }

  /// Whether a terminal dropped an answer.
  bool step() {
    bench_.settle();
    compare();  // outputs do not depend on inputs
    bench_.tick();
    model_->step();
    ++cycle_;
    compare();
    bool dropped = false;
    for (unsigned t = 0; t < ports_.size(); ++t) dropped = dropped || model_->drop(t);
    return dropped;
  }

  void compare() {
    for (unsigned t = 0; t < ports_.size(); ++t) {
      const bool same =
          equal(subordinate_of(bench_->s_axi_o[t], bench_->s_axi_rdata_o[t]),
                model_->to_manager(t)) &&
          equal(manager_of(bench_->m_axi_o[t], bench_->m_axi_wdata_o[t], bench_->m_axi_wstrb_o[t]),
                model_->to_subordinate(t)) &&
          (bench_->drop_o[t] != 0) == model_->drop(t);
      if (!same)
        throw Axi4NetworkMismatch(
            fmt::format("cycle {}, terminal {}: RTL and model differ", cycle_, t));
    }
  }

  Bench<Top> bench_;
  std::unique_ptr<Axi4Network> model_;
  const Axi4Config config_;
  const std::vector<Axi4Network::Ports> ports_;
  Axi4Written written_;
  std::deque<Axi4ManagerAgent> managers_;
  std::deque<Axi4MemoryAgent> memories_;
  unsigned cycle_ = 0;
};

/// Equal to the model, and every burst is answered, at these rates and seeds.
template <class Top, class Make>
void equal_axi4(const Make& make, const Axi4Config& config,
                const std::vector<Axi4Network::Ports>& ports) {
  for (const Axi4Rates& rates : {Axi4Rates{1, 8, 8, 1, 2000},  // saturated
                                 Axi4Rates{2, 1, 8, 4, 3000},  // light, many refused bursts
                                 Axi4Rates{3, 8, 2, 1, 2000},  // slow receivers
                                 Axi4Rates{4, 4, 4, 2, 2000}}) {
    Axi4NetworkBench<Top> bench(make(), config, ports, 0, Fill{static_cast<int>(rates.seed)});
    bench.run(rates);
    CHECK(bench.answered() > 40);
    CHECK_FALSE(bench.assertion_failed());
  }
  Axi4NetworkBench<Top> bench(make(), config, ports);
  const auto [strays, replies] = bench.break_protocol();
  CHECK(strays > 10);
  CHECK(replies > 0);
  // Where they are on, the assertions at the subordinates' ports have failed.
  static_cast<void>(bench.assertion_failed());
}

/// The number of mutants woven into the RTL that show as a mismatch; the original does not.
template <class Top, class Make>
void find_axi4_mutants(const Make& make, const Axi4Config& config,
                       const std::vector<Axi4Network::Ports>& ports, const char* const* first,
                       const char* const* last) {
  const auto differs = [&](unsigned mutant) {
    try {
      for (unsigned seed = 1; seed <= 3; ++seed)
        Axi4NetworkBench<Top>(make(), config, ports, mutant).run({seed, 8, 5, 1, 800});
    } catch (const Axi4NetworkMismatch&) {
      return true;
    }
    return false;
  };
  CHECK_FALSE(differs(0));
  for (const char* const* mutant = first; mutant != last; ++mutant) {
    INFO(*mutant);
    CHECK(differs(static_cast<unsigned>(mutant - first) + 1));
  }
}

}  // namespace wayfarer::module_test
