#include "papers/commands.hpp"

#include "papers/linear/schedule_command.hpp"

namespace wayfarer {

std::vector<AddCommand> paper_commands() { return {add_schedule}; }

}  // namespace wayfarer
