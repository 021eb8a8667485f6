// rtl/mway/mway_ejection.sv
//
// Rationale: the table of open mappings is the whole state. Random flits, legal and not, come from
// all drivers and buffers, so messages interleave; a set of open pairs gives the accepted ones. A
// stall must take effect exactly from the cycle after it is set. With addressed flits the lines
// name the receiver, and no flit comes while it is stalled. State space: 2^(drivers x buffers)
// tables x stall. Parameter space: eight drivers, four buffers, 32 bits; with guard, tails of
// aborted messages.
#include "VEjection.h"
#include "VEjectionAddressed.h"
#include "VEjectionGuard.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <utility>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kOwnWay = 4;  // of five
constexpr unsigned kOtherWay = 1;

template <class Top>
class Ejection {
 public:
  Ejection() {
    drive(bench_->own_way_i, kOwnWay);
    // A flit and a stall in the cycle of the reset have no effect.
    put({kHeader, 1, 2, kOwnWay});
    bench_->aborted_i = 1;
    bench_->stall_i = 1;
    bench_.reset();
    put({});
    bench_->aborted_i = 0;
    bench_.settle();
    REQUIRE(bench_->aborted_o == 0);
    REQUIRE(bench_->tag_o == kInvalid);
    REQUIRE(bench_->available_o);
  }

  /// One cycle; true if the flit was acknowledged.
  bool cycle(const Lines& lines, bool stall = false) {
    put(lines);
    const bool aborted = kGuarded && lines.tag == kTail && lines.data % 2 != 0;
    bench_->aborted_i = aborted;
    bench_->stall_i = stall;
    bench_.settle();
    const bool taken = mine(lines) && !stalled_;
    REQUIRE(bench_->available_o == !stalled_);
    REQUIRE(bench_->acknowledge_o == taken);
    bench_.tick();
    REQUIRE(bench_->tag_o == (taken ? lines.tag : kInvalid));
    REQUIRE(bench_->aborted_o == (taken && aborted));
    if (taken) {
      REQUIRE(bench_->driver_o == lines.driver);
      REQUIRE(bench_->buffer_o == lines.buffer);
      REQUIRE(bench_->data_o == lines.data);
      if (lines.tag == kTail)
        open_.erase({lines.driver, lines.buffer});
      else
        open_.insert({lines.driver, lines.buffer});
    }
    stalled_ = stall;
    return taken;
  }

  [[nodiscard]] bool mine(const Lines& lines) const {
    return lines.tag == kHeader ? lines.way() == kOwnWay
                                : lines.is_data() && open_.count({lines.driver, lines.buffer}) != 0;
  }
  [[nodiscard]] bool stalled() const { return stalled_; }
  [[nodiscard]] std::size_t open() const { return open_.size(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  void put(const Lines& lines) {
    drive(bench_->tag_i, lines.tag);
    drive(bench_->driver_i, lines.driver);
    drive(bench_->driver_buffer_i, lines.buffer);
    const unsigned way = mine(lines) ? kOwnWay : kOtherWay;
    // A receiver's buffer and Dest, which ejection does not read, are above the ways.
    const std::uint64_t above = std::uint64_t{lines.data >> 16 & 0xff} << 5;
    const std::uint64_t named = lines.tag == kInvalid ? 0 : (1u << way | above) << 32;
    drive(bench_->data_i, lines.data | (kAddressed ? named : 0));
  }

  static constexpr bool kGuarded = std::is_same_v<Top, VEjectionGuard>;
  static constexpr bool kAddressed = std::is_same_v<Top, VEjectionAddressed>;

  Bench<Top> bench_;
  std::set<std::pair<unsigned, unsigned>> open_;
  bool stalled_ = false;
};
}  // namespace

TEMPLATE_TEST_CASE("messages interleave; flits for other receivers are ignored",
                   "[mway_ejection][MwayEjectionStalls]", VEjection, VEjectionAddressed,
                   VEjectionGuard) {
  Ejection<TestType> ejection;
  Random random(1);
  std::size_t most = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    Lines lines;
    lines.tag = random() % 4;
    lines.driver = random() % 8;
    lines.buffer = random() % 4;
    lines.data = random();
    if (random.chance(1, 2)) lines.data = (lines.data & ~15u) | kOwnWay;
    ejection.cycle(lines, random.chance(1, 4));
    most = std::max(most, ejection.open());
  }
  CHECK(most > 8);
  CHECK_FALSE(ejection.assertion_failed());
}

TEMPLATE_TEST_CASE("a stall takes effect in the cycle after it is set", "[mway_ejection]",
                   VEjection, VEjectionAddressed, VEjectionGuard) {
  Ejection<TestType> ejection;
  const Lines header{kHeader, 1, 2, kOwnWay};
  const Lines body{kBody, 1, 2, 0x55};
  CHECK(ejection.cycle(header));
  CHECK(ejection.cycle(body, true));  // still taken
  CHECK_FALSE(ejection.cycle(body, true));
  CHECK_FALSE(ejection.cycle(body, false));
  CHECK(ejection.cycle(body));
  CHECK(ejection.cycle({kTail, 1, 2, 0x56}));
  CHECK_FALSE(ejection.cycle(body));  // the mapping is closed
}

TEST_CASE("a flit that is aborted and is no tail is reported", "[mway_ejection][AbortedTail]") {
  Bench<VEjectionGuard> bench;
  bench->stall_i = 0;
  bench->own_way_i = kOwnWay;
  drive(bench->tag_i, kHeader);
  drive(bench->data_i, kOwnWay);
  bench->aborted_i = 1;
  bench.reset();
  bench.tick();
  bench.tick();
  CHECK(bench.assertion_failed());
}
