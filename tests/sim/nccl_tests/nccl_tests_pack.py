"""Builds the kernel pack of nccl-tests from its fetched source: none of its text is in this project."""
from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

# (text of verifiable.cu, what a host compiler takes instead)
REPLACEMENTS = (
    ("namespace {", 'extern "C++" {'),  # kernels of a pack need names that are visible outside
    ('asm volatile("red.global.add.u64 [%0],%1;" :: "l"(bad_elt_n), "l"(bad) : "memory");', "atomicAdd(bad_elt_n, bad);"),
    ("sweep<<<1,512>>>();", ""),  # the self-test's launch
)


@dataclass(frozen=True)
class Toolchain:
    compiler: Path
    project: Path  # the root of this project's source
    includes: list[Path]  # of CUDA and NCCL
    access_hooks: Path
    libraries: Path  # with libhopbench-sim.so

    def compile(self, source: Path, target: Path, definitions: list[str], includes: list[Path]) -> None:
        self.run("-c", str(source), "-o", str(target), "-std=c++20", "-O3", "-fPIC", "-w", "-fsanitize=thread",
                 "--param=tsan-instrument-func-entry-exit=0", *definitions, f"-I{self.project}",
                 *(f"-I{folder}" for folder in includes), *(f"-isystem{folder}" for folder in self.includes))

    def link(self, kernels: Path, target: Path) -> None:
        self.run("-shared", str(kernels), str(self.access_hooks), "-o", str(target), f"-L{self.libraries}",
                 "-l:libhopbench-sim.so", "-Wl,-z,defs", "-Wl,-Bsymbolic")

    def run(self, *arguments: str) -> None:
        done = subprocess.run([str(self.compiler), *arguments], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"the kernels of nccl-tests cannot be compiled for the host:\n{done.stderr[-3000:]}")


def build_pack(source: Path, folder: Path, tools: Toolchain) -> Path:
    """source: of nccl-tests; folder: takes what is built. The pack's path."""
    text = (source / "verifiable" / "verifiable.cu").read_text(encoding="utf-8")
    for old, new in REPLACEMENTS:
        if old not in text:
            raise RuntimeError(f"verifiable.cu has changed: it no longer says {old!r}")
        text = text.replace(old, new)
    kernels = folder / "verifiable_host.hpp"
    kernels.write_text(text, encoding="utf-8")
    built = folder / "verifiable.o"
    tools.compile(Path(__file__).with_name("verifiable_kernels.cpp"), built,
                  [f'-DHOPBENCH_NCCL_TESTS_VERIFIABLE="{kernels}"', "-DNCCL_OS_LINUX"], [source / "verifiable"])
    pack = folder / "libnccl-tests-kernels.so"
    tools.link(built, pack)
    return pack
