"""Parameter sets from the program's list of keys, docs/keys.json: what the keys of a family say about the
fields of its config_t."""

import functools
import json

import filelists
import overrides


@functools.lru_cache(maxsize=None)
def of_hardware(family):
    """By parameter of a family's network, the key that gives it."""
    keys = json.loads((filelists.ROOT / "docs/keys.json").read_text())
    return {key["rtl"]: key for key in keys if key["family"] == family and "rtl" in key}


def allowed(family, parameter):
    """By code of a choice, what it allows of other parameters: their legal codes."""
    keys = of_hardware(family)
    codes = {key["key"]: dict(zip(key["choices"], key.get("codes", []))) for key in keys.values()
             if key["type"] == "choice"}
    names = {key["key"]: name for name, key in keys.items()}
    chosen = keys[parameter]
    return {codes[chosen["key"]][name]: {names[other]: [codes[other][value] for value in legal]
                                         for other, legal in chosen["allows"].get(name, {}).items()}
            for name in chosen["choices"] if name not in chosen.get("model_only", [])}


def fields(family):
    packages = sorted((filelists.ROOT / f"rtl/{family}").rglob("*_pkg.sv"))
    return overrides.Packages(packages).fields("config_t")


def drawn(family):
    """By parameter, the first three values worth drawing, or the codes of a choice, the default's first."""
    found = {}
    for parameter, key in of_hardware(family).items():
        if key["type"] == "choice":
            default = key["codes"][key["choices"].index(key.get("default", key["choices"][0]))]
            others = [code for code in key["codes"] if code not in (default, None)]
            found[parameter] = [default, *others]
        elif "draw" in key:
            found[parameter] = key["draw"][:3]
    return found


def axes(family, **others):
    """By field of a family's config_t, these values of the key that gives it, unless there are others."""
    values = {**drawn(family), **others}
    return {field: values[field] for field in fields(family) if field in values}


def beyond(family, *unlimited, **others):
    """By field of a family's config_t, values beyond the range of the key that gives it, above it only where
    the RTL has that limit, too; others as given."""
    found = {}
    for field in fields(family):
        key = of_hardware(family).get(field, {"type": "none"})
        if key["type"] == "number":
            found[field] = [str(key["low"] - 1)] * (key["low"] > 0)
            found[field] += [str(key["high"] + 1)] * (field not in unlimited)
    return {**found, **others}
