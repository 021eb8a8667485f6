#!/usr/bin/env python3
"""The files that `wayfarer run` writes of its events say what the run reported.

usage: run_events.py PROGRAM

Rationale: a reader of another project reads each file, and its results are compared with the
run's JSON: mean latencies to the last digit, channel utilisations exactly, from the table of
messages, from the list of events, and from the Perfetto trace, which is read with the schema of
PyPI's `perfetto`. Runs that are interrupted leave readable files. Wrong options are refused with
status 2. State space: near idle and saturated, and multicast. Parameter space: networks of different
families.
"""

import collections
import csv
import io
import json
import operator
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as schema

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTO = ROOT / "sim/events/perfetto_trace.proto"
PROGRAM = sys.argv[1]


def check(condition, *what):
    if not condition:
        sys.exit("failed: " + " ".join(map(str, what)))


def wayfarer(*words, status=0):
    run = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    check(run.returncode == status, "status", run.returncode, words, run.stdout, run.stderr)
    check(status != 2 or run.stderr, "no reason given", words)
    return run.stdout


def mean_of(values):
    """By the recurrence of the program, so that not even the last digit differs."""
    mean = 0.0
    for number, value in enumerate(values, 1):
        mean += (value - mean) / number
    return mean


def check_schema():
    """Every message, field, number and type is the published one."""
    types = {"uint64": 4, "int64": 3, "fixed64": 6, "uint32": 13, "string": 9, "bool": 8}
    message = None
    fields = 0
    for line in PROTO.read_text().splitlines():
        if opened := re.match(r"message (\w+) {", line):
            message = getattr(schema, opened[1]).DESCRIPTOR
        elif value := re.match(r"    (TYPE_\w+) = (\d+);", line):
            check(schema.TrackEvent.Type.Value(value[1]) == int(value[2]), line)
        elif field := re.match(r"  (optional|repeated) (\w+) (\w+) = (\d+);", line):
            published = message.fields_by_name[field[3]]
            check(published.number == int(field[4]), line)
            check(published.is_repeated == (field[1] == "repeated"), line)
            if field[2] in types:
                check(published.type == types[field[2]], line)
            else:
                kind = published.message_type or published.enum_type
                check(kind.name == field[2], line)
            fields += 1
    check(fields > 15, "fields of the schema")


def spans_of(path):
    """Spans as (begin, end, name, category, flows, notes, track), and counters' last values. Spans of
    a track nest and end, and flows lead from a message to its hops."""
    trace = schema.Trace()
    trace.ParseFromString(path.read_bytes())
    tracks = {}
    stacks = collections.defaultdict(list)
    spans = []
    counters = {}
    packets = [packet for packet in trace.packet if packet.HasField("track_event")]
    for packet in trace.packet:
        if packet.HasField("track_descriptor"):
            descriptor = packet.track_descriptor
            check(descriptor.uuid not in tracks, "track", descriptor.uuid)
            check(not descriptor.parent_uuid or descriptor.parent_uuid in tracks, descriptor)
            tracks[descriptor.uuid] = descriptor.name
    for packet in sorted(packets, key=lambda packet: packet.timestamp):  # as the UI does, stably
        event = packet.track_event
        check(event.track_uuid in tracks, event)
        stack = stacks[event.track_uuid]
        if event.type == schema.TrackEvent.TYPE_COUNTER:
            counters[tracks[event.track_uuid]] = event.counter_value
        elif event.type == schema.TrackEvent.TYPE_SLICE_BEGIN:
            check(not stack, "a span within a span", event)
            stack.append((packet.timestamp, event))
        else:
            begin, opened = stack.pop()
            notes = {note.name: note.bool_value if note.HasField("bool_value") else note.uint_value
                     for note in opened.debug_annotations}
            spans.append((begin, packet.timestamp, opened.name, opened.categories[0],
                          list(opened.flow_ids), notes, tracks[event.track_uuid]))
    check(not any(stacks.values()), "spans without end")
    return spans, counters


def check_perfetto(path, result):
    spans, counters = spans_of(path)
    messages = [span for span in spans if span[3] == "message"]
    flows = {span[4][0]: span for span in messages}
    check(len(flows) == len(messages), "a flow of two messages")
    for begin, end, name, category, (flow,), _, track in spans:
        check(begin < end or category == "message", name, track)
        if category in ("hop", "arrival"):
            message = flows[flow]
            check(message[2] == name and message[0] <= begin and end <= message[1], name, track)
    # The file orders messages that are delivered in the same cycle.
    done = [span for span in messages if span[5]["completes"] and span[1] > result["warmup"]]
    check(len(done) == result["latency"]["count"], len(done), result["latency"]["count"])
    total = sum(end - begin for begin, end, *_ in done)
    check(abs(total / len(done) - result["latency"]["mean"]) < 1e-9, "mean")
    return counters, [span[1] - span[0] for span in ordered(path, result["warmup"])]


