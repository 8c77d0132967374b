package dev.tandem.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import dev.tandem.core.Exchange;
import dev.tandem.core.StateSummary;
import dev.tandem.core.api.JournalOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of an exchange's directory, right ones and others. */
class BackupCommandTest {

  @TempDir private Path dir;

  private record Ended(int code, String text) {}

  private static Ended run(Object... args) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text, true);
    String[] words = Stream.of(args).map(String::valueOf).toArray(String[]::new);
    return new Ended(Main.run(words, out, out), text.toString());
  }

  private static Exchange start(Path log) {
    return Exchange.builder()
        .ringSize(64)
        .journal(JournalOptions.in(log).segmentBytes(1 << 20))
        .daemon()
        .start();
  }

  /** Users, and a snapshot behind them. */
  private static StateSummary addUsers(Exchange exchange, long from) {
    for (long user = from; user < from + 10; user++) {
      exchange.async().addUser(user).join();
    }
    exchange.snapshot();
    return exchange.summary();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (!Files.exists(target)) {
          Files.copy(file, target);
        }
      }
    }
  }

  @Test
  void aRunningServiceIsCopiedWithItsKeys() throws Exception {
    Path service = Files.createDirectory(dir.resolve("service"));
    Files.writeString(service.resolve("keys.json"), "{}");
    Files.createFile(service.resolve("fix.began"));
    Path to = dir.resolve("copy");
    try (Exchange exchange = start(service.resolve("log"))) {
      StateSummary state = addUsers(exchange, 1);
      Ended ended = run("backup", service, to);
      assertThat(ended.text()).contains("copied to " + to, "10 commands");
      assertThat(ended.code()).isZero();
      assertThat(to.resolve("keys.json")).hasContent("{}");
      assertThat(to.resolve("fix.began")).exists();
      try (Exchange again = start(to.resolve("log"))) {
        assertThat(again.summary()).isEqualTo(state);
      }
    }
    assertThat(dir.toFile().list()).containsExactlyInAnyOrder("service", "copy");
    assertThat(run("backup", service, to))
        .isEqualTo(
            new Ended(2, "tandem: " + to + ": is there already; a backup makes a new directory\n"));
    Path missing = dir.resolve("missing");
    assertThat(run("backup", missing, dir.resolve("other")).text())
        .isEqualTo("tandem: " + missing + ": no such directory\n");
    assertThat(run("backup", service, missing.resolve("other")).text())
        .isEqualTo("tandem: " + missing + ": no such directory\n");
  }

  /** The log is copied first, and the snapshots when there is a newer one. */
  @Test
  void aCopyThatAStartRefusesIsSeenByEveryLook() throws Exception {
    Path log = dir.resolve("log");
    Path wrong = dir.resolve("wrong");
    try (Exchange exchange = start(log)) {
      addUsers(exchange, 1);
      copy(log, wrong);
      addUsers(exchange, 100);
      copy(log.resolve("snapshots"), wrong.resolve("snapshots"));
    }
    Files.deleteIfExists(wrong.resolve("wal.lock"));
    for (Object[] look :
        new Object[][] {
          {"wal", "verify", wrong},
          {"wal", "stats", wrong, "--json"},
          {"snapshot", "verify", wrong},
          {"recover", "--read-only", wrong},
          {"wal", "repair", wrong}
        }) {
      Ended ended = run(look);
      assertThat(ended.text()).contains("a start refuses this", "tandem backup");
      assertThat(ended.code()).as(ended.text()).isEqualTo(1);
    }
    assertThat(run("recover", wrong).code()).isEqualTo(2);
    Ended backup = run("backup", wrong, dir.resolve("backup"));
    assertThat(backup.text())
        .contains(
            wrong + ": the snapshot of record 20 includes more than the log", "a start refuses")
        .doesNotContain("faster than they are copied");
    assertThat(backup.code()).isEqualTo(2);
    assertThat(dir.toFile().list()).containsExactlyInAnyOrder("log", "wrong");
    assertThat(run("wal", "verify", log).code()).isZero();
    assertThat(run("recover", "--read-only", log).code()).isZero();
    assertThat(run("snapshot", "verify", log).code()).isZero();
    assertThat(run("recover", "--json", log).text()).contains("\"lastRecord\" : 20");
  }

  /** Old snapshots and segments are deleted while the directory is looked at. */
  @Test
  void filesThatGoMeanwhileFailNoBackup() throws Exception {
    Path log = dir.resolve("log");
    AtomicBoolean copied = new AtomicBoolean();
    try (Exchange exchange = start(log)) {
      addUsers(exchange, 1);
      Thread gone =
          new Thread(
              () -> {
                for (int i = 0; !copied.get(); i++) {
                  Path file = log.resolve("snapshots").resolve("gone-" + i + ".tmp");
                  try {
                    Files.deleteIfExists(Files.createFile(file));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
              });
      gone.start();
      try {
        for (int i = 0; i < 20; i++) {
          Ended ended = run("backup", log, dir.resolve("copy-" + i));
          assertThat(ended.code()).as(ended.text()).isZero();
        }
      } finally {
        copied.set(true);
        gone.join();
      }
    }
  }

  @Test
  void aLogIsNotServedAsADirectoryOfAService() {
    Path log = dir.resolve("log");
    try (Exchange exchange = start(log)) {
      addUsers(exchange, 1);
    }
    Ended ended = run("serve", "--dir", log, "--port", 0);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.text()).contains(log + ": is itself a log", log.resolve("log").toString());
    assertThat(log.resolve("log")).doesNotExist();
    assertThat(log.resolve("keys.json")).doesNotExist();
    Ended outside = run("wal", "verify", dir);
    assertThat(outside.text()).contains("that of the service is in " + log);
  }
}
