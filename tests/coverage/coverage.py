#!/usr/bin/env python3
"""The coverage of RTL and C++ by their tests, against its floors.

  coverage.py rtl BUILD                   builds the modules' tests with counters in the folder BUILD, a build with
                                          the preset `coverage`, runs them, and compares modules with their floors
  coverage.py lockstep BUILD              the same of modules in networks that are compared with models
  coverage.py cpp BUILD                   the same of libraries' sources in tests of C++: with the Python of
                                          .tools/venv, after ./sim/setup coverage
  coverage.py rtl BUILD --tests REGEX     only tests whose names match: nothing is compared, `--print` shows
                                          what they do not reach
  coverage.py rtl BUILD --kept            without building, and with the counters of tests that have been run
  coverage.py rtl BUILD --write           also writes docs/results/coverage.json and coverage.md
  coverage.py rtl BUILD --floors          writes today's values of what is below the goals to floors.toml
  coverage.py rtl BUILD --print MODULE... prints what no test reaches
  coverage.py page [--write]              compares the page with the JSON file, or writes it

Floors are the goals, or those of floors.toml, for modules and files that have not reached them yet. What
exclusions.toml, or that of a folder of tests/rtl, names does not count.
"""

import argparse
import collections
import concurrent.futures
import fcntl
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import counters  # noqa: E402
import ctests  # noqa: E402
import filelists  # noqa: E402
import sources  # noqa: E402

ROOT = filelists.ROOT
HERE = pathlib.Path(__file__).resolve().parent
RESULTS = ROOT / "docs/results/coverage.json"
PAGE = ROOT / "docs/results/coverage.md"
GOALS = {"rtl": {"lines": 98.0, "toggles": 90.0, "covers": 100.0}, "lockstep": {"lines": 98.0},
         "cpp": {"lines": 95.0, "branches": 85.0}}
TESTS = {"rtl": r"^rtl_", "lockstep": r"^test_(lockstep_|schedule_rtl|zero_load)",
         "cpp": r"^(test_|sweep_|(docs_howto|docs_keys|export|lockstep_programs)$|"
                r"fuzz_(configurations|networks|options|traces)$)"}
NO_RTL = r"rtl_(format|lint|parameters|readers|registers|structure)"  # rules on sources
# Not RTL as it is: netlists, and modules with faults. Not C++ of these folders: SystemC, a browser.
WITHOUT = {"rtl": NO_RTL, "lockstep": rf"netlist|mutants|{NO_RTL}",
           "cpp": r"netlist|mutants|systemc|register_upsets|verilated|show_pages"}
SIMD = {"avx512f", "avx512bw", "avx512vl", "avx512dq"}  # as sim/core/simd.cpp asks for them
LISTED = {"rtl": 8, "lockstep": 8, "cpp": 2}  # missing points that a floor names


class Failed(Exception):
    pass


def percent(reached, of):
    return 100 * reached / of if of else 100.0


def names_of_tests(build, part, only):
    # Some modules' own tests are nightly.
    labels = [] if part == "rtl" else ["-LE", "nightly"]
    chosen = ctests.known(build, "-R", TESTS[part], "-E", WITHOUT[part], *labels)
    return sorted(name for name in chosen if re.search(only, name))


def run(command, **options):
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


def make(build, names):
    """Builds what the tests need."""
    chosen = "^(" + "|".join(names) + ")$"
    plan = run([ROOT / "tests/needed.py", build, "-R", chosen]).splitlines()
    run(["cmake", "--build", build, "--target", *(line for line in plan if not line.startswith("sim/setup "))],
        cwd=ROOT)


def environment(folder):
    """The environment of a run whose states and seeds are the same in every night, and whose networks are in the
    build, whatever the program's variables say outside."""
    fixed = {name: value for name, value in os.environ.items() if not name.startswith("WAYFARER_")}
    return {**fixed, "WAYFARER_COVERAGE_FOLDER": str(folder)}


