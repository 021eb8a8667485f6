#!/usr/bin/env python3
"""Every path from a register of one clock to a register of another, in modules with several clocks.

  crossings.py            all of MODULES
  crossings.py MODULE...  only these
  crossings.py --print    prints how many paths of each kind there are
  crossings.py --faulty   checks that each of MUTANTS is found

Yosys elaborates and flattens a module. Registers, words of memories and ports have a clock: registers
and memories the one that writes them, ports the one in PORTS. A path through logic to another clock is
a fault, but for two kinds:

  pointer  from one bit of a register `..._gray_q` to the first register, `sync_q`, of a wf_gray_sync,
           with no logic. That register leads to nothing but the second one, `seen_q`. The pointer is in
           Gray code: its next value is that of a counter `..._q` of the same clock, each bit with the
           next higher one by an exclusive or, so that a count changes one bit.
  word     from a word of a memory, `memory_q` or `slots_q`, that is not a synchroniser's input. Which
           words are read, and when, is proved and tested elsewhere: those whose pointer has crossed.

Resets of a clock come from registers of that clock; an asynchronous one leads to the first register,
`released_q[0]`, of a wf_reset_sync only.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import overrides  # noqa: E402
import paths  # noqa: E402

ROOT = filelists.ROOT
WORK = ROOT / "build/crossings"
WORD = re.compile(r"\b(memory_q|slots_q)\b")
POINTER = re.compile(r"\b(\w+)_gray_q$")
# Resets become pins of the registers, so that no logic is left before a synchroniser's.
ELABORATE = paths.ELABORATE.replace("opt -fast\n", "opt -fast\nopt_dff\nopt_clean\n")
CONSTANT = "constant"  # pins that do not change
ASYNCHRONOUS = "asynchronous"


def of_set(name, _bit, _width):
    if name in ("own_way_i", "position_i"):
        return CONSTANT
    receives = ("tag_i", "driver_i", "driver_buffer_i", "data_i", "acknowledge_o", "slot_o", "status_o",
                "error_o", "receive_rst_ni")
    return ("receive_clk_i", 0) if name in receives else ("drive_clk_i", 0)


def of_router(name, bit, width):
    """Ports with a part for each channel, [0] of A; data and Stat have one port each."""
    if name in ("identity_i", "position_i"):
        return CONSTANT
    side = re.match(r"\w+_([ab])_[io]$", name)
    return ("channel_clk_i", "ab".index(side[1]) if side else bit * 2 // width)


def of_network(name, bit, width):
    """Ports with a part for each channel or, in ascending order of channels, for each terminal."""
    if name == "arst_ni":
        return ASYNCHRONOUS
    return ("channel_clk_i", bit * CHANNELS // width)


def of_queue(name, _bit, _width):
    if name == "arst_ni":
        return ASYNCHRONOUS
    return (f"{name[0]}_axis_clk_i", 0)


# By module: parameters, and the clock of each bit of a port.
CHANNELS = 4
MODULES = {
    "stream_fifo_dual_clock": ({"Width": 8, "Depth": 4}, of_queue),
    "mway_clocks_set": ({"Variant": "Clocked", "FlitWidth": 32, "Buffers": 2, "Depth": 4}, of_set),
    "mway_clocks_router": ({"Variant": "Clocked", "FlitWidth": 32, "Buffers": 2, "Depth": 2, "EarlyFreeing": 0}, of_router),
    "mway_clocks_network": ({"K0": 2, "K1": 2, "FlitWidth": 32, "Buffers": 2, "Depth": 2}, of_network),
}

# A fault each: file, expression, what is there instead, module in which it is found.
MUTANTS = [
    ("mway/clocked/mway_clocks_receiver.sv", "assign write_gray_o[b]  = write_gray_q;",
     "assign write_gray_o[b]  = write_q;", "mway_clocks_set"),  # a binary pointer
    ("mway/clocked/mway_clocks_receiver.sv", "write_gray_q <= write_d ^ (write_d >> 1);",
     "write_gray_q <= write_d;", "mway_clocks_set"),  # the same under a good name
    ("mway/clocked/mway_clocks_driver.sv", "read_gray_q <= read_d ^ (read_d >> 1);",
     "read_gray_q <= read_d ^ (read_d >> 2);", "mway_clocks_set"),
    ("mway/clocked/mway_clocks_set.sv", ".gray_i(write_gray[b]),",
     ".gray_i(write_gray[b] & ~{PointerWidth{error_o}}),", "mway_clocks_set"),  # logic before it
    ("mway/clocked/mway_clocks_set.sv", ".read_gray_i    (read_seen),", ".read_gray_i    (read_gray),",
     "mway_clocks_set"),  # no synchroniser
    ("common/wf_gray_sync.sv", "assign gray_o = seen_q[Stages-2];", "assign gray_o = sync_q;",
     "mway_clocks_set"),  # one register
    ("mway/clocked/mway_clocks_set.sv", ".front_i        (front_address),",
     ".front_i        (front_address & ~{Buffers{driver_i[AddressWidth-1:0]}}),",
     "mway_clocks_set"),  # a word that the other clock selects
    ("mway/clocked/mway_clocks_router.sv", ".drive_clk_i    (channel_clk_i[A]),",
     ".drive_clk_i    (channel_clk_i[B]),",
     "mway_clocks_router"),
    ("mway/clocked/mway_clocks_router.sv", ".rst_ni   (channel_rst_ni[A]),", ".rst_ni   (channel_rst_ni[B]),",
     "mway_clocks_router"),
    ("mway/clocked/mway_clocks_network.sv", ".channel_rst_ni({rst_n[High], rst_n[c]}),",
     ".channel_rst_ni({rst_n[c], rst_n[c]}),", "mway_clocks_network"),
    ("mway/clocked/mway_clocks_network.sv", ".rst_ni         (rst_n[c]),", ".rst_ni         (arst_ni),",
     "mway_clocks_network"),
]


def known(bit):
    return isinstance(bit, int)


class Netlist:
    """The bits of a flat module, their clocks, and where each leads through logic."""

    def __init__(self, module, clock_of):
        self.names = collections.defaultdict(list)
        for name, net in module["netnames"].items():
            for index, bit in enumerate(net["bits"]):
                if known(bit):
                    self.names[bit].append((name, index))
        self.clocks = {}  # net of a clock: its name
        self.domain = {}  # source bit, or name of a memory: clock
        self.sinks = collections.defaultdict(list)  # bit: (clock, register or port, pin)
        self.next = collections.defaultdict(list)  # bit: bits that it reaches through a cell
        self.from_cell = {}  # bit: the cell that drives it
        self.next_value = {}  # register bit: its D
        wanted = {clock_of(name, bit, len(port["bits"]))
                  for name, port in module["ports"].items() for bit in range(len(port["bits"]))}
        clock_ports = {clock[0] for clock in wanted if isinstance(clock, tuple)}
        for name, port in module["ports"].items():
            if name.partition("[")[0] in clock_ports:
                for index, bit in enumerate(port["bits"]):
                    self.clocks[bit] = (name, index)
        for name, port in module["ports"].items():
            if name in clock_ports:
                continue
            for index, bit in enumerate(port["bits"]):
                if not known(bit):
                    continue
                clock = clock_of(name, index, len(port["bits"]))
                if port["direction"] == "input":
                    self.domain[bit] = clock
                else:
                    self.sinks[bit].append((clock, f"port {name}[{index}]", "port"))
        for cell in module["cells"].values():
            self.add(cell)

    def clock(self, cell):
        return self.clocks[cell["connections"]["CLK"][0]]

    def add(self, cell):
        kind, ends = cell["type"], cell["connections"]
        if kind == "$memwr_v2":
            memory = cell["parameters"]["MEMID"]
            clock = self.clock(cell)
            if self.domain.setdefault(memory, clock) != clock:
                raise paths.Fault(f"{memory}: written by two clocks")
            for pin in ("ADDR", "DATA", "EN"):
                for bit in filter(known, ends[pin]):
                    self.sinks[bit].append((clock, memory, pin))
        elif paths.REGISTER.match(kind):
            clock = self.clock(cell)
            for data, out in zip(ends["D"], ends["Q"]):
                self.domain[out] = clock
                self.next_value[out] = data
                if known(data):
                    self.sinks[data].append((clock, out, "D"))
            for pin in set(ends) & {"EN", "SRST", "ARST"}:
                for bit in filter(known, ends[pin]):
                    self.sinks[bit].append((clock, ends["Q"][0], pin))
        else:
            if kind == "$memrd_v2":
                for bit in ends["DATA"]:
                    self.next[cell["parameters"]["MEMID"]].append(bit)
            for sources, targets in paths.edges(cell):
                for source in filter(known, sources):
                    self.next[source] += filter(known, targets)
            for pin, way in cell["port_directions"].items():
                for bit in ends[pin] if way == "output" else ():
                    self.from_cell[bit] = cell

    def name(self, bit):
        """The register's name that ends in _q, if there is one."""
        if not known(bit):
            return bit
        names = sorted(self.names[bit], key=lambda each: (not each[0].endswith("_q"), len(each[0])))
        return "{}[{}]".format(*names[0]) if names else str(bit)

    def stem(self, bit):
        """The same without the bit's number: the register's name in its module."""
        return re.sub(r"\[\d+\]$", "", self.name(bit)).split(".")[-1].lstrip("\\")

    def reached(self, sources):
        seen, waiting = set(sources), list(sources)
        while waiting:
            new = set(self.next[waiting.pop()]) - seen
            seen |= new
            waiting += new
        return seen

    def is_word(self, source):
        return bool(WORD.search(self.name(source)))


