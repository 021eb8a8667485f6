#!/usr/bin/env python3
"""Runs the tests of streams.py on a network with streams of each family, in Verilator.

  run.py WAYFARER [FAMILY...]   all families, or these

The build is cocotb's own, with no warning left out: --public-flat-rw and --vpi, here also the RTL's
assertions and random registers. `wayfarer export` makes the tops, with TKEEP and TUSER.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/cocotb"
# Quick to compile, like other tests' programs; the runs are short.
MAKE = "CXX=clang++ OPT_FAST=-O0 OPT_GLOBAL=-O1 OBJCACHE=ccache"

# By family, arguments of the export; a family's rules.py may have them, too.
SMALL = "--set topology.extents=2x2 --set flit.bits=32 --max-words 4"
NETWORKS = {
    "mway": f"mesh4x4 {SMALL} --set router.buffers=2",
    "wormhole": f"romm-mesh4x4-2phase {SMALL}",
    "cut_through": f"fs-mesh4x4-star {SMALL} --set traffic.message_bytes=16",
    "iba": "iba4x4 --set topology.extents=2x2 --max-words 4",
    "linear": "line4 --set flit.bits=32 --max-words 8",
    **{family: rules.BLOCK for family, rules in filelists.family_rules().items() if hasattr(rules, "BLOCK")},
}
LOW = {"iba": ["psel", "penable", "pwrite"]}  # inputs that are not used
USER_BITS = 5


def run(program, family):
    folder, work = WORK / f"{family}_block", WORK / family
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([program, "export", *NETWORKS[family].split(), "--top", "block", "--output", folder, "--keep",
                    "--user-bits", str(USER_BITS), "--id-bits", "8", "--dest-bits", "8"], check=True)
    described = json.loads((folder / "block.json").read_text())
    terminals = described["terminals"]
    reach = [(terminal["number"], to) for terminal in terminals
             for to in terminal.get("destinations", range(len(terminals)))]
    sources = [folder / line for line in (folder / "block.f").read_text().splitlines() if line.endswith(".sv")]
    runner = get_runner("verilator")
    runner.build(sources=sources, includes=[folder / "rtl/common"], hdl_toplevel="block", build_dir=work, clean=True,
                 build_args=["--assert", "--x-initial", "unique", "--x-assign", "unique",
                             "--timescale", "1ns/1ps"])
    results = runner.test(
        hdl_toplevel="block", test_module="streams", test_dir=pathlib.Path(__file__).parent, build_dir=work,
        results_xml=str(work / "results.xml"), test_args=["+verilator+rand+reset+2", "+verilator+seed+1"],
        extra_env={"TERMINALS": str(len(terminals)), "MAX_WORDS": str(described["max_words"]),
                   "USER_BITS": str(USER_BITS), "LOW": " ".join(LOW.get(family, [])),
                   "REACH": json.dumps(reach), "ORDERED": str(int(described["keeps_order"]))})
    tests, failed = get_results(results)
    print(f"{family}: {tests} tests, {failed} failed", flush=True)
    return failed or not tests


def main():
    os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    os.environ["MAKEFLAGS"] = f"{MAKE} {os.environ.get('MAKEFLAGS', '')}"
    program, *families = sys.argv[1:]
    return 1 if any([run(program, family) for family in families or NETWORKS]) else 0


if __name__ == "__main__":
    sys.exit(main())
