#!/usr/bin/env python3
"""The mutation score of the modules: which of their mutants the modules' own tests notice.

  campaign.py BUILD [MODULE...]          runs the mutants of these modules, or of all, and compares the
                                         outcome with docs/results/mutation.json: status 1 if a mutant
                                         lives that is not listed there
  campaign.py BUILD --folder FOLDER      the same for all modules of a folder of rtl
  campaign.py BUILD --write [MODULE...]  writes the outcome there, and docs/results/mutation.md
  campaign.py BUILD --alive ...          runs only the mutants that no test has killed so far
  campaign.py BUILD --page [--write]     checks or writes the page alone; status 1 if a mutant lives
                                         without a reason, or one has a reason that does not live

All mutants of a module (mutants.py) are in one copy of it, in the place of the original in the module's
test, which is built once more with it and run once for each mutant, up to its first failure. The
environment variable WAYFARER_MUTANT selects one. A mutant is killed by a test that fails, or that takes
SLOWEST times as long as without a mutant. One that lives, and is not listed to, is tried again from other
states before the reset: those of several nights, all bits 0 and all bits 1. The proofs that a module's
living mutants are equivalent take at most --proof-seconds together: the rest are undecided. All limits are
of processor time.
"""

import argparse
import concurrent.futures
import dataclasses
import functools
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import time
import tomllib

import equivalence
import mutants

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs/results/mutation.json"
PAGE = ROOT / "docs/results/mutation.md"
REASONS = pathlib.Path(__file__).with_name("reasons.toml")
PACKAGE = "rtl/common/wf_pkg.sv"
OWN_MUTANTS = "*finds mutants*"  # tests with mutants of their own, which are not those of a campaign
SLOWEST = 20
LEAST_SECONDS = 3
STATES = [*({"WAYFARER_NIGHT_SEED": str(seed)} for seed in range(4)),
          *({"WAYFARER_NIGHT_SEED": "0", "WAYFARER_INITIAL_BITS": bit} for bit in "01")]
PROOF_SECONDS = 240
SELECTOR = """#include <cstdlib>
extern "C" int wayfarer_mutant() {
  const char* const text = std::getenv("WAYFARER_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}
"""
SELECTED = """  int unsigned mutant;
  import "DPI-C" function int unsigned wayfarer_mutant();

"""


class Failed(Exception):
    pass


def children_seconds():
    """Processor time of all programs that have run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def with_last(text, word, more):
    at = text.rindex(word)
    return text[:at] + more + text[at:]


@dataclasses.dataclass
class Test:
    """The commands that build a module's test."""
    name: str
    top: str
    commands: list


class Tests:
    """The tests of all modules, with the commands by which Ninja builds them."""

    def __init__(self, build):
        self.build = build
        text = self.ninja("-t", "targets", "all")
        names = set(re.findall(r"^tests/rtl/(?:.*/)?(rtl_\w+): ", text, re.M))
        self.names = sorted(name for name in names
                            if re.search(rf"^tests/rtl/.*{name}\.dir/all\.cpp: ", text, re.M))
        self.folders = {name: pathlib.Path(match) for name in self.names
                        for match in re.findall(rf"^(tests/rtl/.*{name}\.dir)/all\.cpp: ", text, re.M)}

    def ninja(self, *words):
        return subprocess.run(["ninja", "-C", self.build, *words], check=True, text=True,
                              capture_output=True).stdout

    def of(self, module):
        """The module's own test; of a part without one, that with the fewest sources."""
        if f"rtl_{module}" in self.names:
            return f"rtl_{module}"
        users = []
        for name in self.names:
            depends = self.build / self.folders[name] / "all.d"
            sources = set(re.findall(r"(\w+)\.sv\b", depends.read_text())) if depends.exists() else set()
            if module in sources:
                users.append((len(sources), name))
        return min(users)[1] if users else None

    def commands(self, name):
        """Verilating, compiling and linking, in this order."""
        commands = self.ninja("-t", "commands", str(self.target(name))).splitlines()
        own = [command for command in commands if f"{name}.dir" in command]
        return own

    def target(self, name):
        return self.folders[name].parent / name