def counted(command, kept):
    """Runs a command, and leaves the sum of its counters in a file."""
    folder = kept.with_suffix("")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        run(command, env=environment(folder))
        for ending in (".dat", ".first"):
            files = sorted(folder.glob(f"*{ending}"))
            if files:
                counters.merge(files, kept.with_suffix(ending))
            else:
                kept.with_suffix(ending).write_text("")  # has run
    finally:
        shutil.rmtree(folder)


def clear(build, part):
    """Removes what earlier runs counted and, of C++, the networks that they built: code that builds them would
    count in the first run only."""
    for counts in build.rglob("*.gcda"):
        counts.unlink()
    if part == "cpp":
        shutil.rmtree(build / "verilated", ignore_errors=True)


def run_tests(build, names, kept):
    """The counters of each test, in build/counters; of C++ they are where the objects are."""
    folder = build / "counters"
    folder.mkdir(exist_ok=True)

    def one(name):
        if not (kept and (folder / f"{name}.dat").exists()):
            counted(["ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error", "-R",
                     f"^{re.escape(name)}$"], folder / f"{name}.dat")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = {pool.submit(one, name): name for name in names}
        for future in concurrent.futures.as_completed(done):
            print(f"{done[future]}: {'FAILED' if future.exception() else 'passed'}", flush=True)
        failures = [future.exception() for future in done if future.exception()]
    if failures:
        raise Failed("\n".join(map(str, failures)))
    return [file for name in names if (file := folder / f"{name}.dat").exists()]


def exclusion_rows(part):
    """The exclusions of all modules, then those of single families."""
    for path in (HERE / "exclusions.toml", *sorted((ROOT / "tests/rtl").glob("*/exclusions.toml"))):
        yield from tomllib.loads(path.read_text()).get(part, [])


class Exclusions:
    def __init__(self, rows):
        self.rows = list(rows)
        self.used = set()

    def has(self, name, kind, point):
        """Whether a point that no test reaches is excluded."""
        found = False
        for number, row in enumerate(self.rows):
            if all(re.fullmatch(row[field], value) for field, value in
                   (("module", name), ("kind", kind), ("point", point))):
                self.used.add(number)
                found = True
        return found

    def faults(self):
        for number, row in enumerate(self.rows):
            if number not in self.used:
                yield (f"exclusions.toml: {row['module']}, {row['kind']}, {row['point']}: matches nothing "
                       "that no test reaches")
            if not row.get("reason"):
                yield f"exclusions.toml: {row['module']}, {row['point']}: no reason"


def result_of(points, exclusions, name):
    """By kind the points reached, those there are, and the others by name; `points`: by kind, the count by name."""
    result = {}
    for kind, counts in points.items():
        missing = [point for point, count in counts.items()
                   if not count and not exclusions.has(name, kind, point)]
        excluded = sum(not count for count in counts.values()) - len(missing)
        total = len(counts) - excluded
        result[kind] = {"reached": total - len(missing), "of": total, "excluded": excluded,
                        "missing": sources.shortened(missing)}
    return result


def floors():
    return tomllib.loads((HERE / "floors.toml").read_text())


def floor_faults(part, results, own):
    """Kinds below their floors, and floors that are not needed; `own`: those that are not the goals."""
    for name, kinds in results.items():
        for kind, result in kinds.items():
            goal = GOALS[part][kind]
            floor = own.get(name, {}).get(kind, goal)
            reached = percent(result["reached"], result["of"])
            if reached < floor:
                yield f"{name}: {kind} {reached:.1f} %, less than its floor of {floor:g} %"
            elif reached >= goal and floor != goal:
                yield f"floors.toml: {name}, {kind}: the goal of {goal:g} % is reached"
    for name in own.keys() - results.keys():
        yield f"floors.toml: {name}: nothing of this name is counted"


def floor_of(part, kinds):
    """Today's values of the kinds that are below their goals, and what is missing; empty if none is."""
    values, missing = {}, []
    for kind, result in kinds.items():
        reached = percent(result["reached"], result["of"])
        if reached < GOALS[part][kind]:
            values[kind] = math.floor(10 * reached) / 10
            missing.append(f"{kind}: {summary(part, result['missing'])}")
    return {**values, "missing": "; ".join(missing)} if values else {}


