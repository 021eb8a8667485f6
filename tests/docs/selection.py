#!/usr/bin/env python3
"""Checks what `./tests/run` would build for a choice of tests."""

import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def what(*selection):
    return subprocess.run([ROOT / "tests/run", "--what", *selection], check=True, text=True,
                          capture_output=True).stdout.split()


class Selection(unittest.TestCase):
    def test_a_module_needs_only_its_own_program(self):
        self.assertEqual(what("-R", "^rtl_wf_fifo$"), ["tests/rtl/common/rtl_wf_fifo"])

    def test_a_program_may_have_another_name_than_its_test(self):
        self.assertEqual(what("-R", "^speed_smoke$"), ["tests/speed/wayfarer_speed"])

    def test_a_script_may_need_wayfarer(self):
        self.assertEqual(what("-R", "^docs_waves$"), ["wayfarer"])

    def test_a_script_may_need_nothing(self):
        self.assertEqual(what("-R", "^rtl_lint$"), [])

    def test_selections_add_up(self):
        self.assertEqual(what("-R", "^(rtl_wf_fifo|docs_waves|rtl_lint)$"),
                         ["tests/rtl/common/rtl_wf_fifo", "wayfarer"])
        self.assertEqual(what("-R", "^(rtl_wf_fifo|docs_waves|rtl_lint)$", "-L", "quick"),
                         ["tests/rtl/common/rtl_wf_fifo"])


if __name__ == "__main__":
    sys.exit(unittest.main())
