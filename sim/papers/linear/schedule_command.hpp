// wayfarer schedule: the command that belongs to this paper alone.
#pragma once

#include "cli/commands.hpp"

namespace wayfarer {

void add_schedule(CLI::App& app, const Program& program, Action& action);

}  // namespace wayfarer