def summary(part, points):
    """Signals in place of their bits, lines without their places, of C++ in order of the file; the first ones."""
    if part == "cpp":
        points = sorted(points, key=lambda point: int(point.split(":")[0]))
        names = list(dict.fromkeys(re.sub(r"^\d+:\d+ (.*)", r"`\1`", point) for point in points))
    else:
        names = list(dict.fromkeys(re.sub(r"^\d+:\d+ |\[.*", "", point) for point in points))
    shown = LISTED[part]
    return ", ".join(names[:shown]) + (f" and {len(names) - shown} more" if len(names) > shown else "")


def write_floors(part, results):
    path = HERE / "floors.toml"
    head = re.match(r"(?:#.*\n)*", path.read_text())[0]
    every = {**floors(), part: {name: floor for name, kinds in results.items() if (floor := floor_of(part, kinds))}}
    text = "".join(f"\n[{of}.{json.dumps(name)}]\n" +
                   "".join(f"{field} = {json.dumps(value, ensure_ascii=False)}\n" for field, value in floor.items())
                   for of, own in sorted(every.items()) for name, floor in own.items())
    path.write_text(head + text)


def listed(part, results):
    """As in the JSON file: of C++ with the numbers of lines only."""
    if part != "cpp":
        return results
    return {name: {kind: {**result, "missing": sources.shortened({f"line[{point.split(':')[0]}]"
                                                                  for point in result["missing"]})}
                   for kind, result in kinds.items()} for name, kinds in results.items()}


def missing_modules(part, results):
    """Modules that no test has."""
    if part == "rtl":
        yield from (f"{module.name}: in no test with counters" for module in filelists.all_modules()
                    if module.name not in results)


def load():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def table(part, groups, results, first):
    kinds = list(GOALS[part])
    lines = [f"| {first} | " + " | ".join(f"{kind} | %" for kind in kinds) + " |",
             "|---" + "|--:|--:" * len(kinds) + "|"]
    for group, members in groups.items():
        cells = []
        for kind in kinds:
            reached = sum(results[name][kind]["reached"] for name in members)
            of = sum(results[name][kind]["of"] for name in members)
            cells += [f"{reached} / {of}", f"{percent(reached, of):.1f}"] if of else ["none", "-"]
        lines.append(f"| {group} | " + " | ".join(cells) + " |")
    return lines


def below(part, results):
    own = floors().get(part, {})
    for name, kinds in sorted(own.items()):
        if name in results:
            values = ", ".join(f"{kinds[kind]:g} % of {kind}" for kind in GOALS[part] if kind in kinds)
            yield f"- `{name}`: {values}. Missing {kinds['missing']}"


TITLES = {"rtl": "RTL in the tests of its modules", "lockstep": "RTL in lockstep", "cpp": "C++"}
TEXT = """# Coverage

Made by `tests/coverage/coverage.py PART --write`. The nightly tests `coverage_PART` fail below the floors, for
each module or file {goals}, except those that are listed with a floor of their own and what is missing. Points
that are excluded, with a reason, do not count.
"""
MEANINGS = {
    "rtl": """Counted by Verilator in each module's own test, over all parameters that it has there. A line is a block or a
branch, absent `else` branches among them; a toggle is a bit of a signal that changes; a cover is a `WF_COVER`, a
case that matters, in any test. Assertions do not count, nor what no parameters of a test elaborate.""",
    "lockstep": """The same lines in networks that are compared with the models, over all nodes.""",
    "cpp": """Counted by gcov in tests of models and commands, and in lockstep, of all libraries but those of the papers'
experiments, which take hours, on a processor with AVX-512. Networks are built anew, since code that builds them
counts. Tests that need synthesis, SystemC or a browser do not count, nor branches of exceptions and of the first
lines of functions' static variables, where a thread may wait for another."""}


