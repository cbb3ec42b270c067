#!/usr/bin/env python3
"""The checker against numbers worked out by hand: it must not be wrong itself."""
from __future__ import annotations

import unittest

import fields
from closed_form import Case, CellId, expected
from judge import differing_shifts, disagreements
from model import Model, ModelError, assign, split_assignments
from routes import way

MACHINE: Model = {
    "schema": "hopbench.machine-model/1", "name": "by-hand",
    "numa_nodes": [{"id": 0, "memory_gbps": 100}, {"id": 1, "memory_gbps": 8}],
    "gpus": [{"true_numa": 0}, {"true_numa": 0}, {"true_numa": 1}],
    "links": [{"a": "gpu0", "b": "node0", "gbps": 50, "latency_ns": 300},
              {"a": "node0", "b": "gpu1", "gbps": 25, "latency_ns": 400},
              {"a": "gpu2", "b": "node1", "gbps": 50, "latency_ns": 300},
              {"a": "node0", "b": "node1", "gbps": 20, "latency_ns": 200}],
    "p2p": {"can_access": True, "delivers": True},
    "scale": {"latency": 1, "bandwidth": 1, "cross_numa_latency": 2, "cross_numa_bandwidth": 0.5},
    "copy": {"engine_startup_ns": 1000, "staged_startup_ns": 10000, "staged_gbps": 16,
             "submit_ns": 500, "wake_ns": 3000},
    "timing": {"clock_read_ns": 20},
    "api_ns": {"default": 100, "cudaMemcpyPeerAsync": 2000}, "faults": []}


class ByHand(unittest.TestCase):
    def numbers(self, model: Model, src: int, dst: int, size: int) -> dict[str, float]:
        cells = expected(model, [Case(method, src, dst, size)
                                 for method in ("oneshot", "issue_interval")])
        return {cell.metric: value for cell, value in cells.items()}

    def test_direct_copy_on_one_node(self) -> None:
        got = self.numbers(MACHINE, 0, 1, 5000)
        self.assertEqual(got["issue_interval"], 1000 + 700 + 5000 / 25)
        self.assertEqual(got["enqueue"], 2020)
        self.assertEqual(got["completion"], 2000 + 500 + 1900 + 3000 + 20)

    def test_direct_copy_across_nodes_takes_the_cross_scales(self) -> None:
        got = self.numbers(MACHINE, 0, 2, 5000)
        self.assertEqual(got["issue_interval"], (1000 + 800) * 2 + 5000 / 10)

    def test_a_copy_inside_one_gpu_takes_no_link_and_no_scale(self) -> None:
        model = assign(MACHINE, 'scale.latency=3;gpus.0={"true_numa":0,"memory_gbps":1000,'
                                '"memory_latency_ns":250}')
        self.assertEqual(self.numbers(model, 0, 0, 5000)["issue_interval"], 1000 + 250 + 10)

    def test_staged_copies_go_through_the_node_of_the_source(self) -> None:
        model = assign(MACHINE, "p2p.can_access=false")
        self.assertEqual(self.numbers(model, 0, 2, 16000)["issue_interval"],
                         (10000 + 300 + 500) * 2 + 16000 / 8)  # 16 GB/s halved
        self.assertEqual(self.numbers(model, 2, 0, 16000)["issue_interval"],
                         (10000 + 300 + 500) * 2 + 16000 / 4)  # 8 GB/s of node 1, halved

    def test_a_host_that_arrives_late_does_not_sleep(self) -> None:
        model = assign(MACHINE, 'api_ns={"default":9000,"cudaMemcpyPeerAsync":2000}')
        self.assertEqual(self.numbers(model, 0, 1, 4)["completion"], 2000 + 20 + 9000 + 20)

    def test_gpus_forward_nothing(self) -> None:
        model = assign(MACHINE, "links.2.a=\"gpu0\"")  # gpu0 now hangs on both nodes
        self.assertEqual(way(model, "gpu1", "node1").latency_ns, 600)
        self.assertEqual(way(model, "gpu0", "node1").latency_ns, 300)


class Assignments(unittest.TestCase):
    def test_semicolons_inside_of_values_do_not_cut(self) -> None:
        self.assertEqual(split_assignments('a.b="x;y";c=[1,{"d":";"}];;e=1'),
                         ['a.b="x;y"', 'c=[1,{"d":";"}]', "e=1"])

    def test_star_reaches_every_entry_and_the_original_stays(self) -> None:
        changed = assign(MACHINE, "gpus.*.true_numa=7;links.0.gbps=1")
        self.assertEqual([gpu["true_numa"] for gpu in changed["gpus"]], [7, 7, 7])
        self.assertEqual(MACHINE["links"][0]["gbps"], 50)

    def test_append(self) -> None:
        self.assertEqual(assign(MACHINE, 'faults+={"type":"hang"}')["faults"], [{"type": "hang"}])

    def test_unknown_paths_are_errors(self) -> None:
        for text in ("links.9.gbps=1", "scale.nonsense=2", "copy.submit_ns.x=1", "nonsense"):
            with self.assertRaises(ModelError, msg=text):
                assign(MACHINE, text)


class Judgement(unittest.TestCase):
    CELL = CellId(Case("oneshot", 0, 1, 4), "completion")

    def test_the_limit_is_the_larger_of_half_a_percent_and_20_ns(self) -> None:
        for want, got, good in ((1000, 1019, True), (1000, 1021, False), (100000, 100499, True),
                                (100000, 100501, False), (1000, float("nan"), False)):
            found = disagreements({self.CELL: want}, {self.CELL: got})
            self.assertEqual(not found, good, f"{got} against {want}")

    def test_missing_and_unexpected_cells_are_named(self) -> None:
        self.assertEqual(len(disagreements({self.CELL: 1.0}, {})), 1)
        self.assertEqual(len(disagreements({}, {self.CELL: 1.0})), 1)

    def test_a_share_too_small_for_the_limit_still_has_to_move(self) -> None:
        self.assertTrue(differing_shifts({self.CELL: 35.0}, {self.CELL: 0.0}))
        self.assertFalse(differing_shifts({self.CELL: 35.0}, {self.CELL: 34.0}))


class Fields(unittest.TestCase):
    def test_every_number_is_either_changed_or_exempt_with_a_reason(self) -> None:
        relevant, exempt = fields.sorted_out(MACHINE)
        self.assertIn("links.3.latency_ns", relevant)
        self.assertIn("scale.cross_numa_latency", relevant)
        self.assertIn("copy.staged_gbps", exempt)
        self.assertTrue(all(exempt.values()))


if __name__ == "__main__":
    unittest.main()
