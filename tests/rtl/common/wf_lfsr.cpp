// rtl/common/wf_lfsr.sv and its twin sim/core/lfsr.hpp
//
// Rationale: the RTL equals the twin step for step; the twin's table is then proved on its own.
// Up to 16 bits the period is walked. Above, the taps are shown primitive: the step matrix is
// multiplication by a root of the polynomial, whose order is 2^Width - 1 exactly when its power
// 2^Width - 1 is one and no power (2^Width - 1) / prime is.
// State space: 2^Width - 1 states, all of them up to 16 bits; random walks above.
// Parameter space: Width 2 (smallest), 8, 16, 32, 64 (largest) in RTL, the whole table in C++.
#include "VLfsr16.h"
#include "VLfsr2.h"
#include "VLfsr32.h"
#include "VLfsr64.h"
#include "VLfsr8.h"
#include "bench.hpp"
#include "core/lfsr.hpp"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace wayfarer;

namespace {
template <class Top>
void follows_twin(unsigned width, std::uint64_t seed, unsigned cycles) {
  Bench<Top> bench;
  drive(bench->seed_i, seed & (~std::uint64_t{0} >> (64 - width)));
  bench->advance_i = 0;
  bench.reset();
  Lfsr twin(width, seed);
  std::mt19937 random(width);
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    REQUIRE(bench->state_o == twin.state());
    bench->advance_i = random() % 4 != 0;
    if (bench->advance_i) twin.advance();
    bench.tick();
  }
  REQUIRE_FALSE(bench.assertion_failed());
}

/// Polynomials over GF(2) modulo the one whose Galois register, shifting right, has these taps.
/// Bit Width-1-i of a register state is the coefficient of x^i, so a step multiplies by x.
class Field {
 public:
  explicit Field(unsigned width) : width_(width), taps_(Lfsr::taps(width)) {}

  [[nodiscard]] std::uint64_t one() const { return std::uint64_t{1} << (width_ - 1); }
  [[nodiscard]] std::uint64_t times_x(std::uint64_t a) const {
    return (a >> 1) ^ ((a & 1) != 0 ? taps_ : 0);
  }
  [[nodiscard]] std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < width_; ++i) {
      if ((b >> (width_ - 1 - i) & 1) != 0) sum ^= a;
      a = times_x(a);
    }
    return sum;
  }
  [[nodiscard]] std::uint64_t power_of_x(std::uint64_t exponent) const {
    std::uint64_t result = one();
    std::uint64_t base = times_x(one());
    for (; exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = times(result, base);
      base = times(base, base);
    }
    return result;
  }

 private:
  unsigned width_;
  std::uint64_t taps_;
};

std::vector<std::uint64_t> prime_factors(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = 3; p <= n / p; p += 2) {
    if (n % p == 0) primes.push_back(p);
    while (n % p == 0) n /= p;
  }
  if (n > 1) primes.push_back(n);
  return primes;
}
}  // namespace

TEST_CASE("the register takes the twin's steps", "[lfsr][LfsrNeverZero]") {
  follows_twin<VLfsr2>(2, 3, 100);
  follows_twin<VLfsr8>(8, 0x5a, 2000);
  follows_twin<VLfsr16>(16, 0xbeef, 100000);
  follows_twin<VLfsr32>(32, 0x12345678, 20000);
  follows_twin<VLfsr64>(64, 0x0123456789abcdef, 20000);
}

TEST_CASE("a seed of zero counts as one", "[lfsr][LfsrNeverZero]") {
  follows_twin<VLfsr8>(8, 0, 600);
  follows_twin<VLfsr64>(64, 0, 100);
}

TEST_CASE("short registers pass through every state but zero", "[lfsr]") {
  for (unsigned width = 2; width <= 16; ++width) {
    Lfsr lfsr(width, 1);
    unsigned period = 0;
    do {
      lfsr.advance();
      ++period;
    } while (lfsr.state() != 1 && period <= (1u << width));
    CAPTURE(width);
    CHECK(period == (1u << width) - 1);
  }
}

TEST_CASE("the taps of every width are primitive", "[lfsr]") {
  for (unsigned width = 2; width <= 64; ++width) {
    if (Lfsr::taps(width) == 0) continue;
    CAPTURE(width);
    const Field field(width);
    const std::uint64_t period = ~std::uint64_t{0} >> (64 - width);
    CHECK(field.power_of_x(period) == field.one());
    for (const std::uint64_t prime : prime_factors(period)) {
      CHECK((period == prime || field.power_of_x(period / prime) != field.one()));
    }
  }
}
