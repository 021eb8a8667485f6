#!/usr/bin/env python3
"""Prints all tests with their labels, and the seconds that they took when ./tests/run last ran them.

usage: list.py BUILD [ctest's options that choose tests]
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


def main():
    build = pathlib.Path(sys.argv[1])
    seconds = seconds_of(build / "tests.xml")
    for name, properties in sorted(ctests.known(build, *sys.argv[2:]).items()):
        print(f"{name:<48} {' '.join(properties['LABELS']):<8} {seconds.get(name, '-'):>8}")


if __name__ == "__main__":
    main()
