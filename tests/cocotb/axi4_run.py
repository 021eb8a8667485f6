#!/usr/bin/env python3
"""Runs the tests of axi4.py on networks with AXI4 ports, in Verilator, built as run.py builds.

  axi4_run.py [FAMILY...]   wormhole and mway, or one of them
"""

import os
import pathlib
import sys

import axi4_top
from run import MAKE, ROOT, WORK, filelists, get_results, get_runner

MANAGERS, MEMORIES = (0, 1, 3), (2, 3)
BEATS = 8


def run(family):
    work = WORK / f"{family}_axi4"
    work.mkdir(parents=True, exist_ok=True)
    top = work / "axi4_top.sv"
    top.write_text(axi4_top.top(family, MANAGERS, MEMORIES, BEATS))
    sources = filelists.read_list(f"rtl/{family}/{family}.f").sources
    runner = get_runner("verilator")
    runner.build(sources=[*(ROOT / source for source in sources), top], includes=[ROOT / "rtl/common"],
                 hdl_toplevel="axi4_top", build_dir=work / "build", clean=True,
                 build_args=["--assert", "--x-initial", "unique", "--x-assign", "unique",
                             "--timescale", "1ns/1ps"])
    results = runner.test(
        hdl_toplevel="axi4_top", test_module="axi4", test_dir=pathlib.Path(__file__).parent,
        build_dir=work / "build", results_xml=str(work / "results.xml"),
        test_args=["+verilator+rand+reset+2", "+verilator+seed+1"],
        extra_env={"MANAGERS": " ".join(map(str, MANAGERS)), "MEMORIES": " ".join(map(str, MEMORIES))})
    tests, failed = get_results(results)
    print(f"{family}: {tests} tests, {failed} failed", flush=True)
    return failed or not tests


def main():
    os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    os.environ["MAKEFLAGS"] = f"{MAKE} {os.environ.get('MAKEFLAGS', '')}"
    return 1 if any([run(family) for family in sys.argv[1:] or axi4_top.CONFIG]) else 0


if __name__ == "__main__":
    sys.exit(main())
