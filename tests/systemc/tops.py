#!/usr/bin/env python3
"""Verilator reads tops of every family as SystemC modules, by the arguments that the program prints.

usage: tops.py PROGRAM VERILATOR FOLDER (network|streams)...
"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORKS = ROOT / "tests" / "cosim" / "streams"
PORTS = {"network": ("inject_valid_i", "eject_data_o"), "streams": ("s_axis_tvalid_i", "m_axis_tdata_o")}


def run(command):
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def main(program, verilator, folder, *kinds):
    for config in sorted(NETWORKS.glob("*.toml")):
        family = re.search(r'family = "(\w+)"', config.read_text())[1]
        for kind in kinds:
            top = f"{family}_{kind}"
            arguments = shlex.split(run([program, "build", str(config), "--arguments", top]))
            output = pathlib.Path(folder) / top
            output.mkdir(parents=True, exist_ok=True)
            run([verilator, "--sc", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--pins-bv", "2",
                 "--Mdir", str(output), *arguments])
            header = (output / f"V{top}.h").read_text()
            for text in (f"class V{top} VL_NOT_FINAL : public ::sc_core::sc_module", *PORTS[kind]):
                if text not in header:
                    sys.exit(f"{top}: no {text} in its header")
            shutil.rmtree(output)


if __name__ == "__main__":
    main(*sys.argv[1:])
