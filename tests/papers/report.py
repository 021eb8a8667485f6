#!/usr/bin/env python3
"""`wayfarer reproduce all`: the report over all experiments, and resumption of killed work.

Experiments that take seconds are computed; for the others the results committed in docs/results/
are put in the folder, where the program finds them.

usage: report.py PROGRAM
"""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
FAST = ["iba-example", "linear-objective", "linear-table", "linear-utilisation", "mway-fig1",
        "mway-fig4", "romm-table1", "romm-table2", "romm-table4", "romm-table5"]


def experiments():
    """The files of experiments among the committed results."""
    return [path for path in RESULTS.glob("*.json") if "request" in json.loads(path.read_text())]


def fill(folder):
    for path in experiments():
        if path.stem not in FAST:
            shutil.copy(path, folder)


def command(program, folder, threads):
    return [program, "reproduce", "all", "--output", str(folder), "--threads", str(threads)]


def run(program, folder, threads, expected):
    done = subprocess.run(command(program, folder, threads), check=False, capture_output=True,
                          text=True)
    if done.returncode != expected:
        sys.exit(f"exit status {done.returncode}, not {expected}:\n{done.stdout}{done.stderr}")


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def expect_equal(one, other, what):
    names = [name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name)]
    if names:
        sys.exit(f"{what}: not the same: {', '.join(names)}")


class Page(html.parser.HTMLParser):
    """The external references of a page, and whether its tags match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.pictures, self.links = [], 0, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.pictures += tag == "svg"
        self.links += [value for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_startendtag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit(f"</{tag}> closes nothing")


def check_pages(folder):
    for name in FAST:
        page = Page((folder / f"{name}.html").read_text())
        foreign = [link for link in page.links if not link.startswith(("#", "data:"))]
        pictures = len(json.loads((folder / f"{name}.json").read_text())["pictures"])
        if page.open or foreign or page.pictures != pictures:
            sys.exit(f"{name}.html: open {page.open}, foreign {foreign}, {page.pictures} pictures")
        for ending in ("svg", "png", "gp"):
            if pictures and not (folder / f"{name}.{ending}").stat().st_size:
                sys.exit(f"{name}.{ending} is empty")
    index = Page((folder / "index.html").read_text())
    wanted = {f"{path.stem}.html" for path in folder.glob("*.json")}
    if index.open or set(index.links) != wanted:
        sys.exit(f"index.html: open {index.open}, links {sorted(set(index.links) ^ wanted)}")


def check_resume(program, folder, whole):
    """Kills the program after each finished experiment, then lets it end."""
    fill(folder)
    done = len(list(folder.glob("*.json")))
    wanted = len(experiments())
    while done < wanted:
        process = subprocess.Popen(command(program, folder, 1), stdout=subprocess.DEVNULL)
        while process.poll() is None and len(list(folder.glob("*.json"))) <= done:
            time.sleep(0.002)
        process.kill()
        process.wait()
        done = len(list(folder.glob("*.json")))
    (folder / "mway-fig4.json").write_text("{\"id\": ")  # which no version leaves behind
    run(program, folder, 1, 0)
    kept = {name: data for name, data in contents(folder).items() if "partial" not in name}
    expect_equal(whole, kept, "killed and run again")


def check_unexplained(program, folder):
    path = folder / "mway-fig8.json"
    document = json.loads(path.read_text())
    document["rows"][-1]["verdict"] = "differs"
    document["unexplained"] = [document["rows"][-1]["cell"]]
    path.write_text(json.dumps(document))
    run(program, folder, 2, 1)
    if "| mway-fig8 | 1 | **unexplained** |" not in (folder / "index.md").read_text():
        sys.exit("index.md does not count an unexplained miss")


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        folder = pathlib.Path(one)
        fill(folder)
        run(program, folder, 2, 0)
        check_pages(folder)
        whole = contents(folder)
        run(program, folder, 2, 0)
        expect_equal(whole, contents(folder), "run again")
        check_resume(program, pathlib.Path(other), whole)
        check_unexplained(program, folder)


if __name__ == "__main__":
    main()
