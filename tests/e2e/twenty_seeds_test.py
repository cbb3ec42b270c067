#!/usr/bin/env python3
"""A known answer over twenty seeds with noise between invocations and between samples.

`slow` (cross-node start-up + 10 %) must be found every time and only where it is; `identical` must
be left alone. A pooled t-test on the same runs must fail, or this test could not.
"""
from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import naive
from support import (NOISE, SLOW, EndToEnd, Group, compare_json, groups_of, hopbench, main,
                     simulate)

SEEDS = range(1, 21)
ALLOWED = 3  # false findings among twenty runs
ZERO_MARGINS = [word for kind in ("latency", "bandwidth", "allreduce", "p99")
                for word in ("--margin", f"{kind}=0")]


@dataclass
class Outcome:
    """What one seed's comparisons said."""

    seed: int
    slow_exit: int
    slow_worse: list[Group]
    identical_exit: int
    identical: list[Group]
    zero_margin_exit: int
    naive_found: list[tuple[str, str, str]] = field(default_factory=list)


class TwentySeeds(EndToEnd):
    outcomes: list[Outcome] = []

    @classmethod
    def setUpClass(cls) -> None:
        cls.outcomes = []
        for seed in SEEDS:
            with tempfile.TemporaryDirectory(prefix="hopbench-seeds-") as folder:
                cls.outcomes.append(cls.measure(seed, Path(folder, "run")))

    @classmethod
    def measure(cls, seed: int, out: Path) -> Outcome:
        done = simulate(out, "--variant", SLOW, "--variant", "identical", seed=seed, blocks=10,
                        extra={"HOPBENCH_SIM_SET": NOISE})
        if done.code != 0:
            raise AssertionError(f"seed {seed}: the run failed:\n{done}")
        slow, slow_json = compare_json(out, "slow")
        same, same_json = compare_json(out, "identical")
        zero = hopbench("compare", out / "report.json", "--base", "baseline", "--head",
                        "identical", *ZERO_MARGINS)
        return Outcome(seed, slow.code, [g for g in groups_of(slow_json) if g.verdict == "worse"],
                       same.code, groups_of(same_json), zero.code,
                       naive.flagged(out, "baseline", "identical"))

    def test_slow_is_a_regression_in_every_seed(self) -> None:
        codes = {outcome.seed: outcome.slow_exit for outcome in self.outcomes}
        self.assertEqual(codes, {seed: 1 for seed in SEEDS}, "exit codes by seed")

    def test_slow_names_cross_node_latency_groups_only(self) -> None:
        for outcome in self.outcomes:
            self.assertTrue(outcome.slow_worse, f"seed {outcome.seed}: no group is worse")
            for group in outcome.slow_worse:
                self.assertEqual((group.family, group.pair_class), ("latency", "cross-node"),
                                 f"seed {outcome.seed} blames {group}")

    def test_identical_is_left_alone(self) -> None:
        found = [outcome.seed for outcome in self.outcomes if outcome.identical_exit != 0]
        print(f"identical: non-zero for {len(found)} of {len(SEEDS)} seeds: {found}")
        self.assertLessEqual(len(found), ALLOWED, f"seeds {found}")

    def test_identical_latency_groups_are_same(self) -> None:
        for outcome in self.outcomes:
            self.assertTrue(outcome.identical, f"seed {outcome.seed}: no groups")
            odd = [group for group in outcome.identical if group.verdict != "same"]
            self.assertEqual(odd, [], f"seed {outcome.seed}: an identical variant is not `same`")

    def test_without_margins_identical_is_flagged_seldom(self) -> None:
        found = [outcome.seed for outcome in self.outcomes if outcome.zero_margin_exit != 0]
        print(f"identical without margins: non-zero for {len(found)} of {len(SEEDS)}: {found}")
        self.assertLessEqual(len(found), ALLOWED, f"seeds {found}")

    def test_a_pooled_t_test_fails_the_same_check(self) -> None:
        found = [outcome.seed for outcome in self.outcomes if outcome.naive_found]
        print(f"pooled t-test: flags {len(found)} of {len(SEEDS)}: {found}")
        self.assertGreater(len(found), ALLOWED, "this check cannot fail")


if __name__ == "__main__":
    main()
