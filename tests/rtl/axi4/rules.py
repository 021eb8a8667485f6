"""Data of AXI4 ports for the rules on all modules, read by tests/rtl/*.py."""

CHECK = "axi4_legal(Axi4)"
PORTS = {f"Axi4.{field}": [(value, CHECK) for value in values] for field, values in {
    "AddrWidth": ("11", "65"), "DataWidth": ("4", "24", "2048"), "IdWidth": ("0", "17"), "Beats": ("0", "257"),
    "Threads": ("0", "3", "32"), "Outstanding": ("0", "257"), "Pending": ("0", "257"),
    "Terminals": ("0", "65537")}.items()}


def map_rows(terminals):
    check = f"map_legal(Map, {terminals})"
    return {"Map.Regions": (("0", check), ("33", check)), "Map.Base": ("'1", check), "Map.Mask": ("'1", check),
            "Map.Target": ("'1", check)}


BOTH = {**PORTS, **map_rows("Axi4.Terminals")}
NETWORK = {**PORTS, **map_rows("Terminals"), "Managers": None, "Subordinates": None}


def network_rows(check, **values):
    return {f"Config.{name}": None if value is None else (value, check) for name, value in values.items()}


ONES = ", 16'd1"
# Illegal parameters: as in tests/rtl/parameters.py.
ROWS = {
    "axi4_checker": PORTS, "axi4_order": PORTS, "axi4_answers": PORTS, "axi4_exit": PORTS, "axi4_address": BOTH,
    "axi4_entry": BOTH, "axi4_terminal": BOTH,
    "wormhole_axi4": {
        **network_rows("wormhole_pkg::config_legal(make_network())", Extents="{16'd0" + 3 * ONES + "}",
                       Dimensions="5", Phases="9", VirtualChannels="0", Depth="0", InjectionPorts="0",
                       EjectionPorts="0", FlitWidth=None, Pipeline="3", MessageFlits="1"),
        "Routing": ("2", "routing_legal(Config.Dimensions, Config.Phases, Routing)"),
        "LinkRegisters": ("9", "links_legal(LinkRegisters, Config.Credits)"), "Seed": None, **NETWORK},
    "mway_axi4": {
        **network_rows("mway_config_pkg::config_legal(make_network(RequestFlit))",
                       Extents="{16'd0" + 8 * ONES + "}", Processors="0", FlitWidth=None, Buffers="0", Depth="0",
                       Variant="255", Stat="3", ClassMasks="48'h1", AgeShift="0"),
        **NETWORK},
}

# Parameter sets, as in tests/matrix.py.
PORT_AXES = {"AddrWidth": [32, 64], "DataWidth": [32, 8, 64], "IdWidth": [4, 1], "Beats": [4, 1, 5],
             "Threads": [2, 1], "Outstanding": [4, 1], "Pending": [2, 1], "Terminals": [4, 5]}
NETWORK_AXES = {"DataWidth": [32, 64], "Beats": [4, 1], "Threads": [2, 1], "Managers": ["4'd15", "4'd1"],
                "Subordinates": ["4'd15", "4'd2"]}
AXES = {
    "axi4_order": {name: PORT_AXES[name] for name in ("Threads", "Outstanding", "Terminals")},
    "axi4_address": PORT_AXES,
    "axi4_answers": PORT_AXES,
    "axi4_entry": PORT_AXES,
    "axi4_exit": PORT_AXES,
    "axi4_terminal": {**PORT_AXES, "Manager": [1, 0], "Subordinate": [1, 0]},
    # Verilator does not elaborate several virtual channels (docs/axi4.md, Tests).
    "wormhole_axi4": {"Extents": ["2x2"], "Torus": [0, 1], "InjectionPorts": [1], "EjectionPorts": [1],
                      **NETWORK_AXES},
    "mway_axi4": {"Extents": ["2x2"], "Torus": [0, 1], "Buffers": [4, 2], "Variant": [0, 2], **NETWORK_AXES},
}

# For tests/rtl/readers.py: a module with assertions at and below its level; calls of functions.
SAMPLE = "axi4_exit"
VALUES = {"axi4_pkg": {"is_power(0)": 0, "is_power(12)": 0, "is_power(64)": 1}}