def ordered(path, warmup):
    """The delivered messages after the warm-up, in the order of the file: that of deliveries."""
    trace = schema.Trace()
    trace.ParseFromString(path.read_bytes())
    begins = {}
    for packet in trace.packet:
        event = packet.track_event
        if event.type == schema.TrackEvent.TYPE_SLICE_BEGIN and event.categories[0] == "message":
            begins[event.track_uuid] = (packet.timestamp, event)
        elif event.type == schema.TrackEvent.TYPE_SLICE_END and event.track_uuid in begins:
            begin, opened = begins.pop(event.track_uuid)
            notes = {note.name: note.bool_value for note in opened.debug_annotations}
            if notes["completes"] and packet.timestamp > warmup:
                yield begin, packet.timestamp


def check_arrivals(path, listed, result):
    """Each copy that is delivered has its events, and a span."""
    spans = [(begin, end, name) for begin, end, name, category, *_ in spans_of(path)[0]
             if category == "arrival"]
    copy = operator.itemgetter("message", "terminal")
    heads = {copy(row): int(row["cycle"]) for row in listed if row["event"] == "arrived"}
    tails = {copy(row): int(row["cycle"]) + 1 for row in listed if row["event"] == "delivered"}
    check(len(tails) == result["delivered_copies"], "copies", len(tails), result["delivered_copies"])
    expected = [(head, tails.get(key, result["cycles"]), f"message {key[0]}") for key, head in heads.items()]
    check(sorted(spans) == sorted(expected), "arrivals")


def check_run(folder, network, load, *words):
    events, log, trace, out = (folder / name for name in ("e", "l.csv", "t.pftrace", "r.json"))
    run = ["run", network, "--load", load, "--unit", "normalized", "--cycles", 2000, *words]
    wayfarer(*run, "--events", events, "--log", log, "--perfetto", trace, "--json", out)
    result = json.loads(out.read_text())
    wayfarer(*run, "--json", out)
    plain = json.loads(out.read_text())
    for key in ("latency", "network_latency", "channel_utilisation", "accepted", "verdict"):
        check(plain[key] == result[key], key, "with and without events")
    mean = result["latency"]["mean"]
    warmup = result["warmup"]

    rows = list(csv.DictReader(log.open()))
    check(len({(row["message"], row["packet"]) for row in rows}) == len(rows), "a row twice")
    latencies = [int(row["latency"]) for row in rows
                 if row["completes"] == "1" and int(row["delivered"]) >= warmup]
    check(mean_of(latencies) == mean, network, "log", mean_of(latencies), mean)

    listed = list(csv.DictReader(io.StringIO(wayfarer("events", events, "--csv", "-"))))
    check(json.loads(wayfarer("events", events, "--json", "-"))[5]["event"] == listed[5]["event"],
          "CSV and JSON")
    births = {row["message"]: int(row["birth"]) for row in rows}
    latencies = [int(row["cycle"]) - births[row["message"]] + 1 for row in listed
                 if row["event"] == "delivered" and row["last"] == "1" and int(row["cycle"]) >= warmup]
    check(mean_of(latencies) == mean, network, "events")

    check_arrivals(trace, listed, result)
    _, latencies = check_perfetto(trace, result)
    check(mean_of(latencies) == mean, network, "perfetto", mean_of(latencies), mean)

    # The files made later of the events are those of the run.
    again, later = folder / "again.csv", folder / "again.pftrace"
    wayfarer("events", events, "--log", again, "--perfetto", later)
    # A window is the same from the run and from its events of the window.
    windows = [trace.with_name(f"window{n}.pftrace") for n in (1, 2)]
    wayfarer(*run, "--perfetto", f"{windows[0]}:100:220", "--json", trace.with_name("window.json"))
    part = trace.with_name("part.events")
    wayfarer(*run, "--events", f"{part}:100:220", "--json", trace.with_name("window.json"))
    wayfarer("events", part, "--perfetto", windows[1])
    check(windows[0].read_bytes() == windows[1].read_bytes() and
          0 < windows[0].stat().st_size < trace.stat().st_size, network, "a window of the trace")
    check(again.read_bytes() == log.read_bytes(), "log of the events")
    check(later.read_bytes() == trace.read_bytes(), "trace of the events")

    # The longest wait of all, in words and as a picture.
    row = max(rows, key=lambda row: sum(int(row[key]) for key in row if key.startswith("waited_")))
    svg = folder / "m.svg"
    text = wayfarer("follow", events, row["message"], "--svg", svg)
    check(text.startswith(f"message {row['message']}: from terminal {row['source']} "), text)
    if row["latency"]:
        check(f"latency {row['latency']} cycles" in text, text)
    for hop in row["hops"].split():
        channel, cycle = re.match(r"(\d+)\.\d+(?:\.\d+)?@(\d+)", hop).groups()
        check(re.search(rf"cycle {cycle}: the head crosses channel {channel}\b", text), hop, text)
    check(svg.read_text().count("<rect") > len(row["hops"].split()), "picture")


