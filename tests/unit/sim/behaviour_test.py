#!/usr/bin/env python3
"""What the simulated stack says and how it exits: banner, refusals, bad models, hangs, lost devices, repeatability.

    behaviour_test.py SIM_DIR TEST_PROGRAM MODEL.json     (TEST_PROGRAM: test_sim_runtime)
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SIM, PROGRAM, MODEL = (Path(word) for word in sys.argv[1:4])
ONE = "--gtest_filter=Runtime.DescribesTheModelledDevices"
COPY = "--gtest_filter=Runtime.CopiesRoundTrip*"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("HOPBENCH_", "LD_"))}


def run(command: list[str], timeout: float = 20, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env={**CLEAN, "HOPBENCH_SIM_ANYWAY": "1", **variables}, capture_output=True,
                          text=True, timeout=timeout, check=False)


def simulated(*arguments: str, settings: str = "", timeout: float = 20,
              **variables: str) -> subprocess.CompletedProcess[str]:
    extra = ["--set", settings] if settings else []
    return run([str(SIM / "hopbench-sim-run"), str(MODEL), *extra, "--", str(PROGRAM), *arguments], timeout, **variables)


class Behaviour(unittest.TestCase):
    def one_line(self, done: subprocess.CompletedProcess[str], code: int, *words: str) -> None:
        self.assertEqual(done.returncode, code, done.stderr)
        lines = done.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertRegex(lines[0], r"^hopbench-sim: .+ \(.+\)$")
        for word in words:
            self.assertIn(word, lines[0])

    def test_banner_once_and_quiet(self) -> None:
        done = simulated(ONE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("SIMULATED machine"), 1)
        self.assertNotIn("SIMULATED machine", done.stdout)
        self.assertEqual(simulated(ONE, HOPBENCH_SIM_QUIET="1").stderr, "")

    def test_refuses_without_a_model(self) -> None:
        done = run([str(PROGRAM), ONE], LD_PRELOAD=str(SIM / "libhopbench-sim.so"), LD_LIBRARY_PATH=str(SIM))
        self.one_line(done, 2, "HOPBENCH_SIM_MODEL")

    def test_refuses_when_only_the_devices_would_be_simulated(self) -> None:
        done = run([str(PROGRAM), ONE], LD_LIBRARY_PATH=str(SIM), HOPBENCH_SIM_MODEL=str(MODEL))
        self.one_line(done, 4, "clock")

    def test_bad_models_and_assignments(self) -> None:
        self.one_line(simulated(ONE, settings="scale.nothing=1"), 2, "scale.nothing", "no path")
        with tempfile.TemporaryDirectory() as folder:
            for text, word in (("{", "not JSON"), ("{}", "schema")):
                file = Path(folder, "bad.json")
                file.write_text(text, encoding="utf-8")
                prepared = run([str(SIM / "hopbench-sim-prepare"), "--model", str(file)])
                self.one_line(prepared, 2, str(file), word)
                self.assertEqual(prepared.stdout, "")

    def test_missing_pack(self) -> None:
        done = run([str(SIM / "hopbench-sim-run"), str(MODEL), "--kernels", "/nowhere.so", "--", str(PROGRAM), ONE],
                   HOPBENCH_SIM_QUIET="1")
        self.one_line(done, 2, "HOPBENCH_SIM_KERNELS", "/nowhere.so")

    def test_an_injected_hang_really_blocks(self) -> None:
        with self.assertRaises(subprocess.TimeoutExpired):
            simulated(COPY, settings='faults+={"type":"hang","nth":2}', timeout=1.5)

    def test_a_pair_that_hangs_really_blocks(self) -> None:
        peers = "--gtest_filter=Runtime.DirectCopies*"
        self.assertEqual(simulated(peers, settings='faults+={"type":"peer_hang","src":1,"dst":0}').returncode, 0)
        with self.assertRaises(subprocess.TimeoutExpired):
            simulated(peers, settings='faults+={"type":"peer_hang","src":0,"dst":1}', timeout=1.5)

    def test_a_binding_to_nodes_that_are_not_there(self) -> None:
        for binding in ("nodes:2", "node:0", "nodes:"):
            self.one_line(simulated(ONE, HOPBENCH_SIM_BIND=binding, HOPBENCH_SIM_QUIET="1"), 2, "HOPBENCH_SIM_BIND")

    def test_a_lost_device_answers_every_call_with_its_error(self) -> None:
        done = simulated(COPY, settings='faults+={"type":"device_lost","after_ops":1}')
        self.assertEqual(done.returncode, 1)
        self.assertIn("999", done.stdout)

    def test_prepare_describes_and_lays_out(self) -> None:
        model = json.loads(MODEL.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            done = run([str(SIM / "hopbench-sim-prepare"), "--model", str(MODEL), "--set",
                        "gpus.1.sysfs_numa=-1;noise.sample_sd=0.1", "--root", folder])
            self.assertEqual(done.returncode, 0, done.stderr)
            answer = json.loads(done.stdout)
            self.assertEqual(answer["schema"], "hopbench.sim-prepare/1")
            self.assertTrue(answer["noise"])
            self.assertEqual([gpu["bdf"] for gpu in answer["gpus"]], [gpu["bdf"] for gpu in model["gpus"]])
            self.assertEqual(answer["environment"]["HOPBENCH_SIM_ROOT"], folder)
            devices = Path(folder, "sys/bus/pci/devices")
            for index, gpu in enumerate(model["gpus"]):
                device = devices / gpu["bdf"]
                self.assertIn(gpu["root_port"], str(device.resolve()))
                expected = -1 if index == 1 else gpu["sysfs_numa"]
                self.assertEqual(int((device / "numa_node").read_text()), expected)
                self.assertEqual((device / "current_link_speed").read_text().strip(), gpu["port"]["speed"])
            self.assertEqual(Path(folder, "sys/devices/system/node/online").read_text().strip(), "0,1")
            self.assertIn("SIMULATED", Path(folder, "proc/driver/nvidia/version").read_text())

    def test_the_same_seed_gives_the_same_times(self) -> None:
        def times(seed: str) -> list[str]:
            done = simulated("--gtest_filter=Runtime.Prints*", settings="noise.sample_sd=0.3", HOPBENCH_SIM_SEED=seed)
            return [line for line in done.stdout.splitlines() if line.startswith("took ")]

        first = times("1")
        self.assertEqual(len(set(first)), 5)
        self.assertEqual(first, times("1"))
        self.assertNotEqual(first, times("2"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
