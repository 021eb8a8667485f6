#!/usr/bin/env python3
"""docs/reference.md is made of the comments of wayfarer.h and of the docstrings of the Python package.

    reference.py ROOT [--write]
"""

import inspect
import pathlib
import re
import sys
import textwrap

import wayfarer

ROOT = pathlib.Path(sys.argv[1])
PAGE = ROOT / "docs/reference.md"
HEAD = """# Reference

The functions of the C library and of the Python package, made from their sources' comments by `tests/python/wheel.py BUILD CMAKE --write`.
The C++ class [`wayfarer::Network`](../sim/api/wayfarer.hpp) has the same functions as C. [embedding.md](embedding.md) has
the rules that hold for all of them, and examples.
"""
COMMENT = re.compile(r"/\*(.*?)\*/\n((?:[^\n/]+\n)+)", re.S)


def prose(comment):
    """A comment or docstring as text: indented lines are items."""
    text = inspect.cleandoc(re.sub(r"^ \* ?", "", comment.strip(), flags=re.M))
    text = re.sub(r"^([a-z_]+(?:, [a-z_]+)*): ", r"- `\1`: ", text, flags=re.M)
    # Items begin a list, and their further lines belong to them.
    lines = text.replace("\n    ", "\n  ").splitlines()
    spaced = [line if not (line.startswith("- `") and before and not before.startswith(("- `", "  "))) else f"\n{line}"
              for before, line in zip(["", *lines], lines)]
    return "\n".join(spaced).replace("*", "\\*")


def c_reference():
    header = (ROOT / "sim/api/wayfarer.h").read_text()
    yield "\n## C: wayfarer.h\n"
    for comment, declaration in COMMENT.findall(header[header.index("typedef enum"):]):
        name = re.search(r"(wayfarer_\w+)\)?\(|typedef struct (wayfarer_\w+) \{", declaration)
        if name and not declaration.startswith(" "):
            yield f"\n### {name[1] or name[2]}\n\n```c\n{whole(header, declaration)}\n```\n\n{prose(comment)}\n"


def whole(header, declaration):
    """A structure to its end."""
    begin = header.index(declaration)
    end = header.index("}", begin) if "{" in declaration.splitlines()[0] else begin
    return header[begin:header.index(";", end) + 1]


def signature(member, owner):
    """In lines of a readable length."""
    if hasattr(member, "__nb_signature__"):
        text, _, defaults = member.__nb_signature__[0]
        text = text.removeprefix("def ")
        for number, value in enumerate(defaults or ()):
            text = text.replace(f"\\{number}", repr(value))
        text = re.sub(r"(?:numpy\.)?ndarray\[dtype=(\w+), .*?\)[^]]*\]", r"NDArray[\1]", text)
    else:
        text = f"{member.__name__}{inspect.signature(member)}"
        text = re.sub(r"(: |-> )'(.*?)'(?= =|,|\)|$)", r"\1\2", text)
    text = re.sub(r"wayfarer\.\w+\.|collections\.abc\.|\bself, |\bself(?=\))", "", text)
    text = text.replace("__init__", owner).replace(") -> None", ")") if "__init__" in text else text
    return "\n".join(textwrap.wrap(text, 100, subsequent_indent="    ", break_long_words=False))


def documentation(member):
    text = inspect.getdoc(member)
    if hasattr(member, "__nb_signature__"):
        text = member.__nb_signature__[0][1]
    return prose(text)


def python_reference():
    yield "\n## Python\n"
    for name in wayfarer.__all__:
        one = getattr(wayfarer, name)
        yield f"\n### {name}\n\n{prose(inspect.getdoc(one))}\n"
        for member, value in vars(one).items():
            if isinstance(value, property) and not member.startswith("_"):
                yield f"\n- **{member}**: {prose(inspect.getdoc(value))}\n"
        for member, value in vars(one).items():
            if callable(value) and (member == "__init__" or not member.startswith("_")) and documentation(value):
                if member == "__init__" and not hasattr(value, "__nb_signature__"):
                    continue  # the class's own text describes its arguments
                yield f"\n```python\n{signature(value, name)}\n```\n\n{documentation(value)}\n"


def main():
    text = HEAD + "".join((*c_reference(), *python_reference()))
    text = re.sub(r"\n{3,}", "\n\n", text)
    if "--write" in sys.argv:
        PAGE.write_text(text)
    elif PAGE.read_text() != text:
        sys.exit("docs/reference.md is not what tests/python/wheel.py BUILD CMAKE --write makes")


if __name__ == "__main__":
    main()
