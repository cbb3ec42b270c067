"""Ways through a machine: which links a transfer uses, what they add up to.

Links are undirected here because both directions of a link are alike in a model. A GPU ends a
way, it never forwards. Of the ways between two places the one with the least latency is taken.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from model import Model


class Link(NamedTuple):
    a: str
    b: str
    gbps: float
    latency_ns: float


@dataclass(frozen=True)
class Way:
    latency_ns: float
    gbps: float  # of its narrowest link
    links: tuple[tuple[str, str], ...] = ()  # in order, each in the direction it is used


_STAY = Way(latency_ns=0.0, gbps=math.inf)


def _extend(way: Way, link: Link, here: str, there: str) -> Way:
    return Way(way.latency_ns + link.latency_ns, min(way.gbps, link.gbps),
               (*way.links, (here, there)))


def _shorter(candidate: Way, known: Way | None) -> bool:
    return known is None or candidate.latency_ns < known.latency_ns


def ways_from(model: Model, start: str) -> dict[str, Way]:
    """The best way from `start` to every place that can be reached."""
    return _search(tuple(Link(link["a"], link["b"], float(link["gbps"]), float(link["latency_ns"]))
                         for link in model["links"]), start)


@lru_cache(maxsize=4096)
def _search(links: tuple[Link, ...], start: str) -> dict[str, Way]:
    """Relaxes all links round after round until nothing improves: slow, and hard to get wrong.
    """
    best: dict[str, Way] = {start: _STAY}
    improved = True
    while improved:
        improved = False
        for link in links:
            for here, there in ((link.a, link.b), (link.b, link.a)):
                if here not in best or (here.startswith("gpu") and here != start):
                    continue
                candidate = _extend(best[here], link, here, there)
                if _shorter(candidate, best.get(there)):
                    best[there] = candidate
                    improved = True
    return best


def way(model: Model, start: str, end: str) -> Way:
    found = ways_from(model, start).get(end)
    if found is None:
        raise ValueError(f"no way from {start} to {end}")
    return found
