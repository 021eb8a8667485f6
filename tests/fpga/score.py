#!/usr/bin/env python3
"""The largest network of each family that places and routes on one board, ULX3S-85F.

  score.py                       checks the table, and the cells of each largest network
  score.py --form                checks the table only
  score.py --faulty              checks that faults of a table are found
  score.py --list                lists the families
  score.py --write [FAMILY...]   tries larger networks, and writes docs/results/score.json and score.md
  score.py --write FAMILY SIZE   tries this network, such as 5x4
  score.py --page                writes score.md alone, after bitstream.py --write

A network has streams and on-chip traffic, as a design of the board (bitstream.py), with another family
or size; designs with a bitstream count. Sizes grow by a row or a column, lines by
eight hosts. --write goes up from the largest one that is known to route until one does not: it has more
LUTs than the part, or is not routed in --minutes. A network whose sources, scripts and tools are those
of the table is not synthesized again.
"""

import argparse
import dataclasses
import json
import re
import sys
import time

import bitstream
import place
import synthesize
from bitstream import FAMILIES, ROOT

WORK = ROOT / "build/score"
TABLE_JSON = ROOT / "docs/results/score.json"
TABLE_MD = ROOT / "docs/results/score.md"
BOARD = bitstream.BOARDS[0]
LUTS = 83640  # TRELLIS_COMB of an LFE5U-85F
MINUTES = 60


def sizes(family):
    """Columns and rows, or hosts and 1, in the order in which they grow."""
    if family == "Linear":
        return [(9, 1), *((hosts, 1) for hosts in range(16, 1024, 8))]
    return [(n + more, n) for n in range(2, 32) for more in (0, 1)]


def terminals(family, size):
    return size[0] + 1 if family == "Linear" else size[0] * size[1]


def design(family, size):
    """A board's top with this network."""
    template = next(design for design in bitstream.designs().values() if design.extents)
    return dataclasses.replace(template, name="score_top", family=family, extents=size)


def hash_of(family, size):
    """Hash of everything that affects whether a network routes."""
    return bitstream.hash_of(design(family, size))


def synthesized(family, size):
    """LUTs, with those of carry chains and distributed RAM, and the folder."""
    work = (WORK / f"{family}_{size[0]}x{size[1]}").relative_to(ROOT)
    bitstream.synthesize_design(design(family, size), work)
    cells = [cell["type"] for cell in
             place.netlist(work / "score_top.json")["score_top"]["cells"].values()]
    return (cells.count("LUT4") + 2 * cells.count("CCU2C") + 6 * cells.count("TRELLIS_DPR16X4"),
            work)


def attempt(family, size, minutes):
    """A row of the table: `routed` is how it used the part, or why it did not fit."""
    digest = hash_of(family, size)
    luts, work = synthesized(family, size)
    row = {"family": family, "size": list(size), "synthesized": luts, "hash": digest}
    if luts > LUTS:
        return {**row, "fault": f"{luts} LUTs, {100 * luts / LUTS:.0f} % of the part"}
    try:
        bitstream.implement(design(family, size), work, 60 * minutes)
    except place.Timeout:
        return {**row, "fault": f"{luts} LUTs, {100 * luts / LUTS:.0f} % of the part: "
                                f"not routed in {minutes} minutes"}
    except place.Fault as fault:
        errors = re.findall(r"ERROR: (.*)", (ROOT / work / "place.log").read_text()) or [str(fault)]
        slow = re.search(r"([\d.]+) MHz \(FAIL at ([\d.]+) MHz\)", errors[-1])
        reason = f"{slow[1]} MHz, and {slow[2]} needed" if slow else errors[-1]
        return {**row, "fault": f"{luts} LUTs, {100 * luts / LUTS:.0f} % of the part: {reason}"}
    return {**row, "routed": bitstream.used_by(design(family, size), work)}


