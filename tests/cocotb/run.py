#!/usr/bin/env python3
"""Runs the tests of streams.py on a network with streams of each family, in Verilator.

  run.py [FAMILY...]   all families, or these

The build is cocotb's own, with no warning left out: --public-flat-rw and --vpi, here also the RTL's
assertions and random registers. Each network is in a module with numbered ports, s00_axis_tdata and so on,
which cocotbext-axi finds by their names.
"""

import json
import os
import pathlib
import sys

try:
    from cocotb_tools.runner import get_results, get_runner  # cocotb 2
except ImportError:
    from cocotb.runner import get_results, get_runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build/cocotb"
# Quick to compile, like other tests' programs; the runs are short.
MAKE = "CXX=clang++ OPT_FAST=-O0 OPT_GLOBAL=-O1 OBJCACHE=ccache"

# By family: parameters, terminals, pairs that may exchange messages (none: all), order.
NETWORKS = {
    "mway": ({"K0": 2, "K1": 2, "FlitWidth": 32, "Buffers": 2, "MaxWords": 4}, 4, [], False),
    "wormhole": ({"K0": 2, "K1": 2, "FlitWidth": 32, "MaxWords": 4}, 4, [], True),
    "cut_through": ({"K0": 2, "K1": 2, "FlitWidth": 32, "Depth": 5, "MaxWords": 4}, 4, [], True),
    "deflection": ({"Columns": 2, "Rows": 2, "FlitWidth": 32, "MaxWords": 4}, 4, [], True),
    "iba": ({"Columns": 2, "Rows": 2, "FlitWidth": 64, "MaxWords": 4}, 4, [], True),
    "linear": ({}, 5, [(host, 4) for host in range(4)] + [(4, host) for host in range(4)], True),
}

SIGNALS = {  # of a stream, from the terminal's source or to its sink: width
    "s": {"tvalid": "1", "tready": "1", "tdata": "Width", "tdest": "16", "tlast": "1"},
    "m": {"tvalid": "1", "tready": "1", "tdata": "Width", "tid": "16", "tlast": "1"},
}
MANAGEMENT = """
    .loaded_o(), .psel_i(1'b0), .penable_i(1'b0), .pwrite_i(1'b0), .paddr_i('0), .pwdata_i('0),
    .prdata_o(), .pready_o(), .pslverr_o(), .error_o(),"""


def is_input(side, signal):
    return (side == "s") != (signal == "tready")


def wrapper(family, parameters, terminals, width):
    """Module `top`: the network with a stream's name and number in each port."""
    ports, body, connections = [], [], []
    for side, signals in SIGNALS.items():
        for signal, bits in signals.items():
            name = f"{side}_axis_{signal}"
            bits = f"[{width if bits == 'Width' else bits}-1:0]" if bits != "1" else ""
            direction = "input " if is_input(side, signal) else "output"
            body.append(f"  logic {bits} {name} [{terminals}];")
            connections.append(f".{name}_{'i' if is_input(side, signal) else 'o'}({name})")
            for n in range(terminals):
                port = f"{side}{n:02}_axis_{signal}"
                ports.append(f"  {direction} logic {bits} {port}")
                ends = (f"{name}[{n}]", port) if is_input(side, signal) else (port, f"{name}[{n}]")
                body.append("  assign {} = {};".format(*ends))
    values = ", ".join(f".{name}({value})" for name, value in parameters.items())
    drops = "\n".join(f"  assign drop[{4 * n}+:4] = drops[{n}];" for n in range(terminals))
    return f"""module top (
  input  logic aclk,
  input  logic aresetn,
  output logic [{4 * terminals - 1}:0] drop,
{",{}".format(chr(10)).join(ports)}
);
  stream_pkg::drop_t drops [{terminals}];
{chr(10).join(body)}
{drops}
  /* verilator lint_off PINCONNECTEMPTY */
  {family}_streams #({values}) u_network (
    .clk_i(aclk), .rst_ni(aresetn), .drop_o(drops),{MANAGEMENT if family == "iba" else ""}
    {", ".join(connections)}
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
"""


def sources_of(family):
    lines = (ROOT / f"rtl/{family}.f").read_text().splitlines()
    return [ROOT / "rtl" / line for line in lines if line.endswith(".sv")]


def run(family):
    parameters, terminals, reach, ordered = NETWORKS[family]
    work = WORK / family
    work.mkdir(parents=True, exist_ok=True)
    top = WORK / f"{family}_top.sv"
    top.write_text(wrapper(family, parameters, terminals, parameters.get("FlitWidth", 64)))
    runner = get_runner("verilator")
    runner.build(sources=[*sources_of(family), top], includes=[ROOT / "rtl/common"], hdl_toplevel="top",
                 build_dir=work, clean=True,
                 build_args=["--assert", "--x-initial", "unique", "--x-assign", "unique",
                             "--timescale", "1ns/1ps"])
    results = runner.test(
        hdl_toplevel="top", test_module="streams", test_dir=pathlib.Path(__file__).parent, build_dir=work,
        results_xml=str(work / "results.xml"), test_args=["+verilator+rand+reset+2", "+verilator+seed+1"],
        extra_env={"TERMINALS": str(terminals), "MAX_WORDS": str(parameters.get("MaxWords", 8)),
                   "REACH": json.dumps(reach), "ORDERED": str(int(ordered))})
    tests, failed = get_results(results)
    print(f"{family}: {tests} tests, {failed} failed", flush=True)
    return failed or not tests


def main():
    os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    os.environ["MAKEFLAGS"] = f"{MAKE} {os.environ.get('MAKEFLAGS', '')}"
    return 1 if any([run(family) for family in sys.argv[1:] or NETWORKS]) else 0


if __name__ == "__main__":
    sys.exit(main())
