// What is said of a failed check.
#pragma once

#include <string>

namespace wayfarer {

/// Prints that a check has failed, and what it found, to standard error.
void print_failure(const std::string& text);

}  // namespace wayfarer
