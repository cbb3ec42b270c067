#!/usr/bin/env python3
"""--help with an example everywhere, --version, and what the programs say without arguments."""
from __future__ import annotations

import os
import unittest

from support import HOPBENCH, LATENCY, Done, EndToEnd, hopbench, main, run

SUBCOMMANDS = ("capture", "list", "plan", "run", "compare", "report", "import")


class Help(EndToEnd):
    def assert_helpful(self, done: Done, name: str) -> None:
        self.assert_exit(done, 0)
        self.assertEqual(done.err, "", f"{done}")
        self.assertRegex(done.out.lower(), "example", f"--help without an example:\n{done}")
        self.assertIn(name, done.out, f"{done}")

    def test_hopbench_names_every_subcommand(self) -> None:
        done = hopbench("--help")
        self.assert_helpful(done, "hopbench")
        for name in SUBCOMMANDS:
            self.assertRegex(done.out, rf"\b{name}\b", f"{name} is not in --help")

    def test_every_subcommand(self) -> None:
        for name in SUBCOMMANDS:
            with self.subTest(subcommand=name):
                self.assert_helpful(hopbench(name, "--help"), f"hopbench {name}")

    def test_version(self) -> None:
        done = hopbench("--version")
        self.assert_exit(done, 0)
        self.assertRegex(done.out, r"^hopbench \d+\.\d+\.\d+\n$")

    def test_without_or_with_unknown_subcommand(self) -> None:
        self.assert_refused(hopbench(), 2)
        self.assert_refused(hopbench("nonsense"), 2, "nonsense")

    def test_missing_arguments(self) -> None:
        for name in ("run", "compare", "report", "import"):
            with self.subTest(subcommand=name):
                self.assert_refused(hopbench(name), 2)


class BenchHelp(EndToEnd):
    @classmethod
    def setUpClass(cls) -> None:
        if not os.access(LATENCY, os.X_OK):
            raise unittest.SkipTest(f"{LATENCY} is not built")

    def test_help_and_version_need_no_gpu(self) -> None:
        done = run(LATENCY, "--help")
        self.assert_exit(done, 0)
        self.assertRegex(done.out.lower(), "example", f"{done}")
        for option in ("--plan", "--samples", "--probe", "--sizes", "--pairs",
                       "--samples-per-case", "--benchmark_filter"):
            self.assertIn(option, done.out, f"{option} is not in --help")
        version = run(LATENCY, "--version")
        self.assert_exit(version, 0)
        self.assertRegex(version.out, r"^hopbench-latency \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    main()
