"""Proofs of single modules: rows of data, tests/formal/modules/<folder>.toml.

Each row is a module as the top, with small parameters, in any environment that keeps to its contract:

  [linear_guard]                     # the module; [linear_guard.variant] is another row of it
  parameters = {Width = 3}           # of the module, or fields of its struct parameters
  assume = [["Name", "expression"]]  # what the contract asks of the inputs; it names ports only
  assert = [["Name", "expression"]]  # what the contract promises beside the module's own assertions;
                                     # a Lemma is about the inside, and makes the others inductive
  cover = [["Name", "expression"]]   # each is reached: the proof is not vacuous
  environment = "..."                # SystemVerilog: state of the environment, of what it has seen
  fault = [["Label", "text", "broken text"], ...]  # Label fails where the module has the broken text;
                                     # before them the name of the file, if it is another one
  engine = "abc pdr"                 # of the proof
  search = "smtbmc z3"               # engine of the faults; "abc bmc3" reaches deeper ones
  change = [["text", "other text"]]  # before anything else: upsets of its state, or what is left free or
                                     # out; the name of another file first, as in fault
  harness = "fifo_formal"            # proved by tasks of tasks.py with this top instead
  without = [["Label", "reason"]]    # assertions of the module that its rows do not have
  elsewhere = [["Label", "row"]]     # nor these, which the row of another module has, with a fault
  unproved = "reason"                # no proof, and what was tried

A copy of the module gets these lines before its endmodule, so that they see its ports and registers.
Reset comes in the first cycle, and in any cycle after it.
"""

import dataclasses
import functools
import hashlib
import pathlib
import re
import sys
import tomllib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import filelists  # noqa: E402

ROOT = filelists.ROOT
FOLDER = ROOT / "tests/formal/modules"

CHECKS = """
  // The environment of tests/formal/modules/{folder}.toml.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i) FirstReset: assume (started_q || !rst_ni);
{environment}
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
{checks}
    end
  end

endmodule
"""

FIELDS = {"parameters", "assume", "assert", "cover", "environment", "fault", "harness", "unproved", "change",
          "without", "elsewhere", "depth", "engine", "search"}
NAMED = {"assume", "assert", "cover", "without", "elsewhere"}  # lists of pairs


@dataclasses.dataclass(frozen=True)
class Row:
    module: str
    variant: str
    folder: str
    source: str
    data: dict

    @property
    def name(self):
        return "_".join(filter(None, (self.module, self.variant)))

    def get(self, field):
        return self.data.get(field, {})

    def left_out(self):
        """The module's assertions that its rows do not have."""
        return self.get("without").keys() | self.get("elsewhere").keys()

    def edits(self, field):
        """The row's changes or faults: the label of a fault, in a list, the file, the text, the other text."""
        files = {pathlib.Path(source).name for source in self.sources()}
        for *words, old, new in self.data.get(field, []):
            file = words.pop() if words and words[-1].endswith(".sv") else pathlib.Path(self.source).name
            assert file in files, f"{self.name}: no source {file}"
            yield words, file, old, new

    def changed(self, source, text):
        """The row's source, or one that the module needs, with the row's changes."""
        for _, file, old, new in self.edits("change"):
            if pathlib.Path(source).name == file:
                assert text.count(old) == 1, f"{self.name}: {old}"
                text = text.replace(old, new)
        return text

    def checked(self, text):
        """The module with its environment."""
        # Names of covers are words that the module may have.
        checks = "\n".join(f"      {label}{'Reached' * (kind == 'cover')}: {kind} ({expression});"
                           for kind in ("assume", "assert", "cover")
                           for label, expression in self.get(kind).items())
        head, end, rest = text.rpartition("endmodule")
        assert end, self.source
        return head + CHECKS.lstrip("\n").format(folder=self.folder, checks=checks,
                                    environment=self.data.get("environment", "").rstrip()) + rest

    def sources(self):
        return needed_sources(self.folder, self.source)

    def digest(self):
        """Of what the proof depends on: sources without comments and the covers of simulation, and the row."""
        texts = [filelists.without_macros(filelists.without_comments((ROOT / source).read_text()), "WF_COVER")
                 for source in self.sources()]
        words = " ".join(" ".join(texts).split())
        return hashlib.sha256(repr((CHECKS, self.name, self.data, words)).encode()).hexdigest()[:16]

    def added_labels(self):
        """The assertions of the row."""
        return set(self.get("assert")) | set(
            re.findall(r"(\w+): assert\b", self.data.get("environment", "")))

    def own_labels(self):
        """The assertions of the module itself."""
        text = filelists.without_comments((ROOT / self.source).read_text())
        return re.findall(r"`WF_ASSERT(?:_NEXT|_STABLE)?\s*\(\s*(\w+)\s*,", text)


def has_state(source):
    return "always_ff" in filelists.without_comments((ROOT / source).read_text())


@functools.lru_cache(maxsize=None)
def folder_sources(folder):
    return filelists.read_list(f"rtl/{folder}/{folder}.f").sources


@functools.lru_cache(maxsize=None)
def needed_sources(folder, source):
    """The source and what it names, directly or not, in the order of the folder's list."""
    by_name = {pathlib.Path(path).stem: path for path in folder_sources(folder)}
    needed, rest = set(), [source]
    while rest:
        path = rest.pop()
        if path not in needed:
            needed.add(path)
            rest += [by_name[name] for name in filelists.names_in(path) & by_name.keys()]
    return tuple(path for path in folder_sources(folder) if path in needed)


def modules_with_state():
    """By name, folder and source."""
    return {module.name: (module.family, module.source) for module in filelists.all_modules()
            if has_state(module.source)}


def variants_of(module, data):
    """A row, and its variants: tables in it that are not fields."""
    def row(fields):
        unknown = set(fields) - FIELDS
        assert not unknown, f"{module}: no field {', '.join(unknown)}"
        return {field: dict(value) if field in NAMED else value for field, value in fields.items()}

    own = {field: value for field, value in data.items() if field in FIELDS}
    if own:
        yield "", row(own)
    for variant, fields in data.items():
        if variant not in own:
            yield variant, row(fields)


@functools.lru_cache(maxsize=None)
def rows():
    known = {module.name: (module.family, module.source) for module in filelists.all_modules()}
    return [Row(module, variant, *known[module], fields)
            for path in sorted(FOLDER.glob("*.toml"))
            for module, data in tomllib.loads(path.read_text()).items()
            for variant, fields in variants_of(module, data)]
