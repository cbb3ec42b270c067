"""What the end-to-end tests share: where the programs are, how to run them, how to read results.

Folders come from the environment that CMakeLists.txt sets: HOPBENCH_BUILD_DIR, HOPBENCH_SOURCE_DIR.
Only files and exit codes of the command-line contract are used; nothing is linked.
"""
from __future__ import annotations

import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping, Sequence

SOURCE = Path(os.environ.get("HOPBENCH_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("HOPBENCH_BUILD_DIR", SOURCE / "build" / "cpu"))
HOPBENCH = BUILD / "bin" / "hopbench"
LATENCY = BUILD / "bin" / "hopbench-latency"
MACHINES = SOURCE / "tests" / "machines"
VIRTUAL_MACHINE = MACHINES / "proxmox-vm-8x-rtx-pro-6000.json"
BARE_METAL = MACHINES / "baremetal-8x-rtx-pro-6000.json"
SCHEMAS = SOURCE / "results" / "schema"
EXAMPLES = SOURCE / "results" / "examples"
SKIPPED = 77  # SKIP_RETURN_CODE of the ctest entries

# Pairs on one node and across nodes in both bundled models; two sizes, one in each band.
FEW_GPUS = "0,1,4"
FEW_CASES = "latency/*/bytes:4,latency/*/bytes:65536"
NOISE = "noise.invocation_sd=0.005;noise.sample_sd=0.01"
SLOW = "slow:HOPBENCH_SIM_SET=scale.cross_numa_latency=1.10"

_INHERITED = ("PATH", "HOME", "TMPDIR", "LANG", "LSAN_OPTIONS", "ASAN_OPTIONS", "UBSAN_OPTIONS")


@dataclass(frozen=True)
class Done:
    """A finished program."""

    command: tuple[str, ...]
    code: int
    out: str
    err: str

    def __str__(self) -> str:
        return (f"{' '.join(self.command)}\n  exit {self.code}\n  stdout: {self.out[-1500:]!r}\n"
                f"  stderr: {self.err[-1500:]!r}")


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """A clean environment: a developer's own NCCL_* or HOPBENCH_* must not reach the test."""
    clean = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**clean, "HOPBENCH_SIM_ANYWAY": "1", **(extra or {})}


def start(command: Sequence[str | Path], extra: Mapping[str, str] | None = None,
          cwd: Path | None = None) -> subprocess.Popen[str]:
    """Starts a program in a session of its own, so that signals reach only what is meant."""
    return subprocess.Popen([str(word) for word in command], env=environment(extra), cwd=cwd,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, errors="replace",
                            start_new_session=True)


def finish(process: subprocess.Popen[str], timeout: float = 120) -> Done:
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        raise AssertionError(f"no end after {timeout:.0f} s: {process.args}\n{err[-2000:]}")
    return Done(tuple(map(str, process.args)), process.returncode, out, err)


def run(*command: str | Path, extra: Mapping[str, str] | None = None, timeout: float = 120,
        cwd: Path | None = None) -> Done:
    return finish(start(command, extra, cwd), timeout)


def hopbench(*arguments: str | Path, extra: Mapping[str, str] | None = None,
             timeout: float = 120) -> Done:
    return run(HOPBENCH, *arguments, extra=extra, timeout=timeout)


def run_arguments(out: Path, *more: str | Path, model: Path = VIRTUAL_MACHINE, seed: int = 1,
                  blocks: int = 8, gpus: str = FEW_GPUS, cases: str = FEW_CASES) -> list[str]:
    """`hopbench run` with a reduced plan on a simulated machine."""
    return [str(word) for word in
            (HOPBENCH, "run", "--suite", "quick", "--simulate", model, "--simulate-anyway",
             "--gpus", gpus, "--cases", cases, "--blocks", blocks, "--seed", seed, *more,
             "-o", out)]


def simulate(out: Path, *more: str | Path, extra: Mapping[str, str] | None = None,
             timeout: float = 120, **plan: Any) -> Done:
    return run(*run_arguments(out, *more, **plan), extra=extra, timeout=timeout)


@contextmanager
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hopbench-e2e-") as folder:
        yield Path(folder)


def without_volatile(report: Path) -> bytes:
    """The bytes of a report outside of its member "volatile"."""
    text = report.read_text(encoding="utf-8")
    if not isinstance(json.loads(text).get("volatile"), dict):
        raise AssertionError(f"{report}: no object \"volatile\"")
    decoder = json.JSONDecoder()
    depth, at = 0, 0
    while at < len(text):
        letter = text[at]
        if letter == '"':
            word, end = decoder.raw_decode(text, at)
            colon = end + len(text[end:]) - len(text[end:].lstrip())
            if depth == 1 and word == "volatile" and text[colon] == ":":
                value = colon + 1
                while text[value].isspace():
                    value += 1
                _, end = decoder.raw_decode(text, value)
                return (text[:at] + text[end:]).encode()
            at = end
            continue
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(letter, 0)
        at += 1
    raise AssertionError(f"{report}: \"volatile\" not found at the top level")


def first_difference(left: bytes, right: bytes) -> str:
    for index, (a, b) in enumerate(zip(left, right)):
        if a != b:
            window = slice(max(0, index - 60), index + 60)
            return f"at byte {index}: {left[window]!r} against {right[window]!r}"
    return f"lengths {len(left)} and {len(right)}"


def read_json(file: Path) -> dict[str, Any]:
    def refuse(token: str) -> float:
        raise AssertionError(f"{file}: {token} is no JSON")
    return json.loads(file.read_text(encoding="utf-8"), parse_constant=refuse)


def read_samples(file: Path) -> tuple[float, ...]:
    data = file.read_bytes()
    return struct.unpack(f"<{len(data) // 4}f", data)


@dataclass(frozen=True)
class Group:
    """One group of a comparison: what the gate looks at."""

    head: str
    family: str
    metric: str
    statistic: str
    pair_class: str
    band: str
    verdict: str


def groups_of(comparison: Mapping[str, Any]) -> list[Group]:
    """Groups of all contrasts, without the negative control's."""
    return [Group(head=contrast["head"], family=group["group"]["family"],
                  metric=group["group"]["metric"], statistic=group["group"]["statistic"],
                  pair_class=group["group"]["class"], band=group["group"]["band"],
                  verdict=group["verdict"])
            for contrast in comparison["contrasts"] for group in contrast["groups"]]


def compare_json(folder: Path, head: str, *more: str) -> tuple[Done, dict[str, Any]]:
    """Compares a variant of a run with its baseline."""
    done = hopbench("compare", folder / "report.json", "--base", "baseline", "--head", head,
                    "--format", "json", *more)
    try:
        return done, json.loads(done.out)
    except json.JSONDecodeError as error:
        raise AssertionError(f"--format json is no JSON ({error}):\n{done}") from None


class EndToEnd(unittest.TestCase):
    """Assertions about finished programs, with the whole output in the message."""

    maxDiff = 2000

    def assert_exit(self, done: Done, *codes: int) -> None:
        self.assertIn(done.code, codes, f"unexpected exit code of\n{done}")

    def assert_refused(self, done: Done, code: int, *mentions: str) -> None:
        """The error contract: exit code, nothing on stdout, one line
        `hopbench: what: why (what to do)` that names what it is about."""
        self.assert_exit(done, code)
        self.assertEqual(done.out, "", f"stdout must carry only the answer:\n{done}")
        lines = [line for line in done.err.splitlines() if line.strip()]
        self.assertEqual(len(lines), 1, f"one line on stderr expected:\n{done}")
        self.assertRegex(lines[0], r"^hopbench(-\w+)?: .+: .+ \(.+\)$", f"{done}")
        for word in mentions:
            self.assertIn(word, lines[0], f"the line must name {word!r}:\n{done}")

    def assert_same_results(self, left: Path, right: Path) -> None:
        """Two run folders hold the same report outside of "volatile", and the same samples."""
        one, two = without_volatile(left / "report.json"), without_volatile(right / "report.json")
        if one != two:
            self.fail(f"{left.name} and {right.name}: report.json differs "
                      f"{first_difference(one, two)}")
        self.assertEqual((left / "samples.bin").read_bytes(), (right / "samples.bin").read_bytes(),
                         f"{left.name} and {right.name}: samples.bin differs")

    def assert_valid(self, document: Any, schema: str) -> None:
        """Validates against results/schema; skips where python3-jsonschema is missing."""
        try:
            from jsonschema import Draft202012Validator
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        validator = Draft202012Validator(read_json(SCHEMAS / schema))
        errors = [f"{error.json_path}: {error.message[:200]}"
                  for error in validator.iter_errors(document)]
        self.assertEqual(errors[:5], [], f"{schema}: {len(errors)} violations")


def main() -> None:
    """unittest's main; exit 77 when every test was skipped, so that ctest shows it."""
    result = unittest.main(exit=False, verbosity=2).result
    if result.wasSuccessful() and result.testsRun and len(result.skipped) == result.testsRun:
        sys.exit(SKIPPED)
    sys.exit(0 if result.wasSuccessful() else 1)
