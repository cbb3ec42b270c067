#!/usr/bin/env python3
"""The whole quick suite on the simulated machine with its timing: the by-hand check over seeds.

    full_quick.py --seeds 20

Each seed runs the latency family of the suite, 56 pairs × 4 sizes × 2 methods, with noise, a
variant `slow` and one that changes nothing, and compares both. Then one run of all five families is
timed and compared. Exit 1 when `slow` is missed once, blames anything but cross-node latency (and
the all-reduce that crosses nodes too), or `identical` is non-zero in more than 3 of 20 runs.
"""
from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from support import (HOPBENCH, NOISE, SLOW, VIRTUAL_MACHINE, Done, compare_json, groups_of, run)


@dataclass(frozen=True)
class Timed:
    done: Done
    seconds: float


def timed(*command: str | Path, noise: str = "") -> Timed:
    began = time.monotonic()
    done = run(*command, extra={"HOPBENCH_SIM_SET": noise} if noise else None, timeout=900)
    return Timed(done, time.monotonic() - began)


def measure(out: Path, seed: int, variants: list[str], cases: str) -> float:
    """Wall seconds of one run of the quick suite."""
    words = [word for variant in variants for word in ("--variant", variant)]
    ran = timed(HOPBENCH, "run", "--suite", "quick", "--simulate", VIRTUAL_MACHINE,
                "--simulate-anyway", "--seed", str(seed), "--cases", cases, *words, "-o", out,
                noise=NOISE)
    if ran.done.code != 0:
        raise SystemExit(f"seed {seed}: the run failed:\n{ran.done}")
    return ran.seconds


def compare_seconds(out: Path) -> float:
    """Wall seconds of `compare` as a user calls it."""
    return timed(HOPBENCH, "compare", out / "report.json", "--base", "baseline").seconds


def judge_slow(out: Path, slowed: set[tuple[str, str]]) -> list[str]:
    """What is wrong with the verdicts on `slow`; `slowed`: families and classes it slows."""
    slow, document = compare_json(out, "slow")
    wrong = [] if slow.code == 1 else [f"slow exits {slow.code}"]
    worse = {(group.family, group.pair_class) for group in groups_of(document)
             if group.verdict == "worse"}
    return wrong + [f"slow blames {one}" for one in worse - slowed] + \
        [f"slow is missed in {one}" for one in slowed - worse]


def judge(out: Path) -> tuple[list[str], bool]:
    """(what is wrong with `slow`, whether `identical` was flagged)."""
    wrong = judge_slow(out, {("latency", "cross-node")})
    same, document = compare_json(out, "identical")
    wrong += [f"identical: {group}" for group in groups_of(document) if group.verdict != "same"]
    return wrong, same.code != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1, help="seeds 1…N (default 1)")
    parser.add_argument("--limit-run", type=float, help="fail when the two-variant run takes longer, s")
    parser.add_argument("--limit-compare", type=float, help="fail when compare takes longer, s")
    options = parser.parse_args()
    failures, flagged = [], 0
    for seed in range(1, options.seeds + 1):
        with tempfile.TemporaryDirectory(prefix="hopbench-quick-") as name:
            out = Path(name, "run")
            seconds = measure(out, seed, [SLOW, "identical"], "latency/*")
            wrong, odd = judge(out)
            flagged += odd
            failures += [f"seed {seed}: {line}" for line in wrong]
            print(f"seed {seed:3}: run {seconds:6.1f} s (3 variants and control), compare "
                  f"{compare_seconds(out):5.3f} s, slow {'ok' if not wrong else 'WRONG'}, "
                  f"identical {'flagged' if odd else 'ok'}", flush=True)
    with tempfile.TemporaryDirectory(prefix="hopbench-quick-") as name:
        out = Path(name, "run")
        ran, compared = measure(out, 1, [SLOW], "*"), min(compare_seconds(out) for _ in range(3))
        failures += judge_slow(out, {("latency", "cross-node"), ("allreduce", "collective")})
    print(f"all families, two variants and control: run {ran:.1f} s, compare {compared:.3f} s; identical flagged "
          f"in {flagged} of {options.seeds}")
    if flagged > 3 * max(1, options.seeds / 20):
        failures.append(f"identical flagged {flagged} times")
    if options.limit_run and ran > options.limit_run:
        failures.append(f"run took {ran:.1f} s")
    if options.limit_compare and compared > options.limit_compare:
        failures.append(f"compare took {compared:.3f} s")
    print("\n".join(failures) or "all as it must be")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
