// rtl/iba/iba_manager.sv
//
// Rationale: transfers to every switch and to some that do not exist, in random order: the path of
// each request leads to its switch, rows first, and its response ends the transfer. State space:
// responses at once and late, reads and writes, errors. Parameter space: meshes of 3x4, 1x1,
// 12x5 and 1x32 switches.
// Illegal: a response without a request, or of another one; a transfer that ends too early.
#include "VManager12x5.h"
#include "VManager1x1.h"
#include "VManager1x32.h"
#include "VManager3x4.h"
#include "bench.hpp"
#include "flits.hpp"
#include "iba/smp.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {

constexpr unsigned kHops = 31;  // of a path, in a flit of 128 bits

template <class Top>
class Manager {
 public:
  Manager(unsigned columns, unsigned rows) : columns_(columns), rows_(rows), random_(columns) {
    bench_->psel_i = bench_->penable_i = bench_->valid_i = 0;
    bench_->paddr_i = bench_->pwdata_i = bench_->pwrite_i = 0;
    bench_.reset();
  }

  /// The first two phases of a transfer.
  void begin(unsigned at) {
    asked_ = {};
    asked_.write = random_.chance(1, 2);
    asked_.address = random_.below(1u << 18);
    const std::uint32_t data = random_();
    if (asked_.write) asked_.data = data;
    bench_->psel_i = 1;
    bench_->penable_i = 0;
    bench_->pwrite_i = asked_.write;
    bench_->paddr_i = at << 18 | asked_.address;
    bench_->pwdata_i = data;
    tick();
    bench_->penable_i = 1;
    bench_.settle();
  }

  /// Waits for the request to a switch, of h hops: h cycles.
  void request(unsigned at) {
    const unsigned x = at / rows_, y = at % rows_;
    for (unsigned hop = 0; hop < x + y; ++hop) {
      REQUIRE_FALSE(bench_->valid_o);
      tick();
    }
    REQUIRE(bench_->valid_o);
    sent_ = read_smp(bench_->smp_o, kHops);
    asked_.hops_left = x + y;
    for (unsigned hop = 0; hop < x + y; ++hop) {
      const unsigned north = 1, east = 0;
      asked_.path |= std::uint64_t{hop < y ? north : east} << 2 * hop;
    }
    REQUIRE(sent_ == asked_);
    tick();
    REQUIRE_FALSE(bench_->valid_o);
  }

  void respond(const Smp& response) {
    drive_smp(bench_->smp_i, response, kHops);
    bench_->valid_i = 1;
    tick();
    bench_->valid_i = 0;
  }

  /// The transfer ends in this cycle.
  void end(std::uint32_t data, bool error) {
    REQUIRE(bench_->pready_o);
    REQUIRE(bench_->prdata_o == data);
    REQUIRE((bench_->pslverr_o != 0) == error);
    bench_.tick();
    bench_->psel_i = bench_->penable_i = 0;
    bench_.settle();
    if (random_.chance(1, 2)) tick();
  }

  void any_transfer() {
    const bool exists = random_.chance(7, 8);
    const unsigned switches = columns_ * rows_;
    const unsigned at =
        exists ? random_.below(switches) : switches + random_.below(16384 - switches);
    begin(at);
    if (!exists) {
      REQUIRE_FALSE(bench_->valid_o);
      tick();
      return end(asked_.data, true);
    }
    request(at);
    while (random_.chance(3, 4)) tick();
    Smp response = sent_;
    response.response = true;
    response.error = random_.chance(1, 3);
    response.data = random_();
    respond(response);
    end(response.data, response.error);
  }

  /// A cycle in which no transfer ends.
  void tick() {
    REQUIRE_FALSE(bench_->pready_o);
    REQUIRE_FALSE(bench_->pslverr_o);
    if (!bench_->valid_i)
      for (unsigned word = 0; word < 4; ++word) bench_->smp_i[word] = random_();
    bench_.tick();
  }

  Bench<Top>& bench() { return bench_; }
  [[nodiscard]] const Smp& sent() const { return sent_; }

 private:
  Bench<Top> bench_;
  const unsigned columns_;
  const unsigned rows_;
  Random random_;
  Smp asked_;
  Smp sent_;
};

template <class Top>
void random_run(unsigned columns, unsigned rows) {
  Manager<Top> manager(columns, rows);
  for (unsigned number = 0; number < 500; ++number) manager.any_transfer();
  CHECK_FALSE(manager.bench().assertion_failed());
}

}  // namespace

TEST_CASE("a transfer is a request to its switch and the response", "[iba_manager]") {
  random_run<VManager3x4>(3, 4);
  random_run<VManager1x1>(1, 1);
  random_run<VManager12x5>(12, 5);
  random_run<VManager1x32>(1, 32);
}

TEST_CASE("another response than the request's is an error",
          "[iba_manager][IbaManagerOwnResponse]") {
  Manager<VManager3x4> manager(3, 4);
  manager.begin(7);
  manager.request(7);
  Smp response = manager.sent();
  response.response = true;
  response.path ^= 1;
  CHECK_FALSE(manager.bench().assertion_failed());
  manager.respond(response);
  CHECK(manager.bench().assertion_failed());

  Manager<VManager3x4> idle(3, 4);
  idle.respond(response);
  CHECK(idle.bench().assertion_failed());
}

TEST_CASE("a transfer that its master ends too early is an error",
          "[iba_manager][IbaManagerTransferHeld][IbaManagerEndsAccess]") {
  Manager<VManager3x4> manager(3, 4);
  manager.begin(7);
  manager.bench()->psel_i = 0;
  manager.tick();
  CHECK(manager.bench().assertion_failed());

  Manager<VManager3x4> early(3, 4);
  early.begin(12);  // does not exist
  early.bench()->penable_i = 0;
  early.tick();
  CHECK_FALSE(early.bench().assertion_failed());
  early.bench().tick();
  CHECK(early.bench().assertion_failed());
}
