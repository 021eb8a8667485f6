"""Networks whose pages are tested: one of each family, mesh, torus, hypercube, line and tree."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Routers and channels.
NETWORKS = {
    "mesh4x4": (24, 16),
    "figure1-torus3x3": (18, 9),
    "hypercube4d-p2": (32, 16),
    "line4": (5, 8),
    "tree8": (8, 14),
    "romm-mesh4x4-2phase": (16, 48),
    "romm-torus4x4x4-2phase": (64, 384),
    "fs-mesh4x4-star": (16, 48),
    "fs-torus4x4-star": (16, 64),
    "iba4x4": (16, 48),
    "iba4x4-messages": (16, 48),
}
BUSES = {"mesh4x4", "figure1-torus3x3", "hypercube4d-p2"}
SATURATED = ("mesh4x4", "romm-mesh4x4-2phase", "fs-mesh4x4-star", "iba4x4", "line4")


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def with_other_families(networks):
    """And the smallest network of each other family, of which 4x4 unidirectional links are known."""
    found = dict(networks)
    families = {re.search(r'family = "(\w+)"', path.read_text())[1]: path.stem
                for path in sorted((ROOT / "sim/configs").glob("*.toml"), reverse=True)
                if "16x16" not in path.stem}
    known = {re.search(r'family = "(\w+)"', (ROOT / f"sim/configs/{name}.toml").read_text())[1]
             for name in networks}
    for family, network in families.items():
        if family not in known:
            found[network] = (16, 32)
    return found
