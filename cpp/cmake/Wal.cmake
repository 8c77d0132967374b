# The write-ahead log in C++, and its tests.
find_package(Threads REQUIRED)

set(TANDEM_WAL_SOURCES
    src/wal/wal.cpp
    src/wal/wal_reader.cpp
    src/wal/append/batch.cpp
    src/wal/append/batch_writer.cpp
    src/wal/append/batches.cpp
    src/wal/append/confirmation_tracker.cpp
    src/wal/append/log_engine.cpp
    src/wal/append/parked_waiters.cpp
    src/wal/append/producer_wait.cpp
    src/wal/format/checksum.cpp
    src/wal/format/mark_buffer.cpp
    src/wal/format/record_cursor.cpp
    src/wal/format/record_scanner.cpp
    src/wal/format/words.cpp
    src/wal/storage/segment.cpp
    src/wal/storage/segment_table.cpp)

add_library(tandem-wal STATIC ${TANDEM_WAL_SOURCES})
target_include_directories(tandem-wal PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
target_link_libraries(tandem-wal PUBLIC Threads::Threads)
target_compile_features(tandem-wal PUBLIC cxx_std_20)
tandem_precompile(tandem-wal tandem-headers)
tandem_together(tandem-wal read
    src/wal/wal_repair.cpp
    src/wal/wal_report.cpp
    src/wal/wal_verifier.cpp
    src/wal/format/log_extent.cpp
    src/wal/format/segment_image.cpp
    src/wal/format/segment_names.cpp
    src/wal/format/segment_window.cpp
    src/wal/format/tail_scan.cpp
    src/wal/recovery/extent_damage.cpp
    src/wal/recovery/log_walk.cpp
    src/wal/recovery/mark_search.cpp
    src/wal/recovery/skipped_segments.cpp
    src/wal/recovery/tail_repair.cpp)
tandem_together(tandem-wal storage
    src/wal/system_clock.cpp
    src/wal/wal_config.cpp
    src/wal/wal_exception.cpp
    src/wal/append/log_failure.cpp
    src/wal/append/retention.cpp
    src/wal/append/sync_times.cpp
    src/wal/format/segment_header.cpp
    src/wal/storage/channel_file.cpp
    src/wal/storage/descriptor.cpp
    src/wal/storage/disk_space.cpp
    src/wal/storage/durable_directories.cpp
    src/wal/storage/extent_file.cpp
    src/wal/storage/lock_file.cpp
    src/wal/storage/log_files.cpp
    src/wal/storage/segment_maker.cpp
    src/wal/storage/segment_supply.cpp)

if(TANDEM_TESTS AND GTest_FOUND)
  set(TANDEM_WAL_TEST_SOURCES
      test/wal/append_test.cpp
      test/wal/fault_test.cpp
      test/wal/format_test.cpp
      test/wal/reader_test.cpp
      test/wal/recovery_test.cpp
      test/wal/threads_test.cpp
      test/wal/written_recovery_test.cpp)
  if(NOT TANDEM_SANITIZE)
    # A sanitizer has its own operator new.
    list(APPEND TANDEM_WAL_TEST_SOURCES test/wal/allocation_test.cpp)
  endif()
  add_executable(tandem-wal-tests ${TANDEM_WAL_TEST_SOURCES})
  target_link_libraries(tandem-wal-tests PRIVATE tandem-wal GTest::gtest_main)
  tandem_test_options(tandem-wal-tests)
  gtest_discover_tests(tandem-wal-tests DISCOVERY_MODE PRE_TEST)
endif()

if(TANDEM_TESTS)
  # The process that a test kills.
  add_executable(tandem-wal-victim test/wal/wal_victim.cpp)
  target_link_libraries(tandem-wal-victim PRIVATE tandem-wal)
  tandem_precompile(tandem-wal-victim tandem-program-headers)
endif()
