// Commands of the program that belong to one paper.
#pragma once

#include <vector>

#include "cli/program.hpp"

namespace wayfarer {

[[nodiscard]] std::vector<AddCommand> paper_commands();

}  // namespace wayfarer
