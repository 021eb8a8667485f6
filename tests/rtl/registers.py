#!/usr/bin/env python3
"""The register maps rtl/*/*_registers.rdl (SystemRDL), and what is made of them: a C header beside each, and
docs/registers.md. Addresses and values after reset are those of the packages of the RTL.

usage: registers.py [--write]

--write renews header and page.
"""

import pathlib
import re
import sys
import tempfile

import systemrdl
import systemrdl.node
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_markdown.exporter import MarkdownExporter

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/registers.md"
HEAD = """# Registers

Made of the register maps in SystemRDL, `rtl/*/*_registers.rdl`, by `tests/rtl/registers.py --write`; the test
`rtl_registers` checks it, and that addresses and values are those of the RTL. The C headers beside the maps are
made of the same source.

"""


def compiled(path):
    compiler = systemrdl.RDLCompiler()
    compiler.compile_file(str(path))
    return compiler.elaborate()


def header(root):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, f"{root.top.inst_name}.h")
        CHeaderExporter().export(root.top, str(path))
        return "// SPDX-License-" "Identifier: Apache-2.0\n// clang-format off\n" + path.read_text()


def page(root):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "page.md")
        MarkdownExporter().export(root.top, str(path))
        return re.sub(r"<!---.*?-->\n+", "", path.read_text(), count=1, flags=re.DOTALL)


def registers_of(root):
    """By name without the map's, each register; of arrays, each element."""
    return {node.get_path().split(".", 1)[1]: node for node in root.top.descendants(unroll=True)
            if isinstance(node, systemrdl.node.RegNode)}


def traffic_faults(root):
    """The addresses of counters and the settings after reset are those of traffic_pkg."""
    package = (ROOT / "rtl/traffic/traffic_pkg.sv").read_text()
    counts = {name: int(value) for name, value in re.findall(r"localparam int Count(?!ers\b)(\w+) += (\d+);", package)}
    registers = registers_of(root)
    size = int(re.search(r"localparam int Counters += (\d+);", package)[1])
    addresses = {node.absolute_address for name, node in registers.items() if name.startswith("counters.")}
    if addresses != {0x100 + 4 * n for n in range(size)}:
        yield f"counters are not at the addresses of {size} counters from 0x100 on"
    for name, number in counts.items():
        word = "counters." + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        node = registers.get(word, registers.get(word + "[0]"))
        if node is None or node.absolute_address != 0x100 + 4 * number:
            yield f"counter {name} of traffic_pkg has no register at {0x100 + 4 * number:#x}"
    defaults = dict(re.findall(r"default_settings\.(\w+) = \d+'d(\d+);", package))
    places = {"hot": ("hot", "terminal"), "hot_share": ("hot", "share"), "turn_off": ("burst", "turn_off"),
              "turn_on": ("burst", "turn_on"), "least": ("length", "least"), "most": ("length", "most")}
    for name, value in defaults.items():
        register, field = places.get(name, (name, name))
        if registers[register].get_child_by_name(field).get_property("reset") != int(value):
            yield f"{register}.{field} after reset is not {value}, as in traffic_pkg"
    phases = dict(re.findall(r"Phase(\w+) += 3'd(\d)", package))
    encoded = {member.name: member.value
               for member in registers["command"].get_child_by_name("phase").get_property("encode")}
    if encoded != {name.lower(): int(value) for name, value in phases.items()}:
        yield "the phases are not those of traffic_pkg"


def main():
    faults, pages = [], [HEAD]
    written = {}
    for path in sorted(ROOT.glob("rtl/*/*_registers.rdl")):
        root = compiled(path)
        written[path.with_suffix(".h")] = header(root)
        pages.append(page(root))
        if path.stem == "traffic_registers":
            faults += traffic_faults(root)
    written[PAGE] = "\n".join(pages)
    for path, text in written.items():
        if "--write" in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            faults.append(f"{path.relative_to(ROOT)} is not made of the map; registers.py --write renews it")
    print("\n".join(faults) if faults else f"{len(written) - 1} register maps")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
