"""Reads what wave files declare."""


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
