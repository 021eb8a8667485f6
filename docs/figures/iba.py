"""Drawn by tests/docs/figures.py."""

SIZE = 860, 410
TITLE = "The InfiniBand switch: tables, branches, credit"


def draw(d):
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
