"""Which cases are run for which question: all of them where it is cheap, few where many runs are
needed."""
from __future__ import annotations

import itertools

import transfers
from cases import Case
from model import Model

FAMILIES = ("p2p", "staged", "hostcopy", "allreduce")  # beside latency
SMALL, LARGE = (4, 4096), 1 << 20


def every_latency(model: Model, sizes: tuple[int, ...]) -> tuple[Case, ...]:
    """Every ordered pair, and each GPU with itself. A gated window holds at least 200 µs of
    copies: inside one GPU that is much memory, so large ones are left to the single copies."""
    return tuple(Case(method, src, dst, size)
                 for src, dst in itertools.product(range(len(model["gpus"])), repeat=2)
                 for method in ("oneshot", "issue_interval") for size in sizes
                 if src != dst or size <= 4096 or method == "oneshot")


def few_latency(model: Model) -> tuple[Case, ...]:
    """Each GPU to the next one and to itself: every link is on some way. Large windows between
    neighbours on one node and across nodes only."""
    count = len(model["gpus"])
    pairs = [(gpu, end) for gpu in range(count) for end in (gpu, (gpu + 1) % count)]
    cases = [Case("oneshot", src, dst, size) for src, dst in pairs for size in (*SMALL, LARGE)]
    cases += [Case("issue_interval", src, dst, size) for src, dst in pairs for size in SMALL]
    cases += [Case("issue_interval", 0, 1, LARGE), Case("issue_interval", count - 1, 0, LARGE)]
    return tuple(cases)


def _nodes(model: Model) -> list[int]:
    return [entry["id"] for entry in model["numa_nodes"]]


def _all_reduce(*sizes_of_ranks: tuple[int, int]) -> list[Case]:
    return [Case("out_of_place", None, None, size, "allreduce", ranks=ranks)
            for ranks, size in sizes_of_ranks]


def _known(model: Model, cases: list[Case]) -> tuple[Case, ...]:
    """Kernels store only where peers reach each other; nothing closed describes flows that crowd
    each other out of the memory that both use."""
    return tuple(case for case in dict.fromkeys(cases)
                 if (transfers.reaches_peer(model) or not case.method.startswith("sm_"))
                 and not transfers.crowds_memory(model, case))


def every_family(model: Model) -> list[tuple[Case, ...]]:
    """A plan for each bench beside hopbench-latency. Sizes differ so that start-up and rate both
    weigh."""
    count, nodes = len(model["gpus"]), _nodes(model)
    pairs = [(gpu, (gpu + step) % count) for gpu in range(count) for step in (1, count // 2)]
    p2p = [Case("ce_write", *pair, size, "p2p") for pair in pairs for size in (65536, 16 << 20)]
    p2p += [Case("sm_write", *pair, size, "p2p") for pair in pairs for size in (65536, 4 << 20)]
    p2p += [Case(method, min(pair), max(pair), 4 << 20, "p2p")
            for method in ("ce_write_bidir", "sm_write_bidir") for pair in pairs[:4]]
    staged = [Case("ring", *pair, size, "staged", node=node) for pair in pairs
              for size in (65536, 8 << 20) for node in (None, *nodes)]
    host = [case for gpu in range(count) for size in (65536, 16 << 20) for node in (None, *nodes)
            for case in (Case("h2d", None, gpu, size, "hostcopy", node=node),
                         Case("d2h", gpu, None, size, "hostcopy", node=node))]
    reduce = _all_reduce(*itertools.product((2, 3, count), (8, 4096, 65536, 1 << 20, 8 << 20)))
    return [_known(model, cases) for cases in (p2p, staged, host, reduce)]


def few_of(model: Model, family: str) -> tuple[Case, ...]:
    """Neighbours, so that every GPU's link is on some way, and one pair across. Between them they
    share no link: fields that move different cells can be changed in one run."""
    count, nodes = len(model["gpus"]), _nodes(model)
    near = [(gpu, gpu + 1) for gpu in range(0, count - 1, 2)]
    first, half = near[0], count // 2
    across = (half - 1, half)
    if family == "p2p":
        cases = [Case(method, *pair, 65536, "p2p") for pair in (*near, across)
                 for method in ("ce_write", "sm_write")]
        cases += [Case("ce_write", *across, LARGE, "p2p"), Case("ce_write", *first, 4096, "p2p")]
        cases += [Case("ce_write_bidir", *pair, 65536, "p2p") for pair in (first, across)]
        cases.append(Case("sm_write_bidir", *across, 65536, "p2p"))
    elif family == "staged":
        cases = [Case("ring", *pair, 65536, "staged") for pair in (*near, across)]
        cases += [Case("ring", *across, 3 * LARGE, "staged", node=node) for node in nodes]
    elif family == "hostcopy":
        turns = len(nodes)
        cases = [case for gpu in range(count)
                 for case in (Case("h2d", None, gpu, 65536, "hostcopy", node=nodes[gpu % turns]),
                              Case("d2h", gpu, None, 65536, "hostcopy",
                                   node=nodes[(gpu + 1) % turns]))]
        cases += [Case("h2d", None, gpu, 4096, "hostcopy") for gpu in (0, count - 1)]
        cases.append(Case("d2h", 0, None, 4 * LARGE, "hostcopy", node=nodes[-1]))
    elif family == "allreduce":
        cases = _all_reduce((2, 8), (2, 65536), (2, 2 * LARGE), (2, 4 * LARGE), (count, 8),
                            (count, 65536))
    else:
        raise ValueError(f"{family!r} is no family of cases")
    return _known(model, cases)
