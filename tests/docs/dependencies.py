#!/usr/bin/env python3
"""Checks that includes in sim/, sysc/ and tb/ follow the one direction of dependency.

  core <- topology, traffic, stats <- model, analysis <- experiments <- cli
  (among the second group: topology <- traffic <- stats)
  sysc knows core, traffic, stats.  tb ties everything but experiments and cli together.
  Only sysc and tb include SystemC, Verilator or verilated classes. cli may include tb.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What each layer may include besides itself.
ALLOWED = {
    "core": set(),
    "topology": {"core"},
    "traffic": {"core", "topology"},
    "stats": {"core", "topology", "traffic"},
    "model": {"core", "topology", "traffic", "stats"},
    "analysis": {"core", "topology", "traffic", "stats"},
    "experiments": {"core", "topology", "traffic", "stats", "model", "analysis"},
    "cli": {"core", "topology", "traffic", "stats", "model", "analysis", "experiments", "tb"},
    "sysc": {"core", "traffic", "stats"},
    "tb": {"core", "topology", "traffic", "stats", "model", "analysis", "sysc"},
}
LAYERS = set(ALLOWED)
HARDWARE = re.compile(r"^(systemc|sysc/|tlm|verilated|V[A-Za-z]\w*\.h$|sysc\.h)")
HARDWARE_LAYERS = {"sysc", "tb"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def layer_of(path):
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "sim" else parts[0]


def included_layer(path, quoted, name):
    """The layer a quoted include lies in, or None for one from outside."""
    if not quoted:
        return None
    beside = (path.parent / name).resolve()
    if beside.exists() and ROOT in beside.parents:
        return layer_of(beside)
    first = name.split("/")[0]
    if first in LAYERS and "/" in name:
        return first
    return None


def faults_of(path):
    layer = layer_of(path)
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        name = match[2]
        where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start(2)) + 1}"
        target = included_layer(path, match[1] == '"', name)
        if target is None:
            if HARDWARE.match(name) and layer not in HARDWARE_LAYERS:
                yield f"{where}: {layer} includes {name}: only sysc and tb know SystemC or Verilator"
        elif target != layer and target not in ALLOWED[layer]:
            yield f"{where}: {layer} includes {name}: it may include {sorted(ALLOWED[layer])}"


def main():
    sources = [path for folder in ("sim", "sysc", "tb") for kind in ("*.hpp", "*.cpp", "*.h")
               for path in sorted((ROOT / folder).rglob(kind))
               if folder != "sim" or layer_of(path) in LAYERS]
    faults = [fault for path in sources for fault in faults_of(path)]
    if not sources:
        faults = ["no sources found"]
    print("\n".join(faults) if faults else f"{len(sources)} sources obey")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
