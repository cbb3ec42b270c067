#!/usr/bin/env python3
"""kill -9 at many moments: a resumed run ends with the report of an uninterrupted one.

Only the harness is killed, as the kernel's out-of-memory killer would: its children may live on
for a while and must not disturb the resumed run. Moments are counted in ended jobs, so that they
spread over the run whatever else the machine does.
"""
from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from support import (NOISE, SLOW, EndToEnd, finish, main, read_json, run_arguments, scratch,
                     start)

MOMENTS = 20
BLOCKS = 8
JOBS = BLOCKS * 3 * 2  # baseline, control and one variant, twice a block
EXTRA = {"HOPBENCH_SIM_SET": NOISE}


def arguments(out: Path, *more: str, seed: int = 3) -> list[str]:
    return run_arguments(out, "--variant", SLOW, *more, seed=seed, blocks=BLOCKS, gpus="0,4")


def ended_jobs(out: Path) -> int:
    try:
        return (out / "journal.jsonl").read_bytes().count(b'"end-job"')
    except FileNotFoundError:
        return 0


def kill_after(out: Path, jobs: int, delay: float, *more: str) -> bool:
    """Starts the run and kills it some seconds after so many jobs ended. False: it was quicker."""
    process = start(arguments(out, *more), EXTRA)
    end = time.monotonic() + 120
    while ended_jobs(out) < jobs and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)
    time.sleep(delay)
    os.kill(process.pid, signal.SIGKILL)  # not yet waited for: the id cannot be another's
    process.stdout.close()  # its children may hold the other ends
    process.stderr.close()
    return process.wait() == -signal.SIGKILL


class KillResume(EndToEnd):
    def whole_run(self, out: Path) -> Path:
        self.assert_exit(finish(start(arguments(out), EXTRA)), 0)
        self.assertEqual(ended_jobs(out), JOBS, "the moments of this test no longer fit the plan")
        return out

    def resume(self, out: Path) -> None:
        self.assert_exit(finish(start(arguments(out, "--resume"), EXTRA)), 0)

    def test_resumed_equals_uninterrupted(self) -> None:
        with scratch() as folder:
            whole = self.whole_run(folder / "whole")
            killed = 0
            for moment in range(MOMENTS):
                out = folder / f"killed-{moment}"
                # The first before anything ran, the last while the report is written.
                killed += kill_after(out, JOBS * moment // (MOMENTS - 1), moment % 4 * 0.004)
                self.resume(out)
                self.assert_same_results(whole, out)
                self.assertEqual(sorted(path.name for path in out.iterdir()),
                                 sorted(path.name for path in whole.iterdir()),
                                 f"moment {moment}: other files than after an uninterrupted run")
            print(f"{killed} of {MOMENTS} runs were killed before their end")
            self.assertGreaterEqual(killed, MOMENTS - 3, "too few runs were killed")

    def test_a_run_killed_twice_still_ends_the_same(self) -> None:
        with scratch() as folder:
            whole, out = self.whole_run(folder / "whole"), folder / "twice"
            self.assertTrue(kill_after(out, JOBS // 3, 0))
            self.assertTrue(kill_after(out, JOBS // 2, 0, "--resume"))
            self.resume(out)
            self.assert_same_results(whole, out)

    def test_another_plan_is_not_resumed(self) -> None:
        with scratch() as folder:
            out = self.whole_run(folder / "run")
            before = (out / "report.json").read_bytes()
            other = finish(start(arguments(out, "--resume", seed=4), EXTRA))
            self.assert_refused(other, 2, str(out))
            self.assertEqual((out / "report.json").read_bytes(), before, "the report was changed")

    def test_first_tries_are_listed_as_volatile(self) -> None:
        with scratch() as folder:
            out = folder / "run"
            # An odd number of jobs: some block is certainly unfinished.
            self.assertTrue(kill_after(out, JOBS // 2 + 1, 0))
            self.resume(out)
            report = read_json(out / "report.json")
            self.assertTrue(report["volatile"]["repeated_blocks"], "the first try is not listed")
            self.assertTrue((out / "journal.jsonl").exists(), "the journal is part of the results")


if __name__ == "__main__":
    main()
