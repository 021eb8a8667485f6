// The combinational paths that a module's contract names: the comment at its head.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

/// From an input of the module to an output.
struct CombinationalPath {
  std::string input, output;
};

/// All that the contract names for any parameters. `name` is for errors. Throws UsageError if
/// there is no contract.
[[nodiscard]] std::vector<CombinationalPath> combinational_paths(const std::string& source,
                                                                 const std::string& name);

}  // namespace wayfarer
