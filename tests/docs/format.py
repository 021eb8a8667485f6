#!/usr/bin/env python3
"""The C++ sources are as clang-format writes them, by .clang-format at the root.

To write them so: git ls-files '*.cpp' '*.hpp' '*.h' | xargs clang-format -i
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    names = subprocess.run(["git", "ls-files", "*.cpp", "*.hpp", "*.h"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.splitlines()
    files = [name for name in names if (ROOT / name).is_file()]
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *files], cwd=ROOT, text=True,
                          capture_output=True, check=False)
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", done.stderr, re.MULTILINE)))
    print("\n".join(f"{name}: clang-format would change it" for name in wrong)
          if wrong else f"{len(files)} files")
    sys.exit(1 if done.returncode != 0 or len(files) < 500 else 0)


if __name__ == "__main__":
    main()
