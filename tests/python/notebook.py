#!/usr/bin/env python3
"""Executes docs/examples/python/questions.ipynb; the texts that it prints are those that it was saved with.

    notebook.py ROOT [--write]

Pictures are not compared: they depend on the version of matplotlib. With --write, the notebook is saved.
"""

import copy
import pathlib
import sys

import nbclient
import nbformat
import traitlets.config


def text_of(cell):
    """What a cell prints. When it prints decides how many outputs that is."""
    return "".join("".join(output.get("text", "") or output.get("data", {}).get("text/plain", ""))
                   for output in cell.get("outputs", []) if "image/png" not in output.get("data", {}))


def main():
    path = pathlib.Path(sys.argv[1]) / "docs/examples/python/questions.ipynb"
    saved = nbformat.read(path, as_version=4)
    # Between processes of this machine, without the network.
    local = traitlets.config.Config({"KernelManager": {"transport": "ipc"}})
    made = nbclient.NotebookClient(copy.deepcopy(saved), timeout=300, config=local).execute()
    for cell in made.cells:
        cell.metadata.pop("execution", None)
    if "--write" in sys.argv:
        made.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(made, path)
        return
    different = [cell.source for cell, now in zip(saved.cells, made.cells) if text_of(cell) != text_of(now)]
    if different or not any(text_of(cell) for cell in saved.cells):
        sys.exit("\n".join(["the notebook prints something else than it was saved with:", *different]))


if __name__ == "__main__":
    main()
