#!/usr/bin/env python3
"""Feeds the program altered input: no crash, no hang, no internal error, the right status.

    fuzz.py PROGRAM configurations|traces|options|networks COUNT [--seed S] [--slow]

configurations  shipped TOML files with characters, words and lines changed
traces          a trace, Netrace file, SynFull model or BookSim2 trace with the same done to it
options         option lines of random commands, options and values
networks        random values for every key of a family; what `check` accepts must run, with bursts,
                gaps and stalls, to the end

Status 0: the program did it. Status 2: the input was refused, in words that name the file and the
line, the key or the option. Status 1 is for checks that fail as they should. A fault is printed with
the seed of its input, which `--seed S` with a COUNT of 1 repeats. `--slow` is for programs with
sanitizers.
"""

import argparse
import bz2
import functools
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"
CONFIGURATIONS = sorted((ROOT / "sim/configs").glob("*.toml"))
LARGE = re.compile(r"16x16|8x8|32x16|4x4x4|8d-hc|9d-hc|7d-hc|16x8")
SMALL = [path for path in CONFIGURATIONS if not LARGE.search(path.name)]
FAMILIES = sorted(path.parent.name for path in (ROOT / "sim/family").glob("*/family.cpp"))
WORDS = ["", "0", "-1", "1", "2", "3", "7", "64", "1e5", "1e400", "nan", "inf", "true", "\"x\"", "[", "]", "=",
         "[[a]]", "#", "\"", "'", "\\", "\x00", "\x1b[2J", "é", "999999999999999999999", "mesh", "torus",
         "(1 (2 -))", "[4, 4]", "[0]", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "name", "router", "family"]
FAULTY = re.compile(r"internal error|terminate called|AddressSanitizer|runtime error:|LeakSanitizer")


class Fault(Exception):
    pass


class Program:
    def __init__(self, path, slow, folder):
        self.path = str(pathlib.Path(path).resolve())
        self.seconds = 1200 if slow else 300
        self.folder = folder

    def __call__(self, *words, legal=(0, 2), needs=None):
        """The status. `needs`: a pattern that must be in the words of a refusal."""
        words = [str(word) for word in words]
        try:
            done = subprocess.run([self.path, *words], capture_output=True, timeout=self.seconds,
                                  cwd=self.folder, stdin=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired as late:
            raise Fault(f"{shlex.join(words)}\nnot done in {self.seconds} s") from late
        text = done.stderr.decode(errors="replace")
        fault = None
        # A run in which nothing is born, as few cycles have it, fails by rule.
        idle = done.returncode == 1 and "no message was sent: " in text
        if done.returncode not in legal and not idle:
            fault = f"status {done.returncode}; legal: {legal}"
        elif FAULTY.search(text):
            fault = "a fault inside the program"
        elif "\x1b" in text or "\x00" in text:
            fault = "raw control characters"
        elif done.returncode == 2 and not re.search(needs or ".", text):
            fault = f"the refusal lacks {needs}"
        if fault:
            raise Fault(f"{shlex.join(words)}\n{fault}\n{text}")
        return done.returncode


def mutated(text, draw):
    """The text with one to four changes."""
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(text) + 1)
        kind = draw.randrange(6)
        lines = text.splitlines(keepends=True)
        line = draw.randrange(len(lines)) if lines else 0
        if kind == 0:
            text = text[:at] + draw.choice(WORDS) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + draw.randint(1, 8):]
        elif kind == 2 and lines:
            lines.insert(draw.randrange(len(lines)), lines[line])
            text = "".join(lines)
        elif kind == 3 and lines:
            del lines[line]
            text = "".join(lines)
        elif kind == 4:
            words = list(re.finditer(r"[\w.\"-]+", text))
            if words:
                word = draw.choice(words)
                text = text[:word.start()] + draw.choice(WORDS) + text[word.end():]
        else:
            text = text[:at] + chr(draw.choice((draw.randrange(1, 128), draw.randrange(128, 0x800)))) + text[at:]
    return text


