#!/usr/bin/env python3
"""Bad input to `hopbench run`: one line, the right exit code, and nothing left behind."""
from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Callable

from support import (BARE_METAL, BUILD, FEW_CASES, HOPBENCH, VIRTUAL_MACHINE, Done, EndToEnd,
                     environment, main, read_json, run, run_arguments, scratch, simulate)


class BadRun(EndToEnd):
    def refused(self, code: int, *more: str | Path, mentions: tuple[str, ...] = (),
                extra: dict[str, str] | None = None, **plan: Any) -> None:
        """The run is refused before anything was measured or written."""
        with scratch() as folder:
            out, temp = folder / "out", folder / "tmp"
            temp.mkdir()
            done = simulate(out, *more, extra={"TMPDIR": str(temp), **(extra or {})}, **plan)
            with self.subTest(more=[str(word) for word in more], extra=extra, plan=plan):
                self.assert_refused(done, code, *mentions)
                self.assertFalse(out.exists(), f"a refused run left {out}:\n{done}")
                self.assertEqual(list(temp.iterdir()), [], f"temporary files left:\n{done}")

    def test_variants(self) -> None:
        self.refused(2, "--variants", "nonsense", mentions=("nonsense",))
        self.refused(2, "--variant", "slow:no-equals-sign", mentions=("slow",))
        self.refused(2, "--variant", "a/b:X=1", mentions=("a/b",))
        self.refused(2, "--variant", "..:X=1", mentions=("..",))
        self.refused(2, "--variant", "baseline:X=1", mentions=("baseline",))
        self.refused(2, "--variant", "mine:use=magic", mentions=("magic", "topo-xml"))
        self.refused(2, "--variant", "mine:use=topo-xml", "--variant", "mine:NCCL_TOPO_FILE=/x",
                     mentions=("NCCL_TOPO_FILE",))

    def test_sysfs_on_the_machine_itself(self) -> None:
        with scratch() as folder:
            done = run(HOPBENCH, "run", "--variants", "sysfs", "-o", folder / "out")
            self.assert_refused(done, 4, "sysfs")
            self.assertFalse((folder / "out").exists(), "a refused run left its folder")

    def test_bindings(self) -> None:
        self.refused(2, "--bind", "nonsense", mentions=("nonsense", "gpu-local"))
        self.refused(2, "--bind", "node:x", mentions=("node:x",))
        self.refused(4, "--bind", "node:7", mentions=("node 7",))
        self.refused(2, "--bind", "remote", cases="allreduce/*", gpus="0-7",
                     mentions=("Collectives", "--bind none"))

    def test_empty_values(self) -> None:
        self.refused(2, gpus="", mentions=("--gpus", "empty"))
        for option in ("--map", "--topo"):
            self.refused(2, option, "", mentions=(option, "empty"))

    def test_nodes_that_the_machine_lacks(self) -> None:
        for variant in ("sysfs", "topo-xml"):
            self.refused(4, "--numa", "0000:01:00.0=5", "--numa", "0000:02:00.0=1",
                         "--variants", variant, gpus="0,1", mentions=("node 5", "0, 1"))

    def test_truth_and_topology_files(self) -> None:
        self.refused(2, "--topo", "/nonexistent.xml", "--variants", "topo-xml",
                     mentions=("/nonexistent.xml",))
        self.refused(2, "--topo", str(VIRTUAL_MACHINE), mentions=("topo-xml",))
        self.refused(2, "--numa", "0000:99:00.0=1", mentions=("0000:99:00.0",))
        self.refused(2, "--map", "/nonexistent.json", mentions=("/nonexistent.json",))
        self.refused(4, "--numa", "0000:01:00.0=1", "--variants", "topo-xml",
                     mentions=("GPU 1",))
        with scratch() as folder:
            file = folder / "map.json"
            entry = {"index": 0, "guest_bdf": "0000:01:00.0", "guest_node": 1, "evidence": []}
            file.write_text(json.dumps({"schema": "hopbench.map/1",
                                        "gpus": [{**entry, "proven": False}]}))
            self.refused(4, "--map", file, mentions=("0000:01:00.0", "proven", "--numa"))
            self.refused(2, "--map", file, "--numa", "0000:01:00.0=1", mentions=("--map",))
            file.write_text("{}")
            self.refused(2, "--map", file, mentions=("map.json",))

    def test_cases_that_need_two_gpus(self) -> None:
        self.refused(2, gpus="0", mentions=("gpus", "hostcopy"))

    def test_benches_that_are_not_there(self) -> None:
        """Every missing one is named before anything is measured."""
        with scratch() as folder:
            for name in ("hopbench", "hopbench-latency"):
                shutil.copy2(HOPBENCH.parent / name, folder / name)
            done = run(folder / "hopbench", "run", "--simulate", VIRTUAL_MACHINE, "-o",
                       folder / "out", extra={"HOPBENCH_SIM_DIR": str(BUILD / "lib" / "sim")})
            self.assert_refused(done, 4, "hopbench-p2p", "hopbench-allreduce", "HOPBENCH_BENCH_DIR")
            self.assertFalse((folder / "out").exists(), "a refused run left its folder")

    def test_assignments_of_the_simulated_machine(self) -> None:
        bad = {"scale.nonsense=1": "scale.nonsense", "links.99.gbps=1": "links.99",
               "scale.latency=\"fast\"": "scale.latency", "scale.latency=": "scale.latency",
               "scale.latency=-1": "scale.latency", "p2p.can_access=3": "p2p.can_access",
               "nonsense": "nonsense", "scale.latency=NaN": "scale.latency",
               "faults+={\"type\":\"nonsense\"}": "nonsense"}
        for assignments, name in bad.items():
            self.refused(2, mentions=(name,), extra={"HOPBENCH_SIM_SET": assignments})
            self.refused(2, "--variant", f"odd:HOPBENCH_SIM_SET={assignments}", mentions=(name,))

    def test_options(self) -> None:
        self.refused(2, blocks="0", mentions=("blocks",))
        self.refused(2, blocks="x", mentions=("blocks",))
        self.refused(2, blocks="-3", mentions=("blocks",))
        for seed in ("-1", "18446744073709551616", "010", "0x10", "1e3", ""):
            self.refused(2, seed=seed, mentions=("seed",))
        self.refused(2, gpus="0,99", mentions=("99",))
        self.refused(2, gpus="0,x", mentions=("gpus",))
        self.refused(2, cases="latency/nonsense/*", mentions=("latency/nonsense/*",))
        self.refused(2, "--nonsense", mentions=("--nonsense",))
        self.refused(2, "--session", "a/b", mentions=("session",))
        self.refused(2, "--margin", "latency=much", mentions=("latency",))

    def test_suite(self) -> None:
        with scratch() as folder:
            done = run(HOPBENCH, "run", "--suite", "nonsense", "--simulate", VIRTUAL_MACHINE,
                       "--cases", FEW_CASES, "-o", folder / "out")
            self.assert_refused(done, 2, "nonsense")

    def test_output_folder(self) -> None:
        with scratch() as folder:
            (folder / "file").write_text("mine")
            self.assert_refused(simulate(folder / "file"), 2, str(folder / "file"))
            self.assert_refused(simulate(folder / "file" / "below"), 2, str(folder / "file"))
            self.assertEqual((folder / "file").read_text(), "mine")
            full = folder / "full"
            full.mkdir()
            (full / "report.json").write_text("mine")
            self.assert_refused(simulate(full), 2, str(full))
            self.assertEqual([path.name for path in full.iterdir()], ["report.json"])
            self.assertEqual((full / "report.json").read_text(), "mine")
            self.assert_refused(simulate(Path("/proc/hopbench-out")), 2, "/proc/hopbench-out")

    def test_a_folder_in_place_of_the_journal(self) -> None:
        with scratch() as folder:
            (folder / "journal.jsonl" / "mine").mkdir(parents=True)
            self.assert_refused(simulate(folder, "--resume"), 2, "journal.jsonl")

    def test_options_of_google_benchmark_in_the_environment_change_nothing(self) -> None:
        with scratch() as folder:
            plan = {"gpus": "0,1", "cases": "latency/oneshot/*/bytes:4", "blocks": 1}
            self.assert_exit(simulate(folder / "plain", **plan), 0)
            for name, value in (("FILTER", "nothing"), ("REPETITIONS", "2"), ("FORMAT", "junk")):
                done = simulate(folder / name, extra={f"BENCHMARK_{name}": value}, **plan)
                self.assert_exit(done, 0)
                self.assert_same_results(folder / "plain", folder / name)

    def test_no_gpu(self) -> None:
        if Path("/dev/nvidiactl").exists() or Path("/proc/driver/nvidia/version").exists():
            self.skipTest("this machine has a driver")
        with scratch() as folder:
            done = run(HOPBENCH, "run", "--suite", "quick", "-o", folder / "out")
            self.assert_refused(done, 4)
            self.assertFalse((folder / "out").exists(), "a refused run left its folder")

    def test_lines_that_nobody_can_read(self) -> None:
        """A full disk under stderr costs the progress lines, never the run or the exit code."""
        with scratch() as folder, open("/dev/full", "w", encoding="ascii") as full:
            for code, command in ((0, run_arguments(folder / "out", blocks=1)),
                                  (2, [str(HOPBENCH), "list", "--nonsense"])):
                done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=full, timeout=120)
                self.assertEqual(done.returncode, code, command)
            self.assertTrue((folder / "out" / "report.json").exists())


