"""Networks: what they are, and what the program does with them."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wayfarer._core import CoSimulation
from wayfarer._program import call
from wayfarer._results import Result, Sweep, table

Configuration = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Numbers = Union[float, Iterable[float]]


class Network:
    """A network's configuration.

    configuration: the name of a shipped configuration, the path of a TOML file, TOML text with a line break, or
        a mapping such as {"topology": {"extents": [4, 4]}, "router": {"buffers": 2}}.
    set: keys to change, such as {"router.buffers": 2, "topology.extents": [8, 8]}.
    """

    def __init__(self, configuration: Configuration, *, set: Mapping[str, Any] | None = None) -> None:
        self._configuration = toml(configuration) if isinstance(configuration, Mapping) else os.fspath(configuration)
        self._set = dict(set or {})

    def __repr__(self) -> str:
        name = "TOML text" if "\n" in self._configuration else self._configuration
        return f"<network {name}{''.join(f', {key} = {value}' for key, value in self._set.items())}>"

    def run(self, *, load: float | None = None, unit: str | None = None, pattern: str | ArrayLike | None = None,
            process: str | None = None, trace: str | ArrayLike | None = None, cycles: int | None = None,
            warmup: int | str | None = None, seed: int | None = None, message_bytes: int | str | None = None,
            reply: int | str | None = None, engine: str | None = None, build: str | None = None,
            stall: float | None = None, gaps: float | None = None, check_order: bool = False,
            aggregate: bool = False, clock_mhz: float | str | None = None, window: int | None = None,
            collective: str | None = None, energy: str | os.PathLike[str] | None = None) -> Result:
        """Simulates one load. What is None is as `wayfarer run --help` says.

        load: offered, in `unit`: 'flits', 'messages', 'bytes' or 'bits' per terminal and cycle, or 'normalized', the
            share of the channel-load bound. The field 'rates' is in that unit.
        pattern: as `wayfarer list patterns` shows, or a matrix of weights, a row per source.
        process: as `wayfarer list processes` shows.
        trace: in place of load and pattern: a file, or rows of cycle, source, destination, bytes.
        cycles, warmup: cycles of the run, and those of them before the measurement ('auto': detected).
        message_bytes: bytes of data per message, or a mix such as '16,64,256'.
        reply: every message is answered by one of so many bytes, 'BYTES:DELAY' with a delay in cycles.
        engine: 'model', 'rtl', 'both' (compared in every cycle), 'netlist' or 'both-netlist'.
        build: what is verilated: 'network', 'tiles' or 'auto'.
        stall, gaps: probabilities that a terminal accepts nothing, or that a source waits, in a cycle.
        check_order: demand that the messages of each pair arrive in order.
        aggregate: the load and the rates are sums over all terminals.
        clock_mhz: the load and the rates are per nanosecond, for this clock, or that of a placed design.
        window: a closed loop: the outstanding messages that a source may have, in place of a load.
        collective: in place of load and pattern: operations such as 'barrier,ring-all-reduce:65536'.
        energy: a file with the energies of events, or 'shipped'; the field 'energy' is in its unit.
        """
        return Result(json.loads(self._call("run", locals(), "--json", "-")))

    def sweep(self, *, load: Numbers | str | None = None, unit: str | None = None,
              pattern: str | Iterable[str] | None = None, process: str | None = None, cycles: int | None = None,
              warmup: int | str | None = None, seed: int | Iterable[int] | None = None,
              message_bytes: int | str | None = None, reply: int | str | None = None, engine: str | None = None,
              build: str | None = None, stall: float | None = None, gaps: float | None = None,
              set: Mapping[str, Sequence[Any]] | None = None, threads: int | None = None,
              output: str | os.PathLike[str] | None = None, zip: Mapping[str, Sequence[Any]] | None = None,
              aggregate: bool = False, clock_mhz: float | str | None = None,
              window: int | Iterable[int] | None = None, collective: str | None = None,
              energy: str | os.PathLike[str] | None = None, others: Sequence[Network] = ()) -> Sweep:
        """Runs all combinations of loads, patterns, seeds and keys, on all cores.

        The arguments are those of `run`; load, pattern, seed and window may be several.
        load: numbers, or 'first:last:step'.
        set: the values of each key, such as {"router.buffers": [1, 2, 4]}.
        threads: runs at a time.
        output: a folder that keeps finished runs, so that an interrupted sweep can go on.
        zip: as set, but the values of these keys advance together.
        others: networks that are swept beside this one, with the same traffic.
        """
        points = json.loads(self._call("sweep", locals(), "--json", "-"))["points"]
        return Sweep([Result(point) for point in points])

    def saturation(self, *, load: Numbers | str, unit: str | None = "normalized",
                   pattern: str | Iterable[str] | None = None, process: str | None = None, cycles: int | None = None,
                   warmup: int | str | None = None, seed: int | Iterable[int] | None = None,
                   message_bytes: int | str | None = None, engine: str | None = None,
                   set: Mapping[str, Sequence[Any]] | None = None, threads: int | None = None,
                   zip: Mapping[str, Sequence[Any]] | None = None, aggregate: bool = False,
                   clock_mhz: float | str | None = None, others: Sequence[Network] = ()) -> list[dict[str, Any]]:
        """Finds the first of the loads that saturates, by bisection, for each pattern, seed and setting.

        A row per search: saturation_load, load_below, accepted (flits per terminal and cycle), found: 'between',
        or 'below' or 'above' when all or none of the loads saturate.
        """
        searches: list[dict[str, Any]] = json.loads(
            self._call("sweep", locals(), "--saturation", "--json", "-"))["searches"]
        return searches

    def compare(self, others: Sequence[Network] = (), *, load: Numbers | str | None = None, unit: str | None = None,
                pattern: str | None = None, process: str | None = None, cycles: int | None = None,
                warmup: int | str | None = None, seed: int | str | Iterable[int] | None = None,
                message_bytes: int | str | None = None, reply: int | str | None = None,
                set: Mapping[str, Sequence[Any]] | None = None, zip: Mapping[str, Sequence[Any]] | None = None,
                threads: int | None = None, output: str | os.PathLike[str] | None = None, aggregate: bool = False,
                clock_mhz: float | str | None = None, window: int | Iterable[int] | None = None,
                collective: str | None = None,
                energy: str | os.PathLike[str] | None = None) -> list[dict[str, Any]]:
        """Compares other networks, or other values of keys, with this network, by the same seeds at equal loads.

        A row per network, quantity and load: value, baseline_value, difference, half_width (95 % confidence),
        outcome ('better', 'worse', 'equal' or 'no difference seen'), more_seeds, verdict.
        """
        comparisons: list[dict[str, Any]] = json.loads(self._call("compare", locals(), "--json", "-"))["comparisons"]
        return comparisons

    def lockstep(self, *, load: float | None = None, unit: str | None = None,
                 pattern: str | ArrayLike | None = None, process: str | None = None, cycles: int | None = None,
                 seed: int | None = None, message_bytes: int | str | None = None, reply: int | str | None = None,
                 engine: str | None = None, build: str | None = None, stall: float | None = None,
                 gaps: float | None = None, window: int | None = None, collective: str | None = None) -> str:
        """Compares model and hardware ('rtl' or 'netlist') in every cycle.

        Returns what was compared; raises CheckFailed, with the place of the first difference.
        """
        return self._call("lockstep", locals(), "--no-waves").strip()

    def events(self, *, kinds: str | None = None, messages: str | None = None, **run: Any) -> dict[str, NDArray[Any]]:
        """The events of a run, a dictionary of columns: pandas.DataFrame(network.events(...)).

        kinds: of born, injected, head, tail, blocked, arrived, delivered and dropped, only these.
        messages: only those of these messages, such as '3' or '3,7:9'.
        run: arguments of `run`. Cycles and numbers of messages are integers, -1 where there is none.
        """
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "run.events")
            self._call("run", run, "--events", file)
            chosen = [f"--{name}={value}" for name, value in (("kinds", kinds), ("messages", messages)) if value]
            return table(call("events", file, "--csv", "-", *chosen))

    def messages(self, **run: Any) -> dict[str, NDArray[Any]]:
        """The packets of a run, a dictionary of columns: births, hops, waits and deliveries, in cycles.

        run: arguments of `run`.
        """
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "log.csv")
            self._call("run", run, "--log", str(file))
            return table(file.read_text())

    def simulate(self, engine: str = "model", seed: int = 1) -> CoSimulation:
        """Opens the network for messages from Python."""
        if not self._set:
            return CoSimulation(self._configuration, engine, seed)
        return CoSimulation(self.toml(), engine, seed)

    def toml(self) -> str:
        """The complete configuration: all keys, with the changed ones."""
        text: str = self.run(cycles=10, warmup=0, process="batch:1")["configuration"]
        return text

    def _call(self, command: str, options: Mapping[str, Any], *more: str) -> str:
        networks = [self, *options.get("others", ())]
        with tempfile.TemporaryDirectory() as folder:
            words = [network._words(folder, index) for index, network in enumerate(networks)]
            settings = [word for name, network in zip(words, networks) for key, value in network._set.items()
                        for word in ("--set", f"{f'{name}:' if len(networks) > 1 else ''}{key}={_value(value)}")]
            for name, value in options.items():
                words += _option(folder, name, value)
            return call(command, *words, *settings, *more)

    def _words(self, folder: str, index: int) -> str:
        """The configuration as the program takes it."""
        name = f"network{index or ''}.toml"
        return _file(folder, name, self._configuration) if "\n" in self._configuration else self._configuration


def _file(folder: str, name: str, text: str) -> str:
    path = pathlib.Path(folder, name)
    path.write_text(text)
    return str(path)


def _option(folder: str, name: str, value: Any) -> list[str]:
    if name in ("self", "others") or value is None or value is False:
        return []
    option = "--" + name.replace("_", "-")
    if value is True:
        return [option]
    if name in ("set", "zip"):
        return [word for key, values in value.items()
                for word in (option, f"{key}={','.join(_value(one) for one in values)}")]
    if name == "trace" and not isinstance(value, (str, os.PathLike)):
        return [option, _file(folder, "trace.csv", _rows(value, "cycle,source,destination,bytes"))]
    if name == "pattern" and np.ndim(value) == 2:
        return [option, "matrix:" + _file(folder, "matrix.csv", _rows(value, None))]
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [option, ",".join(str(one) for one in value)]
    return [option, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]


def _rows(values: ArrayLike, header: str | None) -> str:
    rows = [",".join(f"{number:g}" if isinstance(number, float) else str(number) for number in row)
            for row in np.asarray(values).tolist()]
    return "\n".join([*([header] if header else []), *rows]) + "\n"


def _value(value: Any) -> str:
    return "x".join(str(one) for one in value) if isinstance(value, (list, tuple)) else str(value)


def toml(configuration: Mapping[str, Any]) -> str:
    """A mapping of keys and of tables of keys as TOML."""
    lines, tables = [], []
    for key, value in configuration.items():
        if isinstance(value, Mapping):
            tables += [f"\n[{key}]", *(f"{name} = {json.dumps(one)}" for name, one in value.items())]
        else:
            lines.append(f"{key} = {json.dumps(value)}")
    return "\n".join([*lines, *tables]) + "\n"
