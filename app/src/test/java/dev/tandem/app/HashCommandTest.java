package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Xxhsum.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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

  private static Outcome run(String... args) {
    List<String> all = new ArrayList<>(List.of("hash"));
    all.addAll(List.of(args));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(all.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
    return new Outcome(code, out.toString(), err.toString());
  }

  private static Outcome xxhsum(String... args) throws IOException, InterruptedException {
    return Xxhsum.run("", args);
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
    Xxhsum.require();
    assertThat(run(small, large).out()).isEqualTo(xxhsum("-H1", small, large).out());
    assertThat(run("-a", "xxh3", small, large).out()).isEqualTo(xxhsum("-H3", small, large).out());
    assertThat(run("-a", "xxh128", large).out()).isEqualTo(xxhsum("-H2", large).out());
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
    if (Xxhsum.isInstalled()) {
      assertThat(outcome.out()).isEqualTo(xxhsum("-c", sums.toString()).out());
    }
  }

  @Test
  void reportsWhatDiffersAndWhatIsGone() throws Exception {
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
    if (Xxhsum.isInstalled()) {
      assertThat(outcome.out()).isEqualTo(xxhsum("-c", sums.toString()).out());
    }
  }

  @Test
  void tagsAsXxhsumDoes() throws Exception {
    assertThat(run("--tag", small).out()).isEqualTo("XXH64 (" + small + ") = e4c191d091bd8853\n");
    Xxhsum.require();
    assertThat(run("--tag", small, large).out()).isEqualTo(xxhsum("--tag", small, large).out());
    assertThat(run("--tag", "-a", "xxh3", small).out())
        .isEqualTo(xxhsum("--tag", "-H3", small).out());
    assertThat(run("--tag", "-a", "xxh128", small).out())
        .isEqualTo(xxhsum("--tag", "-H2", small).out());
  }

  /**
   * Every option of a check, over lists with every kind of line: both outputs and the exit code.
   */
  @Test
  void checksAsXxhsumDoes() throws Exception {
    Xxhsum.require();
    String good = run(small, large).out();
    String[] lists = {
      good,
      good + "no sum\n",
      good + "no sum\n\n# nor this\n" + run("-a", "xxh3", large).out(),
      good + "0000000000000000  " + small + "\n",
      good + "0000000000000000  " + directory.resolve("gone") + "\nno sum\n",
      "E4C191D091BD8853  " + small + "\ne4c191d091bd8853 *" + small + "\n",
      run("--tag", "-a", "xxh128", small).out() + run("--tag", small).out(),
      " " + good,
      good + "\n\n",
      "no sum at all\n",
      "",
    };
    String[][] options = {
      {},
      {"-q"},
      {"--quiet"},
      {"--status"},
      {"--strict"},
      {"-w"},
      {"--warn", "--strict"},
      {"--status", "--strict", "--warn"},
      {"-q", "-w"}
    };
    for (String list : lists) {
      String file = Files.writeString(directory.resolve("list"), list).toString();
      for (String[] option : options) {
        List<String> args = new ArrayList<>(List.of(option));
        args.addAll(List.of("-c", file));
        String[] all = args.toArray(new String[0]);
        assertThat(run(all)).as("%s of %s", args, list).isEqualTo(xxhsum(all));
      }
    }
    String gone = directory.resolve("no list").toString();
    assertThat(run("-c", gone)).isEqualTo(xxhsum("-c", gone));
  }

  @Test
  void missingFilesCanBeIgnored() throws Exception {
    String list = directory.resolve("list").toString();
    Files.writeString(
        Path.of(list), run(small).out() + "0000000000000000  " + directory.resolve("gone") + "\n");
    assertThat(run("--ignore-missing", "-c", list)).isEqualTo(new Outcome(0, small + ": OK\n", ""));
    Files.delete(Path.of(small));
    assertThat(run("--ignore-missing", "-c", list))
        .isEqualTo(new Outcome(1, "", list + ": no file was verified\n"));
  }

  @Test
  void readsTheStandardInput() throws Exception {
    InputStream before = System.in;
    try {
      for (String[] args : new String[][] {{}, {"-"}}) {
        System.setIn(new ByteArrayInputStream("hello\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(run(args).out()).isEqualTo("e4c191d091bd8853  stdin\n");
      }
      System.setIn(new ByteArrayInputStream(run(small).out().getBytes(StandardCharsets.UTF_8)));
      assertThat(run("-c", "-")).isEqualTo(new Outcome(0, small + ": OK\n", ""));
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void continuesAfterAFileThatCannotBeRead() {
    Outcome outcome = run(directory.resolve("gone").toString(), small);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).isEqualTo("e4c191d091bd8853  " + small + "\n");
    assertThat(outcome.err()).contains("gone': No such file or directory");
  }

  @Test
  void aSlashAtTheEndAsksForADirectory() {
    assertThat(run(small + "/"))
        .isEqualTo(
            new Outcome(1, "", "Error: Could not open '" + small + "/': Not a directory.\n"));
    assertThat(run(directory + "/").err()).contains("Is a directory");
  }

  @Test
  void theLastAlgorithmHolds() throws Exception {
    Outcome twice = run("-a", "xxh64", "-q", "-a", "xxh3", "-q", small);
    assertThat(twice).isEqualTo(run("-a", "xxh3", small));
    Xxhsum.require();
    assertThat(twice.out()).isEqualTo(xxhsum("-H1", "-H3", small).out());
  }

  /** A name that no file can have is one that is not there, and ends nothing else. */
  @Test
  void aNameThatNoFileCanHaveIsNotThere(@TempDir Path place) throws IOException {
    Path there = Files.writeString(place.resolve("there"), "x");
    Path list = place.resolve("list");
    String sum = run(there.toString()).out().substring(0, 16);
    Files.writeString(list, sum + "  a\0b\n" + sum + "  " + there + "\n");
    Outcome outcome = run("-c", list.toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).contains(there + ": OK");
    assertThat(run("").code()).isEqualTo(1);
    assertThat(run("").err()).contains("No such file");
  }
}
