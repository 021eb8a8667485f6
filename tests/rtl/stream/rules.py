"""This folder's data for the rules on all modules, read by tests/rtl/*.py."""

WORDS = ("0", "words_legal(MaxWords)"), ("4097", "words_legal(MaxWords)")
SLOTS = {"Width": ("0", "Width >= 1"), "MaxWords": WORDS, "Slots": ("0", "Slots >= 1")}

# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {
    "stream_entry": {"Width": ("0", "Width >= 1"), "MaxWords": WORDS,
                     "Depth": ("7", "Depth >= MaxWords"),
                     "Terminals": [(value, "terminals_legal(Terminals)")
                                   for value in ("0", "65537")]},
    "stream_reassembly": SLOTS,
    "stream_exit": SLOTS,
    "stream_register": {"Width": ("0", "Width >= 1")},
    "stream_checker": {"Width": ("0", "Width >= 1"), "MaxWords": WORDS},
    "stream_axis": {"Terminals": [(value, "terminals_legal(Terminals)") for value in ("0", "65537")],
                    "DataWidth": (("12", "DataWidth / 8 * 8 == DataWidth"), ("4", "DataWidth >= 8")),
                    "UserWidth": ("1025", "UserWidth <= MaxUserWidth"),
                    "IdWidth": (("1", "IdWidth >="), ("17", "IdWidth <= TerminalWidth")),
                    "DestWidth": (("1", "DestWidth >="), ("17", "DestWidth <= TerminalWidth"))},
    "stream_width": {"Narrow": ("0", "Narrow >= 1"), "Ratio": ("1", "Ratio >= 2")},
    "stream_fifo_dual_clock": {"Width": ("0", "Width >= 1"),
                               "Depth": (("2", "Depth >= 4"), ("12", "(Depth & (Depth - 1)) == 0"))},
}

# Parameter sets, as in tests/matrix.py.
AXES = {
    "stream_entry": {"Width": [8], "MaxWords": [4, 1], "Depth": [8, 5], "Terminals": [6, 1]},
    "stream_reassembly": {"Width": [8], "MaxWords": [4, 1], "Slots": [3, 1], "Ordered": [1, 0]},
    "stream_register": {"Width": [8, 1]},
    "stream_axis": {"Terminals": [3, 1], "DataWidth": [32, 8], "KeepEnable": [1, 0], "UserWidth": [2, 0],
                    "IdWidth": [2, 16], "DestWidth": [2, 16]},
    "stream_width": {"Narrow": [8, 1], "Ratio": [2, 3], "Widen": [1, 0]},
    "stream_exit": {"Width": [8, 32], "MaxWords": [4, 1], "Slots": [3, 1]},
}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "stream_entry"
VALUES = {"stream_pkg": {"entry_depth(5)": 10, "words_legal(0)": 0, "words_legal(4096)": 1,
                         "terminals_legal(65536)": 1, "terminals_legal(65537)": 0,
                         "word_width(32, 1, 3)": 39, "word_width(64, 0, 0)": 64}}
