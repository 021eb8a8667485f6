// rtl/mway/clocked/mway_clocks_set.sv
//
// Rationale: both halves and their synchronisers between two clocks of any ratio and phase.
// Messages from several buffers of several drivers pass while the channel in front is granted and
// available at random; each leaves once, whole, its flits in order, and nothing else does. Edges at
// the same time come in random order. With equal clocks, a flit needs three cycles, its place three
// to be free again. State space: that of both halves x positions of the edges. Parameter space:
// ratios from 1:7 to 7:1,
//   two buffers of four flits with early freeing, three of two with late freeing.
#include "VClocksSet.h"
#include "VClocksSetLate.h"
#include "bench.hpp"
#include "two_clocks.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kPlus = 0;
constexpr std::uint64_t kAllAvailable = 0xffff;

template <class Top>
class Set {
 public:
  Set() {
    drive(bench_->own_way_i, kPlus);
    drive(bench_->position_i, 2);
    drive(bench_->tag_i, kInvalid);
    drive(bench_->enable_i, 0);
    drive(bench_->next_stat_i, kAllAvailable);
    drive(bench_->next_answer_i, 0);
    drive(bench_->next_i, 0);
    bench_->receive_rst_ni = bench_->drive_rst_ni = 0;
    for (unsigned i = 0; i < 2; ++i) {
      edge(0);
      edge(1);
    }
    bench_->receive_rst_ni = bench_->drive_rst_ni = 1;
    bench_.settle();
  }

  CombinationalBench<Top>& bench() { return bench_; }

  void edge(unsigned clock) {
    (clock == 0 ? bench_->receive_clk_i : bench_->drive_clk_i) = 1;
    bench_.settle();
    (clock == 0 ? bench_->receive_clk_i : bench_->drive_clk_i) = 0;
    bench_.settle();
  }
  void both_edges() {
    bench_->receive_clk_i = bench_->drive_clk_i = 1;
    bench_.settle();
    bench_->receive_clk_i = bench_->drive_clk_i = 0;
    bench_.settle();
  }

 private:
  CombinationalBench<Top> bench_;
};

template <class Top>
void passes(unsigned buffers, const unsigned (&periods)[2], unsigned seed) {
  Set<Top> set;
  auto& bench = set.bench();
  TwoClocks clocks(periods[0], periods[1], seed);
  Random random(seed);
  struct Open {
    unsigned left = 0;
    std::uint32_t number = 0, next = 0;
  };
  std::map<unsigned, Open> sources;             // by driver and its buffer
  std::map<std::uint32_t, unsigned> under_way;  // data flits, by message
  std::map<unsigned, Open> leaving;             // by buffer
  std::uint32_t number = 0;
  unsigned passed = 0, errors = 0;
  for (unsigned i = 0; i < 12000; ++i) {
    if (clocks.advance() == 0) {
      const unsigned from = random() % (2 * buffers);
      Open& message = sources[from];
      const unsigned tag = random() % 4 == 0   ? kInvalid
                           : message.left == 0 ? (i < 11000 ? kHeader : kInvalid)
                           : message.left == 1 ? kTail
                                               : kBody;
      const unsigned length = 1 + random() % 5;
      const bool absent = tag == kHeader && random.chance(1, 8);  // the fourth of three processors
      const std::uint32_t data = tag == kHeader
                                     ? (number & 0x7ff) << 21 | (absent ? 3u << 19 : 0) |
                                           3u << kDestOffset | (random() & 0x7fe0) | kPlus
                                     : (message.number << 8 | message.next) * kSpread;
      drive(bench->tag_i, tag);
      drive(bench->driver_i, 1 + from / buffers);
      drive(bench->driver_buffer_i, from % buffers);
      drive(bench->data_i, data);
      bench.settle();
      REQUIRE(bench->error_o == (absent && bench->acknowledge_o));
      errors += bench->error_o;
      if (tag != kInvalid && bench->acknowledge_o) {
        if (tag == kHeader) {
          message = {length, number++, 0};
          if (!absent) under_way[message.number] = length;
        } else {
          ++message.next;
          --message.left;
        }
      }
      set.edge(0);
    } else {
      bench->enable_i = random() % 4 != 0;
      drive(bench->next_stat_i, (random() | random()) & kAllAvailable);
      drive(bench->next_answer_i, answer(random() % 4 != 0, random() % 2 != 0, random() % buffers));
      bench.settle();
      // The flit on the lines, or another driver's.
      const unsigned shown = payload_tag(bench->payload_o);
      drive(bench->next_i, shown != kInvalid ? flit_info(shown, bench->data_o & 15, 0)
                                             : flit_info(random() % 4, random() % 7, random() % 2));
      bench.settle();
      const unsigned tag = payload_tag(bench->payload_o);
      if (tag != kInvalid && answer_acknowledge(bench->next_answer_i)) {
        Open& message = leaving[payload_buffer(bench->payload_o)];
        const auto data = static_cast<std::uint32_t>(bench->data_o);
        if (tag == kHeader) {
          REQUIRE(message.left == 0);
          std::uint32_t found = ~0u;  // the identifier in the header has 11 bits
          for (const auto& [each, flits] : under_way)
            if ((each & 0x7ff) == data >> 21) found = each;
          REQUIRE(found != ~0u);
          message = {under_way[found], found, 0};
          under_way.erase(found);
          REQUIRE((data & 15) == 0);  // on to x = 3
        } else {
          REQUIRE(message.left > 0);
          REQUIRE(data == (message.number << 8 | message.next) * kSpread);
          REQUIRE((tag == kTail) == (message.left == 1));
          ++message.next;
          passed += --message.left == 0;
        }
      }
      set.edge(1);
    }
    REQUIRE_FALSE(bench.assertion_failed());
  }
  CHECK(passed > 100);
  CHECK(errors > 5);
}

}  // namespace

TEST_CASE("messages cross two clocks once, in order", "[mway_clocks_set]") {
  unsigned seed = 0;
  for (const auto& periods : kPeriods) {
    passes<VClocksSet>(2, periods, ++seed);
    passes<VClocksSetLate>(3, periods, ++seed);
  }
}

TEST_CASE("with equal clocks, a flit takes three cycles and its place three more",
          "[mway_clocks_set]") {
  Set<VClocksSet> set;
  auto& bench = set.bench();
  bench->enable_i = 1;
  drive(bench->next_answer_i, answer(true, false, 0));
  drive(bench->driver_i, 1);
  drive(bench->driver_buffer_i, 0);
  std::vector<unsigned> taken, left;
  for (unsigned cycle = 0; cycle < 20; ++cycle) {
    drive(bench->tag_i, taken.empty() ? kHeader : kBody);
    drive(bench->data_i, taken.empty() ? 3u << kDestOffset | kPlus : cycle);
    bench.settle();
    if (bench->acknowledge_o) taken.push_back(cycle);
    if (payload_tag(bench->payload_o) != kInvalid) left.push_back(cycle);
    set.both_edges();
  }
  REQUIRE(taken.size() >= 10);
  REQUIRE(left.size() >= 8);
  // Buffers of four flits: four in every six cycles.
  const unsigned expected[] = {0, 1, 2, 3, 6, 7, 8, 9, 12};
  for (unsigned i = 0; i < 9; ++i) CHECK(taken[i] == expected[i]);
  for (unsigned i = 0; i < 8; ++i) CHECK(left[i] == expected[i] + 3);
  CHECK_FALSE(bench.assertion_failed());
}
