// The names of options' values in help: their unit or kind.
#pragma once

#include <CLI/CLI.hpp>

namespace wayfarer {

/// Names the values of all commands' options: an option means the same in each command.
void name_values(CLI::App& app);

}  // namespace wayfarer
