"""The counters that verilated modules leave: which points of each module of rtl/ have been reached.

Points are of three kinds: a line is a block or a branch, an absent `else` among them; a toggle is a bit of a
signal that has changed after the first evaluation, in which constants replace random values; a cover is a WF_COVER.
Points of all instances and of all parameters of a module are
the same one if source line, column and name agree.
"""

import collections
import re
import subprocess
import tempfile

KINDS = {"v_line": "lines", "v_branch": "lines", "v_toggle": "toggles", "v_user": "covers"}
POINT = re.compile(r"C '\x01(.*)' (\d+)$")
SOURCE = re.compile(r"(?:^|/)rtl/(\w+)/(?:.+/)?(\w+)\.sv$")
MERGED = 200  # files of one call of verilator_coverage


def merge(files, result):
    """Sums up the counters of many runs in one file."""
    part = result.with_suffix(".part")
    part.unlink(missing_ok=True)
    for first in range(0, len(files), MERGED):
        chosen = [*files[first:first + MERGED], *([part] if part.exists() else [])]
        with tempfile.NamedTemporaryFile(dir=result.parent) as sums:
            subprocess.run(["verilator_coverage", "--write", sums.name, *chosen], check=True,
                           capture_output=True)
            part.write_bytes(open(sums.name, "rb").read())
    part.rename(result)


def points_in(text):
    """Yields module, kind, point (line, column, name) and count."""
    for line in text.splitlines():
        found = POINT.match(line)
        if not found:
            continue
        fields = dict(field.split("\x02", 1) for field in found[1].split("\x01"))
        source = SOURCE.search(fields["f"])
        kind = KINDS.get(fields["page"].split("/")[0])
        if source and kind:
            yield source[2], kind, (int(fields["l"]), int(fields["n"]), fields["o"]), int(found[2])


def add(files):
    """By module and kind, the count of each point in all of the files, toggles without those of first evaluations."""
    counts = collections.defaultdict(lambda: {kind: collections.Counter() for kind in KINDS.values()})
    for file in files:
        for module, kind, point, count in points_in(file.read_text(errors="replace")):
            counts[module][kind][point] += count
        first = file.with_suffix(".first")
        for module, kind, point, count in points_in(first.read_text(errors="replace")) if first.exists() else ():
            if kind == "toggles":
                counts[module][kind][point] -= count
    return counts
