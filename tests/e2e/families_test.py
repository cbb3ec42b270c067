#!/usr/bin/env python3
"""All five families in one run: what is in the report, that it repeats, that a killed run resumes to
the same, bindings, and built-in variants that were and were not applied."""
from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from support import (NOISE, EndToEnd, finish, hopbench, main, read_json, run_arguments, scratch,
                     simulate, start)

FAMILIES = {"latency", "p2p", "staged", "hostcopy", "allreduce"}
# One size each, so that a run takes seconds.
CASES = ("latency/oneshot/*/bytes:4096,p2p/*,staged/*,hostcopy/*/node:*,"
         "allreduce/out_of_place/*/bytes:4096")
PLAN: dict[str, Any] = {"gpus": "0,4", "cases": CASES, "blocks": 2}
BUILT_IN = ("--variants", "topo-xml,sysfs")
NOISY = {"HOPBENCH_SIM_SET": NOISE}
SESSION_JOBS = 1 + 3  # capabilities, and NCCL's evidence of baseline, topo-xml and sysfs


def ended(out: Path, event: str) -> int:
    try:
        return (out / "journal.jsonl").read_bytes().count(f'"event":"{event}"'.encode())
    except FileNotFoundError:
        return 0


class Families(EndToEnd):
    def measure(self, out: Path, *more: str, code: int = 0, **plan: Any) -> dict[str, Any]:
        self.assert_exit(simulate(out, *more, extra=NOISY, timeout=300, **{**PLAN, **plan}), code)
        report = read_json(out / "report.json")
        self.assert_valid(report, "report.schema.json")
        return report

    def test_the_report_holds_every_family_and_what_was_tried_before(self) -> None:
        with scratch() as folder:
            out = folder / "run"
            report = self.measure(out, *BUILT_IN)
            self.assertEqual({cell["key"]["family"] for cell in report["cells"]}, FAMILIES)
            for cell in report["cells"]:
                self.assertEqual(set(cell["status"]), {"ok"}, cell["key"])
                self.assertEqual(len(cell["status"]), 4, cell["key"])
            classes = {cell["key"]["family"]: set() for cell in report["cells"]}
            for cell in report["cells"]:
                classes[cell["key"]["family"]].add(cell["class"])
            self.assertEqual(classes["hostcopy"], {"host-local", "host-remote"})
            self.assertEqual(classes["allreduce"], {"collective"})
            self.assertEqual(classes["staged"], {"cross-node"})
            self.assertEqual([one["step"] for one in report["capabilities"]],
                             ["attributes", "enable", "ce_push", "sm_store"])
            for one in report["capabilities"]:
                self.assertEqual(list(zip(one["src"], one["dst"])), [(0, 4), (4, 0)])
            self.assertEqual([one["variant"] for one in report["nccl"]],
                             ["baseline", "topo-xml", "sysfs"])
            for variant in report["variants"]:
                self.assertTrue(variant["treatment"]["applied"], variant)
            self.assertTrue((out / "fixes" / "topo-xml" / "nccl-topology.xml").exists())
            self.assertTrue((out / "evidence" / "sysfs" / "nccl.log").exists())
            self.assertFalse((out / "sim-root").exists(), "the scratch roots are left behind")

    def test_one_seed_twice_and_one_or_two_jobs(self) -> None:
        with scratch() as folder:
            self.measure(folder / "two", *BUILT_IN, "--jobs", "2")
            self.measure(folder / "one", *BUILT_IN, "--jobs", "1")
            self.assert_same_results(folder / "two", folder / "one")

    def kill_after(self, out: Path, event: str, count: int) -> None:
        process = start(run_arguments(out, *BUILT_IN, **PLAN), NOISY)
        end = time.monotonic() + 200
        while ended(out, event) < count and process.poll() is None and time.monotonic() < end:
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)  # not yet waited for: the id cannot be another's
        process.stdout.close()
        process.stderr.close()
        self.assertEqual(process.wait(), -signal.SIGKILL, "it was quicker than the test")

    def test_killed_anywhere_it_resumes_to_the_same(self) -> None:
        with scratch() as folder:
            self.measure(folder / "whole", *BUILT_IN)
            moments = [("begin-session-job", 1), ("end-session-job", 1), ("begin-session-job", 3),
                       ("end-session-job", SESSION_JOBS), ("end-job", 3), ("end-block", 1),
                       ("end-job", 60)]
            for event, count in moments:
                with self.subTest(event=event, count=count):
                    out = folder / f"{event}-{count}"
                    self.kill_after(out, event, count)
                    resumed = finish(start(run_arguments(out, *BUILT_IN, "--resume", **PLAN),
                                           NOISY), timeout=300)
                    self.assert_exit(resumed, 0)
                    self.assert_same_results(folder / "whole", out)

    def test_interrupted_before_the_blocks(self) -> None:
        with scratch() as folder:
            out = folder / "run"
            process = start(run_arguments(out, *BUILT_IN, **PLAN), NOISY)
            while ended(out, "begin-session-job") < 2 and process.poll() is None:
                time.sleep(0.002)
            os.kill(process.pid, signal.SIGINT)
            self.assert_exit(finish(process), 130)
            self.assertFalse((out / "report.json").exists(), "a report of no block")


