"""The tasks of run.py."""

import dataclasses
import json
import pathlib

import modules

CPU_SECONDS = 200  # of a solver for one task
TIMEOUT_SECONDS = 1800  # of one task, on a machine with other work


@dataclasses.dataclass(frozen=True)
class Mutant:
    file: str
    line: str  # occurs exactly once
    broken: str


@dataclasses.dataclass(frozen=True)
class Task:
    name: str
    mode: str  # prove, cover or fail
    top: str
    sources: tuple
    parameters: dict
    depth: int = 20  # of cover and fail, in cycles
    fails: str = ""  # the assertion that must fail
    mutant: Mutant = None
    nightly: bool = False  # takes minutes; a smaller task checks the same in every run
    multiclock: bool = False  # clocks are free inputs; a step is no cycle
    row: modules.Row = None  # top is a module with the environment of this row
    engine: str = ""  # of a proof; "": abc pdr
    search: str = ""  # the engine of a fault; "": smtbmc z3
    merged: int = 0  # of a proof by pdr: registers proved equal by induction over so many cycles are merged


def sources(*modules):
    return ("rtl/common/wf_pkg.sv", *(f"rtl/{module}.sv" for module in modules[:-1]),
            f"tests/formal/{modules[-1]}.sv")


SOURCES = {
    "fifo_formal": sources("common/wf_fifo", "fifo_formal"),
    "arbiter_round_robin_formal": sources("common/wf_onehot_to_index", "common/wf_prefix_or",
                                          "common/wf_arbiter_round_robin",
                                          "arbiter_round_robin_formal"),
    "stream_entry_formal": sources("stream/stream_pkg", "common/wf_fifo", "stream/stream_entry",
                                   "stream_entry_formal"),
    "stream_reassembly_formal": sources(
        "stream/stream_pkg", "common/wf_onehot_to_index", "common/wf_prefix_or",
        "common/wf_arbiter_round_robin", "stream/stream_reassembly", "stream/stream_checker",
        "stream_reassembly_formal"),
    "stream_fifo_dual_clock_formal": sources("common/wf_reset_sync", "common/wf_gray_sync",
                                             "stream/stream_fifo_dual_clock",
                                             "stream_fifo_dual_clock_formal"),
    "stream_register_formal": sources("stream/stream_register", "stream_register_formal"),
    "axi4_exit_formal": sources("common/wf_fifo", "stream/stream_register", "axi4/axi4_pkg", "axi4/axi4_exit",
                                "axi4_exit_formal"),
    "axi4_entry_formal": sources("common/wf_fifo", "stream/stream_register", "axi4/axi4_pkg", "axi4/axi4_order",
                                 "axi4/axi4_address", "axi4/axi4_answers", "axi4/axi4_entry", "axi4_entry_formal"),
    "linear_switch_formal": sources("common/wf_fifo", "linear/linear_pkg", "linear/linear_switch",
                                    "linear_switch_formal"),
    "linear_line_formal": sources("common/wf_fifo", "linear/linear_pkg", "linear/linear_switch",
                                  "linear_line_formal"),
    "mway_ages_formal": sources("common/wf_onehot_to_index", "common/wf_prefix_or",
                                "common/wf_arbiter_round_robin", "mway/mway_pkg", "mway/mway_config_pkg", "mway/mway_lines_pkg",
                                "mway/mway_arbiter", "mway/aged/mway_highest", "mway/aged/mway_age",
                                "mway/aged/mway_ages", "mway_ages_formal"),
    "mway_stages_formal": sources("common/wf_onehot_to_index", "common/wf_prefix_or",
                                  "common/wf_arbiter_fixed", "mway/mway_pkg", "mway/mway_config_pkg", "mway/mway_lines_pkg", "mway/mway_arbiter",
                                  "mway/pipelined/mway_stages", "mway_stages_formal"),
    "wormhole_choice_formal": sources("common/wf_onehot_to_index", "common/wf_prefix_or",
                                      "common/wf_arbiter_round_robin", "wormhole/wormhole_prefix_two",
                                      "wormhole/wormhole_choice_chain",
                                      "wormhole/wormhole_choice_pair", "wormhole_choice_formal"),
    "wormhole_waiting_formal": sources("common/wf_onehot_to_index", "common/wf_prefix_or",
                                       "common/wf_arbiter_round_robin", "wormhole/wormhole_prefix_two",
                                       "wormhole/wormhole_choice_chain",
                                       "wormhole/wormhole_choice_pair",
                                       "wormhole/wormhole_vc_allocator", "wormhole_waiting_formal"),
    "wormhole_input_formal": sources("mesh/mesh_pkg", "wormhole/wormhole_pkg",
                                     "wormhole/wormhole_route", "wormhole/wormhole_input",
                                     "wormhole_input_formal"),
    "wormhole_crossbar_formal": sources("mesh/mesh_pkg", "wormhole/wormhole_crossbar",
                                        "wormhole_crossbar_formal"),
}


