#!/usr/bin/env python3
"""The nightly run at a small scale.

  test_nightly.py resume   a run that is killed repeatedly ends with each unit done once
  test_nightly.py parts    the parts of a night share its tests and networks, and join to its page
  test_nightly.py stop     a run that is asked to end takes its tests with it
  test_nightly.py hang     a random network that does not end in time has failed
  test_nightly.py page     the committed page is as its parts say, is green or has the cause of each
                           failure, and is in the history of nights
  test_nightly.py reduce   broken RTL is found, reduced, and found again by the printed command; a later
                           night repeats what was kept
"""

import collections
import json
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import history

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORLD = ROOT / "build/release/tests/nightly/wayfarer_world"
SECONDS = 30  # in which anything starts or ends
LONG_TEST = "test_confidence"  # many minutes
WEEKLY_TEST = "fpga_bitstream"  # hours, and only with --weekly
TESTS = ["rtl_wf_fifo", "rtl_wf_lfsr", "rtl_wf_arbiter_fixed"]


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(text) for text in what))


def lines_of(path):
    return path.read_text().count("\n") if path.exists() else 0


def resume(folder):
    command = [ROOT / "tests/nightly/run", "--folder", folder, "--hours", "1e-9",
               "--only", "^(" + "|".join([*TESTS, WEEKLY_TEST]) + "|linear network)$"]
    first = command + ["--seed", "7"]
    results = folder / "7/results.jsonl"
    process = subprocess.Popen(first, stdout=subprocess.DEVNULL)
    while process.poll() is None and lines_of(results) < 1:
        time.sleep(0.01)
    process.kill()
    process.wait()
    # Without a seed, and asked to end at the first line that it prints.
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
        begun = process.stdout.readline()
        process.terminate()
        begun += process.stdout.read()
    expect("goes on with seed 7" in begun and process.returncode == 1, process.returncode, begun)
    expect("Interrupted. Not run: " in (folder / "7/regression.md").read_text(), begun)
    with results.open("a") as file:
        file.write('{"name": "rtl_')  # as a crash would leave it
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE)
    expect(done.returncode == 0, "status", done.returncode, done.stdout)
    expect("goes on with seed 7" in done.stdout, done.stdout)

    document = json.loads((folder / "7/regression.json").read_text())
    times = collections.Counter(result["name"] for result in document["results"])
    expect(sorted(times) == sorted(TESTS + ["linear network 0"]), times)
    kept = collections.Counter(re.findall(r'^\{"name": "([^"]+)"', results.read_text(), re.M))
    expect(set(kept.values()) == {1}, "not once:", kept)
    expect(document["claims"]["family linear: RTL equals model in every cycle"]
           ["cycles"] >= 200_000, document["claims"])
    suite = ElementTree.parse(folder / "7/junit.xml").getroot()
    expect(suite.get("tests") == "4" and suite.get("failures") == "0", suite.attrib)
    expect("| each module equals plain C++ | 3 | 0 |" in (folder / "7/regression.md").read_text())


def processes_of(seed):
    """The names of the night's tests that run."""
    wanted = f"WAYFARER_NIGHT_SEED={seed}".encode()
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "comm").read_text().strip())
        except OSError:
            pass  # it has ended, or is somebody else's
    return found


def wait_until(holds):
    end = time.monotonic() + SECONDS
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def stop(folder):
    seed = random.getrandbits(60)
    process = subprocess.Popen([ROOT / "tests/nightly/run", "--folder", folder, "--seed", str(seed),
                                "--only", f"^{LONG_TEST}$"], stdout=subprocess.DEVNULL)
    expect(wait_until(lambda: any(name in LONG_TEST for name in processes_of(seed))),
           "the test never ran")
    process.send_signal(signal.SIGTERM)
    expect(wait_until(lambda: process.poll() is not None), "the run did not end")
    expect(wait_until(lambda: not processes_of(seed)), "still running:", processes_of(seed))
    expect(not (folder / f"{seed}/results.jsonl").exists(), "the test has a result")


def hang(folder):
    done = subprocess.run([ROOT / "tests/nightly/run", "--folder", folder, "--seed", "7", "--hours", "1e-9",
                           "--longest", "0.01", "--only", "^linear network$"],
                          text=True, stdout=subprocess.PIPE)
    expect(done.returncode == 1, "status", done.returncode, done.stdout)
    expect(f"no end after 0.01 s; to repeat it:\n  {WORLD} draw linear --seed 7 --number 0 " in done.stdout,
           done.stdout)
    expect("| linear network 0 | to be found |" in (folder / "7/regression.md").read_text())


def parts(folder):
    """Two parts of a night do its work once, and the page counts both."""
    night = [ROOT / "tests/nightly/run", "--folder", folder, "--seed", "7", "--hours", "1e-9",
             "--only", "^(" + "|".join(TESTS) + "|linear network)$"]
    files, names = [], collections.Counter()
    for part in ("1/2", "2/2"):
        subprocess.run([*night, "--part", part], check=True, stdout=subprocess.DEVNULL)
        files.append(folder / f"7.{part.replace('/', 'of')}/regression.json")
        names.update(result["name"] for result in json.loads(files[-1].read_text())["results"])
    expect(names == collections.Counter([*TESTS, "linear network 0", "linear network 2"]), names)
    check_join(folder, files)
    for wrong in ("0/2", "3/2", "half"):
        done = subprocess.run([*night, "--part", wrong], text=True, capture_output=True)
        expect(done.returncode == 2 and f"--part {wrong}: parts are 1/N to N/N" in done.stderr, done.stderr)


