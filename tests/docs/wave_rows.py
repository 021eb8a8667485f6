#!/usr/bin/env python3
"""The pages describe the rows that the views have, and no others.

The rows are those of the save files in waves/. Their descriptions are the first columns of the
tables below "| row | shows |", in docs/waves.md or in the family's own page. Numbers, signs of
directions and names of ports stand for any others. Files of translations exist, and none is unused.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = re.compile(r"^\| row \| shows \|\n\|---\|---\|\n((?:\|.*\n)+)", re.M)
# In every view; the text above the tables describes them.
COMMON = re.compile(r"clock|reset \(low\)|[\w ]+, (?:message|destination|source)")
# Which families the tables of waves.md are about, in their order.
OF_WAVES_MD = [("mway",), ("linear",), ("wormhole", "cut_through"), ("iba",)]


def general(label):
    """A label without what differs from row to row."""
    label = re.sub(r"\d+[+-]?", "N", label)
    label = re.sub(r"\b(?:east|north|west|south|endpoint)\b", "PORT", label)
    return re.sub(r"^room at .*", "room at", label)


def shown(family):
    """The rows of a family's view."""
    labels = re.findall(r"^[+#]\{([^}]*)\}", (ROOT / f"waves/{family}.gtkw").read_text(), re.M)
    return {general(label) for label in labels if not COMMON.fullmatch(label)}


def described(table):
    """The rows of a table, each with the families that its text limits it to."""
    rows = {}
    for line in table.splitlines():
        labels, text = (cell.strip() for cell in line.strip("|").split("|", 1))
        only = re.match(r"(wormhole|cut-through) only", text)
        for label in re.findall(r"`([^`]*)`", labels):
            rows[general(label)] = only and only[1].replace("-", "_")
    return rows


def main():
    faults = []
    tables = TABLE.findall((ROOT / "docs/waves.md").read_text())
    places = list(zip(OF_WAVES_MD, tables, strict=True))
    others = {path.stem for path in ROOT.glob("waves/*.gtkw")} - {name for names, _ in places for name in names}
    for family in sorted(others):
        places.append(((family,), TABLE.search((ROOT / f"docs/{family}.md").read_text())[1]))
    for families, table in places:
        rows = described(table)
        for family in families:
            here = {label for label, only in rows.items() if only in (None, family)}
            for label in sorted(here ^ shown(family)):
                faults.append(f"{family}: '{label}' is {'described, but no row' if label in here else 'a row that no page describes'}")
    used = {name for path in ROOT.glob("waves/*.gtkw") for name in re.findall(r"^\^1 waves/(\S+)$", path.read_text(), re.M)}
    used |= set(re.findall(r"wormhole_input_credits.txt|error_\d.txt", (ROOT / "docs/waves.md").read_text()))
    have = {path.name for path in ROOT.glob("waves/*.txt")}
    faults += [f"waves/{name}: {'unused' if name in have else 'missing'}" for name in sorted(used ^ have)]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
