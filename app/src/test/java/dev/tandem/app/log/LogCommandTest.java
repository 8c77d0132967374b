package dev.tandem.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a log that the load command wrote. */
class LogCommandTest {
  private static final int SOME_RECORD = 5000;
  private static final int CLAIM_AT = 64;
  private static final int CLOSED_AT = 128;
  private static final long ONE_CLAIM = 1L << 36;
  private static final int HOLE = 64;

  @TempDir private Path directory;
  private Path log;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... args) {
    String[] words = new String[args.length + 1];
    words[0] = "log";
    for (int i = 0; i < args.length; i++) {
      words[i + 1] = args[i].toString();
    }
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Main.run(words, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @BeforeEach
  void write() {
    log = directory.resolve("log");
    int code =
        run("write", "--dir", log, "--threads", 2, "--records", 1000, "--segment-size", "64k");
    assertThat(code).isZero();
    assertThat(out.toString()).startsWith("2000 records").contains(" 0 dropped");
  }

  private Path aFile() throws IOException {
    try (var files = Files.list(log)) {
      return files.sorted().findFirst().orElseThrow();
    }
  }

  @Test
  void soundFiles() {
    assertThat(run("verify", log)).isZero();
    assertThat(out.toString()).startsWith("sound: 2000 records");
    assertThat(run("cat", log)).isZero();
    assertThat(out.toString().lines()).hasSize(2000);
    assertThat(run("cat", "--thread", "load-1", "--level", "INFO", "--json", log)).isZero();
    assertThat(out.toString().lines())
        .hasSize(1000)
        .allMatch(line -> line.startsWith("{\"time\":\"") && line.contains("\"load-1\""));
    assertThat(run("cat", "--level", "ERROR", log)).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(run("tail", "-n", 3, log)).isZero();
    assertThat(out.toString().lines()).hasSize(3);
    assertThat(run("grep", "-c", "record 7 of", log)).isZero();
    assertThat(out.toString()).isEqualTo("2%n".formatted());
    assertThat(run("stats", log)).isZero();
    assertThat(out.toString())
        .contains("records   2000", "thread    load-0 1000", "holes     0", "abandoned 0");
    assertThat(run("stats", "--json", log)).isZero();
    assertThat(out.toString().lines()).hasSize(1);
    assertThat(out.toString())
        .startsWith("{\"records\":2000,")
        .contains("\"threads\":{\"load-0\":1000,\"load-1\":1000}", "\"holes\":0");
  }

  @Test
  void aChangedByteIsReported() throws IOException {
    Path file = aFile();
    byte[] bytes = Files.readAllBytes(file);
    bytes[SOME_RECORD] ^= 1;
    Files.write(file, bytes);
    for (String command : new String[] {"verify", "cat", "tail", "stats"}) {
      assertThat(run(command, log)).as(command).isEqualTo(1);
      assertThat(err.toString()).contains("damage", file.toString());
    }
  }

  @Test
  void aFileThatIsCutIsReported() throws IOException {
    Path file = aFile();
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(run("verify", file)).isEqualTo(1);
    assertThat(err.toString()).contains("the file is cut");
  }

  /** Makes a file that a killed process leaves: one more claim, and no end. */
  private static void killWithAHole(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(CLAIM_AT, header.getLong(CLOSED_AT) + ONE_CLAIM + HOLE);
    header.putLong(CLOSED_AT, 0);
    Files.write(file, Arrays.copyOf(bytes, bytes.length + HOLE));
  }

  /** Interrupts the command once a hole is told; else it would continue for ever. */
  private static final class InterruptingWriter extends StringWriter {
    @Override
    public void write(String text, int from, int length) {
      super.write(text, from, length);
      if (toString().contains("never committed")) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  @Timeout(300)
  void aHoleAtTheEndOfAKilledRunIsReportedWhileTheLogIsFollowed() throws IOException {
    Path last;
    try (var files = Files.list(log)) {
      last = files.max(Comparator.naturalOrder()).orElseThrow();
    }
    killWithAHole(last);
    StringWriter reported = new InterruptingWriter();
    String[] words = {"log", "tail", "-f", "-n", "1", log.toString()};
    int code = Main.run(words, new PrintWriter(out, true), new PrintWriter(reported, true));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(code).isEqualTo(1);
    assertThat(reported.toString()).containsOnlyOnce("never committed").contains(last.toString());
  }

  @Test
  void sealedFilesWantTheirKey() throws IOException {
    Path key = directory.resolve("key");
    Path other = directory.resolve("other");
    Files.writeString(key, "k1: " + "07".repeat(32) + "\n");
    Files.writeString(other, "k1: " + "08".repeat(32) + "\n");
    for (Path file : new Path[] {key, other}) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    for (String mode : new String[] {"blocks", "audit"}) {
      Path sealed = directory.resolve(mode);
      assertThat(
              mode.equals("audit")
                  ? run("write", "--dir", sealed, "--records", 500, "--key-file", key, "--audit")
                  : run("write", "--dir", sealed, "--records", 500, "--key-file", key))
          .isZero();
      assertThat(run("verify", "--key-file", key, sealed)).isZero();
      assertThat(out.toString()).startsWith("sound: 500 records");
      assertThat(run("verify", "--key-file", other, sealed)).isEqualTo(1);
      assertThat(run("verify", sealed)).isNotZero();
    }
  }

  @Test
  void aKeyReportsOfEachSegmentWhatItsSealProves() throws IOException {
    Path key = directory.resolve("key");
    Files.writeString(key, "k1: " + "07".repeat(32) + "\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path sealed = directory.resolve("sealed");
    List<Object> write = new ArrayList<>(List.of("write", "--records", 3000, "--dir", sealed));
    write.addAll(List.of("--segment-size", "64k", "--key-file", key));
    assertThat(run(write.toArray())).isZero();
    assertThat(run("verify", "--key-file", key, sealed)).isZero();
    long segments = out.toString().lines().count() - 1;
    assertThat(segments).isGreaterThan(2);
    assertThat(out.toString().lines().skip(1))
        .allMatch(line -> line.startsWith("complete   ") && line.contains("records, sealed as it"));

    Files.copy(aFile(), sealed.resolve(aFile().getFileName()));
    assertThat(run("verify", "--key-file", key, sealed)).isEqualTo(1);
    assertThat(out.toString()).startsWith("NOT PROVEN").contains("plain      " + sealed);
    assertThat(run("verify", "--allow-unfinished", "--key-file", key, sealed)).isEqualTo(1);
    assertThat(run("verify", "--allow-plain", "--key-file", key, sealed)).isZero();
    assertThat(run("cat", "--key-file", key, sealed)).isZero();
    assertThat(err.toString()).contains("not proven: " + sealed);
    Files.delete(sealed.resolve(aFile().getFileName()));

    Path second;
    try (var files = Files.list(sealed)) {
      second = files.sorted().skip(1).findFirst().orElseThrow();
    }
    Files.delete(second);
    assertThat(run("verify", "--allow-plain", "--key-file", key, sealed)).isEqualTo(1);
    assertThat(out.toString()).startsWith("NOT SOUND");
    assertThat(err.toString()).contains("missing: found segment 1 of the run and then 3");
  }

  @Test
  void aDirectoryWithoutLogFilesIsNoSoundLog() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("typo"));
    Files.writeString(empty.resolve("notes.txt"), "no log");
    for (List<Object> args :
        List.of(
            List.<Object>of("verify", empty),
            List.<Object>of("verify", log, empty),
            List.<Object>of("cat", empty),
            List.<Object>of("tail", empty),
            List.<Object>of("grep", "x", empty),
            List.<Object>of("stats", empty))) {
      assertThat(run(args.toArray())).as(args.toString()).isEqualTo(2);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString()).contains(empty + ": no log files in this directory");
    }
  }

  @Test
  void wrongUsage() {
    assertThat(run("cat", directory.resolve("none"))).isEqualTo(2);
    assertThat(err.toString()).contains("no such file");
    assertThat(run("grep", "(", log)).isEqualTo(2);
    assertThat(run("grep", "x")).isEqualTo(2);
    assertThat(run("tail", "-n", -1, log)).isEqualTo(2);
    assertThat(run("cat", "--from", "yesterday", log)).isEqualTo(2);
    assertThat(run("write", "--dir", log, "--segment-size", "7")).isEqualTo(2);
    // As 64 bits this would be 1 GiB.
    assertThat(run("write", "--dir", log, "--segment-size", "17179869185g")).isEqualTo(2);
    assertThat(err.toString()).contains("'17179869185g', expected less than 2^63 bytes");
    assertThat(run("write", "--dir", log, "--threads", 0)).isEqualTo(2);
    assertThat(run("write", "--dir", log, "--audit")).isEqualTo(2);
  }
}