def designs_that_route():
    """As rows, the designs of the board with a bitstream."""
    designs = bitstream.designs()
    return [{"family": designs[row["design"]].family, "size": list(designs[row["design"]].extents),
             "routed": row, "design": row["design"]}
            for row in json.loads(bitstream.TABLE_JSON.read_text()) if row["board"] == BOARD.name]


def summary(rows, family):
    """The largest network that routes, and the next one that does not, each or None."""
    own = [row for row in rows if row["family"] == family]
    routed = max((row for row in own if "routed" in row), default=None,
                 key=lambda row: terminals(family, row["size"]))
    least = terminals(family, routed["size"]) if routed else 0
    following = min((row for row in own if "fault" in row and terminals(family, row["size"]) > least),
                    default=None, key=lambda row: terminals(family, row["size"]))
    return routed, following


def text_of(family, row):
    columns, rows = row["size"]
    return f"{columns} hosts" if family == "Linear" else f"{columns}x{rows}"


def markdown(rows):
    lines = []
    for family in FAMILIES:
        routed, following = summary(rows, family)
        cells = ["none", *["-"] * 7]
        if routed:
            used = routed["routed"]
            cells = [text_of(family, routed), terminals(family, routed["size"]), used["luts"],
                     used["percent"], used["flip_flops"], used["block_rams"], used["multipliers"],
                     used["mhz"]]
        reason = f"{text_of(family, following)}: {following['fault']}" if following else "not tried"
        lines.append(f"| `{family}` | " + " | ".join(map(str, [*cells, reason])) + " |")
    return f"""# The largest networks on one board

Made by `tests/fpga/score.py --write`; the tests `fpga_score_form` and `fpga_score` check it. The largest
network of each family that places and routes on a {BOARD.name} at 25 MHz, of those that were tried, with
[interfaces and on-chip traffic](../../rtl/fpga/README.md) for all terminals, one seed. Columns as of
[bitstreams.md](bitstreams.md); the part has {LUTS} LUTs. The last column has the next larger network that was
tried, and what bounds it; times are of one core.

| family (`fpga_pkg`) | network | terminals | LUTs | % | flip-flops | block RAMs | multipliers | MHz | next |
|---|---|--:|--:|--:|--:|--:|--:|--:|---|
""" + "\n".join(lines) + "\n"


def row_faults(row):
    name = f"{row['family']} {row['size']}"
    if row["family"] not in FAMILIES or tuple(row["size"]) not in sizes(row["family"]):
        return [f"{name}: no such network"]
    faults = []
    if ("routed" in row) == ("fault" in row):
        faults.append(f"{name}: it is routed or has a fault")
    if "routed" in row and (row["synthesized"] > LUTS or row["routed"]["luts"] > LUTS):
        faults.append(f"{name}: more LUTs than the part has")
    if "routed" in row and row["routed"]["mhz"] < row["routed"]["needed"]:
        faults.append(f"{name}: too slow")
    if not re.fullmatch(r"[0-9a-f]{16}", row["hash"]):
        faults.append(f"{name}: no hash")
    return faults


def form_faults(kept):
    """What is wrong with the table, without synthesis."""
    faults = [fault for row in kept for fault in row_faults(row)]
    if TABLE_MD.read_text() != markdown([*designs_that_route(), *kept]):
        faults.append(f"{TABLE_MD.name} is not the table of {TABLE_JSON.name} and "
                      f"{bitstream.TABLE_JSON.name}; score.py --page renews it")
    return faults


def faulty():
    """Whether each fault of a table is found."""
    used = {"luts": 100, "mhz": 30.0, "needed": 25.0}
    family = FAMILIES[0]
    row = {"family": family, "size": list(sizes(family)[-1]), "synthesized": 100,
           "hash": "0123456789abcdef", "routed": used}
    assert not row_faults(row)
    for change in ({"family": "Other"}, {"size": [1, 1]}, {"fault": "too large"}, {"synthesized": LUTS + 1},
                   {"routed": {**used, "luts": LUTS + 1}}, {"routed": {**used, "mhz": 24.9}}, {"hash": ""}):
        if len(row_faults({**row, **change})) != 1:
            print(f"not found: {change}")
            return 1
    if not any("score.md" in fault for fault in form_faults([{**row, "routed": {
            **used, "percent": 1, "flip_flops": 1, "block_rams": 1, "multipliers": 1}}])):
        print("not found: another page")
        return 1
    print("faults of a table are found")
    return 0


