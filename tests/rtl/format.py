#!/usr/bin/env python3
"""Indentation and port connections in SystemVerilog are as verible-verilog-format writes them.

The formatter, with .verible-format at the root, formats copies of the sources. It cannot keep the house's
columns of declarations and parameters and would spread long assertions differently, so sources are not
formatted by it. Of each line that it leaves in one piece, these are compared:

  indentation   unless the line continues an expression or a list
  .port (value) blanks between the port and its value

usage: format.py
"""

import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORMATTER = ROOT / ".tools/venv/bin/verible-verilog-format"
OPTIONS = ROOT / ".verible-format"
FOLDERS = ("rtl", "tb")
# Connections in these folders are aligned over blank lines and comments.
UNALIGNED = ("rtl/mway/", "tb/mway/")
CONNECTION = re.compile(r"\s*(\.\w+\s*\()")
DECLARATION = re.compile(r"\s*(\.|input\b|output\b|parameter\b|localparam\b)")
# What a line ends with whose statement goes on in the next one.
OPEN = re.compile(r"([-+*/%&|^?:=<>,({~!]|\bfor \(.*\))$")


def sources():
    listed = subprocess.run(["git", "ls-files", *(f"{folder}/*.sv" for folder in FOLDERS)], cwd=ROOT,
                            text=True, capture_output=True, check=True).stdout.splitlines()
    return [name for name in listed if (ROOT / name).is_file()]


def formatted(names):
    """The sources as the formatter writes them, as lists of lines."""
    with tempfile.TemporaryDirectory() as folder:
        copies = [pathlib.Path(folder, name.replace("/", "+")) for name in names]
        for name, copy in zip(names, copies):
            copy.write_text((ROOT / name).read_text())
        # A file with an expression too long for max_search_states is formatted all the same.
        done = subprocess.run([FORMATTER, f"--flagfile={OPTIONS}", "--inplace", "--failsafe_success",
                               *copies], text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(done.stderr)
        return [copy.read_text().split("\n") for copy in copies]


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def continues(before):
    """Whether a line goes on with the statement of the lines before it."""
    return bool(OPEN.search(re.sub(r"\s*//.*", "", before).rstrip()))


def line_faults(name, number, line, wanted, before):
    declares = DECLARATION.match(line)
    if line.lstrip().startswith("`") or continues(before) and not declares:
        return
    if indentation(line) != indentation(wanted):
        yield f"{name}:{number}: {indentation(line)} blanks; legal: {indentation(wanted)}"
    given, legal = CONNECTION.match(line), CONNECTION.match(wanted)
    if given and legal and given[1] != legal[1] and not name.startswith(UNALIGNED):
        yield f"{name}:{number}: '{given[1]}'; legal: '{legal[1]}'"


def faults(name, lines, wanted):
    plain, plain_wanted = ([re.sub(r"\s", "", line) for line in text] for text in (lines, wanted))
    matcher = difflib.SequenceMatcher(None, plain, plain_wanted, autojunk=False)
    for first, other, length in matcher.get_matching_blocks():
        for i in range(length):
            line = lines[first + i]
            if line.strip():
                yield from line_faults(name, first + i + 1, line, wanted[other + i],
                                       lines[first + i - 1] if first + i > 0 else "")


def self_test():
    """A line moved to the right, and a port's value, are found."""
    lines = ["module m;", "  n u_n (", "    .a_i  (a),", "    .bc_i (b)", "  );", "endmodule"]
    broken = [*lines[:2], "     .a_i (a),", *lines[3:]]
    found = list(faults("m.sv", broken, lines))
    if list(faults("m.sv", lines, lines)) or len(found) != 2:
        raise SystemExit(f"a broken source has the faults {found}")


def main():
    self_test()
    names = sources()
    found = [fault for name, wanted in zip(names, formatted(names))
             for fault in faults(name, (ROOT / name).read_text().split("\n"), wanted)]
    print("\n".join(found) if found else f"{len(names)} sources")
    return 1 if found or len(names) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