def page(results):
    def goals(part):
        return ", ".join(f"{goal:g} % of {kind}" for kind, goal in GOALS[part].items())
    lines = [TEXT.format(goals="; ".join(f"{goals(part)} (`{part}`)" for part in results))]
    for part, of in results.items():
        groups = collections.defaultdict(list)
        for name in of:
            groups[sources.folder_of(part, name)].append(name)
        every = {**dict(sorted(groups.items())), "**all**": list(of)}
        lines += [f"## {TITLES[part]}", "", MEANINGS[part], "", *table(part, every, of, "folder"), ""]
        left = list(below(part, of))
        lines += ["Floors below the goals:", "", *left, ""] if left else ["All floors are the goals.", ""]
        rows = list(exclusion_rows(part))
        if rows:
            lines += ["Excluded, and why:", "",
                      *(f"- {row['module'].replace('|', ' or ')}, {row['kind']}: {row['reason']}" for row in rows), ""]
        for group, members in sorted(groups.items()):
            rows = {f"`{pathlib.Path(name).name}`": [name] for name in sorted(members)}
            lines += [f"### {group}", "", *table(part, rows, of, "file" if part == "cpp" else "module"), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def page_faults(write):
    text = page(load())
    if write:
        PAGE.write_text(text)
    if not PAGE.exists() or PAGE.read_text() != text:
        return [f"{PAGE.relative_to(ROOT)} is not what coverage.py page --write makes"]
    return []


def measured(part, build, arguments):
    """By module or file and kind, the count of each point by name."""
    names = names_of_tests(build, part, arguments.tests)
    if not names:
        raise Failed(f"no test in {build} matches {arguments.tests}")
    # Programs of all parts count in the same objects.
    with (build / "coverage.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not arguments.kept:
            make(build, names)
            clear(build, part)
        files = run_tests(build, names, arguments.kept)
        if part == "cpp":
            return sources.of_files(build)
    return sources.of_modules(counters.add(files))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=[*GOALS, "page"])
    parser.add_argument("build", type=pathlib.Path, nargs="?", default=ROOT / "build/coverage")
    parser.add_argument("--tests", default="", metavar="REGEX")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--floors", action="store_true")
    parser.add_argument("--print", nargs="+", default=[], metavar="MODULE", dest="printed")
    arguments = parser.parse_args()
    if arguments.part == "page":
        faults = page_faults(arguments.write)
        print(*faults, sep="\n")
        return 1 if faults else 0
    if arguments.part == "cpp" and not sources.GCOVR.exists():
        sys.exit(f"coverage.py: no {sources.GCOVR.relative_to(ROOT)}; './sim/setup coverage' installs it")
    if arguments.part == "cpp" and not SIMD <= set(pathlib.Path("/proc/cpuinfo").read_text().split()):
        sys.exit("coverage.py: the floors of C++ count the models' code for AVX-512, which this processor does not have")
    build = arguments.build.resolve()
    if not (arguments.kept and (build / "build.ninja").exists()):  # an old configuration does not know new tests
        run(["cmake", "--preset", "coverage", "-B", build], cwd=ROOT)
    exclusions = Exclusions(exclusion_rows(arguments.part))
    try:
        points = measured(arguments.part, build, arguments)
    except Failed as failure:
        sys.exit(str(failure))
    results = {name: result_of({kind: kinds[kind] for kind in GOALS[arguments.part]}, exclusions, name)
               for name, kinds in sorted(points.items())}
    for name in arguments.printed:
        for kind, result in results[name].items():
            print(f"{name}: {kind} {result['reached']} of {result['of']}", *result["missing"], sep="\n  ")
    if arguments.tests:
        return 0
    if arguments.floors:
        write_floors(arguments.part, results)
    if arguments.write:
        RESULTS.write_text(json.dumps({**load(), arguments.part: listed(arguments.part, results)}, indent=1) + "\n")
        PAGE.write_text(page(load()))
    faults = [*floor_faults(arguments.part, results, floors().get(arguments.part, {})),
              *missing_modules(arguments.part, results), *exclusions.faults()]
    print(*faults, f"{len(results)} counted, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
