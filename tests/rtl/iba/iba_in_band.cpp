// rtl/iba/iba_in_band.sv
//
// Rationale: transfers to every switch of a mesh, whose links and management ports are plain C++:
// each arrives at its switch and at no other, unchanged, and its answer comes back in the closed
// form's time; one link at most is held in a cycle, none twice for a transfer.
// State space: reads and writes, errors; other flits on the links that are not held.
// Parameter space: meshes of 3x2 and 1x1 switches.
// Illegal: a packet whose path is altered on a link, so that it leads off the mesh.
#include "VInBand1x1.h"
#include "VInBand3x2.h"
#include "bench.hpp"
#include "flits.hpp"
#include "iba/bundles.hpp"
#include "iba/smp.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <utility>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {

constexpr unsigned kLinks = 4, kHops = 31, kWords = 4;

template <class Top>
class Mesh {
 public:
  Mesh(unsigned columns, unsigned rows) : columns_(columns), rows_(rows), random_(columns) {
    bench_->psel_i = bench_->penable_i = bench_->pwrite_i = 0;
    bench_->paddr_i = bench_->pwdata_i = 0;
    for (unsigned n = 0; n < switches(); ++n) bench_->response_i[n] = 0;
    bench_.reset();
  }

  void transfer(unsigned at) {
    const unsigned address = random_.below(1u << 18);
    const std::uint32_t data = random_(), answer = random_();
    const bool write = random_.chance(1, 2), error = random_.chance(1, 2);
    bench_->psel_i = 1;
    bench_->penable_i = 0;
    bench_->pwrite_i = write;
    bench_->paddr_i = at << 18 | address;
    bench_->pwdata_i = data;
    for (unsigned n = 0; n < switches(); ++n)
      bench_->response_i[n] = std::uint64_t{answer} << 2 | 2u | (error ? 1u : 0u);
    unsigned cycles = 1, accesses = 0;
    std::set<std::pair<unsigned, unsigned>> held;
    for (bool ready = false; !ready; ++cycles) {
      REQUIRE(cycles < 100);
      cross();
      accesses += accessed(at, apb_request(true, true, write, address, write ? data : 0));
      for (unsigned n = 0; n < switches(); ++n)
        for (unsigned l = 0; l < kLinks; ++l)
          if (has(bench_->hold_o[n], l)) REQUIRE(held.insert({n, l}).second);
      bench_.tick();
      bench_->penable_i = 1;
      bench_.settle();
      ready = bench_->pready_o;
    }
    const unsigned hops = at / rows_ + at % rows_;
    REQUIRE(cycles == 3 * hops + 6);
    REQUIRE(held.size() == 2 * hops);
    REQUIRE(accesses == 1);
    REQUIRE(bench_->prdata_o == answer);
    REQUIRE((bench_->pslverr_o != 0) == error);
    bench_.tick();
    bench_->psel_i = bench_->penable_i = 0;
  }

  /// A transfer to a switch that does not exist.
  void nowhere(unsigned at) {
    bench_->psel_i = 1;
    bench_->penable_i = 0;
    bench_->paddr_i = at << 18 | random_.below(1u << 18);
    unsigned cycles = 1;
    for (bool ready = false; !ready; ++cycles) {
      REQUIRE(cycles < 100);
      cross();
      for (unsigned n = 0; n < switches(); ++n) REQUIRE(bench_->hold_o[n] == 0);
      accessed(at, 0);
      bench_.tick();
      bench_->penable_i = 1;
      bench_.settle();
      ready = bench_->pready_o;
    }
    REQUIRE(cycles == 3);
    REQUIRE(bench_->pslverr_o);
    bench_.tick();
    bench_->psel_i = bench_->penable_i = 0;
  }

  /// The request to a switch, whose next hop becomes another one on its first link.
  void alter(unsigned at, unsigned hop) {
    bench_->psel_i = 1;
    bench_->paddr_i = at << 18;
    bench_->penable_i = 0;
    for (unsigned cycle = 0; cycle < 40; ++cycle) {
      cross();
      if (cycle < 10 && bench_->hold_o[0] != 0) {
        Smp smp = read_smp(bench_->smp_o[0], kHops);
        smp.path = (smp.path & ~std::uint64_t{12}) | hop << 2;
        for (unsigned n = 1; n < switches(); ++n)
          for (unsigned l = 0; l < kLinks; ++l) drive_smp(bench_->data_i[n][l], smp, kHops);
      }
      bench_.tick();
      bench_->penable_i = 1;
    }
  }

  [[nodiscard]] unsigned switches() const { return columns_ * rows_; }
  Bench<Top>& bench() { return bench_; }

 private:
  /// Carries packets over the links, and other flits over those that are not held.
  void cross() {
    bench_.settle();
    unsigned holding = 0;
    for (unsigned n = 0; n < switches(); ++n) {
      for (unsigned l = 0; l < kLinks; ++l) {
        const int next = neighbour(n, l);
        const unsigned back = (l + 2) % kLinks;
        const bool held = next >= 0 && has(bench_->hold_o[next], back);
        for (unsigned word = 0; word < kWords; ++word)
          bench_->data_i[n][l][word] = held ? bench_->smp_o[next][word] : random_();
        holding += held ? 1 : 0;
      }
    }
    REQUIRE(holding <= 1);
    bench_.settle();
  }
  /// East, north, west, south.
  [[nodiscard]] int neighbour(unsigned n, unsigned link) const {
    const unsigned x = n / rows_, y = n % rows_;
    switch (link) {
      case 0: return x + 1 < columns_ ? static_cast<int>(n + rows_) : -1;
      case 1: return y + 1 < rows_ ? static_cast<int>(n + 1) : -1;
      case 2: return x > 0 ? static_cast<int>(n - rows_) : -1;
      default: return y > 0 ? static_cast<int>(n - 1) : -1;
    }
  }
  /// Whether the switch is accessed; no other one is selected.
  unsigned accessed(unsigned at, std::uint64_t expected) {
    for (unsigned n = 0; n < switches(); ++n)
      REQUIRE((n == at || !apb_selects(bench_->request_o[n])));
    return at < switches() && bench_->request_o[at] == expected ? 1 : 0;
  }

  Bench<Top> bench_;
  const unsigned columns_;
  const unsigned rows_;
  Random random_;
};

template <class Top>
void random_run(unsigned columns, unsigned rows) {
  Mesh<Top> mesh(columns, rows);
  for (unsigned round = 0; round < 50; ++round)
    for (unsigned at = 0; at < mesh.switches(); ++at) mesh.transfer(at);
  for (unsigned bit = 3; bit < 14; ++bit) mesh.nowhere(1u << bit);
  CHECK_FALSE(mesh.bench().assertion_failed());
}

}  // namespace

TEST_CASE("transfers reach their switches over the links", "[iba_in_band]") {
  random_run<VInBand3x2>(3, 2);
  random_run<VInBand1x1>(1, 1);
}

TEST_CASE("a path that leads off the mesh is an error", "[iba_in_band][IbaInBandPathOnMesh]") {
  constexpr unsigned kEast = 0, kSouth = 3;
  Mesh<VInBand3x2> mesh(3, 2);
  mesh.alter(4, kEast);  // as it was
  CHECK_FALSE(mesh.bench().assertion_failed());
  Mesh<VInBand3x2> off(3, 2);
  off.alter(4, kSouth);
  CHECK(off.bench().assertion_failed());
}
