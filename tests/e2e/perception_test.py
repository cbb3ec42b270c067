#!/usr/bin/env python3
"""What NCCL perceives under each built-in variant, against what is known of the real one: eight GPUs
behind root ports of their own, four a socket, AMD, no peer access."""
from __future__ import annotations

from typing import Any, NamedTuple

from support import EndToEnd, hopbench, main, read_json, scratch, simulate

MIB = 1 << 20
VARIANTS = ("topo-xml", "sysfs", "sysfs+topo-xml")


class Row(NamedTuple):
    """A row of the table: path type, ring search, channels in use, first size with Simple."""

    path: str
    channel_gbps: float
    search_channels: int
    channels: int
    simple_from: int
    fell_back: bool = False


UNKNOWN = {"16.0": Row("PHB", 24, 1, 2, MIB), "32.0": Row("PHB", 24, 2, 4, 4 * MIB)}
TRUE_SM90 = Row("SYS", 15, 1, 2, MIB)
TRUE_SM120 = Row("SYS", 0.1, 1, 2, 4096, fell_back=True)


class Perception(EndToEnd):
    def perceived(self, speed: str, sm: list[int]) -> tuple[dict[str, Any], dict[str, Any], Any]:
        """(NCCL's evidence by variant, comparison with the baseline by variant, the report)"""
        model = f'gpus.*.port.speed="{speed} GT/s PCIe";gpus.*.sm={sm}'
        with scratch() as folder:
            out = folder / "run"
            done = simulate(out, "--variants", ",".join(("baseline", *VARIANTS)),
                            extra={"HOPBENCH_SIM_SET": model}, timeout=300,
                            gpus="0-7", cases="allreduce/out_of_place/*/bytes:65536", blocks=8)
            self.assert_exit(done, 0)
            report = read_json(out / "report.json")
            self.assert_valid(report, "report.schema.json")
            compared = hopbench("compare", out, "--format", "json")
            self.assert_exit(compared, 0, 1)
            (folder / "compared.json").write_text(compared.out, encoding="utf-8")
            contrasts = read_json(folder / "compared.json")["contrasts"]
        return ({entry["variant"]: entry for entry in report["nccl"]},
                {contrast["head"]: contrast for contrast in contrasts}, report)

    def assert_row(self, evidence: dict[str, Any], row: Row) -> None:
        self.assertEqual((evidence["path_type"], evidence["channel_gbps"],
                          evidence["search_channels"], evidence["channels"],
                          evidence["simple_from_bytes"], evidence["fell_back"]), row, evidence)

    def assert_placed(self, evidence: dict[str, Any], nodes: dict[int, list[int]]) -> None:
        self.assertEqual({cpu["numa_id"]: cpu["gpus"] for cpu in evidence["cpus"]}, nodes)

    def check(self, speed: str, sm: list[int], true_row: Row, verdict: str) -> None:
        nccl, contrasts, report = self.perceived(speed, sm)
        self.assertEqual(set(nccl), {"baseline", *VARIANTS})
        self.assert_row(nccl["baseline"], UNKNOWN[speed])
        self.assert_placed(nccl["baseline"], {-1: list(range(8))})
        for name in VARIANTS:
            with self.subTest(variant=name, speed=speed, sm=sm):
                self.assert_row(nccl[name], true_row)
                self.assert_placed(nccl[name], {0: [4, 5, 6, 7], 1: [0, 1, 2, 3]})
                self.assertEqual(nccl[name]["inter_cpu_gbps"], 16)
                self.assertEqual(bool(nccl[name]["topo_file"]), "topo-xml" in name)
                (group,) = [group for group in contrasts[name]["groups"]
                            if group["group"]["family"] == "allreduce"]
                self.assertEqual(group["verdict"], verdict, group)
                self.assertTrue(any("PHB → SYS" in line for line in contrasts[name]["perceived"]))
        for variant in report["variants"]:
            self.assertIs(variant["treatment"]["applied"], True, variant)

    def test_fast_ports_sm120_search_fails_with_the_truth(self) -> None:
        self.check("32.0", [12, 0], TRUE_SM120, "worse")

    def test_fast_ports_sm90_search_succeeds(self) -> None:
        self.check("32.0", [9, 0], TRUE_SM90, "worse")  # two channels instead of four

    def test_slow_ports_sm120_keep_two_channels(self) -> None:
        self.check("16.0", [12, 0], TRUE_SM120, "worse")

    def test_slow_ports_sm90_keep_two_channels(self) -> None:
        self.check("16.0", [9, 0], TRUE_SM90, "same")


if __name__ == "__main__":
    main()
