#!/usr/bin/env python3
"""No interpreter sees a name: whatever a user calls networks, files and folders, no command of it is
run, and all outputs can be read.

  names.py PROGRAM

Each name is that of a configuration, of its file, of every output and of a sweep's folder. Those that
are commands, to a shell, gnuplot or Tcl, would make a file `ran`.
"""

import csv
import html.parser
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import xml.dom.minidom

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
NAMES = ["plain", "`touch ran`", "$(touch ran)", "x'; system('touch ran'); '", 'x"; system("touch ran"); "',
         "|touch ran", "<touch ran", "; touch ran;", "[exec touch ran]", "<script>a&b", "a,b", "=1+1",
         "-dash", "two  words ", "ünï 水", "%s{}\\n\\", "two\nlines"]
SHIPPED = pathlib.Path(__file__).resolve().parents[2] / "sim/configs"


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(text) for text in what))


def wayfarer(folder, *words, status=0):
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, timeout=300,
                          stdin=subprocess.DEVNULL, check=False)
    expect(done.returncode == status, words, done.stderr.decode())
    return done.stdout.decode()


def has_controls(name):
    return any(ord(letter) < 32 for letter in name)


def configuration(folder, name, shipped="mesh4x4"):
    """A file whose network has the name, where a network may have it."""
    text = (SHIPPED / f"{shipped}.toml").read_text()
    text = re.sub(r"^(name|description) = .*\n", "", text, flags=re.M)
    network = name.replace("\n", " ")
    path = folder / f"{name}.toml"
    path.write_text(f"name = {json.dumps(network)}\n"
                    f"description = {json.dumps(name + '</script>')}\n" + text)
    return f"./{path.name}", network


class Page(html.parser.HTMLParser):
    """Counts the scripts of a page, and reads its title and data."""

    def __init__(self, path):
        super().__init__()
        self.scripts = 0
        self.title = self.data = ""
        self.inside = None
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        self.scripts += tag == "script"
        self.inside = tag if dict(attributes).get("id") != "data" else "data"

    def handle_data(self, data):
        if self.inside == "title":
            self.title += data
        if self.inside == "data":
            json.loads(data)
            self.data = data

    def handle_endtag(self, tag):
        self.inside = None


def rows_of(path, **more):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader((line for line in file if not line.startswith("#")), **more))
    expect(len(rows) > 1 and len({len(row) for row in rows}) == 1, path, rows[:3])
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def check_picture(folder, stem):
    xml.dom.minidom.parse(str(folder / f"{stem}.svg"))
    expect((folder / f"{stem}.png").read_bytes().startswith(b"\x89PNG"), stem)
    # The script draws the same again, from where it is.
    drawn = (folder / f"{stem}.svg").read_bytes()
    (folder / f"{stem}.svg").unlink()
    subprocess.run(["gnuplot", f"./{stem}.gp"], cwd=folder, check=True, capture_output=True)
    expect((folder / f"{stem}.svg").read_bytes() == drawn, stem, "the script draws something else")


def check_run(folder, name):
    config, network = configuration(folder, name)
    (folder / f"{name}.weights").write_text("source,destination,weight\n0,3,1\n1,2,1\n")
    picture = [] if has_controls(name) else [f"--plot={name}", "--keep-script"]
    wayfarer(folder, "run", config, "--cycles", "300", "--warmup", "0", "--load", "0.05",
             f"--pattern=matrix:{name}.weights", f"--json={name}.json", f"--csv={name}.csv",
             f"--log={name}.log", f"--channels={name}.channels", f"--events={name}.events",
             f"--perfetto={name}.pftrace", f"--write-trace={name}.trace", *picture)
    result = json.loads((folder / f"{name}.json").read_text())
    expect(result["config"] == network, result["config"])
    words = shlex.split(result["command"])
    expect(config in words and f"matrix:{name}.weights" in words, words)
    row, = rows_of(folder / f"{name}.csv")
    expect(row["config"] == network and row["pattern"] == f"matrix:{name}.weights", row)
    expect(shlex.split(row["command"]) == words, row)
    rows_of(folder / f"{name}.log")
    rows_of(folder / f"{name}.channels")
    if picture:
        check_picture(folder, name)
    else:
        wayfarer(folder, "run", config, "--cycles", "300", f"--plot={name}", status=2)
    wayfarer(folder, "run", config, f"--trace={name}.trace", "--cycles", "300", "--warmup", "0",
             f"--json={name}.replay.json")
    replay = json.loads((folder / f"{name}.replay.json").read_text())
    expect(f"{name}.trace" in shlex.split(replay["command"]), replay["command"])


