#include "stats/student.hpp"

#include <cmath>

#include <boost/math/distributions/students_t.hpp>

namespace wayfarer {

double student_quantile(double degrees) {
  constexpr double kUpperTail = 0.025;
  const double exact = quantile(complement(boost::math::students_t(degrees), kUpperTail));
  return std::round(exact * 0x1p30) * 0x1p-30;
}

}  // namespace wayfarer
