#include "common/netlist_activity.hpp"

#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

/// The outputs of the cells that synth_ecp5 makes, with their widths.
const std::map<std::string, std::map<std::string, std::size_t>>& outputs_of_cells() {
  static const std::map<std::string, std::map<std::string, std::size_t>> kOutputs = {
      {"LUT4", {{"Z", 1}}},
      {"TRELLIS_FF", {{"Q", 1}}},
      {"TRELLIS_DPR16X4", {{"DO", 4}}},
      {"CCU2C", {{"S0", 1}, {"S1", 1}, {"COUT", 1}}},
      {"PFUMX", {{"Z", 1}}},
      {"L6MUX21", {{"Z", 1}}},
  };
  return kOutputs;
}

constexpr std::size_t kWord = 32;

/// What the cells' outputs are connected to: the wide ones first, so that words of kWord bits
/// divide none.
struct Nets {
  std::multimap<std::size_t, std::string, std::greater<>> by_width;
  std::size_t bits = 0;
};

/// An instance is "  CELL #(" or "  CELL name (", then its pins, one a line: "    .PIN(net),".
Nets nets_of(const std::string& netlist) {
  static const std::set<std::string> kNoCells = {"assign", "input", "output", "wire", "reg"};
  Nets nets;
  const std::map<std::string, std::size_t>* outputs = nullptr;
  std::istringstream lines(netlist);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("    .", 0) == 0) {
      const std::size_t open = line.find('(');
      const auto output = outputs == nullptr ? std::map<std::string, std::size_t>::const_iterator()
                                             : outputs->find(line.substr(5, open - 5));
      if (outputs == nullptr || output == outputs->end()) continue;
      const std::string net = line.substr(open + 1, line.rfind(')') - open - 1);
      if (net.empty()) continue;
      nets.by_width.emplace(output->second, net);
      nets.bits += output->second;
    } else if (line.rfind("  ", 0) == 0 && line.size() > 3 && line[2] != ' ' && line[2] != ')' &&
               line.back() == '(') {
      const std::string cell = line.substr(2, line.find(' ', 2) - 2);
      if (kNoCells.count(cell) != 0) continue;
      const auto found = outputs_of_cells().find(cell);
      if (found == outputs_of_cells().end())
        throw UsageError(fmt::format(
            "switching activity: a netlist with a cell {}, whose outputs are unknown; legal: the "
            "cells LUT4, TRELLIS_FF, TRELLIS_DPR16X4, CCU2C, PFUMX and L6MUX21",
            cell));
      outputs = &found->second;
    }
  }
  return nets;
}

}  // namespace

ObservedNetlist observe_netlist(const std::string& netlist, const std::string& module) {
  const std::string head = fmt::format("module {}(", module);
  const std::size_t begin = netlist.find(head);
  const std::size_t end = netlist.find("\nendmodule", begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw UsageError(fmt::format("netlist: no module {}", module));
  const std::string body = netlist.substr(begin, end - begin);
  const Nets nets = nets_of(body);
  std::string verilog = netlist.substr(0, begin) + head + kActivityPin + ", ";
  verilog += body.substr(head.size());
  verilog += fmt::format("\n  output [{}:0] {};\n", nets.bits - 1, kActivityPin);
  // Word by word, since Verilator takes long for a concatenation of thousands.
  std::vector<std::string> word;
  std::size_t first = 0;
  std::size_t bits = 0;
  for (const auto& [width, net] : nets.by_width) {
    word.push_back(net);
    bits += width;
    if (bits < kWord && first + bits < nets.bits) continue;
    verilog += fmt::format("  assign {}[{}:{}] = {{{}}};\n", kActivityPin, first + bits - 1, first,
                           fmt::join(word, ", "));
    word.clear();
    first += bits;
    bits = 0;
  }
  return {verilog + netlist.substr(end), nets.bits};
}

}  // namespace wayfarer