def short_run(path, draw):
    return ["run", path, "--cycles", draw.choice(("1", "60", "300")), "--warmup", "0", "--load",
            draw.choice(("0", "0.1", "0.9"))]


def configurations(program, draw):
    path = program.folder / "network.toml"
    path.write_text(mutated(draw.choice(SMALL).read_text(), draw), encoding="utf-8")
    program(*short_run(path, draw), needs=r"network\.toml(:\d+|: key|: )|legal:")


def mutated_bytes(data, draw):
    data = bytearray(data)
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(data))
        change = draw.random()
        if change < 0.6:
            data[at] = draw.choice((0, 1, 0x7F, 0xFF, draw.randrange(256)))
        elif change < 0.8:
            del data[at:at + draw.randint(1, 30)]
        else:
            data[at:at] = data[at:at + draw.randint(1, 30)]
        if not data:
            break
    return bytes(data)


def foreign_traces(program, draw):
    """Netrace's files, SynFull's models, traces of BookSim2."""
    name = draw.choice(("reads4x4.tra.bz2", "coherence.model", "booksim.txt"))
    whole = EXAMPLES / name
    path = program.folder / f"mutated.{name}"
    if name.endswith(".bz2"):
        packed = draw.random() < 0.3
        data = mutated_bytes(whole.read_bytes() if packed else bz2.decompress(whole.read_bytes()), draw)
        path.write_bytes(data if packed or draw.random() < 0.5 else bz2.compress(data))
    else:
        path.write_text(mutated(whole.read_text(), draw), encoding="utf-8")
    if name == "booksim.txt":
        program("convert", "booksim", path, "-o", program.folder / "converted.csv", needs=r"mutated\.")
    else:
        program("run", "mesh4x4", "--cycles", "2000", "--warmup", "0", "--trace", path, needs=r"mutated\.")


def traces(program, draw):
    if draw.random() < 0.5:
        return foreign_traces(program, draw)
    whole = program.folder / "whole.trace"
    if not whole.exists():
        program("run", "mesh4x4", "--cycles", "400", "--warmup", "0", "--write-trace", whole, legal=(0,))
    path = program.folder / "mutated.trace"
    path.write_text(mutated(whole.read_text(), draw), encoding="utf-8")
    program("run", "mesh4x4", "--cycles", "2000", "--warmup", "0", "--trace", path,
            needs=r"mutated\.trace")


def options(program, draw):
    """The longest runs that these lines can ask for take a second."""
    numbers = ["0", "1", "7", "0.5", "-1", "1e3", "1_000", "nan", "inf", "1e400", "0x10", "x", "",
               "99999999999999999999", "1:3", "0.1:0.3:0.1", "3:1", ",", ":", "1,2"]
    pool = {
        "--pattern": ["uniform", "transpose", "tornado", "unifrom", "hotspot:1:50", "hotspot:1+99:5",
                      "matrix:none.csv", "matrix:", "uniform,", "multicast:2:2", "é", ""],
        "--process": ["bernoulli", "bursts:4", "bursts", "onoff:10:30", "onoff:0:1", "onoff",
                      "batch:2", "batch:0", "periodic:aligned", "x", ""],
        "--reply": ["8", "0:5", "8:1:2", "x", "99999999", ""],
        "--plot": ["picture", "/nonexistent/x", ""], "--channels": ["channels.csv", "/dev/full", "."],
        "--unit": ["flits", "messages", "normalized", "flit", ""],
        "--engine": ["model", "modle", ""], "--message-bytes": ["0", "16,64", "1e9", "-5", ",", ""],
        "--set": ["router.buffers=2", "router.depth=0", "router.=1", "=", "x.y=z", "router.buffers=1,2", ""],
        "--json": ["-", "/nonexistent/x.json", "/dev/full", ".", "", "out.json"],
        "--csv": ["-", "/nonexistent/x.csv", "out.csv"],
        "--write-trace": ["out.trace", "/dev/full", "."], "--trace": ["none.trace", "/dev/null", "."],
        "--seed": numbers, "--load": numbers, "--stall": numbers, "--gaps": numbers, "--warmup": numbers,
        "--check-order": None, "--nonsense": None, "--help": None,
    }
    command = draw.choice(("run", "run", "sweep", "check", "list", "new", "schedule", "view", "sweeep", "reproduce",
                           "onchip"))
    words = [command]
    if draw.random() < 0.9:
        words.append(draw.choice(("mesh4x4", "line4", "iba4x4", "romm-mesh4x4-2phase", "mesh4x5", "/", "", "wormhole",
                                  "keys", "--list")))
    if command in ("run", "sweep"):
        words += ["--cycles", draw.choice(("100", "300", "0", "1e2"))]
        for name in draw.sample(sorted(pool), draw.randint(0, 4)):
            words += [name] if pool[name] is None else [name, draw.choice(pool[name])]
    elif command == "onchip":
        words += ["--cycles", "100"]
        for name in draw.sample(("--load", "--hot", "--hot-share", "--turn-on", "--turn-off", "--seed", "--pattern",
                                 "--unit"), 3):
            words += [name, draw.choice(pool.get(name, numbers))]
    elif draw.random() < 0.3:
        words += [draw.choice(("--nonsense", "--help", "x", "-1", "--seed"))]
    program(*words, legal=(0, 1, 2))


