"""The tests that ctest knows, for the scripts that list or choose them."""

import json
import subprocess


def known(build, *selection):
    """Properties by name, of the tests that ctest's options choose; all without options."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", *selection],
                           check=True, text=True, capture_output=True).stdout
    return {test["name"]: {item["name"]: item["value"] for item in test.get("properties", [])}
            for test in json.loads(shown)["tests"]}
