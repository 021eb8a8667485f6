"""Parameter sets of modules for the tests rtl_lint, fpga_matrix and fpga_paths.

AXES has, by module, the values of each parameter, or field of a struct parameter (tests/overrides.py);
a family's rules.py may have AXES, too. The first values together are legal.
"""

import itertools

import filelists
from key_axes import allowed, axes, drawn


def extents(*sizes, dimensions):
    """The field Extents of a config_t, a number of 16 bits for each dimension."""
    padded = sizes + (1,) * (dimensions - len(sizes))
    return sum(size << 16 * dimension for dimension, size in enumerate(padded))


MWAY_VARIANTS = allowed("mway", "Variant")
PAPER, PIPELINED, AGED, GUARDED, CLOCKED, BALANCED, ADAPTIVE, MULTICAST = list(MWAY_VARIANTS)[:8]


def mway_legal(row):
    """The values go with the variant, and each class has a buffer. Clocked has modules of its own."""
    variant, fault = row["Variant"], row.get("Fault", row.get("Faults"))
    fits = row.get("Extents", MWAY_EXTENTS[0]) in MWAY_EXTENTS[:2]  # a bit for each processor
    classes = 1 + (row["Torus"] or fault > 0) + (variant == ADAPTIVE)
    return (row["Buffers"] >= classes and variant != CLOCKED and
            (not fault or (row["Configurable"] and not row["Relative"] and
                           not (row["Torus"] and "Fault" in row))) and
            all(row[name] in legal for name, legal in MWAY_VARIANTS[variant].items()) and
            (variant != MULTICAST or fits and row["Depth"] > 1))


def wormhole_legal(row):
    """Registers on links and whole messages with credits; at most four virtual channels a link, or
    synthesis takes many minutes."""
    return ((row["Credits"] or not (row["MessageFlits"] or row.get("LinkRegisters"))) and
            row["MessageFlits"] <= row["Depth"] and
            (1 + row["Torus"]) * row["Phases"] * row["VirtualChannels"] <= 4)


def routing_legal(row):
    phases = {0: (1,), 1: (1, 2, 4), 2: (2,), 3: (2,), 4: (1, 2, 4)}
    return row["Phases"] in phases[row["Routing"]]


def source_legal(row):
    # Either order is that of two dimensions.
    return (row["Extents"] == SOURCE_EXTENTS[row["Dimensions"] - 2] and routing_legal(row) and
            (row["Routing"] != 3 or row["Dimensions"] == 2))


def cut_through_legal(row):
    if row["Routing"] == 3:
        return (row["Queue"] and row["Policy"] == 2 and row["VirtualChannels"] == 1 and
                row["VcClasses"] == 1 and row.get("HalfDuplex", 1) and
                not row["BindLanes"] and not row["DrainingRoom"])
    return (not row["Queue"] and
            (not row["BindLanes"] or row["Routing"] == 0) and
            (not row["UniformChoice"] or row["Policy"] in (1, 2)) and
            not (row.get("DrainingRoom") and row.get("InterleaveFlits")) and
            row["VcClasses"] <= (2 if row["Torus"] else 1))


def iba_legal(row):
    return (row["Depth"] >= row["Longest"] and
            (not row["Mtu"] or row["Longest"] <= row["Mtu"] + 1) and
            (not row["HopLimit"] or row["FlitWidth"] >= 96))


LINE = {"K0": [2], "K1": [1]}
MWAY = axes("mway", Processors=[1, 2], FlitWidth=[32], Faults=[0, 1], AgeShift=[8])
# 2, 4, 8 and 16 members of a channel at most: one to four lines of each priority.
MWAY_EXTENTS = [extents(4, 4, dimensions=9), extents(2, dimensions=9),
                extents(3, 3, 3, dimensions=9), extents(3, 3, 3, 3, 3, dimensions=9)]
MWAY_STREAM = {"Extents": MWAY_EXTENTS[:2], "Processors": [1, 2], "FlitWidth": [64],
               "Buffers": [4, 1]}
MWAY_NODE = {**MWAY, "FlitWidth": [64], "Extents": MWAY_EXTENTS}
MWAY_CLOCKS = {**{name: MWAY[name] for name in ("Torus", "Processors", "Buffers", "EarlyFreeing")},
               "Depth": [2, 4, 8]}
PORTS = dict.fromkeys(("VirtualChannels", "InjectionPorts", "EjectionPorts"), [1, 2])
SOURCE_EXTENTS = [extents(4, 3, dimensions=4), extents(4, 3, 2, dimensions=4)]
WORMHOLE = axes("wormhole", **PORTS, Phases=[1, 2], FlitWidth=[32], MessageFlits=[0, 1, 2])
CUT_THROUGH = axes("cut_through", **PORTS, Torus=[1, 0], VcClasses=[2, 1], Policy=[2, 0, 1, 3],
                   UniformChoice=[0, 1], Queue=[0, 2, 3], FlitWidth=[32])
