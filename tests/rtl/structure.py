#!/usr/bin/env python3
"""Rules on every module of rtl/*/*.f that need no simulation.

  Each module has a test: tests/rtl/<family>/<module>.cpp for rtl/<family>/<module>.sv, and each
  test file has its module.
  A module with a clock has at least one assertion that runs (not WF_ASSERT_STATIC).
  A module has at most 300 lines, its licence and guard left out, and 25 ports.
  A source names its licence in its first line. A guard <FILE>_SV_ around its code lets file lists be
  combined.
  A reset port rst_ni is synchronous. An asynchronous one is arst_ni, and leads to wf_reset_sync only.
  A file list has every source that one of its sources names.
  A line of a .vlt file for Verilator matches something: a module, a signal of it, a source. Verilator
  says nothing of lines that match nothing. The tiles of a network (no_inline in tb/) share their code
  only if every port but clock and reset is on a line.
  No list of four parameters or more is handed down by name over more than two levels: below the
  network's top it is a struct.
"""

import fnmatch
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
from filelists import without_comments  # noqa: E402

ROOT = filelists.ROOT
LINES = 300
PORTS = 25
LEVELS = 2  # of a hierarchy that may share a list of parameters
REPEATED = 4  # is a list
RUNNING = re.compile(r"`WF_ASSERT(?:_NEXT|_STABLE)?\s*\(")
PORT = re.compile(r"^\s*(?:input|output)\b", re.MULTILINE)


LICENCE = "// SPDX-License-" "Identifier: Apache-2.0\n"  # in two: no licence of this file
RESET_SOURCES = ("wf_reset_sync", "fpga_reset")


def housekeeping_faults(source):
    text = (ROOT / source).read_text()
    guard = f"{pathlib.Path(source).stem.upper()}_SV_"
    if not text.startswith(LICENCE):
        yield f"{source}: the first line is not: {LICENCE.strip()}"
    if source.endswith(".sv") and not re.fullmatch(
            rf"\s*`ifndef {guard}\n`define {guard}\n.*\n`endif\s*", without_comments(text), re.DOTALL):
        yield f"{source}: no guard {guard} around the code"


def reset_faults(module, code):
    if module.name in RESET_SOURCES:
        return
    if "negedge" in code:
        yield f"{module.source}: negedge: registers take resets at the clock"
    body = re.sub(r"^\s*input\s+logic\s+arst_ni\b", "", code, flags=re.MULTILINE)
    if re.search(r"\barst_ni\b", body.replace(".arst_ni(arst_ni)", "")):
        yield f"{module.source}: arst_ni leads to more than ports arst_ni"


def faults_of(module):
    text = (ROOT / module.source).read_text()
    code = without_comments(text)
    yield from reset_faults(module, code)
    head = code[:code.index("\n);")]
    test = f"tests/{pathlib.Path(module.source).with_suffix('.cpp')}"
    if not (ROOT / test).is_file():
        yield f"{module.source}: no {test}"
    if re.search(r"\bclk_i\b", head) and not RUNNING.search(code):
        yield f"{module.source}: a clock, and no assertion that runs"
    # From the contract to the guard's end: without the licence and a line after it, and the guard.
    lines = len(text.splitlines()) - 6
    if lines > LINES:
        yield f"{module.source}: {lines} lines; at most {LINES}: it is two modules"
    ports = len(PORT.findall(head))
    if ports > PORTS:
        yield f"{module.source}: {ports} ports; at most {PORTS}: bundle them"


def gaps(lists):
    """Sources that a source on the list names, but that are not on the list."""
    sources = {pathlib.Path(source).stem: source for file_list in lists for source in file_list.sources}
    for file_list in lists:
        for source in file_list.sources:
            named = {sources[name] for name in filelists.names_in(source) & set(sources)}
            for missing in sorted(named - set(file_list.sources)):
                yield f"{file_list.path}: no {missing}, which {source} needs"


def settable(code):
    head = code[:code.index("\n);")]
    return set(re.findall(r"^\s*parameter\s.*?(\w+)\s*=", head, re.MULTILINE))


