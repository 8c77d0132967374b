package dev.tandem.it.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has the n-th call of a kind fail in every thread of a child, by {@code strace}, and reads from
 * its protocol what happened.
 *
 * @param call the system call; null for none, to see what there is
 * @param error what it returns
 * @param when which of a thread's calls
 * @param protocol where strace writes
 */
record Injection(String call, String error, int when, Path protocol) {

  /** Calls that write to a log or make it durable. */
  static final List<String> CALLS = List.of("pwrite64", "write", "writev", "fdatasync", "fsync");

  private static final String SEGMENT_IN_USE = ".wal";

  private static final Pattern BEGUN = Pattern.compile("^(\\d+) +(\\w+)\\(\\d+<([^>]*)>");

  /** Whether this system lets a process be traced. */
  static boolean isPossible() throws IOException, InterruptedException {
    Path strace = Shell.find("strace");
    return strace != null
        && Shell.run(strace.toString(), "-f", "--seccomp-bpf", "-o", "/dev/null", "true").code()
            == 0;
  }

  /** What to put before the child's command. */
  String[] prefix() {
    String traced = "trace=" + String.join(",", CALLS);
    // Only these calls stop the child, so that it runs at almost full speed.
    String strace = String.valueOf(Shell.find("strace"));
    return call == null
        ? new String[] {
          strace, "-f", "--seccomp-bpf", "-y", "-o", protocol.toString(), "-e", traced
        }
        : new String[] {
          strace,
          "-f",
          "--seccomp-bpf",
          "-y",
          "-o",
          protocol.toString(),
          "-e",
          traced,
          "-e",
          "inject=" + call + ":error=" + error + ":when=" + when
        };
  }

  /** A call as it was begun, and whether it failed as it was told to. */
  private static final class Call {
    private final String thread;
    private final String name;
    private final Path file;
    private boolean injected;

    Call(String thread, String name, Path file) {
      this.thread = thread;
      this.name = name;
      this.file = file;
    }
  }

  private List<Call> calls() throws IOException {
    List<Call> calls = new ArrayList<>();
    Map<String, Call> open = new HashMap<>();
    for (String line : Files.readAllLines(protocol)) {
      Matcher begun = BEGUN.matcher(line);
      if (begun.find()) {
        Call call = new Call(begun.group(1), begun.group(2), Path.of(begun.group(3)));
        calls.add(call);
        open.put(call.thread, call);
      }
      if (line.endsWith("(INJECTED)")) {
        // The end of a call that another thread's line interrupted names no file.
        open.get(line.substring(0, line.indexOf(' '))).injected = true;
      }
    }
    return calls;
  }

  /** For every call that touches a file below the directory: the largest n of any thread. */
  Map<String, Integer> counts(Path directory) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    Map<String, Integer> most = new TreeMap<>();
    for (Call call : calls()) {
      int n = counts.merge(call.thread + call.name, 1, Integer::sum);
      if (isOf(directory, call.file)) {
        most.merge(call.name, n, Math::max);
      }
    }
    return most;
  }

  /** Whether a call failed that touches a file below the directory. */
  boolean met(Path directory) throws IOException {
    return calls().stream().anyMatch(call -> call.injected && isOf(directory, call.file));
  }

  /**
   * Syncs of segments in use that were begun after one of them failed. What is only made ahead may
   * be thrown away and made again.
   */
  List<String> syncsAfterFailedSync() throws IOException {
    List<Call> syncs =
        calls().stream()
            .filter(call -> call.name.endsWith("sync"))
            .filter(call -> call.file.toString().endsWith(SEGMENT_IN_USE))
            .toList();
    int failed = 0;
    while (failed < syncs.size() && !syncs.get(failed).injected) {
      failed++;
    }
    return syncs.stream().skip(failed + 1L).map(call -> call.name + " " + call.file).toList();
  }

  private static boolean isOf(Path directory, Path file) {
    // Names of directories are entries of those above, which are synced too.
    return file.startsWith(directory) || directory.startsWith(file);
  }
}
