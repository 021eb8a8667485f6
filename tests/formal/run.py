#!/usr/bin/env python3
"""Model checking with SymbiYosys: run.py linear, run.py common, or some tasks by name.

Long tasks are skipped unless they are named or --nightly is given.

  run.py modules           the rows of single modules (modules.py)
  run.py linear_guard      one row
  run.py changed           the rows whose sources or text are not those of docs/results/proofs.json,
                           and a tenth of all, always the same
  run.py modules --write   writes that file, if all tasks are as expected

Each task elaborates a checker module of tests/formal with parameters and asks one question:

  prove  do all assertions hold in every reachable state? (abc pdr, unbounded)
  cover  is every cover statement reached? Then no proof above is vacuous.
  fail   does the named assertion fail, as it must: a mutant, or a deadline that is too short?

Any answer but the expected one is a failure, including "unknown" and a timeout. A proof that fails
is repeated as a bounded search, which reports the step and leaves a trace. Files are kept in
build/formal; build/formal/<task>.sby is the script that was run.
"""

import argparse
import dataclasses
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

import tasks

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import overrides  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools/venv/bin"
WORK = ROOT / "build/formal"  # YoWASP tools see only what is below the root
ABC = "berkeley-abc"
DOCUMENT = "docs/verification.md"

SBY = """[options]
mode {mode}
depth {depth}
timeout {timeout}
multiclock {multiclock}
{more}

[engines]
{engine}

[script]
read_slang -j 1 --top {top} -D FORMAL {parameters} {sources}
prep -top {top}

[files]
rtl/common/wayfarer_assert.svh
{files}
"""

MODES = {"prove": ("prove", "abc pdr"), "cover": ("cover", "smtbmc z3"), "fail": ("bmc", "smtbmc z3")}


@dataclasses.dataclass(frozen=True)
class Answer:
    status: str  # SymbiYosys's: PASS, FAIL, UNKNOWN, TIMEOUT, ERROR
    text: str

    def found(self, pattern):
        return re.findall(pattern, self.text)

    def failed_assertions(self):
        return self.found(r"failed assertion .*?(\w+) at ")


def abc_wrapper(merged):
    """Debian's ABC lacks pdr's option -l, which SymbiYosys passes, and a line end in its traces. Before
    pdr it merges registers (Task.merged)."""
    path = WORK / f"abc{merged}"
    merge = f"scleanup; scorr -F 4; dc2; scorr -F {merged} -C 20000; pdr" if merged else "pdr"
    path.write_text(f"""#!/bin/sh
{ABC} "$1" "$(printf %s "$2" | sed 's/ -l;/;/; s/; pdr/; {merge}/')"
status=$?
for trace in engine_*/trace.aiw; do
  if [ -e "$trace" ]; then sed -i 's/\\([01x]\\)# DONE/\\1\\n# DONE/' "$trace"; fi
done
exit $status
""")
    path.chmod(0o755)
    return path


def prepared(task, source):
    """The source, or a copy of it in the build folder: with the task's mutation and the changes of its
    row made, and the module of the row with its environment."""
    original = (ROOT / source).read_text()
    text = original
    if task.mutant and pathlib.Path(source).name == task.mutant.file:
        if text.count(task.mutant.line) != 1:
            sys.exit(f"run.py: {task.name}: {source} does not have this once: {task.mutant.line}")
        text = text.replace(task.mutant.line, task.mutant.broken)
    if task.row:
        text = task.row.changed(source, text)
        if source == task.row.source:
            text = task.row.checked(text)
    if text == original:
        return source
    copy = WORK / "sources" / task.name / pathlib.Path(source).name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text)
    return str(copy.relative_to(ROOT))


def engine_of(task, mode):
    # With free clocks a step is half a cycle of one of them: too many for z3.
    if task.multiclock and mode == "fail":
        return "abc bmc3"
    if task.search and mode == "fail":
        return task.search
    return task.engine if task.engine and mode == "prove" else MODES[mode][1]


def parameters_of(task):
    """Yosys ignores names that the module does not have: here they are errors."""
    top = next(source for source in task.sources if pathlib.Path(source).stem == task.top)
    packages = [ROOT / source for source in task.sources if source.endswith("_pkg.sv")]
    return overrides.overrides(ROOT / top, packages, task.parameters)


def key_of(script, sources):
    """Of all that an answer depends on but for tools and time limits."""
    digest = hashlib.sha256(re.sub(r"(?m)^timeout .*$|^\S*/", "", script).encode())
    for source in sources:
        digest.update((ROOT / source).read_bytes())
    return digest.hexdigest()


def kept_answer(name, key):
    """The answer of an earlier run to the same question, if its files are there."""
    log, kept = WORK / f"{name}.log", WORK / f"{name}.key"
    if not kept.exists() or kept.read_text() != key:
        return None
    answer = answer_of(log.read_text())
    return answer if answer.status in ("PASS", "FAIL") else None


def answer_of(text):
    status = re.search(r"DONE \((\w+), rc=", text)
    return Answer(status.group(1) if status else "ERROR", text)


