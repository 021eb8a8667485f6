#!/usr/bin/env python3
"""The table of all tests in docs/verification.md, with the seconds that each takes.

  times.py BUILD                      checks that it has the tests of ctest, with their labels
  times.py --write BUILD/tests.xml    writes it from what ./tests/run has left there

Tests that were not run keep their seconds.
"""

import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/verification.md"
TABLE = re.compile(r"(?<=<!-- times -->\n).*?(?=<!-- /times -->)", re.DOTALL)
ROW = re.compile(r"^\| `(.+)` \| (.+) \| (.+) \|$", re.MULTILINE)


def known_tests(build):
    """Labels by name, of the tests that ctest knows."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True,
                           text=True, capture_output=True).stdout
    if not json.loads(shown)["tests"]:
        sys.exit(f"times.py: {build} has no tests; legal: a build folder, or tests.xml in one")
    labels = {}
    for test in json.loads(shown)["tests"]:
        properties = {item["name"]: item["value"] for item in test["properties"]}
        labels[test["name"]] = " ".join(properties["LABELS"])
    return labels


def written_tests():
    """(name, label, seconds) for each row of the table."""
    return ROW.findall(TABLE.search(DOCUMENT.read_text())[0])


def write(junit):
    seconds = {name: value for name, _, value in written_tests()}
    for case in xml.etree.ElementTree.parse(junit).iter("testcase"):
        if case.get("status") == "run":
            seconds[case.get("name")] = f"{float(case.get('time')):.1f}"
    rows = ["| Test | Label | Seconds |", "|---|---|---:|"]
    rows += [f"| `{name}` | {label} | {seconds.get(name, '-')} |"
             for name, label in sorted(known_tests(junit.parent).items())]
    table = "\n".join(rows) + "\n"
    DOCUMENT.write_text(TABLE.sub(lambda _: table, DOCUMENT.read_text()))


def main():
    if sys.argv[1] == "--write":
        return write(pathlib.Path(sys.argv[2]))
    known = set(known_tests(sys.argv[1]).items())
    written = {(name, label) for name, label, _ in written_tests()}
    for name, label in sorted(known - written):
        print(f"not in the table: {name}, {label}")
    for name, label in sorted(written - known):
        print(f"in the table, but not a test: {name}, {label}")
    return int(known != written)


if __name__ == "__main__":
    sys.exit(main())