def gray_faults(netlist, register):
    """Whether the register `register`, the name of its whole net, is a counter's value in Gray code."""
    bits = [bit for bit, names in netlist.names.items() if any(name == register for name, _ in names)]
    bits.sort(key=lambda bit: next(index for name, index in netlist.names[bit] if name == register))
    counter = POINTER.sub(r"\1_q", register)
    count = [bit for bit, names in netlist.names.items() if any(name == counter for name, _ in names)]
    count.sort(key=lambda bit: next(index for name, index in netlist.names[bit] if name == counter))
    values = [netlist.next_value.get(bit) for bit in count]
    if len(values) != len(bits):
        yield f"{register}: no counter {counter} of its width"
        return
    for index, bit in enumerate(bits):
        value = netlist.next_value[bit]
        if index == len(bits) - 1 and value == values[index]:
            continue
        inputs = set()
        cell = netlist.from_cell.get(value)
        if cell is not None and cell["type"] == "$xor":
            at = cell["connections"]["Y"].index(value)
            inputs = {(cell["connections"][pin] + ["0"] * len(bits))[at] for pin in "AB"}
        if index == len(bits) - 1:
            wanted = ({values[index], "0"},)
        else:
            wanted = ({values[index], values[index + 1]},)
        if inputs not in wanted:
            yield f"{register}[{index}]: not bits {index} and {index + 1} of {counter}'s next value"


