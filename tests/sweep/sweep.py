#!/usr/bin/env python3
"""Sweeps that are killed, divided into parts and repeated: the results are byte-identical, and no
run is done twice.

usage: sweep.py PROGRAM kill | parts | repeat | labels | networks | compare
"""

import csv
import io
import json
import pathlib
import random
import re
import shlex
import signal
import statistics
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
FPGA = pathlib.Path(__file__).resolve().parents[2] / "docs" / "results" / "fpga.json"


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


# Networks of three families, whose flits have 16, 8 and 16 bytes.
NETWORKS = ["mesh4x4", "wormhole16x16", "iba4x4"]
SEVERAL = ["sweep", *NETWORKS, "--set", "wormhole16x16:topology.extents=4x4", "--set",
           "wormhole16x16:flit.bits=64", "--set", "mesh4x4:router.buffers=1,2",
           "--cycles", "3000", "--seed", "1:2", "--load", "0.2,0.4", "--message-bytes", "96"]


def csv_rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def near(a, b, share=1e-6):
    return abs(float(a) - float(b)) <= share * abs(float(b))


def same_run(program, row, folder):
    """What the run of a row's command says about its rates."""
    subprocess.run([program, *shlex.split(row["command"])[1:], "--json", folder / "run.json"], check=True,
                   stdout=subprocess.DEVNULL)
    return json.loads((folder / "run.json").read_text())


