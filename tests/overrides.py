#!/usr/bin/env python3
"""Parameters of a module by name, as -G of Verilator and of Yosys' slang reader takes them.

  overrides.py MODULE.sv PACKAGE.sv... NAME=VALUE... -- COMMAND...

runs COMMAND with a -G for each value appended. A name that is not a parameter of the module is a
field of one of its struct parameters (`parameter config_t Config = default_config()`): such fields
become one literal, whose other fields come from the package's function `default_...`. That function
assigns, field by field, numbers and names of constants. Elements of a vector of vectors are joined by
x, the first one lowest, and the others are the default's: Extents=5x4.
"""

import os
import re
import sys

import filelists

COMMENT = re.compile(r"//[^\n]*")
LITERAL = re.compile(r"(?:\d*'(?P<base>[bdh]))?(?P<digits>[0-9a-fA-F_]+)")
BASES = {"b": 2, "d": 10, None: 10, "h": 16}
ELEMENTS = re.compile(r"\d+(?:x\d+)+")
LOCALPARAM = re.compile(r"localparam int (?:unsigned )?(\w+)\s*=\s*([^;]+);")
VECTOR = re.compile(r"typedef (logic [^;]*\])\s*(\w+);")
RANGE = re.compile(r"\[([^:\]]+):([^\]]+)\]")
STRUCT = re.compile(r"typedef struct packed \{(.*?)\} (\w+);", re.DOTALL)
PARAMETER = re.compile(r"^\s*parameter\s+(?:\w+::)?(\S.*?)\s+(\w+)\s*=", re.MULTILINE)


class Fault(Exception):
    """A name or a value that the module does not have."""


def read(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"\b\w+_pkg::", "", COMMENT.sub("", file.read()))


def number(text):
    match = LITERAL.fullmatch(text.strip())
    if not match:
        raise Fault(f"{text.strip()}: not a number")
    return int(match["digits"].replace("_", ""), BASES[match["base"]])


class Packages:
    """The types of packages, and the defaults of their structs."""

    def __init__(self, paths):
        self.text = "".join(read(path) for path in paths)
        self.constants = {}
        for name, expression in LOCALPARAM.findall(self.text):
            if re.fullmatch(r"[\w\s+*/()-]+", expression):
                self.constants[name] = self.value(expression)
        self.vectors = {name: kind for kind, name in VECTOR.findall(self.text)}
        self.structs = {name: re.findall(r"(\w[^;]*?)\s+(\w+);", fields)
                        for fields, name in STRUCT.findall(self.text)}

    def value(self, expression):
        return eval(expression, {"__builtins__": {}}, self.constants)  # of our own packages

    def width(self, kind):
        if kind in self.structs:
            return sum(self.width(field) for field, _ in self.structs[kind])
        if kind in self.vectors:
            return self.width(self.vectors[kind])
        if kind == "int unsigned":
            return 32
        if not re.fullmatch(r"(logic|bit)(\s*\[[^\]]+\])*", kind):
            raise Fault(f"{kind}: not a type that this program knows")
        width = 1
        for high, low in RANGE.findall(kind):
            width *= self.value(high) - self.value(low) + 1
        return width

    def elements(self, kind, text, default):
        """A vector of vectors, of which these are the first elements."""
        kind = self.vectors.get(kind, kind)
        high, low = RANGE.findall(kind)[0]
        width = self.width(kind) // (self.value(high) - self.value(low) + 1)
        elements = [int(element) for element in text.split("x")]
        if any(element >> width for element in elements):
            raise Fault(f"{text}: elements have {width} bits")
        below = sum(element << place * width for place, element in enumerate(elements))
        return default >> len(elements) * width << len(elements) * width | below

    def fields(self, kind):
        return [name for _, name in self.structs[kind]]

    def default(self, kind):
        """The assignments of the function `default_...` that returns this type."""
        match = re.search(rf"function automatic {kind} (default_\w+)\(\);(.*?)endfunction",
                          self.text, re.DOTALL)
        if not match:
            raise Fault(f"{kind}: no function default_...()")
        return dict(re.findall(rf"{match[1]}\.(\w+)\s*=\s*([^;]+);", match[2]))

    def packed(self, kind, values):
        """The bits of a struct; values of its fields that are not the defaults."""
        bits, defaults = 0, self.default(kind)
        for kind_of_field, name in self.structs[kind]:
            width = self.width(kind_of_field)
            if name not in defaults:
                raise Fault(f"{kind}: no default of {name}")
            text = values.get(name, defaults[name])
            if ELEMENTS.fullmatch(text):
                value = self.elements(kind_of_field, text, number(defaults[name]))
            else:
                value = self.constants[text] if text in self.constants else number(text)
            if value >> width:
                raise Fault(f"{name}={value}: more than {width} bits")
            bits = bits << width | value
        return bits


def overrides(module, packages, values):
    """By parameter of the module, its value; from `values` by name of parameter or field."""
    text = read(module)
    head = text[text.index("module "):]
    parameters = {name: kind for kind, name in PARAMETER.findall(head[:head.index(");")])}
    # A bit has its width, or Verilator warns.
    types = Packages(packages)
    found = {name: f"1'b{value}" if parameters[name] == "bit" and str(value) in "01"
             else str(types.constants.get(value, value))
             for name, value in values.items() if name in parameters}
    rest = {name: str(value) for name, value in values.items() if name not in parameters}
    if rest:
        for name, kind in parameters.items():
            own = {field: rest.pop(field) for field in types.fields(kind) if field in rest} \
                if kind in types.structs else {}
            if own:
                found[name] = f"{types.width(kind)}'h{types.packed(kind, own):x}"
    if rest:
        raise Fault(f"{module}: neither parameter nor field of one: {', '.join(rest)}")
    return found


def packages_of(module):
    """The packages of a module of tests/filelists.py."""
    sources = [filelists.ROOT / source for source in module.file_list.sources]
    return [source for source in sources if source.name.endswith("_pkg.sv")]


def of_packages(module):
    return Packages(packages_of(module))


def of_module(module, values):
    """The same for a module of tests/filelists.py."""
    return overrides(filelists.ROOT / module.source, packages_of(module), values)


def main(arguments):
    if "--" not in arguments or not arguments[0].endswith(".sv") or arguments[-1] == "--":
        print(__doc__, file=sys.stderr)
        return 2
    words, command = arguments[:arguments.index("--")], arguments[arguments.index("--") + 1:]
    packages = [word for word in words[1:] if "=" not in word]
    values = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    try:
        found = overrides(words[0], packages, values)
    except (Fault, OSError) as fault:
        print(f"overrides.py: {fault}", file=sys.stderr)
        return 2
    return os.execvp(command[0], command + [f"-G{name}={value}" for name, value in found.items()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
