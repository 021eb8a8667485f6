#!/usr/bin/env python3
"""Runs libFuzzer on one of the program's readers.

    run.py BINARY READER SECONDS

It starts from the files in corpus/READER and from the project's own files of this kind. At night the
seed is the night's, else 1. An input with which the reader crashes, leaks, takes 10 seconds or 2 GB is
kept beside the binary, with the command that repeats the fault. Once the fault is mended, the input
belongs into corpus/READER.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OWN_FILES = {
    "configuration": ["sim/configs/*.toml", "docs/examples/*.toml"],
    "netrace": ["docs/examples/*.tra.bz2"],
    "synfull": ["docs/examples/*.model"],
    "tables": ["docs/examples/*turns.txt"],
    "trace": ["docs/examples/booksim.txt", "docs/examples/*.csv"],
}
LONGEST = 1 << 16
MOST_WORDS = 1000


def dictionary(paths):
    """The words and numbers of the texts among the files, as libFuzzer reads them."""
    words = set()
    for path in paths:
        data = path.read_bytes()
        if b"\0" not in data:
            words |= set(re.findall(rb"[A-Za-z_][\w-]{2,40}|\d[\d.e]*", data))
    return "".join(f'"{word.decode()}"\n' for word in sorted(words)[:MOST_WORDS])


def main():
    binary, reader, seconds = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    seeds = list((HERE / "corpus" / reader).glob("*"))
    for pattern in OWN_FILES.get(reader, []):
        seeds += ROOT.glob(pattern)
    assert seeds, f"no corpus for {reader}"
    failures = binary.parent / "failures"
    failures.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        corpus = pathlib.Path(folder) / "corpus"
        corpus.mkdir()
        for number, path in enumerate(sorted(seeds)):
            shutil.copy(path, corpus / f"{number}-{path.name}")
        words = pathlib.Path(folder) / "words"
        words.write_text(dictionary(seeds) or '"0"\n')
        seed = int(os.environ.get("WAYFARER_NIGHT_SEED", 1)) % (1 << 32) or 1
        done = subprocess.run(
            [binary, reader, f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}",
             "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=1",
             f"-artifact_prefix={failures}/{reader}-", f"-dict={words}", corpus],
            check=False, text=True, capture_output=True)
    lines = done.stderr.splitlines()
    print("\n".join(line for line in lines if line.startswith("stat::") or "Done" in line))
    if done.returncode != 0:
        print("\n".join(lines[-80:]))
        print(f"\nto repeat it: {binary} {reader} FILE, with the file of the last line above")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
