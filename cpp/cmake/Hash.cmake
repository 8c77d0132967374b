# XXH64 and XXH3: the functions of each instruction set are a file of their own, with its own options.
set(TANDEM_HASH_SOURCES
    src/hash/dispatch.cpp
    src/hash/hashing.cpp
    src/hash/function_set_scalar.cpp
    src/hash/sectors.cpp
    src/hash/xxh3.cpp
    src/hash/xxh3_secret.cpp
    src/hash/xxh64.cpp
    src/hash/xxh64_records.cpp)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND TANDEM_HASH_SOURCES src/hash/function_set_sse2.cpp src/hash/function_set_avx2.cpp
       src/hash/function_set_avx512.cpp)
  set(TANDEM_AVX2 -mavx2 -mbmi2)
  set_source_files_properties(src/hash/function_set_avx2.cpp PROPERTIES COMPILE_OPTIONS "${TANDEM_AVX2}")
  # GCC 12 warns of its own header's deliberately undefined vectors.
  set(TANDEM_AVX512 -mavx512f -mavx512dq -mavx512vl -mbmi2 -Wno-uninitialized
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set_source_files_properties(src/hash/function_set_avx512.cpp PROPERTIES COMPILE_OPTIONS
                              "${TANDEM_AVX512}")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  list(APPEND TANDEM_HASH_SOURCES src/hash/function_set_neon.cpp)
endif()
# The loops say themselves what is vectors and what is not: packed by the compiler, the four lanes
# of XXH64 take twice the time.
set_property(SOURCE ${TANDEM_HASH_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-vectorize
             -fno-tree-slp-vectorize)
# Their options are their own.
set_source_files_properties(${TANDEM_HASH_SOURCES} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
