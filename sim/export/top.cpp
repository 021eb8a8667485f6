// The top: numbered AXI4-Stream ports, and the network with its parameters.
#include <fmt/format.h>

#include "core/text.hpp"
#include "export/block.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kDropBits = 4;

std::string declaration(const char* direction, unsigned width, const std::string& name) {
  return fmt::format("  {:6} logic {}{}", direction, range_text(width), name);
}

/// What a word carries, the lowest bits first.
std::vector<std::pair<std::string, unsigned>> parts_of_word(const ExportedBlock& block) {
  std::vector<std::pair<std::string, unsigned>> parts = {{"tdata", block.bits()}};
  if (block.request.keep) parts.emplace_back("tkeep", block.keep_bits());
  if (block.request.user_bits > 0) parts.emplace_back("tuser", block.request.user_bits);
  return parts;
}

/// TKEEP and TUSER of a side, if the block has them.
void add_sideband(const ExportedBlock& block, const char* direction, const std::string& prefix,
                  std::vector<std::string>& ports) {
  for (const auto& [name, bits] : parts_of_word(block))
    if (name != "tdata")
      ports.push_back(declaration(direction, bits, fmt::format("{}_{}", prefix, name)));
}

std::vector<std::string> ports_of(const ExportedBlock& block) {
  std::vector<std::string> ports = {declaration("input", 1, "aclk"),
                                    declaration("input", 1, "aresetn")};
  for (unsigned t = 0; t < block.terminals(); ++t) {
    const std::string s = block.prefix('s', t), m = block.prefix('m', t);
    ports.push_back(declaration("input", 1, s + "_tvalid"));
    ports.push_back(declaration("output", 1, s + "_tready"));
    ports.push_back(declaration("input", block.bits(), s + "_tdata"));
    add_sideband(block, "input", s, ports);
    ports.push_back(declaration("input", block.request.dest_bits, s + "_tdest"));
    ports.push_back(declaration("input", 1, s + "_tlast"));
    ports.push_back(declaration("output", 1, m + "_tvalid"));
    ports.push_back(declaration("input", 1, m + "_tready"));
    ports.push_back(declaration("output", block.bits(), m + "_tdata"));
    add_sideband(block, "output", m, ports);
    ports.push_back(declaration("output", block.request.id_bits, m + "_tid"));
    ports.push_back(declaration("output", 1, m + "_tlast"));
  }
  ports.push_back(declaration("output", kDropBits * block.terminals(), "drop"));
  for (const StreamPort& port : block.other_ports())
    ports.push_back(declaration(port.output ? "output" : "input",
                                port.width * (port.per_terminal ? block.terminals() : 1),
                                outer_name(port)));
  return ports;
}

std::string word_of(const ExportedBlock& block, const std::string& prefix) {
  std::vector<std::string> names;
  for (const auto& part : parts_of_word(block))
    names.insert(names.begin(), fmt::format("{}_{}", prefix, part.first));
  return names.size() == 1 ? names.front() : "{" + join(names, ", ") + "}";
}

/// Bits of a number that its port lacks: zeros, as the network has fewer terminals.
std::string unused_of(const ExportedBlock& block) {
  if (block.request.id_bits == kMostNumberBits) return "";
  std::vector<std::string> parts;
  for (unsigned t = 0; t < block.terminals(); ++t)
    parts.push_back(fmt::format("m_tid[{}][{}:{}]", t, kMostNumberBits - 1, block.request.id_bits));
  return fmt::format("  logic unused_tid;\n  assign unused_tid = ^{{{}}};\n",
                     join(parts, ",\n                        "));
}

/// The network's arrays, one element for each terminal.
std::string signals_of(const ExportedBlock& block) {
  std::string text;
  const auto declare = [&](unsigned width, const std::string& name) {
    text += fmt::format("  logic {}{} [{}];\n", range_text(width), name, block.terminals());
  };
  for (const char* name : {"s_tvalid", "s_tready", "s_tlast", "m_tvalid", "m_tready", "m_tlast"})
    declare(1, name);
  for (const char* name : {"s_tdata", "m_tdata"}) declare(block.word_bits(), name);
  for (const char* name : {"s_tdest", "m_tid"}) declare(kMostNumberBits, name);
  declare(kDropBits, "dropped");
  for (const StreamPort& port : block.other_ports())
    if (port.per_terminal) declare(port.width, outer_name(port) + "_of");
  return text;
}

