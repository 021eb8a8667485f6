// The top: numbered AXI4-Stream ports, stream_axis, and the network with its parameters.
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text.hpp"
#include "export/block.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kDropBits = 4;
constexpr unsigned kNumberBits = 16;

/// A signal of a terminal's stream.
struct Signal {
  const char* name;
  char side;      ///< 's' into the network, 'm' out of it.
  bool output;    ///< Of the top.
  unsigned bits;  ///< 0: the top has no such port.
  unsigned wide;  ///< Of stream_axis's port; 0: a bit.
};

std::vector<Signal> signals_of(const ExportedBlock& block) {
  const unsigned data = block.bits(), bytes = data / 8, number = block.number_bits();
  const unsigned keep = block.request.keep ? bytes : 0, user = block.request.user_bits;
  const unsigned user_port = user == 0 ? 1 : user;
  return {{"tvalid", 's', false, 1, 0},
          {"tready", 's', true, 1, 0},
          {"tdata", 's', false, data, data},
          {"tkeep", 's', false, keep, bytes},
          {"tuser", 's', false, user, user_port},
          {"tdest", 's', false, number, number},
          {"tlast", 's', false, 1, 0},
          {"tvalid", 'm', true, 1, 0},
          {"tready", 'm', false, 1, 0},
          {"tdata", 'm', true, data, data},
          {"tkeep", 'm', true, keep, bytes},
          {"tuser", 'm', true, user, user_port},
          {"tid", 'm', true, number, number},
          {"tlast", 'm', true, 1, 0}};
}

