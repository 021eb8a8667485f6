// Student's t distribution.
#pragma once

namespace wayfarer {

/// Two-sided 95 % quantile for any number of degrees of freedom above 0, whole or not, rounded to
/// 30 binary places, so that results do not depend on the machine's mathematical library.
[[nodiscard]] double student_quantile(double degrees);

}  // namespace wayfarer
