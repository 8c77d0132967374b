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
set(TANDEM_FLOW_SOURCES
    tools/flow/book_workload_reader.cpp
    tools/flow/csv_reader.cpp
    tools/flow/flow.cpp
    tools/flow/flow_files.cpp
    tools/flow/input_file.cpp
    tools/flow/line_scanner.cpp
    tools/flow/sse_reader.cpp)
# What runs a flow; its outputs are the next ones.
set(TANDEM_REPLAY_SOURCES
    tools/replay/logged_prefix.cpp
    tools/replay/replay.cpp
    tools/replay/replay_handler.cpp
    tools/replay/setup.cpp
    tools/type_name.cpp)
tandem_together(tandem-cpp replay
    ${TANDEM_FLOW_SOURCES}
    ${TANDEM_REPLAY_SOURCES}
    tools/checksum/sha256.cpp
    tools/flow/recorded_day.cpp
    tools/replay/book_workload_report.cpp
    tools/replay/recorded_check.cpp
    tools/replay/replay_json.cpp
    tools/replay/replay_outputs.cpp
    tools/replay/replay_summary.cpp
    tools/replay/rounds.cpp
    tools/replay/warm_up.cpp)
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
    tools/wal/command_view.cpp
    tools/wal/dump_command.cpp
    tools/wal/json_object.cpp
    tools/wal/log_answers.cpp
    tools/wal/log_moment.cpp
    tools/wal/record_choice.cpp
    tools/wal/repair_command.cpp
    tools/wal/stats_command.cpp
    tools/wal/wal_text.cpp)
