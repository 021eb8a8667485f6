// Flits, messages and selections in plain C++ for module tests of several families.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace wayfarer::module_test {

enum Mark : unsigned { kBody = 0, kHead = 1, kTail = 2, kSingle = kHead | kTail };

/// Causes on an error port.
enum Error : unsigned { kErrorOrder = 1, kErrorDestination = 2, kErrorLength = 4 };

struct Flit {
  unsigned mark = kBody;
  std::uint64_t data = 0;

  [[nodiscard]] bool head() const { return (mark & kHead) != 0; }
  [[nodiscard]] bool tail() const { return (mark & kTail) != 0; }
  friend bool operator==(const Flit& a, const Flit& b) {
    return a.mark == b.mark && a.data == b.data;
  }
};

/// Random numbers as `unsigned`.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned operator()() { return static_cast<unsigned>(engine_()); }
  unsigned below(unsigned bound) { return (*this)() % bound; }
  bool chance(unsigned part, unsigned whole) { return below(whole) < part; }
  /// Bits below `size`, each set with probability part / whole.
  std::uint64_t bits(unsigned size, unsigned part, unsigned whole) {
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < size; ++i) mask |= std::uint64_t{chance(part, whole)} << i;
    return mask;
  }

 private:
  std::mt19937 engine_;
};

/// The `number`-th of all numbers of `bits` bits, in an order in which neighbours differ in all
/// bits.
constexpr std::uint32_t spread(std::uint32_t number, unsigned bits) {
  constexpr std::uint32_t kOdd = 0x9e37'79b1;
  return number * (kOdd >> (32 - bits) | 1) & ~std::uint32_t{0} >> (32 - bits);
}

/// A number whose bits all depend on all of `key` (SplitMix64): data that a receiver computes
/// again.
constexpr std::uint64_t mixed(std::uint64_t key) {
  key += 0x9e3779b97f4a7c15;
  key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
  key = (key ^ key >> 27) * 0x94d049bb133111eb;
  return key ^ key >> 31;
}

/// Flits of messages of random length, one after the other.
class Messages {
 public:
  explicit Messages(unsigned longest) : longest_(longest) {}
  [[nodiscard]] unsigned mark() const {
    return (sent_ == 0 ? kHead : 0u) | (sent_ + 1 == flits_ ? kTail : 0u);
  }
  [[nodiscard]] bool inside() const { return sent_ != 0; }
  void sent(Random& random) {
    if (++sent_ < flits_) return;
    sent_ = 0;
    flits_ = 1 + random.below(longest_);
  }

 private:
  unsigned longest_;
  unsigned flits_ = 1;
  unsigned sent_ = 0;
};

constexpr int kNone = -1;

constexpr bool has(std::uint64_t mask, unsigned number) { return (mask >> number & 1) != 0; }

/// The bit of `number`, or none.
constexpr std::uint64_t one_hot(int number) {
  return number == kNone ? 0 : std::uint64_t{1} << number;
}

/// The first member of `mask` after `last`, cyclically.
inline int next_behind(std::uint64_t mask, unsigned size, unsigned last) {
  for (unsigned step = 1; step <= size; ++step) {
    const unsigned number = (last + step) % size;
    if (has(mask, number)) return static_cast<int>(number);
  }
  return kNone;
}

inline int lowest(std::uint64_t mask, unsigned size) { return next_behind(mask, size, size - 1); }

/// The member whose number XOR `random` is smallest.
inline int least_xor(std::uint64_t mask, unsigned size, unsigned random) {
  int best = kNone;
  for (unsigned number = 0; number < size; ++number) {
    if (!has(mask, number)) continue;
    if (best == kNone || (number ^ random) < (static_cast<unsigned>(best) ^ random))
      best = static_cast<int>(number);
  }
  return best;
}

}  // namespace wayfarer::module_test
