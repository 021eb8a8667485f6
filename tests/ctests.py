"""The tests that ctest knows, for the scripts that list or choose them."""

import ast
import functools
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def shown(build, *selection):
    text = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *selection],
                          check=True, text=True, capture_output=True).stdout
    return json.loads(text)["tests"]


def known(build, *selection):
    """Properties by name, of the tests that ctest's options choose; all without options."""
    return {test["name"]: {item["name"]: item["value"] for item in test.get("properties", [])}
            for test in shown(build, *selection)}


@functools.lru_cache(maxsize=None)
def programs():
    """By name of a program, its source: tests/**/NAME.cpp, and of RTL tests tests/rtl/**/MODULE.cpp."""
    sources = {}
    for path in sorted((ROOT / "tests").rglob("*.cpp")):
        sources.setdefault(path.stem, path)
        sources.setdefault(f"wayfarer_{path.stem}", path)
        if path.is_relative_to(ROOT / "tests/rtl"):
            sources.setdefault(f"rtl_{path.stem}", path)
    return sources


def source_of(test):
    """The script or the program's source behind a test; None: unknown."""
    for word in map(pathlib.Path, test.get("command", [])):
        if word.name == "measured":
            continue  # writes the processor time of what follows
        if word.is_relative_to(ROOT) and word.is_file() and not word.is_relative_to(ROOT / "build") and \
                ".tools" not in word.parts:
            return word
        if word.name in programs():
            return programs()[word.name]
    return None


def comment_of(text):
    """The first comment of C++ or of a shell's script, without its marks."""
    mark = "#" if text.startswith("#!") else "//"
    found = re.match(rf"(?:#![^\n]*\n)?((?:{mark}[^\n]*\n)+)", text)
    return " ".join(line.removeprefix(mark) for line in found[1].splitlines()) if found else ""


def what(test):
    """What a test checks: the first sentence of its source, or of the rationale that this gives."""
    source = source_of(test)
    if source is None:
        return ""
    text = source.read_text(errors="replace")
    if source.suffix == ".py" or "python" in text.split("\n", 1)[0]:
        words = (ast.get_docstring(ast.parse(text)) or "").split("\n\n")[0]
    else:
        words = re.sub(r"^.*?Rationale: ", "", comment_of(text))
    sentence = re.split(r"[.:]\s", " ".join(words.split()) + " ", maxsplit=1)[0].rstrip(".:")
    is_word = re.match(r"[A-Za-z]+\W?( |$)", sentence)
    return sentence[:1].upper() + sentence[1:] if is_word else sentence
