// rtl/mway/mway_arbiter.sv
//
// Rationale: an arbiter cannot be tested alone. One for each driver of a channel is connected as in
// the paper, by a wired OR that settles from zero; every request set is tried with every current
// driver. The lines must settle to the fixed point of Figure 4's table, which must be the highest
// internal priority of a requester. The transitions found are a complete description, so the
// longest wait over all behaviours of the others is the longest path through them.
// State space: drivers (the current one) x 2^drivers request sets. Exhaustive for 2 to 8 drivers
//   (8 x 256 cases of Figure 4 among them), random for 9 to 16.
// Parameter space: Lines 1 to 4, each with every number of drivers that needs it.
#include "VArbiter1.h"
#include "VArbiter2.h"
#include "VArbiter3.h"
#include "VArbiter4.h"
#include "bench.hpp"
#include "family/mway/arbiter.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

using namespace wayfarer;

namespace {
struct Outcome {
  unsigned sum;
  unsigned rounds;  // in which the lines still changed
};

/// The arbiters of one channel, connected by a wired OR.
template <class Top>
class Channel {
 public:
  Channel(unsigned drivers, unsigned lines) : lines_(lines) {
    for (unsigned i = 0; i < drivers; ++i) {
      arbiters_.push_back(std::make_unique<Bench<Top>>());
      Bench<Top>& arbiter = *arbiters_.back();
      arbiter->request_i = 0;
      put_sum(arbiter, 0);
      // The number counts from reset on: an earlier one leaves no trace.
      for (const unsigned number : {drivers - 1 - i, i}) {
        drive(arbiter->id_i, number);
        arbiter.reset();
      }
    }
  }

  /// Lets the lines settle from zero, as after a clock edge.
  Outcome settle(unsigned requests) {
    unsigned sum = 0;
    for (unsigned rounds = 0;; ++rounds) {
      unsigned next = 0;
      for (unsigned i = 0; i < arbiters_.size(); ++i) {
        Bench<Top>& arbiter = *arbiters_[i];
        arbiter->request_i = requests >> i & 1;
        put_sum(arbiter, sum);
        arbiter.settle();
        next |= static_cast<unsigned>(arbiter->po3_o << 3 | arbiter->po2_o << 2 |
                                      arbiter->po1_o << 1 | arbiter->po0_o);
      }
      if (next == sum) return {sum, rounds};
      REQUIRE(rounds < lines_);
      sum = next;
    }
  }

  void tick() {
    for (auto& arbiter : arbiters_) {
      arbiter->tick();
      REQUIRE_FALSE(arbiter->assertion_failed());
    }
  }

  void reset() {
    for (auto& arbiter : arbiters_) arbiter->reset();
  }

  /// All copies agree, and exactly the driver is enabled.
  unsigned driver() {
    Bench<Top>& first = *arbiters_[0];
    const unsigned driver = first->driver_o;
    for (unsigned i = 0; i < arbiters_.size(); ++i) {
      Bench<Top>& arbiter = *arbiters_[i];
      REQUIRE(arbiter->driver_o == driver);
      REQUIRE(arbiter->enable_o == (i == driver));
    }
    return driver;
  }

  void put_driver(unsigned driver_number) {
    if (driver() != driver_number) {
      settle(1u << driver_number);
      tick();
    }
    REQUIRE(driver() == driver_number);
  }

  /// One arbitration, compared with the definition. Returns the next driver.
  unsigned arbitrate(unsigned requests) {
    const unsigned before = driver();
    const Outcome outcome = settle(requests);
    REQUIRE(outcome.sum == highest_priority(before, requests, lines_));
    REQUIRE(outcome.rounds <= lines_);
    tick();
    const unsigned after = driver();
    REQUIRE(after == ((before - outcome.sum) & ((1u << lines_) - 1)));
    if ((requests & ~(1u << before)) == 0) {
      REQUIRE(after == before);
    } else {
      REQUIRE((requests >> after & 1) == 1);
    }
    return after;
  }

 private:
  static void put_sum(Bench<Top>& arbiter, unsigned sum) {
    arbiter->s3_i = sum >> 3 & 1;
    arbiter->s2_i = sum >> 2 & 1;
    arbiter->s1_i = sum >> 1 & 1;
    arbiter->s0_i = sum & 1;
  }

