// Counter-based random numbers: known answers, no bias, no dependence on order. Shift registers:
// their periods.
#include "core/lfsr.hpp"
#include "core/random.hpp"

#include <cmath>
#include <vector>

#include <catch2/catch.hpp>

using namespace wayfarer;

TEST_CASE("Philox4x32-10 gives its published answer", "[random]") {
  // Random123's kat_vectors: counter 0, key 0 gives 6627e8d5 e169c58d bc57ac4c 9b00dbd8.
  CHECK(Random(0, 0, Purpose::kBirth, 0).bits() == 0xe169c58d6627e8d5u);
}

TEST_CASE("every part of the key changes the numbers, the order of use does not", "[random]") {
  Random first(1, 2, Purpose::kTest, 3);
  const std::uint64_t a = first.bits();
  const std::uint64_t b = first.bits();
  CHECK(a != b);
  CHECK(Random(1, 2, Purpose::kTest, 3).bits() == a);
  CHECK(Random(2, 2, Purpose::kTest, 3).bits() != a);
  CHECK(Random(1, 3, Purpose::kTest, 3).bits() != a);
  CHECK(Random(1, 2, Purpose::kStall, 3).bits() != a);
  CHECK(Random(1, 2, Purpose::kTest, 4).bits() != a);
  CHECK(Random(1ull << 32, 2, Purpose::kTest, 3).bits() != Random(0, 2, Purpose::kTest, 3).bits());
  CHECK(Random(1, 2, Purpose::kTest, 1ull << 32).bits() != Random(1, 2, Purpose::kTest, 0).bits());
}

TEST_CASE("bounded numbers are uniform and in bounds", "[random]") {
  for (const std::uint32_t bound : {1u, 2u, 3u, 10u, 255u}) {
    std::vector<double> counts(bound);
    const double draws = 200.0 * bound;
    for (std::uint64_t i = 0; i < 200u * bound; ++i) {
      const std::uint32_t value = Random(7, 0, Purpose::kTest, i).below(bound);
      REQUIRE(value < bound);
      ++counts[value];
    }
    double chi_square = 0;
    for (const double count : counts) chi_square += (count - 200) * (count - 200) / 200;
    INFO(bound << " " << draws);
    CHECK(chi_square < bound + 5 * std::sqrt(2.0 * bound));
  }
  CHECK(Random(7, 0, Purpose::kTest, 0).below(0x80000001u) < 0x80000001u);
}

TEST_CASE("unit numbers lie in [0, 1) with mean 1/2 and variance 1/12", "[random]") {
  constexpr int kDraws = 100'000;
  double sum = 0;
  double square_sum = 0;
  Random random(3, 1, Purpose::kTest, 0);
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.unit();
    REQUIRE((value >= 0 && value < 1));
    sum += value;
    square_sum += value * value;
  }
  const double mean = sum / kDraws;
  CHECK(mean == Approx(0.5).margin(0.004));
  CHECK(square_sum / kDraws - mean * mean == Approx(1.0 / 12).margin(0.002));
}

TEST_CASE("shift registers have the longest period", "[random]") {
  for (unsigned width = 2; width <= 64; ++width) {
    INFO("width " << width);
    const std::uint64_t taps = Lfsr::taps(width);
    CHECK((taps == 0 || taps >> (width - 1) == 1));
    if (taps == 0 || width > 20) continue;
    Lfsr lfsr(width, 0);  // replaced by one
    REQUIRE(lfsr.state() == 1);
    std::uint64_t period = 0;
    do {
      lfsr.advance();
      ++period;
    } while (lfsr.state() != 1);
    CHECK(period == (std::uint64_t{1} << width) - 1);
  }
}