def repetitions(modules):
    """Chains of instances, from the outermost on, that have a list of parameters in common."""
    code = {module.name: without_comments((ROOT / module.source).read_text())
            for module in modules}
    parameters = {name: settable(text) for name, text in code.items()}
    inside = {name: [other for other in code if re.search(rf"^\s*{other}\s+(#\(|u_)", text,
                                                          re.MULTILINE)]
              for name, text in code.items()}

    def extended(chain, shared):
        """The longest chains from here down, among them those that skip levels."""
        if len(chain) > LEVELS:
            yield chain, shared
            return
        below, seen = list(inside[chain[-1]]), set()
        while below:
            name = below.pop()
            if name in seen:
                continue
            seen.add(name)
            below += inside[name]
            if len(shared & parameters[name]) >= REPEATED:
                yield from extended([*chain, name], shared & parameters[name])

    for name in code:
        for chain, shared in extended([name], parameters[name]):
            yield f"{' > '.join(chain)}: each has {', '.join(sorted(shared))}; make a struct of them"


VLT_OPTION = re.compile(r'-(module|var|file) "([^"]*)"')


EQUAL_PORT = re.compile(r"clk_i$|rst_ni$|^network_i$")  # every tile has the same there
TILE_PORT = re.compile(r"^\s*(?:input|output)\b[^,\n]*?(\w+)\s*(?:\[[^\]]*\]\s*)*(?:,|//|$)", re.MULTILINE)


def unshared():
    """Ports of tiles that no line of their .vlt file names."""
    for vlt in sorted((ROOT / "tb").rglob("*.vlt")):
        text = vlt.read_text()
        for tile in re.findall(r'^no_inline -module "(\w+)"', text, re.MULTILINE):
            code = without_comments(next((ROOT / "rtl").rglob(f"{tile}.sv")).read_text())
            named = re.findall(rf'-module "{tile}" -var "([^"]+)"', text)
            for port in TILE_PORT.findall(code[:code.index("\n);")]):
                if not EQUAL_PORT.search(port) and \
                        not any(fnmatch.fnmatch(port, name) for name in named):
                    yield f"{vlt.relative_to(ROOT)}: {tile} has a port {port}, which no line names"


def unmatched():
    """Lines of .vlt files that match nothing."""
    sources = {str(path.relative_to(ROOT)): path for path in (ROOT / "rtl").rglob("*.sv")}
    words = {path.stem: set(re.findall(r"\w+", without_comments(path.read_text())))
             for path in sources.values()}
    for vlt in sorted(path for folder in ("rtl", "tb", "tests") for path in (ROOT / folder).rglob("*.vlt")):
        for number, line in enumerate(vlt.read_text().splitlines(), 1):
            options = dict(VLT_OPTION.findall(line.split("//")[0]))
            names = fnmatch.filter(words, options.get("module", "*"))
            if "file" in options:
                names = fnmatch.filter(["/" + source for source in sources], options["file"])
            elif "var" in options:
                names = [name for name in names if fnmatch.filter(words[name], options["var"])]
            if options and not names:
                yield f"{vlt.relative_to(ROOT)}:{number}: matches nothing: {line}"


def main():
    modules = filelists.all_modules()
    faults = [fault for module in modules for fault in faults_of(module)]
    faults += [fault for ending in ("sv", "svh", "vh") for path in sorted((ROOT / "rtl").glob(f"*/*.{ending}"))
               for fault in housekeeping_faults(str(path.relative_to(ROOT)))]
    faults += repetitions(modules)
    faults += gaps(filelists.all_lists())
    faults += unmatched()
    faults += unshared()
    names = {module.name for module in [*modules, *filelists.tiles()]}
    names |= {path.stem for path in (ROOT / "tests/rtl").rglob("*.sv")}
    for path in sorted((ROOT / "tests/rtl").rglob("*.cpp")):
        of_modules = (ROOT / path.parent.relative_to(ROOT / "tests")).is_dir()
        if of_modules and path.stem not in names:
            faults.append(f"{path.relative_to(ROOT)}: no module of that name")
    print("\n".join(faults) if faults else f"{len(modules)} modules obey")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
