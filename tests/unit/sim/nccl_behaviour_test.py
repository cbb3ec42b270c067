#!/usr/bin/env python3
"""What simulated NCCL does under injected faults, how it prices calls, what it logs.

    nccl_behaviour_test.py SIM_DIR TEST_PROGRAM MODEL.json     (TEST_PROGRAM: test_sim_nccl)
"""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SIM, PROGRAM, MODEL = (Path(word) for word in sys.argv[1:4])
SUM, TIME, MEET = "Nccl.AllReduceSumsEverywhere", "Nccl.TakesTheModelsTimeOnEveryStream", "Nccl.RanksMeetInAGroup"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("HOPBENCH_", "LD_", "NCCL_"))}


def simulated(test: str, settings: str = "", timeout: float = 60, **variables: str) -> subprocess.CompletedProcess[str]:
    extra = ["--set", settings] if settings else []
    command = [str(SIM / "hopbench-sim-run"), str(MODEL), *extra, "--", str(PROGRAM), f"--gtest_filter={test}"]
    environment = {**CLEAN, "HOPBENCH_SIM_ANYWAY": "1", "HOPBENCH_SIM_QUIET": "1", **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)


class Faults(unittest.TestCase):
    def test_init_fails_with_a_system_error(self) -> None:
        done = simulated(SUM, 'faults+={"type":"nccl_init_fail"}', NCCL_DEBUG="WARN")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Which is: 2", done.stdout)
        self.assertRegex(done.stdout, r"NCCL WARN .*init of 8 ranks fails")

    def test_init_fails_for_one_number_of_ranks_only(self) -> None:
        fault = 'faults+={"type":"nccl_init_fail","nranks":8}'
        self.assertNotEqual(simulated(SUM, fault).returncode, 0)
        self.assertEqual(simulated(MEET, fault).returncode, 0)

    def test_a_hang_blocks_the_host(self) -> None:
        with self.assertRaises(subprocess.TimeoutExpired):
            simulated(SUM, 'faults+={"type":"nccl_hang"}', timeout=3)
        self.assertEqual(simulated(SUM, 'faults+={"type":"nccl_hang","nranks":4}').returncode, 0)

    def test_abort_ends_a_hang(self) -> None:
        done = simulated("Nccl.DISABLED_AbortEndsAHang", 'faults+={"type":"nccl_hang"}',
                         GTEST_ALSO_RUN_DISABLED_TESTS="1")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  PASSED  ] 1 test", done.stdout)

    def test_corruption_is_of_one_element_of_one_rank(self) -> None:
        done = simulated(SUM, 'faults+={"type":"nccl_corrupt","rank":5}')
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout.count("Failure\n"), 3, done.stdout[:2000])  # once in each of three sums
        self.assertEqual(simulated(SUM, 'faults+={"type":"nccl_corrupt","rank":9}').returncode, 0)

    def test_a_peer_that_cannot_be_mapped(self) -> None:
        fault = 'faults+={"type":"peer_enable_fail","src":1,"dst":2}'
        self.assertEqual(simulated(SUM, fault).returncode, 0)  # through host memory
        done = simulated(SUM, fault, NCCL_P2P_LEVEL="SYS")
        self.assertIn("Which is: 1", done.stdout)

    def test_a_peer_whose_memory_is_never_reached(self) -> None:
        for kind in ("mirror", "peer_hang"):
            fault = f'faults+={{"type":"{kind}","src":1,"dst":2}}'
            self.assertEqual(simulated(SUM, fault).returncode, 0)
            with self.assertRaises(subprocess.TimeoutExpired):
                simulated(SUM, fault, timeout=3, NCCL_P2P_LEVEL="SYS")


class Times(unittest.TestCase):
    def test_costs_of_the_model(self) -> None:
        self.assertEqual(simulated(TIME).returncode, 0)
        self.assertNotEqual(simulated(TIME, "nccl.ll_step_ns=1600").returncode, 0)

    def test_calls_have_prices(self) -> None:
        # 8 calls cost more than one all-reduce lasts: the streams run dry in between.
        self.assertNotEqual(simulated(TIME, "api_ns.ncclAllReduce=9000").returncode, 0)

    def test_noise_is_the_devices(self) -> None:
        self.assertNotEqual(simulated(TIME, "noise.session_sd=0.5").returncode, 0)


class Log(unittest.TestCase):
    def test_a_tuning_line_for_every_rank_and_collective(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = simulated(SUM, NCCL_DEBUG="INFO", NCCL_DEBUG_SUBSYS="TUNING", NCCL_DEBUG_FILE=f"{folder}/log")
            self.assertEqual(done.returncode, 0, done.stdout)
            lines = [line for line in Path(folder, "log").read_text().splitlines() if "Bytes -> Algo" in line]
        self.assertEqual(len(lines), 3 * 8)
        self.assertRegex(lines[0], r"\[0\] NCCL INFO AllReduce: 4000 Bytes -> Algo RING proto LL "
                                   r"channel\{Lo\.\.Hi\}=\{0\.\.\d+\}$")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
