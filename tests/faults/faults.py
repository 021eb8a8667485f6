#!/usr/bin/env python3
"""Fails each allocation, each output and each input of every command once.

  faults.py PROGRAM LIBRARY [--sites N] [--every N] [--only WORDS] [--one KIND:N[+]]

LIBRARY is fail_once.cpp for LD_PRELOAD. A call of the program with one fault ends by itself, with status
0 and all of its results, or with status 1 or 2, a message, and no file that is not whole. Calls from the
same callers are one site, whose first call fails, and its last ones in lasting faults: "N+" fails all calls
from the N-th on, as memory that stays full does. All commands' allocations before their own work are the
same, and fail in the first row only. With --sites, N sites of each kind in each row are tried, evenly
spread, with --every, each N-th row.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import outputs  # noqa: E402

KINDS = ("allocation", "output", "input")
MOST_LASTING = 50
# The C library ends the process in these words when it needs memory for variables of a thread.
LIBRARY_ENDS = re.compile(rb"cannot allocate memory for thread-local data: ABORT|Fatal glibc error: .*out of memory")
SETUP = ["unknown"]  # a call that ends after what all commands do first
# Commands that write no file. A row of {} writes the files of that name.
PLAIN_ROWS = [
    ["--help"], ["list"], ["list", "keys", "--json"], ["check", "mesh4x4"], ["new", "iba"], ["man"],
    ["completion", "bash"], ["onchip", "mesh4x4", "--cycles", "200", "--set", "flit.bits=32"],
    ["run", *outputs.HARDWARE], ["lockstep", "line4", "--cycles", "100", "--no-waves"],
    ["schedule", "--hosts", "2", "--schedule", "conservative", "--verify"], ["build", "line4"],
    ["demo", "line4", "--cycles", "300"],
]
# Energy is measured by synthesis, which takes minutes. `view` starts GTKWave.
LEFT_OUT = {"energy", "view"}


class Failed(Exception):
    pass


def expect(condition, *what):
    if not condition:
        raise Failed("\n".join(str(text) for text in what))


def without_times(text):
    """Texts of two calls are the same but for dates and processor times."""
    text = re.sub(rb"(?<!\d)\d+(\.\d+)? ?(s|ms|seconds)\b", b"TIME", text)
    text = re.sub(rb'("[a-z_]*(seconds|per_second)": )[0-9.e+-]+', rb"\1TIME", text)
    return re.sub(rb"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?", b"DATE", text)


def same_texts(one, other):
    return one == other or without_times(one) == without_times(other)


class Row:
    def __init__(self, words, inputs, library):
        self.words = words
        self.inputs = inputs
        self.library = library

    def __str__(self):
        return f"wayfarer {shlex.join(self.words)}"

    def call(self, fault, folder, sites=None):
        environment = {**os.environ, "LD_PRELOAD": self.library, "WAYFARER_FAULT": fault}
        if sites:
            environment["WAYFARER_FAULT_SITES"] = str(sites)
        words = [word.replace("{}", str(folder / "out")) for word in self.words]
        done = subprocess.run([outputs.PROGRAM, *words], cwd=self.inputs, env=environment, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        done.stdout = done.stdout.replace(bytes(folder), b"FOLDER")
        done.files = {name: self.contents(folder / name) for name in outputs.files_below(folder)}
        return done

    def contents(self, path):
        """Wave files of the same waves have other dates, and may be compressed differently."""
        if path.name == "out" and ("--trace-waves" in self.words or "--waves" in self.words):
            text = subprocess.run(["fst2vcd", path], capture_output=True, check=False).stdout
            return re.sub(rb"\$date.*?\$end", b"", text, flags=re.S)
        return path.read_bytes().replace(bytes(path.parent), b"FOLDER")

    def measure(self):
        """The call without a fault: its result, and the calls that can fail."""
        with tempfile.TemporaryDirectory() as name:
            self.call("", pathlib.Path(name))  # what is built or fetched once is there
        with tempfile.TemporaryDirectory() as name, tempfile.NamedTemporaryFile() as sites:
            self.good = self.call("", pathlib.Path(name), sites.name)
            self.sites = {kind: [int(number) for number in numbers] for kind, *numbers in
                          (line.split() for line in pathlib.Path(sites.name).read_text().splitlines())}
        expect(self.good.returncode == (2 if self.words == SETUP else 0), self, self.good.stderr.decode())

    def same(self, done):
        return (same_texts(done.stdout, self.good.stdout)
                and done.files.keys() == self.good.files.keys()
                and all(self.same_file(name, done) for name in done.files))

    def same_file(self, name, done):
        good = self.good.files.get(name)
        return good is not None and same_texts(good, done.files[name])

    def leaves(self, done):
        """What a failed call must not leave. When memory ends in a library through which nothing can be
        thrown, or in the C library, pending files stay, as they do when the process is killed."""
        pending = b"wayfarer: out of memory" in done.stderr or LIBRARY_ENDS.search(done.stderr)
        return [name for name in done.files
                if not self.is_wave_file(name) and not (pending and ".partial" in name)
                and not self.same_file(name, done)]

    def is_wave_file(self, name):
        """Waves are kept up to the failure."""
        return name == "out" and ("--trace-waves" in self.words or "--waves" in self.words)

    def fail(self, fault):
        with tempfile.TemporaryDirectory() as name:
            try:
                done = self.call(fault, pathlib.Path(name))
            except subprocess.TimeoutExpired:
                return "no end after 120 s"
        errors = done.stderr.decode(errors="replace")
        if done.returncode == 0:
            if self.same(done):
                return None
            lost = [name for name in self.good.files if name not in done.files
                    or not self.same_file(name, done)]
            return f"status 0, and other output: {lost or 'standard output'}\n{errors}"
        by_program = done.returncode in (1, 2)
        if not (re.search("^wayfarer: ", errors, re.M) if by_program else LIBRARY_ENDS.search(done.stderr)):
            ended = (f"ended by {signal.Signals(-done.returncode).name}" if done.returncode < 0
                     else f"status {done.returncode} without a message")
            return f"{ended}\n{errors}"
        return f"leaves {self.leaves(done)}\n{errors}" if self.leaves(done) else None


def spread(numbers, most):
    """At most so many of the numbers, evenly spread; None: all."""
    if most is None or most >= len(numbers):
        return numbers
    return [numbers[(2 * i + 1) * len(numbers) // (2 * most)] for i in range(most)]


def faults_of(row, before, most):
    for kind in KINDS:
        numbers = [number for number in sorted(set(row.sites[kind])) if number > before.get(kind, 0)]
        lasting = MOST_LASTING if most is None else max(1, most // 4)
        yield from (f"{kind}:{number}" for number in spread(numbers, most))
        yield from (f"{kind}:{number}+" for number in spread(numbers, lasting))


def check(row, before, most):
    """What fails in a row."""
    row.measure()
    faults = list(faults_of(row, before, most))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [(fault, text) for fault, text in zip(faults, pool.map(row.fail, faults)) if text]
    print(f"{len(faults):6} faults, {len(failures)} wrong: {row}", flush=True)
    for fault, text in failures[:5]:
        print(f"  {fault}: {text}\n  to repeat it: {sys.argv[0]} {sys.argv[1]} {sys.argv[2]} "
              f"--only {shlex.quote(str(row))} --one {fault}", flush=True)
    return len(faults), len(failures)


def rows(inputs, library):
    words = [SETUP, *PLAIN_ROWS, *(entry.words for entry in outputs.ROWS)]
    commands = re.findall(r"^  (\w+) ", outputs.call(["--help"], ".").stdout.partition("ubcommands:")[2], re.M)
    missing = set(commands) - {row[0] for row in words} - LEFT_OUT
    expect(not missing, "commands without a row:", sorted(missing))
    return [Row(row, inputs, library) for row in words]


def repeat(row, fault):
    os.environ["WAYFARER_FAULT_PLACE"] = "1"
    row.measure()
    print(row.fail(fault) or "as it should be")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--sites", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--one")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        inputs = pathlib.Path(name)
        outputs.call(["run", *outputs.RUN, "--events", "run.events"], inputs)
        (inputs / "foreign.trace").write_text("1 0 5 0\n" * 100)
        every = rows(inputs, str(arguments.library.resolve()))
        chosen = [row for row in every if arguments.only in str(row)][::arguments.every]
        expect(chosen, "no row has", arguments.only)
        if arguments.one:
            for row in chosen:
                repeat(row, arguments.one)
            return
        every[0].measure()
        setup = {"allocation": every[0].sites["allocation"][-1] - 50}
        tried = wrong = 0
        for row in chosen:
            faults, failures = check(row, {} if row is every[0] else setup, arguments.sites)
            tried += faults
            wrong += failures
    print(f"{tried} faults in {len(chosen)} calls: {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
