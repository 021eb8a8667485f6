"""Data of boards for the rules on all modules, read by tests/rtl/*.py."""

DIVISOR = ("0", "Divisor >= 1")
DIV = ("0", "Div >= 1"), ("129", "Div <= 128")

# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {
    "fpga_uart": {"Divisor": DIVISOR},
    "fpga_console": {"Divisor": DIVISOR},
    "fpga_board": {"Divisor": DIVISOR, "Beat": ("0", "Beat >= 1")},
    "ecp5_pll": {"ClkiDiv": DIV, "ClkfbDiv": (DIV[0], ("129", "ClkfbDiv <= 128")), "ClkopDiv": DIV},
}

# Parameter sets, as in tests/matrix.py.
AXES = {"fpga_console": {"Divisor": [3, 1]}, "fpga_board": {"Divisor": [3], "Beat": [4, 1]}}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "fpga_board"
VALUES = {}
