#!/usr/bin/env python3
"""Draws docs/figures/*.svg: the architecture, and each family's router.

usage: figures.py [--write]

Without --write, compares them with what is committed. Names in the pictures are modules, signals
or files that exist.
"""

import pathlib
import re
import sys

from drawing import Drawing

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/figures"


def architecture():
    d = Drawing(860, 600, "Wayfarer: one interface, two implementations of each network")
    d.box(20, 10, 820, 46, "command line: run, sweep, lockstep, reproduce, ...\n`sim/cli`")
    d.box(20, 78, 260, 46, "experiments of each paper\n`sim/papers`")
    d.box(300, 78, 260, 46, "tables, plots, pages\n`sim/report`")
    d.box(580, 78, 260, 46, "the clock in SystemC\n`sysc/bench`")
    d.box(20, 146, 820, 46, "run engine: runs, sweeps, kept results, saturation searches\n"
          "`sim/runs`")
    d.box(20, 214, 400, 46, "sources: patterns, processes, lengths\n`sim/traffic`")
    d.box(440, 214, 400, 46, "statistics, checks at delivery, watchdog\n`sim/stats`")
    for x in (150, 430, 710):
        d.arrow((x, 56), (x, 77))
        d.arrow((x, 124), (x, 145))
    for x in (220, 640):
        d.arrow((x, 192), (x, 213))
    d.box(20, 300, 820, 46, "network interface: offer a flit, step one clock, read deliveries and "
          "channels\n`sim/core/network.hpp`", "strong")
    d.arrow((220, 260), (220, 299), text="flits in")
    d.arrow((640, 299), (640, 260), text="flits out")
    d.box(20, 400, 250, 60, "cycle model in C++\n`sim/family/*/model.cpp`")
    d.box(305, 400, 250, 60, "lockstep: both, compared\n`sim/core/lockstep.hpp`", "strong")
    d.box(590, 400, 250, 60, "verilated network\n`tb/*/*_verilated.cpp`")
    for x in (145, 430, 715):
        d.arrow((x, 399), (x, 347))
    d.text(287, 373, "is implemented by", kind="soft")
    d.text(572, 373, "one of the three", kind="soft")
    d.arrow((305, 430), (271, 430))
    d.arrow((555, 430), (589, 430))
    d.box(20, 520, 535, 60, "a family's descriptor: keys, checks, model, routes, bounds, RTL\n"
          "`sim/family/*/family.cpp`")
    d.box(590, 520, 250, 60, "SystemVerilog\n`rtl/*/*.sv`")
    d.arrow((145, 520), (145, 461), text="makes")
    d.arrow((555, 550), (589, 550))
    d.arrow((715, 520), (715, 461), text="Verilator")
    return d


def mway():
    d = Drawing(860, 430, "The switch-free m-way router: two buffer sets between two channels")
    d.line((20, 110), (840, 110), kind="bus")
    d.line((20, 370), (840, 370), kind="bus")
    d.text(838, 92, "channel C: data, Tag, Buf | Ack | Pri | Stat", "end", "title")
    d.text(838, 394, "channel C', the neighbour along the positive dimension", "end", "title")
    d.box(20, 20, 190, 50, "a processor sends\n`mway_injection`")
    d.box(230, 20, 190, 50, "and receives\n`mway_ejection`")
    d.arrow((115, 70), (115, 105))
    d.arrow((325, 114), (325, 71))
    d.box(20, 124, 690, 232, kind="group")
    d.text(440, 160, "a router, without a crossbar\n`mway_router`", kind="soft")
    for y, channel in ((170, "C"), (262, "C'")):
        d.box(40, y, 116, 44, f"arbiter of {channel}\n`mway_arbiter`")
    d.arrow((98, 114), (98, 169), both=True, text="Pri")
    d.arrow((98, 306), (98, 365), both=True, text="Pri")
    for x, ys, turn in ((190, (160, 206, 252), 1), (510, (286, 240, 194), -1)):
        d.box(x, ys[0], 160, 32, "`mway_allocator`")
        d.box(x, ys[1], 160, 32, "`mway_route`")
        for number in range(2):
            d.buffer(x + 85 * number, ys[2] + 3, 75, 4, f"B{number}")
        for upper, lower in ((ys[0], ys[1]), (ys[1], ys[2])):
            d.arrow((x + 80, upper + (32 if turn > 0 else 0)),
                    (x + 80, lower + (-1 if turn > 0 else 33)))
    d.text(428, 268, "buffer set\n`mway_bank`")
    d.arrow((270, 114), (270, 159), text="DIM+")
    d.arrow((270, 281), (270, 365), text="drives C' as DIM-")
    d.arrow((590, 365), (590, 319), text="DIM-")
    d.arrow((590, 196), (590, 115), text="drives C as DIM+")
    d.box(730, 170, 110, 50, "other routers\nof channel C")
    d.arrow((785, 170), (785, 115), both=True)
    return d


