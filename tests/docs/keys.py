#!/usr/bin/env python3
"""What is made of the program's list of keys is up to date: docs/keys.json, the tables of keys in the
families' pages, and the JSON Schema of configuration files, which accepts those that ship and refuses
what the program refuses.

usage: keys.py WAYFARER [--write]

--write renews them.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import jsonschema

from blocks import with_block

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEYS = ROOT / "docs/keys.json"
SCHEMA = ROOT / "docs/configuration.schema.json"
MOST_DIMENSIONS = 9

# Configurations that both refuse: a name, a table, a key, a value, a type, a lower and an upper limit, a
# shape that is missing, one given twice, and what does not go with a variant.
REFUSED = [
    'family = "warmhole"\n[topology]\nextents = [4, 4]\n',
    '[topology]\nextents = [4, 4]\n[rooter]\nbuffers = 4\n',
    '[topology]\nextents = [4, 4]\n[router]\nphases = 1\n',
    'family = "wormhole"\n[topology]\nextents = [4, 4]\n[router]\nrouting = "adaptive"\n',
    '[topology]\nextents = [4, 4]\n[router]\nbuffers = "4"\n',
    '[topology]\nextents = [4, 4]\n[router]\nbuffers = 0\n',
    '[topology]\nextents = [4, 4]\n[router]\nbuffers = 17\n',
    '[topology]\nextents = [4, 1025]\n',
    '[topology]\nextents = []\n',
    '[topology]\nkind = "mesh"\n',
    'family = "linear"\n[topology]\nhosts = 4\ntree = "((1 2) (3 4))"\n',
    'family = "iba"\n[topology]\nextents = [4, 4]\n[flit]\nbits = 64\n',
    'family = "iba"\n[topology]\nextents = [4, 4]\n[router]\nlow_weights = []\n',
    'family = "iba"\n[topology]\nextents = [4, 4]\n[router]\nlow_weights = [1, 1, 1, 1, 1]\n',
    'family = "iba"\n[topology]\nextents = [4, 4]\n[router]\nlow_weights = [256]\n',
    '[topology]\nextents = [4, 4]\n[router]\nvariant = "pipelined"\nstat = "exact"\n',
    '[topology]\nextents = [4, 4]\nkind = "torus"\n[router]\nvariant = "multicast"\n',
    '[topology]\nextents = [4, 4]\n[router]\nvariant = "balanced"\n',
]


def by_family(keys):
    families = {}
    for key in keys:
        families.setdefault(key["family"], []).append(key)
    return families


def code(text):
    return f"`{text}`"


def legal_cell(key):
    if key["type"] == "choice":
        only = key.get("model_only", [])
        return ", ".join(code(name) + (" (models)" if name in only else "") for name in key["choices"])
    if "low" not in key:
        return "a text"
    if key["type"] == "sets":
        return f"list of lists of 0 to {key['high']}, at most {key['length']}"
    span = f"{key['low']} to {key['high']}" if key["low"] < key["high"] else str(key["low"])
    if key["type"] == "numbers":
        return f"list of {span}" + (f", at most {key['length']}" if "length" in key else "")
    return span


def default_cell(key):
    if "example" in key:
        return "none"
    if "derived_from" in key:
        return f"from {key['derived_from']}"
    return code(key["default"]) if key["type"] == "choice" else str(key["default"])


def parameter_cell(key):
    """The parameter, with the codes of a choice unless they are 0, 1, ... by name."""
    if "rtl" not in key:
        return ""
    codes = [number for number in key.get("codes", []) if number is not None]
    own = code(key["rtl"]) + (f": {', '.join(map(str, codes))}" if codes != sorted(set(codes)) else "")
    return "; ".join([own, *map(code, key.get("also_rtl", []))])


def table(keys):
    """The keys of a family for its page."""
    rows = ["| key | legal | default | meaning | parameter |", "|---|---|---|---|---|"]
    for key in keys:
        rows.append("| " + " | ".join((code(key["key"]), legal_cell(key), default_cell(key),
                                       key["meaning"], parameter_cell(key))).rstrip() + " |")
    return "\n".join(rows) + "\n"


def allowed_table(key):
    """What each choice of a key that hardware has allows of other keys."""
    others = list(dict.fromkeys(other for allowed in key["allows"].values() for other in allowed))
    rows = [f"| {code(key['key'])} | " + " | ".join(map(code, others)) + " |", "|---" * (1 + len(others)) + "|"]
    for name in key["choices"]:
        if name not in key.get("model_only", []):
            allowed = key["allows"].get(name, {})
            cells = [", ".join(map(code, allowed[other])) if other in allowed else "any" for other in others]
            rows.append("| " + " | ".join([code(name), *cells]) + " |")
    return "\n".join(rows) + "\n"


def conditions(key, by_name):
    """In JSON Schema, what each choice of a key allows of other keys."""
    def at(name, schema, required):
        table, inner = name.split(".")
        inside = {"properties": {inner: schema}} | ({"required": [inner]} if required else {})
        return {"properties": {table: inside}} | ({"required": [table]} if required else {})

    for name, allowed in key.get("allows", {}).items():
        yield {"if": at(key["key"], {"const": name}, True),
               "then": {"allOf": [at(other, {"enum": legal},
                                     "default" in by_name[other] and by_name[other]["default"] not in legal)
                                  for other, legal in allowed.items()]}}


def value_schema(key):
    schema = {"description": key["meaning"]}
    if key["type"] == "choice":
        schema["enum"] = key["choices"]
    elif key["type"] == "text":
        schema["type"] = "string"
    else:
        number = {"type": "integer", "minimum": key["low"], "maximum": key["high"]}
        if key["type"] == "sets":
            number = {"type": "array", "items": number, "minItems": 1}
        schema |= number if key["type"] == "number" else {
            "type": "array", "items": number, "minItems": 1, "maxItems": key.get("length", MOST_DIMENSIONS)}
    if "derived_from" in key:
        schema["description"] += f"; default: from {key['derived_from']}"
    elif "default" in key:
        schema["default"] = key["default"]
    return schema


def family_schema(family, keys, is_default):
    """Files of a family. Of the keys of the shape, one is required, and the others are alternatives."""
    tables = {}
    for key in keys:
        name, inner = key["key"].split(".")
        entry = tables.setdefault(name, {"type": "object", "additionalProperties": False, "properties": {}})
        entry["properties"][inner] = value_schema(key)
    shapes = [key["key"].split(".") for key in keys if "example" in key]
    name = shapes[0][0]
    alternatives = [{"required": [inner]} for _, inner in shapes]
    by_name = {key["key"]: key for key in keys}
    allowed = [condition for key in keys for condition in conditions(key, by_name)]
    tables[name] |= alternatives[0] if len(shapes) == 1 else {"oneOf": alternatives}
    return {
        "title": f"A network of the family {family}",
        "type": "object",
        "additionalProperties": False,
        "required": [name] if is_default else ["family", name],
        "properties": {
            "name": {"type": "string", "description": "In results; default: the file's name"},
            "description": {"type": "string", "description": "For lists"},
            "family": {"const": family, "description": "The kind of router"} |
                      ({"default": family} if is_default else {}),
            **tables,
        },
    } | ({"allOf": allowed} if allowed else {})


def configuration_schema(families):
    """JSON Schema, in the draft that taplo reads. The first family is that of files without one. The
    conditions check a file by its own family. Editors complete from alternatives, which refuse
    nothing: the last one is legal for every file."""
    first = next(iter(families))

    def condition(family):
        named = {"properties": {"family": {"const": family}}}
        return named if family == first else named | {"required": ["family"]}

    of = {family: {"$ref": f"#/definitions/{family}"} for family in families}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A network of Wayfarer",
        "description": "Made by tests/docs/keys.py of what `wayfarer list keys --json` prints",
        "type": "object",
        "properties": {"family": {"enum": list(families)}},
        "allOf": [{"if": condition(family), "then": of[family]} for family in families],
        "anyOf": [*of.values(), {}],
        "definitions": {family: family_schema(family, keys, family == first)
                        for family, keys in families.items()},
    }


def written(value, indent=""):
    """JSON with a line for each key of a configuration, and for each condition."""
    compact = json.dumps(value)
    if '"properties"' not in compact or isinstance(value, dict) and "if" in value:
        return compact
    inner = indent + " "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + written(item, inner) for item in value) + "\n" + indent + "]"
    lines = [f"{inner}{json.dumps(name)}: " +
             (written_each(item, inner) if name == "properties" else written(item, inner))
             for name, item in value.items()]
    return "{\n" + ",\n".join(lines) + "\n" + indent + "}"


def written_each(properties, indent):
    inner = indent + " "
    return "{\n" + ",\n".join(f"{inner}{json.dumps(name)}: {written(item, inner)}"
                              for name, item in properties.items()) + "\n" + indent + "}"


def files(text):
    """What each file made of the list of keys contains, by path."""
    families = by_family(json.loads(text))
    made = {KEYS: text, SCHEMA: written(configuration_schema(families)) + "\n"}
    for family, keys in families.items():
        page = ROOT / "docs" / f"{family}.md"
        text = with_block(page.read_text(), f"keys {family}", table(keys))
        for key in keys:
            if "allows" in key:
                text = with_block(text, f"allowed by {key['key']}", allowed_table(key))
        made[page] = text
    return made


def schema_faults(program, schema):
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sorted((ROOT / "sim/configs").glob("*.toml")):
        if error := jsonschema.exceptions.best_match(validator.iter_errors(tomllib.loads(path.read_text()))):
            yield f"{SCHEMA.name} refuses {path.name}: {error.message}"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "refused.toml")
        for text in REFUSED:
            path.write_text(text)
            if validator.is_valid(tomllib.loads(text)):
                yield f"{SCHEMA.name} accepts:\n{text}"
            if subprocess.run([program, "check", path], capture_output=True, check=False).returncode != 2:
                yield f"wayfarer accepts:\n{text}"


def main():
    program = sys.argv[1]
    text = subprocess.run([program, "list", "keys", "--json"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    faults = []
    for path, content in files(text).items():
        if "--write" in sys.argv:
            path.write_text(content)
        elif not path.exists() or path.read_text() != content:
            faults.append(f"{path.relative_to(ROOT)} does not have the program's keys; "
                          f"tests/docs/keys.py {program} --write renews it")
    faults += schema_faults(program, configuration_schema(by_family(json.loads(text))))
    print("\n".join(faults) if faults else f"{len(json.loads(text))} keys")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
