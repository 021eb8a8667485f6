#!/usr/bin/env python3
"""Follows docs/add-an-mway-variant.md in a copy of the repository.

Runs the page's commands, makes its changes, and checks that they touch the files that the page lists, at most
six, and no others; that the rules on modules hold; that the bank and a node with it are without warnings; that
illegal parameters stop elaboration; and that the C++ sources compile. With --whole, which takes minutes, the
copy is built: the module's test passes, and hardware and model are equal in lockstep.

usage: variant.py [--whole]
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = "docs/add-an-mway-variant.md"
NAME = "trial"
MOST = 6
WRITTEN = ("rtl/mway/mway.core", "rtl/mway.f", "rtl/fpga.f", "Bender.yml")  # by make_manifests
BOARDS = ("rtl/fpga/fpga.f",)
COMMANDS = re.compile(r"<!-- commands -->\n```sh\n(.*?)```\n", re.DOTALL)
TABLE = re.compile(r"<!-- files of trial -->\n(.*?)<!-- /files -->", re.DOTALL)
# A change, and the text in front of it, whose last path it is for.
CHANGE = re.compile(r"```diff\n(.*?)```\n", re.DOTALL)
PATH = re.compile(r"`((?:rtl|sim|docs)/[\w./-]+\.(?:f|sv|hpp|cpp|md))`")


class Fault(Exception):
    pass


def run(folder, *command, **others):
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **others)
    if done.returncode != 0:
        raise Fault(f"{shlex.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def copy_repository(folder):
    """The files that are committed or changed, in a repository of their own."""
    listed = run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard")
    for name in filter(lambda name: (ROOT / name).is_file(), listed.splitlines()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    run(folder, "git", "init", "-q")
    run(folder, "git", "add", "--all")
    run(folder, "git", "-c", "user.name=walk", "-c", "user.email=walk@localhost", "commit", "-qm", "copy")
    (folder / ".git/info/exclude").write_text(".tools\n")
    (folder / ".tools").symlink_to(ROOT / ".tools")


def changes(text):
    """(path, lines before, lines after) of each change of the page."""
    for change in CHANGE.finditer(text):
        paths = PATH.findall(text[:change.start()])
        lines = change[1].splitlines(keepends=True)
        yield (paths[-1], "".join(line[1:] for line in lines if line[0] != "+"),
               "".join(line[1:] for line in lines if line[0] != "-"))


def follow(folder, text):
    run(folder, "bash", "-e", "-c", "".join(COMMANDS.findall(text)))
    for path, before, after in changes(text):
        source = (folder / path).read_text()
        if source.count(before) != 1:
            raise Fault(f"{PAGE}: these lines are {source.count(before)} times in {path}:\n{before}")
        (folder / path).write_text(source.replace(before, after))
    run(folder, "rtl/flows/make_manifests")


def check_files(folder, text):
    listed = re.findall(r"^\| `([^`]+)` \|", TABLE.search(text)[1], re.MULTILINE)
    changed = run(folder, "git", "diff", "--name-only").split()
    shared = sorted(set(changed) - {*WRITTEN, *BOARDS})
    if sorted(listed) != shared:
        raise Fault(f"{PAGE} lists {', '.join(sorted(listed))}; these change: {', '.join(shared)}")
    if len(listed) > MOST:
        raise Fault(f"{PAGE}: {len(listed)} files change; legal: at most {MOST}")
    own = run(folder, "git", "ls-files", "--others", "--exclude-standard").split()
    if strays := [path for path in own if f"/{NAME}/" not in path]:
        raise Fault(f"not in a folder of the variant: {', '.join(strays)}")


def check_rtl(folder):
    bank = f"mway_{NAME}_bank"
    run(folder, "python3", "tests/rtl/structure.py")
    run(folder, "python3", "tests/rtl/parameters.py", bank)
    lint = ("import sys; sys.path.insert(0, 'tests/rtl/lint'); import filelists, lint, overrides\n"
            "for module in filelists.all_modules():\n"
            f"    if module.name in ('{bank}', 'mway_node'):\n"
            "        fault = lint.lint(module, overrides.of_module(module, {'Variant': 8, 'FlitWidth': 64}))\n"
            "        assert fault is None, fault\n")
    run(folder, "python3", "-c", "import sys; sys.path.insert(0, 'tests')\n" + lint)


def check_sources(folder):
    for source in ("variants", "config", "model"):
        run(folder, "c++", "-std=c++17", "-fsyntax-only", "-Wall", "-Werror=switch", "-Isim",
            f"sim/family/mway/{source}.cpp")


def check_build(folder):
    """The copy's program and the module's test, built as the repository's are."""
    environment = {**os.environ, "WAYFARER_CACHE": str(folder / "cache")}
    run(folder, "cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_BUILD_TYPE=Release")
    run(folder, "cmake", "--build", "build", "--target", "wayfarer", f"rtl_mway_{NAME}_bank")
    run(folder, "ctest", "--test-dir", "build", "-R", f"^rtl_mway_{NAME}_bank$", "--no-tests=error")
    for settings in ("", " router.stat=addressed", " router.stat=cyclic router.freeing=late topology.kind=torus"):
        keys = [word for key in f"router.variant={NAME}{settings}".split() for word in ("--set", key)]
        run(folder, "build/wayfarer", "lockstep", "mesh4x4", "--cycles", "20000", *keys, env=environment)


def main():
    text = (ROOT / PAGE).read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            copy_repository(folder)
            follow(folder, text)
            check_files(folder, text)
            check_rtl(folder)
            check_sources(folder)
            if "--whole" in sys.argv:
                check_build(folder)
        except Fault as fault:
            sys.exit(str(fault))
    print(f"{PAGE} can be followed")


if __name__ == "__main__":
    main()
