# Language level, build type, output folders, warnings and sanitizers, for every target.
include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
# What has to be fast asks for more (HopbenchSim.cmake); the rest is built far more often than it runs.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

if(HOPBENCH_CUDA)
  # The shared runtime: the same executable runs on hardware and on the simulated stack.
  set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # One real architecture and PTX old enough for every GPU from Turing on.
    set(CMAKE_CUDA_ARCHITECTURES "75-virtual;120-real")
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(HOPBENCH_NVCC nvcc PATHS /usr/local/cuda/bin)
    if(HOPBENCH_NVCC)
      set(CMAKE_CUDA_COMPILER "${HOPBENCH_NVCC}")
    endif()
  endif()
  enable_language(CUDA)
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    # CMake 3.25 knows nvcc's dialects up to C++17 only; nvcc 12 and later take C++20.
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_STANDARD_REQUIRED ON)
  find_package(CUDAToolkit REQUIRED)
endif()

# What every target of ours is compiled with; linked PRIVATE.
add_library(hopbench_options INTERFACE)
target_compile_options(hopbench_options INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>
  # g++ 12 sees overlaps that are not there in "x" + std::string (GCC bug 105651).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${HOPBENCH_WERROR}>>:-Werror>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${HOPBENCH_WERROR}>>:-Werror=all-warnings>)
target_include_directories(hopbench_options INTERFACE "${PROJECT_SOURCE_DIR}")
if(HOPBENCH_SANITIZE)
  target_compile_options(hopbench_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${HOPBENCH_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>)
  target_link_options(hopbench_options INTERFACE -fsanitize=${HOPBENCH_SANITIZE})
endif()
if(HOPBENCH_CLANG_TIDY)
  set(CMAKE_CXX_CLANG_TIDY "${HOPBENCH_CLANG_TIDY}")
endif()

# hopbench_library(NAME sources... LINK libs...): a static library with the house options.
function(hopbench_library name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE hopbench_options PUBLIC ${arg_LINK})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
endfunction()

# hopbench_unit_test(NAME sources... LINK libs... [LABELS ...]): one GoogleTest executable, one ctest entry.
function(hopbench_unit_test name)
  cmake_parse_arguments(arg "" "" "LINK;LABELS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE hopbench_options ${arg_LINK} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_compile_definitions(${name} PRIVATE HOPBENCH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Tests are compiled more often than they run.
  target_compile_options(${name} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 120)
endfunction()
