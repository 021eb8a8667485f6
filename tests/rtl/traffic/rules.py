"""Data of on-chip traffic for the rules on all modules, read by tests/rtl/*.py."""

TERMINALS = ("1", "Terminals >= 2"), ("1025", "Terminals <= MaxTerminals")
WIDTH = ("0", "Width >= WordWidth"), ("48", "Width == Width / WordWidth * WordWidth")
COUNTERS = (("20", "CounterWidth >= wf_pkg::count_width(Terminals) + StampWidth"),
            ("33", "CounterWidth <= 32"))
COUNTER = ("20", "Width >= SumWidth"), ("33", "Width <= 32")
SETTINGS = {f"Settings.{field}": None
            for field in ("pattern", "load", "hot", "hot_share", "turn_off", "turn_on", "least", "most",
                          "cycles", "seed")}

# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {
    "traffic_destination": {"Terminals": TERMINALS},
    "traffic_source": {"Terminals": TERMINALS, "Width": WIDTH},
    "traffic_sink": {"Terminals": TERMINALS, "Width": WIDTH},
    "traffic_counter": {"Width": ("0", "Width >= 1"),
                        "Step": (("0", "Step >= 1"), ("33", "Step <= Width"))},
    "traffic_counters": {"Terminals": TERMINALS, "Width": COUNTER},
    "traffic_control": {"Terminals": TERMINALS, **SETTINGS},
    "traffic_terminals": {"Terminals": TERMINALS, "Width": WIDTH, "CounterWidth": COUNTERS, **SETTINGS},
}

# Parameter sets, as in tests/matrix.py.
NUMBER = {"Terminals": [5, 2, 16]}
STREAM = {**NUMBER, "Width": [32, 64]}
AXES = {"traffic_destination": NUMBER, "traffic_source": STREAM, "traffic_sink": STREAM,
        "traffic_counters": {"Terminals": [5, 2], "Ordered": [0, 1], "Width": [32, 20]},
        "traffic_control": {"Terminals": [5, 2]},
        "traffic_terminals": {"Terminals": [2], "Width": [32, 64], "Ordered": [0, 1],
                              "CounterWidth": [32, 20]}}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "traffic_source"
VALUES = {"traffic_pkg": {"head_check(0, 0, 0, 0, 0)": 136, "head_check(17, 200, 258, 99, 1)": 85,
                          "next_word(1)": 0x9e3779ba, "next_random(64'd1)": 1082269761}}
