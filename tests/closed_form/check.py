#!/usr/bin/env python3
"""Compares the shipped benches on the simulated stack with the closed form.

    check.py agree       MODEL…   latency of every ordered pair of each model
    check.py families    MODEL…   the other benches: bandwidths, staged and host copies, all-reduce
    check.py sensitivity MODEL    every time field by ±10 %: both must move, and alike
    check.py shapes      MODEL…   machines derived from the models, one for each part of the time model
    check.py planted     MODEL…   every planted engine bug must be noticed, no bug must pass

Exit status 0: as it must be; 1: it is not, one line each.
"""
from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable, Iterable, TypeVar

import fields
import shapes
from cases import Case
from closed_form import expected
from judge import Cells, differing_shifts, disagreements, largest, shifts
from bench_run import Plan, RunFailed, Stack, measure
from model import Model, assign, load, number

T = TypeVar("T")
NOTICEABLE_NS = 0.5  # the clock of the host shows whole nanoseconds
SMALL, LARGE = (4, 4096), 1 << 20
# The largest of eight ranks' stamps would always be rounded upwards.
FINE_STAMPS = "timing.event_quantum_ns=1"


def every_case(model: Model, sizes: tuple[int, ...]) -> tuple[Case, ...]:
    """Every ordered pair, and each GPU with itself. A gated window holds at least 200 µs of
    copies: inside one GPU that is much memory, so large ones are left to the single copies."""
    return tuple(Case(method, src, dst, size)
                 for src, dst in itertools.product(range(len(model["gpus"])), repeat=2)
                 for method in ("oneshot", "issue_interval") for size in sizes
                 if src != dst or size <= 4096 or method == "oneshot")


def few_cases(model: Model) -> tuple[Case, ...]:
    """Each GPU to the next one and to itself: every link is on some way. Large windows between
    neighbours on one node and across nodes only."""
    count = len(model["gpus"])
    pairs = [(gpu, end) for gpu in range(count) for end in (gpu, (gpu + 1) % count)]
    cases = [Case("oneshot", src, dst, size) for src, dst in pairs for size in (*SMALL, LARGE)]
    cases += [Case("issue_interval", src, dst, size) for src, dst in pairs for size in SMALL]
    cases += [Case("issue_interval", 0, 1, LARGE), Case("issue_interval", count - 1, 0, LARGE)]
    return tuple(cases)


def together(work: Callable[[T], list[str]], items: Iterable[T]) -> list[str]:
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        return [line for lines in pool.map(work, items) for line in lines]


def compare(stack: Stack, file: Path, model: Model, plan: Plan,
            assignments: str = "") -> list[str]:
    try:
        measured = measure(stack, file, plan, assignments)
    except RunFailed as failure:
        return [str(failure)]
    return disagreements(expected(model, plan.cases), measured)


def agree(stack: Stack, files: list[Path]) -> list[str]:
    problems = []
    for file in files:
        model = load(file)
        plan = Plan(every_case(model, (4, 4096, 65536, LARGE)), samples=3)
        found = compare(stack, file, model, plan)
        print(f"{file.name}: {len(expected(model, plan.cases))} numbers, {len(found)} differ")
        problems += [f"{file.name}: {line}" for line in found]
    return problems