def linear():
    d = Drawing(860, 410, "The linear client-server network: 2x1 switches and 1x2 branches")
    for i, x in enumerate((180, 400, 620), 1):
        d.box(x, 16, 130, 44, f"host H{i}\n`linear_host`")
        d.arrow((x + 65, 60), (x + 65, 99), text="I^1")
        d.box(x, 100, 130, 90, kind="group")
        d.text(x + 65, 204, f"switch S{i}\n`linear_switch`")
        d.buffer(x + 60, 108, 62, 1, "I^1")
        d.buffer(x + 60, 154, 62, 1, "I^2")
        d.line((x + 60, 121), (x + 30, 121), (x + 30, 167), (x + 60, 167))
        d.arrow((x + 30, 145), (x - 89 if i > 1 else 91, 145), text="O" if i > 1 else "requests")
        d.box(x, 268, 130, 44, f"branch B{i}\n`linear_branch`")
        d.arrow((x + 65, 312), (x + 65, 349))
        d.text(x + 65, 362, f"to host H{i}")
    for x in (400, 620):
        d.arrow((x - 90, 290), (x - 1, 290))
    d.text(798, 145, "nobody", kind="soft")
    d.line((751, 145), (772, 145))
    d.box(10, 120, 80, 190, "server", "strong")
    d.arrow((90, 290), (179, 290), text="answers")
    d.text(520, 240, "From header to tail a message holds the output. Between messages the header\n"
           "that came to the front first goes first; on an exact tie, the one of I^2.", kind="soft")
    d.text(520, 392, "Answers leave in the order in which requests ended.", kind="soft")
    return d


def wormhole():
    d = Drawing(860, 400, "The wormhole router: a node decides from registers, a hop takes a cycle")
    for x, text in ((200, "input buffers\n`wormhole_input`"), (450, "crossbar of buffers\n"
                    "`wormhole_crossbar`"), (640, "output buffers\n`wormhole_output`"),
                    (775, "round robin\n`wormhole_link`")):
        d.text(x, 28, text)
    for link, y in enumerate((70, 150)):
        for vc in range(2):
            d.buffer(130, y + 32 * vc, 140, 4, f"VC {vc}")
            d.arrow((270, y + 13 + 32 * vc), (369, y + 13 + 32 * vc))
            d.arrow((530, y + 13 + 32 * vc), (594, y + 13 + 32 * vc))
            d.buffer(595, y + 32 * vc, 90, 1, f"VC {vc}")
            d.arrow((685, y + 13 + 32 * vc), (737, y + 13 + 32 * vc))
        d.arrow((20, y + 29), (129, y + 29), text=f"link {link}")
        d.box(738, y + 3, 48, 52, "link")
        d.arrow((786, y + 29), (846, y + 29), text=f"link {link}")
    for port in range(2):
        d.buffer(130, 245 + 32 * port, 140, 4, f"port {port}")
        d.arrow((270, 258 + 32 * port), (369, 258 + 32 * port))
        d.arrow((530, 258 + 32 * port), (846, 258 + 32 * port))
        d.text(640, 248 + 32 * port, f"ejection port {port}", kind="soft")
        d.arrow((20, 258 + 32 * port), (129, 258 + 32 * port))
    d.text(66, 316, "illegal flits\ndropped by\n`mesh_injection`", kind="soft")
    d.box(370, 55, 160, 262, "joins an input buffer\nand an output buffer\nfrom header to tail")
    d.box(320, 344, 260, 46, "headers to free output buffers\n`wormhole_vc_allocator`")
    d.arrow((200, 303), (200, 367), (319, 367), text="`wormhole_route`")
    d.arrow((450, 344), (450, 318))
    d.text(740, 345, "full bits of the neighbours'\ninput buffers, registers\n`full_i`", kind="soft")
    d.arrow((762, 320), (762, 206))
    return d


def cut_through():
    d = Drawing(860, 390, "The cut-through router: buffers of one message on both sides")
    d.text(205, 28, "input buffers\n`cut_through_input`")
    d.text(430, 28, "crossbar\n`cut_through_crossbar`")
    d.text(655, 28, "output buffers\n`cut_through_output`")
    for link, y in enumerate((60, 140)):
        for vc in range(2):
            d.buffer(130, y + 32 * vc, 150, 6, f"VC {vc}")
            d.arrow((280, y + 13 + 32 * vc), (369, y + 13 + 32 * vc))
            d.arrow((490, y + 13 + 32 * vc), (579, y + 13 + 32 * vc))
            d.buffer(580, y + 32 * vc, 150, 6, f"VC {vc}")
        d.arrow((20, y + 29), (129, y + 29), text=f"link {link}")
        d.arrow((730, y + 29), (845, y + 29), text=f"link {link}")
    d.buffer(130, 225, 150, 6, "port")
    d.buffer(580, 225, 150, 6, "ejection")
    d.arrow((20, 238), (129, 238), text="injection")
    d.arrow((280, 238), (369, 238))
    d.arrow((490, 238), (579, 238))
    d.arrow((730, 238), (845, 238), text="to the processor")
    d.box(370, 50, 120, 210, "one new\nconnection\nin a cycle")
    d.box(125, 310, 180, 56, "the outputs it may take\n`cut_through_route`")
    d.arrow((205, 251), (205, 309), text="header")
    d.box(345, 310, 170, 56, "the pair to connect\n`cut_through_policy`", "strong")
    d.arrow((305, 338), (344, 338))
    d.arrow((430, 310), (430, 261))
    d.arrow((655, 251), (655, 338), (516, 338), text="free")
    d.text(765, 320, "half duplex: the two\ndirections of a link\nsend in turns\n`cut_through_link`",
           kind="soft")
    return d