def check_join(folder, files):
    page = folder / "page.md"

    def join(*names):
        return subprocess.run([ROOT / "tests/nightly/run", "--page", page, "--join", *names],
                              text=True, capture_output=True)

    refused = join(files[0])
    expect(refused.returncode == 2 and f"{files[0]}: not a whole part of a night" in refused.stderr,
           refused.stderr)
    for file in files:
        file.write_text(re.sub(r'"options": ".*"', '"options": ""', file.read_text()))
    for names, missing in ((files[1:], True), (files[:1], False)):
        expect(join(*names).returncode == 0, names)
        expect(("Not run yet: 1/2." in page.read_text()) == missing, page.read_text())
    expect("--seed 7`, with `--part K/2` for one part" in page.read_text(), page.read_text())
    expect("| each module equals plain C++ | 3 | 0 |" in page.read_text(), page.read_text())
    expect([row["part"] for row in history.rows(folder / "nights.csv")] == ["2/2", "1/2"],
           history.rows(folder / "nights.csv"))
    files[1].write_text(files[1].read_text().replace('"seed": 7', '"seed": 8'))
    other = join(*files)
    expect(other.returncode == 2 and f"{files[1]}: of another night than {files[0]}" in other.stderr,
           other.stderr)
    files[1].write_text("{}")
    broken = join(files[1])
    expect(broken.returncode == 2 and f"{files[1]}: not the results of a night" in broken.stderr, broken.stderr)


def check_history(folder, text):
    """The page is that of the last night, the picture shows all of them, and a night is there once."""
    last = history.rows(history.FILE)[-1]
    expect(f"| {last['part']} | {last['date']} | {last['revision']} | " in text
           and f" --seed {last['seed']}`" in text, last)
    expect(history.drawn(history.FILE) == history.FILE.with_suffix(".svg").read_text(),
           "nights.svg does not show nights.csv; to draw it: tests/nightly/history.py --draw")
    file = folder / "nights.csv"
    for revision, passed in (("a", 1), ("b", 2), ("b", 3)):
        history.add(file, {**last, "revision": revision, "passed": passed})
    expect([(row["revision"], row["passed"]) for row in history.rows(file)] == [("a", "1"), ("b", "3")],
           file.read_text())


def page(folder):
    """The committed page is as its parts say, and is green or has the cause of each failure."""
    results = ROOT / "docs/results"
    text = (results / "regression.md").read_text()
    again = folder / "regression.md"
    shutil.copy(results / "night.json", folder)
    subprocess.run([ROOT / "tests/nightly/run", "--page", again, "--join"], check=True)
    expect(again.read_text() == text,
           "regression.md is not that of night.json; to make it: tests/nightly/run --join")
    counted = sum(int(row.split("|")[3]) for row in text.splitlines()
                  if re.match(r"\| [^|]+ \| \d+ \| \d+ \|", row))
    causes = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text.split("| failed | cause |")[-1],
                        re.MULTILINE) if counted else []
    expect(len(causes) == counted, f"{counted} failures, of which {len(causes)} have a row")
    for name, cause in causes:
        expect(cause != "to be found", f"{name}: no cause")
    expect(bool(counted) != ("Failed: none." in text), "the last lines contradict the table")
    check_history(folder, text)


def reduce(folder):
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    path = folder / "rtl/linear/linear_switch.sv"
    text = path.read_text()
    broken = text.replace("(local_first_q || !upstream_waits);", "!upstream_waits;")
    expect(broken != text, "linear_switch.sv no longer has the line that this test breaks")
    path.write_text(broken)
    done = subprocess.run([WORLD, "draw", "linear", "--seed", "3", "--number", "3", "--rtl", folder / "rtl",
                           "--failures", folder / "failures", "--reduce-seconds", "40"],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    expect(done.returncode == 1, "status", done.returncode, done.stdout)
    found = re.search(r"reduced to (\d+) inputs in (\d+) cycles on (\d+) terminals; "
                      r"to repeat it:\n  (.*)", done.stdout)
    expect(found, done.stdout)
    inputs, cycles, terminals = (int(found.group(i)) for i in (1, 2, 3))
    # Two messages that meet at one switch, and one that was there before.
    expect(inputs <= 8 and cycles <= 200 and terminals <= 4, done.stdout)
    again = subprocess.run(shlex.split(found.group(4)), text=True, stdout=subprocess.PIPE)
    expect(again.returncode == 1 and "cycle" in again.stdout, again.stdout)
    sound = subprocess.run(shlex.split(found.group(4).split(" --rtl ")[0]), text=True,
                           stdout=subprocess.PIPE)
    expect(sound.returncode == 0, sound.stdout)
    repeat(folder)


def repeat(folder):
    """A night repeats what earlier ones have kept, and is red while it fails."""
    kept, = (folder / "failures").iterdir()
    night = [ROOT / "tests/nightly/run", "--folder", folder, "--hours", "1e-9", "--only", "^kept failure"]
    for seed, status, row in ((1, 0, "| 1 | 0 |"), (2, 1, "| 0 | 1 |")):
        done = subprocess.run([*night, "--seed", str(seed)], text=True, stdout=subprocess.PIPE)
        expect(done.returncode == status, "status", done.returncode, done.stdout)
        expect(f"| kept failures do not occur again {row} - | - |" in done.stdout, done.stdout)
        (kept / "inputs.txt").write_text("no inputs\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as work:
        claims = {"resume": resume, "parts": parts, "stop": stop, "hang": hang, "page": page, "reduce": reduce}
        claims[sys.argv[1]](pathlib.Path(work))