def family_cases(model: Model) -> list[tuple[Case, ...]]:
    """A plan for each bench beside hopbench-latency. Sizes differ so that start-up and rate both
    weigh; kernels and both directions at once only where peers really reach each other."""
    count = len(model["gpus"])
    pairs = [(gpu, (gpu + step) % count) for gpu in range(count) for step in (1, count // 2)]
    nodes = [entry["id"] for entry in model["numa_nodes"]]
    reaches = model["p2p"]["can_access"] and model["p2p"]["delivers"]
    p2p = [Case("ce_write", *pair, size, "p2p") for pair in pairs for size in (65536, 16 << 20)]
    if reaches:
        p2p += [Case("sm_write", *pair, size, "p2p") for pair in pairs for size in (65536, 4 << 20)]
        p2p += [Case(method, min(pair), max(pair), 4 << 20, "p2p")
                for method in ("ce_write_bidir", "sm_write_bidir") for pair in pairs[:4]]
    staged = [Case("ring", *pair, size, "staged", node=node) for pair in pairs
              for size in (65536, 8 << 20) for node in (None, *nodes)]
    host = [case for gpu in range(count) for size in (65536, 16 << 20) for node in (None, *nodes)
            for case in (Case("h2d", None, gpu, size, "hostcopy", node=node),
                         Case("d2h", gpu, None, size, "hostcopy", node=node))]
    reduce = [Case("out_of_place", None, None, size, "allreduce", ranks=ranks)
              for ranks in (2, 3, count) for size in (8, 4096, 65536, 1 << 20, 8 << 20)]
    return [tuple(dict.fromkeys(cases)) for cases in (p2p, staged, host, reduce)]


def families(stack: Stack, files: list[Path]) -> list[str]:
    def one(job: tuple[Path, tuple[Case, ...]]) -> list[str]:
        file, cases = job
        model, plan = load(file), Plan(cases, samples=3)
        found = compare(stack, file, model, plan, FINE_STAMPS)
        print(f"{file.name}: {plan.bench}: {len(expected(model, cases))} numbers, "
              f"{len(found)} differ")
        return [f"{file.name}: {line}" for line in found]

    return together(one, [(file, cases) for file in files for cases in family_cases(load(file))])


class Sensitivity:
    """Changes one field at a time and looks at checker and engine side by side."""

    def __init__(self, stack: Stack, file: Path) -> None:
        self.stack, self.file, self.model = stack, file, load(file)
        self.plan = Plan(few_cases(self.model))
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


def sensitivity(stack: Stack, files: list[Path]) -> list[str]:
    problems = []
    for file in files:
        try:
            probe = Sensitivity(stack, file)
        except RunFailed as failure:
            problems.append(f"{file.name}: {failure}")
            continue
        relevant, exempt = fields.sorted_out(probe.model)
        print(f"{file.name}: {len(relevant)} fields change, {len(exempt)} are exempt:")
        for reason in sorted(set(exempt.values())):
            print(f"  {sum(1 for r in exempt.values() if r == reason):3} × {reason}")
        problems += [f"base: {line}" for line in disagreements(probe.expected, probe.measured)]
        problems += together(probe.field, relevant)
        problems += together(lambda factor: probe.exempt(exempt, factor), (1.1, 0.9))
    return problems


def write_shape(folder: Path, file: Path, shape: str) -> Path:
    """A derived machine as a file of its own."""
    model = shapes.build(load(file), shape)
    model["name"] = f"{model['name']}-{shape.replace(' ', '-').replace(',', '')}"
    target = folder / f"{model['name']}.json"
    target.write_text(json.dumps(model), encoding="utf-8")
    return target


def derived(stack: Stack, files: list[Path]) -> list[str]:
    def one(file: Path) -> list[str]:
        model = load(file)
        found = compare(stack, file, model, Plan(every_case(model, (4, 5000))))
        return [f"{file.stem}: {line}" for line in found]

    with tempfile.TemporaryDirectory(prefix="hopbench-shapes-") as scratch:
        machines = [write_shape(Path(scratch), *job)
                    for job in itertools.product(files, shapes.SHAPES)]
        print(f"{len(machines)} derived machines")
        return together(one, machines)


def planted(stack: Stack, files: list[Path], bugs: int) -> list[str]:
    """Without a bug every machine must pass; each bug must be noticed on one of them. The bundled
    models come first: most bugs show there, some need a machine that brings them out."""
    def findings(file: Path, environment: dict[str, str]) -> list[str]:
        model = load(file)
        plan = Plan(few_cases(model))
        try:
            measured = measure(stack, file, plan, environment=environment)
        except RunFailed as failure:
            return [f"{file.stem}: {failure}"]
        found = disagreements(expected(model, plan.cases), measured)
        return [f"{file.stem}: {line}" for line in found]

    def one(bug: int) -> list[str]:
        for machine in machines:
            found = findings(machine, {"HOPBENCH_SIM_PLANT": str(bug)})
            if found:
                print(f"planted bug {bug}: {len(found)} numbers differ, as {found[0]}")
                return []
        return [f"planted bug {bug} went unnoticed"]

    with tempfile.TemporaryDirectory(prefix="hopbench-planted-") as scratch:
        machines = files + [write_shape(Path(scratch), *job)
                            for job in itertools.product(files, shapes.REVEALING)]
        return (together(lambda file: findings(file, {}), machines)
                + together(one, range(1, bugs + 1)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("agree", "families", "sensitivity", "shapes", "planted"))
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL")
    parser.add_argument("--benches", type=Path, required=True, help="folder of the benches")
    parser.add_argument("--sim-dir", type=Path, required=True, help="folder of the simulated stack")
    parser.add_argument("--bugs", type=int, default=0, help="number of planted bugs")
    options = parser.parse_args()
    stack = Stack(options.benches.resolve(), options.sim_dir.resolve())
    checks: dict[str, Callable[[], list[str]]] = {
        "agree": lambda: agree(stack, options.models),
        "families": lambda: families(stack, options.models),
        "sensitivity": lambda: sensitivity(stack, options.models),
        "shapes": lambda: derived(stack, options.models),
        "planted": lambda: planted(stack, options.models, options.bugs)}
    problems = checks[options.what]()
    for line in problems[:40]:
        print(line)
    if len(problems) > 40:
        print(f"and {len(problems) - 40} more")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