class NotApplied(EndToEnd):
    def test_a_file_that_nccl_does_not_match_is_not_applied(self) -> None:
        """Upper-case addresses never match: NCCL says nothing and detects on its own."""
        plan = {"gpus": "0,4", "cases": "allreduce/*/bytes:4096", "blocks": 8}
        with scratch() as folder:
            good = simulate(folder / "good", "--variants", "topo-xml", **plan)
            self.assert_exit(good, 0)
            text = (folder / "good/fixes/topo-xml/nccl-topology.xml").read_text()
            wrong = folder / "upper.xml"
            # The bundled addresses hold no letters: another domain is as foreign to NCCL.
            wrong.write_text(text.replace('busid="0000:', 'busid="00000000:'))
            out = folder / "wrong"
            done = simulate(out, "--variants", "topo-xml", "--topo", wrong, **plan)
            self.assert_exit(done, 1)
            self.assertIn("topo-xml is not applied", done.err)
            report = read_json(out / "report.json")
            self.assertIs(report["variants"][2]["treatment"]["applied"], False)
            compared = hopbench("compare", out, "--base", "baseline")
            self.assert_exit(compared, 4)
            self.assertNotRegex(compared.out.lower(), r"\bsame\b.*topo-xml")

    def test_a_truth_that_is_wrong_for_the_model_is_applied_all_the_same(self) -> None:
        """What is stated is what is written and checked, whatever the model holds to be true."""
        numa = [word for bdf, node in (("01", 0), ("05", 1))
                for word in ("--numa", f"0000:{bdf}:00.0={node}")]
        with scratch() as folder:
            done = simulate(folder / "run", "--variants", "sysfs", *numa, gpus="0,4",
                            cases="allreduce/*/bytes:4096", blocks=1)
            self.assert_exit(done, 0)
            report = read_json(folder / "run" / "report.json")
            self.assertEqual([gpu["numa_node"] for gpu in report["gpus"]], [0, 1])
            self.assertIs(report["variants"][2]["treatment"]["applied"], True)


class Bindings(EndToEnd):
    def test_policies_are_requested_resolved_and_seen_by_the_child(self) -> None:
        plan = {"gpus": "0,4", "cases": "hostcopy/h2d/*,allreduce/*/bytes:4096", "blocks": 1}
        policies = ("--bind", "none", "--bind", "gpu-local", "--bind", "remote", "--bind", "node:0")
        with scratch() as folder:
            done = simulate(folder / "run", *policies, **plan)
            self.assert_exit(done, 0)
            self.assertIn("remote", done.err, "what a policy leaves out is said")
            report = read_json(folder / "run" / "report.json")
            self.assert_valid(report, "report.schema.json")
            # Bundled model: GPU 0 on node 1, GPU 4 on node 0; CPUs 0-63 and 64-127.
            nodes = {("gpu-local", 0): "1", ("gpu-local", 4): "0", ("remote", 0): "0",
                     ("remote", 4): "1", ("node:0", 0): "0", ("node:0", 4): "0"}
            seen = set()
            for cell in report["cells"]:
                key = cell["key"]
                seen.add((key["family"], key["binding"]))
                binding = report["bindings"][cell["binding"][0]]
                self.assertEqual(binding["requested"], key["binding"])
                if (key["binding"], key["dst"]) in nodes:
                    node = nodes[key["binding"], key["dst"]]
                    self.assertEqual(binding["mem_nodes"], f"bind:{node}", key)
                    self.assertEqual(binding["cpus"], "64-127" if node == "1" else "0-63", key)
            self.assertEqual(seen, {("hostcopy", "none"), ("hostcopy", "gpu-local"),
                                    ("hostcopy", "remote"), ("hostcopy", "node:0"),
                                    ("allreduce", "none"), ("allreduce", "gpu-local"),
                                    ("allreduce", "node:0")})

    def test_one_gpu_has_host_copies(self) -> None:
        with scratch() as folder:
            self.assert_exit(simulate(folder / "run", gpus="0", cases="hostcopy/*", blocks=1), 0)
            report = read_json(folder / "run" / "report.json")
            self.assertEqual({cell["key"]["family"] for cell in report["cells"]}, {"hostcopy"})


if __name__ == "__main__":
    main()
