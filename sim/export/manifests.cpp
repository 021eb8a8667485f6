// What other flows read: file list, FuseSoC core, Bender manifest, constraints.
#include <algorithm>

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"
#include "export/block.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

/// A line for each source, with this in front.
std::string lines_of(const ExportedBlock& block, const std::string& before) {
  std::string text;
  for (const std::string& source : block.sources) text += before + source + "\n";
  return text;
}

}  // namespace

std::string list_text(const ExportedBlock& block) {
  std::string text = block.head("//", "Sources of " + block.request.top +
                                          ". From any folder: -F PATH/" + block.request.top + ".f");
  for (const std::string& folder : block.include_folders) text += "+incdir+" + folder + "\n";
  return text + lines_of(block, "") + block.request.top + ".sv\n";
}

std::string core_text(const ExportedBlock& block) {
  std::string headers;
  for (const std::string& waiver : block.waivers)
    headers += fmt::format("      - {}: {{file_type: vlt}}\n", waiver);
  for (const std::string& header : block.headers)
    headers += fmt::format("      - {}: {{is_include_file: true, include_path: {}}}\n", header,
                           header.substr(0, header.rfind('/')));
  const char* const flag = family_of(block.request.config).rtl.flag;
  return "CAPI=2:\n" + block.head("#", "FuseSoC core of " + block.request.top + ".") +
         fmt::format(R"(name: wayfarer:export:{0}:1.0.0
description: "The network {1} with AXI4-Streams"

filesets:
  rtl:
    file_type: systemVerilogSource
    files:
{2}{3}      - {0}.sv
  bench:
    file_type: systemVerilogSource
    files:
      - {0}_tb.sv

targets:
  default:
    filesets: [rtl]
    toplevel: {0}
  lint:
    description: Verilator's warnings
    filesets: [rtl]
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall{4}]
    toplevel: {0}
  sim:
    description: The bench with Verilator
    filesets: [rtl, bench]
    flow: sim
    flow_options:
      tool: verilator
      mode: binary
      verilator_options: [--timing, -Wno-fatal{4}]
    toplevel: {0}_tb
)",
                     block.request.top, block.request.config.name, headers,
                     lines_of(block, "      - "), flag == nullptr ? "" : fmt::format(", {}", flag));
}

std::string bender_text(const ExportedBlock& block) {
  return block.head("#", "Bender's manifest of " + block.request.top + ".") +
         fmt::format("package:\n  name: {}\n\nexport_include_dirs:\n", block.request.top) +
         [&] {
           std::string text;
           for (const std::string& folder : block.include_folders) text += "  - " + folder + "\n";
           return text;
         }() +
         "\nsources:\n" + lines_of(block, "  - ") +
         fmt::format("  - {0}.sv\n  - target: test\n    files:\n      - {0}_tb.sv\n",
                     block.request.top);
}

std::string constraints_text(const ExportedBlock& block, bool vivado) {
  const double period = 1000.0 / block.request.mhz;
  std::string text =
      block.head(
          "#", fmt::format("The clock of {}, of {:g} MHz.", block.request.top, block.request.mhz)) +
      fmt::format("create_clock -name aclk -period {:.3f} [get_ports aclk]\n", period);
  if (!block.request.clocks) return text;
  text += "# Clocks of terminals: put their own periods here.\n";
  for (unsigned t = 0; t < block.terminals(); ++t)
    text += fmt::format("create_clock -name {0} -period {1:.3f} [get_ports {0}]\n",
                        block.clock_of(t), period);
  text += "# The queues between them.\n";
  if (vivado)
    return text + fmt::format("#   read_xdc -ref stream_fifo_dual_clock {}.xdc\n", kCrossing);
  const std::string path = (data_folder("rtl").parent_path() / kCrossing).string() + ".sdc";
  std::vector<std::string> lines = split(read_text(path, "constraints of the library"), '\n');
  lines.erase(std::remove_if(lines.begin(), lines.end(),
                             [](const std::string& line) { return line.rfind("set_", 0) != 0; }),
              lines.end());
  text += fmt::format("set period {:.3f}\n", period);
  for (unsigned t = 0; t < block.terminals(); ++t)
    for (const char side : {'s', 'm'})
      text += fmt::format("set fifo u_{}\n{}\n", block.prefix(side, t), join(lines, "\n"));
  return text;
}

}  // namespace wayfarer
