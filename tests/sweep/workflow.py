#!/usr/bin/env python3
"""The workflow engine gives the same bytes as the plain commands: on this machine, and on a
one-node Slurm cluster on it, which the test starts and stops.

usage: workflow.py PROGRAM local | slurm     (exit status 77: Slurm is not installed)
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from one_node_slurm import missing, one_node_slurm

RUN = pathlib.Path(__file__).resolve().parents[2] / "sim" / "workflow" / "run"
SWEEP = ["sweep", "mesh4x4", "torus4x4-adaptive", "--cycles", "20000", "--load", "0.05:0.25:0.05", "--pattern",
         "uniform,transpose", "--set", "mesh4x4:router.buffers=1,2"]
SWEEP_RUNS = (2 + 1) * 5 * 2
SEARCH = ["sweep", "mesh4x4", "--cycles", "5000", "--unit", "normalized", "--load", "0.4:1.4:0.05",
          "--saturation", "--pattern", "uniform,transpose"]
PARTS = 3
SKIPPED = 77


def check(holds, what):
    if not holds:
        sys.exit(f"not so: {what}")


def results(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


def plain(program, words, folder):
    """The files that the plain command writes."""
    subprocess.run([program, *words, "--output", folder], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return results(folder)


def workflow(program, words, folder, *options):
    return [sys.executable, RUN, "--program", program, "--parts", str(PARTS), *options, *words,
            "--output", folder]


def run_workflow(program, words, folder, *options):
    done = subprocess.run(workflow(program, words, folder, *options), capture_output=True, text=True,
                          check=False)
    check(done.returncode == 0, f"the workflow ends well; it says\n{done.stdout}{done.stderr}")
    check(re.search(f"^{re.escape(str(folder))}: \\d+ runs found, 0 computed$", done.stderr,
                    re.MULTILINE), "the jobs have done all the work")
    return results(folder)


def marks(folder):
    return {path.name: path.stat().st_mtime_ns for path in (folder / ".workflow").glob("*.done")}


def kill_workflow(program, folder):
    """Kills engine and jobs as soon as there are some results."""
    process = subprocess.Popen(workflow(program, SWEEP, folder, "--jobs", "1"),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    while len(list(folder.glob("points/*.json"))) < 3:
        check(process.poll() is None, "the workflow is at work")
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return len(list(folder.glob("points/*.json")))


def few_experiments(program, path):
    """The program restricted to a few short experiments; 'all' without its index."""
    ids = ["iba-example", "linear-table", "mway-fig4"]
    path.write_text(f"""#!/bin/sh
set -e
case "$1 $2" in
  "reproduce --list") '{program}' reproduce --list | grep -E '^({"|".join(ids)}) ' ;;
  "reproduce all") shift 2; for id in {" ".join(ids)}; do '{program}' reproduce $id "$@"; done ;;
  *) exec '{program}' "$@" ;;
esac
""")
    path.chmod(0o755)
    return path


def test_experiments(program, folder):
    few = few_experiments(program, folder / "few")
    words = ["reproduce", "all", "--seed", "3"]
    calm = plain(few, words, folder / "calm")
    check(len(calm) >= 9, "three experiments with three files or more")
    done = subprocess.run(workflow(few, words, folder / "jobs"), capture_output=True, text=True,
                          check=False)
    check(done.returncode == 0, f"the workflow ends well; it says\n{done.stdout}{done.stderr}")
    check(done.stdout.count("there already") == 3, "the jobs have done all the work")
    check(results(folder / "jobs") == calm, "the experiments give the same bytes")


def test_local(program, folder):
    (folder / "papers").mkdir()
    test_experiments(program, folder / "papers")
    calm = plain(program, SWEEP, folder / "calm")
    left = kill_workflow(program, folder / "swept")
    check(left < SWEEP_RUNS and not results(folder / "swept"), "the kill fell into the work")
    check(run_workflow(program, SWEEP, folder / "swept") == calm, "the same bytes after a kill")
    before = marks(folder / "swept")
    check(len(before) == PARTS, "a mark for each part")
    check(run_workflow(program, SWEEP, folder / "swept") == calm, "the same bytes again")
    check(marks(folder / "swept") == before, "no job is repeated")
    more = [*SWEEP, "--seed", "2"]
    both = run_workflow(program, more, folder / "swept")
    kept = {name: both.pop(name) for name in list(both) if name.startswith("results-")}
    check(both == plain(program, more, folder / "more"),
          "another sweep in that folder is done, too")
    check(sorted(kept.values()) == sorted(calm.values()), "the results of the first are kept")
    for words, reason in ((["sweep", "mesh4x4"], "--output"), (["run", "mesh4x4"], "legal: sweep"),
                          (["--profile", "moon", *SWEEP, "--output", folder / "x"], "no profile")):
        wrong = subprocess.run([sys.executable, RUN, "--program", program, *words],
                               capture_output=True, text=True, check=False)
        check(wrong.returncode == 2 and reason in wrong.stderr, f"'{reason}' is said")


def test_slurm(program, folder):
    if missing():
        print(f"skipped: {', '.join(missing())} not installed; legal: Debian's slurm-wlm and munge")
        sys.exit(SKIPPED)
    with one_node_slurm():
        for name, words in (("sweep", SWEEP), ("search", SEARCH)):
            calm = plain(program, words, folder / name / "calm")
            swept = run_workflow(program, words, folder / name / "slurm", "--profile", "slurm")
            check(swept == calm, f"the {name} gives the same bytes")
        jobs = subprocess.run(["scontrol", "--oneliner", "show", "jobs"], check=True, text=True,
                              capture_output=True).stdout.splitlines()
        check(len(jobs) == 2 * PARTS and all("JobState=COMPLETED" in job for job in jobs),
              "Slurm has run each part once")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        {"local": test_local, "slurm": test_slurm}[sys.argv[2]](program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
