#include "common/contract.hpp"

#include <regex>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

std::vector<std::string> names_of_ports(const std::string& text) {
  static const std::regex kPort(R"(\w+)");
  std::vector<std::string> ports;
  for (std::sregex_iterator at(text.begin(), text.end(), kPort), end; at != end; ++at)
    ports.push_back(at->str());
  return ports;
}

}  // namespace

std::vector<CombinationalPath> combinational_paths(const std::string& source,
                                                   const std::string& name) {
  static const std::string kTitle = "// Combinational paths:";
  static const std::regex kPaths(R"(//\s+([\w, ]+) -> ([\w, ]+?)( \(.*)?)");
  const std::size_t begin = source.find(kTitle);
  if (begin == std::string::npos)
    throw UsageError(fmt::format("{}: no contract with '{}'", name, kTitle.substr(3)));
  std::vector<CombinationalPath> paths;
  const std::vector<std::string> lines = split(source.substr(begin), '\n');
  for (std::size_t line = 1; line < lines.size(); ++line) {
    std::smatch found;
    if (!std::regex_match(lines[line], found, kPaths)) break;
    for (const std::string& input : names_of_ports(found[1]))
      for (const std::string& output : names_of_ports(found[2])) paths.push_back({input, output});
  }
  return paths;
}

}  // namespace wayfarer
