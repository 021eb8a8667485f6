// rtl/mway/mway_bank.sv
//
// Rationale: the sending half of every set. Random messages are pushed into the buffers, the
// channel is granted and flits are acknowledged at random, the Stat lines change at random; a bank
// of queues gives the expected lines, including the round robin. Refusals are also covered with
// exact Stat, where a real channel has none: the bank must handle them.
// State space: that of its buffers x round-robin pointer x Stat view, x that of mway_ages if Aged.
// Parameter space: three buffers (not a power of two) with exact Stat and early freeing; two deeper
//   ones with late freeing; two with addressed flits; a single flit of a single buffer with cyclic
//   Stat; three with ages.
#include "VBank.h"
#include "VBankAddressed.h"
#include "VBankAged.h"
#include "VBankCyclic.h"
#include "VBankLate.h"
#include "bank_bench.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

TEST_CASE("the lines carry the flits of the reference queues", "[mway_bank][OnePush]") {
  random_bank_run<VBank>({3, 2, kBankWays, true, true});
  random_bank_run<VBankLate>({2, 3, kBankWays, false, true});
  random_bank_run<VBankCyclic>({1, 1, kBankWays, true, false});
  random_bank_run<VBankAddressed>({2, 2, kBankWays, true, true, true});
}

TEST_CASE("a header leaves with the age that it has reached, when its level allows it",
          "[mway_bank][OldHeaderFirst]") {
  random_bank_run<VBankAged, true>({3, 3, kBankWays, true, true});
}

TEST_CASE("a flit is on the lines in the cycle after it was pushed", "[mway_bank]") {
  BankBench<VBank> bench({3, 2, kBankWays, true, true});
  Status status(kBankWays);
  status.available[4] = 1;
  bench.cycle(Push{2, true, {kHeader, 4, 0, 0xabc}, 0, 0}, true, status, {});
  REQUIRE(bench.reference().choice(status) == 2u);
  Lines taken;
  taken.acknowledge = true;
  taken.slot = 1;
  bench.cycle(Push{2, false, {kTail, 0, 0, 0xdef}, 0, 0}, true, status, taken);
  bench.cycle(std::nullopt, true, status, taken);
  CHECK(bench.reference().empty() == 7u);
}

TEST_CASE("two pushes in a cycle are reported", "[mway_bank][OnePush]") {
  BankBench<VBank> bench({3, 2, kBankWays, true, true});
  CHECK(bench.push_twice());
}