def proof(top, name, parameters):
    """All assertions hold, and all covers are reached, so that no proof is vacuous."""
    return [Task(f"{name}_{mode}", mode, top, SOURCES[top], parameters)
            for mode in ("prove", "cover")]


def mutants(top, name, parameters, *lines):
    return [Task(f"{name}_mutant{number}", "fail", top, SOURCES[top], parameters, fails=fails,
                 mutant=Mutant(*mutant))
            for number, (fails, *mutant) in enumerate(lines, 1)]


COMMON = [
    *(task for depth in (1, 3, 4)
      for task in proof("fifo_formal", f"fifo_depth{depth}", {"Depth": depth})),
    *mutants("fifo_formal", "fifo", {"Depth": 3},
             ("FollowedUnchanged", "wf_fifo.sv", "memory_q[write_q] <= data_i;",
              "memory_q[read_q] <= data_i;"),
             ("LevelCounts", "wf_fifo.sv", "push_i && (!full_o || pop_i);", "push_i && !full_o;"),
             ("FifoFlagsAgree", "wf_fifo.sv", "(push && almost_full)", "push")),
    *(task for requests in (1, 4, 5)
      for task in proof("arbiter_round_robin_formal", f"arbiter_requests{requests}",
                        {"Requests": requests})),
    *mutants("arbiter_round_robin_formal", "arbiter", {"Requests": 4},
             ("ServedInTurn", "wf_arbiter_round_robin.sv",
              "mask_q <= mask_d;", "mask_q <= mask_d | grant_o;")),
]


def at_night(tasks):
    return [dataclasses.replace(task, nightly=True) for task in tasks]


SWITCHES = {
    "depth1": {"Depth": 1, "Refill": 1},
    "depth1_stop": {"Depth": 1, "Refill": 0},
    "depth2": {"Depth": 2, "Refill": 0},
    "depth3_refill": {"Depth": 3, "Refill": 1},
    "upstream_first": {"Depth": 1, "Refill": 1, "UpstreamFirst": 1},
    "upstream_first_depth2": {"Depth": 2, "Refill": 0, "UpstreamFirst": 1},
}


# Combinations of parameters that smaller switches test separately.
COMBINED_SWITCHES = ("depth3_refill", "upstream_first_depth2")

LINEAR = [
    *(task for name, parameters in SWITCHES.items() if name not in COMBINED_SWITCHES
      for task in proof("linear_switch_formal", f"switch_{name}", parameters)),
    *(task for name in COMBINED_SWITCHES for task in
      at_night(proof("linear_switch_formal", f"switch_{name}", SWITCHES[name]))),
    *mutants("linear_switch_formal", "switch", SWITCHES["depth1"],
             ("HoldsOutput", "linear_switch.sv", "held_q ? owner_q : (|front", "(|front"),
             ("EarlierGoesFirst", "linear_switch.sv",
              "front[Upstream] && !(front[Local] && local_first_q);", "front[Upstream];"),
             ("EarlierGoesFirst", "linear_switch.sv",
              "local_waits && (local_first_q || !upstream_waits);", "local_waits;"),
             ("ReadyWhenFull", "linear_switch.sv", "(Refill && pop[i]);", "Refill;"),
             ("OfferStays", "linear_switch.sv", "(local_first_q || !upstream_waits);",
              "!local_first_q;"),
             ("WorkConserving", "linear_switch.sv", "(|front ? upstream_goes : owner_q)", "owner_q"),
             ("FollowedUnchanged", "linear_switch.sv", "data[owner];", "data[Local];")),
    *mutants("linear_switch_formal", "switch_depth2", SWITCHES["depth2"],
             ("ReadyWithRoom", "linear_switch.sv", "!full[i] ||", "empty[i] ||"),
             # Data arriving at an empty buffer is lost; a nonexistent flit is offered.
             ("OffersWhatItHolds", "linear_switch.sv", "= valid_i[i] && ready_o[i];",
              "= valid_i[i] && ready_o[i] && (tag_i[i].head || !empty[i]);"),
             ("NothingInvented", "linear_switch.sv", "= front[owner];", "= front[owner] || held_q;")),
    *mutants("linear_switch_formal", "switch_upstream_first", SWITCHES["upstream_first"],
             ("UpstreamGoesFirst", "linear_switch.sv",
              "if (UpstreamFirst) begin", "if (1'b0) begin")),
]


