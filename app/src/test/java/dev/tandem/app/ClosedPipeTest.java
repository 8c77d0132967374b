package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ClosedPipeError;
import dev.tandem.app.output.ExitCode;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads the output goes away: the command ends at once, and says nothing. */
class ClosedPipeTest {

  private static final int RECORDS = 2_000;

  @TempDir Path directory;

  private String log;
  private String wal;

  @BeforeEach
  void write() {
    log = directory.resolve("log").toString();
    wal = directory.resolve("wal").toString();
    StringWriter reported = new StringWriter();
    String[] load = {"log", "write", "--dir", log, "--records", Integer.toString(RECORDS)};
    assertThat(Main.run(load, new PrintWriter(reported), new PrintWriter(reported))).isZero();
    try (Exchange exchange =
        Exchange.builder()
            .journal(JournalOptions.in(Path.of(wal)).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      for (int user = 1; user <= 20; user++) {
        exchange.async().addUser(user).join();
      }
    }
  }

  /** Takes one line; then it is the end of a pipe that nobody reads. */
  private static final class OneLine extends Writer {
    private int writes;
    private boolean complete;

    @Override
    public void write(char[] chars, int offset, int length) {
      writes++;
      if (complete) {
        throw new ClosedPipeError(new IOException("Broken pipe"));
      }
      complete = new String(chars, offset, length).endsWith(System.lineSeparator());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private List<String[]> commands() {
    return List.of(
        new String[] {"log", "cat", log},
        new String[] {"log", "grep", "record", log},
        new String[] {"log", "tail", "-n", "100", log},
        new String[] {"log", "stats", log},
        new String[] {"wal", "dump", wal},
        new String[] {"wal", "dump", "--json", wal},
        new String[] {"wal", "stats", wal},
        new String[] {"version"});
  }

  /** What is written behind the first line is the first that fails, and the last. */
  @Test
  void nothingIsReadForNobody() {
    for (String[] args : commands()) {
      OneLine out = new OneLine();
      StringWriter err = new StringWriter();
      int code = Main.run(args, new PrintWriter(out, true), new PrintWriter(err));
      assertThat(new Outcome(code, "", err.toString()))
          .as(String.join(" ", args))
          .isEqualTo(new Outcome(ExitCode.CLOSED_PIPE, "", ""));
      assertThat(out.writes).as(String.join(" ", args)).isLessThan(5);
    }
  }

  /** The real streams: more is printed than any pipe holds. */
  @Test
  void aPipeIsAClosedOne() throws Exception {
    List<String> hash = HashListTest.tandem();
    String script = "{ \"$@\"; echo $? >\"$0\"; } | head -n 1";
    Path code = directory.resolve("code");
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, code.toString()));
    command.addAll(hash.subList(0, hash.size() - 1));
    command.addAll(List.of("log", "cat", log));
    Outcome outcome = Xxhsum.run("", command);
    assertThat(outcome.out().lines()).hasSize(1).allMatch(line -> line.contains("record 0 of"));
    assertThat(outcome.err()).isEmpty();
    assertThat(code).hasContent("141");
  }
}