class Mutated:
    """A module's test with the mutants of the module."""

    def __init__(self, tests, module, path):
        self.module = module
        self.path = path
        self.test = tests.of(module)
        self.source = mutants.Source(path.read_text())
        self.build = tests.build
        self.folder = tests.build / "mutation" / module
        self.tests = tests

    def make(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        rtl = self.folder / "rtl"
        rtl.mkdir(parents=True)
        select = "  initial wf_pkg::mutant = wf_pkg::wayfarer_mutant();\n"
        (rtl / self.path.name).write_text(with_last(self.source.woven(), "endmodule", select))
        (rtl / "wf_pkg.sv").write_text(with_last((ROOT / PACKAGE).read_text(), "endpackage", SELECTED))
        (self.folder / "mutant.cpp").write_text(SELECTOR)
        self.run(["c++", "-c", self.folder / "mutant.cpp", "-o", self.folder / "mutant.o"], ROOT)
        for command in map(self.altered, self.tests.commands(self.test)):
            for output in re.findall(rf" -o ({re.escape(str(self.folder))}/\S+)", command):
                pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
            self.run(["sh", "-c", command], self.build)

    def altered(self, command):
        """The command for the mutants: in a folder of its own, of the altered sources."""
        command = command.replace(str(self.build / self.tests.folders[self.test]), str(self.folder / "model"))
        command = command.replace(str(self.tests.folders[self.test]), str(self.folder / "model"))
        objects = self.tests.folders[self.test].parent / "CMakeFiles" / f"{self.test}.dir"
        command = command.replace(str(objects), str(self.folder))
        command = command.replace(f"-o {self.tests.target(self.test)} ",
                                  f"-o {self.folder}/test {self.folder}/mutant.o ")
        parts = [part for part in command.split(" && ") if "cmake_transform_depfile" not in part]
        return " && ".join(self.with_mutants(part) if "--top-module" in part else part for part in parts)

    def with_mutants(self, part):
        if f"{self.folder}/model/woven/" in part:  # a list of mutants of the test's own
            return part
        for name, own in ((str(self.path.relative_to(ROOT)), self.path.name), (PACKAGE, "wf_pkg.sv")):
            part = part.replace(f" {name}", f" {self.folder}/rtl/{own}")
        part = part.replace(" -Wall ", " -Wno-lint -Wno-style ")
        return part.replace(" -y ", f" -y {self.folder}/rtl -y ", 1)

    def run(self, words, folder):
        done = subprocess.run([str(word) for word in words], cwd=folder, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise Failed(f"{self.module}: {shlex.join(map(str, words))}\n{done.stdout}{done.stderr}")

    def passes(self, number, limit, state):
        environment = {**os.environ, "WAYFARER_MUTANT": str(number), **state}
        bounded = [] if limit is None else ["prlimit", f"--cpu={int(limit)}"]
        return subprocess.run([*bounded, self.folder / "test", "--abort", f"~{OWN_MUTANTS}"], capture_output=True,
                              check=False, cwd=self.folder, env=environment).returncode == 0

    def passing(self, numbers, state):
        """Those of the mutants that no test kills in a state."""
        start = children_seconds()
        if numbers and not self.passes(0, None, state):
            raise Failed(f"{self.module}: its test fails without a mutant, {state}")
        limit = max(LEAST_SECONDS, SLOWEST * (children_seconds() - start))
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            passed = list(pool.map(lambda number: self.passes(number, limit, state), numbers))
        return [number for number, alive in zip(numbers, passed) if alive]

    def living(self, numbers, known):
        """Those that pass in all states; `known` ones run in the first alone."""
        found, rest = [], numbers
        for state in STATES:
            passing = self.passing(rest, state)
            found += [number for number in passing if number in known]
            rest = [number for number in passing if number not in known]
        return sorted(found + rest)

    def difference(self, number):
        """Whether a proof finds the mutant equal, different, or neither (the constants of equivalence.py)."""
        text = self.source.woven().replace("wf_pkg::mutant", f"32'd{number}")
        verilating = next(command for command in self.tests.commands(self.test) if "--top-module" in command)
        return equivalence.of(verilating, self.path, text, self.folder / "proof")


def modules():
    paths = {path.stem: path for path in sorted((ROOT / "rtl").rglob("*.sv"))}
    return {name: path for name, path in paths.items()
            if re.search(rf"^module {name}\b", path.read_text(), re.M)}


def unkilled(result):
    return result["alive"] + result["equivalent"]


def outcome(tests, module, path, proof_seconds, only=None, listed=()):
    """Outcome of all mutants, or of those in `only`. Those in `listed` are known to live: they run from one state
    alone, and nothing is proved of them."""
    mutated = Mutated(tests, module, path)
    result = {"test": mutated.test, "mutants": len(mutated.source.mutants),
              "equivalent": [], "alive": [], "undecided": []}
    numbers = [number for number, mutant in enumerate(mutated.source.mutants, 1)
               if only is None or str(mutant) in only]
    if mutated.test is None or not numbers:
        return result
    mutated.make()
    known = [number for number in numbers if str(mutated.source.mutants[number - 1]) in listed]
    living = mutated.living(numbers, known)
    start = children_seconds()
    for number in living:
        text = str(mutated.source.mutants[number - 1])
        if number in known:
            result["alive"].append(text)
            continue
        late = children_seconds() - start > proof_seconds
        found = equivalence.UNDECIDED if late else mutated.difference(number)
        result["equivalent" if found == equivalence.EQUAL else "alive"].append(text)
        if found == equivalence.UNDECIDED:
            result["undecided"].append(text)
    shutil.rmtree(mutated.folder)
    return result


def folder_of(path):
    return str(path.relative_to(ROOT / "rtl").parts[0])


@functools.cache
def all_reasons():
    return tomllib.loads(REASONS.read_text())


def reasons_of(module, result):
    """By mutant, why it lives."""
    undecided = "neither told apart nor proved equivalent within the proof's limit of processor time"
    return {**dict.fromkeys(result.get("undecided", []), undecided), **all_reasons().get(module, {})}


def unexplained(results):
    """Mutants that live without a reason, and reasons of mutants that do not live."""
    for module, result in results.items():
        reasons = reasons_of(module, result)
        yield from (f"{module}:{text} lives without a reason in {REASONS.name}" for text in result["alive"]
                    if text not in reasons)
        yield from (f"{module}:{text} has a reason in {REASONS.name}, and does not live"
                    for text in all_reasons().get(module, {})
                    if text not in result["alive"])


def page(results):
    known = modules()
    lines = [TEXT]
    by_folder = {}
    for module, result in results.items():
        by_folder.setdefault(folder_of(known[module]), []).append(result)
    rows = [(folder, len(of), *(sum(number(result) for result in of) for number in NUMBERS))
            for folder, of in sorted(by_folder.items())]
    rows.append(("all", *(sum(row[i] for row in rows) for i in range(1, 6))))
    for folder, count, *numbers in rows:
        total, killed, equivalent, alive = numbers
        lines.append(f"| {folder} | {count} | {total} | {killed} | {equivalent} | {alive} | "
                     f"{100 * killed / max(1, total - equivalent):.1f} % |")
    missing = sorted(set(known) - set(results))
    within = [(module, result["test"]) for module, result in sorted(results.items())
              if result["test"] not in (None, f"rtl_{module}")]
    lines += ["", f"Modules that no campaign has covered yet ({len(missing)}): {', '.join(missing) or 'none'}.", "",
              "Modules without a test of their own, and the test of a larger one that runs with their mutants:", "",
              "| module | test |", "|---|---|", *(f"| {module} | {test} |" for module, test in within), "",
              "## By module", "", "| module | test | mutants | killed | equivalent | alive |", "|---|---|--:|--:|--:|--:|"]
    for module, result in sorted(results.items()):
        numbers = " | ".join(str(number(result)) for number in NUMBERS)
        lines.append(f"| {module} | {result['test'] or '-'} | {numbers} |")
    for kind, meaning in (("alive", ALIVE), ("equivalent", EQUIVALENT)):
        lines += ["", f"## {kind.capitalize()}", "", meaning, ""]
        for module, result in sorted(results.items()):
            if result[kind]:
                why = reasons_of(module, result) if kind == "alive" else {}
                lines += [f"{module}:", "", *(f"- `{text}`" + (f": {why[text]}" if text in why else "")
                                              for text in result[kind]), ""]
        lines.pop()
    return "\n".join(lines) + "\n"


NUMBERS = (lambda result: result["mutants"],
           lambda result: result["mutants"] - len(result["equivalent"]) - len(result["alive"]),
           lambda result: len(result["equivalent"]),
           lambda result: len(result["alive"]))
TEXT = """# Mutation score of the modules

Made by `.tools/venv/bin/python3 tests/mutation/campaign.py build/release --write`. A mutant is a module with
one expression changed: another operator, one operand alone, a condition that is always true or false, a
constant inverted, a number that is off by one, a register that keeps its value
([mutants.py](../../tests/mutation/mutants.py)). The module's own test, which also sees its assertions, runs with
each of them. A mutant is *killed* when that test fails, *equivalent* when it is proved to do what the module does,
with the test's parameters and wherever the module's assertions hold, and else *alive*. The score is the share of
killed ones among those that are not equivalent.

| folder | modules | mutants | killed | equivalent | alive | score |
|---|--:|--:|--:|--:|--:|--:|"""
ALIVE = """Neither killed nor proved equivalent: line, expression, what it is changed to, and why no test of the module can
tell ([reasons.toml](../../tests/mutation/reasons.toml))."""
EQUIVALENT = "Proved equal to the module."


def load():
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def worse(module, result, listed):
    """Mutants that live though they are not listed to."""
    return [f"{module}:{text} lives" for text in result["alive"] if text not in listed]


def main():
    known = modules()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--folder", choices=sorted({folder_of(path) for path in known.values()}))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--alive", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--proof-seconds", type=int, default=PROOF_SECONDS)
    arguments = parser.parse_intermixed_args()
    results = load()
    if arguments.page:
        if arguments.write:
            PAGE.write_text(page(results))
        faults = list(unexplained(results))
        if PAGE.read_text() != page(results):
            faults.append(f"{PAGE} is not what {RESULTS} makes")
        sys.exit("\n".join(faults) or 0)
    tests = Tests(arguments.build.resolve())
    faults = []
    if arguments.folder:
        arguments.modules += [module for module in known if folder_of(known[module]) == arguments.folder]
    for module in arguments.modules or (known if arguments.write else results):
        start = time.monotonic()
        before = unkilled(results[module]) if module in results else None
        listed = before or []
        try:
            result = outcome(tests, module, known[module], arguments.proof_seconds,
                             before if arguments.alive else None, [] if arguments.write else listed)
        except Failed as failure:
            faults.append(str(failure))
            continue
        print(f"{module}: {result['mutants']} mutants, {len(result['equivalent'])} equivalent, "
              f"{len(result['alive'])} alive, {time.monotonic() - start:.0f} s", flush=True)
        if arguments.write:
            results = {**load(), module: result}  # others may have written theirs meanwhile
            RESULTS.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n")
            PAGE.write_text(page(results))
        else:
            faults += worse(module, result, listed)
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