def check_flits(folder):
    """When all messages have been delivered, the counters have every flit."""
    trace, out = folder / "b.pftrace", folder / "b.json"
    wayfarer("run", "romm-mesh4x4-2phase", "--process", "batch:20", "--warmup", 0, "--perfetto",
             trace, "--json", out)
    result = json.loads(out.read_text())
    counters, _ = check_perfetto(trace, result)
    flits = {int(re.match(r"channel (\d+) ", name)[1]): value for name, value in counters.items()}
    for channel, share in enumerate(result["channel_utilisation"]):
        check(flits.get(channel, 0) / result["cycles"] == share, "channel", channel)


def check_interrupted(folder):
    events, log, trace = (folder / name for name in ("i", "i.csv", "i.pftrace"))
    run = subprocess.Popen([PROGRAM, "run", "mesh4x4", "--cycles", "1000000000", "--events",
                            f"{events}:100", "--log", log, "--perfetto", trace],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Rows are written in blocks, to a file of a temporary name.
    while sum(file.stat().st_size for file in folder.glob("i.csv*")) < 1 << 16:
        check(run.poll() is None, "a run that ends by itself")
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    check(run.wait(120) == 1, "status of an interrupted run")
    check(len(wayfarer("events", events, "--cycles", "200:300").splitlines()) > 50, "events")
    check(len(list(csv.DictReader(log.open()))) > 50, "rows")
    check(len(spans_of(trace)[0]) > 50, "spans")


def check_page(folder):
    """The story on docs/events.md is what its commands print."""
    page = (ROOT / "docs/events.md").read_text()
    story = re.search(r"<!-- follow -->\n```\n(.*?)```", page, re.S)[1]
    lines = page[:page.index("<!-- follow -->")].splitlines()
    run, follow = (next(line.split() for line in lines if line.startswith(f"wayfarer {command} "))
                   for command in ("run", "follow"))
    events = folder / "run.events"
    wayfarer(*run[1:-1], events)
    check(wayfarer("follow", events, follow[3]) == story, "docs/events.md: another story")


def check_refused(folder):
    events = folder / "e"
    run = ["run", "mesh4x4", "--cycles", 100]
    for words in ([*run, "--events", "-"], [*run, "--events", f"{folder}/x:9:3"],
                  [*run, "--events", f"{folder}/no/x"], [*run, "--log", f"{folder}/no/x"],
                  [*run, "--perfetto", folder], [*run, "--events-kinds", "head"],
                  [*run, "--events", f"{folder}/x", "--log", f"{folder}/x"],
                  [*run, "--events", f"{folder}/x", "--events-kinds", "haed"],
                  [*run, "--events", f"{folder}/x", "--events-nodes", 16],
                  ["events", folder / "l.csv"], ["events", folder / "none"],
                  ["events", events, "--nodes", 4000], ["events", events, "--cycles", "7:3"],
                  ["events", events, "--json", "-", "--csv", "-"],
                  ["follow", events, 10**9], ["follow", events, "x"]):
        wayfarer(*words, status=2)


def main():
    check_schema()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for network in ("mesh4x4", "line9", "fs-mesh4x4-star", "iba4x4"):
            for load in (0.1, 0.9):
                check_run(folder, network, load)
        check_run(folder, "iba4x4", 0.3, "--pattern", "multicast:60:50:50")
        check_run(folder, "mesh4x4-multicast", 0.3, "--pattern", "multicast:60:50:50")
        check_flits(folder)
        check_page(folder)
        check_interrupted(folder)
        check_refused(folder)


main()
