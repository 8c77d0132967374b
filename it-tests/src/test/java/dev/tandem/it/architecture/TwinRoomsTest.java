package dev.tandem.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Java and C++ have the same rooms, and in them the same names: {@code OrderBook.java} is {@code
 * order_book.hpp}. What only one of them has stands here, with the reason.
 */
class TwinRoomsTest {

  private static final String JAVA_CORE = "core/src/main/java/dev/tandem/core/";
  private static final String JAVA_WAL = "wal/src/main/java/dev/tandem/wal/";
  private static final String JAVA_WIRE = "client/src/main/java/dev/tandem/client/wire";
  private static final String JAVA_LOGGER = "logger/src/main/java/dev/tandem/logger/";

  /** Rooms of the kernel, then of the log, the messages of the gateway, and the logger. */
  private static final Map<String, String> ROOMS =
      Stream.concat(
              Stream.of(
                      "command",
                      "event",
                      "matching",
                      "risk",
                      "state",
                      "statemachine",
                      "pipeline",
                      "ingress",
                      "kernel",
                      "snapshot",
                      "journal")
                  .map(room -> Map.entry(room, JAVA_CORE + room)),
              Stream.concat(
                  Stream.of("", "/format", "/storage", "/recovery", "/append", "/tailer")
                      .map(room -> Map.entry("wal" + room, JAVA_WAL + room)),
                  Stream.concat(
                      Stream.of(Map.entry("client/wire", JAVA_WIRE)),
                      Stream.of("", "/format", "/storage", "/recovery", "/append", "/read")
                          .map(room -> Map.entry("logger" + room, JAVA_LOGGER + room)))))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /**
   * Java has what its API hands out in one room, because only whole packages are exported. In C++
   * each is in the room that makes or takes it.
   */
  private static final Map<String, List<String>> ROOMS_OF_API =
      Map.of(
          "kernel", List.of("topology"),
          "ingress", List.of("ingress", "lane_statistics"),
          "pipeline", List.of("wait_mode", "publish_interval", "stage_timings"),
          "matching", List.of("book_view"),
          "risk", List.of("user_state", "currency_totals"),
          "snapshot",
              List.of("snapshot_report", "snapshot_info", "snapshot_statistics", "log_position"),
          "journal",
              List.of(
                  "journal_options",
                  "journal_exception",
                  "record_mark",
                  "recovery_report",
                  "recovery_point"));

  /** A reason, and the classes of Java that have no file in C++ for it. */
  private static final Map<String, List<String>> JAVA_ONLY =
      Map.of(
          "one struct in C++: CommandInput is in command.hpp, StageOptions in stage_processor.hpp, AutomaticSnapshots in exchange.hpp, SideTables in matching_engine.hpp",
          List.of(
              "snapshot/snapshot_statistics",
              "command/command_input",
              "command/query_payload",
              "matching/side_tables",
              "pipeline/stage_options",
              "pipeline/two_step_handler",
              "pipeline/look_ahead_handler",
              "pipeline/wait_mode",
              "kernel/kernel_options"),
          "convenience of the Java API, or of callers that C++ has not",
          List.of(
              "command/command_result",
              "command/commands",
              "command/live_terms",
              "matching/book_terms",
              "matching/live_orders",
              "event/event_record",
              "snapshot/snapshot_stream",
              "client/wire/short_message_exception",
              "risk/currency_totals",
              "statemachine/answer_counts",
              "kernel/topology",
              "pipeline/stage_timings",
              "pipeline/timed_handlers",
              "pipeline/pipeline_threads"),
          "for the Disruptor's interfaces, which C++ has not",
          List.of(
              "statemachine/admission_handler",
              "statemachine/hold_handler",
              "statemachine/no_risk_handler",
              "pipeline/barrier_upstream",
              "pipeline/sequences_upstream",
              "pipeline/forwarding_handler",
              "pipeline/handler_calls",
              "pipeline/batch_loop",
              "pipeline/batch_loop_body",
              "pipeline/poisoned_exception",
              "pipeline/processor_set",
              "pipeline/run_state",
              "pipeline/stop_signal",
              "pipeline/idling"),
          "one class in C++: an entry is in intake.hpp, a lane's lines in lane.hpp, one kind of row; no caller there has a slot in hand",
          List.of(
              "ingress/claim_mark",
              "ingress/claim_watch",
              "ingress/open_claim",
              "ingress/sole_producer",
              "ingress/command_entry",
              "ingress/common_entry",
              "ingress/lane_entry",
              "ingress/lane_fields",
              "ingress/lane_publisher",
              "ingress/lane_rows"),
          "the state is copied in its order at once, with no memory beside it",
          List.of(
              "state/results_table",
              "state/sorted_order",
              "state/table_kind",
              "state/word_copy",
              "state/words",
              "risk/risk_tables",
              "statemachine/clients_copy",
              "statemachine/size_query",
              "statemachine/snapshot_query"),
          "a call of the stages in PolledKernel, which uses its caller's thread anyway; a part of BookView, which is an interface in Java; functions in the source files of OrderBook, MatchingEngine and StopOrders; StopView stands beside StopOrders",
          List.of(
              "statemachine/fused_pass",
              "kernel/confirmation_call",
              "pipeline/turns_processor",
              "pipeline/wake_signal",
              "kernel/polling_driver",
              "pipeline/polled_stage",
              "matching/order_bounds",
              "matching/found_order",
              "matching/symbol_commands",
              "matching/stop_view",
              "matching/triggered_rule",
              "matching/order_book_view"),
          "one header of exceptions, one of settings",
          List.of(
              "wal/backpressure_policy",
              "wal/confirm_timeout_exception",
              "wal/wal_backlog_exception",
              "wal/wal_corrupted_exception",
              "wal/wal_full_exception",
              "wal/wal_gap_exception",
              "wal/wal_locked_exception",
              "wal/wal_poisoned_exception",
              "wal/wal_clock",
              "wal/wal_statistics",
              "wal/append/log_counts",
              "wal/append/monotone_clock"),
          "not there in C++: tailers, cursors, listeners, and what is made with them",
          List.of(
              "wal/tailer",
              "wal/wal_copy",
              "wal/wal_cursor",
              "journal/event_replay",
              "journal/record_mark",
              "journal/snapshot_reach",
              "wal/confirm_listener",
              "wal/confirmation",
              "wal/append/pending_listeners",
              "wal/storage/cursor_file",
              "wal/tailer/file_tail_source",
              "wal/tailer/live_tail_source",
              "wal/tailer/tail_source"),
          "for threads, class loaders and records of the virtual machine; see cpu.hpp, lock_file.hpp",
          List.of(
              "wal/append/appender",
              "wal/append/wait_ladder",
              "wal/append/producers",
              "wal/append/stack_probe",
              "wal/append/log_thread",
              "wal/append/wal_flight_events",
              "wal/append/free_batches",
              "wal/append/backpressure",
              "wal/format/interrupts",
              "wal/storage/locked_file"),
          "of the API in Java, where a store can be brought, which may map its files; in C++ of the storage, which writes by calls",
          List.of(
              "wal/channel_file", "wal/log_file", "wal/log_files", "wal/append/page_pretoucher"));

