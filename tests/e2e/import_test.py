#!/usr/bin/env python3
"""nccl-tests logs: imported, shown, compared with themselves and with a slower copy.

    import_test.py own       the small log beside this file
    import_test.py corpus    HOPBENCH_SHARED_DIR, else ../shared, where it is present
"""
from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from support import SOURCE, EndToEnd, hopbench, main, read_json

OWN = Path(__file__).resolve().parent / "own_nccl_tests.log"
SHARED = Path(os.environ.get("HOPBENCH_SHARED_DIR", SOURCE.parent / "shared"))
CORPUS = SHARED / "corpus" / "peer-output" / "nccl_allreduce.log"
NUMBERS = 8  # a row ends with time, algbw, busbw, errors: out of place, then in place


def is_row(line: str) -> bool:
    words = line.split()
    return len(words) >= 4 + NUMBERS and words[0].isdigit() and words[1].isdigit()


def slower(text: str, factor: float) -> str:
    """The log with its times multiplied and its rates divided."""
    lines = []
    for line in text.splitlines():
        if is_row(line):
            words = line.split()
            for at in range(len(words) - NUMBERS, len(words)):
                place = (at - len(words)) % 4
                if place < 3:
                    value = float(words[at])
                    words[at] = f"{value * factor if place == 0 else value / factor:.2f}"
            line = "  ".join(words)
        lines.append(line)
    return "\n".join(lines) + "\n"


class Import(EndToEnd):
    log: Path

    def setUp(self) -> None:
        if not self.log.exists():
            self.skipTest(f"{self.log} is not here")
        self.folder = Path(tempfile.mkdtemp(prefix="hopbench-import-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.report = self.imported(self.log, "base")

    def imported(self, log: Path, name: str) -> Path:
        target = self.folder / f"{name}.json"
        done = hopbench("import", log, "--from", "nccl-tests", "-o", target)
        self.assert_exit(done, 0)
        return target

    def slow_copy(self) -> Path:
        text = self.log.read_text(encoding="utf-8")
        changed = slower(text, 1.3)
        self.assertNotEqual(changed, text, "no row of the log was recognised by this test")
        log = self.folder / "slow.log"
        log.write_text(changed, encoding="utf-8")
        return self.imported(log, "slow")

    def test_the_report_is_valid_and_complete(self) -> None:
        document = read_json(self.report)
        self.assert_valid(document, "report.schema.json")
        self.assertEqual(document["kind"], "import")
        rows = {int(line.split()[0]) for line in self.log.read_text().splitlines() if is_row(line)}
        sizes = {cell["key"]["bytes"] for cell in document["cells"]}
        self.assertEqual(rows - sizes - {0}, set(), "every row of the log has its cells")

    def test_it_renders(self) -> None:
        for form in ("text", "md"):
            done = hopbench("report", self.report, "--format", form)
            self.assert_exit(done, 0)
            self.assertIn("nccl", done.out.lower(), f"the origin is shown:\n{done}")

    def test_with_itself_there_is_no_regression(self) -> None:
        self.assert_exit(hopbench("compare", self.report, self.report), 0)
        self.assert_exit(hopbench("compare", self.report, self.report, "--session-sd", "2"), 0)

    def test_a_slower_copy_is_a_regression_under_an_assumption(self) -> None:
        done = hopbench("compare", self.report, self.slow_copy(), "--session-sd", "2")
        self.assert_exit(done, 1)
        self.assertRegex(done.out, r"(?i)assum", f"the assumption is not named:\n{done}")
        self.assertRegex(done.out, r"2(\.0+)? ?%", f"the assumption is not named:\n{done}")

    def test_without_the_assumption_nothing_is_decided(self) -> None:
        slow = self.slow_copy()
        done = hopbench("compare", self.report, slow)
        self.assert_exit(done, 0)
        self.assertIn("inconclusive", done.out)
        self.assert_exit(hopbench("compare", self.report, slow, "--require-conclusive"), 3)

    def test_a_faster_copy_is_better(self) -> None:
        done = hopbench("compare", self.slow_copy(), self.report, "--session-sd", "2")
        self.assert_exit(done, 0)
        self.assertIn("better", done.out)

    def test_it_never_overwrites(self) -> None:
        before = self.report.read_bytes()
        done = hopbench("import", self.log, "--from", "nccl-tests", "-o", self.report)
        self.assert_refused(done, 2, str(self.report), "--force")
        self.assertEqual(self.report.read_bytes(), before)
        done = hopbench("import", self.log, "--from", "nccl-tests", "-o", self.report, "--force")
        self.assert_exit(done, 0)


class BadLogs(EndToEnd):
    def test_files_that_are_no_log(self) -> None:
        with tempfile.TemporaryDirectory(prefix="hopbench-import-") as name:
            folder = Path(name)
            text = OWN.read_text(encoding="utf-8")
            contents = {"empty": b"", "binary": bytes(range(256)) * 20, "words": b"no log\n" * 50,
                        "header": text.split("           8 ")[0].encode()}
            for kind, content in contents.items():
                with self.subTest(kind=kind):
                    log = folder / f"{kind}.log"
                    log.write_bytes(content)
                    target = folder / f"{kind}.json"
                    done = hopbench("import", log, "--from", "nccl-tests", "-o", target)
                    self.assert_refused(done, 2, log.name)
                    self.assertFalse(target.exists(), f"{done}")

    def test_unknown_source(self) -> None:
        with tempfile.TemporaryDirectory(prefix="hopbench-import-") as folder:
            done = hopbench("import", OWN, "--from", "nonsense", "-o", f"{folder}/x.json")
            self.assert_refused(done, 2, "nonsense")

    def test_missing_log(self) -> None:
        with tempfile.TemporaryDirectory(prefix="hopbench-import-") as folder:
            done = hopbench("import", f"{folder}/absent", "--from", "nccl-tests", "-o",
                            f"{folder}/x.json")
            self.assert_refused(done, 2, "absent")


if __name__ == "__main__":
    which = sys.argv.pop(1)
    Import.log = CORPUS if which == "corpus" else OWN
    if which == "corpus":
        del BadLogs
    main()
