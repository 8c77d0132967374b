# The command tandem-cpp.
add_executable(tandem-cpp
    tools/hash_command.cpp
    tools/recover_command.cpp
    tools/replay_command.cpp
    tools/tandem_cpp.cpp
    tools/wal/verify_command.cpp)
target_include_directories(tandem-cpp PRIVATE tools tools/log tools/wal)
target_compile_definitions(tandem-cpp PRIVATE TANDEM_VERSION="${PROJECT_VERSION}")
target_link_libraries(tandem-cpp PRIVATE tandem-static tandem-logger)
tandem_precompile(tandem-cpp tandem-program-headers)
tandem_together(tandem-cpp replay
    tools/replay/flow.cpp
    tools/replay/logged_prefix.cpp
    tools/replay/replay.cpp
    tools/replay/replay_text.cpp)
tandem_together(tandem-cpp log
    tools/checksum/check_list.cpp
    tools/checksum/file_sum.cpp
    tools/checksum/sum_line.cpp
    tools/log/log_command.cpp
    tools/log/log_input.cpp
    tools/log/write_command.cpp)
tandem_together(tandem-cpp wal
    tools/number_text.cpp
    tools/wal/arguments.cpp
    tools/wal/dump_command.cpp
    tools/wal/json_object.cpp
    tools/wal/repair_command.cpp
    tools/wal/stats_command.cpp
    tools/wal/wal_text.cpp)
