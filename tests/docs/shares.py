#!/usr/bin/env python3
"""Checks how tests/shares.py finds tests that have become slower."""

import importlib.util
import pathlib
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
specification = importlib.util.spec_from_file_location("tests_shares", TESTS / "shares.py")
shares = importlib.util.module_from_spec(specification)
specification.loader.exec_module(shares)

TABLE = {"a": 400, "b": 200, "c": 100, "d": 20, "e": 2}


def run(speed=1, **changed):
    """Seconds of a run on a machine of this speed."""
    return {name: share * changed.pop(name, 1) / speed for name, share in TABLE.items()} | {
        name: share / speed for name, share in changed.items()}


class Shares(unittest.TestCase):
    def names(self, seconds):
        return [name for name, _, _ in shares.grown(seconds, TABLE)]

    def test_the_speed_of_the_machine_does_not_count(self):
        self.assertEqual(self.names(run()), [])
        self.assertEqual(self.names(run(speed=50)), [])

    def test_a_test_that_takes_half_more_is_named(self):
        self.assertEqual(self.names(run(speed=50, b=1.6)), ["b"])
        self.assertEqual(shares.grown(run(b=1.6), TABLE), [("b", 320, 200)])
        self.assertEqual(self.names(run(b=1.4)), [])

    def test_others_that_have_become_faster_do_not_count(self):
        self.assertEqual(self.names(run(a=0.1, b=0.1)), [])

    def test_short_tests_may_grow_a_little(self):
        self.assertEqual(self.names(run(e=2.9)), [])
        self.assertEqual(self.names(run(e=4)), ["e"])

    def test_new_tests_must_be_short(self):
        self.assertEqual(self.names(run(new=3)), [])
        self.assertEqual(self.names(run(new=5)), ["new"])

    def test_a_run_of_few_tests_compares_nothing(self):
        self.assertEqual(self.names({"a": 4, "b": 200}), [])

    def test_processor_time_is_that_of_the_children(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "test"
            file.write_text("0m0.010s 0m0.020s\n1m2.500s 0m0.250s\n")
            self.assertEqual(shares.seconds_in(file), 62.75)

    def test_the_table_is_of_quick_tests_that_matter(self):
        text = shares.text_of({"a": 6, "b": 3.99, "c": 0.01})
        self.assertEqual([line for line in text.splitlines() if line[0] != "#"],
                         ["a 600.0", "b 399.0"])
        table = shares.read(shares.TABLE)
        self.assertGreater(len(table), 30)
        self.assertTrue(800 < sum(table.values()) <= 1000, sum(table.values()))


if __name__ == "__main__":
    sys.exit(unittest.main())
