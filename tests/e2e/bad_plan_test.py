#!/usr/bin/env python3
"""Bad input to hopbench-latency: plans that are none, files that cannot be written, no GPU."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support import BUILD, LATENCY, VIRTUAL_MACHINE, Done, EndToEnd, main, run, scratch

CASE = {"name": "latency/oneshot/src:0/dst:1/bytes:4", "warmup": 0, "samples": 1}
PLAN: dict[str, Any] = {"schema": "hopbench.plan/1", "executable": "hopbench-latency", "seed": 1,
                        "deadline_seconds": 0, "requested_binding": "none", "cases": [CASE]}


def latency(*arguments: str | Path) -> Done:
    """hopbench-latency on the simulated machine."""
    return run(BUILD / "lib" / "sim" / "hopbench-sim-run", VIRTUAL_MACHINE, "--", LATENCY,
               *arguments)


def error_lines(done: Done) -> list[str]:
    """Lines on stderr without the banner of the simulated stack."""
    return [line for line in done.err.splitlines() if line and not line.startswith("*** ")]


class BadPlan(EndToEnd):
    def refused(self, done: Done, *mentions: str, code: int = 2) -> None:
        self.assert_exit(done, code)
        self.assertEqual(done.out, "", f"stdout must stay empty:\n{done}")
        lines = error_lines(done)
        self.assertEqual(len(lines), 1, f"one line expected:\n{done}")
        for word in mentions:
            self.assertIn(word, lines[0], f"{done}")

    def garbage(self) -> dict[str, bytes]:
        def plan(**changes: Any) -> bytes:
            return json.dumps({**PLAN, **changes}).encode()

        return {"empty": b"", "binary": bytes(range(256)), "text": b"--plan", "null": b"null",
                "object": b"{}", "list": b"[]", "cut": json.dumps(PLAN).encode()[:-20],
                "deep": b"[" * 200000, "schema": plan(schema="hopbench.plan/9"),
                "cases": plan(cases={}), "name": plan(cases=[{**CASE, "name": "nonsense"}]),
                "samples": plan(cases=[{**CASE, "samples": 0}]),
                "warmup": plan(cases=[{**CASE, "warmup": -1}]),
                "seed": plan(seed=-4), "deadline_seconds": plan(deadline_seconds="soon")}

    def test_garbage(self) -> None:
        fields = ("schema", "cases", "samples", "warmup", "seed", "deadline_seconds")
        with scratch() as folder:
            samples = folder / "samples.jsonl"
            samples.write_text("mine\n")
            for name, content in self.garbage().items():
                with self.subTest(name=name):
                    file = folder / f"{name}.json"
                    file.write_bytes(content)
                    field = (name,) if name in fields else ()
                    self.refused(latency("--plan", file, "--samples", samples), str(file), *field)
                    self.assertEqual(samples.read_text(), "mine\n", "samples were overwritten")

    def test_missing_file_and_folder(self) -> None:
        with scratch() as folder:
            self.refused(latency("--plan", folder / "absent", "--samples", folder / "s"), "absent")
            self.refused(latency("--plan", folder, "--samples", folder / "s"), str(folder))
            self.assertFalse((folder / "s").exists())

    def test_unwritable_samples(self) -> None:
        with scratch() as folder:
            plan = folder / "plan.json"
            plan.write_text(json.dumps(PLAN))
            target = folder / "no-such-folder" / "samples.jsonl"
            self.refused(latency("--plan", plan, "--samples", target), str(target))
            self.refused(latency("--plan", plan, "--samples", "/dev/full"), "/dev/full")

    def test_options(self) -> None:
        for arguments in (("--sizes", "nonsense"), ("--sizes", "0x"), ("--pairs", "0-0"),
                          ("--pairs", "0-99"), ("--samples-per-case", "0"), ("--nonsense",)):
            with self.subTest(arguments=arguments):
                self.refused(latency(*arguments))

    def test_a_pair_the_machine_lacks_is_a_recorded_status(self) -> None:
        with scratch() as folder:
            plan, samples = folder / "plan.json", folder / "samples.jsonl"
            absent = {**CASE, "name": "latency/oneshot/src:0/dst:77/bytes:4"}
            plan.write_text(json.dumps({**PLAN, "cases": [absent, CASE]}))
            done = latency("--plan", plan, "--samples", samples)
            self.assert_exit(done, 0)
            records = [json.loads(line) for line in samples.read_text().splitlines()][1:-1]
            self.assertEqual([record["status"] for record in records], ["not-supported", "ok"])
            self.assertTrue(records[0]["reason"], "a failed case says why")

    def test_no_gpu(self) -> None:
        if Path("/dev/nvidiactl").exists() or Path("/proc/driver/nvidia/version").exists():
            self.skipTest("this machine has a driver")
        with scratch() as folder:
            plan, samples = folder / "plan.json", folder / "samples.jsonl"
            plan.write_text(json.dumps(PLAN))
            self.refused(run(LATENCY, "--plan", plan, "--samples", samples), code=4)
            self.assertFalse(samples.exists(), "samples of no GPU")
            self.refused(run(LATENCY, "--probe"), code=4)


if __name__ == "__main__":
    main()
