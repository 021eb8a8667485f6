#!/usr/bin/env python3
"""Every file that the program writes is whole, or is not there and the exit status is 2.

  outputs.py PROGRAM

Each option that takes an output is in the table below, and each other option with a value in
OTHER_OPTIONS: a new option fails the first check until it is in one of them. Each row is run into a
full and a nearly full file system, under a limit of the size of files, through a symbolic link, into
a device, into a folder that does not exist and into a closed pipe. Full file systems are mounted in a
name space of their own; without permission for that, the test says so and tries the rest.
"""

import contextlib
import dataclasses
import os
import pathlib
import re
import resource
import stat
import subprocess
import sys
import tempfile
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
IN_NAMESPACE = "WAYFARER_OUTPUTS_NAMESPACE"
RUN = ["mesh4x4", "--cycles", "1000", "--warmup", "100", "--load", "0.2"]
HARDWARE = ["line4", "--cycles", "300", "--engine", "rtl", "--load", "0.05"]
COMPARED = ["mesh4x4", "--set", "router.buffers=2,4", "--cycles", "3000", "--load", "0.01", "--seed", "1,2",
            "--unit", "messages"]
OLD = b"an older file\n"


@dataclasses.dataclass
class Row:
    """An option of a command, "" for a file that has no option, and the words of a call; {} is the
    path. Kinds: file, waves (plain files only), picture (NAME of several files), folder."""
    command: str
    option: str
    kind: str
    words: list
    dash: bool = False  # "-" is the standard output


def row(command, option, kind, *words, dash=False):
    return Row(command, option, kind, [command, *words, *([option, "{}"] if option else [])], dash)


ROWS = [
    row("run", "--write-trace", "file", *RUN, dash=True),
    row("run", "--write-tables", "file", "iba4x4", "--cycles", "100", dash=True),
    row("run", "--json", "file", *RUN, dash=True),
    row("run", "--csv", "file", *RUN, dash=True),
    row("run", "--trace-waves", "waves", *HARDWARE),
    row("run", "--events", "file", *RUN),
    row("run", "--perfetto", "file", *RUN),
    row("run", "--log", "file", *RUN),
    row("run", "--channels", "file", *RUN, dash=True),
    row("run", "--plot", "picture", *RUN),
    Row("run", "--plot", "picture", ["run", *RUN, "--plot", "{}.svg"]),
    Row("run", "--plot", "picture", ["run", *RUN, "--plot", "{}.png", "--keep-script"]),
    Row("run", "--plot", "file", ["run", *RUN, "--plot", "{}.gp"]),
    row("sweep", "--plot", "picture", "mesh4x4", "--cycles", "300", "--load", "0.1,0.2"),
    row("sweep", "--output", "folder", "mesh4x4", "--cycles", "300", "--load", "0.1,0.2"),
    row("sweep", "--json", "file", "mesh4x4", "--cycles", "300", "--load", "0.1,0.2", dash=True),
    row("sweep", "--csv", "file", "mesh4x4", "--cycles", "300", "--load", "0.1,0.2", dash=True),
    row("compare", "--plot", "picture", *COMPARED),
    row("compare", "--output", "folder", *COMPARED),
    row("compare", "--json", "file", *COMPARED, dash=True),
    row("compare", "--csv", "file", *COMPARED, dash=True),
    row("events", "--json", "file", "run.events", dash=True),
    row("events", "--csv", "file", "run.events", dash=True),
    row("events", "--log", "file", "run.events"),
    row("events", "--perfetto", "file", "run.events"),
    row("follow", "--svg", "file", "run.events", "20"),
    row("convert", "--output", "file", "booksim", "foreign.trace", dash=True),
    row("show", "--output", "file", "run.events", dash=True),
    row("reproduce", "--output", "folder", "linear-table"),
    row("reproduce", "--plots", "folder", "linear-table"),
    row("reproduce", "--json", "file", "linear-table", dash=True),
    row("reproduce", "--csv", "file", "linear-table", dash=True),
    row("schedule", "--json", "file", "--hosts", "4", dash=True),
    row("schedule", "--csv", "file", "--hosts", "4", dash=True),
    row("schedule", "--plot", "picture", "--hosts", "4"),
    row("schedule", "--trace-waves", "waves", "--hosts", "4", "--phases", "0,0,0,0", "--schedule",
        "conservative", "--engine", "rtl"),
    row("export", "--output", "folder", "line4", "--top", "noc"),
    row("demo", "--waves", "waves", "line4", "--cycles", "300"),
]

OTHER_OPTIONS = set("""
    --pattern --process --unit --cycles --warmup --seed --message-bytes --reply --window --collective --criterion --engine --stall --gaps
    --plot-width --plot-log --plot-errors --load --set --zip --clock-mhz --energy --trace --tables --trace-nodes --events-messages --events-nodes --events-kinds --threads
    --build --part --rtl --messages --nodes --kinds --bytes --ticks --from --to --runs --only --hosts
    --tree --balanced --flits --depth --schedule --service --effort --phases --family --cycle --channel
    --arguments --terminal --words --hot --hot-share --turn-off --turn-on --max-words --top
    --user-bits --id-bits --dest-bits
""".split())


