// Yang et al., section V: the comparison of schedules for nine messages of equal length.
#pragma once

#include <array>
#include <vector>

#include "family/linear/schedule.hpp"

namespace wayfarer {

constexpr unsigned kComparedHosts = 9;

struct ScheduleRow {
  ScheduleKind kind;
  bool period;                               ///< Else d.
  std::array<Cycle, kComparedHosts> values;  ///< Coefficients of e.
};

/// As printed, but for one uniform period of 818, a misprint of 81.
[[nodiscard]] const std::vector<ScheduleRow>& schedule_rows();

/// A schedule of messages of one flit as the paper compares it: with equality for Theorem 1's ">",
/// and as if one more host followed the last.
[[nodiscard]] Schedule as_compared(ScheduleKind kind, unsigned hosts);

}  // namespace wayfarer
