"""Drawn by tests/docs/figures.py."""

SIZE = 860, 430
TITLE = "The switch-free m-way router: two buffer sets between two channels"


def draw(d):
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
    d.arrow((270, 281), (270, 365), text="drives C' as DIM+")
    d.arrow((590, 365), (590, 319), text="DIM-")
    d.arrow((590, 196), (590, 115), text="drives C as DIM-")
    d.box(730, 170, 110, 50, "other routers\nof channel C")
    d.arrow((785, 170), (785, 115), both=True)
