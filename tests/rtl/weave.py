#!/usr/bin/env python3
"""Weaves mutants into a copy of the RTL: weave.py LIST.toml TOP.sv FOLDER

LIST has a table [[mutant]] for each, with `file` (from the root), `line`, which occurs exactly once and
has an expression between two @, and `broken`, which replaces that expression. FOLDER gets rtl/ with all
of them, and mutants.hpp with their number and names. A model of the copy runs with +mutant=N as mutant
N = 1, 2, ..., and without as the original.
"""

import pathlib
import shutil
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def woven(text, number, mutant):
    before, expression, after = mutant["line"].split("@")
    line = before + expression + after
    if text.count(line) != 1:
        sys.exit(f"weave.py: {mutant['file']} does not have this line once: {line}")
    choice = f"(wf_pkg::mutant == {number} ? ({mutant['broken']}) : ({expression}))"
    return text.replace(line, before + choice + after)


def with_last(text, word, more):
    at = text.rindex(word)
    return text[:at] + more + text[at:]


def main():
    path, top, folder = map(pathlib.Path, sys.argv[1:])
    mutants = tomllib.loads(path.read_text())["mutant"]
    rtl = folder / "rtl"
    shutil.copytree(ROOT / "rtl", rtl)
    for number, mutant in enumerate(mutants, 1):
        file = folder / mutant["file"]
        file.write_text(woven(file.read_text(), number, mutant))
    package = rtl / "common/wf_pkg.sv"
    package.write_text(with_last(package.read_text(), "endpackage", "  int unsigned mutant;\n\n"))
    source = folder / top
    source.write_text(with_last(
        source.read_text(), "endmodule",
        '  initial if ($value$plusargs("mutant=%d", wf_pkg::mutant) == 0) wf_pkg::mutant = 0;\n'))
    rows = "".join('    R"(%s: %s)",\n' % (mutant["file"], mutant["line"]) for mutant in mutants)
    (folder / "mutants.hpp").write_text(
        f"#pragma once\nconstexpr const char* kMutants[] = {{\n{rows}}};\n")


if __name__ == "__main__":
    main()
