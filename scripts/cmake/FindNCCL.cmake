# NCCL::nccl, the shared library: on the simulated stack another one takes its place when a program starts.
# Looked for in NCCL_ROOT and NCCL_HOME (CMake or environment variables), the CUDA toolkit, then where NVIDIA's and
# Debian's packages put it.
set(nccl_places ${NCCL_ROOT} $ENV{NCCL_ROOT} ${NCCL_HOME} $ENV{NCCL_HOME} "${CUDAToolkit_TARGET_DIR}"
                "${CUDAToolkit_LIBRARY_ROOT}" "${CUDAToolkit_BIN_DIR}/.." /usr/local/cuda)

find_path(NCCL_INCLUDE_DIR nccl.h HINTS ${nccl_places} ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES include)
# Packages without development files have libnccl.so.2 only.
find_library(NCCL_LIBRARY NAMES libnccl.so libnccl.so.2 HINTS ${nccl_places} "${CUDAToolkit_LIBRARY_DIR}"
             PATH_SUFFIXES lib lib64 lib/x86_64-linux-gnu lib/aarch64-linux-gnu)
mark_as_advanced(NCCL_INCLUDE_DIR NCCL_LIBRARY)

if(NCCL_INCLUDE_DIR)
  file(STRINGS "${NCCL_INCLUDE_DIR}/nccl.h" nccl_numbers REGEX "^#define NCCL_(MAJOR|MINOR|PATCH) +[0-9]+")
  string(REGEX MATCHALL "[0-9]+" nccl_numbers "${nccl_numbers}")
  string(JOIN "." NCCL_VERSION ${nccl_numbers})
endif()

set(nccl_missing "")
if(NOT NCCL_INCLUDE_DIR)
  list(APPEND nccl_missing "the header nccl.h")
endif()
if(NOT NCCL_LIBRARY)
  list(APPEND nccl_missing "the shared library libnccl.so.2")
endif()
list(JOIN nccl_missing " and " nccl_missing)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NCCL REQUIRED_VARS NCCL_LIBRARY NCCL_INCLUDE_DIR VERSION_VAR NCCL_VERSION
  REASON_FAILURE_MESSAGE "${nccl_missing} cannot be found. Install libnccl-dev, set NCCL_ROOT to NCCL's directory, or \
build hopbench itself alone with -DHOPBENCH_CUDA=OFF.")

if(NCCL_FOUND AND NOT TARGET NCCL::nccl)
  add_library(NCCL::nccl SHARED IMPORTED)
  set_target_properties(NCCL::nccl PROPERTIES IMPORTED_LOCATION "${NCCL_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${NCCL_INCLUDE_DIR}")
endif()
