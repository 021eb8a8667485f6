#!/usr/bin/env python3
"""Windows and collectives: what the log of a run says about them, on each engine.

  closed_loop.py PROGRAM
"""

import collections
import csv
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
TERMINALS = 16


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(text) for text in what))


def run(folder, *words, engine="model", status=0):
    """The result of a run, and its messages."""
    done = subprocess.run([PROGRAM, "run", *words, "--engine", engine, "--json", "run.json", "--log", "log.csv"],
                          cwd=folder, text=True, capture_output=True, check=False)
    expect(done.returncode == status, words, done.stdout, done.stderr)
    if status:
        return done.stderr
    result = json.loads((folder / "run.json").read_text())
    with open(folder / "log.csv", encoding="utf-8") as file:
        rows = [{key: int(row[key]) if row[key] else None for key in
                 ("message", "source", "destination", "bytes", "birth", "delivered", "completes", "packet", "sequence")}
                for row in csv.DictReader(file)]
    return result, rows


def messages_of(rows):
    """Of each message: source, destination, bytes, birth and the cycle of its last flit."""
    messages = {}
    for row in rows:
        own = messages.setdefault(row["message"], {**row, "bytes": 0, "delivered": -1})
        own["bytes"] += row["bytes"]
        own["delivered"] = max(own["delivered"], row["delivered"])
    return list(messages.values())


def most_outstanding(messages):
    """By source: the most messages that are born and have not arrived."""
    changes = collections.defaultdict(list)
    for message in messages:
        changes[message["source"]] += [(message["birth"], 1), (message["delivered"] + 1, -1)]
    most = {}
    for source, own in changes.items():
        count = most[source] = 0
        for _, change in sorted(own):
            count += change
            most[source] = max(most[source], count)
    return most


def check_windows(folder):
    for network in ("mesh4x4", "iba4x4", "romm-mesh4x4-2phase"):
        for window, batch in ((1, 12), (3, 10), (16, 8)):
            words = [network, "--window", window, "--process", f"batch:{batch}", "--seed", 3]
            result, rows = run(folder, *map(str, words))
            messages = messages_of(rows)
            expect(len(messages) == batch * TERMINALS == result["delivered_messages"], words, len(messages))
            most = most_outstanding(messages)
            expect(set(most.values()) == {min(window, batch)}, words, most)
            # The first ones are born in cycle 0, each other one directly after an arrival.
            for source in range(TERMINALS):
                own = [message for message in messages if message["source"] == source]
                births = sorted(message["birth"] for message in own)
                ends = sorted(message["delivered"] + 1 for message in own)
                expect(births == [0] * min(window, batch) + ends[:batch - min(window, batch)], words, source)
            expect(result["completion"]["cycles"] == max(m["delivered"] for m in messages) + 1 and
                   result["verdict"] == "completed", words, result["completion"])
            total = sum(message["bytes"] for message in messages)
            rate = result["completion"]["bytes_per_terminal_cycle"]
            expect(abs(rate * TERMINALS * result["completion"]["cycles"] - total) < 1e-6 * total, words, rate, total)


def check_replies(folder):
    """A place in the window is free when the reply has arrived."""
    window, batch, delay = 2, 5, 7
    result, rows = run(folder, "mesh4x4", "--window", str(window), "--process", f"batch:{batch}", "--reply",
                       f"16:{delay}", "--message-bytes", "64")
    messages = messages_of(rows)
    requests = [message for message in messages if message["bytes"] == 64]
    replies = [message for message in messages if message["bytes"] == 16]
    expect(len(requests) == len(replies) == batch * TERMINALS, len(requests), len(replies))
    due = collections.Counter((r["destination"], r["source"], r["delivered"] + 1 + delay) for r in requests)
    expect(due == collections.Counter((r["source"], r["destination"], r["birth"]) for r in replies), "replies")
    for source in range(TERMINALS):
        births = sorted(r["birth"] for r in requests if r["source"] == source)
        ends = sorted(r["delivered"] + 1 for r in replies if r["destination"] == source)
        expect(births == [0] * window + ends[:batch - window], source, births, ends)
    expect(result["exchange"]["round_trip"]["count"] == batch * TERMINALS, result["exchange"])


def check_open_end(folder):
    """Without a batch, windows are full from the first cycle to the last; throughput grows with them."""
    accepted = []
    for window in (1, 2, 8):
        result, rows = run(folder, "mesh4x4", "--window", str(window), "--cycles", "6000")
        live = [row for row in rows if row["delivered"] is not None]
        expect(max(most_outstanding(live).values()) <= window, window)
        expect(result["window"] == window and "completion" not in result, result["verdict"])
        accepted.append(result["accepted"])
    expect(accepted == sorted(accepted) and accepted[2] > 1.1 * accepted[0], accepted)


def ready(messages, terminal, before):
    """The cycle after the last arrival at a terminal of those born before a cycle; 0 if there is none."""
    return max((m["delivered"] + 1 for m in messages if m["destination"] == terminal and m["birth"] < before), default=0)


