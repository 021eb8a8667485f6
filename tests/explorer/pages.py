#!/usr/bin/env python3
"""The pages of `wayfarer show` say in a browser what the run's files say.

usage: pages.py PROGRAM [--pictures FOLDER]

Rationale: each page is opened in headless Chromium, and what its document has is compared with what
other commands print of the same run: routers and channels of the network, heads and tails by channel
and cycle, packets in a router's buffers, holders of what heads wait for, latencies to the last digit.
State space: cycles at the begin, in the middle and at the end of runs near saturation; dark and light,
desktop and 390 pixels. Parameter space: a network of each family, mesh, torus, hypercube, line, tree.
Names with markup stay text, pages ask nothing of the network, wrong input is refused with status 2.
"""

import argparse
import collections
import itertools
import json
import pathlib
import re
import tempfile

from browser import DESKTOP, PHONE, Browser
from networks import BUSES, NETWORKS, ROOT, SATURATED, check, with_other_families
from runs import EventedRun, Wayfarer

MOST_BYTES = 3_000_000


def crossings_shown(browser):
    """(channel, message, flit) of the heads and tails that the drawing shows."""
    shown = browser.js("return [...document.querySelectorAll('.network .channel[data-flit]')]"
                       ".map(c => [c.dataset.channel, c.dataset.message, c.dataset.flit])")
    return {(int(channel), int(message), flit) for channel, message, flit in shown
            if flit in ("head", "tail", "single")}


