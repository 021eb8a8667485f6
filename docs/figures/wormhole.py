"""Drawn by tests/docs/figures.py."""

SIZE = 860, 400
TITLE = "The wormhole router: a node decides from registers, a hop takes a cycle"


def draw(d):
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
    d.text(66, 212, "headers routed by\n`wormhole_route`", kind="soft")
    d.text(66, 316, "illegal flits\ndropped by\n`mesh_injection`", kind="soft")
    d.box(370, 55, 160, 262, "joins an input buffer\nand an output buffer\nfrom header to tail")
    d.box(320, 344, 260, 46, "headers to free output buffers\n`wormhole_vc_allocator`")
    d.arrow((200, 303), (200, 367), (319, 367), text="`wormhole_turns`")
    d.arrow((450, 344), (450, 318))
    d.text(740, 345, "full bits or credits of the\nneighbours' input buffers\n`flow_i`", kind="soft")
    d.arrow((762, 320), (762, 206))
