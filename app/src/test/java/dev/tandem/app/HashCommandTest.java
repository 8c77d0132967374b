package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem hash} beside what {@code xxhsum} prints. */
class HashCommandTest {

  @TempDir Path directory;

  private String small;
  private String large;

  @BeforeEach
  void write() throws IOException {
    small = Files.writeString(directory.resolve("a file"), "hello\n").toString();
    large = Files.write(directory.resolve("zeros"), new byte[1_000_000]).toString();
  }

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    List<String> all = new ArrayList<>(List.of("hash"));
    all.addAll(List.of(args));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(all.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
    return new Outcome(code, out.toString(), err.toString());
  }

  private String xxhsum(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("xxhsum"));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  private static boolean isInstalled() {
    return Files.isExecutable(Path.of("/usr/bin/xxhsum"));
  }

  @Test
  void printsKnownSums() {
    assertThat(run(small).out()).isEqualTo("e4c191d091bd8853  " + small + "\n");
    assertThat(run("-a", "xxh3", small).out())
        .isEqualTo("XXH3 (" + small + ") = 99fc819aaba2462a\n");
    assertThat(run("-a", "xxh128", small).out())
        .isEqualTo("6bba86c7e069f56d5a10b435f1c8e49c  " + small + "\n");
  }

  @Test
  void printsWhatXxhsumPrints() throws Exception {
    assumeTrue(isInstalled());
    assertThat(run(small, large).out()).isEqualTo(xxhsum("-H1", small, large));
    assertThat(run("-a", "xxh3", small, large).out()).isEqualTo(xxhsum("-H3", small, large));
    assertThat(run("-a", "xxh128", large).out()).isEqualTo(xxhsum("-H2", large));
  }

  @Test
  void checksWhatWasPrinted() throws Exception {
    Path sums = directory.resolve("sums");
    Files.writeString(
        sums,
        run(small, large).out()
            + run("-a", "xxh3", small).out()
            + run("-a", "xxh128", large).out()
            + "this is no sum\n");
    Outcome outcome = run("--check", sums.toString());
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .isEqualTo(
            String.format(
                "%s: OK%n%s: OK%n%s: OK%n%s: OK%n1 line is improperly formatted%n",
                small, large, small, large));
    if (isInstalled()) {
      assertThat(outcome.out()).isEqualTo(xxhsum("-c", sums.toString()));
    }
  }

  @Test
  void tellsWhatDiffersAndWhatIsGone() throws Exception {
    Path sums = directory.resolve("sums");
    Files.writeString(sums, run(small, large).out());
    Files.writeString(Path.of(small), "bye\n");
    Files.delete(Path.of(large));
    Outcome outcome = run("-c", sums.toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out())
        .isEqualTo(
            String.format(
                "%s: FAILED%n%s:2: Could not open or read '%s': No such file or directory.%n"
                    + "1 listed file could not be read%n1 computed checksum did NOT match%n",
                small, sums, large));
    if (isInstalled()) {
      assertThat(outcome.out()).isEqualTo(xxhsum("-c", sums.toString()));
    }
  }

  @Test
  void goesOnAfterAFileThatCannotBeRead() {
    Outcome outcome = run(directory.resolve("gone").toString(), small);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).isEqualTo("e4c191d091bd8853  " + small + "\n");
    assertThat(outcome.err()).contains("gone': No such file or directory");
  }
}
