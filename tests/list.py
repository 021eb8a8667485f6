#!/usr/bin/env python3
"""Prints all tests with their labels, the seconds that they took when ./tests/run last ran them, and what they
check, as their sources say.

usage: list.py BUILD [--check] [ctest's options that choose tests]

--check: prints the tests whose source does not say it, and fails if there are any.
"""

import pathlib
import sys
import xml.etree.ElementTree

import ctests


def seconds_of(junit):
    """Seconds by name, from what ./tests/run has left; empty if it has not run."""
    if not junit.is_file():
        return {}
    return {case.get("name"): f"{float(case.get('time')):.1f}"
            for case in xml.etree.ElementTree.parse(junit).iter("testcase")
            if case.get("status") == "run"}


def labels_of(test):
    return next((item["value"] for item in test.get("properties", []) if item["name"] == "LABELS"), [])


def main():
    build, *selection = sys.argv[1:]
    tests = sorted(ctests.shown(build, *(word for word in selection if word != "--check")),
                   key=lambda test: test["name"])
    if "--check" in selection:
        silent = [test["name"] for test in tests if not ctests.what(test)]
        print("\n".join(f"{name}: its source does not say what it checks" for name in silent) or
              f"{len(tests)} tests")
        return 1 if silent or not tests else 0
    seconds = seconds_of(pathlib.Path(build) / "tests.xml")
    for test in tests:
        print(f"{test['name']:<40} {' '.join(labels_of(test)):<8} {seconds.get(test['name'], '-'):>7}  "
              f"{ctests.what(test)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
