// wayfarer schedule: the command of this paper.
#pragma once

#include "cli/commands.hpp"

namespace wayfarer {

void add_schedule(CLI::App& app, const Program& program, Action& action);

}  // namespace wayfarer
