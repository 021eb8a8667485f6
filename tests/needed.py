#!/usr/bin/env python3
"""Prints what a selection of tests needs.

  needed.py BUILD CTEST_ARGUMENT...

The first line is the call of sim/setup for the parts that not every test needs, unless there are none;
then comes what has to be built, one file a line, as Ninja names it.

A test needs the files in its command: itself, or build/release/wayfarer as an argument. Further
files are in its property REQUIRED_FILES, and the parts of sim/setup in its property SETUP.
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


def files(build, texts):
    built = {line.rsplit(": ", 1)[0] for line in
             output("ninja", "-C", build, "-t", "targets", "all").splitlines()}
    return {word for text in texts
            for word in re.findall(rf'{re.escape(str(build))}/([^";]+)', text)} & built


def parts(text):
    """The parts of sim/setup that a test's definition names."""
    return {part for value in re.findall(r' SETUP "([^"]*)"', text) for part in value.split(";")}


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    defined = definitions(build)
    texts = [defined[name] for name in ctests.known(build, *sys.argv[2:])]
    to_set_up = sorted(set().union(*(parts(text) for text in texts)))
    calls = [" ".join(["sim/setup", *to_set_up])] if to_set_up else []
    print("\n".join(calls + sorted(files(build, texts))))


if __name__ == "__main__":
    sys.exit(main())
