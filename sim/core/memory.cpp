#include "core/memory.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace wayfarer {
namespace {

std::atomic<bool> was_short{false};

}  // namespace

int report_out_of_memory() {
  constexpr std::string_view kText =
      "wayfarer: out of memory; legal: less work at once, or more memory\n";
  static_cast<void>(!::write(STDERR_FILENO, kText.data(), kText.size()));
  return kOutOfMemory;
}

void expect_memory() {
  if (was_short) throw std::bad_alloc();
}

void expect_memory(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
}

void end_without_memory() {
  // The C library keeps its record of a failed dlopen from the first one on. If there is no memory
  // for it in a library that tries several files, such as TBB, the next dlopen reads it all the
  // same.
  static_cast<void>(::dlopen("/", RTLD_LAZY));
  std::set_new_handler([] {
    was_short = true;
    throw std::bad_alloc();
  });
  static const std::terminate_handler otherwise = std::get_terminate();
  std::set_terminate([] {
    if (was_short) ::_exit(report_out_of_memory());
    otherwise();
  });
}

}  // namespace wayfarer
