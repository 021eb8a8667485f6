#!/usr/bin/env python3
"""`wayfarer lockstep` compares what messages do not reach: faults in the hosts' own senders, their
monitors and the server of a client-server network, each in a copy of the RTL, are found.

usage: lockstep_programs.py PROGRAM
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
REQUESTS, ROUND_TRIPS = (("router.senders=sporadic", f"router.monitors={monitors}", "flit.bits=32")
                         for monitors in ("requests", "round-trips"))
FAULTS = (
    (REQUESTS, "linear_host.sv", "Sporadic ? own_turn && room && client_valid_i",
     "Sporadic ? own_turn && client_valid_i"),
    (ROUND_TRIPS, "linear_host.sv", "RoundTrip ? eject_valid_o && eject_tag_o.tail", "RoundTrip ? eject_valid_o"),
    (REQUESTS, "linear_monitor.sv", "assign gap    = empty ? age_q : oldest;", "assign gap    = oldest;"),
    (REQUESTS, "linear_sender.sv", "due_o ? Width'(1) : wait_q", "wait_q"),
    (ROUND_TRIPS, "linear_responder.sv",
     "since_q      <= request_i ? '0 : since_q", "since_q      <= since_q"),
)


def lockstep(program, folder, keys, *more):
    settings = [word for key in keys for word in ("--set", key)]
    return subprocess.run([program, "lockstep", "line4", "--cycles", "8000", "--no-waves", *settings,
                           *more], cwd=folder, capture_output=True, text=True, check=False)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    missed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for keys in (REQUESTS, ROUND_TRIPS):
            whole = lockstep(program, folder, keys)
            if whole.returncode != 0 or "server's responder" not in whole.stdout:
                sys.exit(f"the RTL as it is: status {whole.returncode}\n{whole.stdout}{whole.stderr}")
        shutil.copytree(ROOT / "rtl", folder / "rtl")
        for keys, file, line, broken in FAULTS:
            path = folder / "rtl/linear" / file
            text = path.read_text()
            if text.count(line) != 1:
                sys.exit(f"{file} has {text.count(line)} lines '{line}'")
            path.write_text(text.replace(line, broken))
            found = lockstep(program, folder, keys, "--rtl", folder / "rtl")
            if found.returncode != 1 or "cycle " not in found.stderr:
                missed.append(f"{file}: '{broken}': status {found.returncode}\n{found.stderr}")
            path.write_text(text)
    sys.exit("\n".join(missed) or 0)


if __name__ == "__main__":
    main()
