"""What hopbench-latency must measure on a machine model without noise, from the model alone.

All times in nanoseconds. One GB/s is one byte per nanosecond, so bytes / gbps is a time.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Iterable, NamedTuple

from model import Model
from routes import way


class Case(NamedTuple):
    """What the bench runs; each case yields one or two numbers."""

    method: str
    src: int
    dst: int
    bytes: int


class CellId(NamedTuple):
    case: Case
    metric: str

    def __str__(self) -> str:
        method, src, dst, size = self.case
        return f"{method}/src:{src}/dst:{dst}/bytes:{size} {self.metric}"


@dataclass(frozen=True)
class _Transfer:
    """Set-up time, then a steady rate."""

    setup_ns: float
    gbps: float

    def lasts(self, size: int) -> float:
        return self.setup_ns if size == 0 else self.setup_ns + size / self.gbps


def _home(model: Model, gpu: int) -> int:
    return int(model["gpus"][gpu]["true_numa"])


def _node_memory_gbps(model: Model, node_id: int) -> float:
    (node,) = [entry for entry in model["numa_nodes"] if entry["id"] == node_id]
    return float(node["memory_gbps"])


def _reaches_peer(model: Model) -> bool:
    """The bench enables peer access for every pair that may have it, so a grant means use."""
    return bool(model["p2p"]["can_access"]) and bool(model["p2p"]["delivers"])


def _within(model: Model, gpu: int) -> _Transfer:
    """A copy inside one GPU reads and writes the same memory; it crosses no link."""
    memory = model["gpus"][gpu]
    return _Transfer(model["copy"]["engine_startup_ns"] + memory["memory_latency_ns"],
                     memory["memory_gbps"] / 2)


def _unscaled(model: Model, src: int, dst: int) -> _Transfer:
    copy = model["copy"]
    if _reaches_peer(model):
        direct = way(model, f"gpu{src}", f"gpu{dst}")
        return _Transfer(copy["engine_startup_ns"] + direct.latency_ns, direct.gbps)
    node_id = _home(model, src)
    first = way(model, f"gpu{src}", f"node{node_id}")
    second = way(model, f"node{node_id}", f"gpu{dst}")
    slowest = min(copy["staged_gbps"], _node_memory_gbps(model, node_id), first.gbps, second.gbps)
    return _Transfer(copy["staged_startup_ns"] + first.latency_ns + second.latency_ns, slowest)


def _transfer(model: Model, src: int, dst: int) -> _Transfer:
    if src == dst:
        return _within(model, src)
    plain, scale = _unscaled(model, src, dst), model["scale"]
    slower, faster = float(scale["latency"]), float(scale["bandwidth"])
    if _home(model, src) != _home(model, dst):
        slower *= scale["cross_numa_latency"]
        faster *= scale["cross_numa_bandwidth"]
    return _Transfer(plain.setup_ns * slower, plain.gbps * faster)


def _call_ns(model: Model, name: str) -> float:
    prices = model["api_ns"]
    return float(prices.get(name, prices["default"]))


def _completion_ns(model: Model, lasts_ns: float) -> float:
    """From the clock read before the copy call to the one after the synchronisation.

    Three readings are taken; the first returns after its own cost, so two are inside.
    """
    reading = float(model["timing"]["clock_read_ns"])
    issued = _call_ns(model, "cudaMemcpyPeerAsync")
    host_arrives = issued + reading + _call_ns(model, "cudaStreamSynchronize")
    copy_ends = issued + float(model["copy"]["submit_ns"]) + lasts_ns
    if copy_ends > host_arrives:  # the host sleeps and has to be woken
        return copy_ends + float(model["copy"]["wake_ns"]) + reading
    return host_arrives + reading


def expected(model: Model, cases: Iterable[Case]) -> dict[CellId, float]:
    """Every number of these cases, in nanoseconds."""
    enqueue = _call_ns(model, "cudaMemcpyPeerAsync") + float(model["timing"]["clock_read_ns"])
    cells: dict[CellId, float] = {}
    for case in cases:
        lasts = _transfer(model, case.src, case.dst).lasts(case.bytes)
        if case.method == "issue_interval":
            cells[CellId(case, "issue_interval")] = lasts
        else:
            cells[CellId(case, "completion")] = _completion_ns(model, lasts)
            cells[CellId(case, "enqueue")] = enqueue
    return cells
