#!/usr/bin/env python3
"""What a bench executable must contain: shared libraries of the driver's stack, and code for the GPUs it is built for.

usage: executable_contract.py EXECUTABLE shared-runtime | shared-nccl | no-nccl | sm NUMBER
"""
import struct
import subprocess
import sys

FATBIN_MAGIC = 0xBA55ED50
ELF_ENTRY = 2


def needed_libraries(executable):
    text = subprocess.run(["readelf", "-d", executable], check=True, capture_output=True, text=True).stdout
    return [line.split("[")[1].rstrip("]") for line in text.splitlines() if "(NEEDED)" in line]


def machine_code_architectures(executable):
    """Architectures with machine code, of every fat binary in the file: 120 is sm_120.

    A fat binary is a 16-byte header (magic, version, header size, size of the entries) and entries that
    begin with kind, header size, payload size and, at byte 28, the architecture.
    """
    with open(executable, "rb") as file:
        data = file.read()
    found = []
    magic = struct.pack("<I", FATBIN_MAGIC)
    start = data.find(magic)
    while start >= 0:
        _, _, header, size = struct.unpack_from("<IHHQ", data, start)
        at, end = start + header, start + header + size
        architectures = set()
        while header == 16 and at + 32 <= min(end, len(data)):
            kind, _, entry_header, payload = struct.unpack_from("<HHIQ", data, at)
            if entry_header == 0:
                break
            if kind == ELF_ENTRY:
                architectures.add(struct.unpack_from("<I", data, at + 28)[0])
            at += entry_header + payload
        found.append(architectures)
        start = data.find(magic, start + 4)
    return found


def main(arguments):
    executable, what = arguments[0], arguments[1]
    library_rules = {"shared-runtime": ("libcudart.so", True), "shared-nccl": ("libnccl.so", True),
                     "no-nccl": ("libnccl.so", False)}
    if what in library_rules:
        prefix, is_needed = library_rules[what]
        libraries = needed_libraries(executable)
        print("NEEDED:", " ".join(libraries))
        return 0 if any(name.startswith(prefix) for name in libraries) == is_needed else 1
    wanted = int(arguments[2])
    binaries = machine_code_architectures(executable)
    print("machine code of each fat binary:", binaries)
    return 0 if binaries and all(wanted in architectures for architectures in binaries) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
