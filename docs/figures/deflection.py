"""Drawn by tests/docs/figures.py."""

SIZE = 860, 340
TITLE = "The deflection router: no buffers but a register for each link"


def draw(d):
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
