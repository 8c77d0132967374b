package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key goes into the directory of an exchange, not into one that a typing error makes. */
class KeyCommandTest {

  @TempDir private Path place;

  private static Outcome key(Path directory, String... more) {
    String[] args = {"key", "--dir", directory.toString(), "--role", "trade", "maker"};
    String[] all = new String[args.length + more.length];
    System.arraycopy(args, 0, all, 0, args.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return HelpTest.tandem(all);
  }

  @Test
  void whatIsNoExchangeIsRefusedAndLeftAsItIs() throws IOException {
    Path missing = place.resolve("exchagne");
    Path other = Files.createDirectory(place.resolve("other"));
    Files.writeString(other.resolve("notes.txt"), "mine");
    Path file = Files.createFile(place.resolve("file"));
    for (Path wrong : new Path[] {missing, other, file}) {
      Outcome refused = key(wrong);
      assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err()).contains(wrong + " is no directory of an exchange", "--create");
      assertThat(refused.out()).isEmpty();
    }
    assertThat(missing).doesNotExist();
    assertThat(other).isDirectoryNotContaining("glob:**keys.json");
  }

  @Test
  void anExchangeToComeIsMadeAndThenKnown() {
    Path exchange = place.resolve("exchange");
    Outcome first = key(exchange, "--create");
    assertThat(first.code()).isZero();
    assertThat(first.out()).startsWith("maker.");
    assertThat(exchange.resolve("keys.json")).isRegularFile();
    assertThat(key(exchange).code()).isZero();
  }

  @Test
  void anExchangeWithoutKeysIsKnownByItsLog() {
    Path log = place.resolve("log");
    Exchange.builder()
        .daemon()
        .journal(JournalOptions.in(log).segmentBytes(1 << 20))
        .start()
        .close();
    assertThat(key(place).code()).isZero();
    assertThat(place.resolve("keys.json")).isRegularFile();
  }

  /** A replay's log is not served, so a key in it would open nothing. */
  @Test
  void aLogItselfIsRefusedAndLeftAsItIs() {
    Path log = place.resolve("replayed");
    Exchange.builder()
        .daemon()
        .journal(JournalOptions.in(log).segmentBytes(1 << 20))
        .start()
        .close();
    for (Outcome refused : new Outcome[] {key(log), key(log, "--create")}) {
      assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err()).contains(log + " is itself a log", "DIR/log");
      assertThat(refused.out()).isEmpty();
    }
    assertThat(log.resolve("keys.json")).doesNotExist();
  }
}
