"""Runs a bench and holds it against the closed form."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Iterable, TypeVar

from bench_run import Plan, RunFailed, Stack, measure, run
from cases import Case
from closed_form import CellId, expected
from judge import FINE, USUAL, disagreements
from model import Model, load

T = TypeVar("T")
# The largest of eight ranks' stamps would always be rounded upwards.
FINE_STAMPS = "timing.event_quantum_ns=1"


def together(work: Callable[[T], list[str]], items: Iterable[T]) -> list[str]:
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return [line for lines in pool.map(work, items) for line in lines]


def differences(stack: Stack, file: Path, plan: Plan,
                environment: dict[str, str] | None = None) -> list[str]:
    """One line per number of the plan that differs. Slopes of the families beside latency are taken
    between fine stamps: there is nothing else to be off by."""
    fine = any(case.family != "latency" for case in plan.cases)
    measured = measure(stack, file, plan, FINE_STAMPS if fine else "", environment)
    return disagreements(expected(load(file), plan.cases), measured, FINE if fine else USUAL)


def rounding(model: Model, case: Case, got_ns: float, window_ops: float) -> str:
    """What is wrong with a slope between stamps that are whole quanta: its window must be so too,
    and each of the four stamps is less than one off."""
    quantum = float(model["timing"]["event_quantum_ns"])
    (want,) = expected(model, [case]).values()
    quanta = got_ns * window_ops / quantum
    if abs(quanta - round(quanta)) > 0.01:
        return f"a window of {quanta:.3f} event quanta"
    if abs(got_ns - want) * window_ops >= 2 * quantum:
        return f"{got_ns:.1f} ns measured, {want:.1f} ns expected: more than stamps are off"
    return ""


def stamp_differences(stack: Stack, file: Path, plan: Plan,
                      environment: dict[str, str] | None = None) -> list[str]:
    """The same between stamps of the machine's own quantum."""
    model = load(file)
    found = [(CellId(record.case, metric),
              rounding(model, record.case, value, record.notes["window_ops"]))
             for record in run(stack, file, plan, environment=environment)
             for metric, values in record.series.items() for value in values]
    return [f"{cell}: {wrong}" for cell, wrong in found if wrong]


def compare(stack: Stack, file: Path, plan: Plan,
            differ: Callable[[Stack, Path, Plan], list[str]] = differences) -> list[str]:
    """A bench that does not run is one more thing that is wrong."""
    try:
        return [f"{file.stem}: {line}" for line in differ(stack, file, plan)]
    except RunFailed as failure:
        return [f"{file.stem}: {plan.bench}: {failure}"]
