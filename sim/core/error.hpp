// Errors that the program prints, each kind with an exit status of its own.
#pragma once

#include <stdexcept>

namespace wayfarer {

/// Wrong usage: a bad configuration, argument, trace or output path. The text names file, line,
/// key or port, and what would be right. Exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A check failed: lockstep, scoreboard, watchdog or a paper's number. Exit status 1.
class CheckFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user stopped the work before it had a result. Exit status 1.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace wayfarer
