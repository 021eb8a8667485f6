// The command line as a function.
#pragma once

#include "cli/program.hpp"

namespace wayfarer {

/// Runs a command line. Returns 0 for success, 1 when a check failed or the user interrupted the
/// work, 2 for wrong usage; results go to standard output, everything else to standard error.
[[nodiscard]] int run_program(int argc, const char* const* argv, const Program& program);

/// Does something, and turns what it throws into words on standard error and the exit status.
[[nodiscard]] int guarded(const Action& action);

}  // namespace wayfarer
