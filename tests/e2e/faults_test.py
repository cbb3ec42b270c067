#!/usr/bin/env python3
"""Faulty machines: what went wrong is in the report, where it went wrong, and the rest is measured."""
from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from support import BARE_METAL, EndToEnd, hopbench, main, read_json, scratch, simulate

Pair = tuple[int, int]


def fault(**fields: Any) -> str:
    return f"bad:HOPBENCH_SIM_SET=faults+={json.dumps(fields, separators=(',', ':'))}"


def statuses(report: dict[str, Any], variant: str) -> dict[Pair, set[str]]:
    found: dict[Pair, set[str]] = defaultdict(set)
    for cell in report["cells"]:
        if cell["key"]["variant"] == variant:
            found[cell["key"]["src"], cell["key"]["dst"]].update(cell["status"])
    return found


class Faults(EndToEnd):
    def report(self, out: Path, **fields: Any) -> dict[str, Any]:
        """The run goes on to its end and says that something failed."""
        self.assert_exit(simulate(out, "--variant", fault(**fields), model=BARE_METAL,
                                  cases="latency/*/bytes:4"), 1)
        report = read_json(out / "report.json")
        self.assert_valid(report, "report.schema.json")
        for variant in ("baseline", "baseline-control"):
            odd = {pair: found for pair, found in statuses(report, variant).items()
                   if found != {"ok"}}
            self.assertEqual(odd, {}, f"{variant} has no fault")
        for cell in report["cells"]:
            for status, reason in zip(cell["status"], cell["reason"]):
                self.assertTrue(status == "ok" or report["reasons"][reason],
                                f"{cell['key']}: {status} without a reason")
        return report

    def assert_only(self, report: dict[str, Any], wanted: dict[Pair, str]) -> None:
        for pair, found in statuses(report, "bad").items():
            self.assertEqual(found, {wanted.get(pair, "ok")}, f"pair {pair}")

    def assert_unfit(self, out: Path, *mentions: str) -> None:
        """A variant that cannot do what its baseline could must not pass."""
        done = hopbench("compare", out / "report.json", "--base", "baseline")
        self.assert_exit(done, 4)
        for word in mentions:
            self.assertIn(word, done.out, f"{done}")

    def test_silent_corruption(self) -> None:
        with scratch() as folder:
            report = self.report(folder / "run", type="peer_corrupt", src=0, dst=1)
            self.assert_only(report, {(0, 1): "corrupt"})
            self.assert_unfit(folder / "run", "src:0/dst:1")

    def test_a_mirror_is_seen_by_the_owner(self) -> None:
        with scratch() as folder:
            report = self.report(folder / "run", type="mirror", src=0, dst=1)
            self.assert_only(report, {(0, 1): "corrupt"})

    def test_peer_access_that_fails_although_it_was_granted(self) -> None:
        with scratch() as folder:
            report = self.report(folder / "run", type="peer_enable_fail", src=0, dst=1)
            self.assert_only(report, {(0, 1): "refused", (1, 0): "refused"})
            self.assert_unfit(folder / "run")

    def test_a_lost_device(self) -> None:
        with scratch() as folder:
            report = self.report(folder / "run", type="device_lost", after_ops=100)
            found = set().union(*statuses(report, "bad").values())
            self.assertLessEqual(found, {"ok", "crashed"})
            self.assertIn("crashed", found)
            self.assert_unfit(folder / "run")


if __name__ == "__main__":
    main()
