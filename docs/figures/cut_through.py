"""Drawn by tests/docs/figures.py."""

SIZE = 860, 390
TITLE = "The cut-through router: buffers of one message on both sides"


def draw(d):
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