def cell_faults(kept):
    """Largest networks whose cells have changed by more than place.TOLERANCE."""
    faults = []
    for family in FAMILIES:
        routed, _ = summary(kept, family)
        if routed is None:
            continue
        size = tuple(routed["size"])
        if routed["hash"] == hash_of(family, size):
            print(f"{family} {text_of(family, routed)}: not changed")
            continue
        try:
            luts, _ = synthesized(family, size)
        except place.Fault as fault:
            faults.append(f"{family} {text_of(family, routed)}: {fault}")
            continue
        print(f"{family} {text_of(family, routed)}: {luts} LUTs", flush=True)
        if abs(luts - routed["synthesized"]) > place.TOLERANCE * routed["synthesized"]:
            faults.append(f"{family} {text_of(family, routed)}: {luts} LUTs, in the table "
                          f"{routed['synthesized']}")
    return faults


def upwards(rows, family):
    """The sizes above the largest one that routes."""
    routed, _ = summary(rows, family)
    least = terminals(family, routed["size"]) if routed else 0
    return [size for size in sizes(family) if terminals(family, size) > least]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="FAMILY", help="only these families, or one family and a size")
    parser.add_argument("--form", action="store_true", help="check the table only")
    parser.add_argument("--faulty", action="store_true", help="check that faults of a table are found")
    parser.add_argument("--list", action="store_true", help="list the families")
    parser.add_argument("--minutes", type=int, default=MINUTES, help=f"of place and route ({MINUTES})")
    parser.add_argument("--write", action="store_true", help="write docs/results/score.*")
    parser.add_argument("--page", action="store_true", help="write docs/results/score.md alone")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(FAMILIES))
        return 0
    if arguments.faulty:
        return faulty()
    size = re.fullmatch(r"(\d+)x(\d+)", arguments.words[-1]) if len(arguments.words) == 2 else None
    families = arguments.words[:1] if size else arguments.words
    if unknown := set(families) - set(FAMILIES):
        parser.error(f"no such family: {', '.join(sorted(unknown))}; legal: {', '.join(FAMILIES)}")
    kept = json.loads(TABLE_JSON.read_text()) if TABLE_JSON.exists() else []
    if arguments.page:
        TABLE_MD.write_text(markdown([*designs_that_route(), *kept]))
        return 0
    if not arguments.write:
        faults = form_faults(kept) + ([] if arguments.form else cell_faults(kept))
        print("\n".join(faults) or "the table is as its page")
        return 1 if faults else 0
    for family in families or FAMILIES:
        following = [tuple(map(int, size.groups()))] if size else upwards([*designs_that_route(), *kept], family)
        if not set(following) <= set(sizes(family)):
            parser.error(f"no such size: {arguments.words[-1]}")
        for tried in following:
            start = time.monotonic()
            row = attempt(family, tried, arguments.minutes)
            kept = [old for old in kept if (old["family"], tuple(old["size"])) != (family, tried)] + [row]
            kept.sort(key=lambda old: (FAMILIES.index(old["family"]), old["size"]))
            TABLE_JSON.write_text(place.as_json(kept))
            TABLE_MD.write_text(markdown([*designs_that_route(), *kept]))
            print(f"{family} {text_of(family, row)}: {row.get('fault') or row['routed']}, "
                  f"{time.monotonic() - start:.0f} s", flush=True)
            if "fault" in row:
                break
    TABLE_JSON.write_text(place.as_json(kept))
    TABLE_MD.write_text(markdown([*designs_that_route(), *kept]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
