package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error of the disk under the command line is told in a line and is exit code 2. */
class IoErrorExitTest {

  @TempDir private Path dir;

  /**
   * The name of the first segment, which the opening needs, or of one that is made ahead meanwhile,
   * by a thread of the log: each thread counts its own.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRenameThatFails(int when) throws IOException, InterruptedException {
    Path flow = generated();
    List<String> options =
        List.of(
            "--seccomp-bpf", "-e", "trace=rename", "-e", "inject=rename:error=EIO:when=" + when);
    Shell.Ended ended = traced(options, "replay", flow, "--wal", dir.resolve("log"));
    assertThat(ended.output()).contains("rename: ", "Input/output error");
    assertThat(ended.output()).doesNotContain("please report", "\tat ");
    assertThat(ended.code()).isEqualTo(2);
  }

  @Test
  void aReadThatFailsNamesFileAndOperation() throws IOException, InterruptedException {
    Path flow = generated();
    Path log = dir.resolve("log");
    StringWriter out = new StringWriter();
    run(out, "replay", "--warmup", "0", "--rounds", "1", flow, "--wal", log);
    Path lines = dir.resolve("lines");
    run(out, "log", "write", "--dir", lines, "--records", "100");
    Path file;
    try (Stream<Path> files = Files.list(lines)) {
      file = files.findFirst().orElseThrow();
    }
    for (Object[] reported :
        new Object[][] {
          {log.resolve("wal.extent"), "wal", log}, {file, "log", file},
        }) {
      List<String> options =
          List.of(
              "--seccomp-bpf",
              "-P",
              reported[0].toString(),
              "-e",
              "trace=read,pread64",
              "-e",
              "inject=read,pread64:error=EIO");
      Shell.Ended ended = traced(options, reported[1], "verify", reported[2]);
      assertThat(ended.output()).contains(reported[0] + ": cannot be read: Input/output error");
      assertThat(ended.code()).isEqualTo(2);
    }
  }

  private Path generated() {
    Path flow = dir.resolve("flow.csv");
    run(new StringWriter(), "generate", "--commands", "20k", "-o", flow);
    return flow;
  }

  private static void run(StringWriter out, Object... words) {
    PrintWriter printer = new PrintWriter(out);
    String[] args = Stream.of(words).map(Object::toString).toArray(String[]::new);
    assertThat(Main.run(args, printer, printer)).as("%s", out).isZero();
  }

  private Shell.Ended traced(List<String> options, Object... words)
      throws IOException, InterruptedException {
    String strace = Shell.need("strace");
    Shell.skipUnless(Injection.isPossible(), "strace may not trace here");
    List<String> command = new ArrayList<>(List.of(strace, "-f", "-o"));
    command.add(dir.resolve("protocol").toString());
    command.addAll(options);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    Stream.of(words).map(Object::toString).forEach(command::add);
    return Shell.run(command.toArray(String[]::new));
  }
}
