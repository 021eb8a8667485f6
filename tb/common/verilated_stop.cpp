// Failed assertions of a verilated network: recorded, and reported by the step in which they
// failed.
#include <string>

#include "common/verilated_module.hpp"
#include "verilated.h"

namespace wayfarer {

std::string& failed_assertion() {
  thread_local std::string text;
  return text;
}

}  // namespace wayfarer

// Verilator calls this when an assertion fails.
void vl_stop(const char* filename, int line, const char* hierarchy) VL_MT_UNSAFE {
  std::string& failure = wayfarer::failed_assertion();
  if (failure.empty())
    failure = std::string("assertion failed at ") + filename + ":" + std::to_string(line) + " in " +
              hierarchy;
}
