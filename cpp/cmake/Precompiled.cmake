# Most of the time of a build is reading the standard library's headers, so they are read once for each
# kind of target. Each file still includes what it uses: the builds for aarch64 and under sanitizers have
# none of this. Under the thread sanitizer GCC 12 would warn of what is inlined from such headers.
option(TANDEM_PRECOMPILED "Read the standard library's headers once" ON)
if(CMAKE_CROSSCOMPILING OR TANDEM_SANITIZE)
  set(TANDEM_PRECOMPILED OFF)
endif()

set(TANDEM_STANDARD_HEADERS <algorithm> <array> <atomic> <chrono> <cstdint> <cstring> <filesystem>
    <functional> <map> <memory> <mutex> <optional> <span> <stdexcept> <string> <system_error> <thread>
    <utility> <vector>)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/headers.cpp "")

# A target that only has the headers; others take them from it if their options are the same.
function(tandem_headers name)
  if(TANDEM_PRECOMPILED)
    add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/headers.cpp)
    target_link_libraries(${name} PRIVATE Threads::Threads)
    target_precompile_headers(${name} PRIVATE ${TANDEM_STANDARD_HEADERS} ${ARGN})
  endif()
endfunction()

function(tandem_precompile target headers)
  if(TANDEM_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()

tandem_headers(tandem-headers)

# What programs are compiled with: position-independent code of their own kind.
function(tandem_program_headers name)
  tandem_headers(${name} ${ARGN})
  if(TANDEM_PRECOMPILED)
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${name} PRIVATE -fPIE)
  endif()
endfunction()

tandem_program_headers(tandem-program-headers)

# Tests are compiled without optimisation, which saves more than they then take longer to run: what they wait
# for is mostly the libraries, which have theirs. The files of a program are compiled as one, so that they read
# gtest's and the project's headers once; names that a file has for itself must differ within a program.
# Libraries are not compiled so: what the compiler inlines there is what was measured. An emulator takes much
# longer for slow code, so what it runs has some optimisation: there GCC inlines new and not delete, and takes
# them for a mismatch.
if(CMAKE_CROSSCOMPILING)
  set(TANDEM_TEST_OPTIMISATION -O1 -Wno-mismatched-new-delete)
else()
  set(TANDEM_TEST_OPTIMISATION -O0)
endif()
function(tandem_test_options target)
  if(NOT TANDEM_SANITIZE)
    target_compile_options(${target} PRIVATE ${TANDEM_TEST_OPTIMISATION})
  endif()
  tandem_precompile(${target} tandem-test-headers)
  if(TANDEM_PRECOMPILED)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

# Adds files to a library or program that are compiled as one: none of a figure's inner loop, which stay files
# of their own, so that the compiler inlines there what it did when they were measured.
function(tandem_together target group)
  target_sources(${target} PRIVATE ${ARGN})
  if(TANDEM_PRECOMPILED)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()

# After GoogleTest was found.
function(tandem_test_headers)
  tandem_program_headers(tandem-test-headers <gtest/gtest.h>)
  if(TANDEM_PRECOMPILED)
    target_link_libraries(tandem-test-headers PRIVATE GTest::gtest)
    if(NOT TANDEM_SANITIZE)
      target_compile_options(tandem-test-headers PRIVATE ${TANDEM_TEST_OPTIMISATION})
    endif()
  endif()
endfunction()
