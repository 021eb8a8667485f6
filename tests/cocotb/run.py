#!/usr/bin/env python3
"""Runs the tests of streams.py on a network with streams of each family, in Verilator.

  run.py [FAMILY...]   all families, or these

The build is cocotb's own, with no warning left out: --public-flat-rw and --vpi, here also the RTL's
assertions and random registers. rtl/flows/make_axis makes the tops, with TKEEP and TUSER.
"""

import json
import os
import pathlib
import subprocess
import sys

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/cocotb"
# Quick to compile, like other tests' programs; the runs are short.
MAKE = "CXX=clang++ OPT_FAST=-O0 OPT_GLOBAL=-O1 OBJCACHE=ccache"

# By family: make_axis's arguments, terminals, words of a message, pairs that may exchange messages (none:
# all), order.
LINE = [(host, 4) for host in range(4)] + [(4, host) for host in range(4)]
NETWORKS = {
    "mway": ("--data 32 K0=2 K1=2 Buffers=2", 4, 4, [], False),
    "wormhole": ("--data 32 K0=2 K1=2", 4, 4, [], True),
    "cut_through": ("--data 32 K0=2 K1=2 Depth=5", 4, 4, [], True),
    "deflection": ("--data 32 Columns=2 Rows=2", 4, 4, [], True),
    "iba": ("--data 64 Columns=2 Rows=2", 4, 4, [], True),
    "linear": ("--data 32", 5, 8, LINE, True),
}
LOW = {"iba": ["psel_i", "penable_i", "pwrite_i"]}  # inputs that are not used
USER = 5  # bits of TUSER


def sources_of(family):
    lines = [line for name in (family, "stream") for line in (ROOT / f"rtl/{name}.f").read_text().splitlines()]
    return [ROOT / "rtl" / line for line in dict.fromkeys(lines) if line.endswith(".sv")]


def run(family):
    arguments, terminals, words, reach, ordered = NETWORKS[family]
    work = WORK / family
    work.mkdir(parents=True, exist_ok=True)
    top = WORK / f"{family}_top.sv"
    make = [ROOT / "rtl/flows/make_axis", family, "--top", "top", "--terminals", str(terminals), "--keep",
            "--user", str(USER), "--dest", "8", *arguments.split(), f"MaxWords={words}"]
    top.write_text(subprocess.run(make, check=True, text=True, stdout=subprocess.PIPE).stdout)
    runner = get_runner("verilator")
    runner.build(sources=[*sources_of(family), top], includes=[ROOT / "rtl/common"], hdl_toplevel="top",
                 build_dir=work, clean=True,
                 build_args=["--assert", "--x-initial", "unique", "--x-assign", "unique",
                             "--timescale", "1ns/1ps"])
    results = runner.test(
        hdl_toplevel="top", test_module="streams", test_dir=pathlib.Path(__file__).parent, build_dir=work,
        results_xml=str(work / "results.xml"), test_args=["+verilator+rand+reset+2", "+verilator+seed+1"],
        extra_env={"TERMINALS": str(terminals), "MAX_WORDS": str(words), "USER": str(USER),
                   "LOW": " ".join(LOW.get(family, [])), "REACH": json.dumps(reach), "ORDERED": str(int(ordered))})
    tests, failed = get_results(results)
    print(f"{family}: {tests} tests, {failed} failed", flush=True)
    return failed or not tests


def main():
    os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    os.environ["MAKEFLAGS"] = f"{MAKE} {os.environ.get('MAKEFLAGS', '')}"
    return 1 if any([run(family) for family in sys.argv[1:] or NETWORKS]) else 0


if __name__ == "__main__":
    sys.exit(main())
