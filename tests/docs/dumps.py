"""Reads wave files as VCD text."""


def declarations(text):
    """(path of the scopes, words of the line) of each variable in VCD text."""
    scopes = []
    for line in text.splitlines():
        words = line.split()
        if line.startswith("$scope"):
            scopes.append(words[2])
        elif line.startswith("$upscope"):
            scopes.pop()
        elif line.startswith("$var"):
            yield ".".join(scopes), words
        elif line.startswith("$enddefinitions"):
            return


def moments(text):
    """The values of all variables, by code, each time that some have changed: one dictionary."""
    values = {}
    for line in text[text.index("$enddefinitions"):].splitlines()[1:]:
        if line.startswith("#"):
            if values:
                yield values
        elif line.startswith("b"):
            bits, code = line[1:].split()
            values[code] = bits
        elif line[:1] in ("0", "1"):
            values[line[1:]] = line[0]
    yield values
