"""The RTL as listed in rtl/*/*.f. Paths are relative to the root of the sources."""

import dataclasses
import functools
import importlib.util
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class FileList:
    path: str
    own: tuple  # sources in the folder of the list
    sources: tuple  # all sources, in order
    include_dirs: tuple


@dataclasses.dataclass(frozen=True)
class Module:
    name: str
    source: str
    file_list: FileList

    @property
    def family(self):
        return pathlib.Path(self.source).parts[1]

    def arguments(self):
        """The sources, as arguments of a tool."""
        if self.source == self.file_list.path:
            return [self.source]
        return ["-f", self.file_list.path, *([self.source] if is_tile(self) else [])]


def read_list(path):
    sources, include_dirs = [], []
    for line in (ROOT / path).read_text().splitlines():
        line = re.sub(r"(//|#).*$", "", line).strip()
        if line.startswith("+incdir+"):
            include_dirs.append(line[len("+incdir+"):])
        elif line:
            sources.append(line)
    own = [source for source in sources if source.startswith(str(pathlib.Path(path).parent) + "/")]
    return FileList(path, tuple(own), tuple(sources), tuple(include_dirs))


def all_lists():
    return [read_list(str(path.relative_to(ROOT))) for path in sorted(ROOT.glob("rtl/*/*.f"))]


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def without_macros(text, name):
    """The text without uses of the macros that a regular expression names, with their arguments."""
    while found := re.search(rf"`(?:{name})\(", text):
        end, depth = found.end(), 1
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:found.start()] + text[end:]
    return text


def modules_of(source):
    text = without_comments((ROOT / source).read_text())
    return re.findall(r"^\s*module\s+(?:automatic\s+)?(\w+)", text, re.MULTILINE)


@functools.lru_cache(maxsize=None)
def names_in(source):
    """All words of a source, among them the modules and packages that it uses."""
    return set(re.findall(r"\w+", without_comments((ROOT / source).read_text())))


def all_modules():
    return [Module(name, source, file_list)
            for file_list in all_lists()
            for source in file_list.own
            for name in modules_of(source)]


def is_tile(module):
    return module.source.startswith("tb/")


def tiles():
    """Tiles of networks, tb/<family>/<name>_tile.sv: each with the family's list, and itself."""
    for path in sorted(ROOT.glob("tb/*/*_tile.sv")):
        listed = read_list(f"rtl/{path.parent.name}/{path.parent.name}.f")
        source = str(path.relative_to(ROOT))
        yield Module(path.stem, source,
                     dataclasses.replace(listed, sources=(*listed.sources, source)))


def is_board(module):
    """A board's top: rtl/fpga/<board>.sv or <board>_<network>.sv beside <board>.lpf or .pcf with its pins."""
    source = ROOT / module.source
    return any(f"{module.name}_".startswith(f"{pins.stem}_")
               for pins in source.parent.glob("*.[lp][pc]f"))


def family_rules():
    """By family, tests/rtl/<family>/rules.py if it exists: the family's data for the rules on all
    modules."""
    rules = {}
    for path in sorted((ROOT / "tests/rtl").glob("*/rules.py")):
        family = path.parent.name
        spec = importlib.util.spec_from_file_location(f"{family}_rules", path)
        rules[family] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(rules[family])
    return rules
