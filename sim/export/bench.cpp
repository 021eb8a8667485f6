// A bench to start from: random messages between all terminals, each of which must arrive once.
#include <fmt/format.h>

#include "core/text.hpp"
#include "export/block.hpp"

namespace wayfarer {
namespace {

/// A row of flags as a SystemVerilog number, destination 0 in the lowest bit.
std::string flags_text(const std::vector<bool>& flags) {
  std::string digits;
  for (std::size_t digit = (flags.size() + 3) / 4; digit-- > 0;) {
    unsigned value = 0;
    for (std::size_t bit = 0; bit < 4; ++bit)
      if (4 * digit + bit < flags.size() && flags[4 * digit + bit]) value |= 1u << bit;
    digits += fmt::format("{:x}", value);
  }
  return fmt::format("{}'h{}", flags.size(), digits);
}

/// TKEEP or TUSER: a word's value is a function of its message and place.
struct SideSignal {
  const char* port;
  const char* sent;
  const char* received;
  const char* value;  ///< The function, of source, message, place and whether the word is the last.
  unsigned bits;
  const char* body;
};

std::vector<SideSignal> side_signals(const ExportedBlock& block) {
  std::vector<SideSignal> all;
  if (block.request.keep)
    all.push_back({"tkeep", "s_keep", "m_keep", "keep_of", block.bits() / 8,
                   "if (last) keep_of = keep_of >> (source + message + place) % $bits(keep_of);"});
  if (block.request.user_bits > 0)
    all.push_back({"tuser", "s_user", "m_user", "user_of", block.request.user_bits,
                   "user_of = $bits(user_of)'(source * 37 + message * 5 + place + int'(last));"});
  return all;
}

std::string side_declarations(const ExportedBlock& block) {
  std::string text;
  for (const SideSignal& side : side_signals(block))
    text += fmt::format(R"(  logic [{0}:0] {1} [Terminals], {2} [Terminals];
  /* verilator lint_off UNUSEDSIGNAL */
  function automatic logic [{0}:0] {3}(int source, int message, int place, logic last);
    {3} = '1;
    {4}
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */
)",
                        side.bits - 1, side.sent, side.received, side.value, side.body);
  return text;
}

std::string side_sources(const ExportedBlock& block) {
  std::string text;
  for (const SideSignal& side : side_signals(block))
    text += fmt::format("\n          {}[t]  <= {}(t, sent[t], word, word == words - 1);", side.sent,
                        side.value);
  return text;
}

std::string side_checks(const ExportedBlock& block) {
  std::string text;
  for (const SideSignal& side : side_signals(block))
    text += fmt::format(R"(
        else if ({0}[t] != {1}(source, number, place, m_last[t]))
          $fatal(1, "terminal %0d: {2} %h of word %0d of message %0d of %0d, not %h", t, {0}[t], place, number, source,
                 {1}(source, number, place, m_last[t]));)",
                        side.received, side.value, side.port);
  return text;
}

std::string connections_of(const ExportedBlock& block) {
  std::vector<std::string> lines = {"    .aclk(clk)", "    .aresetn(rst_n)"};
  for (unsigned t = 0; t < block.terminals(); ++t) {
    const std::string s = block.prefix('s', t), m = block.prefix('m', t);
    if (block.request.clocks)
      lines.push_back(fmt::format("    .{}(gen_clock[{}].clk)", block.clock_of(t), t));
    const auto add = [&](const std::string& prefix, const char* name, const char* array) {
      lines.push_back(fmt::format("    .{}_{}({}[{}])", prefix, name, array, t));
    };
    add(s, "tvalid", "s_valid");
    add(s, "tready", "s_ready");
    add(s, "tdata", "s_data");
    for (const SideSignal& side : side_signals(block)) {
      add(s, side.port, side.sent);
      add(m, side.port, side.received);
    }
    add(s, "tdest", "s_dest");
    add(s, "tlast", "s_last");
    add(m, "tvalid", "m_valid");
    add(m, "tready", "m_ready");
    add(m, "tdata", "m_data");
    add(m, "tid", "m_id");
    add(m, "tlast", "m_last");
  }
  lines.emplace_back("    .drop(drop)");
  for (const StreamPort& port : block.other_ports())
    lines.push_back(fmt::format("    .{}({})", outer_name(port), port.output ? "" : "'0"));
  return join(lines, ",\n");
}

}  // namespace

