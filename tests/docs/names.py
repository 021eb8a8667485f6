#!/usr/bin/env python3
"""Names in prose are those of the code: identifiers, options and files.

Pages: an identifier in backquotes (a type, a function, a module, a signal, a key) is a word of some
source or the name of a file, and an option is one of a program or script of this project, or of the
tools in FOREIGN. A capitalised name is declared somewhere: a type, a parameter, an enumerator, an
invariant. Comments: a file that is named with its folder exists.

usage: names.py BUILD
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import ctests  # noqa: E402

# A page about other simulators also has their names.
PEERS = pathlib.Path("docs/peers.md")
# Names of other projects: what a page installs or follows.
ELSEWHERE = {"openFPGALoader", "UpperCamelCase", "CamelCase",
             "DecompressionStream",
             # Python, and simulators that networks are coupled to.
             "ValueError", "RuntimeError", "AstraNetworkAPI", "sim_recv", "sim_get_time", "setNotifyOnReceive",
             "requestToReceive", "spaceToSend", "SimObject", "recvTimingReq", "sendTimingResp",
             "EventFunctionWrapper", "clockEdge",
             # Ports of tops that are generated.
             "s00_axis_tdata", "s01_axis_tdata"}
# Types; invariants and tags of tests; and in RTL parameters, enumerators and fields.
DECLARED = re.compile(r"\b(?:class|struct|enum|using|typename)\s+(?:class\s+)?([A-Z]\w+)|"
                      r"_(?:ASSERT|COVER)\w*\(\s*([A-Z]\w+)|\[([A-Z]\w+)\]")
DECLARED_IN_RTL = re.compile(r"\b([A-Z]\w*)\s*(?:\[[^]]*\]\s*)?[,=;})]|`define (\w+)")
CAPITALISED = re.compile(r"[A-Z][a-z]\w*")
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^ *```(.*?)^ *```", re.MULTILINE | re.DOTALL)
IDENTIFIER = re.compile(r"(?:[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Za-z]\w*_\w+)(?:::\w+)*")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]+")
PATH = re.compile(r"\b(?:rtl|sim|sysc|tb|tests|waves|docs)/[\w/<>*.-]*\.(?:sv|svh|cpp|hpp|py|md|toml|vlt|f|js|tcl)\b")


def tracked():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, capture_output=True, check=True)
    return [pathlib.Path(name) for name in names.stdout.splitlines()]


def is_page(path):
    return path.suffix == ".md" and path.parts[:2] != ("docs", "results") and path.name != "CHANGELOG.md"


def is_code(path):
    return path.name == "CMakeLists.txt" or \
        path.suffix not in (".md", ".json", ".svg", ".png", ".csv", ".fst", ".txt", ".html")


def page_faults(path, text, words, declared, options):
    prose = FENCED.sub("", text)
    for code in CODE.findall(prose):
        if re.fullmatch(CAPITALISED, code) and code not in declared | ELSEWHERE:
            yield f"{path}: no source declares `{code}`"
        if re.fullmatch(IDENTIFIER, code.strip()):
            for word in code.strip().split("::"):
                if word not in words and word not in ELSEWHERE:
                    yield f"{path}: no source has the word `{word}`"
    for option in sorted(set(OPTION.findall(" ".join(CODE.findall(prose) + FENCED.findall(text))))):
        if option not in options:
            yield f"{path}: no program has the option {option}"


def comment_faults(path, text):
    for line in text.splitlines():
        mark = re.search(r"(?://|^\s*#|^\s*\*)(.*)", line)
        for name in PATH.findall(mark[1]) if mark else []:
            if not list(ROOT.glob(re.sub(r"<[^>]*>", "*", name))):
                yield f"{path}: a comment names {name}, which does not exist"


def main():
    files = tracked()
    code = {path: (ROOT / path).read_text(errors="replace") for path in files
            if is_code(path) and (ROOT / path).is_file()}
    words = {word for text in code.values() for word in re.findall(r"\w+", text)}
    words |= {part for path in files for part in (path.name, path.stem)} | set(ctests.known(sys.argv[1]))
    declared = {word for path, text in code.items() if path.parts[0] != "tests"
                for pattern in (DECLARED, *([DECLARED_IN_RTL] if path.suffix in (".sv", ".svh") else []))
                for found in pattern.findall(text) for word in found}
    options = {option for text in code.values() for option in OPTION.findall(text)}
    faults = [fault for path in files if is_page(path) and path != PEERS
              for fault in page_faults(path, (ROOT / path).read_text(), words, declared, options)]
    faults += [fault for path, text in code.items() for fault in comment_faults(path, text)]
    print("\n".join(faults) if faults else f"{len(words)} words, {len(options)} options")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
