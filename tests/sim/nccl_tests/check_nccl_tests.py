#!/usr/bin/env python3
"""Runs the unmodified public all_reduce_perf of nccl-tests on simulated machines, with its data check, and compares its
out-of-place times with those of hopbench-allreduce.

    check_nccl_tests.py --run hopbench-sim-run --allreduce hopbench-allreduce --compiler c++ --hooks access_hooks.o
                        --project DIR --include DIR... -- MODEL.json...

HOPBENCH_NCCL_TESTS names a checkout of nccl-tests that has been built in its folder build/ against the shared CUDA
runtime: make -C src BUILDDIR=$PWD/build CUDARTLIB='cudart -cudart shared'. Exit 77, "Skipped", without it.

The tolerance. all_reduce_perf divides by its number of iterations what passes on the host's clock from before the
first call until it has seen the last stream end; hopbench-allreduce's slope has none of that in it. While the streams
never run dry, the two differ by at most what the host spends before the first all-reduce can start and after the last
one has ended, divided by the iterations. Per GPU that is the call itself, its cudaSetDevice and some clock reads
before, and a poll of the stream and of the communicator's error after; a group's two calls; a launch. An event's
quantum, over the operations of a window, limits the slope.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from nccl_tests_pack import Toolchain, build_pack

SKIPPED = 77
GPUS, ITERATIONS, LARGEST = 8, 20, 64 << 20
SIZES = [8 << doubling for doubling in range(24)]
PRINTED_US = 0.006
TYPES = "int8 uint8 int32 uint32 int64 uint64 half float double bfloat16".split()
OPERATORS = {"sum", "prod", "max", "min", "avg", "mulsum"}
# One line of its table: size, count, type, operator, root, then time, two bandwidths and wrong elements, twice.
ROW = re.compile(r"^\s*(\d+)\s+\d+\s+float\s+sum\s+-1((?:\s+\S+){8})\s*$")


class Failure(Exception):
    pass


def run(command: list[str], timeout: float) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode != 0:
        raise Failure(f"{Path(command[-1]).name}: exit {done.returncode}: {(done.stdout + done.stderr)[-500:]}")
    return done.stdout


def public_times(text: str) -> dict[int, float]:
    """Out-of-place microseconds by size. Raises Failure when an element was wrong or a size is missing."""
    times = {}
    for line in text.splitlines():
        row = ROW.match(line)
        if not row:
            continue
        words = row[2].split()
        if words[3] != "0" or words[7] != "0":
            raise Failure(f"wrong elements: {line.strip()}")
        times[int(row[1])] = float(words[0])
    if sorted(times) != SIZES:
        raise Failure(f"{len(times)} sizes in its table instead of {len(SIZES)}: {text[-500:]}")
    if "Out of bounds values : 0 OK" not in text:
        raise Failure("it reports values out of bounds")
    return times


def check_types(command: list[str]) -> None:
    """Every type with every operator over 4 KiB. Raises Failure when an element was wrong."""
    for kind in TYPES:
        text = run([*command, "-b", "4K", "-e", "4K", "-n", "1", "-w", "0", "-d", kind, "-o", "all"], timeout=300)
        rows = [words for words in map(str.split, text.splitlines()) if words[:1] == ["4096"] and words[2:3] == [kind]]
        if {row[3] for row in rows} != OPERATORS:
            raise Failure(f"{kind}: operators {sorted(row[3] for row in rows)} instead of {sorted(OPERATORS)}")
        for row in rows:
            if row[8] != "0" or row[12] != "0":
                raise Failure(f"{kind}: wrong elements: {' '.join(row)}")


def own_times(file: Path) -> dict[int, tuple[float, float]]:
    """(microseconds, half of what the clock's grain leaves open) by size."""
    times = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if not str(record.get("case", "")).startswith("allreduce/out_of_place/"):
            continue
        if record["status"] != "ok":
            raise Failure(f"{record['case']}: {record['status']}: {record['reason']}")
        series = next(series for series in record["series"] if series["metric"] == "time")
        size = int(record["case"].rpartition("bytes:")[2])
        times[size] = statistics.median(series["values"]) * 1e6, series["quantum"] * 1e6
    return times


def host_share_us(model: dict) -> float:
    """What an iteration's mean may hold of the host's time."""
    prices, default = model["api_ns"], model["api_ns"]["default"]
    price = lambda name: prices.get(name, default)
    before = price("ncclGroupStart") + price("ncclGroupEnd") + model["copy"]["kernel_launch_ns"] + GPUS * (
        price("ncclAllReduce") + price("cudaSetDevice"))
    after = GPUS * (price("cudaStreamQuery") + price("ncclCommGetAsyncError"))
    reads = 10 * GPUS * model["timing"]["clock_read_ns"]
    return (before + after + reads) / ITERATIONS / 1000


def check(model_file: Path, options: argparse.Namespace, tests: Path, pack: Path, folder: Path) -> list[str]:
    command = [str(options.run), str(model_file), "--kernels", str(pack), "--", str(tests / "build" / "all_reduce_perf"),
               "-g", str(GPUS), "-c", "1"]
    check_types(command)
    public = public_times(run([*command, "-b", "8", "-e", str(LARGEST), "-f", "2", "-n", str(ITERATIONS), "-w", "1"],
                              timeout=1500))
    samples = folder / f"{model_file.stem}.jsonl"
    run([str(options.run), str(model_file), "--", str(options.allreduce), "--sizes", "8..64M", "--samples-per-case", "5",
         "--samples", str(samples), "--benchmark_filter=out_of_place"], timeout=600)
    own = own_times(samples)
    share = host_share_us(json.loads(model_file.read_text(encoding="utf-8")))
    problems, largest = [], 0.0
    for size in SIZES:
        if size not in own:
            problems.append(f"{model_file.stem}: hopbench-allreduce has no time for {size} B")
            continue
        (time, grain), difference = own[size], public[size] - own[size][0]
        largest = max(largest, difference)
        if not -grain - PRINTED_US <= difference <= share + grain + PRINTED_US:
            problems.append(f"{model_file.stem}: {size} B: all_reduce_perf {public[size]} us, hopbench-allreduce {time:.3f} us, "
                            f"allowed: -{grain + PRINTED_US:.3f} to +{share + grain + PRINTED_US:.3f} us")
    print(f"{model_file.stem}: {len(SIZES)} sizes and {len(TYPES)} types, 0 wrong, all_reduce_perf at most {largest:.3f} us above hopbench-allreduce "
          f"({share:.3f} us are the host's), {len(problems)} off")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="path of hopbench-sim-run")
    parser.add_argument("--allreduce", type=Path, required=True, help="path of hopbench-allreduce")
    parser.add_argument("--compiler", type=Path, required=True, help="for the kernels' host build")
    parser.add_argument("--hooks", type=Path, required=True, help="object file of tests/sim/pack/access_hooks.cpp")
    parser.add_argument("--project", type=Path, required=True, help="root of this project's source")
    parser.add_argument("--include", type=Path, action="append", required=True, help="folders of CUDA's and NCCL's headers")
    parser.add_argument("models", nargs="+", type=Path)
    options = parser.parse_args()
    tests = os.environ.get("HOPBENCH_NCCL_TESTS")
    if not tests:
        print("Skipped: HOPBENCH_NCCL_TESTS does not name a built checkout of nccl-tests")
        return SKIPPED
    tools = Toolchain(options.compiler, options.project, options.include, options.hooks, options.run.parent)
    problems = []
    with tempfile.TemporaryDirectory(prefix="hopbench-nccl-tests-") as folder:
        try:
            pack = build_pack(Path(tests), Path(folder), tools)
            for model in options.models:
                problems += check(model, options, Path(tests), pack, Path(folder))
        except (Failure, RuntimeError, OSError) as failure:
            problems.append(str(failure))
    for line in problems[:20]:
        print(line)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
