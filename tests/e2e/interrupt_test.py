#!/usr/bin/env python3
"""Ctrl-C during a run: exit 130, a usable report, and the run can be resumed."""
from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Callable

from support import (NOISE, SLOW, Done, EndToEnd, finish, hopbench, main, read_json,
                     run_arguments, scratch, start)

EXTRA = {"HOPBENCH_SIM_SET": NOISE}


def arguments(out: Path, *more: str) -> list[str]:
    return run_arguments(out, "--variant", SLOW, *more, seed=9, blocks=12)


def ended_blocks(out: Path) -> int:
    try:
        return (out / "journal.jsonl").read_bytes().count(b'"event":"end-block"')
    except FileNotFoundError:
        return 0


def begun(out: Path) -> bool:
    return (out / "journal.jsonl").exists()


class Interrupt(EndToEnd):
    def interrupted(self, out: Path, whole_group: bool, ready: Callable[[Path], bool]) -> Done:
        """Runs until it is ready, then sends SIGINT."""
        process = start(arguments(out), EXTRA)
        end = time.monotonic() + 60
        while not ready(out) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.005)
        if process.poll() is None:
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        return finish(process)

    def check(self, folder: Path, whole_group: bool, blocks: int) -> None:
        whole = folder / "whole"
        if not whole.exists():
            self.assert_exit(finish(start(arguments(whole), EXTRA)), 0)
        out = folder / f"cut-{whole_group}-{blocks}"
        done = self.interrupted(out, whole_group, lambda path: ended_blocks(path) >= blocks)
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

    def test_before_the_first_block_there_is_nothing_to_report(self) -> None:
        with scratch() as folder:
            done = self.interrupted(folder / "run", True, begun)
            self.assert_exit(done, 130)
            self.assertFalse((folder / "run" / "report.json").exists(), "a report of no block")
            self.assertIn("--resume", done.out + done.err, f"it must say how to go on:\n{done}")
            self.assert_exit(finish(start(arguments(folder / "run", "--resume"), EXTRA)), 0)

    def test_the_whole_group_as_a_terminal_does(self) -> None:
        with scratch() as folder:
            self.check(folder, whole_group=True, blocks=1)
            self.check(folder, whole_group=True, blocks=6)

    def test_only_the_harness(self) -> None:
        with scratch() as folder:
            self.check(folder, whole_group=False, blocks=3)


if __name__ == "__main__":
    main()