def check_network(browser, network, shape, run):
    counts = browser.js("return [document.querySelectorAll('.network .router').length,"
                        "document.querySelectorAll('.network .channel').length]")
    check(tuple(counts) == shape, network, "routers and channels", counts, shape)
    busy = sorted({int(row["cycle"]) for row in run.rows if row["event"] in ("head", "tail")})
    seen = 0
    for cycle in (0, *busy[::len(busy) // 8], busy[-1]):
        browser.go(cycle)
        expected = run.crossings(cycle)
        check(crossings_shown(browser) == expected, network, "cycle", cycle,
              crossings_shown(browser) ^ expected)
        seen += len(expected)
    check(seen > 5, network, "crosses little", seen)


def check_places(browser, wayfarer, folder):
    """Each node is drawn at its coordinates, with north at the top."""
    wide = folder / "wide.toml"  # switch (x, y) of 3 columns and 2 rows has number 2 x + y
    text = (ROOT / "sim/configs/iba4x4.toml").read_text()
    wide.write_text(re.sub(r"^extents = .*$", "extents = [3, 2]", text, flags=re.M))
    rows = [("romm-mesh4x4-2phase", 1)]
    rows += [(network, -1) for network in with_other_families(NETWORKS) if network not in NETWORKS]
    check(len(rows) > 1, "no network of one-way links")  # their rows count southwards
    for network, up, place in [(wide, 1, lambda node: (node // 2, node % 2)),
                               *((network, up, lambda node: (node % 4, node // 4))
                                 for network, up in rows)]:
        browser.open(EventedRun(wayfarer, folder, network, "--cycles", 100).page)
        boxes = browser.js("return [...document.querySelectorAll('.network .node')].map(n => {"
                           "const b = n.querySelector('rect, circle').getBoundingClientRect();"
                           "return [+n.dataset.node, (b.left + b.right) / 2, (b.top + b.bottom) / 2]; })")
        at = {node: (x, y) for node, x, y in boxes}
        pitch = abs(at[1][0] - at[0][0]) + abs(at[1][1] - at[0][1])
        for node, (x, y) in at.items():
            shown = round((x - at[0][0]) / pitch), round((at[0][1] - y) / pitch) * up
            check(shown == place(node), network, "node", node, shown)


def check_numbers(browser, network, run):
    latency = run.result["latency"]
    shown = browser.js("return Object.fromEntries([...document.querySelectorAll('[data-latency]')]"
                       ".map(e => [e.dataset.latency, e.textContent]))")
    for key, value in latency.items():
        text = shown[key]
        check((text == "unknown") if value is None else float(text) == value, network, key, text, value)
    bars = browser.js("return [...document.querySelectorAll('.bar')].map(b => +b.dataset.count)")
    check(sum(bars) == latency["count"] > 0, network, "histogram", sum(bars), latency["count"])
    check(bars == [entry["count"] for entry in run.result["histogram"]], network, "bins")


def check_waits(browser, network, run):
    """The page and the chain name the message for which each of the first waiting heads waits."""
    counted = 0
    for cycle in sorted({int(row["cycle"]) for row in run.rows if row["holder"]})[5:]:
        for message, holder in run.waits(cycle).items():
            browser.go(cycle)
            browser.choose("message", message)
            check(f"held by message {holder}" in browser.live(), network, cycle, browser.live())
            chain = browser.js("return [...document.querySelectorAll('.chain li button')]"
                               ".map(b => +b.dataset.message)")
            check((message, holder) in zip(chain, chain[1:]), network, "chain", chain, message, holder)
            counted += 1
            break
        if counted == 3:
            break
    return counted


def check_buffers(browser, network, run):
    held = 0
    last = int(run.rows[-1]["cycle"])
    messages = ("return [...document.querySelectorAll('.details table tbody tr')]"
                ".filter(r => r.cells[0].textContent.startsWith(arguments[0]))"
                ".map(r => +r.querySelector('button').dataset.message)")
    for node, cycle in itertools.product((1, 5), (last // 2, last - 3, last)):
        browser.go(cycle)
        browser.choose("node", node)
        for group, expected in (("from", run.buffered(node, cycle)),
                                ("queue", run.queued(node, cycle))):
            if group == "queue" and run.has_packets():
                continue  # the later packets of a message stay there
            shown = set(browser.js(messages, group))
            check(shown == expected, network, group, node, cycle, shown ^ expected)
            held += len(expected)
    check(held > 0, network, "holds nothing")


def check_pictures(browser, network, pictures):
    colours = set()
    for (size, dark) in itertools.product((DESKTOP, PHONE), (False, True)):
        browser.view(size, dark)
        name = f"{network}-{size[0]}-{'dark' if dark else 'light'}.png"
        lines = browser.screenshot(pictures / name if pictures else None)
        check(len(set(lines)) > 100, network, "blank", size, dark)
        colours.add(browser.js("return getComputedStyle(document.body).backgroundColor"))
        check(browser.js("return document.documentElement.scrollWidth") <= size[0], network,
              "is wider than the window", size)
    check(len(colours) == 2, network, "dark as light", colours)
    browser.view()


def check_keys(browser):
    """Keys, the switch, the load, the command and playing."""
    browser.js("document.activeElement.blur()")
    press = ("document.body.dispatchEvent(new KeyboardEvent('keydown',"
             "{key: arguments[0], shiftKey: arguments[1] || false, bubbles: true}))")
    cycle_shown = "return +document.getElementById('cycle').value"
    browser.go(50)
    for key, shift, cycle in (("ArrowRight", False, 51), ("ArrowLeft", True, 41),
                              ("PageDown", False, 141), ("Home", False, 0)):
        browser.js(press, key, shift)
        check(browser.js(cycle_shown) == cycle, key, browser.js(cycle_shown))
    before = browser.js("return getComputedStyle(document.body).backgroundColor")
    browser.js(press, "d")
    check(browser.js("return getComputedStyle(document.body).backgroundColor") != before, "switch")
    browser.js(press, "d")
    browser.js(press, "h")
    loads = browser.js("return [...document.querySelectorAll('[data-load]')].map(c => +c.dataset.load)")
    check(len(loads) > 4 and 0 < max(loads) <= 1, "loads", loads)
    browser.js(press, "h")
    browser.find(".network").click()
    browser.js("document.querySelector('.network').dispatchEvent("
               "new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))")
    check("router" in browser.live() or "channel" in browser.live(), browser.live())
    check(browser.js("return document.querySelector('.live').getAttribute('aria-live')") == "polite",
          "live text")
    unnamed = browser.js("return [...document.querySelectorAll('button, input, select, svg[role]')]"
                         ".filter(e => !e.textContent.trim() && !e.labels?.length &&"
                         " !e.getAttribute('aria-label')).map(e => e.outerHTML)")
    check(not unnamed, "without a label", unnamed)
    browser.go(300)
    for mark, message in (("circle.flit", "closest('[data-message]').dataset.message"),
                          (".dots circle", None)):
        browser.js(f"document.querySelector('.network {mark}').dispatchEvent("
                   "new MouseEvent('click', {bubbles: true}))")
        number = message and browser.js(f"return document.querySelector('.network {mark}').{message}")
        check(f"message {number or ''}" in browser.live(), mark, number, browser.live())
    browser.go(0)
    browser.choose("channel", 2)
    command = browser.js("return document.getElementById('command').textContent")
    check(re.fullmatch(r"wayfarer view waves.fst --family \w+ --cycle 0 --channel 2", command), command)
    browser.js("document.getElementById('speed').value = 200;"
               "document.getElementById('play').click()")
    browser.driver.implicitly_wait(0)
    for _ in range(100):
        if browser.js(cycle_shown) > 5:
            break
        browser.screenshot()
    check(browser.js(cycle_shown) > 5, "does not play")
    browser.js("document.getElementById('play').click()")


def check_families(browser, wayfarer, folder, pictures):
    waited = 0
    for network, shape in with_other_families(NETWORKS).items():
        run = EventedRun(wayfarer, folder, network, "--load", 0.8, "--unit", "normalized",
                         "--cycles", 1200)
        browser.open(run.page)
        check_network(browser, network, shape, run)
        check_numbers(browser, network, run)
        waited += check_waits(browser, network, run)
        if network not in BUSES and "line" not in network and "tree" not in network:
            check_buffers(browser, network, run)
        check_pictures(browser, network, pictures)
        check(not browser.requests(), network, "asks the network")
        check(not browser.faults(), network, browser.faults())
        if network == "mesh4x4":
            check_keys(browser)
    check(waited > 10, "few waits were seen", waited)


def check_loads(browser, wayfarer, folder):
    """Where all is delivered, the flits on each channel are those of the run."""
    run = EventedRun(wayfarer, folder, "romm-mesh4x4-2phase", "--process", "batch:20", "--warmup", 0)
    browser.open(run.page)
    check(run.result["latency"]["count"] == run.result["delivered_messages"], "all are measured")
    bars = browser.js("return [...document.querySelectorAll('.bar')].map(b => +b.dataset.count)")
    check(sum(bars) == run.result["delivered_messages"], "histogram")
    browser.js("const h = document.getElementById('heat'); h.selectedIndex = h.length - 1;"
               "h.dispatchEvent(new Event('change'))")
    shown = browser.js("return [...document.querySelectorAll('[data-load]')]"
                       ".map(c => [+c.dataset.channel, +c.dataset.load])")
    for channel, load in shown:
        share = run.result["channel_utilisation"][channel]
        check(abs(load - share) <= 0.00005 + 1e-9, "channel", channel, load, share)


def check_windows(browser, wayfarer, folder):
    """A window has the cycles and the heads of the whole run."""
    run = EventedRun(wayfarer, folder, "fs-mesh4x4-star", "--load", 0.7, "--unit", "normalized",
                     "--cycles", 3000)
    page = folder / "window.html"
    wayfarer("show", run.events, "--from", 2000, "--to", 2200, "-o", page)
    browser.open(page)
    for cycle in (2000, 2077, 2199):
        browser.go(cycle)
        check(crossings_shown(browser) == run.crossings(cycle), "window, cycle", cycle)
    browser.go(5000)
    check(browser.js("return +document.getElementById('cycle').value") == 2199, "end of the window")


def check_multicast(browser, wayfarer, folder):
    """Copies on several channels in one cycle."""
    run = EventedRun(wayfarer, folder, "iba4x4", "--pattern", "multicast:60:50:50", "--load", 0.4,
                     "--unit", "normalized", "--cycles", 1200)
    browser.open(run.page)
    check_network(browser, "multicast", NETWORKS["iba4x4"], run)
    check_numbers(browser, "multicast", run)
    # An arrival at each member of the group, and so for each copy that was delivered.
    copies = [row for row in run.rows if row["event"] == "delivered"]
    check(len(copies) == run.result["delivered_copies"], "copies", len(copies))
    arrived = collections.defaultdict(set)
    for row in run.rows:
        if row["event"] == "arrived":
            arrived[int(row["message"])].add((int(row["terminal"]), int(row["cycle"])))
    browser.go(1199)
    groups = [message for message, at in sorted(arrived.items()) if len(at) > 3][:3]
    check(len(groups) == 3, "few messages to groups")
    for message in groups:
        browser.choose("message", message)
        steps = browser.js("return [...document.querySelectorAll('.steps li')].map(l => l.textContent)")
        shown = {(int(at[2]), int(at[1])) for at in
                 (re.match(r"cycle (\d+) arrives at terminal (\d+)", step) for step in steps) if at}
        check(shown == arrived[message], "arrivals of message", message, shown, arrived[message])


def check_partial(browser, wayfarer, folder):
    """The page of a file with only some of the events says which are missing."""
    for words in (["--events-kinds", "blocked,tail"], ["--events-nodes", 5], ["--events-messages", "9"],
                  ["--events-kinds", "delivered"]):
        run = EventedRun(wayfarer, folder, "romm-mesh4x4-2phase", "--cycles", 300, *words)
        browser.open(run.page)
        browser.go(150)
        browser.choose("node", 5)
        check("The file has only" in browser.js("return document.querySelector('header').textContent"),
              words)
        check(not browser.faults(), words, browser.faults())


def check_hostile(browser, wayfarer, folder):
    name = "<img src=x onerror=document.title=1>"
    text = (ROOT / "sim/configs/mesh4x4.toml").read_text()
    text = re.sub(r'^name = .*$', f'name = "{name}"', text, flags=re.M)
    text = re.sub(r'^description = .*$', 'description = "</script><script>document.title=2</script>"',
                  text, flags=re.M)
    config = folder / "hostile.toml"
    config.write_text(text)
    run = EventedRun(wayfarer, folder, config, "--cycles", 300)
    browser.open(run.page)
    check(browser.js("return document.querySelectorAll('img').length") == 0, "markup of a name")
    check(browser.js("return document.querySelector('h1').textContent") == name, "name")
    check(browser.js("return document.title").startswith(name), "title")
    check("</script><script>" in browser.js("return document.querySelector('pre').textContent"),
          "configuration")


def check_sweep(browser, wayfarer, folder):
    sweep = folder / "sweep<b>"
    wayfarer("sweep", "mesh4x4", "--unit", "normalized", "--load", "0.4:1.2:0.4", "--seed", "1,2",
             "--set", "router.buffers=1,4", "--cycles", 1500, "--threads", 1, "--output", sweep)
    page = folder / "sweep.html"
    wayfarer("show", sweep, "-o", page)
    points = json.loads((sweep / "results.json").read_text())["points"]
    browser.open(page)
    check(browser.js("return document.querySelector('h1').textContent") == "sweep<b>", "name")
    rows = browser.js("return [...document.querySelectorAll('.values tbody tr')]"
                      ".map(r => [...r.cells].map(c => c.textContent))")
    check(len(rows) == len(points) == 12, "rows")
    for row, point in zip(rows, points):
        check(all(len(text) <= 10 for text in row[2:8]), row)
        for text, value in zip(row[2:8], [point["load"], point["seed"], point["rates"]["offered"],
                                          point["rates"]["accepted"], point["latency"]["mean"],
                                          point["latency"]["p99"]]):
            check(abs(float(text) - value) <= 6e-5 * value, row, point)
        check((row[0], row[8]) == (point["setting"], point["verdict"]), row)
    check(browser.js("return document.querySelectorAll('.chart .curve').length") == 6, "two curves a chart")
    titles = browser.js("return [...document.querySelectorAll('.legend li')].map(l => l.textContent)")
    check(titles == 3 * ["buffers=1", "buffers=4"], titles)
    check(browser.js("return document.querySelectorAll('.legend .sample .point').length") == 6, "marks in legends")
    check(browser.js("return [...document.querySelectorAll('.chart .name')].map(n => n.textContent)").count(
        "offered (share of the channel-load bound)") == 2, "units")
    loads = {(point["setting"], point["load"]) for point in points if point["verdict"] == "saturated"}
    check(browser.js("return document.querySelectorAll('.chart .saturated').length")
          == 3 * len(loads) > 0, "saturated points")
    check(browser.js("return document.querySelectorAll('.chart .limit').length")
          == 3 * len({setting for setting, _ in loads}), "lines of saturation")
    for size, dark in itertools.product((DESKTOP, PHONE), (False, True)):
        browser.view(size, dark)
        check(len(set(browser.screenshot())) > 100, "blank")
        check(browser.js("return document.documentElement.scrollWidth") <= size[0], "wide", size)
    browser.view()
    check(not browser.requests() and not browser.faults(), browser.faults())


def check_lockstep(browser, wayfarer, folder):
    """Two runs that differ stand for the engines."""
    sides = {}
    for name, words in (("model", []), ("rtl", ["--gaps", 0.02])):
        (folder / name).mkdir()
        sides[name] = EventedRun(wayfarer, folder / name, "romm-mesh4x4-2phase", "--load", 0.5, "--unit",
                                 "normalized", "--cycles", 300, "--warmup", 0, *words)
    cycle = next(cycle for cycle in range(300)
                 if sides["model"].crossings(cycle) != sides["rtl"].crossings(cycle))
    only = sides["model"].crossings(cycle) ^ sides["rtl"].crossings(cycle)
    text = f"LockstepEquality: cycle {cycle}: <i>channels</i> differ"
    (folder / "x.lockstep").write_text(json.dumps({
        "lockstep": cycle, "text": text, "channel": min(only)[0], "terminal": None,
        "model": "model/run.events", "rtl": "rtl/run.events", "waves": "x.fst"}))
    page = folder / "x.html"
    wayfarer("show", folder / "x.lockstep", "-o", page)
    browser.open(page)
    check(browser.js("return document.querySelector('.fault').textContent") == text, "text")
    check(browser.js("return document.querySelectorAll('svg.network').length") == 2, "two networks")
    check(browser.js("return +document.getElementById('cycle').value") == cycle, "its cycle")
    rows = browser.js("return [...document.querySelectorAll('#changes tbody tr')]"
                      ".map(r => r.cells[0].textContent)")
    changed = {int(row.split()[1]) for row in rows}
    check(changed == {channel for channel, *_ in only}, rows, only)
    check(f"channel {min(only)[0]} " in browser.live(), browser.live())
    check("view x.fst" in browser.js("return document.getElementById('command').textContent"), "waves")
    browser.js("document.querySelectorAll('.player button')[1].click()")
    changes = browser.js("return document.getElementById('changes').textContent")
    check("same heads and tails" in changes, "equal before", changes)
    browser.view(PHONE, True)
    check(browser.js("return document.documentElement.scrollWidth") <= PHONE[0], "wide")
    browser.view()
    check(not browser.requests() and not browser.faults(), browser.faults())


def check_limit(wayfarer, folder):
    """10^4 cycles of a saturated 4x4 network."""
    for network in with_other_families(dict.fromkeys(SATURATED)):
        events, page = folder / "size.events", folder / "size.html"
        wayfarer("run", network, "--load", 1, "--unit", "normalized", "--cycles", 10000, "--events",
                 events)
        wayfarer("show", events, "-o", page)
        check(page.stat().st_size <= MOST_BYTES, network, page.stat().st_size, "bytes")


def check_refused(wayfarer, folder):
    events = folder / "run.events"
    cut = folder / "cut.events"
    cut.write_bytes(events.read_bytes()[:2000])  # less than a block
    other = folder / "other.json"
    other.write_text("{}")
    (folder / "bad.lockstep").write_text("{}")
    (folder / "empty").mkdir()
    later = folder / "later.events"
    wayfarer("run", "mesh4x4", "--cycles", 100, "--events", f"{later}:300:400")
    for words in ([folder / "none"], [cut], [later], [other], [folder / "bad.lockstep"], [folder / "empty"],
                  [events, "--from", 10**6], [events, "--to", 10**7], [events, "--from", 7, "--to", 7],
                  [events, "--from", "x"], [folder / "empty", "--from", 3],
                  [events, "-o", folder / "no/x.html"]):
        wayfarer("show", *words, status=2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    arguments = parser.parse_args()
    wayfarer = Wayfarer(arguments.program)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        browser = Browser(folder / "profile")
        try:
            browser.view()
            check_families(browser, wayfarer, folder, arguments.pictures)
            check_places(browser, wayfarer, folder)
            check_loads(browser, wayfarer, folder)
            check_windows(browser, wayfarer, folder)
            check_multicast(browser, wayfarer, folder)
            check_partial(browser, wayfarer, folder)
            check_hostile(browser, wayfarer, folder)
            check_sweep(browser, wayfarer, folder)
            check_lockstep(browser, wayfarer, folder)
        finally:
            browser.close()
        check_limit(wayfarer, folder)
        check_refused(wayfarer, folder)


main()
