package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose output cannot be written says so, and does not exit with 0. */
class LostOutputTest {

  private static final String LOST = "tandem: cannot write the output\n";
  private static final String SUM = "e4c191d091bd8853";

  @TempDir Path directory;

  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "hello\n").toString();
  }

  /** Takes nothing, as a full disk. */
  private static final class Full extends Writer {
    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Gives one text over and over, and counts how often. */
  private static final class Endless extends InputStream {
    private final byte[] text;
    private int reads;

    Endless(String text) {
      this.text = text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      // A bound, so that a program that never stops ends all the same.
      if (++reads > 1000) {
        return -1;
      }
      System.arraycopy(text, 0, into, offset, text.length);
      return text.length;
    }
  }

  private static Outcome run(InputStream input, String... args) {
    StringWriter err = new StringWriter();
    InputStream before = System.in;
    try {
      System.setIn(input);
      int code = Main.run(args, new PrintWriter(new Full(), true), new PrintWriter(err));
      return new Outcome(code, "", err.toString());
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void everyCommandReports() throws IOException {
    Path list = Files.writeString(directory.resolve("list"), SUM + "  " + file + "\n");
    Path wrong = Files.writeString(directory.resolve("wrong"), "0" + SUM.substring(1) + "  x\n");
    for (String[] args :
        new String[][] {
          {"hash", file},
          {"hash", "-c", list.toString()},
          {"hash", "-c", wrong.toString()},
          {"hash", "--help"},
          {"version"},
          {"--version"},
          {"--help"},
          {}
        }) {
      assertThat(run(InputStream.nullInputStream(), args))
          .as(String.join(" ", args))
          .isEqualTo(new Outcome(ExitCode.BAD_INPUT, "", LOST));
    }
  }

  /** Where nothing is to be printed, nothing is lost. */
  @Test
  void whatPrintsNothingLosesNothing() throws IOException {
    Path list = Files.writeString(directory.resolve("list"), SUM + "  " + file + "\n");
    assertThat(run(InputStream.nullInputStream(), "hash", "--status", "-c", list.toString()))
        .isEqualTo(new Outcome(ExitCode.OK, "", ""));
  }

  @Test
  void nothingMoreIsReadForNobody() {
    Endless input = new Endless("text");
    assertThat(run(input, "hash", file, "-").code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(input.reads).isZero();
    Endless list = new Endless(SUM + "  " + file + "\n");
    assertThat(run(list, "hash", "-c", "-", "-").code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(list.reads).isEqualTo(1);
  }

  /** The real streams, of which a file's name may need every byte. */
  @Test
  void aFullDeviceIsReported() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: there is no /dev/full");
    List<String> hash = HashListTest.tandem();
    for (String[] args : new String[][] {{"hash", file}, {"version"}}) {
      List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh"));
      command.addAll(hash.subList(0, hash.size() - 1));
      command.addAll(List.of(args));
      assertThat(Xxhsum.run("", command)).isEqualTo(new Outcome(ExitCode.BAD_INPUT, "", LOST));
    }
  }
}
