#!/usr/bin/env python3
"""Holds every include in api/, sim/, sysc/ and tb/ to the links of CMake's targets.

    dependencies.py TARGETS

TARGETS is written by CMake: a target, the folder or file it owns, and what it links. A file may
include what its own target owns and what that target links, directly or through another target.
Only sysc and tb may include SystemC or Verilator. The chains `core <- family` in the documents are
what the targets link.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("api", "sim", "sysc", "tb")
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
CHAIN = re.compile(r"\w+(?:, \w+)*(?:\s+<-\s+\w+(?:, \w+)*)+")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
HARDWARE = re.compile(r"^(systemc|sysc/|tlm|verilated|V[A-Za-z]\w*\.h$|sysc\.h)")
HARDWARE_FOLDERS = {"sysc", "tb"}


class Targets:
    """What each target owns and reaches."""

    def __init__(self, lines):
        self.owned = {}
        links = {}
        for line in lines:
            name, path, linked = line.split("|")
            self.owned[pathlib.PurePath(path)] = name
            links[name] = set(linked.split())
        self.links = {name: linked & set(links) for name, linked in links.items()}
        self.reach = {name: self._reached(name) for name in links}

    def _reached(self, name):
        found, left = set(), [name]
        while left:
            target = left.pop()
            if target not in found:
                found.add(target)
                left.extend(self.links[target])
        return found

    def cycles(self):
        """A static library may link in a circle; the rule forbids it."""
        for name, linked in self.links.items():
            for other in linked:
                if name in self.reach[other]:
                    yield f"{name} and {other} link each other"

    def owner(self, path):
        """The target that owns the nearest path above a file, or None."""
        for place in (path, *path.parents):
            if place in self.owned:
                return self.owned[place]
        return None


def included(path, name):
    """A quoted include's path from the root, or None for a file from outside."""
    for folder in (path.parent, *(ROOT / folder for folder in FOLDERS)):
        file = (folder / name).resolve()
        if file.exists() and ROOT in file.parents:
            return file.relative_to(ROOT)
    return None


def faults_of(path, targets):
    own = path.relative_to(ROOT)
    owner = targets.owner(own)
    if owner is None:
        yield f"{own}: no target owns this file"
        return
    text = path.read_text()
    for match in INCLUDE.finditer(text):
        where = f"{own}:{text.count(chr(10), 0, match.start(2)) + 1}"
        file = included(path, match[2]) if match[1] == '"' else None
        if file is None:
            if HARDWARE.match(match[2]) and own.parts[0] not in HARDWARE_FOLDERS:
                yield f"{where}: includes {match[2]}: only sysc and tb know SystemC or Verilator"
        elif targets.owner(file) not in targets.reach[owner]:
            yield (f"{where}: includes {match[2]} of {targets.owner(file)}, which {owner} does not "
                   f"link; it reaches {', '.join(sorted(targets.reach[owner]))}")


def chain_faults(page, targets):
    chains = CHAIN.findall((ROOT / page).read_text())
    if not chains:
        yield f"{page}: no chain of dependencies"
    for chain in chains:
        groups = [re.findall(r"\w+", group) for group in chain.split("<-")]
        for used, users in zip(groups, groups[1:]):
            for user in users:
                for name in used:
                    if f"wayfarer_{name}" not in targets.reach.get(f"wayfarer_{user}", ()):
                        yield f"{page}: {user} does not link {name}"


def main():
    targets = Targets(pathlib.Path(sys.argv[1]).read_text().splitlines())
    sources = [path for folder in FOLDERS for kind in ("*.hpp", "*.cpp", "*.h")
               for path in sorted((ROOT / folder).rglob(kind))]
    faults = list(targets.cycles())
    faults += [fault for path in sources for fault in faults_of(path, targets)]
    faults += [fault for page in PAGES for fault in chain_faults(page, targets)]
    if not sources:
        faults = ["no sources found"]
    print("\n".join(faults) if faults else f"{len(sources)} sources obey")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
