"""How each C++ source is compiled: the options of build/release/compile_commands.json that a tool needs.

Sources that are compiled together have a command each, and precompiled headers are left out, so that
a tool sees each file as it is.
"""

import json
import pathlib
import re
import shlex

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDED = re.compile(r'^#include "(/.*\.cpp)"', re.MULTILINE)


def options_of(command):
    """Include folders, macros and the standard of a command."""
    words = shlex.split(command)
    options = []
    for word, after in zip(words, [*words[1:], ""]):
        if word in ("-isystem", "-I"):
            options += [word, after]
        elif re.match(r"-(I.|D.|std=)", word):
            options.append(word)
    return options


def sources_of(path):
    """The source, or the sources that CMake has made one of."""
    if "/Unity/" not in path:
        return [path]
    return INCLUDED.findall(pathlib.Path(path).read_text()) if pathlib.Path(path).is_file() else []


def commands(build):
    """Options by source, the project's own only."""
    entries = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    found = {source: options_of(entry["command"])
             for entry in entries for source in sources_of(entry["file"])}
    generated = str(pathlib.Path(build).resolve())
    return {source: options for source, options in sorted(found.items())
            if not source.startswith(generated) and source.endswith(".cpp")}


def options_for(header, known):
    """All options of the sources in the header's folder and below it, else in the next folder up."""
    for folder in header.parents:
        near = [options for source, options in known.items() if pathlib.Path(source).is_relative_to(folder)]
        if near:
            return [*near[0], *unique(near), *system_folders(known)]
    raise SystemExit(f"{header}: no source near it is compiled")


def pairs(options):
    """Options with their values: -isystem has its own in the next word."""
    words = iter(options)
    return [(word, next(words)) if word in ("-isystem", "-I") else (word,) for word in words]


def unique(lists):
    return [word for pair in dict.fromkeys(pair for options in lists for pair in pairs(options))
            for word in pair if not word.startswith("-std=")]


def system_folders(known):
    """Folders outside the project, such as Verilator's, which libraries are compiled with at run time."""
    return unique([[word for pair in pairs(options) if pair[0] == "-isystem" and
                    not pair[1].startswith(str(ROOT)) for word in pair] for options in known.values()])


def write_database(build, folder):
    """compile_commands.json for tools, which take it with the folder's name."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    entries = [{"directory": str(ROOT), "file": source, "arguments": ["clang++", *options, "-c", source]}
               for source, options in commands(build).items()]
    (folder / "compile_commands.json").write_text(json.dumps(entries, indent=1))
