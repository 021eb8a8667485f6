"""What runs and sweeps return."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Result(Mapping[str, Any]):
    """A run: a mapping of what `wayfarer run --json` writes, and its lists as arrays.

    Loads are in flits per terminal and cycle, latencies in cycles from birth to the last flit.
    """

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = dict(fields)

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        latency = self["latency"]["mean"]
        mean = "none" if latency is None else f"{latency:.2f} cycles"
        return (f"<{self['setting']}: load {self['load']}, accepted {self['accepted']:.5f} flits per terminal and "
                f"cycle, latency {mean}, {self['verdict']}>")

    @property
    def verdict(self) -> str:
        """converged, saturated, completed, imprecise, incomplete or interrupted."""
        return str(self["verdict"])

    @property
    def channel_utilisation(self) -> NDArray[np.float64]:
        """For each channel, the share of the measured cycles in which it moved a flit."""
        return np.asarray(self["channel_utilisation"], dtype=np.float64)

    @property
    def histogram(self) -> NDArray[Any]:
        """Latencies: bins with the fields low, high (cycles, both included) and count (messages)."""
        bins = [(bin["low"], bin["high"], bin["count"]) for bin in self["histogram"]]
        return np.array(bins, dtype=[("low", "u8"), ("high", "u8"), ("count", "u8")])

    def record(self) -> dict[str, Any]:
        """The scalar fields, those of nested tables as 'latency.mean': a row of a data frame."""
        return dict(_scalars(self._fields, ""))


def _scalars(fields: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        if isinstance(value, Mapping):
            yield from _scalars(value, f"{prefix}{name}.")
        elif not isinstance(value, list):
            yield prefix + name, value


class Sweep(Sequence[Result]):
    """The runs of a sweep, in the order of settings, patterns, loads and seeds."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = list(results)

    def __getitem__(self, index: Any) -> Any:
        return Sweep(self._results[index]) if isinstance(index, slice) else self._results[index]

    def __len__(self) -> int:
        return len(self._results)

    def records(self) -> list[dict[str, Any]]:
        """A row per run: pandas.DataFrame(sweep.records())."""
        return [result.record() for result in self._results]

    def column(self, name: str) -> NDArray[Any]:
        """A field of all runs, such as 'load' or 'latency.mean'; nan where it is unknown."""
        values = [result.record()[name] for result in self._results]
        return np.array([np.nan if value is None else value for value in values])

    def __repr__(self) -> str:
        return f"<{len(self)} runs>"


def table(text: str) -> dict[str, NDArray[Any]]:
    """The columns of CSV: integers (-1: empty) or texts."""
    rows = list(csv.reader(io.StringIO(text)))
    columns = zip(*rows[1:]) if len(rows) > 1 else ([] for _ in rows[0])
    return {name: _column(list(values)) for name, values in zip(rows[0], columns)}


def _column(values: list[str]) -> NDArray[Any]:
    try:
        return np.array([int(value) if value else -1 for value in values], dtype=np.int64)
    except ValueError:
        return np.array(values, dtype=object)
