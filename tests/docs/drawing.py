"""Block diagrams as SVG from a few lines: boxes, buffers and arrows, with text as text.

A line in backquotes is a name in the code and is drawn in a fixed-width font; `Drawing.names` has
all of them. The colours follow the reader's light or dark scheme. Text that is wider than its box
or leaves the picture is listed in `Drawing.faults`.
"""

import html

LIGHT = {"paper": "#ffffff", "ink": "#1f2328", "soft": "#59636e", "fill": "#e6eff9",
         "strong": "#cfe3f7"}
DARK = {"paper": "#0d1117", "ink": "#e6edf3", "soft": "#9198a1", "fill": "#1b2a3d",
        "strong": "#27466b"}
RULES = """.paper {{ fill: {paper} }}
.box {{ fill: {fill}; stroke: {ink} }}
.strong {{ fill: {strong}; stroke: {ink} }}
.group {{ fill: none; stroke: {soft}; stroke-dasharray: 5 4 }}
.line {{ fill: none; stroke: {ink} }}
.bus {{ stroke: {ink}; stroke-width: 7; fill: none }}
.tip {{ fill: {ink} }}
text {{ fill: {ink} }}
.soft {{ fill: {soft} }}"""
FONT = """text { font: 13px Helvetica, Arial, sans-serif }
.code { font: 12px Menlo, Consolas, "DejaVu Sans Mono", monospace }
.title { font-weight: bold }"""
LINE_HEIGHT = 17
CODE_WIDTH, TEXT_WIDTH = 7.3, 6.5  # of a character, on average


def style():
    dark = RULES.format(**DARK).replace("\n", "\n  ")
    return (f"{FONT}\n{RULES.format(**LIGHT)}\n"
            f"@media (prefers-color-scheme: dark) {{\n  {dark}\n}}")


class Drawing:
    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.names = set()
        self.parts = []
        self.faults = []  # text that does not fit

    def text(self, x, y, text, anchor="middle", kind="", room=None):
        """Lines centred vertically on y."""
        lines = text.split("\n")
        top = y - (len(lines) - 1) * LINE_HEIGHT / 2 + 4.5
        for number, line in enumerate(lines):
            code = line.startswith("`")
            line = line.strip("`")
            self.names |= {line} if code else set()
            width = len(line) * (CODE_WIDTH if code else TEXT_WIDTH)
            left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
            if left < 2 or left + width > self.width - 2 or (room and width > room):
                self.faults.append(f"{self.title}: no room for '{line}'")
            self.parts.append(f'<text x="{x:g}" y="{top + number * LINE_HEIGHT:g}" '
                              f'text-anchor="{anchor}" class="{kind}{" code" * code}">'
                              f'{html.escape(line)}</text>')

    def box(self, x, y, width, height, text="", kind="box"):
        """A block; kind `strong` stands out, `group` encloses others."""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
                          f'rx="4" class="{kind}"/>')
        if text:
            self.text(x + width / 2, y + height / 2, text, room=width - 6)

    def buffer(self, x, y, width, cells, text="", height=26):
        """A queue; its cells are at the right, where flits leave."""
        self.box(x, y, width, height)
        for cell in range(1, cells + 1):
            at = x + width - 11 * cell
            self.parts.append(f'<path d="M{at:g} {y:g}v{height:g}" class="line"/>')
        inner = width - 11 * cells
        if text:
            self.text(x + inner / 2, y + height / 2, text, room=inner - 4)

    def arrow(self, *points, text="", above=True, both=False, kind="soft"):
        """Along the points; the text is at the middle of the longest piece."""
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        start = ' marker-start="url(#tip)"' if both else ""
        self.parts.append(f'<path d="{path}" class="line" marker-end="url(#tip)"{start}/>')
        if text:
            pieces = list(zip(points, points[1:]))
            (ax, ay), (bx, by) = max(pieces, key=lambda p: abs(p[0][0] - p[1][0]) +
                                     abs(p[0][1] - p[1][1]))
            if ay == by:
                self.text((ax + bx) / 2, ay + (-10 if above else 12), text, kind=kind)
            else:
                self.text(max(ax, bx) + 7, (ay + by) / 2, text, "start", kind)

    def line(self, *points, kind="line"):
        self.parts.append(f'<path d="M{"L".join(f"{x:g} {y:g}" for x, y in points)}" '
                          f'class="{kind}"/>')

    def svg(self):
        tip = ('<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
               'markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" class="tip"/>'
               '</marker>')
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'role="img">',
            f"<title>{html.escape(self.title)}</title>", f"<style>\n{style()}\n</style>",
            f"<defs>{tip}</defs>",
            f'<rect width="{self.width}" height="{self.height}" class="paper"/>',
            *self.parts, "</svg>"]) + "\n"
