# Third-party packages, all from the distribution; README's table says what each is for.
include_guard(GLOBAL)

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)   # header-only Boost.Math
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(pugixml 1.10 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwloc REQUIRED IMPORTED_TARGET hwloc)   # PkgConfig::hwloc
if(HOPBENCH_CUDA)
  find_package(benchmark 1.7 REQUIRED)
  find_package(NCCL 2.18 REQUIRED)   # FindNCCL.cmake beside this file
endif()
if(HOPBENCH_TESTS)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
