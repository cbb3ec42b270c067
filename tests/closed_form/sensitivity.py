"""Every time field of a model by ±10 %: checker and engine must move, and alike."""
from __future__ import annotations

from pathlib import Path
from typing import Iterable, NamedTuple

import fields
import plans
from bench_run import Plan, RunFailed, Stack, measure
from comparison import FINE_STAMPS, together
from closed_form import CellId, expected
from judge import FINE, Cells, differing_shifts, disagreements, largest, shifts
from model import assign, load, number

NOTICEABLE_NS = 0.5  # the clock of the host shows whole nanoseconds
PLAIN = 4.0  # a movement of so many times the limit cannot hide in it
STILL_NS = 1e-6  # rounding of the closed form itself
FACTORS = (1.1, 0.9)


class Latency:
    """Changes one field at a time and looks at checker and engine side by side."""

    def __init__(self, stack: Stack, file: Path) -> None:
        self.stack, self.file, self.model = stack, file, load(file)
        self.plan = Plan(plans.few_latency(self.model))
        self.expected = self._expected("")
        self.measured = self._measured("")

    def _expected(self, assignments: str) -> Cells:
        return expected(assign(self.model, assignments), self.plan.cases)

    def _measured(self, assignments: str) -> Cells:
        return measure(self.stack, self.file, self.plan, assignments)

    def changed(self, assignments: str) -> tuple[list[str], float]:
        """(what is wrong, largest movement in the checker)."""
        want = self._expected(assignments)
        try:
            got = self._measured(assignments)
        except RunFailed as failure:
            return [f"{assignments}: {failure}"], 0.0
        moves = shifts(self.expected, want)
        lines = disagreements(want, got) + differing_shifts(moves, shifts(self.measured, got))
        return [f"{assignments}: {line}" for line in lines], largest(moves)

    def field(self, path: str) -> list[str]:
        value = number(self.model, path)
        up, moved_up = self.changed(fields.scaled(path, value, 1.1))
        down, moved_down = self.changed(fields.scaled(path, value, 0.9))
        still = [] if max(moved_up, moved_down) > NOTICEABLE_NS else [
            f"{path}: ten percent moves no cell, and it is not listed as exempt"]
        return up + down + still

    def exempt(self, paths: dict[str, str], factor: float) -> list[str]:
        """All exempt fields at once: nothing may move."""
        every = ";".join(fields.scaled(path, number(self.model, path), factor) for path in paths)
        lines, moved = self.changed(every)
        if moved > 0:
            lines.append(f"exempt fields × {factor} move the closed form by {moved:.1f} ns")
        return [line.removeprefix(f"{every}: ") for line in lines]


def of_latency(stack: Stack, files: list[Path]) -> list[str]:
    problems = []
    for file in files:
        try:
            probe = Latency(stack, file)
        except RunFailed as failure:
            problems.append(f"{file.name}: {failure}")
            continue
        relevant, exempt = fields.sorted_out(probe.model)
        print(f"{file.name}: {len(relevant)} fields change, {len(exempt)} are exempt:")
        _print_reasons(exempt)
        problems += [f"base: {line}" for line in disagreements(probe.expected, probe.measured)]
        problems += together(probe.field, relevant)
        problems += together(lambda factor: probe.exempt(exempt, factor), FACTORS)
    return problems


def _print_reasons(exempt: dict[str, str]) -> None:
    for reason in sorted(set(exempt.values())):
        print(f"  {sum(1 for r in exempt.values() if r == reason):3} × {reason}")


class Change(NamedTuple):
    """A field times a factor, and the cells that this alone moves in the closed form."""

    path: str
    factor: float
    moves: Cells

    @property
    def cells(self) -> set[CellId]:
        return {cell for cell, move in self.moves.items() if abs(move) > STILL_NS}


