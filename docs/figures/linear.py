"""Drawn by tests/docs/figures.py."""

SIZE = 860, 410
TITLE = "The linear client-server network: 2x1 switches and 1x2 branches"


def draw(d):
    for i, x in enumerate((180, 400, 620), 1):
        d.box(x, 16, 130, 44, f"host H{i}\n`linear_host`")
        d.arrow((x + 65, 60), (x + 65, 99), text="I^1")
        d.box(x, 100, 130, 90, kind="group")
        d.text(x + 65, 209, f"switch S{i}\n`linear_switch`")
        d.buffer(x + 60, 108, 62, 1, "I^1")
        d.buffer(x + 60, 154, 62, 1, "I^2")
        d.line((x + 60, 121), (x + 30, 121), (x + 30, 167), (x + 60, 167))
        d.arrow((x + 30, 145), (x - 89 if i > 1 else 91, 145), text="O" if i > 1 else "requests")
        d.box(x, 276, 130, 44, f"branch B{i}\n`linear_branch`")
        d.arrow((x + 65, 320), (x + 65, 353))
        d.text(x + 65, 366, f"to host H{i}")
    for x in (400, 620):
        d.arrow((x - 90, 298), (x - 1, 298))
    d.text(812, 145, "unconnected", kind="soft")
    d.line((751, 145), (772, 145))
    d.box(10, 120, 80, 190, "server", "strong")
    d.arrow((90, 298), (179, 298), text="answers")
    d.text(520, 246, "From header to tail a message holds the output. Between messages the header\n"
           "that came to the front first goes first; on an exact tie, the one of I^2.", kind="soft")
    d.text(520, 394, "Answers leave in the order in which requests ended.", kind="soft")