std::string range_text(unsigned bits) { return bits <= 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

/// "loaded" of loaded_o.
std::string outer_name(const StreamPort& port) { return port.name.substr(0, port.name.rfind('_')); }

const std::vector<StreamPort>& other_ports(const ExportedBlock& block) {
  return family_of(block.request.config).streams_ports;
}

std::string ports_of(const ExportedBlock& block) {
  std::vector<std::string> ports;
  const auto add = [&](bool output, unsigned bits, const std::string& name) {
    ports.push_back(
        fmt::format("  {} logic {}{}", output ? "output" : "input ", range_text(bits), name));
  };
  add(false, 1, "aclk");
  add(false, 1, "aresetn");
  for (unsigned t = 0; t < block.terminals(); ++t)
    for (const Signal& signal : signals_of(block))
      if (signal.bits != 0)
        add(signal.output, signal.bits,
            fmt::format("{}_{}", block.prefix(signal.side, t), signal.name));
  add(true, kDropBits * block.terminals(), "drop");
  for (const StreamPort& port : other_ports(block))
    add(port.output, port.width * (port.per_terminal ? block.terminals() : 1), outer_name(port));
  return join(ports, ",\n");
}

/// Vectors of all terminals, on the ports; arrays of words, between stream_axis and the network.
std::string declarations_of(const ExportedBlock& block) {
  const unsigned terminals = block.terminals();
  std::string text;
  for (const Signal& signal : signals_of(block)) {
    if (signal.bits == 0 && signal.output) continue;
    const std::string name = fmt::format("{}_{}", signal.side, signal.name);
    text += fmt::format("  logic [{}:0]{} {};\n", terminals - 1,
                        signal.wide == 0 ? "" : fmt::format("[{}:0]", signal.wide - 1), name);
    for (unsigned t = 0; t < terminals; ++t) {
      const std::string port = fmt::format("{}_{}", block.prefix(signal.side, t), signal.name);
      const std::string inside = fmt::format("{}[{}]", name, t);
      if (signal.bits == 0)
        text += fmt::format("  assign {} = '{};\n", inside,
                            signal.name == std::string("tkeep") ? 1 : 0);
      else
        text += fmt::format("  assign {} = {};\n", signal.output ? port : inside,
                            signal.output ? inside : port);
    }
  }
  const auto array = [&](unsigned bits, const std::string& name) {
    text += fmt::format("  logic {}{} [{}];\n", range_text(bits), name, terminals);
  };
  const unsigned word =
      block.bits() + (block.request.keep ? block.bits() / 8 : 0) + block.request.user_bits;
  for (const char* name : {"in_valid", "in_ready", "in_last", "out_valid", "out_ready", "out_last"})
    array(1, name);
  for (const char* name : {"in_data", "out_data"}) array(word, name);
  for (const char* name : {"in_dest", "out_id"}) array(kNumberBits, name);
  array(kDropBits, "dropped");
  for (const StreamPort& port : other_ports(block))
    if (port.per_terminal) array(port.width, outer_name(port) + "_of");
  for (unsigned t = 0; t < terminals; ++t) {
    text += fmt::format("  assign drop[{}+:{}] = dropped[{}];\n", kDropBits * t, kDropBits, t);
    for (const StreamPort& port : other_ports(block))
      if (port.per_terminal)
        text += fmt::format("  assign {0}[{1}+:{2}] = {0}_of[{3}];\n", outer_name(port),
                            port.width * t, port.width, t);
  }
  return text;
}

using Connections = std::vector<std::pair<std::string, std::string>>;

std::string instance(const std::string& module, const std::string& name,
                     const Connections& parameters, const Connections& ports) {
  const auto lines = [](const Connections& connections) {
    std::vector<std::string> parts;
    for (const auto& [port, signal] : connections)
      parts.push_back(fmt::format("    .{}({})", port, signal));
    return join(parts, ",\n");
  };
  return fmt::format("  {} #(\n{}\n  ) {} (\n{}\n  );\n", module, lines(parameters), name,
                     lines(ports));
}

/// The ports for words: those of the network, with `in` as the ending of what goes into it, or
/// those of stream_axis, which are the other side.
Connections words(const std::string& s, const std::string& m, char in, char out) {
  const auto port = [](const std::string& prefix, const char* name, char ending) {
    return fmt::format("{}_{}_{}", prefix, name, ending);
  };
  return {{port(s, "tvalid", in), "in_valid"},  {port(s, "tready", out), "in_ready"},
          {port(s, "tdata", in), "in_data"},    {port(s, "tdest", in), "in_dest"},
          {port(s, "tlast", in), "in_last"},    {port(m, "tvalid", out), "out_valid"},
          {port(m, "tready", in), "out_ready"}, {port(m, "tdata", out), "out_data"},
          {port(m, "tid", out), "out_id"},      {port(m, "tlast", out), "out_last"}};
}

std::string axis_of(const ExportedBlock& block) {
  const ExportRequest& request = block.request;
  Connections ports;
  for (const Signal& signal : signals_of(block))
    ports.emplace_back(
        fmt::format("{}_axis_{}_{}", signal.side, signal.name, signal.output ? 'o' : 'i'),
        signal.bits == 0 && signal.output ? std::string()
                                          : fmt::format("{}_{}", signal.side, signal.name));
  for (const auto& word : words("word", "word", 'o', 'i')) ports.push_back(word);
  const std::string number = fmt::format("{}", block.number_bits());
  return instance("stream_axis", "u_axis",
                  {{"Terminals", fmt::format("{}", block.terminals())},
                   {"DataWidth", fmt::format("{}", block.bits())},
                   {"KeepEnable", fmt::format("1'b{}", request.keep ? 1 : 0)},
                   {"UserWidth", fmt::format("{}", request.user_bits)},
                   {"IdWidth", number},
                   {"DestWidth", number}},
                  ports);
}

std::string network_of(const ExportedBlock& block) {
  Connections ports = {{"clk_i", "aclk"}, {"rst_ni", "aresetn"}, {"drop_o", "dropped"}};
  for (const auto& word : words("s_axis", "m_axis", 'i', 'o')) ports.push_back(word);
  for (const StreamPort& port : other_ports(block))
    ports.emplace_back(port.name, outer_name(port) + (port.per_terminal ? "_of" : ""));
  return instance(streams_top(block.request.config), "u_network", block.parameters, ports);
}

}  // namespace

std::string top_text(const ExportedBlock& block) {
  const NetworkConfig& config = block.request.config;
  return "// SPDX-License-Identifier: Apache-2.0\n//\n" +
         block.head("//",
                    fmt::format("{}: the network {} ({}) with {} terminals.", block.request.top,
                                config.name, config.family(), block.terminals())) +
         fmt::format(R"(//
// Each terminal has an AXI4-Stream in, s*_axis, and out, m*_axis, of {0} bits. TDEST is the number of
// the terminal that a message is for, the same in all words of a message, which are at most {1}; TID
// is the number of the one that it comes from. TKEEP and TUSER, if there, arrive as they were sent. aresetn is synchronous; one cycle of it is enough.
// drop has four bits for each terminal: messages with an illegal TDEST, with too many words, whose
// TDEST changes, and words that are withdrawn; each is high for one cycle.
`default_nettype none

module {2} (
{3}
);

{4}
  /* verilator lint_off PINCONNECTEMPTY */
{5}
{6}  /* verilator lint_on PINCONNECTEMPTY */

endmodule

`default_nettype wire
)",
                     block.bits(), block.request.sizes.max_words, block.request.top,
                     ports_of(block), declarations_of(block), axis_of(block), network_of(block));
}

}  // namespace wayfarer
