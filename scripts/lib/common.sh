# Shared by the scripts of this folder; sourced, not run.
# Sets: root (checkout), jobs, preset; offers: say, die, install_packages, find_toolkit, configure.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
jobs=${HOPBENCH_JOBS:-$(nproc)}

say() { printf '== %s\n' "$*" >&2; }
die() { printf 'hopbench: %s\n' "$*" >&2; exit 2; }

# Debian/Ubuntu packages, by name: what the build, the tests and the scripts use.
packages_build=(g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libfmt-dev libboost-dev
                libssl-dev libbenchmark-dev libnuma-dev libhwloc-dev libpugixml-dev pkg-config)
packages_test=(libgtest-dev python3 python3-jsonschema binutils pciutils util-linux)

# Installs what is missing of the named packages; says nothing when nothing is.
install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
            missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    command -v apt-get >/dev/null ||
        die "packages: ${missing[*]} are missing and there is no apt-get (install them by hand)"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "packages: ${missing[*]} are missing (run as root, or install sudo)"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update -qq &&
           "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
               apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        die "packages: installation failed (see the lines above)"
    fi
    rm -f "$log"
}

# Puts nvcc on PATH where a toolkit is installed; fails where none is.
find_toolkit() {
    nvcc --version >/dev/null 2>&1 && return 0
    local candidate
    for candidate in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda /usr/local/cuda-*; do
        if [ -n "$candidate" ] && "$candidate/bin/nvcc" --version >/dev/null 2>&1; then
            PATH="$candidate/bin:$PATH"
            return 0
        fi
    done
    return 1
}

# NCCL's header and library come with some toolkits; else NVIDIA's packages are installed where apt
# offers them. CMake finds what is there and names what is not.
install_nccl() {
    local place
    for place in "${NCCL_ROOT:-}" "${NCCL_HOME:-}" "$(dirname "$(command -v nvcc)")/.." /usr/local/cuda /usr; do
        [ -n "$place" ] && [ -r "$place/include/nccl.h" ] && return 0
    done
    apt-cache show libnccl-dev >/dev/null 2>&1 || return 0
    install_packages libnccl2 libnccl-dev
}

# configure PRESET [cmake options]: prints cmake's output only when it fails.
configure() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if ! cmake -S "$root" --preset "$preset" "$@" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        rm -f "$log"
        die "configure: cmake --preset $preset failed (see the lines above)"
    fi
    rm -f "$log"
}

# build PRESET [targets…]: the build's own progress on a terminal, else only failures. Says nothing
# when all is built.
build() {
    local preset=$1 log
    shift
    local targets=()
    [ $# -gt 0 ] && targets=(--target "$@")
    cmake --build "$root/build/$preset" "${targets[@]}" -- -n 2>/dev/null |
        grep -q 'no work to do' && return 0
    say "building preset $preset${1:+: $*} (some minutes the first time)"
    if [ -t 2 ]; then
        cmake --build "$root/build/$preset" -j "$jobs" "${targets[@]}" >&2 || die "build: preset $preset failed"
        return 0
    fi
    log=$(mktemp)
    if ! cmake --build "$root/build/$preset" -j "$jobs" "${targets[@]}" >"$log" 2>&1; then
        grep -E -A 20 'FAILED|error:' "$log" | head -n 80 >&2
        rm -f "$log"
        die "build: preset $preset failed (see the lines above)"
    fi
    rm -f "$log"
}
