#!/usr/bin/env python3
"""Sweeps that are killed, divided into parts and repeated: the results are byte-identical, and no
run is done twice.

usage: sweep.py PROGRAM kill | parts | repeat | labels
"""

import json
import pathlib
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

AXES = ["--pattern", "uniform,transpose", "--set", "router.buffers=1,2", "--seed", "1:2"]
SWEEP = ["sweep", "mesh4x4", "--cycles", "20000", "--load", "0.05:0.4:0.05", *AXES]
SWEEP_RUNS = 8 * 2 * 2 * 2
SEARCH = ["sweep", "mesh4x4", "--cycles", "5000", "--unit", "normalized", "--load", "0.4:1.4:0.02",
          "--saturation", *AXES]
KILLS = 24


def check(holds, what):
    if not holds:
        sys.exit(f"not so: {what}")


def run(program, words, folder, *more):
    """Runs a sweep to its end; the tally it prints: runs found in the folder, runs computed."""
    done = subprocess.run([program, *words, "--output", folder, *more], capture_output=True,
                          text=True, check=False)
    check(done.returncode == 0, f"{shlex.join(words)} ends well; it says\n{done.stderr}")
    tally = re.search(r": (\d+) runs found, (\d+) computed$", done.stderr, re.MULTILINE)
    return int(tally[1]), int(tally[2])


