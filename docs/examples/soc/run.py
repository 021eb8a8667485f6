#!/usr/bin/env python3
"""Builds the example with Verilator and runs test_soc.py by cocotb: run.py [FOLDER], for the build."""

import os
import pathlib
import sys

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]  # of the library: where its file lists begin
LIST = ROOT / "rtl/wormhole/wormhole.f"

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"  # cocotb-config
library = [ROOT / line for line in LIST.read_text().splitlines() if line.endswith(".sv")]
own = [HERE / f"{name}.sv" for name in ("soc_memory", "soc_console", "soc_master", "soc")]
runner = get_runner("verilator")
runner.build(sources=[*library, *own], includes=[ROOT / "rtl/common"], hdl_toplevel="soc", build_dir=folder,
             build_args=["--assert"])
results = runner.test(hdl_toplevel="soc", test_module="test_soc", test_dir=HERE, build_dir=folder,
                      results_xml=str(folder / "results.xml"))
tests, failed = get_results(results)
sys.exit(1 if failed or not tests else 0)
