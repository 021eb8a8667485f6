#!/usr/bin/env python3
"""Compares docs/results/ with the program.

Runs `wayfarer reproduce` for the experiments of the papers and compares the rows with the committed
ones. Runs are deterministic, so they must be equal to the last digit; a changed verdict is a change
of behaviour that needs a review.

Experiments that take minutes are run short, with few cycles or seeds but nearly all of their cells:
a change of behaviour shows in these as well. Their values are in tests/papers/short.json. With
--whole they are run in full; --write renews all committed files, --write-short those that need no
full runs.

Committed for each experiment: its JSON file without the single runs, its picture, its part of the
family's page and its lines in README.md, which is the index.md of `wayfarer reproduce all`.

usage: papers.py PROGRAM [--whole | --write | --write-short] [FAMILY or ID ...]
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
SHORT = ROOT / "tests" / "papers" / "short.json"


class Page(typing.NamedTuple):
    """The content of a family's page, docs/results/<family>.md."""
    title: str
    introduction: list
    experiments: dict
    short: dict = {}  # by experiment, the options of its short run; none: it is short itself


PAGES = {
    "mway": Page(
        "Mudawwar beside our values",
        ["Made by `tests/papers/papers.py build/release/wayfarer --write`; the tests",
         "`papers_mway_whole` (nightly) and `papers_mway` (short runs) check it. Cycle model, 100,000 cycles of which the first 30,000 are ignored,",
         "uniform traffic, dimension order, 64-byte messages, seed 1. [mway-paper.md](../mway-paper.md) says",
         "where and why values differ."],
        {"mway-fig1": "Figure 1: channels, routers and processors",
         "mway-fig4": "Figure 4: the channel arbiter",
         "mway-fig7": "Figure 7: the size of the buffers, 16x16 mesh, one buffer a set",
         "mway-fig8": "Figure 8: the number of buffers of 2 flits, 16x16 mesh",
         "mway-fig9": "Figure 9: utilisation of the channels of the 16x16 mesh at saturation",
         "mway-fig10": "Figure 10: eleven networks of 512 processors",
         "mway-starvation": "Anti-starvation: the longest wait with and without ages",
         "mway-cyclic": "Figures 7 to 10 with cyclic Stat beside exact Stat",
         "mway-stages": "Two registered stages: latency and peak of ejection",
         "mway-multicast": "Multicast: messages to groups, and unicast copies",
         "mway-adaptive": "Adaptive routing and balanced classes",
         "mway-clocks": "Two clocks a router: equal ones, with phases, and of other frequencies",
         "mway-torus": "Section 5.2: a torus, and a mesh under local traffic",
         "mway-pins": "Section 2: m-way channels and k-ary n-cubes at equal pins"},
        short={**dict.fromkeys(["mway-fig7", "mway-fig8", "mway-fig10"], "--cycles 2000"),
               "mway-starvation": "--cycles 1000 --runs 1", "mway-pins": "--cycles 500",
               "mway-torus": "--cycles 1000", "mway-cyclic": "--cycles 500",
               "mway-stages": "--cycles 500", "mway-adaptive": "--cycles 200",
               "mway-clocks": "--cycles 500 --runs 1"}),
    "linear": Page(
        "Yang et al. beside our values",
        ["Made by `tests/papers/papers.py build/release/wayfarer --write`; the tests",
         "`papers_linear_whole` (nightly) and `papers_linear` (short runs) check it. Schedules in closed form; longest responses by search on rigid trains,",
         "seed 1, hops counted: a host over `i` switches has `d_i + i - 1` cycles from release to",
         "the delivery of the tail. Every value that differs is an error of the paper: a deadline that",
         "it promises and no such network keeps, or a sum. [linear-schedules.md](../linear-schedules.md) has the",
         "counter-examples, and schedules that are proven. The utilisation of nine hosts with the uniform",
         "schedule, 1/9, is not a value of the paper, which only prints a limit of .5.",
         "",
         "The last table, beyond the paper, has of the last host, hops not counted: the longest response found,",
         "the bound that is proved, and those of network calculus and of TSN shapers, whose sources are in",
         "[linear-schedules.md](../linear-schedules.md#9-the-bounds-of-other-theories)."],
        {"linear-table": "Section V: the comparison of schedules",
         "linear-utilisation": "Sections III to V: utilisation of the server's link",
         "linear-objective": "Sections II and V: mean periods and delivery times against utilisation",
         "linear-worst": "Longest responses: what the schedules miss, and what holds",
         "linear-tightness": "Bounds of several theories beside the longest response found"},
        short={"linear-worst": "--runs 500", "linear-tightness": "--runs 100 --only equal"}),
    "fs": Page(
        "Fulgham and Snyder beside our values",
        ["Made by `tests/papers/papers.py build/release/wayfarer --write`; the tests",
         "`papers_fs_whole` (nightly) and `papers_fs` (short runs) check it. Loads of saturation on the 16x16 torus and mesh, 1.0 being a",
         "message of 20 flits for each node in 80 (mesh: 160) cycles: the first one, in steps of",
         "0.05, at which more than 0.6 % of the messages generated are not delivered. Median of seeds",
         "1 to 5, which is on the paper's grid like its own values (a mean would not be), each with 20,000",
         "cycles after 5,000 of warm-up; no search begins at the paper's value. A value is *ok* within 0.05.",
         "Below each are the least and the greatest of the seeds, and the growth one step below the median and",
         "at it. \"At random\" means equal chances, in these tables and in Figures 1 and 2; the cheaper choice by",
         "XOR, which prefers some buffers, is a variant in *choices*. Figures 1 and 2 have one seed and the same",
         "cycles; the paper has them as pictures, so that only what its text says of them is held against ours.",
         "\"Initially\" is up to a third of the load of saturation, the first of the three phases that the text",
         "names; its \"neighborhood of saturation\" is the load at which the input-driven router saturates, and one",
         "step below. There, complement on the adaptive routers is a note: it is \"the only exception\" of",
         "throughput and saturation, since the output-driven router saturates first. In the pictures of the",
         "tables, bands are the paper's values with the tolerance, and bars the extremes of our seeds.",
         "",
         "The five last tables are means of seeds 1 to 3 with choices by XOR unless they say otherwise, and",
         "have several values in a cell:",
         "",
         "- two readings: the loads with `lane_binding` none and header and `output_room` empty, then the",
         "  same with `output_room` draining; before them the count of cells within 0.05 and 0.10 of the",
         "  paper, and the sum of deviations, of all cells and of each column;",
         "- choices: input-driven routers in fixed order, at random by XOR, at random with equal chances,",
         "  and round robin, beside the paper's fixed and random order; output-driven ones by XOR and",
         "  with equal chances. Oblivious headers have no choice of outputs;",
         "- lengths: input-driven in fixed order, then output-driven. Load 1.0 is the same number of",
         "  flits at every length, buffers hold one message, and a run has as many times more cycles as",
         "  messages are longer than 20 flits. Latency and throughput are of seed 1; the greatest",
         "  throughput is that of the loads 0.7, 0.8, 0.9 and 1.0;",
         "- orders, at load 0.5: input-driven in fixed order, round robin and at random, then",
         "  output-driven; lengths, buffers, cycles and seed as there;",
         "- Chaos: it, *-channels output-driven and input-driven in fixed order, minimal triplex likewise,",
         "  and *-channels output-driven with two adaptive virtual channels. Latency, throughput and",
         "  derouted hops, these at the loads 0.2, 0.4, 0.6, 0.8, 1.0 and 1.2, are of seed 1.",
         "",
         "[cut_through.md](../cut_through.md) says where and why values differ."],
        {"fs-router": "Section 3: buffers, channels and cycles of the routers",
         "fs-fig1": "Figure 1: throughput and latency on the torus, fixed order",
         "fs-fig2": "Figure 2: the same for three other patterns",
         "fs-table1": "Table 1: torus, fixed order",
         "fs-table2": "Table 2: mesh, fixed order",
         "fs-table3": "Table 3: random order (output-driven columns: Tables 1 and 2)",
         "fs-readings": "Tables 1 to 3 under both readings of two sentences",
         "fs-choices": "Cells of Tables 1 to 3 with buffers chosen by XOR, with equal chances, or round robin",
         "fs-lengths": "Messages of 10 to 80 flits, random traffic",
         "fs-orders": "Adaptive routers by the order of their outputs, random traffic",
         "fs-chaos": "The Chaos router, not minimal, beside the adaptive ones"},
        short={**dict.fromkeys(["fs-fig1", "fs-fig2"], "--cycles 1000"),
               **dict.fromkeys(["fs-table1", "fs-table2", "fs-table3"], "--cycles 1000 --runs 1"),
               "fs-readings": "--cycles 1000 --runs 1 --only shuffle",
               "fs-choices": "--cycles 1000 --runs 1 --only 'star, input-driven, random'",
               "fs-lengths": "--cycles 1000 --runs 1 --only 'star, 40 flits'",
               "fs-orders": "--cycles 1000 --only 'mesh16x16-star, 20 flits'",
               "fs-chaos": "--cycles 1000 --runs 1 --only 'torus16x16, random'"}),
    "iba": Page(
        "Zhou et al. beside our values",
        ["Made by `tests/papers/papers.py build/release/wayfarer --write`; the tests",
         "`papers_iba_whole` (nightly) and `papers_iba` (the example and rows of 128 bytes) check it. Cycle model, 16x16 mesh, flits of 16 bytes,",
         "one message from each source, groups drawn with seed 1. The paper names no size of the switches'",
         "buffers. Its figures have messages of 32 bytes to 8 KB on one network, so that a virtual lane here has",
         "room for 8 KB, and claims are held against this; rows *buffers of one packet* have the same with",
         "buffers that grow with the message, as \"two packets using the same buffer\" can be read. The paper's",
         "text has no numbers for its Figures 8 to 16, only claims; *always* stands for the paper's",
         "words, and the count says in how many of our cases it is so. A row of the second table:",
         "",
         "- cycles until the last delivery: multicast with independent branches (with all-or-nothing",
         "  starts) < unicast copies: how many times faster the branches are;",
         "- bounds: flits that the busiest terminal gets; flits over the middle for each link there,",
         "  multicast < unicast; flits that the busiest terminal sends, multicast < unicast.",
         "",
         "The picture has a row for each figure, with messages of 32, 64, 128 and 256 bytes in (a) and of 512",
         "bytes, 2 KB and 8 KB in (b): the paper only has the range. 64 and 256 bytes are in no table.",
         "",
         "No claims of the paper, and notes therefore: more virtual lanes for multicast (Remark 3 speaks of unicast",
         "schemes only); shared and dedicated lanes from 512 bytes on (\"this observation is not clear when the",
         "data size is large\"); mean latencies, as the paper speaks of \"the execution of multicast operations\",",
         "which ends with the last delivery.",
         "",
         "8 KB are one packet, as in the paper. The last table goes beyond it: uniform traffic on 9x9",
         "switches, terminals with one service level and virtual lane each. Its rows have, for levels",
         "0 : 1 and so on, the flits that a terminal of the level gets through in a cycle, their mean",
         "latency with queueing at the source, and the levels' shares of links used in nine of ten",
         "cycles at least. [iba.md](../iba.md) has the rules, and says why claims",
         "do not hold."],
        {"iba-example": "The worked example: the 5x5 mesh of Figures 5 and 7",
         "iba-multicast": "Figures 8 to 16: multicast and unicast on the 16x16 mesh",
         "iba-levels": "Figures 8 to 16 with virtual lanes by service level",
         "iba-draws": "Their claims over five draws of sources and groups",
         "iba-arbitration": "VL arbitration on 9x9 switches: shares and latencies by service level"},
        short={**dict.fromkeys(["iba-multicast", "iba-levels"], "--only '128 B'"),
               "iba-draws": "--only '32 B' --runs 1",
               "iba-arbitration": "--cycles 1000 --only '2 VLs'"}),
    "romm": Page(
        "Nesson and Johnsson beside our values",
        ["Made by `tests/papers/papers.py build/release/wayfarer --write`; the tests",
         "`papers_romm_whole` (nightly) and `papers_romm` (short runs) check it. In Tables 1 to 4 *measured* is exact: enumeration of all choices of all",
         "messages on the mesh, where the paper has closed forms. A repaired form follows one that",
         "*differs*. In Tables 6 and 7 and Figures 5 to 7 it is the mean of 32 runs of the cycle model, as in the paper,",
         "with seeds 1 to 32; in Figure 8 and what goes beyond the paper, of eight (`--runs 32` asks for more).",
         "[wormhole.md](../wormhole.md) has the router's rules.",
         "Table 6 has slopes of Figures 5 to 7: cycles over messages would be 133 and 345 for the cycles of Table",
         "7, where it prints 130 and 340. The paper does not give the L of its plots; here they are 1, 5, 10, 20, 50",
         "and 100, and slopes are least squares over all of them. The figures' rows show them as notes, as",
         "Table 6 compares them already.",
         "Below a value of Tables 6 and 7 are, in its unit, the standard deviation of a run, half the width of",
         "the mean's 95 % interval, and the least and the greatest run. A mean that is farther from the paper's",
         "than its half width differs by more than our runs' chance; the paper's own mean of 32 runs has as much",
         "again. Figures 5 to 8 are pictures without numbers; their shapes are held against the text.",
         "\"Every node injects L messages (except, of course, for any node whose destination is itself)\": such",
         "nodes send nothing. The printed averages of random tasks are over all destinations, the source included,",
         "and so are the longest paths and loads of VALIANT's random rows here; rows *none to oneself* are without.",
         "On 5x5 there is no bit-complement: its rows are notes.",
         "",
         "What is wrong in the closed forms as printed:",
         "",
         "- Table 1: VALIANT's longest transpose path needs source and destination to differ in one pair of",
         "  dimensions, not in all.",
         "- Table 4, VALIANT transpose: K/4 (2 - N^-1/2), not (K - 1)/2, for even K; p-PHASE",
         "  transpose: the product's denominator is 2j - 2i + 1, which shows from d = 6 on.",
         "- Table 4 for p > d: cut displacements crowd the middle, and neither bit-complement's K/2",
         "  nor random traffic's K/4 holds.",
         "- *Expected maximum edge load* is the maximum of the expected loads."],
        {"romm-table1": "Table 1: average and longest paths",
         "romm-table2": "Table 2: numbers of paths",
         "romm-table3": "Table 3: numbers of paths for a longest route, 4096 nodes",
         "romm-table4": "Table 4: greatest expected edge loads",
         "romm-table5": "Table 5: virtual channels, buffers and headers",
         "romm-theorems": "Theorems 1 to 4: deadlock, livelock and starvation",
         "romm-table6": "Table 6: cycles per message",
         "romm-table7": "Table 7: transpose on the 16x16 mesh, 50 messages a node",
         "romm-nodes": "Section 4.2: phases over random nodes, beside the paper's",
         "romm-cardinality": "Section 4.2: the d of a task on two of three or four dimensions",
         "romm-headers": "Section 6: headers of one flit, beside those of a flit for each phase",
         "romm-cut-through": "Theorem 2, remark: virtual cut-through, beside wormhole switching",
         "romm-depth": "Section 7: the depth of the input buffers",
         "romm-sizes": "Section 7: sizes of messages, and a mix of them",
         "romm-worst": "Sections 1 and 4: the worst permutation of each routing",
         "romm-fig5": "Figure 5: cycles over messages of a node, 16x16 mesh",
         "romm-fig6": "Figure 6: cycles over messages of a node, 16x16 torus",
         "romm-fig7": "Figure 7: cycles over messages of a node, 4x4x4 torus",
         "romm-fig8": "Figure 8: cycles per message over the size of the mesh"},
        # Networks, routings and tasks are those of Table 6.
        short={"romm-nodes": "--runs 1 --only transpose", "romm-cardinality": "--runs 1 --only 4x4x4",
               "romm-headers": "--runs 1 --only torus4x4x4", "romm-table7": "--runs 8",
               "romm-cut-through": "--runs 1 --only 'mesh16x16 transpose 2phase'",
               "romm-depth": "--runs 1 --only '2phase transpose'",
               "romm-sizes": "--runs 1 --only 'torus16x16 transpose, 3'",
               "romm-fig5": "--runs 1 --only transpose", "romm-fig6": "--runs 1 --only complement",
               "romm-fig7": "--runs 1", "romm-fig8": "--runs 1 --only 8x8",
               "romm-table6": "--runs 1", "romm-worst": "--runs 1 --only 'mesh 8x8 2-PHASE'"}),
}


