#!/usr/bin/env python3
"""Checks the GTKWave views against a dump of the 4x4 mesh, without a screen.

  waves.py WAYFARER
"""

import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path()  # the first argument
CYCLES = (100, 160)


def run(command, **options):
    return subprocess.run(command, check=True, text=True, capture_output=True, timeout=1200,
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


class WavesTest(unittest.TestCase):
    """One dump for all tests; every rendering in a folder of its own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = pathlib.Path(cls.folder.name)
        cls.dump = cls.work / "mesh4x4.fst"
        run([PROGRAM, "run", "mesh4x4", "--engine", "rtl", "--load", "0.14", "--seed", "3",
             "--cycles", str(CYCLES[1]), "--warmup", str(CYCLES[0]),
             "--trace-waves", f"{cls.dump}:{CYCLES[0]}:{CYCLES[1]}"])
        cls.original = cls.render(ROOT / "waves")

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
                   "--rcvar", "initial_window_y 1750", "-T", waves / "mway.tcl", cls.dump],
                  stdin=subprocess.DEVNULL)
        if not picture.exists():
            raise AssertionError(log)
        return rows_above_scrollbars(picture.read_bytes())

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

    def dumped_signals(self):
        text = run(["fst2vcd", "-f", self.dump])
        names, scopes = set(), []
        for line in text[:text.index("$enddefinitions")].splitlines():
            words = line.split()
            if line.startswith("$scope"):
                scopes.append(words[2])
            elif line.startswith("$upscope"):
                scopes.pop()
            elif line.startswith("$var"):
                names.add(".".join([*scopes, "".join(words[4:-1])]))
        return names

    def test_same_dump_same_picture(self):
        """What the comparisons below rest on."""
        self.assertTrue(self.render(ROOT / "waves") == self.original)

    def test_names_are_on_the_picture(self):
        """Another name for a value must change the picture, so the name is on it."""
        shown = {
            "flit_2d.txt": ["idle", "to X-", "to P0", "body", "tail"],
            "driver_2d.txt": ["by X+", "by X-", "by Y+", "by Y-", "by P0"],
            "buffer_state.txt": ["free", "open", "open, empty", "leaving"],
            "tag.txt": ["idle", "header", "body", "tail"],
        }
        for file, names in shown.items():
            for name in names:
                with self.subTest(file=file, name=name):
                    self.assertFalse(self.render_renamed(file, name) == self.original)

    def test_other_names_are_not_on_the_picture(self):
        """The counter-check: a name for a value that never occurs changes nothing."""
        self.assertTrue(self.render_renamed("driver_2d.txt", "by P7") == self.original)

    def test_shipped_translations_equal_made_ones(self):
        """Without the shipped files the view makes up its own, as for any other shape."""
        def remove(copy):
            (copy / "driver_2d.txt").unlink()
            (copy / "flit_2d.txt").unlink()
        self.assertTrue(self.render(self.changed_waves(remove)) == self.original)

    def test_checked_in_view_is_the_generated_one(self):
        run([ROOT / "waves" / "make_views", PROGRAM, self.work])
        for path in ("waves/mway.gtkw", "docs/figures/mway_wave.png"):
            self.assertTrue((self.work / path).stat().st_size > 0)
        generated = (self.work / "waves/mway.gtkw").read_text()
        self.assertEqual((ROOT / "waves/mway.gtkw").read_text(), generated,
                         "run waves/make_views")

    def test_view_refers_to_what_exists(self):
        view = (ROOT / "waves/mway.gtkw").read_text()
        files = set(re.findall(r"^\^1 (.*)$", view, re.M))
        self.assertEqual(files, {"waves/tag.txt", "waves/driver_2d.txt", "waves/flit_2d.txt",
                                 "waves/buffer_state.txt"})
        for file in files:
            self.assertTrue((ROOT / file).is_file(), file)
        signals = set(re.findall(r"(?:^|[ )])(TOP\.\S+)$", view.replace(" (", "\n(")
                                 .replace(" TOP", "\nTOP"), re.M))
        self.assertGreater(len(signals), 80)
        self.assertEqual(signals - self.dumped_signals(), set())

    def test_cycle_and_channel_can_be_chosen(self):
        view = self.work / "other.gtkw"
        self.assertTrue(self.render(ROOT / "waves", cycle=CYCLES[0]) == self.original)
        self.assertFalse(self.render(ROOT / "waves", cycle=130) == self.original)
        self.render(ROOT / "waves", channel=10, view=view)
        self.assertEqual(re.findall(r"^-(channel \d+)", view.read_text(), re.M)[::2],
                         ["channel 10", "channel 11", "channel 14"])


if __name__ == "__main__":
    PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
