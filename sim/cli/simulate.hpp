// One run from the command line: engine, clock owner, progress, and waves if requested or after a
// fault.
#pragma once

#include "cli/program.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// The command that opens a wave file with the view of its family.
[[nodiscard]] std::string view_command(const Program& program, const std::string& family,
                                       const std::string& path);

/// Runs a point with the engine it names. Hardware runs on the SystemC bench where the program has
/// one, the model alone in a plain loop; the results are the same. When engines differ, the run is
/// repeated up to the difference with waves around it, and the exception's message gives the
/// command that opens them there.
[[nodiscard]] SimulationResult simulate(const Program& program, const Point& point);

}  // namespace wayfarer