  unsigned lines_;
  std::vector<std::unique_ptr<Bench<Top>>> arbiters_;
};

/// Next driver by current driver and request set.
using Transitions = std::vector<std::vector<unsigned>>;

template <class Top>
Transitions try_all(unsigned drivers, unsigned lines) {
  Channel<Top> channel(drivers, lines);
  Transitions next(drivers, std::vector<unsigned>(1u << drivers));
  for (unsigned driver = 0; driver < drivers; ++driver) {
    for (unsigned requests = 0; requests < (1u << drivers); ++requests) {
      channel.put_driver(driver);
      next[driver][requests] = channel.arbitrate(requests);
    }
    channel.put_driver(driver);
    channel.reset();
    REQUIRE(channel.driver() == 0);
  }
  return next;
}

/// Arbitrations until `member`, which requests throughout, drives: the longest path from any other
/// driver, whatever the others request.
unsigned longest_wait(const Transitions& next, unsigned member) {
  const auto drivers = static_cast<unsigned>(next.size());
  std::vector<unsigned> wait(drivers, 0);
  // After one round per driver the longest paths are known, or there is a cycle.
  for (unsigned round = 0; round <= drivers; ++round) {
    std::vector<unsigned> longer(drivers, 0);
    for (unsigned driver = 0; driver < drivers; ++driver) {
      if (driver == member) continue;
      for (unsigned requests = 0; requests < (1u << drivers); ++requests) {
        if ((requests >> member & 1) == 0) continue;
        const unsigned after = next[driver][requests];
        longer[driver] = std::max(longer[driver], 1 + wait[after]);
      }
    }
    wait = longer;
  }
  return *std::max_element(wait.begin(), wait.end());
}

template <class Top>
void try_all_and_wait(unsigned drivers, unsigned lines) {
  const Transitions next = try_all<Top>(drivers, lines);
  for (unsigned member = 0; member < drivers; ++member) {
    REQUIRE(longest_wait(next, member) == drivers - 1);
  }
}
}  // namespace

TEST_CASE("two to seven drivers: every driver with every request set; the longest wait",
          "[mway_arbiter][SumCoversRequest]") {
  try_all_and_wait<VArbiter1>(2, 1);
  try_all_and_wait<VArbiter2>(3, 2);
  try_all_and_wait<VArbiter2>(4, 2);
  for (unsigned drivers = 5; drivers < 8; ++drivers) try_all_and_wait<VArbiter3>(drivers, 3);
}

TEST_CASE("Figure 4: all 8 x 256 cases reach the fixed point of the published table",
          "[mway_arbiter][SumCoversRequest]") {
  try_all_and_wait<VArbiter3>(8, 3);
  Channel<VArbiter3> channel(8, 3);
  const ArbiterOutput table = [](unsigned priority, bool request, unsigned sum, unsigned) {
    return figure4_output(priority, request, sum);
  };
  for (unsigned driver = 0; driver < 8; ++driver) {
    channel.put_driver(driver);
    for (unsigned requests = 0; requests < 256; ++requests) {
      const Settled published = wayfarer::settle(table, driver, requests, 3);
      const Outcome reached = channel.settle(requests);
      REQUIRE(reached.sum == published.sum);
      REQUIRE(published.rounds <= 3);
      REQUIRE(reached.rounds <= 3);
    }
  }
}

TEST_CASE("nine to sixteen drivers agree with the definition under random requests",
          "[mway_arbiter]") {
  std::mt19937 random(1);
  for (unsigned drivers = 9; drivers <= 16; ++drivers) {
    Channel<VArbiter4> channel(drivers, 4);
    for (unsigned round = 0; round < 3000; ++round) {
      unsigned requests = static_cast<unsigned>(random()) & ((1u << drivers) - 1);
      if (round % 3 == 0) requests &= static_cast<unsigned>(random() & random());
      channel.arbitrate(requests);
    }
  }
}

TEST_CASE("a persistent request is granted within (drivers - 1) arbitrations", "[mway_arbiter]") {
  std::mt19937 random(2);
  for (const unsigned drivers : {9u, 11u, 16u}) {
    for (const bool adversary : {true, false}) {
      Channel<VArbiter4> channel(drivers, 4);
      std::vector<unsigned> waited(drivers, 0);
      unsigned longest = 0;
      unsigned requests = 0;
      for (unsigned round = 0; round < 2000; ++round) {
        const unsigned fresh = static_cast<unsigned>(random() & random());
        requests = (adversary ? ~0u : requests | fresh) & ((1u << drivers) - 1);
        const unsigned before = channel.driver();
        const unsigned after = channel.arbitrate(requests);
        for (unsigned i = 0; i < drivers; ++i) {
          if ((requests >> i & 1) == 0 || i == before) continue;
          ++waited[i];
          if (i == after) {
            longest = std::max(longest, waited[i]);
            waited[i] = 0;
          }
          REQUIRE(waited[i] < drivers);
        }
        requests &= ~(1u << after);
      }
      CHECK(longest <= drivers - 1);
      if (adversary) CHECK(longest == drivers - 1);
    }
  }
}

TEST_CASE("lines that do not carry a request are reported", "[mway_arbiter][SumCoversRequest]") {
  Bench<VArbiter3> arbiter;
  arbiter->id_i = 1;
  arbiter->request_i = 0;
  arbiter->s3_i = arbiter->s2_i = arbiter->s1_i = arbiter->s0_i = 0;
  arbiter.reset();
  arbiter.tick();
  CHECK_FALSE(arbiter.assertion_failed());
  arbiter->request_i = 1;
  arbiter.tick();  // priority 7 of driver 1 while 0 drives, and zeros on the lines
  CHECK(arbiter.assertion_failed());
}