def check_events(folder, name):
    events = f"./{name}.events"
    listed = wayfarer(folder, "events", events, f"--json={name}.rows.json", f"--csv={name}.rows")
    expect(listed == "", listed)
    rows = json.loads((folder / f"{name}.rows.json").read_text())
    expect(rows, name)
    rows_of(folder / f"{name}.rows")
    wayfarer(folder, "follow", events, "0", f"--svg={name}.story.svg")
    xml.dom.minidom.parse(str(folder / f"{name}.story.svg"))
    wayfarer(folder, "show", events, f"--output={name}.html")
    page = Page(folder / f"{name}.html")
    expect(name.replace("\n", " ") in page.title and page.data, name, page.title)
    return page.scripts


def check_sweep(folder, name):
    config, network = configuration(folder, name)
    picture = [] if has_controls(name) else [f"--plot={name}.sweep", "--keep-script"]
    wayfarer(folder, "sweep", config, "--cycles", "300", "--load", "0.1,0.2", "--set", "router.buffers=1,2",
             f"--output={name}.folder", *picture)
    if picture:
        check_picture(folder, f"{name}.sweep")
    rows = rows_of(folder / f"{name}.folder/results.csv")
    expect({row["config"] for row in rows} == {network}, rows)
    expect(all(config in shlex.split(row["command"]) for row in rows), rows)
    json.loads((folder / f"{name}.folder/results.json").read_text())
    wayfarer(folder, "show", f"./{name}.folder", f"--output={name}.folder.html")
    page = Page(folder / f"{name}.folder.html")
    expect(page.title.startswith(f"{name}.folder") and page.data, name, page.title)
    return page.scripts


def check_hardware(folder):
    """One name with everything for the build, the wave file and its viewer."""
    name = "x`touch ran`$(touch ran)'\"; touch ran; [exec touch ran],<é"
    config, _ = configuration(folder, name, "line4")
    text = wayfarer(folder, "demo", config, "--cycles", "300", f"--waves={name}.fst")
    command = re.search(r"to open them: (.*)$", text, re.M)[1]
    expect(shlex.split(command)[1:3] == ["view", f"{name}.fst"], command)
    text = wayfarer(folder, "demo", config, "--cycles", "300", "--waves=-y.fst")
    command = re.search(r"to open them: (.*)$", text, re.M)[1]
    wayfarer(folder, *shlex.split(command)[1:], "--print")
    (folder / "-x.fst").write_bytes((folder / f"{name}.fst").read_bytes())
    for words, dump in ((["./" + name + ".fst"], f"./{name}.fst"), (["--", "-x.fst"], "./-x.fst")):
        expect(shlex.split(wayfarer(folder, "view", "--print", *words))[-1] == dump, dump)
    # GTKWave gives such names to a shell, which unpacks them.
    (folder / "x;touch ran;.gz").write_bytes((folder / f"{name}.fst").read_bytes())
    wayfarer(folder, "view", "--family", "linear", "x;touch ran;.gz", status=2)


def main():
    scripts = {}
    with tempfile.TemporaryDirectory() as root:
        for number, name in enumerate(NAMES):
            folder = pathlib.Path(root, str(number))
            folder.mkdir()
            check_run(folder, name)
            scripts[name] = (check_events(folder, name), check_sweep(folder, name))
        folder = pathlib.Path(root, "hardware")
        folder.mkdir()
        check_hardware(folder)
        ran = [path for path in pathlib.Path(root).rglob("ran")]
        expect(not ran, "a name was run as a command", *(NAMES[int(path.parent.name)] if
               path.parent.name.isdigit() else path for path in ran))
    expect(set(scripts.values()) == {scripts["plain"]}, "a name has become a script", scripts)


if __name__ == "__main__":
    main()
