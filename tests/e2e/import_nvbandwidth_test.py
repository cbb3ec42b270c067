#!/usr/bin/env python3
"""Outputs of nvbandwidth, text and JSON: imported, shown, compared; damaged ones refused in a line.

    import_nvbandwidth_test.py own       the small outputs beside this file
    import_nvbandwidth_test.py corpus    HOPBENCH_SHARED_DIR, else ../shared, where it is present
"""
from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

from support import SOURCE, EndToEnd, hopbench, main, read_json

HERE = Path(__file__).resolve().parent
OWN = (HERE / "own_nvbandwidth.log", HERE / "own_nvbandwidth.json")
SHARED = Path(os.environ.get("HOPBENCH_SHARED_DIR", SOURCE.parent / "shared"))
PEERS = SHARED / "corpus" / "peer-output"
CORPUS = (PEERS / "nvbandwidth_results.log", PEERS / "nvbandwidth-json-quirks.json")


class Folder(EndToEnd):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hopbench-import-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def run_import(self, output: Path, name: str = "report"):
        target = self.folder / f"{name}.json"
        return target, hopbench("import", output, "--from", "nvbandwidth", "-o", target, "--force")

    def imported(self, output: Path, name: str = "report") -> Path:
        target, done = self.run_import(output, name)
        self.assert_exit(done, 0)
        return target


class Import(Folder):
    outputs: tuple[Path, Path]

    def setUp(self) -> None:
        super().setUp()
        for output in self.outputs:
            if not output.exists():
                self.skipTest(f"{output} is not here")

    def test_reports_are_valid_and_render(self) -> None:
        for output in self.outputs:
            with self.subTest(output=output.name):
                report = self.imported(output)
                document = read_json(report)
                self.assert_valid(document, "report.schema.json")
                self.assertEqual(document["kind"], "import")
                self.assertGreater(len(document["cells"]), 1)
                for cell in document["cells"]:
                    key = cell["key"]
                    self.assertTrue(key["method"].startswith("nvbandwidth-"))
                    self.assertFalse(key["src"] is None and key["dst"] is None)
                for form in ("text", "md", "json"):
                    done = hopbench("report", report, "--format", form)
                    self.assert_exit(done, 0)
                    self.assertIn("nvbandwidth", done.out)

    def test_with_itself_there_is_no_regression(self) -> None:
        for output in self.outputs:
            report = self.imported(output)
            self.assert_exit(hopbench("compare", report, report, "--session-sd", "2"), 0)


class OwnValues(Folder):
    def cells(self, output: Path) -> dict[tuple, dict]:
        document = read_json(self.imported(output))
        return {(c["key"]["method"].removeprefix("nvbandwidth-"), c["key"]["src"], c["key"]["dst"]):
                c for c in document["cells"]}

    def test_text(self) -> None:
        cells = self.cells(OWN[0])
        self.assertEqual(len(cells), 3 + 6 + 6)
        read = cells["device_to_device_memcpy_read_ce", 2, 1]
        self.assertEqual((read["median"], read["unit"], read["better"]), ([48.3e9], "B/s", "higher"))
        self.assertEqual(read["key"]["direction"], "pull")
        absent = cells["device_to_device_memcpy_read_ce", 0, 2]
        self.assertEqual((absent["median"], absent["status"]), ([None], ["not-supported"]))
        load = cells["device_to_device_latency_sm", 1, 2]
        self.assertAlmostEqual(load["median"][0], 1290.4e-9, delta=1e-15)
        self.assertEqual((load["unit"], load["better"], load["key"]["bytes"]), ("s", "lower", 8))
        copy = cells["host_to_device_memcpy_ce", None, 2]
        self.assertEqual((copy["median"], copy["key"]["bytes"]), ([38.4e9], 512 << 20))

    def test_json(self) -> None:
        cells = self.cells(OWN[1])
        name = "device_to_device_bidirectional_memcpy_write_ce_total"
        self.assertEqual(cells[name, 1, 0]["median"], [96.7e9])
        self.assertEqual(len(cells), 2)

    def test_a_slower_link_is_a_regression_under_an_assumption(self) -> None:
        text = OWN[0].read_text(encoding="utf-8")
        slow = self.folder / "slow.log"
        slow.write_text(text.replace("38.40", "28.40").replace("148.70", "138.70"))
        done = hopbench("compare", self.imported(OWN[0], "base"), self.imported(slow, "head"),
                        "--session-sd", "1")
        self.assert_exit(done, 1)
        self.assertIn("GB/s", done.out)


class Damaged(Folder):
    def refused_or_read(self, content: bytes) -> bool:
        output = self.folder / "damaged.out"
        output.write_bytes(content)
        target, done = self.run_import(output)
        if done.code == 0:
            target.unlink()
            return False
        self.assert_refused(done, 2, output.name)
        self.assertFalse(target.exists(), f"{done}")
        return True

    def test_what_is_no_output(self) -> None:
        text = OWN[0].read_bytes()
        document = OWN[1].read_bytes()
        for content in (b"", bytes(range(256)) * 20, b"no output\n" * 50, b"{}", b"[" * 100000,
                        b"{" * 100000, b'{"a":' * 50000, text[:300], document[:300],
                        (HERE / "own_nccl_tests.log").read_bytes()):
            with self.subTest(content=content[:20]):
                self.assertTrue(self.refused_or_read(content))

    def test_mutations_end_in_a_report_or_in_one_line(self) -> None:
        draw = random.Random(20250102)
        refused = 0
        for own in OWN:
            good = own.read_bytes()
            for _ in range(40):
                content = bytearray(good)
                for _ in range(draw.randint(1, 4)):
                    at = draw.randrange(len(content))
                    if draw.random() < 0.5:
                        content[at] = draw.randrange(256)
                    else:
                        del content[at:at + draw.randrange(60)]
                refused += self.refused_or_read(bytes(content))
        self.assertGreater(refused, 20)

    def test_the_other_tool_is_named_in_the_error(self) -> None:
        done = hopbench("import", OWN[0], "--from", "nccl-tests", "-o", self.folder / "x.json")
        self.assert_refused(done, 2, "nccl-tests")

    def test_help_names_the_tool(self) -> None:
        done = hopbench("import", "--help")
        self.assert_exit(done, 0)
        self.assertTrue(re.search(r"nvbandwidth", done.out))


if __name__ == "__main__":
    which = sys.argv.pop(1)
    Import.outputs = CORPUS if which == "corpus" else OWN
    if which == "corpus":
        del OwnValues, Damaged
    main()
