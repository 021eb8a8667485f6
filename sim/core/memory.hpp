// The end of a program without memory: words and an exit status, never an abort.
#pragma once

#include <system_error>

namespace wayfarer {

/// Exit status of a program that runs out of memory, as of any other work that has not been done.
constexpr int kOutOfMemory = 1;

/// Says so on standard error, without allocating, and returns kOutOfMemory.
int report_out_of_memory();

/// Throws std::bad_alloc if an allocation has failed since end_without_memory: streams of text
/// swallow that, and are cut off.
void expect_memory();

/// Throws std::bad_alloc if that is the error: a file that cannot be reached for want of memory is
/// not a file that does not exist.
void expect_memory(const std::error_code& error);

/// From now on, std::bad_alloc in a place that cannot throw, such as a destructor of a library,
/// also ends the process by report_out_of_memory; it would abort otherwise.
void end_without_memory();

}  // namespace wayfarer