std::string bench_text(const ExportedBlock& block) {
  std::vector<std::string> rows;
  for (std::size_t source = block.legal.size(); source-- > 0;)
    rows.push_back("    " + flags_text(block.legal[source]));
  return block.source_head("A bench of " + block.request.top + " to start from.") +
         fmt::format(R"(//
// Every terminal sends Messages messages of random length to random destinations that it can reach,
// with gaps; sinks hold words back at random. Each message arrives once, whole, in order of its
// words, where it was sent to. A word has its message's number and its place in it, of which
// TKEEP and TUSER are functions.
`timescale 1ns / 1ps

module {0}_tb #(
  parameter int Messages = 20,   // of each terminal
  parameter int Limit    = 200000  // cycles
);

  localparam int Terminals = {1};
  localparam int MaxWords  = {2};
  localparam int Bits      = {3};
  localparam int IdBits    = {6};
  localparam int DestBits  = {7};
  // By source, the last one first, the destinations that it can reach.
  localparam logic [Terminals*Terminals-1:0] Legal = {{
{4}
  }};

  logic clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;
  initial begin
    repeat ({9}) @(posedge clk);
    rst_n <= 1'b1;
  end
{10}
  logic            s_valid [Terminals], s_ready [Terminals], s_last [Terminals];
  logic [Bits-1:0] s_data [Terminals];
  logic [DestBits-1:0] s_dest [Terminals];
  logic            m_valid [Terminals], m_ready [Terminals], m_last [Terminals];
  logic [Bits-1:0] m_data [Terminals];
  logic [IdBits-1:0] m_id [Terminals];
  logic [4*Terminals-1:0] drop;
{11}
  /* verilator lint_off PINCONNECTEMPTY */
  {0} u_dut (
{5}
  );
  /* verilator lint_on PINCONNECTEMPTY */

  int sent [Terminals], received [Terminals], expected;
  logic [15:0] to [Terminals][Messages];  // of each message
  logic done [Terminals][Messages];

  for (genvar t = 0; t < Terminals; t++) begin : gen_terminal
    int word, words, next;
    int unsigned place;
    int source, number;

    // The source: valid data stay until they are taken.
    always @(posedge {8}) begin
      if (!rst_n) begin
        s_valid[t] <= 1'b0;
        sent[t] = 0;
        word = 0;
        words = 0;
      end else begin
        if (s_valid[t] && s_ready[t]) begin
          word = word + 1;
          if (word == words) sent[t] = sent[t] + 1;
        end
        if (!s_valid[t] || s_ready[t]) begin
          if (word == words && sent[t] < Messages && |Legal[t*Terminals+:Terminals]) begin
            next = $urandom_range(Terminals - 1);
            while (!Legal[t*Terminals+next]) next = (next + 1) % Terminals;
            to[t][sent[t]] = 16'(next);
            done[t][sent[t]] = 1'b0;
            word = 0;
            words = $urandom_range(MaxWords, 1);
            expected = expected + 1;
          end
          s_valid[t] <= word < words && $urandom_range(3) != 0;
          s_data[t]  <= Bits'({{16'(word), 16'(sent[t])}});
          s_dest[t]  <= sent[t] < Messages ? DestBits'(to[t][sent[t]]) : '0;
          s_last[t]  <= word == words - 1;{12}
        end
      end
    end

    // The sink.
    always @(posedge {8}) begin
      m_ready[t] <= rst_n && $urandom_range(3) != 0;
      if (!rst_n) begin
        received[t] = 0;
        place = 0;
      end else if (m_valid[t] && m_ready[t]) begin
        source = int'(m_id[t]);
        number = int'(m_data[t][15:0]);
        if (source >= Terminals || number >= Messages || int'(to[source][number]) != t)
          $fatal(1, "terminal %0d: a word that it was not sent, from %0d", t, source);
        else if (done[source][number])
          $fatal(1, "terminal %0d: message %0d of %0d comes twice", t, number, source);
        else if (m_data[t][31:16] != 16'(place))
          $fatal(1, "terminal %0d: word %0d of message %0d of %0d, not %0d", t, m_data[t][31:16],
                 number, source, place);{13}
        place = place + 1;
        if (m_last[t]) begin
          done[source][number] = 1'b1;
          received[t] = received[t] + 1;
          place = 0;
        end
      end
    end

    // Data may be unknown, in simulators that have unknown values, where nothing is valid.
    always @(posedge {8})
      if (rst_n && (^{{s_ready[t], m_valid[t]}} === 1'bx ||
                    (m_valid[t] && ^{{m_data[t], m_id[t], m_last[t]}} === 1'bx)))
        $fatal(1, "terminal %0d: unknown values", t);

    always @(posedge clk)
      if (rst_n && ^drop[4*t+:4] === 1'bx) $fatal(1, "terminal %0d: drop is unknown", t);
      else if (rst_n && drop[4*t+:4] != '0) $fatal(1, "terminal %0d: drop %b", t, drop[4*t+:4]);
  end

  int cycle, arrived, left;
  initial expected = 0;
  always @(posedge clk) begin
    cycle   = cycle + 1;
    arrived = 0;
    left    = 0;
    for (int t = 0; t < Terminals; t++) begin
      arrived = arrived + received[t];
      if (|Legal[t*Terminals+:Terminals] && sent[t] < Messages) left = left + 1;
    end
    if (rst_n && left == 0 && arrived == expected && expected > 0) begin
      $display("{0}_tb: %0d messages arrived in %0d cycles", arrived, cycle);
      $finish;
    end
    if (cycle == Limit) $fatal(1, "after %0d cycles %0d of %0d messages have arrived", cycle, arrived, expected);
  end

endmodule
)",
                     block.request.top, block.terminals(), block.request.sizes.max_words,
                     block.bits(), join(rows, ",\n"), connections_of(block), block.request.id_bits,
                     block.request.dest_bits, block.request.clocks ? "gen_clock[t].clk" : "clk",
                     block.request.clocks ? 16 : 4,
                     block.request.clocks ? R"(
  // Faster and slower than the network's.
  for (genvar t = 0; t < Terminals; t++) begin : gen_clock
    logic clk = 1'b0;
    always #(2.3 + 1.7 * (t % 5)) clk = !clk;
  end
)"
                                          : "",
                     side_declarations(block), side_sources(block), side_checks(block));
}

}  // namespace wayfarer
