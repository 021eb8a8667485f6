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
    if (block.request.clocks) ports.push_back(declaration("input", 1, block.clock_of(t)));
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
    parts.push_back(
        block.request.clocks
            ? fmt::format("m_crossed[{}][{}:{}]", t, block.word_bits() + kMostNumberBits - 1,
                          block.word_bits() + block.request.id_bits)
            : fmt::format("m_tid[{}][{}:{}]", t, kMostNumberBits - 1, block.request.id_bits));
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
  if (!block.request.clocks) return text;
  // What crosses: TLAST, TID and the word, from the highest bits down.
  declare(block.word_bits() + kMostNumberBits + 1, "m_crossed");
  return text + R"(
  // aresetn, in step with the network's clock.
  logic rst_n;
  wf_reset_sync u_reset (
    .clk_i  (aclk),
    .arst_ni(aresetn),
    .rst_no (rst_n)
  );
)";
}

/// The queues between a terminal's clock and the network's. `sent`: TLAST, TDEST and the word.
std::string crossings_of(const ExportedBlock& block, unsigned terminal, const std::string& sent) {
  return fmt::format(R"(  stream_fifo_dual_clock #(.Width({0})) u_{1} (
    .arst_ni        (aresetn),
    .s_axis_clk_i   ({3}),
    .s_axis_tvalid_i({1}_tvalid),
    .s_axis_tready_o({1}_tready),
    .s_axis_tdata_i ({4}),
    .m_axis_clk_i   (aclk),
    .m_axis_tvalid_o(s_tvalid[{5}]),
    .m_axis_tready_i(s_tready[{5}]),
    .m_axis_tdata_o ({{s_tlast[{5}], s_tdest[{5}], s_tdata[{5}]}})
  );
  stream_fifo_dual_clock #(.Width({0})) u_{2} (
    .arst_ni        (aresetn),
    .s_axis_clk_i   (aclk),
    .s_axis_tvalid_i(m_tvalid[{5}]),
    .s_axis_tready_o(m_tready[{5}]),
    .s_axis_tdata_i ({{m_tlast[{5}], m_tid[{5}], m_tdata[{5}]}}),
    .m_axis_clk_i   ({3}),
    .m_axis_tvalid_o({2}_tvalid),
    .m_axis_tready_i({2}_tready),
    .m_axis_tdata_o (m_crossed[{5}])
  );
)",
                     block.word_bits() + kMostNumberBits + 1, block.prefix('s', terminal),
                     block.prefix('m', terminal), block.clock_of(terminal), sent, terminal);
}

std::string assignments_of(const ExportedBlock& block) {
  std::string text;
  const auto assign = [&](const std::string& to, const std::string& from) {
    text += fmt::format("  assign {} = {};\n", to, from);
  };
  for (unsigned t = 0; t < block.terminals(); ++t) {
    const std::string s = block.prefix('s', t), m = block.prefix('m', t);
    const auto inside = [&](const std::string& name) { return fmt::format("{}[{}]", name, t); };
    const std::string dest = fmt::format("{}'({}_tdest)", kMostNumberBits, s);
    if (block.request.clocks) {
      text +=
          crossings_of(block, t, fmt::format("{{{}_tlast, {}, {}}}", s, dest, word_of(block, s)));
      assign(m + "_tlast",
             fmt::format("m_crossed[{}][{}]", t, block.word_bits() + kMostNumberBits));
    } else {
      for (const char* name : {"tvalid", "tlast"})
        assign(inside(fmt::format("s_{}", name)), fmt::format("{}_{}", s, name));
      assign(inside("s_tdata"), word_of(block, s));
      assign(inside("s_tdest"), dest);
      assign(s + "_tready", inside("s_tready"));
      for (const char* name : {"tvalid", "tlast"})
        assign(fmt::format("{}_{}", m, name), inside(fmt::format("m_{}", name)));
      assign(inside("m_tready"), m + "_tready");
    }
    const char* const word = block.request.clocks ? "m_crossed" : "m_tdata";
    const std::string id = block.request.clocks ? word : "m_tid";
    const unsigned id_at = block.request.clocks ? block.word_bits() : 0;
    assign(m + "_tid",
           fmt::format("{}[{}][{}:{}]", id, t, id_at + block.request.id_bits - 1, id_at));
    unsigned at = 0;
    for (const auto& [name, bits] : parts_of_word(block)) {
      assign(fmt::format("{}_{}", m, name),
             fmt::format("{}[{}][{}:{}]", word, t, at + bits - 1, at));
      at += bits;
    }
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
  connect("rst_ni", block.request.clocks ? "rst_n" : "aresetn");
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
         fmt::format(
             R"(//
// Each terminal has an AXI4-Stream in, s*_axis, and out, m*_axis, of {0} bits. TKEEP and TUSER, if
// they are there, are carried with every word as they are. TDEST is the number of
// the terminal that a message is for, the same in all words of a message, which are at most {1}; TID
// is the number of the one that it comes from. {7}
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
             assignments_of(block) + unused_of(block), instance_of(block),
             block.request.clocks
                 ? "aresetn is asynchronous: at least 4 cycles of the\n// slowest clock. Each "
                   "terminal has a clock of its own, in any ratio to aclk, that of the network."
                 : "aresetn is synchronous; one cycle of it is enough.");
}

}  // namespace wayfarer
