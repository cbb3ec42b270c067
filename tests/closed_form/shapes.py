"""Machines unlike the bundled ones, derived from them: each makes another part of the time model
decide (another narrowest link, the other node, a detour, a host that arrives late)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

from model import Model, assign, load

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

def _hang_alternately(model: Model) -> None:
    """GPUs in turn on one node and the other: every edge of a ring in order crosses the sockets."""
    nodes = [entry["id"] for entry in model["numa_nodes"]]
    for index, gpu in enumerate(model["gpus"]):
        gpu["true_numa"] = nodes[index % len(nodes)]
        for link in model["links"]:
            if link["a"] == f"gpu{index}":
                link["b"] = f"node{gpu['true_numa']}"


def _kernel_knows(model: Model) -> None:
    for gpu in model["gpus"]:
        gpu["sysfs_numa"] = gpu["true_numa"]


def _kernel_knows_nothing(model: Model) -> None:
    for gpu in model["gpus"]:
        gpu["sysfs_numa"] = -1


def _all(*changes: Change) -> Change:
    def change(model: Model) -> None:
        for each in changes:
            each(model)
    return change


def _every_gpu(**values: object) -> Change:
    def change(model: Model) -> None:
        for gpu in model["gpus"]:
            gpu.update(values)
    return change


def _ports(speed: str, width: int = 16) -> Change:
    return _every_gpu(port={"speed": f"{speed} GT/s PCIe", "width": width})


def _intel(cpu_model: int) -> Change:
    def change(model: Model) -> None:
        for entry in model["numa_nodes"]:
            entry["cpu"] = {"vendor": "GenuineIntel", "family": 6, "model": cpu_model}
    return change


_SM90 = _every_gpu(sm=[9, 0])
_SLOW_CHANNELS = _set("nccl.channel_gbps=2")  # so that their number decides
_COPIES, _HOST, _RING = ("p2p",), ("staged", "hostcopy"), ("allreduce",)
_EVERY = _COPIES + _HOST + _RING

# For the benches beside latency: what to change, and whose numbers it bears on. Ports, compute
# capability, CPUs and what the kernel says decide NCCL's channels, protocol and ring. Left out for
# all-reduce: a bridge between GPUs, over which NCCL searches rings of another kind, and node
# memory, which collectives do not use. Cases in which two flows crowd each other out of a node's
# memory are left out by the plans: how they share is for the engine's own tests.
FAMILIES: dict[str, tuple[Change, tuple[str, ...]]] = {
    "peers on": (SHAPES["peers on"], _COPIES + _RING),
    "peers off": (SHAPES["peers off"], _COPIES + _RING),
    "granted, not delivered": (SHAPES["granted, not delivered"], _COPIES),
    "slow socket link": (SHAPES["slow socket link"], _EVERY),
    "slow GPU link": (SHAPES["slow GPU link"], _EVERY),
    "slow memory of a node": (SHAPES["slow memory of a node"], _COPIES + _HOST),
    "slow memory of a GPU": (_every_gpu(memory_gbps=20, memory_latency_ns=900), _COPIES),
    "peers on, slow memory of a GPU": (
        _all(SHAPES["peers on"], lambda model: model["gpus"][0].update(memory_gbps=20)), _COPIES),
    "wide staging": (SHAPES["wide staging"], _COPIES + _RING),
    "uneven links": (SHAPES["uneven links"], _EVERY),
    "bypass": (SHAPES["bypass"], _EVERY),
    "private bridge": (SHAPES["private bridge"], _COPIES + _HOST),
    "far staging": (SHAPES["far staging"], _EVERY),
    "all scales": (SHAPES["all scales"], _EVERY),
    "slow host": (_all(*(SHAPES[shape] for shape in
                         ("host arrives late", "no wake-up", "slow clock", "dear calls"))), _EVERY),
    "gates and kernels dear": (
        _set("timing.gate_intercept_ns=5000;copy.kernel_launch_ns=30000"), _EVERY),
    "alternating": (_hang_alternately, _EVERY),
    "alternating, known": (_all(_hang_alternately, _kernel_knows), _RING),
    "alternating, unknown": (_all(_hang_alternately, _kernel_knows_nothing), _RING),
    "alternating, narrow": (
        _all(_hang_alternately, _kernel_knows_nothing, SHAPES["slow socket link"]), _RING),
    "alternating, known, sm 9.0": (_all(_hang_alternately, _kernel_knows, _SM90), _RING),
    "known": (_all(_SLOW_CHANNELS, _kernel_knows), _RING),
    "unknown": (_all(_SLOW_CHANNELS, _kernel_knows_nothing), _RING),
    "ports of 16": (_all(_SLOW_CHANNELS, _ports("16.0")), _RING),
    "ports of 8 and eight lanes": (_all(_SLOW_CHANNELS, _ports("8.0", 8)), _RING),
    "sm 9.0, known": (_all(_SLOW_CHANNELS, _SM90, _kernel_knows), _RING),
    "sm 9.0, ports of 16": (
        _all(_SLOW_CHANNELS, _SM90, _kernel_knows_nothing, _ports("16.0")), _RING),
    "Intel": (_all(_SLOW_CHANNELS, _kernel_knows, _intel(0xCF)), _RING),
    "older Intel": (_all(_SLOW_CHANNELS, _kernel_knows, _intel(0x8F)), _RING),
    "old Intel, sm 9.0": (_all(_SLOW_CHANNELS, _kernel_knows, _SM90, _intel(0x6A)), _RING),
}

# Shapes that bring out engine bugs which the bundled models hide.
REVEALING = ("all scales", "slow memory of a node", "far staging")


def write(folder: Path, file: Path, shape: str) -> Path:
    """A derived machine as a file of its own."""
    model = load(file)
    (SHAPES.get(shape) or FAMILIES[shape][0])(model)
    model["name"] = f"{model['name']}-{shape.replace(' ', '-').replace(',', '')}"
    target = folder / f"{model['name']}.json"
    target.write_text(json.dumps(model), encoding="utf-8")
    return target