# Lines: message lengths, periods and deadlines of the schedules, host 1 first. Each bound is a
# schedule's deadline and the pipeline's fill of i - 1 cycles.


def longest_behind(flits, i):
    return max(flits[i:], default=0)


def filled(deadlines):
    return [deadline + fill for fill, deadline in enumerate(deadlines)]


def greedy(flits):
    """Periods and bounds; the period is the deadline."""
    deadlines = [longest_behind(flits, i) + sum(2**j * flits[i - j - 1] for j in range(i))
                 for i in range(1, len(flits) + 1)]
    return deadlines, filled(deadlines)


def conservative(flits):
    """As repaired for unequal lengths."""
    fibonacci = [0, 1]
    while len(fibonacci) <= len(flits):
        fibonacci.append(sum(fibonacci[-2:]))
    total = [sum(fibonacci[k] * flits[i - k] for k in range(1, i + 1))
             for i in range(len(flits) + 1)]
    behind = [longest_behind(flits, i) for i in range(len(flits) + 1)]
    hosts = range(1, len(flits) + 1)
    return ([2 * behind[i] + total[i] + total[i - 1] for i in hosts],
            filled([behind[i] + total[i] for i in hosts]))


def uniform(flits):
    """The server's link is used in every cycle."""
    hosts = range(1, len(flits) + 1)
    return ([sum(flits)] * len(flits),
            filled([min(sum(flits), longest_behind(flits, i) + sum(flits[:i])) for i in hosts]))


@dataclasses.dataclass(frozen=True)
class Line:
    name: str
    schedule: object  # gives periods and bounds for flits
    flits: tuple
    worst: tuple  # responses, found by search; proved to be attained and never exceeded
    switch: dict  # parameters
    nightly: bool = False
    merged: int = 0

    def task(self, name, mode, deadlines, switch=None, **other):
        def packed(values):  # a SystemVerilog literal, the last host's byte first
            return f"{8 * len(values)}'h" + "".join(f"{value:02x}" for value in reversed(values))
        periods, _ = self.schedule(self.flits)
        parameters = {"Hosts": len(self.flits), "Flits": packed(self.flits),
                      "Period": packed(periods), "Deadline": packed(deadlines),
                      **(switch or self.switch)}
        return Task(f"line_{name}", mode, "linear_line_formal", SOURCES["linear_line_formal"],
                    parameters, merged=self.merged, **other)

    def tasks(self):
        _, bounds = self.schedule(self.flits)
        assert all(worst <= bound for worst, bound in zip(self.worst, bounds)), self.name
        both = [self.task(f"{self.name}_{mode}", mode, self.worst) for mode in ("prove", "cover")]
        return at_night(both) if self.nightly else both

    def sporadic(self):
        """The same for all releases that are a period apart or more: none is later."""
        return self.task(f"{self.name}_sporadic", "prove", self.worst,
                         {**self.switch, "Sporadic": 1},
                         nightly=self.name not in ("greedy2", "greedy3_unequal"))

    def miss(self, name, deadlines, switch=None):
        """Some deadline is missed."""
        return self.task(f"{self.name}_{name}", "fail", deadlines, switch, fails="DeadlineMet")


REFILLED, TWO_DEEP = SWITCHES["depth1"], SWITCHES["depth2"]

