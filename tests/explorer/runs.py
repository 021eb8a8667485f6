"""What a run's events say, for comparison with its page."""

import collections
import csv
import io
import json
import subprocess


class Wayfarer:
    def __init__(self, program):
        self.program = program

    def __call__(self, *words, status=0):
        run = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True,
                             check=False)
        if run.returncode != status:
            raise AssertionError(f"status {run.returncode}: {words}\n{run.stdout}{run.stderr}")
        if status == 2 and not run.stderr:
            raise AssertionError(f"no reason is given: {words}\n{run.stderr}")
        return run.stdout


class EventedRun:
    """One run with its events and its page."""

    def __init__(self, wayfarer, folder, network, *options):
        self.events, self.page, out = (folder / name for name in ("run.events", "run.html", "run.json"))
        wayfarer("run", network, *options, "--events", self.events, "--json", out)
        self.result = json.loads(out.read_text())
        self.printed = wayfarer("show", self.events, "-o", self.page)
        text = wayfarer("events", self.events, "--csv", "-")
        self.rows = list(csv.DictReader(io.StringIO(text)))

    def crossings(self, cycle):
        """(channel, message, flit) of the heads and tails of a cycle."""
        found = collections.defaultdict(set)
        for row in self.rows:
            if row["cycle"] == str(cycle) and row["event"] in ("head", "tail"):
                found[int(row["channel"]), int(row["message"])].add(row["event"])
        return {(*place, "single" if len(flits) == 2 else flits.pop())
                for place, flits in found.items()}

    def buffered(self, node, cycle):
        """Messages between a channel to the node and what follows: only for networks without buses
        and multicast."""
        inside = collections.Counter()
        for row in self.rows:
            if int(row["cycle"]) > cycle - (row["event"] in ("tail", "delivered")):
                continue  # a tail that leaves in this cycle is still there
            message = int(row["message"])
            if row["event"] == "head" and int(row["to"]) == node:
                inside[message] += 1
            leaves = (row["event"] == "tail" and int(row["from"]) == node or
                      row["event"] == "delivered" and int(row["terminal"]) == node)
            if leaves and inside[message] > 0:  # if not, it was injected here
                inside[message] -= 1
        return {message for message, count in inside.items() if count > 0}

    def has_packets(self):
        """Messages of several."""
        return any(row["packet"] not in ("", "0") for row in self.rows)

    def queued(self, node, cycle):
        """The message at the front of a terminal's queue, as a set."""
        of_source = [row for row in self.rows if row["source"] == str(node)
                     and int(row["cycle"]) <= cycle]
        born = [int(row["message"]) for row in of_source if row["event"] == "born"]
        injected = {int(row["message"]) for row in of_source if row["event"] == "injected"}
        return set(born[-1:]) - injected

    def waits(self, cycle):
        """{message: holder} of heads that are blocked from a cycle on, where a message holds."""
        return {int(row["message"]): int(row["holder"]) for row in self.rows
                if row["event"] == "blocked" and int(row["cycle"]) == cycle and row["holder"]}

