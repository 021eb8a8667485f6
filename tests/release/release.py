#!/usr/bin/env python3
"""The files that a release consists of besides the sources are valid, and agree with each other.

    release.py PROGRAM
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / ".tools/venv/bin"
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
VERSION = re.search(r"^project\(wayfarer VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, cwd=ROOT,
                          **options)


class Files(unittest.TestCase):
    def good(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_every_file_has_a_licence(self):
        self.good(TOOLS / "reuse", "lint")
        self.assertEqual((ROOT / "LICENSE").read_text(), (ROOT / "LICENSES/Apache-2.0.txt").read_text())

    def valid(self, schema, *files):
        self.assertTrue(files)
        self.good(TOOLS / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)

    def test_citation_and_templates_are_valid(self):
        self.valid("citation-file-format", "CITATION.cff")
        templates = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
        self.valid("github-issue-forms", *(path for path in templates if path.name != "config.yml"))
        self.valid("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml")

    def test_workflows_are_valid_and_run_what_exists(self):
        workflows = sorted((ROOT / ".github/workflows").glob("*.yml"))
        self.valid("github-workflows", *workflows)
        scripts = {word for path in workflows
                   for line in re.findall(r"^ +run: (.*)", path.read_text(), re.M) for word in line.split()
                   if "/" in word and not word.startswith("-")}
        self.assertEqual(scripts, {".ci/run", "./sim/packaging/make"})
        for script in scripts:
            self.assertTrue(os.access(ROOT / script, os.X_OK), script)

    def test_the_hooks_are_valid_and_run_what_exists(self):
        with tempfile.TemporaryDirectory() as home:
            self.good(TOOLS / "pre-commit", "validate-config", env={**os.environ, "PRE_COMMIT_HOME": home})
        entries = re.findall(r"^ +entry: (\S+)", (ROOT / ".pre-commit-config.yaml").read_text(), re.M)
        self.assertEqual(entries, ["clang-format", ".tools/venv/bin/reuse"])
        for entry in entries:
            self.assertTrue(shutil.which(entry, path=f"{ROOT}:{os.environ['PATH']}")
                            or os.access(ROOT / entry, os.X_OK), entry)

    def test_the_development_container_is_json(self):
        container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
        self.assertEqual(container["postCreateCommand"], "./sim/setup tests")
        self.assertIn(f"FROM {container['image']} AS build", (ROOT / "Containerfile").read_text())

    def test_versions_agree(self):
        self.assertEqual(self.good(PROGRAM, "--version").split()[0], VERSION)
        self.assertRegex((ROOT / "CITATION.cff").read_text(), rf"(?m)^version: {re.escape(VERSION)}$")
        for core in (ROOT / "rtl").glob("*/*.core"):
            self.assertRegex(core.read_text(), rf"(?m)^name: wayfarer:rtl:{core.stem}:{re.escape(VERSION)}$")


class Tag(unittest.TestCase):
    """sim/packaging/tag, on a copy of the sources."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("CMakeLists.txt", "CITATION.cff", "sim/packaging/tag"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.write("CHANGELOG.md", f"# Changelog\n\n## [Unreleased]\n\n## [{VERSION}] - 2026-12-01\n\n- all\n")
        citation = re.sub(r"^date-released: .*\n", "", (ROOT / "CITATION.cff").read_text(), flags=re.M)
        self.write("CITATION.cff", citation + "date-released: 2026-12-01\n")
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        done = run("git", "-C", self.folder, "-c", "user.name=a", "-c", "user.email=a@example.invalid", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "change")

    def refused(self, text):
        done = run(self.folder / "sim/packaging/tag", "--check")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(text, done.stderr)

    def test_what_is_ready_passes(self):
        done = run(self.folder / "sim/packaging/tag", "--check")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"the sources are those of {VERSION}, of 2026-12-01", done.stdout)

    def test_changes_are_refused(self):
        self.write("more.txt", "more")
        self.refused("not committed")

    def test_a_second_tag_is_refused(self):
        self.git("tag", f"v{VERSION}")
        self.refused(f"v{VERSION} exists")

    def test_a_changelog_without_the_version_is_refused(self):
        self.write("CHANGELOG.md", "## [Unreleased]\n")
        self.commit()
        self.refused(f"no section '## [{VERSION}] - DATE'")

    def test_entries_that_are_not_released_are_refused(self):
        self.write("CHANGELOG.md", f"## [Unreleased]\n\n- new\n\n## [{VERSION}] - 2026-12-01\n")
        self.commit()
        self.refused("entries under [Unreleased]")

    def test_another_citation_is_refused(self):
        self.write("CITATION.cff", "version: 0.0.1\n")
        self.commit()
        self.refused("another version")
        self.write("CITATION.cff", f"version: {VERSION}\n")
        self.commit()
        self.refused("date-released: 2026-12-01")


if __name__ == "__main__":
    unittest.main(verbosity=0)