# Synthesis takes minutes; its file is written as that of `convert` is.
SLOW = {("energy", "--output")}


def expect(condition, *what):
    if not condition:
        sys.exit("\n".join(str(text) for text in what))


def call(words, folder, prefix=(), **more):
    return subprocess.run([*prefix, PROGRAM, *words], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          **{"capture_output": True, **more}, timeout=300, check=False)


def expect_refused(done, reason, *what):
    text = done.stderr or ""
    expect(done.returncode == 2 and re.search(reason, text), *what, f"status {done.returncode}", text)
    expect("to open them" not in (done.stdout or ""), *what, done.stdout)


def check_table():
    """No option with a value is missing from the table."""
    commands = re.findall(r"^  (\w+) ", call(["--help"], ".").stdout.partition("ubcommands:")[2], re.M)
    expect(len(commands) > 15, commands)
    listed = {(entry.command, entry.option) for entry in ROWS if entry.option}
    taken = set()
    for command in commands:
        text = call([command, "--help"], ".").stdout
        expect(not re.search(r"^  [\w,-]+ (TEXT|INT|FLOAT)\b", text, re.M), f"{command}: a value without a kind or unit",
               text)
        for names, kind in re.findall(r"^  (-\S+)(?: ([A-Z]{2,}))?", text, re.M):
            option = names.rpartition(",")[2]
            if kind and option not in OTHER_OPTIONS:
                taken.add((command, option))
    expect(taken == listed | SLOW, "options that take outputs, and the table:", sorted(taken ^ (listed | SLOW)))


def files_below(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink()}


