package dev.tandem.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TaskReaderTest {

  private static final List<Long> PROCESSES = List.of(10L, 20L);

  @TempDir Path root;

  private final TaskReader reader = new TaskReader();

  private Path folder(int process, int task) throws IOException {
    return Files.createDirectories(root.resolve("proc/" + process + "/task/" + task));
  }

  private void task(
      int process,
      int task,
      long voluntary,
      long involuntary,
      long migrations,
      long ran,
      long waited)
      throws IOException {
    Path folder = folder(process, task);
    Files.writeString(
        folder.resolve("sched"),
        """
        java (%d, #threads: 2)
        -------------------------------------------------------------------
        se.exec_start                                :      14198436.724114
        se.nr_migrations                             :           %10d
        nr_switches                                  :                    1
        nr_voluntary_switches                        :           %10d
        nr_involuntary_switches                      :           %10d
        """
            .formatted(task, migrations, voluntary, involuntary));
    Files.writeString(folder.resolve("schedstat"), ran + " " + waited + " 1\n");
  }

  private TaskCounts read() {
    return reader.read(new HostFiles(root), PROCESSES);
  }

  @Test
  void theThreadsOfAllProcessesAreAddedUp() throws IOException {
    task(10, 10, 4, 5, 50, 500, 5_000);
    task(10, 11, 1, 1, 1, 1, 1);
    assertThat(read()).isEqualTo(new TaskCounts(0, 0, 0, 0, 0));
    task(10, 10, 9, 6, 52, 503, 5_004);
    // One that was not there before counts from its start.
    task(20, 20, 50, 10, 20, 30, 40);
    assertThat(read()).isEqualTo(new TaskCounts(55, 11, 22, 33, 44));
  }

  @Test
  void theCountsOfAThreadThatEndedStay() throws IOException {
    task(10, 10, 1, 1, 1, 1, 1);
    task(10, 11, 1, 1, 1, 1, 1);
    read();
    task(10, 11, 2, 3, 4, 5, 6);
    assertThat(read()).isEqualTo(new TaskCounts(1, 2, 3, 4, 5));
    try (Stream<Path> files = Files.list(folder(10, 11))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder(10, 11));
    assertThat(read()).isEqualTo(new TaskCounts(1, 2, 3, 4, 5));
    // Another that was given the number of one that ended, between two readings.
    task(10, 10, 1, 0, 1, 1, 1);
    assertThat(read()).isEqualTo(new TaskCounts(1, 2, 3, 4, 5));
  }

  @Test
  void whatIsNotReportedIsNotZero() throws IOException {
    Files.writeString(
        folder(10, 10).resolve("status"),
        "voluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t4\n");
    Files.writeString(folder(10, 10).resolve("schedstat"), "0 0 0\n");
    read();
    Files.writeString(
        folder(10, 10).resolve("status"),
        "voluntary_ctxt_switches:\t6\nnonvoluntary_ctxt_switches:\t7\n");
    assertThat(read()).isEqualTo(new TaskCounts(5, 3, -1, -1, -1));
    assertThat(new TaskReader().read(new HostFiles(root), List.of(99L)))
        .isEqualTo(TaskCounts.UNREPORTED);
  }

  /** This thread's own work, which Linux counts for it. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void thisMachineIsRead() {
    HostFiles files = new HostFiles(Path.of("/"));
    List<Long> self = List.of(ProcessHandle.current().pid());
    TaskCounts first = reader.read(files, self);
    JitterMeter.measure(50);
    TaskCounts then = reader.read(files, self);
    assertThat(then.voluntary()).isGreaterThanOrEqualTo(first.voluntary());
    assertThat(then.involuntary()).isGreaterThanOrEqualTo(first.involuntary());
    assertThat(then.migrations()).isGreaterThanOrEqualTo(first.migrations());
    OwnThreads threads = OwnThreads.between(first, then);
    assertThat(threads.waitedMillis()).isNotNegative();
  }
}
