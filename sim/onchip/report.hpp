// The text that a board sends over its serial line after a run.
#pragma once

#include <string>
#include <vector>

#include "onchip/terminals.hpp"

namespace wayfarer {

/// A line of a report: registers of traffic_control in the order of their addresses, then counters.
struct OnchipLine {
  std::string name;
  std::uint32_t value = 0;
};

[[nodiscard]] std::vector<OnchipLine> onchip_lines(const OnchipTerminals& traffic);

/// The lines as rtl/fpga/fpga_console.sv sends them: name, value in hexadecimal, and at the end
/// their sum.
[[nodiscard]] std::string onchip_report(const OnchipTerminals& traffic);

}  // namespace wayfarer
