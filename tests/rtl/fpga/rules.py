"""Data of boards for the rules on all modules, read by tests/rtl/*.py."""

DIVISOR = ("0", "Divisor >= 1")
SETTINGS = {f"Settings.{field}": None
            for field in ("pattern", "load", "hot", "hot_share", "turn_off", "turn_on", "least", "most",
                          "cycles", "seed")}
FAMILY = ("99", "family_legal(Family)")
DIV = ("0", "Div >= 1"), ("129", "Div <= 128")

# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {
    "fpga_uart": {"Divisor": DIVISOR},
    "fpga_console": {"Divisor": DIVISOR},
    "fpga_board": {"Divisor": DIVISOR, "Beat": ("0", "Beat >= 1")},
    "ecp5_pll": {"ClkiDiv": DIV, "ClkfbDiv": (DIV[0], ("129", "ClkfbDiv <= 128")), "ClkopDiv": DIV},
    "fpga_traffic": {"Family": FAMILY,
                     "WormholeRouting": ("5", "WormholeRouting <= wormhole_source_pkg::RommNodes"), "K0": ("0", "K0 >= 1"), "K1": ("0", "K1 >= 1"),
                     "FlitWidth": (("0", "FlitWidth >= fpga_pkg::word_width(Family)"), ("48", "FlitWidth == FlitWidth / 32 * 32")),
                     **SETTINGS},
    "fpga_system": {"Family": FAMILY, "Divisor": DIVISOR,
                    "WormholeRouting": ("5", "WormholeRouting <= wormhole_source_pkg::RommNodes"),
                    "K0": ("0", "K0 >= 1"), "K1": ("0", "K1 >= 1")},
    "ulx3s": {"Family": FAMILY, "K0": ("0", "K0 >= 1"), "K1": ("0", "K1 >= 1"), "Divisor": DIVISOR},
    "hx8k_wormhole_line2": {"Divisor": DIVISOR},
}

# Parameter sets, as in tests/matrix.py.
AXES = {"fpga_console": {"Divisor": [3, 1]}, "fpga_board": {"Divisor": [3], "Beat": [4, 1]}}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "fpga_board"
VALUES = {}