std::string assignments_of(const ExportedBlock& block) {
  std::string text;
  const auto assign = [&](const std::string& to, const std::string& from) {
    text += fmt::format("  assign {} = {};\n", to, from);
  };
  for (unsigned t = 0; t < block.terminals(); ++t) {
    const std::string s = block.prefix('s', t), m = block.prefix('m', t);
    const auto inside = [&](const std::string& name) { return fmt::format("{}[{}]", name, t); };
    for (const char* name : {"tvalid", "tlast"})
      assign(inside(fmt::format("s_{}", name)), fmt::format("{}_{}", s, name));
    assign(inside("s_tdata"), word_of(block, s));
    assign(inside("s_tdest"), fmt::format("{}'({}_tdest)", kMostNumberBits, s));
    assign(s + "_tready", inside("s_tready"));
    for (const char* name : {"tvalid", "tlast"})
      assign(fmt::format("{}_{}", m, name), inside(fmt::format("m_{}", name)));
    assign(m + "_tid", fmt::format("m_tid[{}][{}:0]", t, block.request.id_bits - 1));
    unsigned at = 0;
    for (const auto& [name, bits] : parts_of_word(block)) {
      assign(fmt::format("{}_{}", m, name),
             fmt::format("m_tdata[{}][{}:{}]", t, at + bits - 1, at));
      at += bits;
    }
    assign(inside("m_tready"), m + "_tready");
    assign(fmt::format("drop[{}+:{}]", kDropBits * t, kDropBits), inside("dropped"));
    for (const StreamPort& port : block.other_ports())
      if (port.per_terminal)
        assign(fmt::format("{}[{}+:{}]", outer_name(port), port.width * t, port.width),
               inside(outer_name(port) + "_of"));
  }
  return text;
}

std::string instance_of(const ExportedBlock& block) {
  std::vector<std::string> parameters, connections;
  for (const auto& [name, value] : block.parameters)
    parameters.push_back(fmt::format("    .{}({})", name, value));
  const auto connect = [&](const std::string& port, const std::string& signal) {
    connections.push_back(fmt::format("    .{}({})", port, signal));
  };
  connect("clk_i", "aclk");
  connect("rst_ni", "aresetn");
  for (const char* name : {"tvalid", "tdata", "tdest", "tlast"})
    connect(fmt::format("s_axis_{}_i", name), fmt::format("s_{}", name));
  connect("s_axis_tready_o", "s_tready");
  for (const char* name : {"tvalid", "tdata", "tid", "tlast"})
    connect(fmt::format("m_axis_{}_o", name), fmt::format("m_{}", name));
  connect("m_axis_tready_i", "m_tready");
  connect("drop_o", "dropped");
  for (const StreamPort& port : block.other_ports())
    connect(port.name, outer_name(port) + (port.per_terminal ? "_of" : ""));
  return fmt::format("  {} #(\n{}\n  ) u_network (\n{}\n  );\n", streams_top(block.request.config),
                     join(parameters, ",\n"), join(connections, ",\n"));
}

}  // namespace

std::string top_text(const ExportedBlock& block) {
  const NetworkConfig& config = block.request.config;
  return block.source_head(fmt::format("{}: the network {} ({}) with {} terminals.",
                                       block.request.top, config.name, config.family(),
                                       block.terminals())) +
         fmt::format(R"(//
// Each terminal has an AXI4-Stream in, s*_axis, and out, m*_axis, of {0} bits. TKEEP and TUSER, if
// they are there, are carried with every word as they are. TDEST is the number of
// the terminal that a message is for, the same in all words of a message, which are at most {1}; TID
// is the number of the one that it comes from. aresetn is synchronous; one cycle of it is enough.
// drop has four bits for each terminal: messages with an illegal TDEST, with too many words, whose
// TDEST changes, and words that are withdrawn; each is high for one cycle.
`default_nettype none

module {2} (
{3}
);

{4}
{5}
{6}
endmodule

`default_nettype wire
)",
                     block.bits(), block.request.sizes.max_words, block.request.top,
                     join(ports_of(block), ",\n"), signals_of(block),
                     assignments_of(block) + unused_of(block), instance_of(block));
}

}  // namespace wayfarer
