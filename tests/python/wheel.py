#!/usr/bin/env python3
"""Builds the Python package's wheel from an installed Wayfarer, installs it into a fresh environment with
NumPy and nothing else, and runs its tests there, away from the sources.

    wheel.py BUILD CMAKE [--notebook] [--write]

The examples print what docs/embedding.md shows; docs/reference.md is what the sources' comments say, or is written.
With --notebook, only the notebook is executed, by the tools' Jupyter; with --write, it is saved.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools/venv/bin/python3"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")


def main():
    build, cmake, *options = sys.argv[1:]
    write = ["--write"] if "--write" in options else []
    with tempfile.TemporaryDirectory(prefix="wayfarer-python-") as name:
        folder = pathlib.Path(name)
        run(cmake, "--install", build, "--prefix", folder / "prefix")
        run(TOOLS, "-m", "pip", "wheel", ROOT, "--no-deps", "--no-build-isolation", "--no-index", "-w", folder,
            "-C", "cmake.define.WAYFARER_INSTALLED=ON", "-C", f"cmake.define.CMAKE_PREFIX_PATH={folder / 'prefix'}")
        shutil.rmtree(folder / "prefix")
        [wheel] = folder.glob("*.whl")
        run(TOOLS, "-m", "venv", folder / "venv")
        python = folder / "venv/bin/python3"
        run(python, "-m", "pip", "install", "--no-index", "--find-links", ROOT / ".tools/wheels", wheel)
        # Networks that other tests have built are not built again.
        environment = {**os.environ, "WAYFARER_CACHE": str(pathlib.Path(build, "verilated"))}
        if "--notebook" in options:
            [packages] = folder.glob("venv/lib/*/site-packages")
            sys.exit(subprocess.run([TOOLS, ROOT / "tests/python/notebook.py", ROOT, *write], cwd=folder, check=False,
                                    env={**environment, "PYTHONPATH": str(packages)}).returncode)
        examples = shutil.copytree(ROOT / "docs/examples/python", folder / "examples")
        for test, *arguments in ((ROOT / "tests/python/test_wayfarer.py",),
                                 (ROOT / "tests/api/examples.py", ROOT / "docs/embedding.md",
                                  *sorted(examples.glob("*.py"))),
                                 (ROOT / "tests/python/reference.py", ROOT, *write)):
            shutil.copy(test, folder)
            if subprocess.run([python, test.name, *arguments], cwd=folder, env=environment, check=False).returncode:
                sys.exit(1)


if __name__ == "__main__":
    main()
