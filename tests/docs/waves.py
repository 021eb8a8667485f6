#!/usr/bin/env python3
"""Checks the GTKWave views against dumps of small networks of all families, without a screen.

  waves.py WAYFARER [--all]

Without --all, one name of each translate file is looked for on the pictures.
"""

import csv
import io
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from dumps import declarations, moments

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path()  # the first argument
ALL_NAMES = False
CYCLES = (100, 160)
RENDERINGS = 5
GTKWAVE_SECONDS = 300  # on a busy machine


def run(command, check=True, timeout=1200, **options):
    return subprocess.run(command, check=check, text=True, capture_output=True, timeout=timeout,
                          **options).stdout


def rows_above_scrollbars(picture):
    """The rows of a PNG, still filtered, without the last: GTK draws scrollbars as it pleases."""
    scrollbar_rows = 40
    header, compressed, position = b"", b"", 8
    while position < len(picture):
        length, kind = struct.unpack_from(">I4s", picture, position)
        body = picture[position + 8:position + 8 + length]
        header = body if kind == b"IHDR" else header
        compressed += body if kind == b"IDAT" else b""
        position += length + 12
    height = struct.unpack_from(">I", header, 4)[0]
    pixels = zlib.decompress(compressed)
    return pixels[:len(pixels) // height * (height - scrollbar_rows)]


class ViewTest:
    """One family's view. One dump for all tests; every rendering in a folder of its own."""

    family = ""
    shown = {}  # translate files, and names in them that are on the picture
    not_shown = ()  # a translate file, and a name in it for a value that never occurs
    least_signals = 0
    run_arguments = ()  # of the run whose dump is shown
    tiles = False  # whether to look also at a network made of tiles; `module`: in a tile as there
    module = ""
    node_arguments = ()  # the same for a run that is left to choose nodes; empty: the same
    unicast_arguments = ()  # the same for a run whose messages have one destination each
    terminals = 0
    insides = "gen_node"  # the generate block of a node
    chosen_channel = 0  # and the groups that a view of this channel has
    group = ""
    chosen_groups = []

    @classmethod
    def make_dump(cls):
        run([PROGRAM, "run", *cls.run_arguments, "--engine", "rtl", "--seed", "3", "--cycles",
             str(CYCLES[1]), "--warmup", str(CYCLES[0]), "--trace-waves",
             f"{cls.dump}:{CYCLES[0]}:{CYCLES[1]}"])

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.dump = cls.work / "dump.fst"
        cls.make_dump()
        cls.original = cls.settled_picture()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def render(cls, waves, **settings):
        """What GTKWave draws of the dump with the views of that folder."""
        picture = cls.work / "picture.png"
        picture.unlink(missing_ok=True)
        log = run(["xvfb-run", "-a", "-s", "-screen 0 1600x1900x24",
                   "env", f"WAYFARER_PICTURE={picture}",
                   *(f"WAYFARER_{name.upper()}={value}" for name, value in settings.items()),
                   "gtkwave", "--rcvar", "hide_sst on", "--rcvar", "initial_window_x 1200",
                   "--rcvar", "initial_window_y 1750", "-T", waves / f"{cls.family}.tcl", cls.dump],
                  timeout=GTKWAVE_SECONDS, stdin=subprocess.DEVNULL)
        if not picture.exists():
            raise AssertionError(log)
        return rows_above_scrollbars(picture.read_bytes())

    @classmethod
    def settled_picture(cls):
        """The picture that came out twice: on a busy machine GTKWave may grab before it has drawn."""
        seen = []
        for _ in range(RENDERINGS):
            seen.append(cls.render(ROOT / "waves"))
            if seen.count(seen[-1]) == 2:
                return seen[-1]
        raise AssertionError(f"{RENDERINGS} renderings, no two equal")

    def assert_original(self, render):
        """A difference counts when it comes every time."""
        self.assertTrue(any(render() == self.original for _ in range(RENDERINGS)))

    def changed_waves(self, change):
        """A copy of the views after change(copy)."""
        copy = self.work / "waves"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT / "waves", copy)
        change(copy)
        return copy

    def render_renamed(self, file, name):
        """The picture with another text in place of a translated name."""
        def rename(copy):
            path = copy / file
            text = re.sub(rf"^([01]+) {re.escape(name)}$", r"\1 @@@", path.read_text(), flags=re.M)
            self.assertNotEqual(text, path.read_text(), f"{file} has no '{name}'")
            path.write_text(text)
        return self.render(self.changed_waves(rename))

    @staticmethod
    def signals_of(dump):
        names = (f"{scope}.{''.join(words[4:-1])}"
                 for scope, words in declarations(run(["fst2vcd", "-f", dump])))
        return {re.sub(r"\[0:0\]$", "[0]", name) for name in names}  # as GTKWave says it

    def test_the_view_is_found_without_naming_the_family(self):
        shown = run([PROGRAM, "view", "--print", self.dump])
        self.assertIn(f"/waves/{self.family}.tcl ", shown)

    def test_names_are_on_the_picture(self):
        """Another name for a value must change the picture, so the name is on it."""
        for file, names in self.shown.items():
            for name in names if ALL_NAMES else names[-1:]:
                with self.subTest(file=file, name=name):
                    self.assertFalse(self.render_renamed(file, name) == self.original)

    def test_other_names_are_not_on_the_picture(self):
        """The counter-check: the same dump, and another name for a value that never occurs, make
        the same picture."""
        self.assert_original(lambda: self.render_renamed(*self.not_shown))

    def test_channel_can_be_chosen(self):
        view = self.work / "other.gtkw"
        self.render(ROOT / "waves", channel=self.chosen_channel, view=view)
        self.assertEqual(re.findall(rf"^-({self.group} \d+)", view.read_text(), re.M)[::2],
                         self.chosen_groups)

    def test_view_refers_to_what_exists(self):
        view = (ROOT / f"waves/{self.family}.gtkw").read_text()
        files = set(re.findall(r"^\^1 (.*)$", view, re.M))
        self.assertEqual(files, {f"waves/{file}" for file in self.shown})
        for file in files:
            self.assertTrue((ROOT / file).is_file(), file)
        signals = set(re.findall(r"(?:^|[ )])((?:TOP|bench)\.\S+)$",
                                 view.replace(" (", "\n(").replace(" TOP", "\nTOP")
                                 .replace(" bench", "\nbench"), re.M))
        self.assertGreater(len(signals), self.least_signals)
        self.assertEqual(signals - self.signals_of(self.dump), set())

    def test_rows_name_messages(self):
        """The view has the rows of the terminals that it shows. What terminals send and receive has
        the number, source and destination of the run's events."""
        view = (ROOT / f"waves/{self.family}.gtkw").read_text()
        self.assertEqual(set(re.findall(r"bench\.(\w+)\[", view)),
                         {"inject_message", "inject_destination", "eject_message", "eject_source"})
        dump, events = self.work / "messages.fst", self.work / "messages.events"
        run([PROGRAM, "run", *(self.unicast_arguments or self.node_arguments or self.run_arguments),
             "--engine", "rtl", "--cycles", "300", "--warmup", "0", "--trace-waves", dump,
             "--events", events])
        messages = {int(row["message"]): (int(row["source"]), int(row["destination"]))
                    for row in csv.DictReader(io.StringIO(run([PROGRAM, "events", events, "--csv", "-"])))
                    if row["event"] == "injected"}
        text = run(["fst2vcd", "-f", dump])
        rows = {}
        for scope, words in declarations(text):
            if scope == "bench":
                rows.setdefault(words[4].split("[")[0], []).append(words[3])
        ports = {row: len(codes) // self.terminals for row, codes in rows.items()}
        sent, received, last = set(), 0, {}
        for values in moments(text):
            for kind, other in (("inject", "destination"), ("eject", "source")):
                for at, codes in enumerate(zip(rows[f"{kind}_message"], rows[f"{kind}_{other}"])):
                    message, terminal = (int(values[code], 2) for code in codes)
                    if last.get((kind, at), (2**32 - 1,) * 2) == (message, terminal):
                        continue
                    last[kind, at] = message, terminal
                    here = at // ports[f"{kind}_message"]
                    pair = (here, terminal) if kind == "inject" else (terminal, here)
                    self.assertEqual(messages[message], pair, (kind, message))
                    if kind == "inject":
                        sent.add(message)
                    else:
                        received += 1
                        self.assertIn(message, sent)
        self.assertEqual(sent, set(messages))
        self.assertGreater(received, 5)

    def test_insides_of_chosen_nodes(self):
        """The insides of other nodes are left out; all other signals of the network remain."""
        both = []
        for nodes in ([], ["--trace-nodes", "1"]):
            dump = self.work / "nodes.fst"
            run([PROGRAM, "run", *(self.node_arguments or self.run_arguments), "--engine", "rtl",
                 "--cycles", "100", "--warmup", "0", "--trace-waves", dump, *nodes])
            both.append(self.signals_of(dump))
        whole, chosen = both
        # A scope in a generate block for each node: its number, and the rest of the name.
        inside = re.compile(rf"TOP\.\w+\.{self.insides}\[(\d+)\]\.\w+\.\w+")
        left_out = {signal for signal in whole
                    if (match := inside.match(signal)) and match.group(1) != "1"}
        self.assertGreater(len(left_out), 20)
        self.assertTrue(any(inside.match(signal) for signal in chosen))
        self.assertEqual(chosen & left_out, set())
        top = {signal for signal in whole
               if re.fullmatch(r"TOP\.\w+_network\.\w+(?:\[[\d:]+\])*", signal)}
        self.assertGreater(len(top), 5)
        self.assertEqual(top - chosen, set())
        if self.tiles:
            self.check_tiles(chosen, inside)

    def halves_of(self, dump, signals):
        """The values of these signals while the clock is low, by cycle."""
        text = run(["fst2vcd", "-f", dump])
        codes = {}
        for scope, words in declarations(text):
            codes[re.sub(r"\[0:0\]$", "[0]", f"{scope}.{''.join(words[4:-1])}")] = words[3]
        clock, = {code for name, code in codes.items() if re.fullmatch(r"TOP\.\w+\.clk_i", name)}
        return [{name: int(values[codes[name]], 2) for name in signals}
                for values in moments(text) if values[clock] == "0"]

    def check_tiles(self, whole, inside):
        """A network made of tiles has the same ports, and the same insides of the node."""
        dump = self.work / "tiles.fst"
        run([PROGRAM, "run", *self.run_arguments, "--engine", "rtl", "--build", "tiles", "--cycles",
             "100", "--warmup", "0", "--trace-waves", dump, "--trace-nodes", "1"])
        tiles = self.signals_of(dump)
        port = re.compile(r"TOP\.\w+_network\.(clk_i|rst_ni|(inject|eject|error|channel)_\w+_[io])\b")
        ports = {signal for signal in whole if port.match(signal)}
        self.assertGreater(len(ports), 20)
        self.assertEqual(ports - tiles, set())
        # The whole network is in nodes.fst: in the middle of each cycle, ports have the same values.
        network, made = (self.halves_of(each, ports) for each in (self.work / "nodes.fst", dump))
        self.assertGreaterEqual(len(network), 100)
        self.assertEqual(network, made)
        insides = {signal for signal in whole
                   if (match := inside.match(signal)) and match.group(1) == "1"
                   and f".{self.module}." in signal}
        self.assertGreater(len(insides), 10)
        self.assertEqual(insides - tiles, set())


class MwayTest(ViewTest, unittest.TestCase):
    family = "mway"
    shown = {
        "flit_2d.txt": ["idle", "to X-", "to P0", "body", "tail"],
        "driver_2d.txt": ["by X+", "by X-", "by Y+", "by Y-", "by P0"],
        "buffer_state.txt": ["free", "open", "open, empty", "leaving"],
        "tag.txt": ["idle", "header", "body", "tail"],
        "error_3.txt": ["-"],
    }
    not_shown = ("driver_2d.txt", "by P7")
    least_signals = 80
    run_arguments = ("mesh4x4", "--load", "0.14")
    terminals = 16
    insides = "gen_channel"
    tiles = True
    module = "u_node"
    chosen_channel = 10
    group = "channel"
    chosen_groups = ["channel 10", "channel 11", "channel 14"]


    def test_shipped_translations_equal_made_ones(self):
        """Without the shipped files the view makes up its own, as for any other shape."""
        def remove(copy):
            (copy / "driver_2d.txt").unlink()
            (copy / "flit_2d.txt").unlink()
        self.assert_original(lambda: self.render(self.changed_waves(remove)))

    def test_cycle_can_be_chosen(self):
        self.assert_original(lambda: self.render(ROOT / "waves", cycle=CYCLES[0]))
        self.assertFalse(self.render(ROOT / "waves", cycle=130) == self.original)


class LinearTest(ViewTest, unittest.TestCase):
    family = "linear"
    shown = {
        "linear_flit.txt": ["idle", "header", "body", "tail"],
        "linear_input.txt": ["local", "upstream"],
        "error_2.txt": ["-"],
    }
    not_shown = ("linear_flit.txt", "single")
    least_signals = 90
    node_arguments = ("line4",)
    terminals = 5
    insides = "gen_host"
    chosen_channel = 2
    group = "(?:switch|host)"
    chosen_groups = ["switch 3", "switch 4", "host 3", "host 4"]

    @classmethod
    def make_dump(cls):
        # The search finds a miss and prints the command that shows it. Status 1: it is one.
        found = subprocess.run([PROGRAM, "schedule", "--hosts", "4", "--flits", "4", "--schedule",
                                "greedy", "--upstream-first", "--verify"],
                               text=True, capture_output=True, timeout=1200)
        replay = re.search(r"to see it in the hardware:\n  (.*)", found.stderr).group(1)
        shown = subprocess.run(shlex.split(replay.replace("miss.fst", str(cls.dump))), text=True,
                               capture_output=True, timeout=1200)
        assert (found.returncode, shown.returncode) == (1, 1), found.stderr + shown.stderr
        assert "MISSED" in shown.stdout, shown.stdout


class WormholeTest(ViewTest, unittest.TestCase):
    family = "wormhole"
    shown = {
        "linear_flit.txt": ["idle", "header", "body"],
        "wormhole_input_flow.txt": ["moves", "empty"],
        "wormhole_groups_4x2x1.txt": ["-"],
        "wormhole_inputs_4x2x1_2.txt": ["-"],
        "error_3.txt": ["-"],
    }
    not_shown = ("linear_flit.txt", "single")
    least_signals = 30
    tiles = True
    module = "u_router"
    run_arguments = ("romm-mesh4x4-2phase", "--set", "topology.extents=3x2", "--load", "0.3",
                     "--set", "router.seed=1")
    terminals = 6
    chosen_channel = 8
    group = "node"
    chosen_groups = ["node 2", "node 3"]


class CutThroughTest(ViewTest, unittest.TestCase):
    family = "cut_through"
    shown = {
        "linear_flit.txt": ["idle", "header", "body"],
        "cut_through_input.txt": ["moves, full", "empty"],
        "cut_through_choices_4x2_1.txt": ["-"],
        "cut_through_inputs_4x2_1_1.txt": ["-"],
        "cut_through_outputs_4x2_1.txt": ["-"],
        "error_3.txt": ["-"],
    }
    not_shown = ("linear_flit.txt", "single")
    least_signals = 15
    run_arguments = ("fs-mesh4x4-star", "--set", "topology.extents=2x1", "--load", "0.9")
    terminals = 2
    chosen_channel = 4
    group = "node"
    chosen_groups = ["node 1", "node 0"]


class IbaTest(ViewTest, unittest.TestCase):
    family = "iba"
    shown = {
        "linear_flit.txt": ["idle", "header", "body", "tail"],
        "iba_ports.txt": ["-", "local", "north", "south", "L+S"],
        "error_6.txt": ["-"],
    }
    not_shown = ("linear_flit.txt", "single")
    least_signals = 40
    run_arguments = ("iba4x4", "--set", "topology.extents=2x2", "--set", "router.virtual_lanes=1",
                     "--pattern", "multicast:100:60:50", "--load", "0.3")
    unicast_arguments = ("iba4x4", "--set", "topology.extents=2x2", "--set",
                         "router.virtual_lanes=1", "--load", "0.3")
    terminals = 4
    insides = "gen_switch"
    chosen_channel = 8
    group = "switch"
    chosen_groups = ["switch 2", "switch 3"]


class DeflectionTest(ViewTest, unittest.TestCase):
    family = "deflection"
    shown = {
        "deflection_flit.txt": ["idle", "on its way", "deflected"],
        "deflection_input.txt": ["none", "north", "west", "terminal"],
        "error_2.txt": ["-"],
    }
    not_shown = ("deflection_flit.txt", "-")
    least_signals = 30
    run_arguments = ("deflection4x4", "--set", "topology.extents=3x2", "--load", "0.3", "--stall",
                     "0.1")
    terminals = 6
    chosen_channel = 9
    group = "node"
    chosen_groups = ["node 4", "node 5", "node 1"]

    def test_a_script_that_fails_says_so(self):
        """An error in GTKWave's own script leaves it open and silent."""
        def break_it(copy):
            path = copy / "deflection.tcl"
            path.write_text(path.read_text() + "\nno_such_command\n")
        with self.assertRaises(subprocess.CalledProcessError) as caught:
            self.render(self.changed_waves(break_it))
        self.assertIn("the view's script failed", caught.exception.stderr)
        self.assertIn('invalid command name "no_such_command"', caught.exception.stderr)


class MadeViewsTest(unittest.TestCase):
    def test_checked_in_views_are_the_generated_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            run([ROOT / "waves" / "make_views", PROGRAM, work])
            views = sorted(path.stem for path in (ROOT / "waves").glob("*.sh"))
            self.assertGreaterEqual(len(views), 5)
            for family in views:
                self.assertTrue((work / f"docs/figures/{family}_wave.png").stat().st_size > 0)
                generated = (work / f"waves/{family}.gtkw").read_text()
                self.assertEqual((ROOT / f"waves/{family}.gtkw").read_text(), generated,
                                 "run waves/make_views")


if __name__ == "__main__":
    PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
    ALL_NAMES = sys.argv[1:] == ["--all"] and bool(sys.argv.pop())
    unittest.main(verbosity=2)
