#!/usr/bin/env python3
"""kill -9 at many moments: a resumed run ends with the report of an uninterrupted one.

Only the harness is killed, as the kernel's out-of-memory killer would: its children may live on
for a while and must not disturb the resumed run.
"""
from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from support import NOISE, SLOW, EndToEnd, finish, main, read_json, run_arguments, scratch, start

MOMENTS = 20
EXTRA = {"HOPBENCH_SIM_SET": NOISE}


def arguments(out: Path, *more: str) -> list[str]:
    return run_arguments(out, "--variant", SLOW, *more, seed=3, gpus="0,4")


class KillResume(EndToEnd):
    def kill_after(self, out: Path, seconds: float) -> bool:
        """True when the run was killed, false when it had ended before."""
        process = start(arguments(out), EXTRA)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
        process.stdout.close()  # its children hold the other ends
        process.stderr.close()
        return process.wait() == -signal.SIGKILL

    def resume(self, out: Path) -> None:
        if not out.exists():
            self.assert_exit(finish(start(arguments(out), EXTRA)), 0)
            return
        self.assert_exit(finish(start(arguments(out, "--resume"), EXTRA)), 0)

    def test_resumed_equals_uninterrupted(self) -> None:
        with scratch() as folder:
            whole = folder / "whole"
            began = time.monotonic()
            self.assert_exit(finish(start(arguments(whole), EXTRA)), 0)
            lasted = time.monotonic() - began
            killed = 0
            for moment in range(MOMENTS):
                out = folder / f"killed-{moment}"
                killed += self.kill_after(out, lasted * (moment + 0.5) / MOMENTS)
                self.resume(out)
                self.assert_same_results(whole, out)
                left = sorted(path.name for path in out.iterdir())
                self.assertEqual(left, sorted(path.name for path in whole.iterdir()),
                                 f"moment {moment}: other files than after an uninterrupted run")
            self.assertGreaterEqual(killed, MOMENTS * 3 // 4,
                                    "most runs ended before they were killed: nothing was tested")

    def test_a_run_killed_twice_still_ends_the_same(self) -> None:
        with scratch() as folder:
            whole, out = folder / "whole", folder / "twice"
            began = time.monotonic()
            self.assert_exit(finish(start(arguments(whole), EXTRA)), 0)
            lasted = time.monotonic() - began
            self.kill_after(out, lasted * 0.5)
            second = start(arguments(out, "--resume"), EXTRA)
            time.sleep(lasted * 0.15)
            os.kill(second.pid, signal.SIGKILL)
            second.communicate()
            self.resume(out)
            self.assert_same_results(whole, out)

    def test_another_plan_is_not_resumed(self) -> None:
        with scratch() as folder:
            out = folder / "run"
            self.assert_exit(finish(start(arguments(out), EXTRA)), 0)
            before = (out / "report.json").read_bytes()
            other = run_arguments(out, "--variant", SLOW, "--resume", seed=4, gpus="0,4")
            self.assert_refused(finish(start(other, EXTRA)), 2, str(out))
            self.assertEqual((out / "report.json").read_bytes(), before, "the report was changed")

    def test_first_tries_are_listed_as_volatile(self) -> None:
        with scratch() as folder:
            whole, out = folder / "whole", folder / "run"
            began = time.monotonic()
            self.assert_exit(finish(start(arguments(whole), EXTRA)), 0)
            if not self.kill_after(out, (time.monotonic() - began) * 0.6):
                self.skipTest("the run ended before it could be killed")
            self.resume(out)
            self.assertIn("volatile", read_json(out / "report.json"))
            self.assertTrue((out / "journal.jsonl").exists(), "the journal is part of the results")


if __name__ == "__main__":
    main()
