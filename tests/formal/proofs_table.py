#!/usr/bin/env python3
"""The page docs/results/proofs.md: what is proved of every module with state.

  proofs_table.py            compares the page with the tasks, and every module with state with the rows
  proofs_table.py --write    writes it
"""

import argparse
import collections
import pathlib
import re
import sys

import modules
import tasks

PAGE = modules.ROOT / "docs/results/proofs.md"

HEAD = """# Proofs of modules

Every module with state as the top of a model, in any environment that keeps to its contract. Each
proof is unbounded; each cover is reached, so that no proof is vacuous; each fault is a broken
variant of the module that fails at the assertion it names. The rows of single modules are
[tests/formal/modules/](../../tests/formal/modules), the other proofs
[tests/formal/tasks.py](../../tests/formal/tasks.py); `tests/formal/run.py modules` runs the first.
`tests/formal/proofs_table.py --write` makes this page.

Assertions are those of the module itself and of its environment here, without those of modules in it,
which hold in the same proof.
"""


def harness_labels(top, kind):
    text = (modules.ROOT / f"tests/formal/{top}.sv").read_text()
    return set(re.findall(rf"(\w+):\s*{kind}\b", text))


def facts(module):
    """Assertions, covers, faults and tasks of a module, from all its rows."""
    asserted, covers, faults, asked = set(), set(), [], 0
    for row in modules.rows():
        if row.module != module:
            continue
        asserted |= set(row.own_labels()) - row.left_out()
        if "harness" in row.data:
            top = row.data["harness"]
            every = [task for members in tasks.SETS.values() for task in members if task.top == top]
            asserted |= harness_labels(top, "assert")
            covers |= {(top, label) for label in harness_labels(top, "cover")}
        else:
            every = tasks.MODULES.get(row.name, [])
            asserted |= row.added_labels()
            covers |= {(row.name, label) for label in row.get("cover")}
        faults += [task.fails for task in every if task.mode == "fail"]
        asked += len(every)
    return asserted, covers, faults, asked


def reasons(module):
    """Says why a module, or a variant of it, is not proved."""
    for row in modules.rows():
        if row.module == module:
            if "unproved" in row.data:
                yield row.data["unproved"] if row.variant else f"no proof: {row.data['unproved']}"
            yield from (f"{label}: {reason}" for label, reason in row.get("without").items())


def listed(names):
    """Each once, with the number of its faults."""
    counts = collections.Counter(names)
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in sorted(counts.items()))


def line(module):
    asserted, covers, faults, _ = facts(module)
    return (f"| `{module}` | {len(asserted)} | {len(covers)} | {len(faults)} | "
            f"{listed(faults)} |")


def page():
    folders = collections.defaultdict(list)
    for module, (folder, _) in sorted(modules.modules_with_state().items()):
        folders[folder].append(module)
    every = sum(len(members) for members in tasks.SETS.values())
    rows, summary = [], []
    total = [0] * 5
    for folder, names in sorted(folders.items()):
        rows += [f"\n## {folder}\n", "| module | assertions | covers | faults | fail at |",
                 "|---|--:|--:|--:|---|"]
        sums = [len(names), 0, 0, 0, 0]
        for name in names:
            asserted, covers, faults, asked = facts(name)
            sums[1] += asked > 0
            for place, found in enumerate((asserted, covers, faults), 2):
                sums[place] += len(found) if asked else 0
            if asked:
                rows.append(line(name))
        summary.append(f"| {folder} | " + " | ".join(map(str, sums)) + " |")
        total = [a + b for a, b in zip(total, sums)]
    known = sorted({row.module for row in modules.rows()})
    left = [f"- `{name}`: {reason}" for name in known for reason in reasons(name)]
    networks = [name for name in known if name not in modules.modules_with_state() and facts(name)[-1]]
    if networks:
        rows += ["\n## Modules that have no state beside that of others\n", "| module | assertions | covers | faults | fail at |",
                 "|---|--:|--:|--:|---|", *map(line, networks)]
    return "\n".join([
        HEAD, f"{every} tasks in all, those of other proofs among them.\n",
        "| folder | modules with state | proved | assertions | covers | faults |",
        "|---|--:|--:|--:|--:|--:|",
        *summary, "| **all** | " + " | ".join(map(str, total)) + " |",
        *(["\nNot proved, and what was tried:\n", *left] if left else []), *rows]) + "\n"


def words(text):
    return set(re.findall(r"(?<![\w'$])[A-Za-z_]\w*", text))


def inner_names(row):
    """Names in a row's assumptions that are neither ports, nor the environment's, nor of a package."""
    text = modules.filelists.without_comments((modules.ROOT / row.source).read_text())
    known = words(text[text.index("module "):text.index(");\n")]) | words(row.data.get("environment", ""))
    for source in row.sources():
        if source.endswith("_pkg.sv"):
            known |= words((modules.ROOT / source).read_text())
    return words(" ".join(row.get("assume").values())) - known - {"started_q"}


def faults():
    """Of the rows: modules with state that have none, and rows of others."""
    known = {row.module for row in modules.rows()}
    found = [f"{module}: has state, and no row in tests/formal/modules"
             for module in sorted(modules.modules_with_state().keys() - known)]
    for row in modules.rows():
        if not row.data.keys() & {"fault", "harness", "unproved"}:
            found.append(f"{row.name}: no fault")
        labels = set(re.findall(r"\w+", " ".join(
            (modules.ROOT / source).read_text() for source in row.sources()))) | row.added_labels()
        found += [f"{row.name}: there is no assertion {fails}"
                  for fails, *_ in row.data.get("fault", []) if fails not in labels]
        hidden = inner_names(row)
        if hidden:
            found.append(f"{row.name}: an assumption names {', '.join(sorted(hidden))}, which is no port")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    found = faults()
    if arguments.write:
        PAGE.write_text(page())
    elif not PAGE.exists() or PAGE.read_text() != page():
        found.append("docs/results/proofs.md is not what proofs_table.py --write makes")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
