# Helpers for the simulated NVIDIA stack.
include_guard(DIRECTORY)

set(HOPBENCH_SIM_DIR "${CMAKE_BINARY_DIR}/lib/sim")

# hopbench_runtime_names(FILE): the public names of the toolkit's runtime library, one macro call a line.
function(hopbench_runtime_names file)
  get_filename_component(library "${CUDA_cudart_LIBRARY}" REALPATH)
  execute_process(COMMAND "${CMAKE_NM}" -D --defined-only "${library}"
                  OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
  string(REGEX MATCHALL "(cuda[A-Z]|__cuda)[A-Za-z0-9_]*" names "${symbols}")
  list(REMOVE_DUPLICATES names)
  list(LENGTH names count)
  if(failed OR count LESS 300)
    message(FATAL_ERROR "${library}: its public names cannot be listed (a CUDA 13 runtime is needed)")
  endif()
  list(SORT names)
  list(TRANSFORM names REPLACE "(.+)" "HOPBENCH_RUNTIME_NAME(\\1)\n")
  string(JOIN "" text ${names})
  file(CONFIGURE OUTPUT "${file}" CONTENT "${text}" @ONLY)
endfunction()

# hopbench_sim_library(NAME OUTPUT file-name DIRECTORY dir EXPORTS map sources... LINK libs...):
# a shared library whose file name is its SONAME and that exports what the map lists.
function(hopbench_sim_library name)
  cmake_parse_arguments(arg "" "OUTPUT;DIRECTORY;EXPORTS" "LINK" ${ARGN})
  add_library(${name} SHARED ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE hopbench_options ${arg_LINK})
  # Loaded when the program starts, so thread-local variables need no look-up, and calls among its own functions
  # no detour: a simulated copy costs a fraction of a microsecond.
  target_compile_options(${name} PRIVATE -O3 -ftls-model=initial-exec -fno-semantic-interposition)
  set_target_properties(${name} PROPERTIES
    PREFIX "" SUFFIX "" OUTPUT_NAME "${arg_OUTPUT}" NO_SONAME ON
    LIBRARY_OUTPUT_DIRECTORY "${arg_DIRECTORY}" BUILD_RPATH "$ORIGIN" BUILD_RPATH_USE_ORIGIN ON
    LINK_DEPENDS "${arg_EXPORTS}")
  target_link_options(${name} PRIVATE "LINKER:-soname,${arg_OUTPUT}" "LINKER:-z,defs" "LINKER:-Bsymbolic-functions"
                      "LINKER:--version-script=${arg_EXPORTS}")
endfunction()

# hopbench_kernel_objects(NAME sources...): device text compiled for the host. The thread sanitizer's instrumentation is
# wanted, its library is not: sim_access_hooks takes its place. Warnings stay those of device text.
function(hopbench_kernel_objects name)
  add_library(${name} OBJECT ${ARGN})
  target_compile_options(${name} PRIVATE -O3 -Wall -Wextra -Wno-unknown-pragmas
    -fsanitize=thread --param=tsan-instrument-func-entry-exit=0)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_include_directories(${name} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
endfunction()

# hopbench_kernel_pack(NAME OUTPUT file-name DIRECTORY dir sources...): the same as a library for HOPBENCH_SIM_KERNELS.
function(hopbench_kernel_pack name)
  cmake_parse_arguments(arg "" "OUTPUT;DIRECTORY" "" ${ARGN})
  hopbench_kernel_objects(${name}_objects ${arg_UNPARSED_ARGUMENTS})
  add_library(${name} MODULE $<TARGET_OBJECTS:${name}_objects> $<TARGET_OBJECTS:sim_access_hooks>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX PREFIX "" SUFFIX "" OUTPUT_NAME "${arg_OUTPUT}"
    LIBRARY_OUTPUT_DIRECTORY "${arg_DIRECTORY}" BUILD_RPATH "$ORIGIN" BUILD_RPATH_USE_ORIGIN ON)
  target_link_libraries(${name} PRIVATE hopbench_sim)
  # Its own kernels win over launch stubs of the same name in the program.
  target_link_options(${name} PRIVATE "LINKER:-z,defs" "LINKER:-Bsymbolic")
endfunction()
