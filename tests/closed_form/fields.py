"""The numbers of a model: which of them the benches depend on, and why the others are left out."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Iterator

from model import Model


@dataclass(frozen=True)
class Exempt:
    """Fields that latency must not depend on."""

    pattern: str
    reason: str
    when: str = "always"  # or "staged", "direct": how peer copies travel on the model


# Names and counts: ten percent more of them means nothing.
LABELS = re.compile(r"numa_nodes\.\d+\.(id|cpu\..*)|gpus\.\d+\.(true_numa|sysfs_numa|sm\..*|port\..*)"
                    r"|noise\.seed|faults\..*|nics\..*")

EXEMPT = (
    Exempt(r"numa_nodes\.\d+\.memory_gib|gpus\.\d+\.memory_gib", "a size, not a speed"),
    Exempt(r"gpus\.\d+\.(sms|clock_ghz)", "no kernel is timed"),
    Exempt(r"copy\.kernel_launch_ns", "the gate is launched before the first event"),
    Exempt(r"timing\.(event_quantum_ns|gate_intercept_ns)",
           "in both windows alike: cancels in the slope"),
    Exempt(r"api_ns\.(?!cudaMemcpyPeerAsync$|cudaStreamSynchronize$)\w+",
           "no other call lies between the clock readings"),
    Exempt(r"api_ns\.cudaStreamSynchronize",
           "the copy outlasts the call; the shapes make the host late"),
    Exempt(r"noise\..*", "the check switches the noise off"),
    Exempt(r"nccl\..*", "no collective is measured"),
    Exempt(r"links\.\d+\.gbps|numa_nodes\.\d+\.memory_gbps",
           "wider than staged_gbps; the shapes narrow them", "staged"),
    Exempt(r"copy\.staged_(startup_ns|gbps)", "no peer copy is staged", "direct"),
    Exempt(r"numa_nodes\.\d+\.memory_gbps", "no host memory on the way", "direct"),
)


# Fields that move no bench, whatever it measures.
EXEMPT_FROM_ALL = (
    Exempt(r"numa_nodes\.\d+\.memory_gib|gpus\.\d+\.memory_gib", "a size, not a speed"),
    Exempt(r"gpus\.\d+\.(sms|clock_ghz)", "a kernel lasts as its bytes need"),
    Exempt(r"copy\.kernel_launch_ns", "kernels are launched while the gate is closed"),
    Exempt(r"timing\.(event_quantum_ns|gate_intercept_ns)",
           "in both windows alike: cancels in the slope"),
    Exempt(r"api_ns\.\w+", "enqueued while the gate is closed, or outside of the clock readings"),
    Exempt(r"noise\..*", "the check switches the noise off"),
    Exempt(r"numa_nodes\.\d+\.memory_gbps", "wider than every link; the shapes narrow it"),
    Exempt(r"copy\.staged_startup_ns", "no copy is staged by the driver", "direct"),
    Exempt(r"nccl\.channel_gbps", "four channels carry more than is staged", "staged"),
)


def numbers(node: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Every number of the document with its dotted path."""
    if isinstance(node, dict):
        children = list(node.items())
    elif isinstance(node, list):
        children = [(str(index), entry) for index, entry in enumerate(node)]
    else:
        if isinstance(node, (int, float)) and not isinstance(node, bool):
            yield path, node
        return
    for name, child in children:
        yield from numbers(child, f"{path}.{name}" if path else name)


def exemption(path: str, travel: str) -> Exempt | None:
    for entry in EXEMPT:
        if entry.when in ("always", travel) and re.fullmatch(entry.pattern, path):
            return entry
    return None


def travel_of(model: Model) -> str:
    return "direct" if model["p2p"]["can_access"] and model["p2p"]["delivers"] else "staged"


def sorted_out(model: Model) -> tuple[list[str], dict[str, str]]:
    """(paths that latency depends on, exempt path → reason)."""
    travel = travel_of(model)
    relevant: list[str] = []
    exempt: dict[str, str] = {}
    for path, value in numbers(model):
        if LABELS.fullmatch(path):
            continue
        entry = exemption(path, travel)
        if entry is not None:
            exempt[path] = entry.reason
        elif value == 0:
            exempt[path] = "zero: a percentage of it is zero"
        else:
            relevant.append(path)
    return relevant, exempt


def changeable(model: Model) -> list[str]:
    """The fields that ten percent more or less means something for."""
    return [path for path, value in numbers(model)
            if value != 0 and LABELS.fullmatch(path) is None]


def reason_for_all(model: Model, path: str) -> str:
    """Why a field moves no bench; empty when there is no reason."""
    travel = travel_of(model)
    return next((entry.reason for entry in EXEMPT_FROM_ALL
                 if entry.when in ("always", travel) and re.fullmatch(entry.pattern, path)), "")


def scaled(path: str, value: float, factor: float) -> str:
    """The assignment that multiplies a field; whole numbers stay whole where they were counts."""
    changed = value * factor
    if re.search(r"\.(memory_gib|sms)$", path):
        changed = round(changed)
    return f"{path}={changed:.12g}"