def test_networks(program, folder):
    """Several networks in one sweep: rows, files and shares are as those of one."""
    whole, cut = folder / "whole", folder / "cut"
    words = [*SEVERAL, "--unit", "bytes", "--clock-mhz", "100", "--clock-mhz", "iba4x4:iba-switch"]
    runs = (2 + 1 + 1) * 2 * 2
    check(run(program, words, whole) == (0, runs), "all combinations")
    shares = [run(program, words, cut, "--part", f"{part}/2") for part in (1, 2)]
    check(sum(computed for _, computed in shares) == runs and run(program, words, cut) == (runs, 0),
          "parts make the whole")
    check(results(whole) == results(cut), "the same bytes in parts")
    rows = csv_rows((whole / "results.csv").read_text())
    check({row["setting"] for row in rows} ==
          {"mesh4x4 router.buffers=1", "mesh4x4 router.buffers=2", "iba4x4",
           "wormhole16x16 topology.extents=4x4 flit.bits=64"}, "labels")
    placed = {design["design"]: design["mhz"] for design in json.loads(FPGA.read_text())}
    for row in rows:
        mesh = row["config"] == "mesh4x4"
        check((row["router.buffers"] in ("1", "2")) == mesh and (row["router.virtual_lanes"] != "") ==
              (row["family"] == "iba") and row["topology.extents"] == "4x4", "columns of keys")
        mhz = placed["iba-switch"] if row["config"] == "iba4x4" else 100
        check(float(row["clock_mhz"]) == mhz and row["rate_unit"] == "bytes per terminal and ns", "units")
        check(near(row["latency_ns"], float(row["latency_mean"]) * 1000 / mhz), "latency in time")
        check(near(row["offered_rate"], row["load"], 0.1), f"offered as asked for: {row['offered_rate']}")
        again = same_run(program, row, folder)
        check(near(row["accepted_rate"], again["accepted_bytes"] * mhz / 1000) and
              near(row["accepted_rate_half_width"], again["rates"]["accepted_half_width"]) and
              near(row["accepted_half_width"], again["accepted_half_width"]), "rates of the run")
    by_seed = {(row["setting"], row["load"]): [] for row in rows}
    for row in rows:
        by_seed[row["setting"], row["load"]].append(row["offered"])
    check(all(first != second for first, second in by_seed.values()), "the seeds differ")

    # Other units of the same load are the same runs.
    message = 96
    base = {"messages": 0.002, "bytes": 0.002 * message, "bits": 0.002 * message * 8}
    found = {}
    for unit, load in base.items():
        for more, factor in (([], 1), (["--aggregate"], 16), (["--clock-mhz", "250"], 0.25)):
            out = subprocess.run([program, "sweep", "mesh4x4", "--message-bytes", str(message), "--unit", unit,
                                  "--load", repr(load * factor), "--cycles", "2000", "--csv", "-", *more],
                                 check=True, capture_output=True, text=True).stdout
            row, = csv_rows(out)
            found[unit, factor] = [row[name] for name in ("offered", "accepted", "latency_mean", "latency_max")]
            check(near(row["offered_rate"], load * factor, 0.2), f"{unit} {more}")
    check(len(set(map(tuple, found.values()))) == 1, f"one run in nine units: {found}")

    zipped = csv_rows(subprocess.run(
        [program, "sweep", "mesh4x4", "--zip", "router.buffers=1,2", "--zip", "router.depth=4,2", "--set",
         "flit.bits=32,64", "--load", "0.1", "--cycles", "1000", "--csv", "-"], check=True, capture_output=True,
        text=True).stdout)
    check([(row["flit.bits"], row["router.buffers"], row["router.depth"]) for row in zipped] ==
          [("32", "1", "4"), ("32", "2", "2"), ("64", "1", "4"), ("64", "2", "2")], "zipped keys")

    # Two files of one name are told apart, and wrong words are refused with what is legal.
    text = (program.parents[2] / "sim/configs/mesh4x4.toml").read_text()
    for name in ("a", "b"):
        (folder / f"{name}.toml").write_text(text)
    rows = csv_rows(subprocess.run([program, "sweep", folder / "a.toml", folder / "b.toml", "--load", "0.1",
                                    "--cycles", "1000", "--csv", "-"], check=True, capture_output=True,
                                   text=True).stdout)
    check([pathlib.Path(row["setting"]).name for row in rows] == ["a.toml", "b.toml"], "two files of one name")
    for words, said in ((["mesh4x4", "mesh4x4"], "given twice"),
                        (["mesh4x4", "iba4x4", "--set", "mesh4x5:router.buffers=2"], "did you mean 'mesh4x4'"),
                        (["mesh4x4", "iba4x4", "--set", "router.buffers=2"], "--set iba4x4:key=values"),
                        (["mesh4x4", "--zip", "router.buffers=1,2", "--zip", "router.depth=1,2,4"], "one length"),
                        (["mesh4x4", "iba4x4", "--clock-mhz", "mesh4x4:80"], "legal: for all"),
                        (["mesh4x4", "--clock-mhz", "mway-router-23"], "did you mean 'mway-router-32'"),
                        (["mesh4x4", "--unit", "normalized", "--aggregate"], "legal: one of them"),
                        (["mesh4x4", "--unit", "bytes", "--message-bytes", "0"], "without data")):
        wrong = subprocess.run([program, "sweep", *words, "--load", "0.1", "--cycles", "500"], capture_output=True,
                               text=True, check=False)
        check(wrong.returncode == 2 and said in wrong.stderr, f"'{said}' is said of {words}: {wrong.stderr}")


# Student's two-sided 95 % quantile, by degrees of freedom.
STUDENT = {1: 12.7062047, 3: 3.1824463, 5: 2.5705818}