def _change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(model: dict[str, Any]) -> None:
        node: Any = model
        *steps, last = path.split(".")
        for step in steps:
            node = node[int(step)] if isinstance(node, list) else node[step]
        if value is _ABSENT:
            del node[last]
        else:
            node[int(last) if isinstance(node, list) else last] = value
    return change


_ABSENT = object()


class BadModel(EndToEnd):
    CHANGES: dict[str, Any] = {
        "schema": "hopbench.machine-model/9", "gpus": [], "numa_nodes": "two", "links": _ABSENT,
        "gpus.0.bdf": "nonsense", "gpus.0.true_numa": 77, "gpus.0.sm": [12], "gpus.1.uuid": 5,
        "links.0.gbps": 0, "links.0.latency_ns": -1, "links.0.a": "gpu99", "scale.latency": "1",
        "copy.staged_gbps": _ABSENT, "p2p.can_access": "yes", "noise.sample_sd": -0.1,
        "faults": [{"type": "nonsense"}], "timing.event_quantum_ns": None}

    def test_wrong_fields_are_named(self) -> None:
        for path, value in self.CHANGES.items():
            with self.subTest(path=path), scratch() as folder:
                model = read_json(BARE_METAL)
                _change(path, value)(model)
                file = folder / "model.json"
                file.write_text(json.dumps(model))
                done = simulate(folder / "out", model=file)
                field = next(step for step in reversed(path.split(".")) if not step.isdigit())
                self.assert_refused(done, 2, "model.json", field)
                self.assertFalse((folder / "out").exists(), f"a refused run left files:\n{done}")

    def test_no_model_at_all(self) -> None:
        with scratch() as folder:
            (folder / "empty.json").write_text("")
            (folder / "junk.json").write_bytes(bytes(range(256)) * 8)
            (folder / "cut.json").write_bytes(BARE_METAL.read_bytes()[:700])
            (folder / "list.json").write_text("[1, 2]")
            for name in ("empty.json", "junk.json", "cut.json", "list.json", "absent.json", ""):
                with self.subTest(name=name):
                    done = simulate(folder / "out", model=folder / name)
                    self.assert_refused(done, 2, name)
                    self.assertFalse((folder / "out").exists(), f"files left:\n{done}")


if __name__ == "__main__":
    main()
