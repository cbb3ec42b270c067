#!/usr/bin/env python3
"""The checker against numbers worked out by hand: it must not be wrong itself."""
from __future__ import annotations

import unittest

import collective
import comparison
import fields
import sensitivity
import transfers
from cases import Case, parse
from closed_form import CellId, expected, operation_ns
from judge import FINE, differing_shifts, disagreements
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


class OtherFamilies(unittest.TestCase):
    def number(self, model: Model, name: str) -> float:
        (value,) = expected(model, [parse(name)]).values()
        return value

    def test_names_are_read_as_they_are_written(self) -> None:
        for name in ("p2p/ce_write/src:0/dst:1/bytes:4", "hostcopy/h2d/dst:1/bytes:4/node:0",
                     "allreduce/out_of_place/ranks:8/bytes:4"):
            self.assertEqual(parse(name).name, name)
        with self.assertRaises(ValueError):
            parse("p2p/ce_write/dst:1/src:0/bytes:4")

    def test_host_copies_cost_by_node(self) -> None:
        self.assertEqual(self.number(MACHINE, "hostcopy/h2d/dst:1/bytes:5000/node:0"),
                         1000 + 400 + 5000 / 25)
        self.assertEqual(self.number(MACHINE, "hostcopy/d2h/src:1/bytes:4000/node:1"),
                         (1000 + 600) * 2 + 4000 / 4)  # 8 GB/s of node 1, halved across nodes
        self.assertEqual(self.number(MACHINE, "hostcopy/d2h/src:1/bytes:5000"),
                         self.number(MACHINE, "hostcopy/d2h/src:1/bytes:5000/node:0"))

    def test_a_ring_of_slots_costs_the_slower_side(self) -> None:
        chunk = 1 << 20
        near = 1000 + 400 + chunk / 25
        self.assertEqual(self.number(MACHINE, f"staged/ring/src:0/dst:1/bytes:{4 * chunk}/node:0"),
                         4 * near)

    def test_stores_into_a_peer(self) -> None:
        model = assign(MACHINE, 'gpus=[{"true_numa":0,"memory_gbps":20,"memory_latency_ns":800},'
                                '{"true_numa":0,"memory_gbps":10,"memory_latency_ns":1}]')
        self.assertEqual(self.number(model, "p2p/sm_write/src:0/dst:1/bytes:5000"), 800 + 250)

    def test_both_directions_count_twice_in_a_bandwidth(self) -> None:
        case = parse("p2p/ce_write_bidir/src:0/dst:1/bytes:1000")
        self.assertEqual(operation_ns(case, "bandwidth", 4e9), 500)
        self.assertEqual(operation_ns(case, "time", 3e-6), 3000)


class Crowding(unittest.TestCase):
    def crowds(self, assignments: str, name: str) -> bool:
        return transfers.crowds_memory(assign(MACHINE, assignments), parse(name))

    def test_both_chunks_of_a_ring_use_the_memory_of_its_node(self) -> None:
        ring = "staged/ring/src:0/dst:1/bytes:5000"  # 50 GB/s in, 25 out
        self.assertFalse(self.crowds("numa_nodes.0.memory_gbps=75", ring))
        self.assertTrue(self.crowds("numa_nodes.0.memory_gbps=74", ring))

    def test_both_ways_share_memory_where_they_are_staged_on_one_node(self) -> None:
        narrow = "numa_nodes.0.memory_gbps=30"  # staging would take 16 each way
        for name, staged, crowds in (("src:0/dst:1", True, True), ("src:0/dst:2", True, False),
                                     ("src:0/dst:1", False, False)):
            settings = f"{narrow};p2p.delivers={'false' if staged else 'true'}"
            self.assertEqual(
                self.crowds(settings, f"p2p/ce_write_bidir/{name}/bytes:5000"), crowds, name)
        self.assertFalse(self.crowds(narrow, "p2p/ce_write/src:0/dst:1/bytes:5000"))


class Packing(unittest.TestCase):
    def test_fields_that_move_different_cells_are_changed_together(self) -> None:
        first, second = (CellId(Case("oneshot", 0, end, 4), "completion") for end in (1, 2))
        changes = [sensitivity.Change("a", 1.1, {first: 5.0, second: 0.0}),
                   sensitivity.Change("a", 0.9, {first: 0.0, second: 0.0}),
                   sensitivity.Change("b", 1.1, {first: 0.0, second: -3.0}),
                   sensitivity.Change("c", 1.1, {first: 1.0, second: 1.0})]
        runs = [[(change.path, change.factor) for change in run]
                for run in sensitivity.packed(changes)]
        self.assertEqual(runs, [[("c", 1.1), ("a", 0.9)], [("a", 1.1), ("b", 1.1)]])


class Stamps(unittest.TestCase):
    CASE = parse("p2p/ce_write/src:0/dst:1/bytes:5000")  # 1900 ns each
    MODEL = assign(MACHINE, 'timing={"clock_read_ns":20,"event_quantum_ns":500}')

    def test_windows_are_whole_quanta(self) -> None:
        for window_ns, good in ((19000, True), (19500, True), (18500, True), (19100, False),
                                (20000, False), (18000, False)):
            wrong = comparison.rounding(self.MODEL, self.CASE, window_ns / 10, 10)
            self.assertEqual(not wrong, good, f"{window_ns} ns: {wrong}")


class AllReduce(unittest.TestCase):
    MODEL = assign(MACHINE, 'numa_nodes.0={"id":0,"memory_gbps":100,"cpu":{"vendor":'
                            '"AuthenticAMD","family":25,"model":17}};numa_nodes.1={"id":1,'
                            '"memory_gbps":8,"cpu":{"vendor":"AuthenticAMD","family":25,"model":17}}')

    def machine(self, nodes: list[int], speed: str, sm: list[int]) -> Model:
        gpus = [{"true_numa": node, "sysfs_numa": node, "sm": sm,
                 "port": {"speed": f"{speed} GT/s PCIe", "width": 16}} for node in nodes]
        return {**self.MODEL, "gpus": gpus}

    def test_the_search_finds_what_is_known_of_real_machines(self) -> None:
        rows = (([-1, -1, -1], "16.0", [9, 0], 2, 1 << 20), ([-1, -1, -1], "32.0", [9, 0], 4, 4 << 20),
                ([1, 1, 0], "32.0", [9, 0], 2, 1 << 20), ([1, 1, 0], "32.0", [12, 0], 2, 4096))
        for nodes, speed, sm, channels, simple_from in rows:
            found = collective.perceived(self.machine(nodes, speed, sm), 3)
            self.assertEqual((found.channels, found.simple_from), (channels, simple_from), nodes)
        grouped = collective.perceived(self.machine([1, 0, 1], "32.0", [9, 0]), 3)
        self.assertEqual(grouped.ring, (0, 2, 1))

    def test_time_of_a_ring_of_three(self) -> None:
        model = self.machine([0, 0, 1], "16.0", [9, 0])
        # Hops: 0→1 700, 1→2 900, 2→0 800; 15 GB/s search → two channels of 11; staging limits to
        # 16, the socket link to 20; LL reaches 40 % of it, half across nodes.
        self.assertAlmostEqual(collective.all_reduce_ns(model, 3, 3000),
                               2 * (4000 + 4 * (1500 + 900)) + 4 * 1000 / (16 * 0.4 * 0.5))


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

    def test_fine_limits(self) -> None:
        for want, got, good in ((1000, 1000.9, True), (1000, 1001.1, False),
                                (100000, 100009, True), (100000, 100011, False)):
            found = disagreements({self.CELL: want}, {self.CELL: got}, FINE)
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
