// rtl/deflection/deflection_router.sv
//
// Rationale: random flits at all inputs against a router in plain C++: the flits on the links, the
// deliveries, the ready signal, and that data stay with their header.
// State space: links idle to full, the queue empty to full, stalls, illegal flits of the terminal.
// Parameter space: queues of 1, 2 and 5 flits; a torus of one row; flits of 32 bits.
#include "VRouter.h"
#include "VRouterDeep.h"
#include "VRouterNarrow.h"
#include "VRouterShallow.h"
#include "bench.hpp"
#include "deflection/reference.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
struct Shape {
  unsigned columns;
  unsigned rows;
  unsigned depth;
  Position here;
  unsigned coordinate = 16;  ///< Bits.
};

template <class Top>
class Router {
 public:
  explicit Router(const Shape& shape) : shape_(shape) {
    bench_->position_i = shape.here.bits();
    bench_->west_valid_i = 0;
    bench_->north_valid_i = 0;
    bench_->inject_valid_i = 0;
    bench_->eject_stall_i = 1;  // without effect in a reset
    bench_.reset();
    bench_->north_valid_i = 1;
    drive(bench_->north_data_i, shape.here.bits(shape.coordinate));
    bench_.settle();
    REQUIRE(bench_->eject_valid_o);
    bench_->north_valid_i = 0;
  }

  /// A cycle with random inputs; `busy` / 8 is the probability of a flit at each.
  void cycle(unsigned busy) {
    const std::optional<std::uint64_t> north = draw(busy, shape_.here.x);
    const std::optional<std::uint64_t> west = draw(busy, random_.below(shape_.columns));
    const std::optional<std::uint64_t> local = draw(busy, random_.below(shape_.columns));
    const bool legal = random_.chance(7, 8);
    const bool stall = random_.chance(1, 4);
    bench_->north_valid_i = north.has_value();
    drive(bench_->north_data_i, north.value_or(0));
    bench_->west_valid_i = west.has_value();
    drive(bench_->west_data_i, west.value_or(0));
    bench_->inject_valid_i = local.has_value();
    drive(bench_->inject_tag_i, legal ? kSingle : kTail);
    drive(bench_->inject_data_i, local.value_or(0));
    bench_->eject_stall_i = stall;
    bench_.settle();

    const bool ready = queue_.size() < shape_.depth;
    REQUIRE((bench_->inject_ready_o != 0) == ready);
    check_link(bench_->east_valid_o, bench_->east_deflected_o, bench_->east_data_o, east_,
               east_ && destination(*east_).x == shape_.here.x);
    check_link(bench_->south_valid_o, bench_->south_deflected_o, bench_->south_data_o, south_,
               south_ && destination(*south_).y == shape_.here.y);

    std::optional<std::uint64_t> front;
    if (!queue_.empty()) front = queue_.front();
    const Choice choice = choose(shape_.here, stalled_, {place(north), place(west), place(front)});
    const std::optional<std::uint64_t> inputs[] = {north, west, front};
    const auto chosen = [&inputs](Input input) {
      return input == kNobody ? std::nullopt : inputs[input];
    };
    REQUIRE((bench_->eject_valid_o != 0) == (choice.exit != kNobody));
    if (choice.exit != kNobody) {
      REQUIRE(bench_->eject_tag_o == kSingle);
      REQUIRE(bench_->eject_data_o == *chosen(choice.exit));
      ++delivered_;
    }
    east_ = chosen(choice.east);
    south_ = chosen(choice.south);
    if (front && choice.sends(kLocal)) queue_.pop_front();
    if (local && ready && legal) queue_.push_back(*local);
    stalled_ = stall;
    bench_.tick();
    REQUIRE((bench_->error_o != 0) == (local && ready && !legal));
  }

  [[nodiscard]] unsigned delivered() const { return delivered_; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  /// A flit to column x, with its number above.
  std::optional<std::uint64_t> draw(unsigned busy, unsigned x) {
    if (!random_.chance(busy, 8)) return std::nullopt;
    // Wraps around in flits of 32 bits.
    const std::uint64_t data = Position{x, random_.below(shape_.rows)}.bits(shape_.coordinate) |
                               ++number_ << 2 * shape_.coordinate;
    return shape_.coordinate < 16 ? data & 0xffff'ffff : data;
  }
  [[nodiscard]] Position destination(std::uint64_t data) const {
    const std::uint64_t mask = (1u << shape_.coordinate) - 1;
    return {static_cast<unsigned>(data & mask),
            static_cast<unsigned>(data >> shape_.coordinate & mask)};
  }
  [[nodiscard]] std::optional<Position> place(const std::optional<std::uint64_t>& data) const {
    return data ? std::optional(destination(*data)) : std::nullopt;
  }
  static void check_link(unsigned valid, unsigned deflected, std::uint64_t data,
                         const std::optional<std::uint64_t>& expected, bool off_way) {
    REQUIRE((valid != 0) == expected.has_value());
    REQUIRE((deflected != 0) == off_way);
    if (expected) REQUIRE(data == *expected);
  }

  Bench<Top> bench_;
  Shape shape_;
  Random random_{1};
  std::uint64_t number_ = 0;
  std::deque<std::uint64_t> queue_;
  std::optional<std::uint64_t> east_;
  std::optional<std::uint64_t> south_;
  bool stalled_ = false;
  unsigned delivered_ = 0;
};

template <class Top>
void random_run(const Shape& shape) {
  Router<Top> router(shape);
  for (const unsigned busy : {1u, 4u, 7u, 8u})
    for (unsigned cycle = 0; cycle < 2000; ++cycle) router.cycle(busy);
  CHECK(router.delivered() > 500);
  CHECK_FALSE(router.assertion_failed());
}
}  // namespace

TEST_CASE("random flits at all inputs",
          "[deflection_router][DeflectionKeepsFlits][DeflectionEjectsHere]"
          "[DeflectionStaysInColumn][DeflectionStallHolds][DeflectionLocalWaits]") {
  random_run<VRouter>({3, 3, 2, {1, 2}});
  random_run<VRouterDeep>({2, 3, 5, {0, 1}});
  random_run<VRouterShallow>({3, 1, 1, {2, 0}});
  random_run<VRouterNarrow>({3, 3, 2, {1, 2}, 4});
}