@functools.cache
def keys_of(program, family):
    return json.loads(subprocess.run([program.path, "list", "keys", family, "--json"], capture_output=True,
                                     text=True, check=True).stdout)


def random_value(key, draw):
    if key["type"] == "choice":
        return f'"{draw.choice(key["choices"])}"'
    if key["type"] == "numbers":
        return str([draw.randint(1, 5) for _ in range(draw.randint(1, 3))])
    if key["type"] == "text":
        return draw.choice(('"(1 (2 (3 -)))"', '"((1 2) (3 (4 5)))"', '"((- (1 2)) (- (3 -)))"'))
    low, high = key["low"], key["high"]
    if "power of two" in key["meaning"]:
        return str(draw.choice([1 << n for n in range(20) if low <= 1 << n <= high]))
    return str(draw.randint(low, min(high, draw.choice((low + 2, low + 6, 200)))))


def networks(program, draw):
    family = draw.choice(FAMILIES)
    path = program.folder / "random.toml"
    for _ in range(50):
        tables = {}
        keys = keys_of(program, family)
        shape = draw.choice([key["key"] for key in keys if "example" in key])
        for key in keys:
            if key["key"] == shape if "example" in key else draw.random() < 0.5:
                table, name = key["key"].split(".")
                tables.setdefault(table, []).append(f"{name} = {random_value(key, draw)}")
        path.write_text(f'family = "{family}"\n' + "".join(
            f"[{table}]\n" + "\n".join(lines) + "\n" for table, lines in tables.items()))
        # Status 1: the network can deadlock, and `check` says how.
        status = program("check", path, legal=(0, 1, 2), needs=r"random\.toml|legal:")
        if status == 0:
            program("run", path, "--cycles", 600, "--warmup", 100, "--load",
                    draw.choice((0.02, 0.2, 0.9)), "--unit", "messages" if family == "linear" else "flits",
                    "--process", draw.choice(("bernoulli", "bursts:3", "onoff:20:20")), "--gaps",
                    draw.choice((0, 0.2)), *draw.choice(((), (), ("--reply", "0:3"))),
                    "--stall", draw.choice((0, 0.2)), "--seed", draw.randrange(1000), needs="asks for|are on for|at least two terminals|has no route|no route from|has displacements in")
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("what", choices=("configurations", "traces", "options", "networks"))
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", action="store_true")
    arguments = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Program(arguments.program, arguments.slow, pathlib.Path(folder))
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            try:
                globals()[arguments.what](program, random.Random(f"{arguments.what} {seed}"))
            except Fault as fault:
                faults += 1
                print(f"--seed {seed}: wayfarer {fault}\n")
    print(f"{arguments.count} {arguments.what}, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
