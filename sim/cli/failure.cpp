#include "cli/failure.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "core/text.hpp"

namespace wayfarer {

void print_failure(const std::string& text) {
  std::fputs(fmt::format("wayfarer: check failed: {}\n", printable(text)).c_str(), stderr);
}

}  // namespace wayfarer
