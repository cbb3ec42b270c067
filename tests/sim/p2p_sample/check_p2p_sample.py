#!/usr/bin/env python3
"""Runs the unmodified public sample p2pBandwidthLatencyTest on simulated machines and checks every matrix it prints
against a closed form of the model file.

    check_p2p_sample.py --run hopbench-sim-run --kernels PACK.so MODEL.json...

HOPBENCH_P2P_SAMPLE names the sample's binary (linked with the shared CUDA runtime). Exit 77, "Skipped", without it.
Nothing here is shared with the engine: formulas are written from the description of the time model. The sample's own
procedure: per pair 5 copies (100 for latency) between two events on one stream, both ways at once for the
bidirectional tables; it prints two decimals.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

SKIPPED = 77
ELEMENTS = 4_000_000  # ints of 4 bytes
REPEATS, LATENCY_REPEATS, LATENCY_BYTES = 5, 100, 16
PRINTED = 0.00501  # half of the last printed digit


@dataclass(frozen=True)
class Way:
    latency_ns: float
    gbps: float
    links: frozenset[tuple[str, str]]


class Machine:
    def __init__(self, file: Path) -> None:
        self.model = json.loads(file.read_text(encoding="utf-8"))
        self.gpus = self.model["gpus"]
        self.links = {}
        for link in self.model["links"]:
            self.links[link["a"], link["b"]] = self.links[link["b"], link["a"]] = link

    def way(self, source: str, target: str) -> Way:
        """The quickest simple path over nodes and switches: few enough to try all."""
        inner = sorted({end for pair in self.links for end in pair if not end.startswith("gpu")})
        best: Way | None = None
        for count in range(len(inner) + 1):
            for middle in permutations(inner, count):
                stops = (source, *middle, target)
                hops = list(zip(stops, stops[1:]))
                if source == target or any(hop not in self.links for hop in hops):
                    continue
                latency = sum(self.links[hop]["latency_ns"] for hop in hops)
                if best is None or latency < best.latency_ns:
                    best = Way(latency, min(self.links[hop]["gbps"] for hop in hops), frozenset(hops))
        assert best is not None, f"no way from {source} to {target}"
        return best

    def copy(self, src: int, dst: int, peers: bool) -> tuple[float, float, frozenset[tuple[str, str]]]:
        """(start-up in ns, GB/s alone, what it occupies) of one copy."""
        model, costs, scale = self.model, self.model["copy"], self.model["scale"]
        if src == dst:
            gpu = self.gpus[src]
            return (costs["engine_startup_ns"] + gpu["memory_latency_ns"], gpu["memory_gbps"] / 2,
                    frozenset({("memory", f"gpu{src}")}))
        cross = self.gpus[src]["true_numa"] != self.gpus[dst]["true_numa"]
        slower = scale["latency"] * (scale["cross_numa_latency"] if cross else 1)
        faster = scale["bandwidth"] * (scale["cross_numa_bandwidth"] if cross else 1)
        if peers and model["p2p"]["can_access"] and model["p2p"]["delivers"]:
            way = self.way(f"gpu{src}", f"gpu{dst}")
            return ((costs["engine_startup_ns"] + way.latency_ns) * slower, way.gbps * faster, way.links)
        node_id = self.gpus[src]["true_numa"]
        node = next(node for node in model["numa_nodes"] if node["id"] == node_id)
        out, back = self.way(f"gpu{src}", f"node{node_id}"), self.way(f"node{node_id}", f"gpu{dst}")
        rate = min(costs["staged_gbps"], out.gbps, back.gbps, node["memory_gbps"])
        return ((costs["staged_startup_ns"] + out.latency_ns + back.latency_ns) * slower, rate * faster,
                out.links | back.links)


def bounds(numerator: float, time_ns: float, quantum_ns: float) -> tuple[float, float]:
    """A rate from a time that two rounded stamps enclose."""
    return numerator / (time_ns + quantum_ns) - PRINTED, numerator / (time_ns - quantum_ns) + PRINTED


class Expectation:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        timing = machine.model["timing"]
        self.event_ns, self.quantum_ns = timing["gate_intercept_ns"], timing["event_quantum_ns"]
        # No pair's two directions and no staging of this size meets a capacity that two of them exceed; else the
        # closed form would have to share it.
        self.bytes = 4 * ELEMENTS

    def one_way(self, src: int, dst: int, peers: bool) -> tuple[float, float]:
        startup, rate, _ = self.machine.copy(src, dst, peers)
        time = REPEATS * (startup + self.bytes / rate) + self.event_ns
        return bounds(REPEATS * self.bytes * (2 if src == dst else 1), time, self.quantum_ns)

    def both_ways(self, a: int, b: int, peers: bool) -> tuple[float, float] | None:
        there, back = self.machine.copy(a, b, peers), self.machine.copy(b, a, peers)
        if a == b or there[2] & back[2]:
            return None
        there_ns, back_ns = (REPEATS * (startup + self.bytes / rate) for startup, rate, _ in (there, back))
        # The other stream records an event of its own before the first one may record the end.
        time = max(there_ns, back_ns + self.event_ns) + self.event_ns
        return bounds(2 * REPEATS * self.bytes, time, self.quantum_ns)

    def latency(self, src: int, dst: int, peers: bool) -> tuple[float, float]:
        startup, rate, _ = self.machine.copy(src, dst, peers)
        time = LATENCY_REPEATS * (startup + LATENCY_BYTES / rate) + self.event_ns
        return ((time - self.quantum_ns) / LATENCY_REPEATS / 1000 - PRINTED,
                (time + self.quantum_ns) / LATENCY_REPEATS / 1000 + PRINTED)

    def enqueue(self, src: int, dst: int, peers: bool) -> tuple[float, float]:
        """The sample's "CPU" table: 100 calls (and the occupancy queries before them) between two clock reads."""
        prices, timing = self.machine.model["api_ns"], self.machine.model["timing"]
        calls = LATENCY_REPEATS * prices.get("cudaMemcpyPeerAsync", prices["default"])
        occupancy = 10 * prices["default"] + 40 * timing["clock_read_ns"]
        return calls / LATENCY_REPEATS / 1000 - PRINTED, (calls + 3 * occupancy) / LATENCY_REPEATS / 1000 + PRINTED


