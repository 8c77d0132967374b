# Benchmarks by Google Benchmark, and a run of each that takes no time, so that none rots. Under a
# sanitizer their figures would mean nothing.
if(TANDEM_SANITIZE OR CMAKE_CROSSCOMPILING OR TANDEM_FUZZ)
  return()
endif()
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "The C++ benchmarks are left out: there is no Google Benchmark (Debian: libbenchmark-dev)")
  return()
endif()

add_executable(tandem-benchmarks
    bench/google/allocations.cpp
    bench/google/book_benchmark.cpp
    bench/google/book_stream.cpp
    bench/google/exchange_benchmark.cpp
    bench/google/flow.cpp
    bench/google/hash_benchmark.cpp
    bench/google/log_benchmark.cpp)
# The book by the C interface, as Java calls it.
target_sources(tandem-benchmarks PRIVATE $<TARGET_OBJECTS:tandem-abi>)
target_link_libraries(tandem-benchmarks PRIVATE tandem-static tandem-logger benchmark::benchmark)
# Where new is inlined, and delete is not, GCC takes them for a mismatch.
set_source_files_properties(bench/google/allocations.cpp PROPERTIES COMPILE_OPTIONS -O2)

if(TANDEM_TESTS)
  enable_testing()
  foreach(room book fused pipelined xxh append group call)
    add_test(NAME tandem-benchmarks-${room}
             COMMAND tandem-benchmarks --benchmark_filter=^${room} --benchmark_min_time=0.001)
    set_tests_properties(tandem-benchmarks-${room} PROPERTIES ENVIRONMENT TANDEM_BOOK_SHORT=1 FAIL_REGULAR_EXPRESSION
                         "ERROR;Failed to match")
  endforeach()
endif()
