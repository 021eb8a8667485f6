// rtl/mway/aged/mway_ages.sv
//
// Rationale: what a set does with the ages of its headers, against the rules of docs/mway-aged.md
// in plain C++. Random messages pass through the set's buffers; the other members' lines and the
// receivers' availability are random, and so is which of the buffers that may send does so.
// State space: that of its buffers' ages x clock x turn x OldQ x Gq.
// Parameter space: a mesh with three buffers of three flits; a torus with two of one flit, the
//   fastest clock.
#include "VAgesMesh.h"
#include "VAgesTorus.h"
#include "ages_reference.hpp"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

template <class Top>
class AgesBench {
 public:
  explicit AgesBench(const AgesShape& shape) : shape_(shape), ages_(shape) {
    put(0, 0, std::nullopt, {}, 0);
    drive(bench_->lines_i, 0);
    bench_.reset();
  }

  void cycle(Random& random) {
    const unsigned eligible = random() & occupied();
    std::optional<unsigned> push;
    const unsigned candidate = random() % shape_.buffers;
    if (ages_.buffer(candidate).flits.size() < shape_.depth && random.chance(1, 3))
      push = candidate;
    const Held pushed = {push && next_header_[*push] ? unsigned{kHeader} : unsigned{kTail},
                         random() % Ages::kMembers, random() % shape_.classes,
                         random.chance(1, 2) ? random() % 8 : 0};
    put(eligible, 0, push, pushed, 0);
    bench_.settle();
    const unsigned level = ages_.highest(eligible);
    REQUIRE(std::uint32_t(bench_->lines_o) == age_lines(level, ages_.waits()));
    const unsigned other = random.chance(1, 2) ? 0 : random() % 8;
    const unsigned channel_level = std::max(level, other);
    const bool channel_waits = ages_.waits() || random.chance(1, 3);
    drive(bench_->lines_i, age_lines(channel_level, channel_waits));
    bench_.settle();
    REQUIRE(bench_->request_o == (eligible != 0 && level == channel_level));
    const unsigned may = ages_.may_send(eligible);
    REQUIRE(bench_->may_send_o == may);
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      if (ages_.buffer(b).header())
        REQUIRE((bench_->age_o >> 3 * b & 7) == ages_.buffer(b).flits.front().age);
    }
    std::optional<unsigned> leaves;
    if (may != 0 && random.chance(1, 4)) {
      leaves = random() % shape_.buffers;
      while ((may >> *leaves & 1) == 0) leaves = (*leaves + 1) % shape_.buffers;
      tops_ += ages_.buffer(*leaves).top;
    }
    put(eligible, leaves ? 1u << *leaves : 0, push, pushed, 0);
    bench_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
    ages_.tick(eligible, leaves, channel_level, channel_waits);
    if (push) {
      ages_.push(*push, pushed);
      next_header_[*push] = !next_header_[*push];
    }
  }

  [[nodiscard]] unsigned tops() const { return tops_; }

 private:
  [[nodiscard]] unsigned occupied() const {
    unsigned mask = 0;
    for (unsigned b = 0; b < shape_.buffers; ++b)
      mask |= ages_.buffer(b).flits.empty() ? 0 : 1u << b;
    return mask;
  }
  void put(unsigned eligible, unsigned leaves, std::optional<unsigned> push, const Held& pushed,
           std::uint64_t front) {
    const unsigned pointer_bits = shape_.depth > 2 ? 2 : 1;
    std::uint64_t fronts = 0;
    std::uint64_t rears = 0;
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      const AgedBuffer& buffer = ages_.buffer(b);
      const Held shown = buffer.flits.empty() ? Held{} : buffer.flits.front();
      front |= std::uint64_t{flit_info(shown.tag, shown.way, shown.buffer_class)} << 10 * b;
      fronts |= std::uint64_t{buffer.front} << pointer_bits * b;
      rears |= std::uint64_t{(buffer.front + buffer.flits.size()) % shape_.depth}
               << pointer_bits * b;
    }
    drive(bench_->push_i, push ? 1u << *push : 0);
    drive(bench_->push_age_i, pushed.age);
    drive(bench_->rear_i, rears);
    drive(bench_->front_i, front);
    drive(bench_->front_pointer_i, fronts);
    drive(bench_->eligible_i, eligible);
    drive(bench_->leaves_i, leaves);
  }

  Bench<Top> bench_;
  AgesShape shape_;
  Ages ages_;
  std::vector<bool> next_header_ = std::vector<bool>(4, true);
  unsigned tops_ = 0;
};

template <class Top>
void random_run(const AgesShape& shape) {
  AgesBench<Top> bench(shape);
  Random random(shape.buffers);
  for (unsigned cycle = 0; cycle < 40000; ++cycle) bench.cycle(random);
  CHECK(bench.tops() > 100);
}

}  // namespace

TEST_CASE("levels, Wait and what may be sent follow the rules", "[mway_ages][OldHeaderFirst]") {
  random_run<VAgesMesh>({3, 3, 1, 3});
  random_run<VAgesTorus>({2, 1, 2, 1});
}

TEST_CASE("lines that do not have the set's own outputs, and a held header, are reported",
          "[mway_ages][LevelCoversRequest][WaitIsHeard][OldHeaderFirst]") {
  Bench<VAgesMesh> bench;
  const auto silence = [&] {
    drive(bench->push_i, 0);
    drive(bench->push_age_i, 0);
    drive(bench->rear_i, 0);
    drive(bench->front_i, 0);
    drive(bench->front_pointer_i, 0);
    drive(bench->eligible_i, 0);
    drive(bench->leaves_i, 0);
    drive(bench->lines_i, 0);
  };
  silence();
  bench.reset();
  drive(bench->push_i, 1);
  drive(bench->push_age_i, 4);
  bench.tick();
  silence();
  drive(bench->front_i, flit_info(kHeader, 1, 0));
  drive(bench->eligible_i, 1);
  drive(bench->lines_i, age_lines(2, true));
  bench.tick();
  CHECK(bench.assertion_failed());  // its level is 3
  drive(bench->lines_i, age_lines(6, false));
  bench.tick();
  CHECK(bench.assertion_failed());  // it waits for a router
  drive(bench->lines_i, age_lines(6, true));
  bench.tick();
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  drive(bench->leaves_i, 1);
  bench.tick();
  CHECK(bench.assertion_failed());  // a header of level 6 won
}
