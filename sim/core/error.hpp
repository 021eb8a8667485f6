// Errors that a user can mend: the program prints them and exits with status 2.
#pragma once

#include <stdexcept>

namespace wayfarer {

/// Wrong usage: a bad configuration, argument, trace or output path. The text names file, line,
/// key or port, and what would be right.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A check failed: lockstep, scoreboard, watchdog or a paper's number. Exit status 1.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace wayfarer