  /** The same of the logger. */
  private static final Map<String, List<String>> LOGGER_JAVA_ONLY =
      Map.of(
          "sealed and compressed files are left to Java",
          List.of(
              "logger/part_origin",
              "logger/record_seal",
              "logger/sealing",
              "logger/segment_info",
              "logger/segment_proof",
              "logger/segment_sink",
              "logger/unforced_exception",
              "logger/unsealing",
              "logger/read/sealed_overlay",
              "logger/read/sealed_parts",
              "logger/recovery/found_bytes",
              "logger/storage/seal_backlog",
              "logger/storage/committed_block",
              "logger/storage/compression",
              "logger/storage/sealed_hole",
              "logger/storage/sealed_holes",
              "logger/storage/segment_tail",
              "logger/storage/sink_opener"),
          "not there in C++: a look whether files were removed, pages made ready again",
          List.of("logger/storage/page_pretoucher", "logger/storage/removal_check"),
          "front ends, and recordings of the virtual machine",
          List.of(
              "logger/logger_flight_events",
              "logger/log_line",
              "logger/sink_record",
              "logger/append/thread_names"),
          "a caller in C++ does not fail between claim and commit",
          List.of("logger/append/lost_claims"),
          "interrupts of a thread, which C++ has not",
          List.of("logger/storage/store_threads", "logger/storage/waits"),
          "few lines in C++: parts of SegmentMaintenance, SegmentAppender, DescriptorTable, PlainBytes, LogStore",
          List.of(
              "logger/append/descriptor",
              "logger/append/metrics_builder",
              "logger/append/segment_definitions",
              "logger/format/private_files",
              "logger/overflow_policy",
              "logger/storage/segment_endings",
              "logger/storage/failure_collector",
              "logger/storage/failure_reporter",
              "logger/storage/failures",
              "logger/storage/flush_requests",
              "logger/storage/forcing",
              "logger/storage/retry_pause",
              "logger/storage/segment_ending",
              "logger/storage/zeros"),
          "the system's clock is read as it is",
          List.of("logger/append/log_clock"));

  /** The same the other way round. */
  private static final Map<String, List<String>> CPP_ONLY =
      Map.of(
          "what the language or the Disruptor gives in Java",
          List.of(
              "command/integers",
              "pipeline/ring_buffer",
              "pipeline/sequence",
              "wal/format/words",
              "wal/append/cpu",
              "wal/append/append_result",
              "wal/append/producer_wait",
              "wal/storage/descriptor"),
          "the caller's thread does the work: alone, or with a ring of answers that wait for the log",
          List.of("kernel/polled_kernel", "kernel/polled_log_kernel", "kernel/kernel_threads"),
          "in Java the virtual machine stops a thread for it",
          List.of("ingress/process_fence"),
          "times of answers in a paced run, for which Java has HdrHistogram",
          List.of("pipeline/distribution"),
          "exceptions of its own, and what the platform of Java makes of bytes that are no text",
          List.of("logger/log_exception", "logger/read/utf8"),
          "of the storage in C++; in Java of the API, or of a room that the kernel uses",
          List.of(
              "wal/storage/channel_file",
              "wal/storage/durable_directories",
              "wal/storage/log_files"),
          "a part of WalVerifier in Java",
          List.of("wal/recovery/extent_damage"),
          "in Java in a room that only front ends see, logger.text",
          List.of("logger/patterns"));