def results(folder):
    """The result files of a sweep."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def records(folder):
    """The records of finished runs on the disk: a rewritten record is another inode."""
    found = {}
    for path in (folder / "points").glob("*.json"):
        status = path.stat()
        found[path.name] = (status.st_ino, status.st_mtime_ns, path.read_bytes())
    return found


def contents(found):
    return {name: record[2] for name, record in found.items()}


def live_and_die(program, folder, seconds, together):
    """Starts the sweep, whole or as two parts, and kills it; returns whether it was still alive."""
    parts = [["--part", "1/2"], ["--part", "2/2"]] if together else [[]]
    processes = [subprocess.Popen([program, *SWEEP, "--threads", "1", "--output", folder, *part],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                 for part in parts]
    time.sleep(seconds)
    for process in processes:
        process.send_signal(signal.SIGKILL)
    return [process.wait() for process in processes] == [-signal.SIGKILL] * len(processes)


def kill_often(program, troubled, dice, longest, kills):
    """Kills a sweep until it has been killed so often, or has all its runs. A record that was there
    is never written again. Returns the number of kills, of those that came after new records, and
    what is on the disk."""
    done = busy = 0
    before = {}
    while done < kills and len(before) < SWEEP_RUNS:
        done += live_and_die(program, troubled, dice.uniform(0, longest), done % 3 == 2)
        after = records(troubled)
        check(all(after.get(name) == record for name, record in before.items()),
              f"after {done} kills every record is as it was")
        busy += len(after) > len(before)
        before = after
    return done, busy, before


def test_kill(program, folder):
    """Kills sweeps repeatedly; the final results equal those of an undisturbed run."""
    calm = folder / "calm"
    started = time.monotonic()
    check(run(program, SWEEP, calm, "--threads", "1") == (0, SWEEP_RUNS), "64 runs")
    longest = 1.6 * (time.monotonic() - started) / KILLS
    dice = random.Random(7)
    kills = busy = sweeps = 0
    while kills < KILLS or busy < KILLS // 4:  # enough of them into the work
        troubled = folder / f"troubled-{sweeps}"
        done, after_new, before = kill_often(program, troubled, dice, longest, max(KILLS - kills, 8))
        found, computed = run(program, SWEEP, troubled)
        check((found, computed) == (len(before), SWEEP_RUNS - len(before)), "no run is repeated")
        end = records(troubled)
        check(all(end[name] == record for name, record in before.items()), "no record is rewritten")
        check(contents(end) == contents(records(calm)), "the records are those of a calm run")
        check(results(troubled) == results(calm), "the files are those of a calm run")
        check(run(program, SWEEP, troubled) == (SWEEP_RUNS, 0), "a finished sweep computes nothing")
        kills, busy, sweeps = kills + done, busy + after_new, sweeps + 1
    print(f"{kills} kills of {sweeps} sweeps, {busy} of them after new records")


def test_parts(program, folder):
    """One thread, two threads, parts: byte-identical results; no run is in two parts."""
    for name, words in (("sweep", SWEEP), ("search", SEARCH)):
        one, two, cut = (folder / name / way for way in ("one", "two", "cut"))
        runs = run(program, words, one, "--threads", "1")[1]
        check(run(program, words, two, "--threads", "2") == (0, runs), "as many runs on two threads")
        shares = [run(program, words, cut, "--part", f"{part}/3") for part in (1, 2, 3)]
        check(not results(cut), "parts write no results")
        check(all(found == 0 < computed for found, computed in shares), "each part has its own runs")
        check(run(program, words, cut) == (runs, 0), "the parts make the whole")
        check(len(results(one)) == 2, "there are results")
        check(results(one) == results(two) == results(cut), f"the {name} gives the same bytes")
    loads = (json.loads(results(folder / "search" / "one")["saturation.json"]))["searches"]
    check(len(loads) == 8 and all(row["found"] == "between" for row in loads), "8 points of saturation")
    # Two sweeps in one folder: common runs are done once.
    check(run(program, [*SWEEP[:-1], "1:3"], folder / "sweep" / "one")[0] == SWEEP_RUNS, "shared")


def test_repeat(program, folder):
    """The command and the configuration of a row reproduce it."""
    words = [word if word != "1:2" else "3" for word in SWEEP] + ["--warmup", "auto", "--stall", "0.05",
                                                                "--message-bytes", "16,64"]
    run(program, words, folder / "s", "--set", "router.depth=3")
    rows = json.loads((folder / "s" / "results.json").read_text())["points"]
    for row in random.Random(3).sample(rows, 8):
        again = shlex.split(row["command"])[2:]
        (folder / "network.toml").write_text(row["configuration"])
        for config in (again[0], str(folder / "network.toml")):
            settings = again[1:] if config == again[0] else again[5:]  # the file has them
            subprocess.run([program, "run", config, *settings, "--json", folder / "r.json"],
                           stdout=subprocess.DEVNULL, check=True)
            repeated = json.loads((folder / "r.json").read_text())
            for key, value in row.items():
                if key not in ("setting", "command"):
                    check(repeated[key] == value, f"{row['command']} gives '{key}' again")


# Values that follow from other keys of the sweep if they are not set.
LABELLED = (
    ("iba4x4", ["router.depth=40,80", "flit.bits=128,256"]),
    ("torus4x4-balanced", ["router.classes=0/1:2:3,0:1/2:3", "router.depth=2,4"]),
    ("mesh4x4", ["router.classes=0:1/2:3,0:1:2/3", "router.depth=2,4", "topology.kind=torus"]),
    ("fs-torus4x4-star", ["router.pipeline=2,3", "router.routing=dimension-order,star-channels"]),
    ("romm-mesh4x4-2phase", ["router.phases=1,2", "router.routing=romm"]),
    ("wormhole16x16", ["router.flow_control=credits", "router.link_registers=0,1"]),
)


def test_labels(program, folder):
    """The keys in a row's label have the values that ran, in any order of the keys."""
    for config, axes in LABELLED:
        for order, settings in (("as", axes), ("reversed", axes[::-1])):
            out = folder / f"{config}-{order}"
            words = [word for setting in settings for word in ("--set", setting)]
            run(program, ["sweep", config, "--load", "0.1", "--cycles", "1000", *words], out)
            for row in json.loads((out / "results.json").read_text())["points"]:
                for key, value in (pair.split("=") for pair in row["setting"].split()):
                    ran = row["network"][key.split(".")[1] if key != "flit.bits" else "flit_bits"]
                    if key == "router.classes":
                        ran = "/".join(":".join(map(str, buffers)) for buffers in ran)
                    check(str(ran) == value, f"{config}: a row of {key} = {value} ran {ran}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        claims = {"kill": test_kill, "parts": test_parts, "repeat": test_repeat,
                  "labels": test_labels}
        claims[sys.argv[2]](program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