IBA = axes("iba", Depth=[3, 1, 9], Longest=[3, 1, 9], Mtu=[0, 1, 8], Age=[256, 1],
           Lifetime=[0, 5], HopLimit=[0, 3], ArbitrationEntries=[0, 3, 1], Groups=[2, 1],
           FlitWidth=[88, 128])
LINEAR = axes("linear", FlitWidth=[64, 32])
LINEAR_HOST = {name: drawn("linear")[name] for name in ("Sporadic", "RoundTrip")}

# Networks have small sizes, since their nodes have the other parameter sets.
AXES = {
    "wf_fifo": {"Width": [8, 1], "Depth": [4, 1, 2, 3]},
    "wf_arbiter_fixed": {"Requests": [4, 1, 2, 5]},
    "wf_arbiter_round_robin": {"Requests": [4, 1, 2, 5]},
    "mway_interface": MWAY_NODE,
    "mway_router": MWAY_NODE,
    "mway_clocks_router": {**MWAY_CLOCKS, "Variant": [CLOCKED], "FlitWidth": [64], "Extents": MWAY_EXTENTS},
    "mway_clocks_network": {**LINE, **MWAY_CLOCKS, "FlitWidth": [32]},
    "mway_processor": MWAY_NODE,
    "mway_node": MWAY_NODE,
    "mway_network": {**LINE, **{name: values for name, values in MWAY.items() if name != "Faults"},
                     "Depth": [2], "EarlyFreeing": [1, 0], "Fault": [0, 1, 2]},
    "mway_tile": {"K0": [3], "K1": [2],
                  **{name: values for name, values in MWAY.items() if name != "Faults"},
                  "FlitWidth": [64], "Fault": [0, 1, 2]},
    "mway_stream_entry": {**MWAY_STREAM, "Variant": [PAPER, AGED], "MaxWords": [4, 1]},
    "mway_stream_exit": {**MWAY_STREAM, "MaxWords": [4, 1]},
    "mway_streams": {**LINE, "Torus": [0, 1], "Processors": [1, 2], "FlitWidth": [32],
                     "Buffers": [4, 2], "Variant": [PAPER, AGED], "MaxWords": [2, 1]},
    "linear_switch": LINEAR,
    "linear_host": {"FlitWidth": [64, 32], **LINEAR_HOST},
    "linear_monitor": {"Width": [24], "Sporadic": [0, 1]},
    "linear_server": {"Hosts": [4, 1], "FlitWidth": [64, 32], "Records": [16, 1, 3]},
    "linear_network": {"Hosts": [2, 1], "Records": [16, 1], **LINEAR, **LINEAR_HOST},
    "linear_stream_entry": {"FlitWidth": [64, 32], "First": [4, 0], "Destinations": [1, 4],
                            "MaxWords": [4, 1]},
    "linear_stream_exit": {"FlitWidth": [64, 32]},
    "linear_streams": {"MaxWords": [2, 1], **LINEAR, "Depth": [1, 2]},
    "mesh_stream_entry": {"Torus": [0, 1], "Phases": [1, 2], "InjectionPorts": [1, 2],
                          "MaxWords": [4, 1]},
    "mesh_stream_exit": {"EjectionPorts": [1, 3], "MaxWords": [4, 1]},
    "wormhole_router": WORMHOLE,
    "wormhole_romm_source": {"Extents": SOURCE_EXTENTS, "Dimensions": [2, 3], "Torus": [0, 1],
                             "Phases": [1, 2, 4], "Routing": [0, 1, 2, 3, 4]},
    "wormhole_streams": {**LINE, "Torus": [0, 1], "Phases": [1, 2], "Routing": [0, 1],
                         "FlitWidth": [32]},
    "wormhole_network": {**LINE, **WORMHOLE, "LinkRegisters": [0, 1], "Depth": [2], "FlitWidth": [32]},
    "wormhole_tile": {"K0": [3], "K1": [2], **WORMHOLE, "LinkRegisters": [0, 1], "Depth": [2],
                      "VirtualChannels": [1], "InjectionPorts": [1], "EjectionPorts": [1]},
    "cut_through_router": CUT_THROUGH,
    "cut_through_network": {**LINE, "HalfDuplex": [1, 0], "InterleaveFlits": [0, 1], **CUT_THROUGH,
                            "Depth": [3], "Pipeline": [3], "Policy": [2]},
    "cut_through_tile": {"K0": [3], "K1": [2], "HalfDuplex": [1, 0], "InterleaveFlits": [0, 1],
                         **CUT_THROUGH, "Depth": [3], "Pipeline": [3], "Policy": [2],
                         "VirtualChannels": [1], "InjectionPorts": [1], "EjectionPorts": [1]},
    "cut_through_source": {"Extents": [extents(4, 3, dimensions=4)], "Torus": [0, 1]},
    "cut_through_streams": {**LINE, "Torus": [0, 1], "Routing": [0, 1], "HalfDuplex": [1, 0],
                            "FlitWidth": [32], "Depth": [5, 2]},
    "iba_endpoint": {name: IBA[name] for name in ("VirtualLanes", "Depth", "Longest")},
    "iba_adapter": IBA,
    "iba_switch": IBA,
    "iba_network": {"Columns": [2, 1], "Rows": [1, 2], **IBA, "VirtualLanes": [1, 2], "Depth": [3],
                    "Longest": [3], "Mtu": [0, 8], "Age": [256], "ArbitrationEntries": [0, 3],
                    "Groups": [2]},
    "iba_tile": {"Columns": [2], "Rows": [2], **IBA, "VirtualLanes": [1, 2], "Depth": [3],
                 "Longest": [3], "Mtu": [0, 8], "Age": [256], "ArbitrationEntries": [0, 3],
                 "InBand": [0], "Groups": [2]},
    "iba_bring_up": {"Columns": [3, 1], "Rows": [2, 1], "VirtualLanes": [1, 2, 4],
                     "LaneUse": [0, 1, 2]},
    "iba_stream_entry": {"VirtualLanes": [1, 2], "Mtu": [0, 8], "ServiceLevels": [1, 3],
                         "MaxWords": [8, 1]},
    "iba_stream_exit": {"VirtualLanes": [1, 2], "Lids": [5], "Mtu": [0, 8], "MaxWords": [4, 1]},
    "iba_streams": {"Columns": [2, 1], "Rows": [1, 2], "VirtualLanes": [1, 2], "LaneUse": [0, 1],
                    "Mtu": [0, 4], "MaxWords": [8, 1], "ArbitrationEntries": [0, 2], "InBand": [0, 1],
                    "Groups": [2]},
    "iba_wire_encoder": {"MaxBytes": [4096, 256, 0]},
    "iba_wire_decoder": {"MaxBytes": [4096, 256, 0]},
}

