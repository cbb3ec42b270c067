#!/usr/bin/env python3
"""`capture` against lscpu, lspci and /sys of the machine it runs on, and on trees and models."""
from __future__ import annotations

import json
import shutil
import unittest
from pathlib import Path
from typing import Any

from support import VIRTUAL_MACHINE, EndToEnd, hopbench, main, run, scratch

PCI = Path("/sys/bus/pci/devices")
NODES = Path("/sys/devices/system/node")
Facts = dict[str, list[dict[str, Any]]]


def cpu_list(text: str) -> set[int]:
    """"0,2-3" → {0, 2, 3}."""
    found: set[int] = set()
    for piece in filter(None, text.split(",")):
        first, _, last = piece.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def value(facts: Facts, name: str, source: str) -> Any:
    """What the source whose name starts so says."""
    for fact in facts.get(name, []):
        if fact["source"].startswith(source):
            return fact.get("value")
    return None


class Capture(EndToEnd):
    def capture(self, *arguments: str | Path) -> dict[tuple[str, str], Facts]:
        done = hopbench("capture", *arguments)
        self.assert_exit(done, 0)
        document = json.loads(done.out)
        self.assert_valid(document, "machine.schema.json")
        return {(part["kind"], part["id"]): part["facts"] for part in document["parts"]}

    @unittest.skipUnless(shutil.which("lscpu"), "lscpu is not installed")
    def test_equals_lscpu(self) -> None:
        system = self.capture()["system", ""]
        said = run("lscpu", "-J", extra={"LC_ALL": "C"})
        lscpu: dict[str, str] = {}
        entries = list(json.loads(said.out)["lscpu"])
        while entries:
            entry = entries.pop()
            lscpu[entry["field"].rstrip(":")] = entry.get("data") or ""
            entries.extend(entry.get("children", []))
        self.assertEqual(value(system, "cpus", "/sys"), int(lscpu["CPU(s)"]))
        self.assertEqual(cpu_list(value(system, "online_cpus", "/sys")),
                         cpu_list(lscpu["On-line CPU(s) list"]))
        compared = 0
        for name, field in (("cpu_vendor", "Vendor ID"), ("cpu_model_name", "Model name"),
                            ("cpu_family", "CPU family"), ("cpu_model", "Model")):
            if field in lscpu and value(system, name, "/proc/cpuinfo") is not None:
                self.assertEqual(value(system, name, "/proc/cpuinfo"), lscpu[field], field)
                compared += 1
        self.assertGreater(compared, 0, "nothing of /proc/cpuinfo was compared")

    @unittest.skipUnless(shutil.which("lscpu"), "lscpu is not installed")
    def test_packages_cores_and_nodes_equal_lscpu(self) -> None:
        parts = self.capture()
        rows = [tuple(map(str, line.split(",")))
                for line in run("lscpu", "-p=CPU,CORE,SOCKET,NODE").out.splitlines()
                if line and not line.startswith("#")]
        self.assertGreater(len(rows), 0)
        sockets = {row[2] for row in rows}
        self.assertEqual(value(parts["system", ""], "packages", "/sys"), len(sockets))
        cores = sum(value(facts, "cores", "/sys") for (kind, _), facts in parts.items()
                    if kind == "package")
        self.assertEqual(cores, len({(row[1], row[2]) for row in rows}))
        for node in {row[3] for row in rows} - {""}:
            facts = parts["node", node]
            expected = {int(row[0]) for row in rows if row[3] == node}
            self.assertEqual(cpu_list(value(facts, "cpus", "/sys")), expected, f"node {node}")
            self.assertEqual(cpu_list(value(facts, "cpus", "hwloc")), expected, f"node {node}")

    @unittest.skipUnless(shutil.which("lspci") and PCI.is_dir(), "no lspci or no PCI bus")
    def test_equals_lspci(self) -> None:
        parts = self.capture()
        said = run("lspci", "-Dnvmm")
        self.assert_exit(said, 0)
        seen = set()
        for block in filter(None, said.out.strip().split("\n\n")):
            fields = dict(line.split(":\t", 1) for line in block.splitlines())
            facts = parts["pci", fields["Slot"]]
            seen.add(fields["Slot"])
            self.assertEqual(value(facts, "vendor", "/sys"), "0x" + fields["Vendor"])
            self.assertEqual(value(facts, "device", "/sys"), "0x" + fields["Device"])
            self.assertEqual(value(facts, "class", "/sys")[:6], "0x" + fields["Class"])
            if "SVendor" in fields:
                self.assertEqual(value(facts, "subsystem_vendor", "/sys"),
                                 "0x" + fields["SVendor"])
        self.assertEqual(seen, {name for kind, name in parts if kind == "pci"})

    @unittest.skipUnless(PCI.is_dir(), "no PCI bus")
    def test_equals_sys(self) -> None:
        parts = self.capture()
        names = sorted(path.name for path in PCI.iterdir())
        self.assertEqual(names, sorted(name for kind, name in parts if kind == "pci"))
        for name in names:
            facts = parts["pci", name]
            self.assertEqual(value(facts, "numa_node", "/sys"),
                             int((PCI / name / "numa_node").read_text()), name)
            self.assertEqual(value(facts, "local_cpulist", "/sys"),
                             (PCI / name / "local_cpulist").read_text().strip(), name)
            driver = PCI / name / "driver"
            self.assertEqual(value(facts, "driver", "/sys"),
                             driver.resolve().name if driver.exists() else None, name)
        for node in NODES.glob("node[0-9]*"):
            facts = parts["node", node.name[4:]]
            self.assertEqual(value(facts, "distances", "/sys"),
                             [int(word) for word in (node / "distance").read_text().split()])

    @unittest.skipIf(Path("/dev/nvidiactl").exists(), "this machine has a driver")
    def test_a_machine_without_driver_says_so(self) -> None:
        system = self.capture()["system", ""]
        for source in ("NVML", "CUDA runtime"):
            facts = [fact for fact in system.get("gpus", []) if fact["source"] == source]
            self.assertEqual(len(facts), 1, f"{source}: {facts}")
            self.assertTrue(facts[0].get("unreadable"), facts)
        without = self.capture("--no-drivers")["system", ""]
        self.assertNotIn("gpus", without, "drivers were asked")

    def test_simulated_machine(self) -> None:
        parts = self.capture("--simulate", VIRTUAL_MACHINE)
        model = json.loads(VIRTUAL_MACHINE.read_text(encoding="utf-8"))
        for index, gpu in enumerate(model["gpus"]):
            facts = parts["gpu", gpu["bdf"]]
            self.assertEqual(value(facts, "cuda_index", "CUDA"), index)
            for source in ("CUDA", "NVML"):
                self.assertEqual(value(facts, "uuid", source), gpu["uuid"], source)
            pci = parts["pci", gpu["bdf"]]
            self.assertEqual(value(pci, "numa_node", "/sys"), gpu["sysfs_numa"])
            self.assertEqual(value(pci, "path", "/sys"), gpu["root_port"])
        pair = parts["gpu-pair", f'{model["gpus"][0]["bdf"]} {model["gpus"][1]["bdf"]}']
        self.assertEqual(value(pair, "can_access_peer", "CUDA"), model["p2p"]["can_access"])
        self.assertEqual(value(pair, "p2p_write", "NVML"), model["p2p"]["nvml_status"])
        for node in model["numa_nodes"]:
            facts = parts["node", str(node["id"])]
            for source in ("/sys", "hwloc"):
                self.assertEqual(cpu_list(value(facts, "cpus", source)), cpu_list(node["cpus"]),
                                 source)

    def test_refusals(self) -> None:
        with scratch() as folder:
            self.assert_refused(hopbench("capture", "--root", folder / "missing"), 2, "--root")
            kept = folder / "machine.json"
            kept.write_text("mine", encoding="utf-8")
            self.assert_refused(hopbench("capture", "-o", kept), 2, "--force")
            self.assertEqual(kept.read_text(encoding="utf-8"), "mine")
            empty = folder / "empty"
            empty.mkdir()
            done = hopbench("capture", "--root", empty)
            self.assert_exit(done, 0)
            self.assertNotIn('"kind": "pci"', done.out, "facts of another machine")


if __name__ == "__main__":
    main()
