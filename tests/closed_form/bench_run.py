"""Runs a shipped bench on a simulated machine and reads its samples file."""
from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, NamedTuple

from cases import Case, parse
from closed_form import CellId, operation_ns

QUIET = ("noise.session_sd=0;noise.invocation_sd=0;noise.sample_sd=0;noise.outlier_rate=0;"
         "noise.drift_per_hour=0")
# A simulated machine's files are laid out in each run that asks NCCL: in memory, where there is such
# a place, that takes a tenth of the time.
_SHARED_MEMORY = "/dev/shm"
SCRATCH = _SHARED_MEMORY if os.access(_SHARED_MEMORY, os.W_OK) else None


class RunFailed(Exception):
    """The bench did not deliver a complete samples file."""


@dataclass(frozen=True)
class Plan:
    cases: tuple[Case, ...]
    samples: int = 2
    warmup: int = 1

    def document(self) -> dict[str, Any]:
        cases = [{"name": case.name, "samples": self.samples,
                  "warmup": self.warmup if case.method == "oneshot" else 0}
                 for case in self.cases]
        return {"schema": "hopbench.plan/1", "executable": self.bench, "seed": 7,
                "deadline_seconds": 0, "requested_binding": "none", "cases": cases}

    @property
    def bench(self) -> str:
        (family,) = {case.family for case in self.cases}
        return f"hopbench-{family}"


@dataclass(frozen=True)
class Stack:
    """Where the parts under test lie."""

    benches: Path
    sim_dir: Path

    def command(self, model: Path, assignments: str, bench: str) -> list[str]:
        settings = ";".join(part for part in (QUIET, assignments) if part)
        return [str(self.sim_dir / "hopbench-sim-run"), str(model), "--set", settings, "--",
                str(self.benches / bench)]


class Record(NamedTuple):
    """A case as the samples file has it."""

    case: Case
    series: dict[str, list[float]]  # each number as operation_ns() gives it
    notes: dict[str, float]


def _records(lines: Iterable[str]) -> list[Record]:
    """The first line is the header, the last one counts the cases."""
    records = [json.loads(line) for line in lines]
    if len(records) < 2 or records[-1].get("end") is not True:
        raise RunFailed("the samples file has no end line")
    if records[0].get("simulated") is not True:
        raise RunFailed("the samples file does not say that the machine is simulated")
    return [_record(record) for record in records[1:-1]]


def _record(record: dict[str, Any]) -> Record:
    if record["status"] != "ok":
        raise RunFailed(f"{record['case']}: {record['status']}: {record['reason']}")
    try:
        case = parse(record["case"])
    except ValueError as unknown:
        raise RunFailed(str(unknown)) from unknown
    series = {entry["metric"]: [operation_ns(case, entry["metric"], value)
                                for value in entry["values"]] for entry in record["series"]}
    return Record(case, series, record["notes"])


def run(stack: Stack, model: Path, plan: Plan, assignments: str = "",
        environment: dict[str, str] | None = None) -> list[Record]:
    with tempfile.TemporaryDirectory(prefix="hopbench-closed-form-", dir=SCRATCH) as scratch:
        plan_file, samples_file = Path(scratch, "plan.json"), Path(scratch, "samples.jsonl")
        plan_file.write_text(json.dumps(plan.document()), encoding="utf-8")
        command = stack.command(model, assignments, plan.bench)
        command += ["--plan", str(plan_file), "--samples", str(samples_file)]
        variables = {**os.environ, "TMPDIR": scratch, **(environment or {})}
        done = subprocess.run(command, env=variables, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        if done.returncode != 0:
            said = done.stderr.strip().splitlines()[-1:] or ["(nothing on stderr)"]
            raise RunFailed(f"exit {done.returncode}: {said[0]}")
        return _records(samples_file.read_text(encoding="utf-8").splitlines())


def measure(stack: Stack, model: Path, plan: Plan, assignments: str = "",
            environment: dict[str, str] | None = None) -> dict[CellId, float]:
    """One run of the bench: every cell's median in ns; of a bandwidth, an operation's time."""
    return {CellId(record.case, metric): statistics.median(values)
            for record in run(stack, model, plan, assignments, environment)
            for metric, values in record.series.items()}
