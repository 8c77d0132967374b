package dev.tandem.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.it.crash.LoopFileSystem;
import dev.tandem.it.crash.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem recover --read-only} and {@code --to}: a look at a log, wherever it lies. */
class RecoverReadOnlyTest {

  /** Three commands of set-up, twenty orders; record 0 says what exchange it is. */
  private static final int LAST_RECORD = 23;

  @TempDir private Path dir;
  private Path log;

  private static Ended recover(Object... args) {
    return Ended.tandem(Stream.concat(Stream.of("recover"), Stream.of(args)).toArray());
  }

  /** As a process leaves it that is killed: not closed, with segments prepared. */
  @BeforeEach
  void makeLog() throws IOException {
    Path live = dir.resolve("live");
    log = Files.createDirectory(dir.resolve("log"));
    try (Exchange exchange =
        Exchange.builder()
            .ringSize(64)
            .journal(JournalOptions.in(live).segmentBytes(64 << 10))
            .daemon()
            .start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      exchange.async().addUser(5).join();
      exchange.async().adjustBalance(5, 10, 1_000, 1).join();
      for (int i = 0; i < 20; i++) {
        exchange.async().place(5, 1, i + 1, Side.SELL, TimeInForce.GTC, 100 + i, 3).join();
      }
      assertThat(recover(live, "--read-only").out()).contains("in use", "20 open orders");
      LeftByKill.copy(live, log);
    }
  }

  private Map<String, Integer> files() throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(file.toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return found;
  }

  @Test
  void nothingIsChangedAndTheStateIsTheSame() throws IOException {
    Map<String, Integer> before = files();
    Ended looked = recover(log, "--read-only", "--check");
    assertThat(looked.err()).isEmpty();
    assertThat(looked.code()).isZero();
    assertThat(looked.out()).contains("20 open orders", "last record   23", "checked");
    assertThat(files()).isEqualTo(before);
    String hashes = looked.out().substring(looked.out().indexOf("event hash"));
    assertThat(recover(log, "--check").out()).endsWith(hashes);
  }

  @Test
  void anEarlierPointIsHadBySequenceOrTime() throws IOException {
    Map<String, Integer> before = files();
    Ended early = recover(log, "--to", 10);
    assertThat(early.out()).contains("7 open orders", "last record   10, of ");
    String time = early.out().replaceAll("(?s).*last record   10, of (\\S+).*", "$1");
    assertThat(recover(log, "--to", time).out()).contains("last record   ", " open orders");
    assertThat(recover(log, "--to", "2100-01-01T00:00:00+01:00").out()).contains("20 open orders");
    Ended past = recover(log, "--to", LAST_RECORD + 1);
    assertThat(past.code()).isEqualTo(2);
    assertThat(past.err()).contains("the log ends with record " + LAST_RECORD);
    Ended before2000 = recover(log, "--to", "2000-01-01T00:00:00Z");
    assertThat(before2000.code()).isEqualTo(2);
    assertThat(before2000.err()).contains("the log begins at");
    assertThat(recover(log, "--to", "yesterday").code()).isEqualTo(2);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aReadOnlyMountIsEnough() throws Exception {
    Shell.needRoot();
    Path mount = Files.createDirectory(dir.resolve("mount"));
    Shell.Ended bound = Shell.run("mount", "--bind", log.toString(), mount.toString());
    Shell.skipUnless(bound.code() == 0, "cannot mount: " + bound.output());
    try {
      Shell.succeed("mount", "-o", "remount,ro,bind", mount.toString());
      Ended refused = recover(mount);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("Read-only file system");
      Ended looked = recover(mount, "--read-only");
      assertThat(looked.err()).isEmpty();
      assertThat(looked.code()).isZero();
      assertThat(looked.out()).contains("20 open orders");
    } finally {
      LoopFileSystem.unmount(mount);
    }
  }
}
