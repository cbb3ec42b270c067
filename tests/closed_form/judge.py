"""Do measured and expected numbers agree?"""
from __future__ import annotations

from typing import NamedTuple

from closed_form import CellId

Cells = dict[CellId, float]


class Limits(NamedTuple):
    """The larger of a share of the expected number and a time."""

    relative: float
    absolute_ns: float

    def of(self, expected_ns: float) -> float:
        return max(self.absolute_ns, self.relative * expected_ns)


USUAL = Limits(relative=0.005, absolute_ns=20.0)
FINE = Limits(relative=1e-4, absolute_ns=1.0)  # slopes between stamps of a nanosecond


def disagreements(expected: Cells, measured: Cells, limits: Limits = USUAL) -> list[str]:
    """One line per cell that is missing, unexpected, or beyond the limits."""
    lines = [f"{cell}: not measured" for cell in sorted(expected.keys() - measured.keys(), key=str)]
    lines += [f"{cell}: unexpected" for cell in sorted(measured.keys() - expected.keys(), key=str)]
    for cell in expected.keys() & measured.keys():
        want, got = expected[cell], measured[cell]
        if not abs(got - want) <= limits.of(want):
            lines.append(f"{cell}: {got:.1f} ns measured, {want:.1f} ns expected "
                         f"({got / want - 1:+.2%})")
    return lines


def shifts(before: Cells, after: Cells) -> Cells:
    return {cell: after[cell] - before[cell] for cell in before.keys() & after.keys()}


def largest(moves: Cells) -> float:
    """The largest movement of any cell, in ns."""
    return max((abs(move) for move in moves.values()), default=0.0)


def differing_shifts(expected: Cells, measured: Cells) -> list[str]:
    """Host-timed cells that moved otherwise than expected: they are exact to a clock tick (1 ns a
    reading). A field with a small share would hide inside 0.5 % of the whole number."""
    lines = []
    for cell, want in expected.items():
        if cell.case.method != "oneshot":  # the slope carries the event quantum; see disagreements()
            continue
        got = measured[cell]
        if not abs(got - want) <= max(2.5, 0.02 * abs(want)):
            lines.append(f"{cell}: moved by {got:+.1f} ns, expected {want:+.1f} ns")
    return lines
