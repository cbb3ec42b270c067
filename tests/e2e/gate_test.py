#!/usr/bin/env python3
"""`run --gate`, and one comparison in all its formats: codes, documents, and what may be compared."""
from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from support import (NOISE, SLOW, EndToEnd, compare_json, groups_of, hopbench, main, read_json,
                     simulate)

HEADLINE = {"slow": "regression", "identical": "no regression"}


class Gate(EndToEnd):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="hopbench-gate-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.done = simulate(cls.folder / "run", "--variant", SLOW, "--variant", "identical",
                            "--gate", blocks=10, extra={"HOPBENCH_SIM_SET": NOISE})

    @property
    def run_folder(self) -> Path:
        return self.folder / "run"

    def test_gate_reports_the_regression(self) -> None:
        self.assert_exit(self.done, 1)
        self.assertIn("regression", self.done.out, f"the gate shows its comparison:\n{self.done}")

    def test_gate_passes_an_identical_variant(self) -> None:
        done = simulate(self.folder / "identical", "--variant", "identical", "--gate", blocks=10,
                        extra={"HOPBENCH_SIM_SET": NOISE})
        self.assert_exit(done, 0)

    def test_gate_without_noise(self) -> None:
        done = simulate(self.folder / "exact", "--variant", SLOW, "--gate")
        self.assert_exit(done, 1)

    def test_a_run_without_gate_does_not_judge(self) -> None:
        done = simulate(self.folder / "plain", "--variant", SLOW)
        self.assert_exit(done, 0)

    def test_the_run_folder_is_complete(self) -> None:
        names = {path.name for path in self.run_folder.iterdir()}
        self.assertLessEqual({"report.json", "samples.bin", "journal.jsonl", "logs"}, names)
        report = read_json(self.run_folder / "report.json")
        self.assert_valid(report, "report.schema.json")
        self.assertEqual([entry["name"] for entry in report["variants"]],
                         ["baseline", "baseline-control", "slow", "identical"])
        self.assertEqual(report["samples"]["count"] * 4,
                         (self.run_folder / "samples.bin").stat().st_size)

    def test_report_renders(self) -> None:
        for form in ("text", "md"):
            done = hopbench("report", self.run_folder / "report.json", "--format", form)
            self.assert_exit(done, 0)
            self.assertIn("SIMULATED", done.out.upper(), f"unmarked simulation:\n{done}")
            self.assertEqual(done.err, "", f"{done}")
        self.assert_exit(hopbench("report", self.run_folder), 0)

    def test_report_into_a_file(self) -> None:
        target = self.folder / "report.md"
        source = self.run_folder / "report.json"
        self.assert_exit(hopbench("report", source, "--format", "md", "-o", target), 0)
        shown = hopbench("report", source, "--format", "md").out
        self.assertEqual(target.read_text(encoding="utf-8"), shown)

    def test_all_formats_of_a_comparison_agree(self) -> None:
        for head, code in (("slow", 1), ("identical", 0)):
            done, document = compare_json(self.run_folder, head)
            self.assert_exit(done, code)
            self.assert_valid(document, "comparison.schema.json")
            self.assertEqual({group.head for group in groups_of(document)}, {head})
            for form in ("text", "md"):
                shown = hopbench("compare", self.run_folder / "report.json", "--base", "baseline",
                                 "--head", head, "--format", form)
                self.assert_exit(shown, code)
                first = shown.out.lstrip("# *").splitlines()[0]
                self.assertIn(document["headline"].split(":")[0].lower(), first.lower(),
                              f"the first line is the verdict:\n{shown}")

    def test_comparisons_are_reproducible(self) -> None:
        self.assertEqual(compare_json(self.run_folder, "slow")[0].out,
                         compare_json(self.run_folder, "slow")[0].out)

    def test_without_head_every_candidate_is_compared(self) -> None:
        done = hopbench("compare", self.run_folder / "report.json", "--base", "baseline",
                        "--format", "json")
        self.assert_exit(done, 1)
        self.assertEqual({group.head for group in groups_of(json.loads(done.out))},
                         {"slow", "identical"})

    def test_a_wider_margin_is_accepted_and_recorded(self) -> None:
        done, document = compare_json(self.run_folder, "slow", "--margin", "latency=30")
        self.assert_exit(done, 0)
        self.assertAlmostEqual(document["margins"]["latency"], 0.3)

    def test_require_conclusive(self) -> None:
        out = self.folder / "short"
        shutil.copytree(self.run_folder, out)
        done = hopbench("compare", out / "report.json", out / "report.json", "--require-conclusive")
        self.assert_exit(done, 3)  # one session a side


class Incomparable(EndToEnd):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hopbench-incomparable-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.assert_exit(simulate(self.folder / "run"), 0)
        self.report = self.folder / "run" / "report.json"

    def doctored(self, **changes: object) -> Path:
        document = read_json(self.report)
        document["identity"].update(changes)
        if changes.get("simulated") is False:
            document.update(simulated=False, model=None)
        target = self.folder / "doctored.json"
        target.write_text(json.dumps(document), encoding="utf-8")
        return target

    def assert_incomparable(self, base: Path, head: Path, word: str) -> None:
        for form in ("text", "json"):
            done = hopbench("compare", base, head, "--format", form)
            self.assert_exit(done, 4)
            self.assertIn(word, (done.out + done.err).lower(), f"{done}")
            if form == "json" and done.out:
                self.assert_valid(json.loads(done.out), "comparison.schema.json")

    def test_simulated_against_real(self) -> None:
        real = self.doctored(simulated=False)
        self.assert_incomparable(real, self.report, "simulated")
        self.assert_incomparable(self.report, real, "simulated")

    def test_other_gpus(self) -> None:
        self.assert_incomparable(self.report, self.doctored(gpu_model="Another GPU"), "gpu")

    def test_another_version_of_a_method(self) -> None:
        self.assert_incomparable(self.report, self.doctored(
            methods={"latency/oneshot": 99, "latency/issue_interval": 99}), "method")


if __name__ == "__main__":
    main()
