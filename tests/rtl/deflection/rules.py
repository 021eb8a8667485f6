"""This family's data for the rules on all modules, read by tests/rtl/*.py."""

from key_axes import axes

COLUMNS = [(value, "extents_legal(Columns, Rows)") for value in ("0", "65536")]
TORUS = {"Columns": COLUMNS, "Rows": COLUMNS}
NODE = {**TORUS, "Depth": ("0", "Depth >= 1"),
        "FlitWidth": ("31", "FlitWidth >= 2 * CoordinateWidth"),
        "CoordinateWidth": [(value, "coordinates_legal(") for value in ("1", "17")]}

LEGAL = "config_legal(Config)"
CONFIG = {"Config.Columns": (("0", LEGAL), ("65536", LEGAL)), "Config.Rows": ("0", LEGAL),
          "Config.Depth": ("0", LEGAL), "Config.FlitWidth": ("31", LEGAL),
          "Config.CoordinateWidth": (("1", LEGAL), ("17", LEGAL))}

WORDS = {"MaxWords": ("0", "words_legal(MaxWords)")}
QUEUES = {"EntryDepth": ("7", "EntryDepth >= MaxWords")}
STREAM = {**CONFIG, **WORDS, "Config.CoordinateWidth": ("4", "Config.CoordinateWidth ==")}

# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {"deflection_stream_entry": {**STREAM, **QUEUES}, "deflection_stream_exit": STREAM,
        "deflection_streams": {**TORUS, "Depth": ("0", "Depth >= 1"),
                               "FlitWidth": ("0", "FlitWidth >= 1"), **WORDS, **QUEUES},
        "deflection_guard": TORUS, "deflection_select": TORUS, "deflection_router": CONFIG,
        "deflection_network": NODE}

# For tests/fpga/synthesize.py: small, since memory grows with the square of the terminals.
PARAMETERS = {name: {"Columns": 2, "Rows": 2} for name in
              ("deflection_stream_entry", "deflection_stream_exit", "deflection_streams")}

# For tests/fpga/routers.py: the router and its parameters.
ROUTER = {"deflection_router": {}}

# For tests/fpga/place.py: designs, their modules and parameters.
PLACED = {**{f"deflection-router-{width}": ("deflection_router", {"FlitWidth": width})
             for width in (32, 64)},
          "deflection-router-36": ("deflection_router", {"FlitWidth": 36, "CoordinateWidth": 2})}

GOALS = [("deflection-router-32", "mhz", 250,
          "the terminal's flit: the read port of its queue, the comparison of its coordinates, the "
          "choice of an output and the queue's read pointer are one cycle")]

SIMULATED = [("deflection4x4", 0.88, 0.88, 1.02)]

# Parameter sets, as in tests/matrix.py.
QUEUE = axes("deflection", FlitWidth=[64, 32], CoordinateWidth=[16, 4])
EXTENTS = {"Columns": [3, 1, 2], "Rows": [2, 1, 3]}
STREAMS = {**EXTENTS, "FlitWidth": [64], "MaxWords": [4, 1]}
AXES = {"deflection_stream_entry": STREAMS, "deflection_stream_exit": STREAMS,
        "deflection_streams": {"Columns": [2, 1], "Rows": [1, 2], "FlitWidth": [8],
                               "MaxWords": [2, 1]},
        "deflection_router": {**EXTENTS, **QUEUE}, "deflection_network": {**EXTENTS, **QUEUE},
        "deflection_tile": {**EXTENTS, **QUEUE}}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "deflection_router"
VALUES = {"deflection_pkg": {"extents_legal(4, 0)": 0, "extents_legal(1, 65535)": 1,
                             "west_of(4, 8)": 11, "west_of(4, 9)": 8, "north_of(4, 3, 2)": 10,
                             "north_of(4, 3, 6)": 2, "north_of(4, 1, 2)": 2,
                             "stream_terminals(4, 3)": 12, "position(4, 6)": 1 << 16 | 2,
                             "same(16'd5, 16'd1, 4)": 1, "same(16'd5, 16'd1, 5)": 0}}

# Arguments of `wayfarer export` for a small network.
BLOCK = "deflection4x4 --set topology.extents=2x2 --set flit.bits=32 --max-words 4"