def ask(task, mode, name, keeps=False):
    sources = [prepared(task, source) for source in task.sources]
    sby_mode, _ = MODES[mode]
    script = WORK / f"{name}.sby"
    text = SBY.format(
        mode=sby_mode, engine=engine_of(task, mode), depth=task.depth,
        timeout=tasks.TIMEOUT_SECONDS, top=task.top,
        multiclock="on" if task.multiclock else "off",
        more="aigsmt z3" if engine_of(task, mode).startswith("abc") else "",
        parameters=" ".join(f"-G {key}={value}" for key, value in parameters_of(task).items()),
        sources=" ".join(pathlib.Path(source).name for source in sources),
        files="\n".join(sources))
    key = key_of(f"{text}{task.merged}", sources)
    kept = kept_answer(name, key) if keeps else None
    if kept:
        return kept
    script.write_text(text)
    tools = {"yosys": "yosys", "smtbmc": "yosys-smtbmc", "witness": "yosys-witness"}
    command = [TOOLS / "yowasp-sby", "-f", "--prefix", (WORK / name).relative_to(ROOT),
               "--abc", abc_wrapper(task.merged)]
    for option, tool in tools.items():
        command += [f"--{option}", TOOLS / f"yowasp-{tool}"]
    done = subprocess.run(
        command + [script.relative_to(ROOT)], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (tasks.CPU_SECONDS,) * 2))
    (WORK / f"{name}.log").write_text(done.stdout)
    (WORK / f"{name}.key").write_text(key)
    return answer_of(done.stdout)


def labels_in_design(task):
    """The labels of the top module's own assertions, as they are in the netlist."""
    text = (WORK / task.name / "model/design.il").read_text()
    return set(re.findall(r"cell \$(?:check|assert) \\(?:\S+\.)?(\w+)\n", text))


def unproved_labels(tasks_run):
    """Assertions of modules that are in no netlist of their proofs: of modules all of whose proofs
    have been run."""
    faults = []
    for module in {task.row.module for task in tasks_run if task.row}:
        proofs = [task for asked in tasks.MODULES.values() for task in asked
                  if task.row.module == module and task.mode == "prove"]
        if all(task in tasks_run for task in proofs):
            found = set().union(*(labels_in_design(task) for task in proofs))
            named = set().union(*(task.row.left_out() for task in proofs))
            missing = set(proofs[0].row.own_labels()) - found - named
            faults += [f"{module}: {label} is in no proof" for label in sorted(missing)]
            faults += [f"{module}: {label} is in a proof" for label in sorted(named & found)]
    return faults


def judge(task, answer):
    """Whether the answer is the expected one, the depth of the search, and a text."""
    if task.mode == "prove":
        frames = answer.found(r"Invariant F\[(\d+)\]")
        proved = answer.status == "PASS" and answer.found("Property proved")
        return bool(proved), f"inf ({frames[-1]})" if frames else "-", answer.status
    if task.mode == "cover":
        steps = answer.found(r"Reached cover statement in step (\d+) at")
        good = answer.status == "PASS" and bool(steps)
        missing = ", ".join(answer.found(r"Unreached cover statement at (.*)"))
        return good, steps[-1] if steps else "-", f"{len(steps)} reached{missing and f', not {missing}'}"
    steps = answer.found(r"failed assertion .* step (\d+)")
    labels = sorted(set(answer.failed_assertions()))
    return (answer.status == "FAIL" and task.fails in labels, steps[0] if steps else "-",
            "fails: " + ", ".join(labels) if labels else f"{answer.status}, not {task.fails}")


def explain(task):
    answer = ask(task, "fail", f"{task.name}.trace")
    print(f"  {task.name}: {', '.join(answer.failed_assertions()) or answer.status}; see "
          f"build/formal/{task.name}.log and build/formal/{task.name}.trace/")


def document_faults():
    """docs/verification.md has every assertion of the checkers, and the table of lines."""
    text = (ROOT / DOCUMENT).read_text()
    faults = []
    for path in sorted((ROOT / "tests/formal").glob("*.sv")):
        labels = dict.fromkeys(re.findall(r"(\w+):\s*assert\b", path.read_text()))
        faults += [f"{DOCUMENT}: no **{label}** of {path.name}" for label in labels
                   if f"**{label}**" not in text]
    if tasks.lines_table() not in text:
        faults.append(f"{DOCUMENT}: the table of lines is not this:\n{tasks.lines_table()}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", help=f"{', '.join(tasks.SETS)}, or names of tasks")
    parser.add_argument("--nightly", action="store_true", help="with those that take long")
    parser.add_argument("--kept", action="store_true",
                        help="answers in build/formal to the same questions count")
    parser.add_argument("--write", action="store_true", help="write docs/results/proofs.json")
    arguments = parser.parse_args()
    names = [task.name for task in tasks.changed()] if arguments.names == ["changed"] \
        else arguments.names
    for tool in (TOOLS / "yowasp-sby", TOOLS / "z3", ABC):
        if not shutil.which(tool):
            sys.exit(f"run.py: no {tool}; './sim/setup tests' installs it")
    chosen = [task for name, members in tasks.SETS.items() for task in members
              if task.name in names or (task.row and task.row.name in names) or
              (name in names and (arguments.nightly or not task.nightly))]
    if not chosen:
        sys.exit("run.py: no such task")

    WORK.mkdir(parents=True, exist_ok=True)
    wrong = []
    row = "{:34} {:10} {:>9} {:>8}  {}"
    print(row.format("task", "engine", "depth", "seconds", "result"))
    for task in chosen:
        start = time.monotonic()
        good, depth, says = judge(task, ask(task, task.mode, task.name, arguments.kept))
        print(row.format(task.name, engine_of(task, task.mode), depth, f"{time.monotonic() - start:.1f}",
                         says + ("" if good else "  WRONG")), flush=True)
        if not good:
            wrong.append(task)
    for task in wrong:
        if task.mode == "prove":
            explain(task)
    faults = document_faults() + unproved_labels([task for task in chosen if task not in wrong])
    if arguments.write and not wrong and not faults:
        tasks.write_hashes(chosen)
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} as expected", *faults, sep="\n")
    return 1 if wrong or faults else 0


if __name__ == "__main__":
    sys.exit(main())
