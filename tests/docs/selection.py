#!/usr/bin/env python3
"""Checks what `./tests/run` would set up and build for a choice of tests.

  selection.py BUILD
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import ctests  # noqa: E402
import needed  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()

# Words of a test's scripts that show what it needs.
TOOLS = {
    "synthesis": r"yowasp-|berkeley-abc",
    "readers": r"verible|iverilog",
    "flows": r"\bfusesoc |tclsh",
    "events": r"from perfetto",
    "schema": r"import jsonschema",
    "pages": r"from selenium",
    "waves": r"xvfb-run",
    "packages": r"pkg-config|dpkg-deb",
    "site": r"sim/packaging/site",
    "notebook": r"import nbclient",
    "release": r"check-jsonschema",
    "python": r"\.tools/wheels",
    "format": r"\"clang-format\"",
    "workflow": r"sim/workflow",
}


def what(*selection):
    """The parts that would be set up, and the files that would be built."""
    lines = subprocess.run([ROOT / "tests/run", "--what", *selection], check=True, text=True,
                           capture_output=True).stdout.splitlines()
    parts = [line.split()[1:] for line in lines if line.startswith("sim/setup ")]
    return sum(parts, []), [line for line in lines if not line.startswith("sim/setup ")]


def scripts(path, found):
    """The scripts that a script imports from the tests' folders, and itself."""
    if path not in found:
        found[path] = path.read_text()
        for name in re.findall(r"^(?:import|from) (\w+)", found[path], re.MULTILINE):
            for other in (path.parent / f"{name}.py", ROOT / "tests" / f"{name}.py"):
                if other.is_file():
                    scripts(other, found)
    return found


class Selection(unittest.TestCase):
    def test_a_module_needs_only_its_own_program(self):
        self.assertEqual(what("-R", "^rtl_wf_fifo$"), ([], ["tests/rtl/common/rtl_wf_fifo"]))

    def test_a_program_may_have_another_name_than_its_test(self):
        self.assertEqual(what("-R", "^speed_smoke$"), ([], ["tests/speed/wayfarer_speed"]))

    def test_a_script_may_need_wayfarer(self):
        self.assertEqual(what("-R", "^docs_deadlock$"), ([], ["wayfarer"]))

    def test_a_script_may_need_tools(self):
        self.assertEqual(what("-R", "^docs_waves$"), (["waves"], ["wayfarer"]))
        self.assertEqual(what("-R", "^workflow_slurm$"), (["cluster", "workflow"], ["wayfarer"]))

    def test_a_program_may_need_tools(self):
        self.assertEqual(what("-R", "^test_lockstep_netlist$"),
                         (["synthesis"], ["tests/cosim/test_lockstep_netlist"]))

    def test_a_script_may_need_nothing(self):
        self.assertEqual(what("-R", "^rtl_lint$"), ([], []))

    def test_selections_add_up(self):
        self.assertEqual(what("-R", "^(rtl_wf_fifo|docs_waves|rtl_readers)$"),
                         (["readers", "synthesis", "waves"],
                          ["tests/rtl/common/rtl_wf_fifo", "wayfarer"]))
        self.assertEqual(what("-R", "^(rtl_wf_fifo|docs_waves|rtl_lint)$", "-L", "quick"),
                         ([], ["tests/rtl/common/rtl_wf_fifo"]))

    def test_a_whole_run_needs_every_part(self):
        declared = re.search(r"^tests=\((.*)\)$", (ROOT / "sim/setup").read_text(), re.MULTILINE)
        self.assertEqual(set(what()[0]) | {"programs"},
                         {*declared[1].split(), "workflow", "cluster"})

    def test_the_processor_time_of_every_test_is_measured(self):
        for name, text in needed.definitions(BUILD).items():
            self.assertIn("/tests/measured", text, f"{name}: wayfarer_add_test in place of add_test")

    def test_scripts_name_the_parts_of_their_tools(self):
        definitions = needed.definitions(BUILD)
        checked = 0
        for name in set(ctests.known(BUILD)) - {"docs_selection"}:  # it has the words themselves
            parts = needed.parts(definitions[name])
            for path in re.findall(r'"([^"]*\.py)"', definitions[name].split("\n")[0]):
                text = "\n".join(scripts(pathlib.Path(path), {}).values())
                missing = {part for part, words in TOOLS.items()
                           if re.search(words, text)} - parts
                self.assertEqual(missing, set(), f"{name}: add to its property SETUP")
                checked += 1
        self.assertGreater(checked, 80)


if __name__ == "__main__":
    sys.exit(unittest.main())
