#!/usr/bin/env python3
"""`list`, `plan` and `run --dry-run`: what would be measured, without measuring."""
from __future__ import annotations

import re

from support import (HOPBENCH, SLOW, VIRTUAL_MACHINE, EndToEnd, hopbench, main, run, scratch,
                     simulate)


class Inspect(EndToEnd):
    def test_list(self) -> None:
        done = hopbench("list", "--suite", "quick")
        self.assert_exit(done, 0)
        for word in ("latency/oneshot", "latency/issue_interval", "completion", "enqueue"):
            self.assertIn(word, done.out, f"{done}")
        one = hopbench("list", "--suite", "quick", "--cases", "latency/oneshot/*")
        self.assert_exit(one, 0)
        self.assertNotIn("latency/issue_interval", one.out, f"{one}")
        self.assert_refused(hopbench("list", "--suite", "nonsense"), 2, "nonsense")

    def test_plan_measures_nothing(self) -> None:
        with scratch() as folder:
            done = run(HOPBENCH, "plan", "--suite", "quick", "--simulate", VIRTUAL_MACHINE,
                       "--simulate-anyway", "--variant", SLOW, cwd=folder)
            self.assert_exit(done, 0)
            self.assertRegex(done.out, r"baseline-control", f"{done}")
            self.assertRegex(done.out, r"\d+(\.\d+)? ?(s|min)\b", f"the time is missing:\n{done}")
            self.assertEqual(list(folder.iterdir()), [], "plan wrote files")

    def test_dry_run_writes_nothing(self) -> None:
        with scratch() as folder:
            done = simulate(folder / "out", "--variant", SLOW, "--dry-run")
            self.assert_exit(done, 0)
            self.assertFalse((folder / "out").exists(), "a dry run wrote files")
            self.assertTrue(re.search(r"\bslow\b", done.out), f"{done}")


if __name__ == "__main__":
    main()
