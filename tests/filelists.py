"""The RTL as its file lists rtl/*/*.f name it. Paths are relative to the root of the sources."""

import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class FileList:
    path: str
    own: tuple  # sources named by the list itself, not by lists nested in it
    sources: tuple  # all sources, in order
    include_dirs: tuple


@dataclasses.dataclass(frozen=True)
class Module:
    name: str
    source: str
    file_list: FileList


def read_list(path):
    own, sources, include_dirs = [], [], []
    for line in (ROOT / path).read_text().splitlines():
        line = re.sub(r"(//|#).*$", "", line).strip()
        if line.startswith("+incdir+"):
            include_dirs.append(line[len("+incdir+"):])
        elif line.startswith("-f "):
            nested = read_list(line[3:].strip())
            sources += nested.sources
            include_dirs += nested.include_dirs
        elif line:
            own.append(line)
            sources.append(line)
    unique = lambda items: tuple(dict.fromkeys(items))
    return FileList(path, unique(own), unique(sources), unique(include_dirs))


def all_lists():
    return [read_list(str(path.relative_to(ROOT))) for path in sorted(ROOT.glob("rtl/*/*.f"))]


def modules_of(source):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", (ROOT / source).read_text(), flags=re.DOTALL)
    return re.findall(r"^\s*module\s+(?:automatic\s+)?(\w+)", text, re.MULTILINE)


def all_modules():
    return [Module(name, source, file_list)
            for file_list in all_lists()
            for source in file_list.own
            for name in modules_of(source)]