def reproduce(program, experiment, options=""):
    """The result of one experiment and its picture, if it has one."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "reproduce", experiment, "--output", folder, *shlex.split(options)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"{experiment}: the program ended with status {done.returncode}")
        result = json.loads(pathlib.Path(folder, f"{experiment}.json").read_text())
        result.pop("points", None)
        result.pop("revision", None)  # it would change with every commit
        picture = pathlib.Path(folder, f"{experiment}.svg")
        return result, picture.read_text() if picture.exists() else None


def cell(value):
    if value is None:
        return "-"
    if isinstance(value, list):
        return " ".join(f"{entry:.3g}" for entry in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def members_of(network):
    """The m of 8x8x4xP2 or 7D-HCxP4: the routers of a channel, of which a mesh of extent 2 has one
    for each dimension, and its processors."""
    extents, processors = network.rsplit("xP", 1)
    routers = int(extents[:-4]) if extents.endswith("D-HC") else 2 * (extents.count("x") + 1)
    return routers + int(processors)


def settling_text(results):
    """mway-pins in nanoseconds, by the clocks of placed designs."""
    placed = {row["design"]: row for row in json.loads((RESULTS / "fpga.json").read_text())}
    settling = {row["parameters"]["Members"]: row for name, row in placed.items()
                if name.startswith("mway-arbitration-")}

    def period(design):
        return 1000 / placed[design]["mhz"]

    def cycle(contender):
        kind, network = contender.split(" ")[:2]
        if kind == "m-way":
            extra = (1000 / settling[members_of(network)]["mhz"]) - 1000 / settling[5]["mhz"]
            return period("mway-network-2x2") + extra
        return period("wormhole-network-2x2-2vc" if kind == "wormhole"
                      else "cut-through-router-input-driven")

    values = {row["cell"]: row["measured"] for row in results["mway-pins"]["rows"]}
    contenders = [name.split(": ")[0] for name in values if name.endswith(": routers")]
    lines = ["## Section 2 in nanoseconds: how long the wired-OR lines settle", "",
             "All networks of the table before have one clock, which no two of them would have. The arbitration of",
             "a channel alone, placed (`mway-arbitration-M` in [fpga.md](fpga.md)): its longest path is the settling",
             "of the priority lines, from the current driver's number to the next one's, here through gates. Wires",
             "between chips, of which the paper's channels have M each and links two, come on top of it.", "",
             "| members m | levels | MHz | ns |", "|--:|--:|--:|--:|"]
    lines += [f"| {members} | {row['levels']} | {row['mhz']} | {1000 / row['mhz']:.1f} |"
              for members, row in sorted(settling.items())]
    lines += ["", "With the clocks of placed designs: links have those of `wormhole-network-2x2-2vc` and",
              "`cut-through-router-input-driven`, m-way networks that of `mway-network-2x2`, whose m is 5, with the",
              "difference of the settling added. All are of 32 bits on the same part.", "",
              "| | ns per cycle | latency without load, ns | peak, bytes per processor and µs |",
              "|---|--:|--:|--:|"]
    for contender in contenders:
        time = cycle(contender)
        latency = time * values[f"{contender}: latency without load, closed form"]
        peak = 1000 / time * values[f"{contender}: peak, bytes per processor and cycle"]
        lines.append(f"| {contender} | {time:.1f} | {latency:.0f} | {peak:.1f} |")
    return lines + [""]


def page_text(page, results):
    """All experiments of a family as one Markdown page."""
    lines = [f"# {page.title}", "", *page.introduction, ""]
    for experiment, title in page.experiments.items():
        result = results[experiment]
        lines += [f"## {title}", "", f"`wayfarer reproduce {experiment}`: {result['summary']}", ""]
        if result["pictures"]:
            lines += [f"![{title}]({experiment}.svg)", ""]
        for miss in result["known_deviations"]:
            cells = "; ".join(f"*{cell}*" for cell in miss["cells"])
            lines.append(f"- **{miss['kind']}**: {cells}: {miss['reason']}")
        if result["known_deviations"]:
            lines.append("")
        lines += ["| | paper | measured | deviation | tolerance | verdict |",
                  "|---|--:|--:|--:|--:|---|"]
        for row in result["rows"]:
            deviation = row.get("deviation")
            shown = f"{100 * deviation:+.2f} %" if isinstance(deviation, float) else "-"
            lines.append(f"| {row['cell']} | {cell(row['paper'])} | {cell(row['measured'])} | "
                         f"{shown} | {row['tolerance'] or '-'} | {row['verdict']} |")
        lines.append("")
        if experiment == "mway-pins":
            lines += settling_text(results)
    return "\n".join(lines)


def difference(experiment, kept, made):
    for old, new in zip(kept, made):
        if old != new:
            return f"{experiment}: was {old}\n{' ' * len(experiment)}  is  {new}"
    return f"{experiment}: {len(kept)} rows were kept, {len(made)} were made"


def short_run(program, experiment, options):
    """The kept part of a short run. Its verdicts do not judge the paper, but must not change."""
    result, _ = reproduce(program, experiment, options)
    return {"options": options,
            "rows": [[row["cell"], row["measured"], row["verdict"]] for row in result["rows"]]}


def check_family(family, program, chosen, mode):
    """Runs the chosen experiments of a family; returns whether any committed result differs."""
    page = PAGES[family]
    failed = False
    results = {}
    shorts = json.loads(SHORT.read_text()) if SHORT.exists() else {}
    for experiment in page.experiments:
        path = RESULTS / f"{experiment}.json"
        kept = json.loads(path.read_text()) if path.exists() else {"rows": []}
        results[experiment] = kept
        if experiment not in chosen:
            continue
        options = page.short.get(experiment)
        if options and mode != "whole":
            made = short_run(program, experiment, options)
            if mode != "short":
                shorts[experiment] = made
            elif made != shorts.get(experiment):
                print(difference(f"{experiment} {options}", shorts[experiment]["rows"],
                                 made["rows"]))
                failed = True
        if options and "short" in mode:
            continue
        made, picture = reproduce(program, experiment)
        if mode == "write":
            results[experiment] = made
            path.write_text(json.dumps(made, indent=1) + "\n")
            if picture:
                path.with_suffix(".svg").write_text(picture)
            continue
        if picture and path.with_suffix(".svg").read_text() != picture:
            print(f"{experiment}.svg is not what papers.py --write makes")
            failed = True
        if kept["rows"] != made["rows"]:
            print(difference(experiment, kept["rows"], made["rows"]))
            failed = True
    text = page_text(page, results)
    path = RESULTS / f"{family}.md"
    if "write" in mode:
        path.write_text(text)
        SHORT.write_text("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(shorts[name])}"
                                            for name in sorted(shorts)) + "\n}\n")
    elif not failed and path.read_text() != text:
        print(f"docs/results/{family}.md is not what papers.py --write makes")
        failed = True
    return failed


def check_index(program, write):
    """README.md over all results; returns whether it differs from the committed one."""
    with tempfile.TemporaryDirectory() as folder:
        version = subprocess.run([program, "--version"], check=True, capture_output=True,
                                 text=True).stdout.split()[0]
        for path in RESULTS.glob("*-*.json"):
            if json.loads(path.read_text())["version"] != version:
                sys.exit(f"{path.name} is of another version than {version}: run papers.py --write")
            shutil.copy(path, folder)
        done = subprocess.run([program, "reproduce", "all", "--output", folder],
                              stdout=subprocess.DEVNULL, check=False)
        text = pathlib.Path(folder, "index.md").read_text()
    text = re.sub(r"\(([a-z]+)-[a-z0-9-]+\.html\)", r"(\1.md)", text)
    path = RESULTS / "README.md"
    if write:
        path.write_text(text)
    elif path.read_text() != text:
        print("docs/results/README.md is not what papers.py --write makes")
        return True
    if done.returncode != 0:
        print("some misses are unexplained: see docs/results/README.md")
    return done.returncode != 0


def check_figure(program, write):
    """The deadlines of all schedules of Yang et al.; returns whether the picture differs."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "schedule", "--hosts", "9", "--flits", "16", "--plot",
                        f"{folder}/schedules.svg"],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        made = pathlib.Path(folder, "schedules.svg").read_text()
    path = ROOT / "docs" / "figures" / "linear-deadlines.svg"
    if write:
        path.write_text(made)
    elif path.read_text() != made:
        print(f"{path.relative_to(ROOT)} is not what papers.py --write makes")
        return True
    return False


def main():
    program, *names = [a for a in sys.argv[1:] if not a.startswith("--")]
    names = names or list(PAGES)
    mode = next((m for m in ("write", "write-short", "whole") if f"--{m}" in sys.argv), "short")
    failed = False
    for family, page in PAGES.items():
        chosen = [e for e in page.experiments if e in names or family in names]
        if chosen:
            failed |= check_family(family, program, chosen, mode)
    if "linear" in names:
        failed |= check_figure(program, "write" in mode)
    failed |= check_index(program, "write" in mode)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
