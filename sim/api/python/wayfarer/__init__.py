"""Interconnection networks in RTL and C++, equal in every cycle.

    network = wayfarer.Network("mesh4x4", set={"router.buffers": 2})
    result = network.run(load=0.5, unit="normalized", cycles=20_000)
    result["latency"]["mean"], result.channel_utilisation

`Network` describes a network and runs, sweeps and compares it; `CoSimulation` is a network that Python sends
messages into, cycle by cycle. Times are in cycles, lengths in bytes of data.
"""

from wayfarer._core import CheckFailed, CoSimulation, Delivery, UsageError
from wayfarer._core import version as _version
from wayfarer._network import Network
from wayfarer._results import Result, Sweep

__version__ = _version()
__all__ = ["CheckFailed", "CoSimulation", "Delivery", "Network", "Result", "Sweep", "UsageError"]