def tables(text: str, count: int) -> dict[str, list[list[float]]]:
    """Every printed matrix by its title; a "CPU" table belongs to the title above it."""
    found: dict[str, list[list[float]]] = {}
    title = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if "Matrix" in line:
            title = line.strip()
        header = re.match(r"\s+(D\\D|GPU|CPU)\s", line)
        if header and "Connectivity" not in title:
            rows = [[float(cell) for cell in row.split()[1:]] for row in lines[number + 1:number + 1 + count]]
            found[f"{title} {header[1]}" if header[1] != "D\\D" else title] = rows
    return found


def check(machine: Machine, text: str) -> list[str]:
    expectation, count = Expectation(machine), len(machine.gpus)
    found = tables(text, count)
    problems, compared = [], 0
    for title, rows in found.items():
        peers = "P2P=Enabled" in title
        form = (expectation.enqueue if title.endswith("CPU") else expectation.latency if "Latency" in title
                else expectation.both_ways if "Bidirectional" in title else expectation.one_way)
        for a in range(count):
            for b in range(count):
                expected = form(a, b, peers)
                if expected is None:
                    continue
                compared += 1
                if not expected[0] <= rows[a][b] <= expected[1]:
                    problems.append(f"{title}: {a}→{b}: printed {rows[a][b]}, expected {expected[0]:.3f} to {expected[1]:.3f}")
    if len(found) != 8:
        problems.append(f"{len(found)} matrices instead of 8: {sorted(found)}")
    print(f"{machine.model['name']}: {compared} printed numbers compared, {len(problems)} off")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="path of hopbench-sim-run")
    parser.add_argument("--kernels", type=Path, required=True, help="pack with the sample's kernels")
    parser.add_argument("models", nargs="+", type=Path)
    options = parser.parse_args()
    sample = os.environ.get("HOPBENCH_P2P_SAMPLE")
    if not sample:
        print("Skipped: HOPBENCH_P2P_SAMPLE does not name the sample's binary")
        return SKIPPED
    problems = []
    for file in options.models:
        command = [str(options.run), str(file), "--kernels", str(options.kernels), "--", sample, f"--numElems={ELEMENTS}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            problems.append(f"{file.name}: exit {done.returncode}: {(done.stdout + done.stderr)[-300:]}")
            continue
        problems += check(Machine(file), done.stdout)
    for line in problems[:20]:
        print(line)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
