#!/usr/bin/env python3
"""Draws docs/figures/saturated.svg: the heads of messages on the 4x4 m-way mesh above saturation.

usage: animation.py PROGRAM [--write]

Without --write, compares it with what is committed. The run's events are drawn: a dot is a message's
head, at the node whose bus it has crossed last, with an edge while it waits there; a node's colour
is the number of messages between head and tail on its bus.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs/figures/saturated.svg"
COMMAND = ["run", "mesh4x4", "--load", "1.2", "--unit", "normalized", "--cycles", "400"]
FIRST, LAST = 240, 340
SECONDS = 0.2  # of a cycle
SIDE, NODE, PITCH, EDGE = 4, 64, 92, 34
GROUND = ["#e8e6f0", "#b7c9e2", "#7fb3c8", "#4a9ea6", "#27ad81"]  # by messages on a bus, two more each
COLOURS = ["#0072b2", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]  # Okabe and Ito


def events_of(program):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "run.events"
        subprocess.run([program, *COMMAND, "--events", file], check=True, stdout=subprocess.DEVNULL)
        text = subprocess.run([program, "events", file, "--json", "-"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
    return json.loads(text)


def ground_of(messages):
    return GROUND[min(messages // 2, len(GROUND) - 1)]


def centre(node):
    """Row 0 is at the bottom, as in the paper's figure."""
    return EDGE + NODE // 2 + node % SIDE * PITCH, EDGE + NODE // 2 + (SIDE - 1 - node // SIDE) * PITCH


def discrete(attribute, changes, start):
    """Animates an attribute through (cycle, value), which begins with `start`."""
    steps = {FIRST: start}
    for cycle, value in changes:
        steps[max(cycle, FIRST)] = value
    cycles = sorted(cycle for cycle in steps if cycle < LAST)
    kept = [c for i, c in enumerate(cycles) if i == 0 or steps[c] != steps[cycles[i - 1]]]
    if len(kept) == 1:
        return f'<set attributeName="{attribute}" to="{steps[kept[0]]}"/>'
    times = ";".join(f"{(c - FIRST) / (LAST - FIRST):.4g}" for c in kept)
    values = ";".join(steps[c] for c in kept)
    return (f'<animate attributeName="{attribute}" calcMode="discrete" dur="{(LAST - FIRST) * SECONDS:g}s" '
            f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>')


def occupancies(events):
    """For each node, the number of messages on its bus by cycle of change."""
    changes = [{} for _ in range(SIDE * SIDE)]
    for event in events:
        if event["event"] in ("head", "tail"):
            own = changes[event["channel"]]
            # A tail leaves the bus after its cycle.
            cycle = event["cycle"] + (event["event"] == "tail")
            own[cycle] = own.get(cycle, 0) + (1 if event["event"] == "head" else -1)
    for own in changes:
        count = 0
        steps = []
        for cycle in sorted(own):
            count += own[cycle]
            steps.append((cycle, count))
        yield steps


def heads(events):
    """By message: the cycles in which its head comes to a node, waits, moves on, and has gone."""
    stories = {}
    for event in events:
        kind, cycle = event["event"], event["cycle"]
        story = stories.setdefault(event["message"], {"places": [], "waits": [], "end": LAST})
        if kind == "injected":
            story["places"].append((cycle, event["source"]))
        elif kind == "head":
            story["places"].append((cycle, event["channel"]))
            story["waits"].append((cycle, "none"))
        elif kind == "blocked":
            story["waits"].append((cycle, "currentColor"))
        elif kind == "arrived":
            story["end"] = cycle + 1
    return {message: story for message, story in stories.items()
            if story["places"] and story["places"][0][0] < LAST and story["end"] > FIRST}


def dot(message, story):
    dx, dy = ((-16, -12), (0, -12), (16, -12), (-16, 12), (0, 12), (16, 12))[message % 6]
    places = [(cycle, centre(node)) for cycle, node in story["places"]]
    before = [place for cycle, place in places if cycle <= FIRST]
    place = before[-1] if before else places[0][1]
    seen = "inline" if before else "none"
    parts = [discrete("cx", [(c, str(x + dx)) for c, (x, _) in places if c > FIRST], str(place[0] + dx)),
             discrete("cy", [(c, str(y + dy)) for c, (_, y) in places if c > FIRST], str(place[1] + dy)),
             discrete("stroke", [w for w in story["waits"] if w[0] > FIRST],
                      ([w for c, w in story["waits"] if c <= FIRST] or ["none"])[-1])]
    shown = ([] if before else [(places[0][0], "inline")]) + [(story["end"], "none")]
    parts.append(discrete("display", shown, seen))
    return f'<circle r="7" fill="{COLOURS[message % len(COLOURS)]}" stroke-width="2">{"".join(parts)}</circle>'


def picture(events):
    size = 2 * EDGE + NODE + (SIDE - 1) * PITCH
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size + 26}" '
            f'viewBox="0 0 {size} {size + 26}" role="img" aria-labelledby="t d">',
            '<title id="t">The 4x4 m-way mesh above saturation</title>',
            '<desc id="d">Dots, the heads of messages, move over sixteen nodes; most of them wait, '
            'which their edges show.</desc>',
            "<style>svg{color:#222}text{font:13px sans-serif;fill:#222}path{stroke:#999}"
            "@media(prefers-color-scheme:dark){svg{color:#fff}text{fill:#ddd}}</style>"]
    lines = []
    for node in range(SIDE * SIDE):
        x, y = centre(node)
        if node % SIDE + 1 < SIDE:
            lines.append(f"M{x} {y}h{PITCH}")
        if node // SIDE + 1 < SIDE:
            lines.append(f"M{x} {y}v{-PITCH}")
    text.append(f'<path fill="none" stroke-width="3" d="{"".join(lines)}"/>')
    for node, steps in enumerate(occupancies(events)):
        x, y = centre(node)
        before = [count for cycle, count in steps if cycle <= FIRST]
        ground = [(cycle, ground_of(count)) for cycle, count in steps if cycle > FIRST]
        start = ground_of(before[-1] if before else 0)
        text.append(f'<rect x="{x - NODE // 2}" y="{y - NODE // 2}" width="{NODE}" height="{NODE}" rx="9" '
                    f'stroke="#888">{discrete("fill", ground, start)}</rect>')
    for message, story in sorted(heads(events).items()):
        text.append(dot(message, story))
    cycles = [(cycle, "inline" if cycle % 10 == 0 else None) for cycle in range(FIRST, LAST)]
    for cycle, shown in cycles:
        if shown:
            text.append(f'<text x="{EDGE}" y="{size + 8}">cycle {cycle}'
                        f'{discrete("display", [(cycle, "inline"), (cycle + 10, "none")], "none")}</text>')
    text.append(f'<text x="{size - EDGE}" y="{size + 8}" text-anchor="end">'
                f'{escape("load 1.2, uniform traffic")}</text>')
    return "\n".join([*text, "</svg>"]) + "\n"


def main():
    drawn = picture(events_of(pathlib.Path(sys.argv[1]).resolve()))
    if "--write" in sys.argv:
        PICTURE.write_text(drawn)
    elif not PICTURE.exists() or PICTURE.read_text() != drawn:
        return f"{PICTURE.relative_to(ROOT)} is not what the run does; --write renews it"
    return 0


if __name__ == "__main__":
    sys.exit(main())
