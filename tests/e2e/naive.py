"""The test that most tools make, kept here as the counter-example: samples of all invocations
pooled as if they were independent. It has to fail where the block method holds."""
from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path
from typing import Any, Iterable

from support import read_json, read_samples

CRITICAL = 1.96  # two-sided 5 % of a normal; pooled samples are many


def band(size: int) -> str:
    return "≤4KiB" if size <= 4096 else "≤1MiB" if size <= 1 << 20 else ">1MiB"


def _centred(sides: list[list[float]]) -> list[list[float]]:
    """Logarithms less their mean over both sides, so that unlike cells can be pooled."""
    logs = [[math.log(value) for value in side] for side in sides]
    everything = logs[0] + logs[1]
    middle = math.fsum(everything) / len(everything)
    return [[value - middle for value in side] for side in logs]


def _moments(values: list[float]) -> tuple[float, float]:
    """(mean, variance of the mean)."""
    mean = math.fsum(values) / len(values)
    return mean, math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)


def _pooled(report: dict[str, Any], samples: tuple[float, ...],
            variants: tuple[str, str]) -> dict[tuple[str, str, str], list[list[float]]]:
    """Group (metric, class, band) → centred samples of base and head."""
    values: dict[tuple[Any, ...], list[list[float]]] = defaultdict(lambda: [[], []])
    for cell in report["cells"]:
        key = cell["key"]
        if key["variant"] not in variants:
            continue
        name = (key["metric"], cell["class"], key["bytes"], key["src"], key["dst"])
        side = values[name][variants.index(key["variant"])]
        for offset, count in zip(cell["offset"], cell["count"]):
            side.extend(samples[offset:offset + count])
    groups: dict[tuple[str, str, str], list[list[float]]] = defaultdict(lambda: [[], []])
    for (metric, pair_class, size, _, _), sides in values.items():
        for pooled, side in zip(groups[metric, pair_class, band(size)], _centred(sides)):
            pooled.extend(side)
    return groups


def flagged(folder: Path, base: str, head: str) -> list[tuple[str, str, str]]:
    """Groups that a pooled t-test on the samples calls different."""
    report = read_json(folder / "report.json")
    groups = _pooled(report, read_samples(folder / "samples.bin"), (base, head))
    found: Iterable[tuple[str, str, str]] = (
        name for name, sides in groups.items() if _differs(*sides))
    return sorted(found)


def _differs(base: list[float], head: list[float]) -> bool:
    (base_mean, base_var), (head_mean, head_var) = _moments(base), _moments(head)
    return abs(head_mean - base_mean) > CRITICAL * math.sqrt(base_var + head_var)
