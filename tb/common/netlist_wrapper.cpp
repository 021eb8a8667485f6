#include "common/netlist_wrapper.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

#include "common/netlist_activity.hpp"
#include "core/error.hpp"

namespace wayfarer {
namespace {

/// A port or a probe.
struct PortPins {
  std::string direction;  ///< "input" or "output".
  std::string name;
  std::vector<std::string> dimensions;  ///< Unpacked ones: the text between the brackets.
};

std::vector<std::string> dimensions_of(const std::string& text) {
  static const std::regex kDimension(R"(\[([^\]]*)\])");
  std::vector<std::string> dimensions;
  for (std::sregex_iterator at(text.begin(), text.end(), kDimension), end; at != end; ++at)
    dimensions.push_back((*at)[1]);
  return dimensions;
}

std::string without_comments(const std::string& text) {
  static const std::regex kComment("//[^\n]*");
  return std::regex_replace(text, kComment, "");
}

/// From `module` to the end of the list of ports.
std::string header_of(const std::string& top, const std::string& rtl) {
  const std::size_t begin = rtl.find("module " + top + "\n");
  const std::size_t end = rtl.find("\n);", begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw UsageError(fmt::format("RTL: no module {} with a list of ports", top));
  return rtl.substr(begin, end - begin) + "\n);\n";
}

/// The ports are one a line.
std::vector<PortPins> ports_of(const std::string& header) {
  static const std::regex kPort(
      R"(\n\s*(input|output)\s[^\n]*?(\w+)\s*((?:\[[^\]]*\]\s*)*)(?=,?\s*\n))");
  std::vector<PortPins> ports;
  for (std::sregex_iterator at(header.begin(), header.end(), kPort), end; at != end; ++at)
    ports.push_back({(*at)[1], (*at)[2], dimensions_of((*at)[3])});
  return ports;
}

PortPins probe_of(const std::string& name, const std::string& rtl) {
  const std::regex declaration(
      fmt::format(R"(\n\s*logic\b[^;\n]*\b{}\s*((?:\[[^\]]*\]\s*)*);)", name));
  std::smatch found;
  if (!std::regex_search(rtl, found, declaration))
    throw UsageError(fmt::format("RTL: no declaration of {}", name));
  return {"output", name, dimensions_of(found[1])};
}

/// The bits of an output of the netlist.
std::size_t bits_of(const std::string& name, const std::string& netlist) {
  static const std::regex kOutput(R"(\s*output (?:\[(\d+):0\] )?\w+)");
  const std::size_t end = std::min(netlist.find(fmt::format(" {};\n", name)), netlist.size());
  const std::size_t begin = netlist.rfind('\n', end) + 1;
  const std::string line = netlist.substr(begin, end + 1 + name.size() - begin);
  std::smatch found;
  if (!std::regex_match(line, found, kOutput))
    throw UsageError(fmt::format("netlist: no output {}", name));
  return found[1].matched ? std::stoul(found[1]) + 1 : 1;
}

/// The declaration of a probe: vectors, whatever the type in the RTL.
std::string declaration(const PortPins& probe, std::size_t bits) {
  std::string elements;
  std::string dimensions;
  for (const std::string& dimension : probe.dimensions) {
    elements += fmt::format(" / ({})", dimension);
    dimensions += fmt::format("[{}]", dimension);
  }
  return fmt::format("  logic [{}{}-1:0] {} {};\n", bits, elements, probe.name, dimensions);
}

/// A vector `<name>_bits` of an array's elements: the first one is highest, as in a bit stream.
std::string vector_of(const PortPins& pins) {
  std::string loops;
  std::string first = pins.name;
  std::string element = pins.name;
  std::string number = "0";
  std::string all = "1";
  for (std::size_t d = 0; d < pins.dimensions.size(); ++d) {
    const std::string& size = pins.dimensions[d];
    loops += fmt::format("  for (genvar i{0} = 0; i{0} < {1}; i{0}++) begin : gen_{2}_{0}\n", d,
                         size, pins.name);
    first += "[0]";
    element += fmt::format("[i{}]", d);
    number = fmt::format("({}) * ({}) + i{}", number, size, d);
    all += fmt::format(" * ({})", size);
  }
  const std::string part = fmt::format("{0}_bits[({1} - 1 - ({2}))*$bits({3})+:$bits({3})]",
                                       pins.name, all, number, first);
  const std::string assignment = pins.direction == "input"
                                     ? fmt::format("    assign {} = {};\n", part, element)
                                     : fmt::format("    assign {} = {};\n", element, part);
  std::string text = fmt::format("  logic [{}*$bits({})-1:0] {}_bits;\n", all, first, pins.name) +
                     loops + assignment;
  for (std::size_t d = 0; d < pins.dimensions.size(); ++d) text += "  end\n";
  return text;
}

}  // namespace

std::string netlist_wrapper(const std::string& top, const std::string& rtl,
                            const std::string& netlist, const std::vector<std::string>& probes,
                            std::size_t activity) {
  const std::string source = without_comments(rtl);
  std::string header = header_of(top, source);
  if (activity != 0)
    header.insert(header.rfind("\n);"),
                  fmt::format(",\n    output logic [{}:0] {}", activity - 1, kActivityPin));
  std::vector<PortPins> pins = ports_of(header);
  // Ports may be enumerations, and those of the netlist are vectors.
  std::string text = "// verilator lint_off ENUMVALUE\n" + header;
  for (const std::string& name : probes) {
    pins.push_back(probe_of(name, source));
    text += declaration(pins.back(), bits_of(name, netlist));
  }
  std::string connections;
  for (const PortPins& port : pins) {
    const bool array = !port.dimensions.empty();
    if (array) text += vector_of(port);
    connections += fmt::format("{}    .{}({}{})", connections.empty() ? "" : ",\n", port.name,
                               port.name, array ? "_bits" : "");
  }
  return text + fmt::format("  {}_netlist u_netlist (\n{}\n  );\nendmodule\n", top, connections);
}

}  // namespace wayfarer