class Case:
    """A row, in a folder with its inputs."""

    def __init__(self, entry, inputs):
        self.entry = entry
        self.inputs = inputs
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = self.run(folder / "out")
            expect(done.returncode == 0, self, done.stderr)
            self.files = files_below(folder)
        self.size = sum(map(len, self.files.values()))
        expect(self.files and all(self.files.values()), self, "writes", list(self.files))
        expect(entry.kind == "picture" or entry.kind == "folder" or len(self.files) == 1, self, self.files.keys())

    def __str__(self):
        return f"wayfarer {' '.join(self.entry.words)}"

    def path_of(self, path):
        """The file that a row of one file writes."""
        return pathlib.Path(self.entry.words[-1].replace("{}", str(path)))

    def run(self, path, **more):
        return call([word.replace("{}", str(path)) for word in self.entry.words], self.inputs, **more)

    def expect_whole(self, folder, *what):
        """Files of a failed call are those of a good one, and nothing is left of others."""
        for name, contents in files_below(folder).items():
            expect(contents == OLD or contents == self.files.get(name), self, *what,
                   f"leaves {name}, {len(contents)} bytes")

    def check_full(self, disk):
        rooms = [0] if self.size < 3 * 4096 else [0, self.size // 2]
        for room in rooms:
            folder = disk / "folder"
            folder.mkdir()
            if self.entry.kind in ("file", "waves"):
                self.path_of(folder / "out").write_bytes(OLD)
            fill(disk, room)
            done = self.run(folder / "out")
            (disk / "fill").unlink()
            expect_refused(done, "No space left on device", self, f"with room for {room} bytes")
            self.expect_whole(folder, f"with room for {room} bytes")
            if self.entry.kind in ("file", "waves"):
                expect(self.path_of(folder / "out").read_bytes() == OLD, self, "has lost the older file")
            subprocess.run(["rm", "-r", folder], check=True)

    def check_limit(self, folder):
        limit = max(map(len, self.files.values())) // 2

        def set_limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

        done = self.run(folder / "out", preexec_fn=set_limit)
        expect_refused(done, "File too large", self, f"with files of at most {limit} bytes")
        self.expect_whole(folder, f"with files of at most {limit} bytes")

    def check_link(self, folder):
        link = self.path_of(folder / "out")
        link.symlink_to("target")
        expect(self.run(folder / "out").returncode == 0, self, "through a link")
        expect(link.is_symlink() and os.readlink(link) == "target", self, "replaces a link")
        expect(sorted(path.name for path in folder.iterdir()) == sorted([link.name, "target"]),
               self, list(folder.iterdir()))
        if self.entry.kind != "waves":  # they have the date
            expect((folder / "target").read_bytes() == next(iter(self.files.values())), self, "through a link")

    def check_device(self, devices):
        for name, reason in (("full", "No space left on device"), ("null", None)):
            device = devices / name
            link = self.path_of(devices / f"{name}-link")
            link.symlink_to(name)
            done = self.run(devices / f"{name}-link")
            if self.entry.kind == "waves":
                expect_refused(done, "is not a plain file", self, f"to /dev/{name}")
            elif reason:
                expect_refused(done, reason, self, f"to /dev/{name}")
            else:
                expect(done.returncode == 0, self, f"to /dev/{name}", done.stderr)
            expect(stat.S_ISCHR(device.lstat().st_mode) and link.is_symlink(), self, f"replaces /dev/{name}")
            link.unlink()

    def check_no_folder(self, folder):
        expect_refused(self.run(folder / "none" / "out"), "No such file or directory", self)
        expect(not list(folder.iterdir()), self)

    def check_standard_output(self):
        closed_in, closed = os.pipe()
        os.close(closed_in)
        done = self.run("-", capture_output=False, stdout=closed, stderr=subprocess.PIPE)
        os.close(closed)
        expect_refused(done, "standard output: cannot be written: Broken pipe", self, "to a closed pipe")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run("-", capture_output=False, stdout=full, stderr=subprocess.PIPE)
        expect_refused(done, "standard output: cannot be written: No space left", self, "to /dev/full")

    def check(self, disk, devices):
        if disk:
            self.check_full(disk)
        with tempfile.TemporaryDirectory() as name:
            self.check_limit(pathlib.Path(name))
        if self.entry.kind in ("file", "waves"):
            with tempfile.TemporaryDirectory() as name:
                self.check_link(pathlib.Path(name))
            if devices:
                self.check_device(devices)
        if self.entry.kind != "folder":
            with tempfile.TemporaryDirectory() as name:
                self.check_no_folder(pathlib.Path(name))
        if self.entry.dash:
            self.check_standard_output()


def fill(disk, room):
    """Leaves so many bytes on the file system, to the page."""
    with open(disk / "fill", "wb", buffering=0) as file:
        with contextlib.suppress(OSError):
            while file.write(b"\0" * 4096):
                pass
        file.truncate(max(0, file.tell() - room // 4096 * 4096))


def check_builds(disk):
    """Libraries of hardware: the cache is full, from the start or on the way."""
    for room in (0, 512 * 1024):
        fill(disk, room)
        done = call(["build", "line4"], disk, env={**os.environ, "WAYFARER_CACHE": str(disk / "cache")})
        (disk / "fill").unlink()
        expect_refused(done, "No space left on device|building the RTL failed; see", "wayfarer build")
        expect(not list(disk.rglob("network.so")), "wayfarer build leaves a library")
        subprocess.run(["rm", "-rf", disk / "cache"], check=True)


def check_full_temporary_folder(inputs):
    """The writer of waves has temporary files in /tmp."""
    prefix = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs -o size=4k tmpfs /tmp && exec "$@"', "sh"]
    # From here: the folder is not found by its name.
    done = call(["run", *HARDWARE, "--trace-waves", "waves.fst"], inputs, prefix)
    expect_refused(done, "waves cannot be written", "a full /tmp")
    expect(not list(inputs.glob("waves.fst*")), "a full /tmp leaves a wave file")


def check_view(folder):
    """A wave file that is cut off anywhere is refused, and at once."""
    call(["run", *HARDWARE, "--trace-waves", "whole.fst"], folder)
    whole = (folder / "whole.fst").read_bytes()
    expect(call(["view", "--print", "whole.fst"], folder).returncode == 0, "view")
    for length in (0, 1, 9, 330, len(whole) // 2, len(whole) - 1):
        (folder / "cut.fst").write_bytes(whole[:length])
        for family in ([], ["--family", "linear"]):
            expect_refused(call(["view", "--print", *family, "cut.fst"], folder), "not a whole wave file",
                           f"view of {length} of {len(whole)} bytes")


def enter_namespace():
    """Continues where file systems can be mounted, if that is permitted."""
    if IN_NAMESPACE in os.environ:
        return
    for options in (["--mount"], ["--user", "--map-root-user", "--mount"]):
        probe = ["unshare", *options, "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
        with contextlib.suppress(OSError):
            if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
                os.environ[IN_NAMESPACE] = "1"
                os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])
    print("no file system can be mounted here: full ones are not tried")


def unmount(name):
    """A program that was stopped may hold its files for a moment longer."""
    for _ in range(50):
        if subprocess.run(["umount", name], capture_output=True, check=False).returncode == 0:
            return
        time.sleep(0.2)
    subprocess.run(["umount", name], check=True)


@contextlib.contextmanager
def full_disk():
    if IN_NAMESPACE not in os.environ:
        yield None
        return
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", name], check=True)
        try:
            yield pathlib.Path(name)
        finally:
            unmount(name)


def make_devices(folder):
    """Devices that only this test has, should it find that they are replaced; None: not permitted."""
    for name, minor in (("null", 3), ("full", 7)):
        try:
            os.mknod(folder / name, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            os.close(os.open(folder / name, os.O_WRONLY))
        except OSError:
            print("no devices can be made here: writing to them is not tried")
            return None
    return folder


def main():
    check_table()
    enter_namespace()
    with tempfile.TemporaryDirectory() as inputs, tempfile.TemporaryDirectory() as places, full_disk() as disk:
        inputs = pathlib.Path(inputs)
        expect(call(["run", *RUN, "--events", "run.events"], inputs).returncode == 0, "no events")
        (inputs / "foreign.trace").write_text("1 0 5 0\n" * 3000)
        devices = make_devices(pathlib.Path(places))
        for entry in ROWS:
            Case(entry, inputs).check(disk, devices)
        check_view(inputs)
        if disk:
            check_builds(disk)
            check_full_temporary_folder(inputs)


if __name__ == "__main__":
    main()
