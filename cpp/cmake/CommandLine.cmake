# The command tandem-cpp, which tests of logs and recovery call.
add_executable(tandem-cpp tools/recover_command.cpp tools/tandem_cpp.cpp)
target_include_directories(tandem-cpp PRIVATE tools tools/log tools/wal)
target_compile_definitions(tandem-cpp PRIVATE TANDEM_VERSION="${PROJECT_VERSION}")
target_link_libraries(tandem-cpp PRIVATE tandem-static tandem-logger)
tandem_precompile(tandem-cpp tandem-program-headers)
tandem_together(tandem-cpp log tools/log/log_command.cpp tools/log/log_input.cpp)
tandem_together(tandem-cpp wal
    tools/wal/arguments.cpp
    tools/wal/dump_command.cpp
    tools/wal/json_object.cpp
    tools/wal/log_moment.cpp
    tools/wal/repair_command.cpp
    tools/wal/snapshot_reach.cpp
    tools/wal/verify_command.cpp
    tools/wal/wal_text.cpp)
