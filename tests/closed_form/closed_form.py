"""What the benches must measure on a machine model without noise, from the model alone.

All times in nanoseconds. One GB/s is one byte per nanosecond, so bytes / gbps is a time.
"""
from __future__ import annotations

from typing import Iterable, NamedTuple

import collective
import transfers
from cases import Case
from model import Model
from transfers import transfer


_CHUNK_BYTES = 1 << 20


class CellId(NamedTuple):
    case: Case
    metric: str

    def __str__(self) -> str:
        return f"{self.case.name} {self.metric}"


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


def _latency(model: Model, case: Case) -> dict[str, float]:
    lasts = transfer(model, _end(case.src), _end(case.dst)).lasts(case.bytes)
    if case.method == "issue_interval":
        return {"issue_interval": lasts}
    enqueue = _call_ns(model, "cudaMemcpyPeerAsync") + float(model["timing"]["clock_read_ns"])
    return {"completion": _completion_ns(model, lasts), "enqueue": enqueue}


def _end(gpu: int | None) -> int:
    if gpu is None:
        raise ValueError("the case names no GPU there")
    return gpu


def _p2p(model: Model, case: Case) -> dict[str, float]:
    """Time of one operation. Both directions at once take as long as one where they share no link
    in one direction and no memory that both would fill, as on the machines checked here."""
    src, dst = _end(case.src), _end(case.dst)
    way_of = transfers.store_kernel if case.method.startswith("sm_") else transfer
    one = way_of(model, src, dst).lasts(case.bytes)
    if case.method.endswith("_bidir"):
        one = max(one, way_of(model, dst, src).lasts(case.bytes))
    return {"bandwidth": one}


def _staged(model: Model, case: Case) -> dict[str, float]:
    """A ring of slots keeps both engines busy: each chunk costs the slower one's time."""
    node = transfers.unbound_node(model) if case.node is None else case.node
    chunk = min(case.bytes, _CHUNK_BYTES)
    slower = max(transfers.host_transfer(model, _end(gpu), node).lasts(chunk)
                 for gpu in (case.src, case.dst))
    return {"bandwidth": case.bytes / chunk * slower}


def _hostcopy(model: Model, case: Case) -> dict[str, float]:
    node = transfers.unbound_node(model) if case.node is None else case.node
    gpu = _end(case.dst if case.method == "h2d" else case.src)
    return {"bandwidth": transfers.host_transfer(model, gpu, node).lasts(case.bytes)}


def _all_reduce(model: Model, case: Case) -> dict[str, float]:
    return {"time": collective.all_reduce_ns(model, _end(case.ranks), case.bytes)}


_FAMILIES = {"latency": _latency, "p2p": _p2p, "staged": _staged, "hostcopy": _hostcopy,
             "allreduce": _all_reduce}


def expected(model: Model, cases: Iterable[Case]) -> dict[CellId, float]:
    """Every number of these cases in nanoseconds; of a bandwidth, the time of one operation."""
    return {CellId(case, metric): value for case in cases
            for metric, value in _FAMILIES[case.family](model, case).items()}


def operation_ns(case: Case, metric: str, value: float) -> float:
    """A sample in its own unit (seconds, bytes per second) as the time that expected() gives."""
    if metric != "bandwidth":
        return value * 1e9
    directions = 2 if case.method.endswith("_bidir") else 1
    return directions * case.bytes / value * 1e9
