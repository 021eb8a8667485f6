#!/usr/bin/env python3
"""Coverage that is lost is a fault: of one module whose test runs whole, and in part.

usage: test_coverage.py PROGRAM

PROGRAM is the test rtl_wf_fifo_counted. Whole, it reaches the goals. One of its test cases alone reaches too few
lines and covers. Signals that do not toggle are a fault, and so is an exclusion or a floor that is not needed. A
measurement of C++ finds neither counters nor networks of an earlier one.
"""

import os
import pathlib
import sys
import tempfile
import tomllib

import counters
import coverage
import sources

MODULE = "wf_fifo"
IN_PART = "a full queue*"  # the case that reaches the least


def points_of(program, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        kept = pathlib.Path(folder) / "counters.dat"
        coverage.counted([program, *arguments], kept)
        return sources.of_modules(counters.add([kept]))


def faults_of(points, exclusions="", floors=None):
    excluded = coverage.Exclusions(tomllib.loads(exclusions).get("rtl", []))
    results = {MODULE: coverage.result_of(points[MODULE], excluded, MODULE)}
    return [*coverage.floor_faults("rtl", results, floors or {}), *excluded.faults()]


def check(holds, what):
    if not holds:
        sys.exit(f"test_coverage.py: {what}")


def check_cleared():
    with tempfile.TemporaryDirectory() as folder:
        build = pathlib.Path(folder)
        counts, network = build / "sim/flit.gcda", build / "verilated/line4/network.so"
        for part, left in (("rtl", [network]), ("cpp", [])):
            for path in (counts, network):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            coverage.clear(build, part)
            found = [path for path in (counts, network) if path.exists()]
            check(found == left, f"{part} begins with {found}")
    os.environ["WAYFARER_CACHE"] = "elsewhere"
    check("WAYFARER_CACHE" not in coverage.environment("counters"), "networks may be elsewhere, and built already")
    del os.environ["WAYFARER_CACHE"]


def check_static_variables():
    for line, kept in (("static const Words names = {};", True), ("thread_local std::string error;", True),
                       ("static_cast<void>(a || b);", False), ("static int least(int a) { return a ? a : 1; }", False)):
        check(bool(sources.STATIC.match(line)) == kept, f"variable of a function: {line}")


def exclusion(**fields):
    return "[[rtl]]\n" + "".join(f'{name} = "{value}"\n' for name, value in fields.items())


def main():
    program = sys.argv[1]
    check_cleared()
    check_static_variables()
    whole, part = points_of(program), points_of(program, IN_PART)
    kinds = whole[MODULE]
    check(set(kinds) == {"lines", "toggles", "covers"} and all(kinds.values()), f"no points of a kind: {kinds}")
    check(not faults_of(whole), f"the whole test: {faults_of(whole)}")
    for kind in ("lines", "covers"):
        check(any(f"{MODULE}: {kind} " in fault for fault in faults_of(part)), f"{kind} are lost without a fault")

    lost = {MODULE: {**kinds, "toggles": {name: 0 if "level" in name else count for name, count in
                                          kinds["toggles"].items()}}}
    check(faults_of(lost), "signals that do not toggle are no fault")
    lost = {MODULE: {**kinds, "covers": {**kinds["covers"], "FifoRefills": 0}}}
    check(faults_of(lost), "a cover that nothing reaches is no fault")
    row = {"module": MODULE, "kind": "covers", "point": "FifoRefills", "reason": "lost on purpose"}
    check(not faults_of(lost, exclusion(**row)), "an exclusion has no effect")
    check(faults_of(whole, exclusion(**row)), "an exclusion of what is reached is no fault")
    check(faults_of(lost, exclusion(**{**row, "reason": ""})), "an exclusion without a reason is no fault")
    check(not faults_of(lost, floors={MODULE: {"covers": 70, "missing": "one"}}), "a floor has no effect")
    check(faults_of(whole, floors={MODULE: {"covers": 70, "missing": "one"}}), "a floor below what is reached is no fault")
    check(faults_of(whole, floors={"nothing": {"covers": 70, "missing": "one"}}), "a floor of nothing is no fault")
    print(f"{sum(map(len, kinds.values()))} points of {MODULE}")


if __name__ == "__main__":
    main()