LINES = [
    Line("greedy2", greedy, (2, 2), (4, 4), REFILLED),
    Line("greedy2_depth2", greedy, (2, 2), (4, 4), TWO_DEEP),
    Line("greedy3", greedy, (3, 3, 3), (6, 10, 10), REFILLED, nightly=True),
    Line("greedy3_unequal", greedy, (2, 3, 1), (5, 7, 7), REFILLED),
    Line("conservative3", conservative, (3, 3, 3), (6, 10, 10), REFILLED),
    Line("conservative3_depth2", conservative, (3, 3, 3), (6, 10, 10), TWO_DEEP, nightly=True),
    Line("conservative4", conservative, (2, 2, 2, 2), (4, 7, 10, 10), REFILLED, nightly=True),
    Line("uniform3", uniform, (3, 3, 3), (6, 10, 10), REFILLED),
    Line("uniform4", uniform, (2, 2, 2, 2), (4, 7, 10, 10), REFILLED, nightly=True),
    Line("uniform5", uniform, (1,) * 5, (2, 4, 6, 8, 8), REFILLED, merged=16),
    Line("uniform6", uniform, (1,) * 6, (2, 4, 6, 8, 10, 10), REFILLED, nightly=True, merged=24),
]

GREEDY2, GREEDY3 = LINES[0], LINES[2]


def lines_table():
    """The table in docs/verification.md, which run.py checks."""
    def listed(values):
        return ", ".join(map(str, values))
    rows = ["| line | flits | periods | deadlines with fill | worst responses |",
            "|---|---|---|---|---|"]
    for line in LINES:
        periods, bounds = line.schedule(line.flits)
        rows.append(f"| `{line.name}` | {listed(line.flits)} | {listed(periods)} | "
                    f"{listed(bounds)} | {listed(line.worst)} |")
    return "\n".join(rows) + "\n"


def shorter(line):
    """Its bounds, the first host's less one cycle."""
    _, (first, *others) = line.schedule(line.flits)
    return [first - 1, *others]


LINEAR += [
    *(task for line in LINES for task in line.tasks()),
    # For six hosts, pdr alone takes 140 s after merging.
    *(line.sporadic() for line in LINES if len(line.flits) < 6),
    GREEDY2.miss("short", shorter(GREEDY2)),
    *at_night([GREEDY3.miss("short", shorter(GREEDY3))]),
    *(GREEDY3.miss(name, greedy(GREEDY3.flits)[1], SWITCHES[name])
      for name in ("upstream_first", "depth1_stop")),
]

def ages(name, mode, check, buffers, parameters=None, **other):
    return Task(f"ages_{name}_{mode}", mode, "mway_ages_formal", SOURCES["mway_ages_formal"],
                {"Check": check, "Buffers": buffers, **(parameters or {})}, **other)


GUARD = "(~header[b] | ~old_q | (asked[b] & level[b] >= level_q));"

MWAY = [
    ages("first", "prove", 1, 1),
    ages("overtaken", "prove", 2, 1),
    ages("enters", "prove", 3, 1),
    ages("all", "cover", 0, 2, depth=30),
    ages("guard_mutant", "fail", 1, 1, fails="TopHeaderFirst", mutant=Mutant(
        "mway_ages.sv", GUARD, "(~header[b] | ~old_q | level[b] >= level_q);")),
    ages("short", "fail", 2, 1, parameters={"Overtake": 0},
         fails="OvertakenBounded"),
    ages("held_mutant", "fail", 3, 1, fails="TopHeaderEnters", mutant=Mutant(
        "mway_ages.sv", GUARD, "(~header[b] | ~old_q | (asked[b] & level[b] > level_q));")),
    *proof("mway_stages_formal", "stages", {"Buffers": 2}),
    *mutants("mway_stages_formal", "stages", {"Buffers": 2},
             ("HeaderFindsBuffer", "mway_stages.sv",
              "~(header_on_lines & channel_i.way == front_i[b].way)", "1'b1"),
             ("HeadersApart", "mway_stages.sv", ": request & ~header_q;", ": request;"),
             ("DataFindsRoom", "mway_stages.sv", "!= TagInvalid & ~fills_i;", "!= TagInvalid;")),
    # P2 of two buffers is not proved in the time of a task.
    *at_night([ages("first2", "prove", 1, 2), ages("enters2", "prove", 3, 2)]),
]