# Combinations that a module's check of its parameters accepts, and that are not too large.
LEGAL = {
    **dict.fromkeys(("wormhole_router", "wormhole_network", "wormhole_tile"), wormhole_legal),
    "wormhole_romm_source": source_legal,
    "wormhole_streams": routing_legal,
    **dict.fromkeys(("mway_interface", "mway_router", "mway_processor", "mway_node",
                     "mway_network", "mway_tile"), mway_legal),
    **dict.fromkeys(("mway_clocks_router", "mway_clocks_network"),
                    lambda row: row["Buffers"] > 1 or not row["Torus"]),
    **dict.fromkeys(("cut_through_router", "cut_through_network", "cut_through_tile"),
                    cut_through_legal),
    "iba_endpoint": lambda row: row["Depth"] >= row["Longest"],
    "iba_streams": lambda row: not row["Mtu"] or row["VirtualLanes"] == 1 or row["LaneUse"] == 1,
    **dict.fromkeys(("iba_adapter", "iba_switch", "iba_network", "iba_tile"), iba_legal),
}

for rules in filelists.family_rules().values():
    AXES.update(rules.AXES)


def pair_sets(module):
    """The first values of all axes, then sets that cover every pair which occurs in a legal one."""
    axes, legal = AXES[module], LEGAL.get(module, lambda row: True)
    rows = [row for values in itertools.product(*axes.values())
            if legal(row := dict(zip(axes, values)))]
    bit_of = {}

    def pairs(row):
        """A bit for each pair of values, a value with itself included."""
        mask = 0
        for pair in itertools.combinations_with_replacement(row.items(), 2):
            mask |= 1 << bit_of.setdefault(pair, len(bit_of))
        return mask

    masks = [pairs(row) for row in rows]
    chosen, covered = [rows[0]], masks[0]
    while covered != (1 << len(bit_of)) - 1:
        best = max(range(len(rows)), key=lambda index: bin(masks[index] & ~covered).count("1"))
        chosen.append(rows[best])
        covered |= masks[best]
    return chosen


def value_sets(module):
    """The first of these sets, as many as it takes for every value of every axis."""
    chosen, left = [], {(name, value) for name, values in AXES[module].items() for value in values}
    for row in pair_sets(module):
        if left:
            chosen.append(row)
        left -= set(row.items())
    return chosen
