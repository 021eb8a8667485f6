#!/usr/bin/env python3
"""Every link in the documents leads to a file that exists, and to a heading of it; files that are
named in the text exist.

The glossary is in alphabetical order, a term once with its meaning and a link, and docs/README.md names
every page. The repository's folders are the fixed ones.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "rtl", "sim", "sysc", "tb", "tests", "waves")
PAGES = [*sorted(ROOT.glob("*.md")),
         *(page for folder in FOLDERS for page in sorted((ROOT / folder).rglob("*.md")))]
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(rf"`((?:\.\./)*(?:{'|'.join(FOLDERS)})/[\w./*-]+)[^`\n]*`")
TERM = re.compile(r"^\| (?!Term)(\w[^|]*?) \| [^|]+ \| \[.+\) \|$", re.MULTILINE)


def prose(page):
    return FENCED.sub("", page.read_text())


def anchors(page):
    """The headings as GitHub names them in addresses."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def link_faults(page):
    for link in LINK.findall(re.sub(r"`[^`\n]+`", "code", prose(page))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{page.relative_to(ROOT)}: no file for the link {link}"
        elif anchor and anchor not in anchors(target):
            yield f"{page.relative_to(ROOT)}: no heading for the link {link}"


def name_faults(page):
    """Paths in code are from the root; `*` and `<family>` stand for names."""
    for name in NAMED.findall(re.sub(r"<\w+>", "*", prose(page))):
        if not list(ROOT.glob(name.rstrip("/."))):
            yield f"{page.relative_to(ROOT)}: there is no {name}"


def glossary_faults():
    text = (ROOT / "docs/glossary.md").read_text()
    terms = [term.lower() for term in TERM.findall(text)]
    for before, after in zip(terms, terms[1:]):
        if before >= after:
            yield f"docs/glossary.md: '{after}' comes after '{before}'"
    rows = text.count("\n| ") - 1  # without the head
    if len(terms) != rows:
        yield f"docs/glossary.md: {len(terms)} of {rows} rows are a term, a meaning and a link"


def map_faults():
    text = (ROOT / "docs/README.md").read_text()
    for page in sorted((ROOT / "docs").glob("*.md")):
        if page.name != "README.md" and f"]({page.name})" not in text:
            yield f"docs/README.md does not name {page.name}"


def folder_faults():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, capture_output=True,
                           check=True).stdout.splitlines()
    folders = {file.split("/")[0] for file in files if "/" in file}
    hidden = {folder for folder in folders if folder.startswith(".")}
    for folder in sorted(folders - {*FOLDERS, "LICENSES"} - hidden):
        yield f"the folder {folder} is none of the repository's: {', '.join(FOLDERS)}"


def main():
    faults = [fault for page in PAGES for fault in [*link_faults(page), *name_faults(page)]]
    faults += [*glossary_faults(), *map_faults(), *folder_faults()]
    print("\n".join(faults) if faults else f"{len(PAGES)} pages")
    return 1 if faults or len(PAGES) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
