#!/usr/bin/env python3
"""Compares the shipped benches on the simulated stack with the closed form.

    check.py agree       MODEL…   latency of every ordered pair of each model
    check.py families    MODEL…   the other benches: bandwidths, staged and host copies, all-reduce
    check.py sensitivity MODEL…   every time field by ±10 %: both must move, and alike
    check.py shapes      MODEL…   machines derived from the models, one for each part of the time model
    check.py family-sensitivity, family-shapes   the same for the other benches
    check.py planted     MODEL…   every planted engine bug must be noticed, no bug must pass

Exit status 0: as it must be; 1: it is not, one line each.
"""
from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from pathlib import Path
from typing import Callable

import planted
import plans
import sensitivity
import shapes
from bench_run import SCRATCH, Plan, Stack
from closed_form import expected
from comparison import compare, stamp_differences, together
from model import load


def _counted(stack: Stack, file: Path, plan: Plan) -> list[str]:
    found = compare(stack, file, plan)
    print(f"{file.name}: {plan.bench}: {len(expected(load(file), plan.cases))} numbers, "
          f"{len(found)} differ")
    return found


def agree(stack: Stack, files: list[Path]) -> list[str]:
    return [line for file in files for line in _counted(stack, file, Plan(
        plans.every_latency(load(file), (4, 4096, 65536, plans.LARGE)), samples=3))]


def families(stack: Stack, files: list[Path]) -> list[str]:
    return together(lambda job: _counted(stack, job[0], Plan(job[1], samples=3)),
                    [(file, cases) for file in files for cases in plans.every_family(load(file))])


def latency_shapes(stack: Stack, files: list[Path]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="hopbench-shapes-", dir=SCRATCH) as scratch:
        machines = [shapes.write(Path(scratch), *job)
                    for job in itertools.product(files, shapes.SHAPES)]
        print(f"{len(machines)} derived machines")
        return together(lambda file: compare(stack, file, Plan(
            plans.every_latency(load(file), (4, 5000)))), machines)


def family_shapes(stack: Stack, files: list[Path]) -> list[str]:
    def one(job: tuple[Path, str]) -> list[str]:
        machine, family = job
        return compare(stack, machine, Plan(plans.few_of(load(machine), family), samples=1))

    def stamps(job: tuple[Path, str]) -> list[str]:
        return compare(stack, job[0], Plan(plans.few_of(load(job[0]), job[1])), stamp_differences)

    with tempfile.TemporaryDirectory(prefix="hopbench-shapes-", dir=SCRATCH) as scratch:
        jobs = [(shapes.write(Path(scratch), file, shape), family)
                for file, (shape, (_, touched)) in itertools.product(files, shapes.FAMILIES.items())
                for family in touched]
        print(f"{len(jobs)} runs on derived machines")
        return together(one, jobs) + together(stamps, itertools.product(files, plans.FAMILIES))


def main() -> int:
    checks: dict[str, Callable[[Stack, list[Path]], list[str]]] = {
        "agree": agree, "families": families, "sensitivity": sensitivity.of_latency,
        "shapes": latency_shapes, "family-sensitivity": sensitivity.of_families,
        "family-shapes": family_shapes,
        "planted": lambda stack, files: planted.check(stack, files, options.bugs)}
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=tuple(checks))
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL")
    parser.add_argument("--benches", type=Path, required=True, help="folder of the benches")
    parser.add_argument("--sim-dir", type=Path, required=True, help="folder of the simulated stack")
    parser.add_argument("--bugs", type=int, default=0, help="number of planted bugs")
    options = parser.parse_args()
    stack = Stack(options.benches.resolve(), options.sim_dir.resolve())
    problems = checks[options.what](stack, options.models)
    for line in problems[:40]:
        print(line)
    if len(problems) > 40:
        print(f"and {len(problems) - 40} more")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
