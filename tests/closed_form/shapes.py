"""Machines unlike the bundled ones, derived from them: each makes another part of the time model
decide (another narrowest link, the other node, a detour, a host that arrives late)."""
from __future__ import annotations

import copy
from typing import Callable

from model import Model, assign

Change = Callable[[Model], None]


def _set(assignments: str) -> Change:
    def change(model: Model) -> None:
        model.update(assign(model, assignments))
    return change


def _link(model: Model, a: str, b: str, gbps: float, latency_ns: float) -> None:
    model["links"].append({"a": a, "b": b, "gbps": gbps, "latency_ns": latency_ns})


def _bypass_of_the_socket_link(model: Model) -> None:
    """A narrower but shorter way between the sockets, over a switch."""
    nodes = [f"node{entry['id']}" for entry in model["numa_nodes"]]
    _link(model, nodes[0], "switch0", gbps=11, latency_ns=20)
    _link(model, "switch0", nodes[1], gbps=13, latency_ns=30)


def _private_bridge(model: Model) -> None:
    """Two GPUs with a bridge: quick between them, no way through them for others."""
    _link(model, "gpu0", "gpu7", gbps=90, latency_ns=5)


def _guest_disagrees(model: Model) -> None:
    """A GPU whose memory traffic is staged on the far node."""
    nodes = [entry["id"] for entry in model["numa_nodes"]]
    gpu = model["gpus"][1]
    gpu["true_numa"] = next(node for node in nodes if node != gpu["true_numa"])


def _uneven_links(model: Model) -> None:
    for index, link in enumerate(model["links"]):
        link["gbps"] = 3 + 2 * index
        link["latency_ns"] = 100 + 77 * index


SHAPES: dict[str, Change] = {
    "peers on": _set('p2p.can_access=true;p2p.delivers=true'),
    "peers off": _set('p2p.can_access=false'),
    "granted, not delivered": _set('p2p.can_access=true;p2p.delivers=false'),
    "slow socket link": lambda model: model["links"][-1].update(gbps=2),
    "slow GPU link": lambda model: model["links"][0].update(gbps=3),
    "slow memory of a node": lambda model: model["numa_nodes"][0].update(memory_gbps=4),
    "wide staging": _set("copy.staged_gbps=1000"),
    "uneven links": _uneven_links,
    "bypass": _bypass_of_the_socket_link,
    "private bridge": _private_bridge,
    "far staging": _guest_disagrees,
    "all scales": _set("scale.latency=1.3;scale.bandwidth=0.7;scale.cross_numa_latency=1.2;"
                       "scale.cross_numa_bandwidth=0.6"),
    "host arrives late": lambda model: model["api_ns"].update(cudaStreamSynchronize=900000),
    "no wake-up": _set("copy.wake_ns=0;copy.submit_ns=0"),
    "slow clock": _set("timing.clock_read_ns=400"),
    "dear calls": lambda model: model["api_ns"].update(cudaMemcpyPeerAsync=7000,
                                                       cudaStreamSynchronize=3000),
}

# Shapes that bring out engine bugs which the bundled models hide.
REVEALING = ("all scales", "slow memory of a node", "far staging")


def build(model: Model, shape: str) -> Model:
    changed = copy.deepcopy(model)
    SHAPES[shape](changed)
    return changed
