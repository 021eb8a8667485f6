#!/usr/bin/env python3
"""The C++ sources are as clang-format writes them, by .clang-format at the root, and the commits that
git blame ignores exist.

To write them so: git ls-files '*.cpp' '*.hpp' '*.h' | xargs clang-format -i
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def missing_commits():
    """Commits of .git-blame-ignore-revs that are not in the history, unless the clone is shallow."""
    def succeeds(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False).returncode == 0

    if (ROOT / ".git/shallow").exists():
        return []
    commits = re.findall(r"^[0-9a-f]{40}$", (ROOT / ".git-blame-ignore-revs").read_text(), re.MULTILINE)
    return [commit for commit in commits if not succeeds("merge-base", "--is-ancestor", commit, "HEAD")]


def main():
    names = subprocess.run(["git", "ls-files", "*.cpp", "*.hpp", "*.h"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    files = [name for name in names if (ROOT / name).is_file()]
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE)))
    faults = [f"{name}: clang-format would change it" for name in wrong]
    faults += [f".git-blame-ignore-revs: {commit} is not in the history" for commit in missing_commits()]
    print("\n".join(faults) if faults else f"{len(files)} files")
    sys.exit(1 if done.returncode != 0 or faults or len(files) < 500 else 0)


if __name__ == "__main__":
    main()
