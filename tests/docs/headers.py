#!/usr/bin/env python3
"""Each C++ header compiles alone: it includes what it uses.

usage: headers.py BUILD [HEADER ...]   default: all of them
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import compile_options  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]


def all_headers():
    names = subprocess.run(["git", "ls-files", "*.hpp", "*.h"], cwd=ROOT, text=True, capture_output=True,
                           check=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def compiled(source, options):
    """What the compiler says of a source; empty: nothing."""
    done = subprocess.run(["clang++", "-fsyntax-only", "-x", "c++", *WARNINGS, *options, "-"], input=source,
                          cwd=ROOT, text=True, capture_output=True, check=False)
    return "" if done.returncode == 0 else done.stderr or "it does not compile"


def fault(name, known):
    said = compiled(f'#include "{ROOT / name}"\n', compile_options.options_for(ROOT / name, known))
    return f"{name} does not compile alone:\n{said}" if said else ""


def self_test():
    if not compiled("std::string text;\n", ["-std=c++17"]) or compiled("int number;\n", ["-std=c++17"]):
        raise SystemExit("a header without its includes passes, or a good one does not")


def main():
    self_test()
    known = compile_options.commands(sys.argv[1])
    names = sys.argv[2:] or all_headers()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [said for said in pool.map(lambda name: fault(name, known), names) if said]
    print("\n".join(faults) if faults else f"{len(names)} headers")
    return 1 if faults or len(sys.argv) == 2 and len(names) < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
