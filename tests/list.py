#!/usr/bin/env python3
"""Prints all tests with their labels, and the seconds that they took when ./tests/run last ran them.

usage: list.py BUILD [ctest's options that choose tests]
"""

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree


def seconds_of(junit):
    """Seconds by name, from what ./tests/run has left; empty if it has not run."""
    if not junit.is_file():
        return {}
    return {case.get("name"): f"{float(case.get('time')):.1f}"
            for case in xml.etree.ElementTree.parse(junit).iter("testcase")
            if case.get("status") == "run"}


def main():
    build = pathlib.Path(sys.argv[1])
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *sys.argv[2:]],
                           check=True, text=True, capture_output=True).stdout
    seconds = seconds_of(build / "tests.xml")
    for test in sorted(json.loads(shown)["tests"], key=lambda test: test["name"]):
        properties = {item["name"]: item["value"] for item in test["properties"]}
        label = " ".join(properties["LABELS"])
        print(f"{test['name']:<48} {label:<8} {seconds.get(test['name'], '-'):>8}")


if __name__ == "__main__":
    main()
