#!/usr/bin/env python3
"""Installs Wayfarer into an empty folder, hides the source and build trees, and uses what is installed.

    install.py BUILD CMAKE [--packages]

The installed tree is moved first. No file of it names the source tree or BUILD. Both are hidden by an empty
file system that is mounted over them for the programs that this test starts. Where neither root nor user
namespaces are permitted, as in a container without --privileged, they are not hidden, which is said. With
--packages, the tree is that of the Debian packages that sim/packaging/make makes, and the SystemC example is
built from it, too.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
COMPONENTS = ("program", "library", "dev", "core", "systemc", "rtl", "docs")
PACKAGES = ("wayfarer", "libwayfarer", "libwayfarer-dev", "libwayfarer-core-dev", "wayfarer-systemc-dev",
            "wayfarer-rtl", "wayfarer-doc")


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def install(build, cmake, folder):
    """By component, each into a place of DESTDIR, as packages are made; and at once, which is the same."""
    for component in COMPONENTS:
        run(cmake, "--install", build, "--prefix", "/opt/wayfarer", "--component", component,
            env={**os.environ, "DESTDIR": str(folder / "staged")})
    run(cmake, "--install", build, "--prefix", folder / "whole")
    staged, whole = (sorted(path.relative_to(place) for path in place.rglob("*"))
                     for place in (folder / "staged/opt/wayfarer", folder / "whole"))
    if staged != whole:
        sys.exit(f"components are not the whole: {set(staged) ^ set(whole)}")
    shutil.rmtree(folder / "whole")
    return (folder / "staged/opt/wayfarer").rename(folder / "moved")


def unpack(_build, _cmake, folder):
    """The files of the packages that sim/packaging/make makes, without their dependencies, which Debian has."""
    run(ROOT / "sim/packaging/make", folder / "packages")
    if len(list((folder / "packages").glob("*.whl"))) != 1:
        sys.exit("there is no wheel")
    packages = sorted((folder / "packages").glob("*.deb"))
    run("apt-get", "install", "--simulate", "--no-install-recommends", *packages)
    found = {}
    for package in packages:
        fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "--field", package).splitlines()
                      if re.match(r"[\w-]+: ", line))
        found[re.sub(r"\d+$", "", fields["Package"])] = fields
        run("dpkg-deb", "--extract", package, folder / "unpacked")
    if sorted(found) != sorted(PACKAGES):
        sys.exit(f"packages: {', '.join(sorted(found))}")
    for package, needed in (("wayfarer", ("libc6", "wayfarer-rtl")), ("libwayfarer", ("libfmt", "wayfarer-rtl"))):
        for name in needed:
            if name not in found[package]["Depends"]:
                sys.exit(f"{package} does not depend on {name}: {found[package]['Depends']}")
    return folder / "unpacked/usr"


def refuse_paths(prefix, build):
    """No file has a path of the machine that it was built on."""
    names = [str(path).encode() for path in (ROOT, build.resolve())]
    for path in prefix.rglob("*"):
        if path.is_file() and any(name in path.read_bytes() for name in names):
            sys.exit(f"{path} names {ROOT} or {build}")


class Hidden:
    """Runs programs for which the source and build trees are empty."""

    def __init__(self, folder, build):
        self.folder = folder
        self.trees = {ROOT, build.resolve()}
        self.unshare = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
        self.hides = subprocess.run([*self.unshare, "mount", "-t", "tmpfs", "none", folder], check=False,
                                    capture_output=True).returncode == 0
        if not self.hides:
            print("no file system can be mounted here: the source and build trees are not hidden")
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("WAYFARER_", "CMAKE_", "PKG_CONFIG"))}
        self.environment["XDG_CACHE_HOME"] = str(folder / "cache")

    def __call__(self, command, **variables):
        mounts = " && ".join(f"mount -t tmpfs none '{tree}' && test ! -e '{tree}/CMakeLists.txt' && "
                             f"test ! -e '{tree}/CMakeCache.txt'" for tree in sorted(self.trees) if tree.exists())
        # A build tree within the source tree is hidden with it.
        if any(ROOT in tree.parents for tree in self.trees):
            mounts = f"mount -t tmpfs none '{ROOT}' && test ! -e '{ROOT}/CMakeLists.txt'"
        if not self.hides:
            return run("bash", "-euc", f"cd '{self.folder}' && {command}", env={**self.environment, **variables})
        return run(*self.unshare, "bash", "-euc", f"{mounts} && cd '{self.folder}' && {command}",
                   env={**self.environment, **variables})


def expect(text, *parts):
    for part in parts:
        if part not in text:
            sys.exit(f"'{part}' is not in:\n{text}")


def use(hidden, folder, prefix, cmake):
    program = prefix / "bin/wayfarer"
    libraries = next((prefix / "lib").rglob("libwayfarer.so.?")).parent
    expect(hidden(f"'{program}' list"), "mesh16x16")
    model, rtl = (re.sub(r"engine.*", "", hidden(f"'{program}' run mesh4x4 --cycles 2000 --engine {engine}"))
                  for engine in ("model", "rtl"))
    expect(model, "latency")
    if model != rtl:
        sys.exit(f"RTL and model differ:\n{model}{rtl}")
    if not list((folder / "cache/wayfarer").glob("mesh4x4*/network.so")):
        sys.exit("the RTL was not built into the user's cache")
    hidden(f"'{program}' run mesh4x4 --cycles 200 --engine rtl --trace-waves rtl.fst")
    if not (folder / "rtl.fst").stat().st_size:
        sys.exit("there are no waves of the RTL")
    # A path that does not exist still names what is missing.
    expect(hidden(f"'{program}' run mesh4x4 2>&1 || true", WAYFARER_DATA="/none"), "/none/sim/configs is missing")

    for example in ("c", "cpp"):
        shutil.copytree(ROOT / "docs/examples" / example, folder / example)
    shutil.copytree(HERE / "consumer", folder / "consumer")
    token = "16 hops of 64 bytes in"
    flags = {"PKG_CONFIG_PATH": str(libraries / "pkgconfig"), "LD_LIBRARY_PATH": str(libraries)}
    # Spaces in paths are escaped for a shell that reads the line once more.
    hidden('eval "cc -Wall -Werror c/token.c -o token $(pkg-config --cflags --libs wayfarer)"', **flags)
    texts = {hidden(f"./token mesh4x4 {engine}", **flags) for engine in ("model", "rtl", "both")}
    expect(texts.pop(), token)
    if texts:
        sys.exit(f"engines differ: {texts}")
    project = f"'{cmake}' -S {{0}} -B {{0}}/build -DCMAKE_PREFIX_PATH='{prefix}' && '{cmake}' --build {{0}}/build"
    hidden(project.format("cpp"))
    expect(hidden("cpp/build/example_closed_loop"), "window  messages/terminal/cycle")
    hidden(project.format("consumer"))
    expect(hidden("consumer/build/core"), "1 delivered in cycle ")
    expect((folder / "consumer/build/lists.txt").read_text(), "rtl/mway/mway_network.sv")
    expect((folder / "consumer/build/networks.txt").read_text(), "mesh4x4")


def platform(hidden, folder, prefix, cmake):
    """The SystemC programs, as a project of their own."""
    shutil.copytree(ROOT / "docs/examples/systemc", folder / "systemc")
    hidden(f"'{cmake}' -S systemc -B systemc/build -DCMAKE_PREFIX_PATH='{prefix}' && '{cmake}' --build systemc/build -j2")
    networks = [f"platform systemc/{name}3x3.toml rtl" for name in ("wormhole", "mway", "iba")]
    for program in ("ports both", "transactions estimate", "pins", "bench both", *networks):
        hidden(f"systemc/build/{program}")
    expect((folder / "platform.vcd").read_text(), "$scope module transactions $end")


def main():
    build, cmake = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="wayfarer install ") as name:
        folder = pathlib.Path(name)
        prefix = (unpack if "--packages" in sys.argv else install)(build, cmake, folder)
        refuse_paths(prefix, build)
        hidden = Hidden(folder, build)
        use(hidden, folder, prefix, cmake)
        if "--packages" in sys.argv:
            platform(hidden, folder, prefix, cmake)
    print("what is installed works without the source and build trees")


if __name__ == "__main__":
    main()
