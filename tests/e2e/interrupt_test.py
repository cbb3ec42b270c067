#!/usr/bin/env python3
"""Ctrl-C during a run: exit 130, a usable report, and the run can be resumed."""
from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from support import (NOISE, SLOW, Done, EndToEnd, finish, hopbench, main, read_json,
                     run_arguments, scratch, start)

EXTRA = {"HOPBENCH_SIM_SET": NOISE}


def arguments(out: Path, *more: str) -> list[str]:
    return run_arguments(out, "--variant", SLOW, *more, seed=9, blocks=12)


def journal_lines(out: Path) -> int:
    try:
        return (out / "journal.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


class Interrupt(EndToEnd):
    def interrupted(self, out: Path, whole_group: bool, lines: int) -> Done:
        """Runs until the journal holds some lines, then sends SIGINT."""
        process = start(arguments(out), EXTRA)
        end = time.monotonic() + 60
        while journal_lines(out) < lines and process.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        if process.poll() is None:
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        return finish(process)

    def check(self, folder: Path, whole_group: bool, lines: int) -> None:
        whole = folder / "whole"
        if not whole.exists():
            self.assert_exit(finish(start(arguments(whole), EXTRA)), 0)
        out = folder / f"cut-{whole_group}-{lines}"
        done = self.interrupted(out, whole_group, lines)
        self.assert_exit(done, 130)
        report = read_json(out / "report.json")
        self.assertEqual(report["outcome"], "interrupted")
        self.assertLess((out / "samples.bin").stat().st_size,
                        (whole / "samples.bin").stat().st_size, "it was not cut at all")
        self.assert_valid(report, "report.schema.json")
        self.assert_exit(hopbench("report", out / "report.json"), 0)
        self.assert_exit(hopbench("compare", out / "report.json", "--base", "baseline"), 0, 1)
        self.assert_exit(finish(start(arguments(out, "--resume"), EXTRA)), 0)
        self.assert_same_results(whole, out)

    def test_the_whole_group_as_a_terminal_does(self) -> None:
        with scratch() as folder:
            self.check(folder, whole_group=True, lines=3)
            self.check(folder, whole_group=True, lines=30)

    def test_only_the_harness(self) -> None:
        with scratch() as folder:
            self.check(folder, whole_group=False, lines=15)


if __name__ == "__main__":
    main()
