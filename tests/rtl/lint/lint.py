#!/usr/bin/env python3
"""Lints every module of rtl/*/*.f but boards' tops, and tiles of networks, as a top module.

  lint.py         the modules in tests/matrix.py with all values of their parameters, in few sets,
                  the others with default parameters
  lint.py --all   all modules with default parameters, and those in tests/matrix.py with all pairs of
                  values, too

Fails on any Verilator warning, on a source that no file list names, and on the layout rules that need
no parser: at most 100 columns, no tabs, no blanks at line ends, one module a file.
"""

import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import filelists  # noqa: E402
import matrix  # noqa: E402
import overrides  # noqa: E402

COLUMNS = 100


def layout_faults(path):
    faults = []
    for number, line in enumerate((filelists.ROOT / path).read_text().splitlines(), 1):
        if len(line) > COLUMNS:
            faults.append(f"{path}:{number}: {len(line)} columns, {COLUMNS} are allowed")
        if "\t" in line:
            faults.append(f"{path}:{number}: a tab; indent by two spaces")
        if line != line.rstrip():
            faults.append(f"{path}:{number}: blanks at the end of the line")
    names = filelists.modules_of(path)
    if names and names != [pathlib.Path(path).stem]:
        faults.append(f"{path}: holds {', '.join(names)}; a file holds one module, with the file's name")
    return faults


def lint(module, parameters):
    # Without the Perl script in front of it, which takes a third of the time.
    command = ["verilator_bin", "--lint-only", "--assert", "-Wall", "--top-module", module.name,
               *(f"-G{name}={value}" for name, value in parameters.items()),
               "rtl/common/wf_waivers.vlt", *module.arguments()]
    done = subprocess.run(command, cwd=filelists.ROOT, capture_output=True, text=True)
    if done.returncode != 0 or "%Warning" in done.stderr:
        return f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return None


def source_faults():
    """Faults of the file lists and of the layout."""
    faults = []
    listed = {source for file_list in filelists.all_lists() for source in file_list.sources}
    for path in sorted(filelists.ROOT.glob("rtl/**/*.sv*")):
        relative = str(path.relative_to(filelists.ROOT))
        if path.suffix == ".sv" and relative not in listed:
            faults.append(f"{relative}: in no file list")
        faults += layout_faults(relative)
    for tile in filelists.tiles():
        faults += layout_faults(tile.source)
    for missing in sorted(source for source in listed if not (filelists.ROOT / source).exists()):
        faults.append(f"{missing}: listed, but there is no such file")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="many parameter sets, large networks, too")
    arguments = parser.parse_args()
    if not shutil.which("verilator_bin"):
        sys.exit("lint.py: no verilator on the path; ./sim/setup installs it")
    if not filelists.all_lists():
        sys.exit("lint.py: no file lists rtl/*/*.f")
    faults = source_faults()
    # Boards' tops are large; their own nightly tests have the same warnings.
    modules = [module for module in [*filelists.all_modules(), *filelists.tiles()]
               if not filelists.is_board(module)] \
        if all("listed" not in fault for fault in faults) else []
    jobs = [(module, {}) for module in modules if arguments.all or module.name not in matrix.AXES]
    sets = matrix.pair_sets if arguments.all else matrix.value_sets
    jobs += [(module, overrides.of_module(module, row)) for module in modules
             if module.name in matrix.AXES for row in sets(module.name)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults += [fault for fault in pool.map(lambda job: lint(*job), jobs) if fault]
    print("\n".join(faults) if faults else f"{len(jobs)} designs are clean")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
