#!/usr/bin/env python3
"""One seed gives one result: the same bytes, whatever the number of jobs at a time."""
from __future__ import annotations

from pathlib import Path

from support import NOISE, SLOW, EndToEnd, main, read_json, scratch, simulate


class Repeatability(EndToEnd):
    def measure(self, out: Path, *more: str, seed: int = 5) -> Path:
        done = simulate(out, "--variant", SLOW, *more, seed=seed, extra={"HOPBENCH_SIM_SET": NOISE})
        self.assert_exit(done, 0)
        return out

    def test_one_seed_twice_and_one_or_two_jobs(self) -> None:
        with scratch() as folder:
            first = self.measure(folder / "first", "--jobs", "2")
            again = self.measure(folder / "again", "--jobs", "2")
            alone = self.measure(folder / "alone", "--jobs", "1")
            self.assert_same_results(first, again)
            self.assert_same_results(first, alone)

    def test_another_seed_gives_other_samples(self) -> None:
        with scratch() as folder:
            one = self.measure(folder / "one", seed=5)
            two = self.measure(folder / "two", seed=6)
            self.assertNotEqual((one / "samples.bin").read_bytes(),
                                (two / "samples.bin").read_bytes(),
                                "the seed does not reach the simulated noise")

    def test_the_report_records_seed_and_model(self) -> None:
        with scratch() as folder:
            report = read_json(self.measure(folder / "run") / "report.json")
            self.assertEqual(report["plan"]["seed"], 5)
            self.assertIs(report["simulated"], True)
            self.assertEqual(report["model"]["name"], "proxmox-vm-8x-rtx-pro-6000")


if __name__ == "__main__":
    main()
