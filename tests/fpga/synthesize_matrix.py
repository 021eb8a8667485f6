#!/usr/bin/env python3
"""Synthesizes the modules in tests/matrix.py with many parameter sets, as synthesize.py does with one.

  synthesize_matrix.py            small modules, with sets that have every value of every parameter
  synthesize_matrix.py --all      all but networks and tiles, with all pairs of values; an hour
  synthesize_matrix.py MODULE...  these, with all pairs of values

Networks and tiles are left out: they are wires between modules that are synthesized here.
"""

import argparse
import concurrent.futures
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import matrix  # noqa: E402
import overrides  # noqa: E402
import synthesize  # noqa: E402

SMALL = {"wf_fifo", "wf_arbiter_fixed", "wf_arbiter_round_robin", "linear_switch", "iba_endpoint"}


def fault_of(module, number, row):
    """What is wrong with one parameter set, or None."""
    try:
        synthesize.synthesize(module.name, f"-f {module.file_list.path}",
                              overrides.of_module(module, row), f"matrix/{module.name}-{number}")
    except (synthesize.Fault, overrides.Fault) as fault:
        values = ", ".join(f"{name}={value}" for name, value in row.items())
        return f"{module.source} with {values}: {fault}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="only these")
    parser.add_argument("--all", action="store_true", help="all modules but networks and tiles")
    parser.add_argument("--part", type=synthesize.part, default=slice(None), metavar="K/N",
                        help="only every N-th design, from the K-th on")
    arguments = parser.parse_args()
    every = {name for name in matrix.AXES if not name.endswith(("_network", "_tile"))}
    if unknown := set(arguments.modules) - every:
        parser.error(f"{', '.join(sorted(unknown))}; legal: {', '.join(sorted(every))}")
    chosen = set(arguments.modules) or (every if arguments.all else SMALL)
    sets = matrix.pair_sets if arguments.modules or arguments.all else matrix.value_sets
    jobs = [(module, number, row) for module in filelists.all_modules() if module.name in chosen
            for number, row in enumerate(sets(module.name))][arguments.part]
    faults = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (module, number, _), fault in zip(jobs, pool.map(lambda job: fault_of(*job), jobs)):
            print(f"{module.name} {number}: {'FAILED' if fault else 'sound'}", flush=True)
            faults += [fault] if fault else []
    print("\n".join(faults) if faults else f"{len(jobs)} designs")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
