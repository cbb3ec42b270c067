"""How long one transfer takes: set-up, in which no link is used, then a steady rate.

All times in nanoseconds. One GB/s is one byte per nanosecond, so bytes / gbps is a time.
"""
from __future__ import annotations

from dataclasses import dataclass

from cases import Case
from model import Model
from routes import way


@dataclass(frozen=True)
class Transfer:
    """Set-up time, then a steady rate."""

    setup_ns: float
    gbps: float

    def lasts(self, size: int) -> float:
        return self.setup_ns if size == 0 else self.setup_ns + size / self.gbps


def home(model: Model, gpu: int) -> int:
    """Id of the node that the GPU really hangs on."""
    return int(model["gpus"][gpu]["true_numa"])


def node_memory_gbps(model: Model, node_id: int) -> float:
    (node,) = [entry for entry in model["numa_nodes"] if entry["id"] == node_id]
    return float(node["memory_gbps"])


def reaches_peer(model: Model) -> bool:
    """The bench enables peer access for every pair that may have it, so a grant means use."""
    return bool(model["p2p"]["can_access"]) and bool(model["p2p"]["delivers"])


def _within(model: Model, gpu: int) -> Transfer:
    """A copy inside one GPU reads and writes the same memory; it crosses no link."""
    memory = model["gpus"][gpu]
    return Transfer(model["copy"]["engine_startup_ns"] + memory["memory_latency_ns"],
                     memory["memory_gbps"] / 2)


def _unscaled(model: Model, src: int, dst: int) -> Transfer:
    copy = model["copy"]
    if reaches_peer(model):
        direct = way(model, f"gpu{src}", f"gpu{dst}")
        return Transfer(copy["engine_startup_ns"] + direct.latency_ns, direct.gbps)
    node_id = home(model, src)
    first = way(model, f"gpu{src}", f"node{node_id}")
    second = way(model, f"node{node_id}", f"gpu{dst}")
    slowest = min(copy["staged_gbps"], node_memory_gbps(model, node_id), first.gbps, second.gbps)
    return Transfer(copy["staged_startup_ns"] + first.latency_ns + second.latency_ns, slowest)


def transfer(model: Model, src: int, dst: int) -> Transfer:
    """A peer copy, direct or through host memory."""
    if src == dst:
        return _within(model, src)
    return _scaled(model, _unscaled(model, src, dst), home(model, src) != home(model, dst))


def _scaled(model: Model, plain: Transfer, crosses: bool) -> Transfer:
    scale = model["scale"]
    slower, faster = float(scale["latency"]), float(scale["bandwidth"])
    if crosses:
        slower *= scale["cross_numa_latency"]
        faster *= scale["cross_numa_bandwidth"]
    return Transfer(plain.setup_ns * slower, plain.gbps * faster)


def _unscaled_host(model: Model, gpu: int, node_id: int) -> Transfer:
    path = way(model, f"gpu{gpu}", f"node{node_id}")
    return Transfer(model["copy"]["engine_startup_ns"] + path.latency_ns,
                    min(path.gbps, node_memory_gbps(model, node_id)))


def host_transfer(model: Model, gpu: int, node_id: int) -> Transfer:
    """Between a GPU and pinned memory of a node; both directions are alike."""
    return _scaled(model, _unscaled_host(model, gpu, node_id), home(model, gpu) != node_id)


def unbound_node(model: Model) -> int:
    """Where pages of a process without a binding lie."""
    return min(int(entry["id"]) for entry in model["numa_nodes"])


def store_kernel(model: Model, src: int, dst: int) -> Transfer:
    """A kernel on `src` that copies its own memory into that of `dst`: the slower of the first load
    and the first store, then the bytes: reading takes its own memory, writing the links, as a copy
    between GPUs does. `scale` does not touch kernels."""
    path = way(model, f"gpu{src}", f"gpu{dst}")
    own = model["gpus"][src]
    return Transfer(max(float(own["memory_latency_ns"]), path.latency_ns),
                    min(path.gbps, float(own["memory_gbps"])))


def crowds_memory(model: Model, case: Case) -> bool:
    """Whether the case has two flows at once through a node's memory that cannot carry both at
    their own rates. A link they never share: one uses it towards the node, the other away from
    it."""
    if case.src is None or case.dst is None:
        return False
    if case.family == "staged":
        node_id = unbound_node(model) if case.node is None else case.node
        flows = [_unscaled_host(model, gpu, node_id) for gpu in (case.src, case.dst)]
    elif case.method == "ce_write_bidir" and not reaches_peer(model):
        node_id = home(model, case.src)
        if home(model, case.dst) != node_id:
            return False
        flows = [_unscaled(model, case.src, case.dst), _unscaled(model, case.dst, case.src)]
    else:
        return False
    return sum(flow.gbps for flow in flows) > node_memory_gbps(model, node_id)