WORMHOLE = [
    *(task for requests in (2, 4, 5)
      for task in proof("wormhole_choice_formal", f"choice_requests{requests}",
                        {"Requests": requests})),
    *mutants("wormhole_choice_formal", "choice", {"Requests": 4},
             ("PairIsChain", "wormhole_choice_pair.sv",
              "(between == '0 || between == request_i)", "between == '0"),
             ("PairIsChain", "wormhole_choice_pair.sv", "(none ? two : '0);",
              "(none ? one : '0);")),
    *(task for requests, outputs in ((4, 1), (3, 2), (5, 2))
      for task in proof("wormhole_waiting_formal", f"waiting_requests{requests}_outputs{outputs}",
                        {"Requests": requests, "Outputs": outputs})),
    *(task for requests in (3, 5)
      for task in proof("wormhole_waiting_formal", f"waiting_whole_messages_requests{requests}",
                        {"Requests": requests, "Outputs": 2, "WholeMessages": 1})),
    *mutants("wormhole_waiting_formal", "waiting", {"Requests": 3, "Outputs": 2},
             ("PassedInTurn", "wf_arbiter_round_robin.sv", "mask_q <= mask_d;", "mask_q <= '0;")),
    *(task for depth in (1, 2, 3)
      for task in proof("wormhole_input_formal", f"input_depth{depth}", {"Depth": depth})),
    *mutants("wormhole_input_formal", "input", {"Depth": 3},
             ("WormholeInputRequestOfFront", "wormhole_input.sv", "level_q[0] || level_q[1] ?",
              "level_q[0] ?"),
             ("InputLevelCounts", "wormhole_input.sv", "if (push_i != pop_i) level_q",
              "if (push_i) level_q")),
    *(task for inputs, legs in ((2, "2'b11"), (5, "5'b11111"), (8, "8'b10110111"))
      for task in proof("wormhole_crossbar_formal", f"crossbar_inputs{inputs}",
                        {"Inputs": inputs, "Legs": legs})),
    *mutants("wormhole_crossbar_formal", "crossbar", {"Inputs": 8},
             ("ChainIsAndOr", "wormhole_crossbar.sv", "legs[Order[1]] | ones;",
              "legs[Order[1]];"),
             ("ChainIsAndOr", "wormhole_crossbar.sv", "(~data & data_i[Order[leg]])",
              "data_i[Order[leg]]"),
             ("ChainIsAndOr", "wormhole_crossbar.sv", "tail = tail ? tails[Order[leg+1]] :",
              "tail = tail ? tails[Order[leg]] :")),
]

def at_night_but(kept, tasks):
    """All but those named, which every run has."""
    return [task if task.name in kept else dataclasses.replace(task, nightly=True) for task in tasks]


def free_clocks(tasks, depth):
    return [dataclasses.replace(task, multiclock=True, depth=depth) for task in tasks]


TWO_CLOCKS = free_clocks(
    [*proof("stream_fifo_dual_clock_formal", "stream_fifo_dual_clock", {}),
     *mutants("stream_fifo_dual_clock_formal", "stream_fifo_dual_clock", {},
              ("WritePointerOneBit", "stream_fifo_dual_clock.sv", "binary ^ (binary >> 1);",
               "binary;"),
              ("CrossedHasRoom", "stream_fifo_dual_clock.sv", "pointer_t'(3) << (AddressWidth - 1);",
               "pointer_t'(1) << AddressWidth;"),
              ("CrossedNothingInvented", "stream_fifo_dual_clock.sv",
               "load && gray(read_q) != write_seen;", "load;"),
              ("CrossedUnchanged", "stream_fifo_dual_clock.sv",
               "data_q <= memory_q[read_q[", "data_q <= memory_q[read_d["))], depth=60)

