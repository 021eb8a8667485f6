#!/usr/bin/env python3
"""How large pages of 10^4 cycles of saturated networks are, and how fast.

usage: sizes.py PROGRAM [--write]

Rationale: limits and the table of docs/results/explorer.md are held: hops exactly, sizes within a tenth,
as versions of zlib differ. Times are measured for the table, which --write renews. Parameter space: small
and large networks of all families but those of lines and trees, of which a line is there.
"""

import argparse
import pathlib
import re
import sys
import tempfile
import time

from browser import Browser
from networks import NETWORKS, ROOT, SATURATED, check, with_other_families
from runs import Wayfarer

sys.path.append(str(ROOT / "tests/docs"))
from blocks import block, with_block

PAGE = ROOT / "docs/results/explorer.md"
LARGE = ("mesh16x16", "romm-mesh16x16-2phase", "fs-mesh16x16-star", "iba16x16-1vl")
MOST_MB = 3
MOST_LARGE_MB = 12


def measure(browser, wayfarer, folder, network):
    """A row of the page's table: hops, MB, seconds to open, milliseconds to show a cycle."""
    events, page = folder / "large.events", folder / "large.html"
    wayfarer("run", network, "--load", 1, "--unit", "normalized", "--cycles", 10000, "--events",
             events)
    wayfarer("show", events, "-o", page)
    started = time.monotonic()
    browser.open(page)
    opened = time.monotonic() - started
    hops = browser.js("return JSON.parse(document.getElementById('data').textContent)"
                      ".sides[0].columns.find(c => c.name === 'channel').count")
    longest = browser.js(
        "const n = document.getElementById('cycle');"
        "const best = Array(50).fill(Infinity);"
        "for (let i = 0; i < 150; ++i) {"
        "  const begin = performance.now(); n.value = ((i % 50) * 7919) % 10000;"
        "  n.dispatchEvent(new Event('change')); document.body.getBoundingClientRect();"
        "  best[i % 50] = Math.min(best[i % 50], performance.now() - begin); }"
        "return Math.max(...best)")
    check(not browser.faults(), network, browser.faults())
    return hops, page.stat().st_size / 1e6, opened, longest


def check_sizes(browser, wayfarer, folder, write):
    others = [name for name in with_other_families(NETWORKS) if name not in NETWORKS]
    small = [*SATURATED, *others]
    large = [*LARGE, *(name.replace("4x4", "16x16") for name in others)]
    text = PAGE.read_text()
    rows = {name: (int(hops), float(size)) for name, hops, size in
            re.findall(r"\| `([\w-]+)` \| (\d+) \| ([\d.]+) \|", block(text, "large"))}
    lines = ["| network | hops | MB | opens in s | shows a cycle in ms |", "|---|--:|--:|--:|--:|"]
    for network in [*small, *large]:
        hops, size, opened, longest = measure(browser, wayfarer, folder, network)
        lines.append(f"| `{network}` | {hops} | {size:.2f} | {opened:.1f} | {longest:.0f} |")
        print(lines[-1], flush=True)
        check(size <= (MOST_LARGE_MB if network in large else MOST_MB), network, size, "MB")
        held = write or rows[network][0] == hops and abs(size / rows[network][1] - 1) < 0.1
        check(held, network, "is otherwise in", PAGE, "; --write renews it", rows.get(network))
    if write:
        PAGE.write_text(with_block(text, "large", "\n".join(lines) + "\n"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        browser = Browser(pathlib.Path(name) / "profile")
        try:
            browser.view()
            check_sizes(browser, Wayfarer(arguments.program), pathlib.Path(name), arguments.write)
        finally:
            browser.close()


main()
