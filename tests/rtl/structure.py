#!/usr/bin/env python3
"""Rules on every module of rtl/*/*.f that need no simulation.

  A module has a test of its own: tests/rtl/<family>/<module>.cpp for rtl/<family>/<module>.sv, and
  no test file is without its module.
  A module with a clock has at least one assertion that runs (not WF_ASSERT_STATIC).
  A module has at most 300 lines and 25 ports.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = filelists.ROOT
LINES = 300
PORTS = 25
RUNNING = re.compile(r"`WF_ASSERT(?:_NEXT|_STABLE|_COMB)?\s*\(")
PORT = re.compile(r"^\s*(?:input|output)\b", re.MULTILINE)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def faults_of(module):
    text = (ROOT / module.source).read_text()
    code = without_comments(text)
    head = code[:code.index("\n);")]
    family = pathlib.Path(module.source).parent.name
    test = f"tests/rtl/{family}/{module.name}.cpp"
    if not (ROOT / test).is_file():
        yield f"{module.source}: no {test}"
    if re.search(r"\bclk_i\b", head) and not RUNNING.search(code):
        yield f"{module.source}: a clock, and no assertion that runs"
    lines = len(text.splitlines())
    if lines > LINES:
        yield f"{module.source}: {lines} lines; at most {LINES}: it is two modules"
    ports = len(PORT.findall(head))
    if ports > PORTS:
        yield f"{module.source}: {ports} ports; at most {PORTS}: bundle them"


def main():
    modules = filelists.all_modules()
    faults = [fault for module in modules for fault in faults_of(module)]
    names = {module.name for module in modules}
    for path in sorted((ROOT / "tests/rtl").glob("*/*.cpp")):
        if path.stem not in names:
            faults.append(f"{path.relative_to(ROOT)}: no module of that name")
    print("\n".join(faults) if faults else f"{len(modules)} modules obey")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
