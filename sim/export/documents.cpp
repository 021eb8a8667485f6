// What programs and people read: C header, description, README.
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "export/block.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

std::string upper(std::string text) {
  for (char& letter : text)
    letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

}  // namespace

std::string header_text(const ExportedBlock& block) {
  const std::string name = upper(block.request.top);
  std::vector<std::string> rows;
  for (const std::vector<unsigned>& position : block.positions)
    rows.push_back(fmt::format("    {{{}}}", fmt::join(position, ", ")));
  return fmt::format(R"(/* Sizes of {0}.
 * Made by: {1}
 */
#ifndef {2}_H_
#define {2}_H_

#define {2}_TERMINALS {3}
#define {2}_DATA_BITS {4}
#define {2}_MAX_WORDS {5}
#define {2}_DIMENSIONS {6}

/* Causes in the four bits of a terminal in drop. */
#define {2}_DROP_DESTINATION 1
#define {2}_DROP_OVERSIZED 2
#define {2}_DROP_CHANGED 4
#define {2}_DROP_WITHDRAWN 8

/* By terminal, the coordinates of its node. */
static const unsigned short {0}_position[{2}_TERMINALS][{2}_DIMENSIONS] = {{
{7}
}};

#endif
)",
                     block.request.top, block.request.command, name, block.terminals(),
                     block.bits(), block.request.sizes.max_words, block.positions.front().size(),
                     join(rows, ",\n"));
}

std::string description_text(const ExportedBlock& block) {
  nlohmann::ordered_json terminals = nlohmann::ordered_json::array();
  for (unsigned t = 0; t < block.terminals(); ++t) {
    nlohmann::ordered_json destinations = nlohmann::ordered_json::array();
    for (unsigned to = 0; to < block.terminals(); ++to)
      if (block.legal[t][to]) destinations.push_back(to);
    nlohmann::ordered_json terminal = {{"number", t},
                                       {"node", block.nodes[t]},
                                       {"position", block.positions[t]},
                                       {"in", block.prefix('s', t)},
                                       {"out", block.prefix('m', t)}};
    if (block.request.clocks) terminal["clock"] = block.clock_of(t);
    if (destinations.size() < block.terminals()) terminal["destinations"] = destinations;
    terminals.push_back(terminal);
  }
  const nlohmann::ordered_json json = {
      {"top", block.request.top},
      {"family", block.request.config.family()},
      {"configuration", block.request.top + ".toml"},
      {"command", block.request.command},
      {"clock_mhz", block.request.mhz},
      {"data_bits", block.bits()},
      {"keep", block.request.keep},
      {"user_bits", block.request.user_bits},
      {"id_bits", block.request.id_bits},
      {"dest_bits", block.request.dest_bits},
      {"max_words", block.request.sizes.max_words},
      {"keeps_order", family_of(block.request.config).streams_keep_order},
      {"terminals", terminals}};
  return json.dump(1) + "\n";
}

std::string readme_text(const ExportedBlock& block) {
  const char* const flag = family_of(block.request.config).rtl.flag;
  return fmt::format(R"(# {0}

The network {1} ({2}): {3} terminals, each with an AXI4-Stream of {4} bits in and out. Made by:

    {5}

| file | what it is |
|---|---|
| `{0}.sv` | the top, with its parameters fixed |
| `rtl` | the library's sources, under the licence in `LICENSE` |
| `{0}.f`, `{0}.core`, `Bender.yml` | the sources for tools, FuseSoC and Bender |
| `{0}_tb.sv` | a bench to start from |
| `{0}.sdc`, `{0}.xdc` | the clock, {6:g} MHz |
| `{0}.h`, `{0}.json` | terminals, their coordinates and ports, for programs |
| `{0}.toml` | the configuration: `wayfarer run {0}.toml` simulates the network |

A message has 1 to {7} words. Its TDEST is the number of the terminal that it is for; `{0}.json` has where each
terminal is, and which destinations it can reach if these are not all.

Lint, and the bench, with Verilator 5:

    verilator --lint-only -Wall{8} {9} -F {0}.f --top-module {0}

    verilator --binary --timing -Wno-fatal{8} -F {0}.f {0}_tb.sv --top-module {0}_tb
    obj_dir/V{0}_tb

For tools that do not read SystemVerilog, Yosys with slang makes plain Verilog of all sources, `{0}.v`. Icarus
Verilog runs the bench with it: no register has a value before it is written, and an unknown value at an output
ends the run.

    yosys -p 'read_slang --keep-hierarchy -D SYNTHESIS --top {0} -F {0}.f; proc; simplemap t:$bwmux; opt_clean; write_verilog -noattr {0}.v'
    iverilog -g2012 -s {0}_tb -o {0}.vvp {0}.v {0}_tb.sv
    vvp -N {0}.vvp

With FuseSoC:

    fusesoc --cores-root . run --target lint wayfarer:export:{0}
    fusesoc --cores-root . run --target sim wayfarer:export:{0}
)",
                     block.request.top, block.request.config.name, block.request.config.family(),
                     block.terminals(), block.bits(), block.request.command, block.request.mhz,
                     block.request.sizes.max_words, flag == nullptr ? "" : fmt::format(" {}", flag),
                     fmt::join(block.waivers, " "));
}

}  // namespace wayfarer