def test_compare(program, folder):
    """Differences are paired by seed, their intervals are Student's, and verdicts follow from both."""
    files = ["--json", folder / "c.json", "--csv", folder / "c.csv"]

    def compare(*words):
        done = subprocess.run([program, "compare", *words, *files, "--output", folder / "store"], check=False,
                              capture_output=True, text=True)
        check(done.returncode == 0, f"compare {words}: {done.stderr}")
        rows = csv_rows((folder / "c.csv").read_text())
        found = json.loads((folder / "c.json").read_text())
        check([row["verdict"] for row in rows] == [row["verdict"] for row in found["comparisons"]], "the same rows")
        check(all(row["verdict"] in done.stdout for row in rows), "the table has the verdicts")
        return found["comparisons"], found["points"], done.stdout

    fields = {"mean latency": lambda run: run["latency"]["mean"], "p99 latency": lambda run: run["latency"]["p99"],
              "accepted": lambda run: run["rates"]["accepted"], "fairness": lambda run: run["fairness"]}
    seeds = 6
    rows, points, text = compare("mesh4x4", "--set", "router.buffers=1,4", "--seed", f"1:{seeds}", "--cycles", "4000",
                                 "--load", "0.5,1.5,8")
    check(len(rows) == 3 * 4 + 2 and "router.buffers=4 beside router.buffers=1\n  better: " in text, text)
    for row in rows:
        if row["load"] is None:
            check(row["quantity"].startswith("saturation") and row["outcome"] == "better" and row["difference"] > 0,
                  f"more buffers saturate later: {row}")
            continue
        values = {name: [fields[row["quantity"]](run) for run in points
                         if run["setting"] == name and run["load"] == row["load"]]
                  for name in (row["network"], row["baseline"])}
        differences = [a - b for a, b in zip(values[row["network"]], values[row["baseline"]])]
        check(len(differences) == seeds == row["seeds"], "a pair per seed")
        half_width = STUDENT[seeds - 1] * statistics.stdev(differences) / seeds ** 0.5
        check(abs(row["difference"] - statistics.mean(differences)) < 1e-9 and
              abs(row["half_width"] - half_width) < 1e-6 * max(1, half_width), f"interval of {row}")
        latency = row["quantity"].endswith("latency")
        if latency and row["load"] == 8:
            check("both saturate" in row["verdict"], row["verdict"])
            continue
        size, matters = abs(row["difference"]), 0.02 * abs(row["baseline_value"])
        lower_is_better = latency
        expected = ("equal" if size + row["half_width"] <= matters else "no difference seen" if size <= row["half_width"]
                    else "better" if (row["difference"] < 0) == lower_is_better else "worse")
        check(row["outcome"] == expected and row["verdict"].startswith(expected), f"verdict of {row}")
        if expected == "no difference seen":
            needed = seeds * (row["half_width"] / max(size, matters)) ** 2
            check(abs(seeds + row["more_seeds"] - needed) <= 1, f"seeds of {row}")
    latencies = [row for row in rows if row["quantity"] == "mean latency"]
    check([row["outcome"] for row in latencies[:2]] == ["no difference seen", "better"] or
          [row["outcome"] for row in latencies[:2]] == ["equal", "better"], f"{latencies}")

    # Saturation by both criteria, as searches with a step of a hundredth of the bound find it.
    for criterion, row in (("growth", rows[-2]), ("3x latency", rows[-1])):
        check(criterion in row["quantity"], row["quantity"])
        network = [program, "run", "mesh4x4", "--set", "router.buffers=1", "--unit", "bytes", "--cycles", "4000"]

        def measured(load, seed, network=network):
            subprocess.run([*network, "--load", str(load), "--seed", str(seed), "--json", folder / "r.json"],
                           check=True, stdout=subprocess.DEVNULL)
            return json.loads((folder / "r.json").read_text())

        at = row["baseline_value"]
        light = [measured(0.05, seed)["latency"]["mean"] for seed in range(1, seeds + 1)]
        above, below = ([measured(share * at, seed) for seed in range(1, seeds + 1)] for share in (1.2, 0.8))
        if criterion == "growth":
            check(all(run["verdict"] == "saturated" for run in above) and
                  not any(run["verdict"] == "saturated" for run in below), "growth above, none below")
        else:
            limit = 3 * statistics.mean(light)
            check(statistics.mean(run["latency"]["mean"] for run in below) < limit <
                  statistics.mean(run["latency"]["mean"] for run in above), "three times the latency")

    # The same loads as of a search by that criterion.
    searched = subprocess.run([program, "sweep", "mesh4x4", "--unit", "normalized", "--load", "0.01:1.5:0.01", "--set",
                               "router.buffers=1", "--cycles", "4000", "--seed", f"1:{seeds}", "--saturation",
                               "--criterion", "latency", "--csv", "-"], check=True, capture_output=True, text=True)
    loads = [float(row["saturation_load"]) for row in csv_rows(searched.stdout)]
    unit = next(run["rate"] * 64 / 0.5 for run in points if run["load"] == 0.5)  # bytes of a rate, per load
    rate = subprocess.run([program, "run", "mesh4x4", "--unit", "normalized", "--load", "0.5", "--cycles", "500",
                           "--json", "-"], check=True, capture_output=True, text=True).stdout
    per_bound = json.loads(rate)["rate"] / 0.5 * 64 / unit
    check(abs(statistics.mean(loads) * per_bound - rows[-1]["baseline_value"]) < 0.02 * rows[-1]["baseline_value"],
          f"{loads} of the bound, {per_bound} bytes, are {rows[-1]['baseline_value']}")

    # A network beside itself: no difference, and the store has its runs.
    text = (program.parents[2] / "sim/configs/mesh4x4.toml").read_text()
    for name in ("a", "b"):
        (folder / f"{name}.toml").write_text(text)
    rows, _, _ = compare(folder / "a.toml", folder / "b.toml", "--seed", "1:4", "--cycles", "2000", "--unit", "flits")
    check(all(row["outcome"] == "equal" or "both saturate" in row["verdict"] for row in rows) and
          {row["difference"] for row in rows} == {0}, "no difference")
    # By default, loads are shares of the lowest load that saturates.
    growth = next(row for row in rows if row["quantity"] == "saturation (growth)")["value"]
    loads = sorted({row["load"] for row in rows if row["load"] is not None})
    check(len(loads) == 4 and max(loads) < growth and near(loads[3] / loads[0], 3.6, 0.01), f"{loads} of {growth}")

    rows, _, _ = compare("mesh4x4", "torus4x4-adaptive", "--process", "batch:20", "--seed", "1:4")
    check({row["quantity"] for row in rows} == {*fields, "completion"} and rows[0]["outcome"] == "better", f"{rows}")
    rows, _, _ = compare("mesh4x4", "--set", "router.buffers=2,4", "--seed", "1", "--load", "0.5", "--cycles", "1000")
    check(rows[0]["outcome"] == "no difference seen" and rows[0]["half_width"] is None, "one seed shows nothing")
    rows, points, _ = compare("mesh4x4", "romm-mesh4x4-2phase", "--energy", "shipped", "--seed", "1:2", "--load", "0.1",
                              "--cycles", "1000")
    energy = next(row for row in rows if row["quantity"] == "energy per bit")
    runs = [run["energy"]["per_bit"] for run in points]
    check(energy["unit"] == "toggles" and near(energy["baseline_value"], statistics.mean(runs[:2]), 1e-9) and
          near(energy["value"], statistics.mean(runs[2:]), 1e-9), f"{energy} of {runs}")
    for words, said in ((["mesh4x4"], "legal: two configurations"),
                        (["mesh4x4", "iba4x4", "--process", "batch:2", "--load", "0.1"], "--load has no effect with"),
                        (["mesh4x4", "iba4x4", "--pattern", "uniform,transpose"], "legal: one"),
                        (["mesh4x4", "iba4x4", "--process", "batch:2", "--plot", "p"], "legal: --csv")):
        wrong = subprocess.run([program, "compare", *words], capture_output=True, text=True, check=False)
        check(wrong.returncode == 2 and said in wrong.stderr, f"'{said}' is said of {words}: {wrong.stderr}")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        claims = {"kill": test_kill, "parts": test_parts, "repeat": test_repeat,
                  "labels": test_labels, "networks": test_networks, "compare": test_compare}
        claims[sys.argv[2]](program, pathlib.Path(folder))


if __name__ == "__main__":
    main()