  /** Rooms of C++ without tests of their own, and the reason. */
  private static final Map<String, String> TESTED_ELSEWHERE =
      Map.of(
          "capi", "the C interface: tests of abi, in the rooms that they reach",
          "event", "records that the stages make: statemachine/format_vectors_test",
          "state", "what a snapshot is written from: snapshot/snapshots_test");

  @Test
  void bothHaveTheSameNames() throws IOException {
    Set<String> java = new TreeSet<>();
    Set<String> cpp = new TreeSet<>();
    for (Map.Entry<String, String> room : ROOMS.entrySet()) {
      for (String name : names(room.getValue(), ".java")) {
        if (!name.equals("package-info")) {
          java.add(room.getKey() + "/" + snakeCase(name));
        }
      }
      for (String root : List.of("cpp/include/tandem/", "cpp/src/")) {
        for (String ending : List.of(".hpp", ".cpp")) {
          names(root + room.getKey(), ending).forEach(name -> cpp.add(room.getKey() + "/" + name));
        }
      }
    }
    Set<String> api = new TreeSet<>();
    ROOMS_OF_API.forEach(
        (room, names) ->
            names.forEach(
                name -> {
                  api.add(name);
                  java.add(room + "/" + name);
                }));
    assertThat(
            names(JAVA_CORE + "api", ".java").stream()
                .filter(name -> !name.equals("package-info"))
                .map(TwinRoomsTest::snakeCase))
        .as("in the room of the API")
        .containsExactlyInAnyOrderElementsOf(api);
    assertThat(minus(java, cpp))
        .as("in Java alone")
        .isEqualTo(listed(Stream.of(JAVA_ONLY, LOGGER_JAVA_ONLY)));
    assertThat(minus(cpp, java)).as("in C++ alone").isEqualTo(listed(Stream.of(CPP_ONLY)));
  }

  /**
   * Each room of C++ has tests of its own, and a test that is named after a file is in its room.
   */
  @Test
  void testsAreInTheRoomsOfWhatTheyTest() throws IOException {
    Set<String> rooms = new TreeSet<>();
    Map<String, Set<String>> roomsOfNames = new TreeMap<>();
    for (String root : List.of("cpp/include/tandem/", "cpp/src/")) {
      for (Path file : files(root, ".?pp")) {
        String room = file.getName(0).toString();
        String name = stem(file);
        roomsOfNames.computeIfAbsent(name, key -> new TreeSet<>()).add(room);
        if (file.getNameCount() > 1) {
          rooms.add(room);
        }
      }
    }
    Set<String> tested = new TreeSet<>(TESTED_ELSEWHERE.keySet());
    Map<String, Set<String>> roomsOfTests = new TreeMap<>();
    for (Path file : files("cpp/test/", "_test.cpp")) {
      String room = file.getName(0).toString();
      assertThat(TESTED_ELSEWHERE).doesNotContainKey(room);
      tested.add(room);
      String name = stem(file).replaceAll("_test$", "");
      roomsOfTests.computeIfAbsent(name, key -> new TreeSet<>()).add(room);
    }
    // Single words, as recovery, mean something in several rooms.
    roomsOfTests.keySet().removeIf(name -> !name.contains("_") || !roomsOfNames.containsKey(name));
    roomsOfTests.forEach(
        (name, of) ->
            assertThat(of)
                .as("where %s is tested", name)
                .containsAnyElementsOf(roomsOfNames.get(name)));
    assertThat(roomsOfTests).hasSizeGreaterThan(5);
    assertThat(tested).isEqualTo(rooms);
  }

  private static String stem(Path file) {
    return file.getFileName().toString().replaceAll("\\..*", "");
  }

  /** Below a root, by the end of a name as in a glob. */
  private static List<Path> files(String root, String ending) throws IOException {
    Path path = TestData.root().resolve(root);
    PathMatcher matcher = path.getFileSystem().getPathMatcher("glob:**" + ending);
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(matcher::matches).map(path::relativize).toList();
    }
  }

  private static List<String> names(String directory, String ending) throws IOException {
    Path path = TestData.root().resolve(directory);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .toList();
    }
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static Set<String> minus(Set<String> all, Set<String> others) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(others);
    return left;
  }

  private static Set<String> listed(Stream<Map<String, List<String>>> reasons) {
    return reasons
        .flatMap(each -> each.values().stream())
        .flatMap(List::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
