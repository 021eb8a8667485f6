// Bisection: where a predicate turns from false to true.
#pragma once

namespace wayfarer {

/// Searches between `low`, assumed false, and `high`, assumed true, for neighbours of which the
/// lower is false and the upper true.
class Bisection {
 public:
  Bisection(unsigned low, unsigned high) : low_(low), high_(high) {}

  [[nodiscard]] bool finished() const { return high_ - low_ <= 1; }
  [[nodiscard]] unsigned next() const { return low_ + (high_ - low_) / 2; }
  /// Takes the predicate's value at next().
  void take(bool is) { (is ? high_ : low_) = next(); }
  [[nodiscard]] unsigned high() const { return high_; }

 private:
  unsigned low_;
  unsigned high_;
};

}  // namespace wayfarer