STREAM = at_night_but(
    ("stream_entry_tight_prove", "stream_reassembly_prove", "stream_register_prove"),
    [*TWO_CLOCKS,
     *proof("stream_entry_formal", "stream_entry_tight", {"Depth": 2}),
     *(task for top in ("stream_entry", "stream_reassembly", "stream_register")
       for task in proof(f"{top}_formal", top, {})),
     *mutants("stream_entry_formal", "stream_entry", {},
              ("EntryWordUnchanged", "stream_entry.sv", "write_q <= start_q;",
               "write_q <= next(write_q);"),
              ("EntryShowsComplete", "stream_entry.sv",
               "assign store  = taken && !discard_q && !bad;", "assign store  = taken && !bad;"),
              ("EntryShowsComplete", "stream_entry.sv", "32'(s_axis_tdest_i) >= Terminals;",
               "32'(s_axis_tdest_i) > Terminals;")),
     *mutants("stream_reassembly_formal", "stream_reassembly", {},
              ("StreamOfferUnchanged", "stream_reassembly.sv", "!tvalid_q || m_axis_tready_i;",
               "1'b1;"),
              ("StreamMessageOneDest", "stream_reassembly.sv", "active_q ? sending_q : granted;",
               "granted;"),
              ("ReassemblyNothingInvented", "stream_reassembly.sv", "tvalid_q   <= 1'b0;",
               "tvalid_q   <= 1'b1;")),
     *mutants("stream_register_formal", "stream_register", {},
              ("RegisterWordUnchanged", "stream_register.sv", "spare_q ? spare_data_q :",
               "m_axis_tready_i ? spare_data_q :"),
              ("RegisterCounts", "stream_register.sv", "spare_q <= spare_q || push;",
               "spare_q <= push;"))])

AXI4 = [
    *proof("axi4_exit_formal", "axi4_exit", {}),
    *mutants("axi4_exit_formal", "axi4_exit", {},
             ("Axi4ExitReplyHeld", "axi4_exit.sv", "else if (word_taken && reply_o.last)",
              "else if (reply_o.last)"),
             ("Axi4ExitWriteHeld", "stream_register.sv", "assign load = !valid_q || m_axis_tready_i;",
              "assign load = 1'b1;")),
    *proof("axi4_entry_formal", "axi4_entry", {}),
    *mutants("axi4_entry_formal", "axi4_entry", {},
             ("Axi4EntryRequestHeld", "axi4_entry.sv", "assign taken       = state_q != Idle && request_ready_i;",
              "assign taken       = state_q != Idle;"),
             ("Axi4AnswersReadHeld", "axi4_answers.sv", "read_denied_q && read_free;", "read_denied_q;")),
]


def of_row(row):
    """The proof of a row, its covers, and its faults."""
    common = {"top": row.module, "sources": row.sources(), "parameters": row.get("parameters"),
              "row": row, "depth": row.data.get("depth", 14), "search": row.data.get("search", "")}
    asked = [Task(f"{row.name}_prove", "prove", engine=row.data.get("engine", ""), **common),
             Task(f"{row.name}_cover", "cover", **common)]
    for number, ([fails], *mutant) in enumerate(row.edits("fault"), 1):
        asked.append(Task(f"{row.name}_fault{number}", "fail", fails=fails, mutant=Mutant(*mutant), **common))
    return asked


MODULES = {row.name: of_row(row) for row in modules.rows() if "fault" in row.data}

SETS = {"modules": [task for asked in MODULES.values() for task in asked], "axi4": AXI4,
        "stream": STREAM, "common": COMMON, "linear": LINEAR, "mway": MWAY, "wormhole": WORMHOLE}

HASHES = modules.ROOT / "docs/results/proofs.json"


def hashes():
    return json.loads(HASHES.read_text()) if HASHES.exists() else {}


def changed():
    """Tasks of rows that are not as they were when all were proved; and every tenth of all."""
    kept = hashes()
    return [task for place, task in enumerate(SETS["modules"])
            if place % 10 == 0 or kept.get(task.row.name) != task.row.digest()]


def write_hashes(tasks):
    """Of the rows whose tasks are all among these."""
    proved = {name: asked[0].row.digest() for name, asked in MODULES.items()
              if all(task in tasks for task in asked)}
    kept = {name: key for name, key in hashes().items() if name in MODULES}
    HASHES.write_text(json.dumps(kept | proved, indent=1, sort_keys=True) + "\n")
