"""How long an all-reduce takes: what NCCL perceives decides channels and protocol, the true links
the time.

All times in nanoseconds, rates in GB/s.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from model import Model
from routes import Way, way
from transfers import home

_LANE_GBPS = {"2.5": 1.5 / 8, "5.0": 3.0 / 8, "8.0": 0.75, "16.0": 1.5, "32.0": 3.0, "64.0": 6.0}
_SPEEDS = (60, 50, 40, 30, 24, 20, 15, 12, 11, 6, 3)
_SPEEDS_FROM_SM100 = (90, 80, 70, 60, 50, 45, 40, 30, 24, 20, 19, 18)
_WIDEST_THROUGH_A_CPU = 30
_KIB, _MIB = 1024, 1024 * 1024
_DEFAULTS = {"base_ns": 4000, "ll_step_ns": 1500, "simple_step_ns": 4200, "ll_efficiency": 0.4,
             "simple_efficiency": 0.85, "channel_gbps": 11}


@dataclass(frozen=True)
class Perceived:
    """What the search found."""

    ring: tuple[int, ...]
    channels: int
    simple_from: int


def _port_gbps(gpu: dict[str, Any]) -> float:
    port = gpu["port"]
    return _LANE_GBPS[port["speed"].split()[0]] * int(port["width"])


def _between_cpus(cpu: dict[str, Any]) -> float:
    if cpu["vendor"] == "AuthenticAMD":
        return 16
    if cpu["vendor"] == "GenuineIntel" and cpu["family"] == 6:
        return next((gbps for first, gbps in ((0xCF, 40), (0x8F, 22), (0x55, 10))
                     if cpu["model"] >= first), 6)
    return 5000


def perceived(model: Model, ranks: int) -> Perceived:
    """From what the guest's kernel says; no topology file."""
    gpus = model["gpus"][:ranks]
    nodes = [gpu["sysfs_numa"] for gpu in gpus]
    limit = min(_port_gbps(gpu) for gpu in gpus)
    if len(set(nodes)) > 1:
        limit = min([limit] + [_between_cpus(entry["cpu"]) for entry in model["numa_nodes"]])
    newest = max(tuple(gpu["sm"]) for gpu in gpus)
    speeds = _SPEEDS_FROM_SM100 if newest >= (10, 0) else _SPEEDS
    found = [(int(limit // speed) * speed, speed) for speed in speeds
             if speed <= min(limit, _WIDEST_THROUGH_A_CPU)]
    if not found:
        return Perceived(tuple(range(ranks)), channels=2, simple_from=4 * _KIB)
    total, speed = max(found)
    grouped = sorted(range(ranks), key=lambda rank: nodes.index(nodes[rank]))
    return Perceived(tuple(grouped), channels=2 * (total // speed),
                     simple_from=4 * _MIB if total >= 40 else _MIB)


def _hop(model: Model, src: int, dst: int) -> Way:
    """One ring edge. Peers are used up to a common switch or a bridge only, which the models that
    are checked do not have: through host memory of the sender's node."""
    node = f"node{home(model, src)}"
    first, second = way(model, f"gpu{src}", node), way(model, node, f"gpu{dst}")
    return Way(first.latency_ns + second.latency_ns,
               min(first.gbps, second.gbps, float(model["copy"]["staged_gbps"])),
               first.links + second.links)


def all_reduce_ns(model: Model, ranks: int, size: int) -> float:
    nccl = {**_DEFAULTS, **model.get("nccl", {})}
    found = perceived(model, ranks)
    edges = [(found.ring[place], found.ring[(place + 1) % ranks]) for place in range(ranks)]
    hops = [_hop(model, *edge) for edge in edges]
    users: dict[tuple[str, str], int] = {}
    for hop in hops:
        for link in hop.links:
            users[link] = users.get(link, 0) + 1
    capacity = {(a, b): float(link["gbps"]) for link in model["links"]
                for a, b in ((link["a"], link["b"]), (link["b"], link["a"]))}
    ring_gbps = min(min([hop.gbps] + [capacity[link] / users[link] for link in hop.links])
                    for hop in hops)
    protocol = "ll" if size < found.simple_from else "simple"
    scale = model["scale"]
    slower, faster = float(scale["latency"]), float(scale["bandwidth"])
    if len({home(model, rank) for rank in found.ring}) > 1:
        slower *= scale["cross_numa_latency"]
        faster *= scale["cross_numa_bandwidth"]
    steps = 2 * (ranks - 1)
    waiting = nccl["base_ns"] + steps * (nccl[f"{protocol}_step_ns"]
                                         + max(hop.latency_ns for hop in hops))
    rate = min(found.channels * nccl["channel_gbps"], ring_gbps) * nccl[f"{protocol}_efficiency"]
    return slower * waiting + steps / ranks * size / (rate * faster)
