# The exchange that a test kills.
add_executable(tandem-exchange-victim test/journal/exchange_victim.cpp)
target_link_libraries(tandem-exchange-victim PRIVATE tandem-static)
tandem_precompile(tandem-exchange-victim tandem-program-headers)

# A client that a test lets speak to a gateway: headers alone.
add_executable(tandem-wire-client test/client/wire_client.cpp)
target_include_directories(tandem-wire-client PRIVATE include)

include(GoogleTest)
if(CMAKE_CROSSCOMPILING)
  # There is no binary of GoogleTest for the other processor; Debian's package has its sources.
  if(EXISTS /usr/src/googletest/CMakeLists.txt)
    set(INSTALL_GTEST OFF)
    set(BUILD_GMOCK OFF)
    add_subdirectory(/usr/src/googletest googletest EXCLUDE_FROM_ALL)
    target_compile_options(gtest PRIVATE -w)
    target_compile_options(gtest_main PRIVATE -w)
    set(GTest_FOUND TRUE)
  endif()
else()
  find_package(GTest QUIET)
endif()
if(TANDEM_REQUIRED AND NOT (GTest_FOUND AND XXHASH_INCLUDE))
  message(FATAL_ERROR "The tests need GoogleTest and xxhash.h (Debian: libgtest-dev, libxxhash-dev)")
endif()
if(NOT GTest_FOUND)
  message(STATUS "The C++ tests are left out: there is no GoogleTest")
  return()
endif()

tandem_test_headers()
set(TANDEM_TEST_SOURCES
    test/hash/published_vectors_test.cpp
    test/hash/reference_test.cpp
    test/hash/sectors_test.cpp
    test/hash/bounds_test.cpp
    test/client/wire_test.cpp
    test/command/command_codec_test.cpp
    test/command/command_sum_test.cpp
    test/command/id_index_test.cpp
    test/statemachine/admission_test.cpp
    test/statemachine/foreign_outcomes_test.cpp
    test/statemachine/format_vectors_test.cpp
    test/statemachine/look_ahead_test.cpp
    test/statemachine/replay_driver_test.cpp
    test/statemachine/stages_test.cpp
    test/matching/book_abi_test.cpp
    test/matching/order_book_test.cpp
    test/matching/order_index_test.cpp
    test/matching/price_levels_test.cpp
    test/risk/held_orders_test.cpp
    test/risk/money_test.cpp
    test/kernel/exchange_abi_pace_test.cpp
    test/kernel/exchange_abi_test.cpp)

add_executable(tandem-tests ${TANDEM_TEST_SOURCES})
target_include_directories(tandem-tests PRIVATE src test)
# What the tests in Java read, too.
target_compile_definitions(tandem-tests PRIVATE
    TANDEM_TESTDATA="${CMAKE_CURRENT_SOURCE_DIR}/../testdata")
target_link_libraries(tandem-tests PRIVATE tandem-abi GTest::gtest_main)
tandem_test_options(tandem-tests)
if(XXHASH_INCLUDE)
  target_compile_definitions(tandem-tests PRIVATE TANDEM_REFERENCE)
  target_include_directories(tandem-tests SYSTEM PRIVATE ${TANDEM_REFERENCE_INCLUDE})
else()
  message(STATUS "The C++ digests are not compared with the xxHash library: there is no xxhash.h")
endif()
gtest_discover_tests(tandem-tests DISCOVERY_MODE PRE_TEST)

# What has threads, apart.
add_executable(tandem-pipeline-tests
    test/ingress/producers_test.cpp
    test/ingress/sequencer_test.cpp
    test/kernel/amend_and_transfer_test.cpp
    test/kernel/pipelined_kernel_test.cpp
    test/matching/self_trade_groups_test.cpp
    test/pipeline/cpu_pin_test.cpp
    test/pipeline/ring_publisher_test.cpp)
target_include_directories(tandem-pipeline-tests PRIVATE src test)
target_link_libraries(tandem-pipeline-tests PRIVATE tandem-abi GTest::gtest_main)
tandem_test_options(tandem-pipeline-tests)
gtest_discover_tests(tandem-pipeline-tests DISCOVERY_MODE PRE_TEST)

# The exchange on its log, in both topologies.
set(TANDEM_JOURNAL_TEST_SOURCES
    test/journal/closed_test.cpp
    test/journal/wal_journal_test.cpp
    test/journal/log_abi_test.cpp
    test/journal/recovery_test.cpp
    test/journal/refusal_test.cpp
    test/journal/soak_test.cpp
    test/journal/vectors_test.cpp
    test/snapshot/automatic_snapshots_test.cpp
    test/snapshot/snapshots_test.cpp)
if(NOT TANDEM_SANITIZE)
  # A sanitizer has its own operator new.
  list(APPEND TANDEM_JOURNAL_TEST_SOURCES test/journal/allocation_test.cpp)
endif()
add_executable(tandem-journal-tests ${TANDEM_JOURNAL_TEST_SOURCES})
target_include_directories(tandem-journal-tests PRIVATE src test)
# What the tests in Java read, too.
target_compile_definitions(tandem-journal-tests PRIVATE
    TANDEM_TESTDATA="${CMAKE_CURRENT_SOURCE_DIR}/../testdata")
target_link_libraries(tandem-journal-tests PRIVATE tandem-abi GTest::gtest_main)
tandem_test_options(tandem-journal-tests)
gtest_discover_tests(tandem-journal-tests DISCOVERY_MODE PRE_TEST)