def faults_of(netlist, count):
    """Paths to other clocks that are not allowed; counts those that are, by kind."""
    groups = collections.defaultdict(list)
    for source, clock in netlist.domain.items():
        if clock != CONSTANT:
            groups[clock, netlist.is_word(source)].append(source)
    pointers = set()
    for (clock, words), sources in groups.items():
        for bit in netlist.reached(sources):
            for other, sink, pin in netlist.sinks[bit]:
                if other == clock:
                    continue
                what = sink if isinstance(sink, str) else netlist.name(sink)
                stem = what if isinstance(sink, str) else netlist.stem(sink)
                if clock == ASYNCHRONOUS:
                    if stem == "released_q" and pin == "D" and bit in sources:
                        count["reset"] += 1
                        continue
                elif words:
                    if stem not in ("sync_q", "released_q"):
                        count["word"] += 1
                        continue
                elif stem == "sync_q" and pin == "D" and bit in netlist.domain:
                    register = next((name for name, _ in netlist.names[bit]
                                     if POINTER.search(name)), None)
                    if register:
                        pointers.add(register)
                        count["pointer"] += 1
                        continue
                yield f"{what}, pin {pin}, of {other}: a path from {clock}" + \
                    (f", {netlist.name(bit)}" if bit in netlist.domain else ", through logic")
    for register in sorted(pointers):
        yield from gray_faults(netlist, register)
    # The first register of a synchroniser leads to the second one only, and to it directly.
    for source, clock in netlist.domain.items():
        if known(source) and netlist.stem(source) == "sync_q":
            if netlist.next[source] or [netlist.stem(sink) if known(sink) else sink
                                        for _, sink, _ in netlist.sinks[source]] != ["seen_q"]:
                yield f"{netlist.name(source)} leads to more than seen_q"


def elaborated(module, values, folder):
    """The flat netlist of a module; rtl/ is in `folder`."""
    work = folder / "netlist"
    work.mkdir(parents=True, exist_ok=True)
    parameters = " ".join(f"-G {name}={value}"
                          for name, value in overrides.of_module(module, values).items())
    script = ELABORATE.format(module=module.name, sources=f"-f {module.file_list.path}",
                                    work="netlist", number=0, parameters=parameters)
    (work / "script.ys").write_text(script)
    done = subprocess.run([paths.YOSYS, "-q", "-s", "netlist/script.ys"], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise paths.Fault(f"{module.name}:\n" + "\n".join(done.stdout.splitlines()[-15:]))
    (netlist,) = paths.json.loads((work / "0.json").read_text())["modules"].values()
    return netlist


def checked(name, folder, count):
    module = next(each for each in filelists.all_modules() if each.name == name)
    values, clock_of = MODULES[name]
    netlist = Netlist(elaborated(module, values, folder), clock_of)
    return [f"{name}: {fault}" for fault in faults_of(netlist, count)]


def copied(folder):
    """A copy of the RTL below build/, since YoWASP tools see only what is below their folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", folder / "rtl")
    return folder


def faulty_pass():
    wrong = []
    for file, line, broken, name in MUTANTS:
        folder = copied(WORK / "faulty")
        path = folder / "rtl" / file
        text = path.read_text()
        if line not in text:
            wrong.append(f"{file}: no {line}")
            continue
        path.write_text(text.replace(line, broken, 1))
        faults = checked(name, folder, collections.Counter())
        if faults:
            print(f"{broken}\n  {faults[0]}")
        else:
            wrong.append(f"{file}: {broken}: accepted")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="only these")
    parser.add_argument("--print", action="store_true", help="print the number of paths")
    parser.add_argument("--faulty", action="store_true", help="check that faults are found")
    arguments = parser.parse_args()
    if arguments.faulty:
        faults = faulty_pass()
    else:
        folder, faults = copied(WORK / "whole"), []
        for name in arguments.modules or MODULES:
            count = collections.Counter()
            faults += checked(name, folder, count)
            if arguments.print or not count["pointer"]:
                print(name, dict(count))
            if not count["pointer"] or not count["word"]:
                faults.append(f"{name}: no crossing found")
    print("\n".join(faults) if faults else "no other path between clocks")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
