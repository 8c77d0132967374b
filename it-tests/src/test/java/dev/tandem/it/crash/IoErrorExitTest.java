package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
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
    String strace = Shell.need("strace");
    Shell.skipUnless(Injection.isPossible(), "strace may not trace here");
    Path flow = dir.resolve("flow.csv");
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out);
    String[] generate = {"generate", "--commands", "20k", "-o", flow.toString()};
    assertThat(Main.run(generate, printer, printer)).as(out.toString()).isZero();
    List<String> command =
        List.of(
            strace,
            "-f",
            "--seccomp-bpf",
            "-o",
            dir.resolve("protocol").toString(),
            "-e",
            "trace=rename",
            "-e",
            "inject=rename:error=EIO:when=" + when,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "replay",
            flow.toString(),
            "--wal",
            dir.resolve("log").toString());
    Shell.Ended ended = Shell.run(command.toArray(String[]::new));
    assertThat(ended.output()).contains("rename: ", "Input/output error");
    assertThat(ended.output()).doesNotContain("please report", "\tat ");
    assertThat(ended.code()).isEqualTo(2);
  }
}
