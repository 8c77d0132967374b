# A program for each decoder, which libFuzzer drives; with Clang alone.
if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "TANDEM_FUZZ needs Clang: -DCMAKE_CXX_COMPILER=clang++")
endif()

function(tandem_fuzz name)
  add_executable(tandem-fuzz-${name} fuzz/${name}_fuzz.cpp ${ARGN})
  target_include_directories(tandem-fuzz-${name} PRIVATE fuzz tools)
  target_link_libraries(tandem-fuzz-${name} PRIVATE tandem-static)
  target_link_options(tandem-fuzz-${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(tandem-fuzz tandem-fuzz-${name})
endfunction()

add_custom_target(tandem-fuzz)
tandem_fuzz(command_codec)
tandem_fuzz(wal)
tandem_fuzz(snapshot)
tandem_fuzz(
  csv ${TANDEM_FLOW_SOURCES} ${TANDEM_REPLAY_SOURCES} tools/wal/wal_text.cpp
  tools/wal/json_object.cpp)
tandem_fuzz(wire)
target_include_directories(tandem-fuzz-wire PRIVATE test)
tandem_fuzz(logger)
target_link_libraries(tandem-fuzz-logger PRIVATE tandem-logger)
