#!/usr/bin/env python3
"""Prints what has to be built for a selection of tests, one file a line, as Ninja names it.

  needed.py BUILD CTEST_ARGUMENT...

A test needs the files in its command: itself, or build/release/wayfarer as an argument. Further
files are in its property REQUIRED_FILES.
"""

import pathlib
import re
import subprocess
import sys

import ctests


def output(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def definitions(build):
    """The text that defines each test. `ctest --show-only` omits commands that are not yet built."""
    pattern = re.compile(r"^(?:add_test|set_tests_properties)\((?:\[=*\[)?(.+?)(?:\]=*\])? .*$",
                         re.MULTILINE)
    texts = {}
    for file in build.rglob("CTestTestfile.cmake"):
        for match in pattern.finditer(file.read_text()):
            texts[match[1]] = texts.get(match[1], "") + match[0]
    return texts


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    built = {line.rsplit(": ", 1)[0] for line in
             output("ninja", "-C", build, "-t", "targets", "all").splitlines()}
    texts = definitions(build)
    needed = set()
    for name in ctests.known(build, *sys.argv[2:]):
        for word in re.findall(rf'{re.escape(str(build))}/([^";]+)', texts[name]):
            needed |= {word} & built
    print("\n".join(sorted(needed)))


if __name__ == "__main__":
    sys.exit(main())