def packed(changes: Iterable[Change]) -> list[list[Change]]:
    """Few runs: changes that move different cells are made in one, one change a field."""
    runs: list[list[Change]] = []
    for change in sorted(changes, key=lambda entry: -len(entry.cells)):
        fitting = next((run for run in runs if all(
            change.path != other.path and not change.cells & other.cells for other in run)), None)
        if fitting is None:
            runs.append([change])
        else:
            fitting.append(change)
    return runs


class Family:
    """One bench: what moves its closed form moves the bench, what does not leaves it alone."""

    def __init__(self, stack: Stack, file: Path, family: str) -> None:
        self.stack, self.file, self.family = stack, file, family
        self.model = assign(load(file), FINE_STAMPS)
        self.plan = Plan(plans.few_of(self.model, family), samples=1)
        self.base = expected(self.model, self.plan.cases)
        self.changes = [self._change(path, factor) for path in fields.changeable(self.model)
                        for factor in FACTORS]
        self.moving = {change.path for change in self.changes if change.cells}

    def _assignments(self, changes: Iterable[tuple[str, float]]) -> str:
        return ";".join(fields.scaled(path, number(self.model, path), factor)
                        for path, factor in changes)

    def _expected(self, assignments: str) -> Cells:
        return expected(assign(self.model, assignments), self.plan.cases)

    def _change(self, path: str, factor: float) -> Change:
        changed = self._expected(self._assignments([(path, factor)]))
        return Change(path, factor, shifts(self.base, changed))

    def runs(self) -> list[list[Change]]:
        """The unchanged machine, each field that matters, and all others together."""
        others = [[change for change in self.changes
                   if change.path not in self.moving and change.factor == factor]
                  for factor in FACTORS]
        return [[], *others, *packed(change for change in self.changes
                                     if change.path in self.moving)]

    def check(self, changes: list[Change]) -> list[str]:
        assignments = self._assignments((change.path, change.factor) for change in changes)
        want = self._expected(assignments)
        what = ";".join(f"{change.path}×{change.factor}" for change in changes[:6])
        still = changes and not any(change.cells for change in changes)
        lines = ["fields that move nothing move the closed form together"
                 ] if still and largest(shifts(self.base, want)) > STILL_NS else []
        try:
            got = measure(self.stack, self.file, self.plan, f"{FINE_STAMPS};{assignments}")
            lines += disagreements(want, got, FINE)
        except RunFailed as failure:
            lines.append(str(failure))
        return [f"{self.file.stem}: {self.family}: {what or 'base'}: {line}" for line in lines]

    def hidden(self) -> list[str]:
        """Fields whose every movement is too small to be told from the limits."""
        plain = {change.path for change in self.changes for cell, move in change.moves.items()
                 if abs(move) > PLAIN * FINE.of(self.base[cell])}
        return [f"{self.file.stem}: {self.family}: {path}: ten percent hardly moves a cell"
                for path in sorted(self.moving - plain)]


def _unexplained(file: Path, families: list[Family]) -> list[str]:
    """Fields that move no bench at all need a reason; so must those be that latency alone reads."""
    model = load(file)
    moving = set(fields.sorted_out(model)[0]).union(*(family.moving for family in families))
    reasons = {path: fields.reason_for_all(model, path)
               for path in fields.changeable(model) if path not in moving}
    print(f"{file.name}: " + ", ".join(f"{len(family.moving)} fields move {family.family}"
                                       for family in families) + f", {len(reasons)} move nothing:")
    _print_reasons({path: reason for path, reason in reasons.items() if reason})
    return [f"{file.stem}: {path}: ten percent moves no bench, and no reason is known"
            for path, reason in reasons.items() if not reason]


def of_families(stack: Stack, files: list[Path]) -> list[str]:
    problems = []
    for file in files:
        families = [Family(stack, file, name) for name in plans.FAMILIES]
        problems += _unexplained(file, families)
        problems += [line for family in families for line in family.hidden()]
        jobs = [(family, run) for family in families for run in family.runs()]
        print(f"{file.name}: {len(jobs)} runs")
        problems += together(lambda job: job[0].check(job[1]), jobs)
    return problems
