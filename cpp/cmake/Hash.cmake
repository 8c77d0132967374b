set(TANDEM_SOURCES
    src/hash/dispatch.cpp
    src/hash/hashing.cpp
    src/hash/kernels_scalar.cpp
    src/hash/sectors.cpp
    src/hash/xxh3.cpp
    src/hash/xxh3_secret.cpp
    src/hash/xxh64.cpp
    src/hash/xxh64_records.cpp)
set(TANDEM_ABI_SOURCES src/capi/exchange_handle.cpp src/capi/tandem_exchange.cpp src/capi/tandem_hash.cpp
    src/capi/tandem_log.cpp src/capi/tandem_pace.cpp src/capi/tandem_book.cpp)
set(TANDEM_JNI_SOURCES src/capi/tandem_calls_jni.cpp src/capi/tandem_hash_jni.cpp)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND TANDEM_SOURCES src/hash/kernels_sse2.cpp src/hash/kernels_avx2.cpp
       src/hash/kernels_avx512.cpp)
  set(TANDEM_AVX2 -mavx2 -mbmi2)
  set_source_files_properties(src/hash/kernels_avx2.cpp PROPERTIES COMPILE_OPTIONS "${TANDEM_AVX2}")
  # GCC 12 warns of its own header's deliberately undefined vectors.
  set(TANDEM_AVX512 -mavx512f -mavx512dq -mavx512vl -mbmi2 -Wno-uninitialized
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  set_source_files_properties(src/hash/kernels_avx512.cpp PROPERTIES COMPILE_OPTIONS
                              "${TANDEM_AVX512}")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  list(APPEND TANDEM_SOURCES src/hash/kernels_neon.cpp)
endif()
# The loops say themselves what is vectors and what is not: packed by the compiler, the four lanes
# of XXH64 take twice the time.
set_property(SOURCE ${TANDEM_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -fno-tree-vectorize
             -fno-tree-slp-vectorize)
# Their options are their own.
set_source_files_properties(${TANDEM_SOURCES} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
