"""Every planted engine bug must be noticed, and none where there is none."""
from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import plans
import shapes
from bench_run import SCRATCH, Plan, RunFailed, Stack
from comparison import differences, stamp_differences, together
from model import load

_COPIES = ("p2p", "staged", "hostcopy")
# Which benches show a bug. Slopes between event stamps see neither calls nor submission nor waking,
# which the single copies of latency wait for, nor copies inside a GPU, which the others do not make.
# All-reduce uses no copies, only ways. Where staged copies do not show that memory limits (12), two
# flows would share it, which the plans leave out.
NOTICED_BY: dict[int, tuple[str, ...]] = {
    1: ("latency", *_COPIES, "allreduce"), 2: ("latency",), 3: ("latency", "p2p"), 4: ("latency",),
    5: ("latency", *_COPIES), 6: ("latency",), 7: ("latency",), 8: ("latency",), 9: ("latency",),
    10: ("latency", *_COPIES), 11: ("latency", *_COPIES), 12: ("latency", "p2p", "hostcopy"),
    13: ("latency", "p2p"), 14: ("latency", *_COPIES), 15: ("p2p", "staged"), 16: ("stamps",)}


def findings(stack: Stack, file: Path, family: str, bug: int) -> list[str]:
    environment, model = {"HOPBENCH_SIM_PLANT": str(bug)}, load(file)
    if family == "latency":
        found = differences(stack, file, Plan(plans.few_latency(model)), environment)
    elif family == "stamps":
        found = stamp_differences(stack, file, Plan(plans.few_of(model, "staged")), environment)
    else:
        found = differences(stack, file, Plan(plans.few_of(model, family), samples=1), environment)
    return [f"{file.stem}: {line}" for line in found]


def check(stack: Stack, files: list[Path], bugs: int) -> list[str]:
    """The bundled models come first: most bugs show there, some need a machine that brings them
    out."""
    def notices(job: tuple[int, str]) -> list[str]:
        bug, family = job
        for machine in machines:
            try:
                found = findings(stack, machine, family, bug)
            except RunFailed as failure:  # wrong, but nobody has noticed a number
                return [f"planted bug {bug}, {machine.stem}, {family}: {failure}"]
            if found:
                print(f"planted bug {bug}, {family}: {len(found)} numbers differ, as {found[0]}",
                      flush=True)
                return []
        return [f"planted bug {bug} went unnoticed by {family}"]

    def sound(job: tuple[Path, str]) -> list[str]:
        try:
            return findings(stack, *job, bug=0)
        except RunFailed as failure:
            return [f"no bug, {job[0].stem}, {job[1]}: {failure}"]

    known = range(1, bugs + 1)
    if list(known) != sorted(NOTICED_BY):
        return [f"{bugs} bugs to look for, {len(NOTICED_BY)} are described"]
    with tempfile.TemporaryDirectory(prefix="hopbench-planted-", dir=SCRATCH) as scratch:
        machines = files + [shapes.write(Path(scratch), *job)
                            for job in itertools.product(files, shapes.REVEALING)]
        benches = sorted({family for families in NOTICED_BY.values() for family in families})
        return (together(sound, itertools.product(machines, benches))
                + together(notices, [(bug, family) for bug in known
                                     for family in NOTICED_BY[bug]]))