def iba():
    d = Drawing(860, 410, "The InfiniBand switch: tables, branches, credit")
    ports = ("endpoint", "east", "north", "west", "south")
    d.text(180, 24, "`iba_buffer`")
    d.text(630, 24, "`iba_output`")
    d.text(736, 24, "`iba_link`")
    for number, name in enumerate(ports):
        y = 44 + 54 * number
        for vl in range(2):
            d.buffer(120, y + 22 * vl, 120, 4, f"VL {vl}", 20)
        d.arrow((20, y + 22), (119, y + 22), text=name)
        d.arrow((240, y + 22), (289, y + 22))
        d.box(580, y, 100, 42, "VL 0: owner\nVL 1: owner")
        d.arrow((530, y + 22), (579, y + 22))
        d.box(706, y, 60, 42, "link")
        d.arrow((680, y + 22), (705, y + 22))
        d.arrow((766, y + 22), (846, y + 22), text=name)
    d.box(290, 40, 110, 266, "lookup\n`iba_tables`\n\nLFT: a port\nfor a LID\n\nMFT: ports\nfor a group\n\n"
          "SL to VL")
    d.box(430, 40, 100, 266, "start\n`iba_outputs`\n\na branch for\neach output,\nwhen a VL\nis free\n"
          "and has\ncredit")
    d.arrow((400, 173), (429, 173))
    d.box(200, 345, 290, 44, "management port: tables in, counters out\n`iba_management`")
    d.arrow((345, 345), (345, 307))
    d.text(690, 355, "room in the next buffer, in flits,\ngiven back by whole packets\n`credit_i`",
           kind="soft")
    d.arrow((570, 355), (510, 355), (510, 307))
    d.text(72, 345, "between terminal\nand port 0\n`iba_adapter`", kind="soft")
    return d


def deflection():
    d = Drawing(860, 340, "The deflection router: no buffers but a register for each link")
    d.box(350, 76, 170, 150, "which input\ngoes where\n`deflection_select`", "strong")
    d.arrow((435, 20), (435, 75), text="from the north: goes south, or exits")
    d.arrow((40, 110), (349, 110), text="from the west: goes east, turns south, or exits")
    d.box(40, 171, 140, 44, "drops illegal flits\n`deflection_guard`")
    d.buffer(210, 180, 100, 2, "`wf_fifo`")
    d.arrow((180, 193), (209, 193))
    d.arrow((310, 193), (349, 193))
    d.arrow((110, 266), (110, 216), text="the terminal's flits")
    for y, name in ((110, "east"), (193, "south")):
        d.buffer(590, y - 13, 110, 1, "register")
        d.arrow((520, y), (589, y))
        d.arrow((700, y), (840, y), text=name)
        d.text(770, y + 12, f"`{name}_data_o`", kind="soft")
    d.arrow((555, 193), (555, 266), (840, 266), text="exit to the terminal")
    d.text(697, 278, "`eject_data_o`", kind="soft")
    d.text(430, 318, "A flit from the west that cannot leave its row goes around it once more: "
           "it is deflected.", kind="soft")
    return d


PICTURES = {f"{draw.__name__}.svg": draw
            for draw in (architecture, mway, linear, wormhole, cut_through, iba, deflection)}


def unknown_names(family, names):
    """Names that are neither a module, a path, nor a signal of the family's RTL."""
    text = "".join(path.read_text() for path in (ROOT / "rtl" / family).glob("*.sv"))
    for name in sorted(names):
        known = (list(ROOT.glob(name)) if "/" in name else
                 list(ROOT.glob(f"rtl/*/{name}.sv")) or re.search(rf"\b{name}\b", text))
        if not known:
            yield f"docs/figures/{family}.svg: there is no {name}"


def main():
    faults = []
    for name, draw in PICTURES.items():
        drawing = draw()
        faults += drawing.faults
        faults += unknown_names(name.removesuffix(".svg"), drawing.names)
        path = FIGURES / name
        if "--write" in sys.argv:
            path.write_text(drawing.svg())
        elif not path.exists() or path.read_text() != drawing.svg():
            faults.append(f"docs/figures/{name} is not what tests/docs/figures.py draws; "
                          "--write renews it")
    print("\n".join(faults) if faults else f"{len(PICTURES)} pictures")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
