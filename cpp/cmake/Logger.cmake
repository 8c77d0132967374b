# The logger in C++: plain log files, written and read.
add_library(tandem-logger STATIC
    src/logger/log_writer.cpp
    src/logger/append/descriptor_table.cpp
    src/logger/append/segment_appender.cpp
    src/logger/format/record_buffer.cpp
    src/logger/format/record_checksum.cpp
    src/logger/storage/active_segment.cpp)
target_include_directories(tandem-logger PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
# Its descriptors are the log's.
target_link_libraries(tandem-logger PUBLIC tandem-wal Threads::Threads)
target_compile_features(tandem-logger PUBLIC cxx_std_20)
tandem_precompile(tandem-logger tandem-headers)
tandem_together(tandem-logger read
    src/logger/log_follower.cpp
    src/logger/log_reader.cpp
    src/logger/patterns.cpp
    src/logger/record_text.cpp
    src/logger/read/log_record_cursor.cpp
    src/logger/read/log_segment_image.cpp
    src/logger/read/plain_bytes.cpp
    src/logger/read/record_decoder.cpp
    src/logger/read/segment_files.cpp
    src/logger/read/utf8.cpp)
tandem_together(tandem-logger storage
    src/logger/log_store.cpp
    src/logger/log_store_config.cpp
    src/logger/append/segment_maintenance.cpp
    src/logger/format/file_names.cpp
    src/logger/recovery/recovery.cpp
    src/logger/storage/closed_files.cpp
    src/logger/storage/log_segment.cpp
    src/logger/storage/log_segment_supply.cpp
    src/logger/storage/run_lock.cpp
    src/logger/storage/segment_file.cpp)

if(TANDEM_TESTS AND GTest_FOUND)
  set(TANDEM_LOGGER_TEST_SOURCES
      test/logger/fault_test.cpp
      test/logger/reader_test.cpp
      test/logger/retention_test.cpp
      test/logger/start_test.cpp
      test/logger/state_news_test.cpp
      test/logger/store_test.cpp
      test/logger/vectors_test.cpp)
  if(NOT TANDEM_SANITIZE)
    # A sanitizer has its own operator new.
    list(APPEND TANDEM_LOGGER_TEST_SOURCES test/logger/allocation_test.cpp)
  endif()
  add_executable(tandem-logger-tests ${TANDEM_LOGGER_TEST_SOURCES})
  target_include_directories(tandem-logger-tests PRIVATE test)
  # What the tests in Java read, too.
  target_compile_definitions(tandem-logger-tests PRIVATE
      TANDEM_TESTDATA="${CMAKE_CURRENT_SOURCE_DIR}/../testdata")
  target_link_libraries(tandem-logger-tests PRIVATE tandem-logger GTest::gtest_main)
  tandem_test_options(tandem-logger-tests)
  gtest_discover_tests(tandem-logger-tests DISCOVERY_MODE PRE_TEST)
endif()

if(TANDEM_TESTS)
  # The process whose files a test reads, and that it kills.
  add_executable(tandem-log-victim test/logger/log_victim.cpp)
  target_link_libraries(tandem-log-victim PRIVATE tandem-logger)
  # As many a build has them: no header may use them as names.
  target_compile_definitions(tandem-log-victim PRIVATE DEBUG ERROR=1)
  tandem_precompile(tandem-log-victim tandem-program-headers)
endif()