def check_collectives(folder):
    size = 1000
    # Blocks that arrive at each terminal, and their bytes.
    received = {"ring-all-reduce": lambda n: (2 * (TERMINALS - 1), 2 * size * (TERMINALS - 1) / TERMINALS),
                "all-to-all": lambda n: (TERMINALS - 1, (TERMINALS - 1) * size),
                "broadcast": lambda n: (int(n > 0), size if n else 0)}
    for name, expected in received.items():
        result, rows = run(folder, "mesh4x4", "--collective", f"{name}:{size}", "--message-bytes", "2000")
        messages = messages_of(rows)
        for terminal in range(TERMINALS):
            own = [message for message in messages if message["destination"] == terminal]
            count, total = expected(terminal)
            expect(len(own) == count and abs(sum(m["bytes"] for m in own) - total) <= 16, name, terminal, len(own))
        expect(result["completion"]["cycles"] == max(m["delivered"] for m in messages) + 1, name)
        expect(result["completion"]["bound_cycles"] <= result["completion"]["cycles"], result["completion"])
        # Cut into short messages, the bytes are the same.
        _, rows = run(folder, "mesh4x4", "--collective", f"{name}:{size}", "--message-bytes", "64")
        cut = messages_of(rows)
        expect(sum(m["bytes"] for m in cut) == sum(m["bytes"] for m in messages) and
               max(m["bytes"] for m in cut) <= 64, name)

    # A ring: the n-th part leaves when the (n-1)-th of the predecessor has arrived.
    _, rows = run(folder, "mesh4x4", "--collective", f"ring-all-reduce:{size}", "--message-bytes", "2000")
    by_source = [sorted((m for m in messages_of(rows) if m["source"] == t), key=lambda m: m["sequence"])
                 for t in range(TERMINALS)]
    for terminal, own in enumerate(by_source):
        # Parts may overtake each other: each waits for those before it as well.
        arrived = list(itertools.accumulate((m["delivered"] + 1 for m in by_source[terminal - 1]), max))
        expect([m["birth"] for m in own] == [0] + arrived[:-1], terminal, [m["birth"] for m in own], arrived)
        expect(all(m["destination"] == (terminal + 1) % TERMINALS for m in own), terminal)

    # A tree: a parent sends up when both children have arrived, and down when the result has.
    _, rows = run(folder, "mesh4x4", "--collective", f"tree-all-reduce:{size}", "--message-bytes", "2000")
    edge = {(m["source"], m["destination"]): m for m in messages_of(rows)}
    expect(len(edge) == 2 * (TERMINALS - 1), len(edge))
    for child in range(1, TERMINALS):
        parent = (child - 1) // 2
        below = [edge[own, child]["delivered"] + 1 for own in (2 * child + 1, 2 * child + 2) if own < TERMINALS]
        above = [edge[(parent - 1) // 2, parent]["delivered"] + 1] if parent else \
            [edge[own, 0]["delivered"] + 1 for own in (1, 2)]
        expect(edge[child, parent]["birth"] == max(below, default=0), child)
        expect(edge[parent, child]["birth"] == max(above), child)

    # A barrier: nobody leaves it before everybody has come.
    _, rows = run(folder, "mesh4x4", "--collective", "broadcast:512,barrier,all-to-all:32")
    messages = messages_of(rows)
    come = {t: ready([m for m in messages if m["bytes"] == 64], t, 1 << 60) for t in range(TERMINALS)}
    left = {(m["source"], m["birth"]) for m in messages if m["bytes"] == 32}
    last = max(come, key=come.get)  # the last one may have heard of all others
    expect(all(birth > come[last] or (source, birth) == (last, come[last]) for source, birth in left), left, come)
    expect(len([m for m in messages if m["bytes"] == 32]) == TERMINALS * (TERMINALS - 1), "all to all")


def check_engines(folder):
    """The same on the model, on the RTL, and on both in lockstep."""
    for words in (["--window", "3", "--process", "batch:8", "--reply", "16"], ["--window", "2", "--cycles", "1500"],
                  ["--collective", "barrier,tree-all-reduce:300,ring-all-reduce:200"]):
        results = {}
        for engine in ("model", "rtl", "both"):
            result, rows = run(folder, "mesh4x4", *words, engine=engine)
            results[engine] = ({key: value for key, value in result.items()
                                if key not in ("engine", "build", "command")}, rows)
        expect(results["model"] == results["rtl"] == results["both"], words)
        # The command of the result repeats it.
        before = json.loads((folder / "run.json").read_text())
        subprocess.run([PROGRAM, *before["command"].split()[1:], "--json", "run.json"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        expect(json.loads((folder / "run.json").read_text()) == before, before["command"])


def check_errors(folder):
    for words, said in ((["--window", "0"], "legal: a whole number from 1"),
                        (["--window", "2", "--load", "0.1"], "--load has no effect with --window"),
                        (["--window", "2", "--process", "periodic"], "legal: batch:L"),
                        (["--window", "100000"], "outstanding messages"),
                        (["--window", "2", "--write-trace", "t.csv"], "depend on deliveries"),
                        (["--collective", "barier"], "did you mean 'barrier'"),
                        (["--collective", "broadcast"], "legal: broadcast:BYTES"),
                        (["--collective", "barrier:7"], "legal: barrier"),
                        (["--collective", "barrier", "--pattern", "uniform"], "legal: one of them"),
                        (["--collective", "all-to-all:8", "--message-bytes", "0"], "without data")):
        text = run(folder, "mesh4x4", *words, status=2)
        expect(said in text, words, text)
    expect("client-server" in run(folder, "line4", "--collective", "barrier", status=2))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for check in (check_windows, check_replies, check_open_end, check_collectives, check_engines, check_errors):
            check(folder)


if __name__ == "__main__":
    main()
