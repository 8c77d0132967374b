package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.it.TandemCpp;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log in Java and the log in C++: each reads, judges and repairs what the other has left. */
@Timeout(600)
class LogInBothLanguagesTest {

  private static final WalConfig CONFIG =
      WalConfig.builder().segmentBytes(4 << 10).bufferBytes(1 << 10).segmentsAhead(2).build();

  /** Of a segment full of long records, what is looked at in an ordinary build. */
  private static final int STEP = Integer.getInteger("tandem.crash.scale", 1) > 1 ? 1 : 29;

  /**
   * Of the short records: their lengths differ, so every byte of a record is met, and every bit of
   * a byte. Each reader alone is tested at every byte.
   */
  private static final int SHORT_STEP = Integer.getInteger("tandem.crash.scale", 1) > 1 ? 1 : 5;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  private static void append(Wal wal, int count, int bytes) {
    for (int i = 0; i < count; i++) {
      byte[] body = new byte[bytes + i % 7];
      Arrays.fill(body, (byte) (i + 1));
      long sequence = wal.append((byte) (10 + i % 3), body);
      wal.confirmations().await(sequence, Durability.SYNCED);
    }
  }

  /** As a kill would leave it. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> old = Files.list(to)) {
      for (Path path : old.toList()) {
        Files.delete(path);
      }
    }
    LeftByKill.copy(from, to);
  }

  private static Path segment(Path log, int number) {
    return log.resolve("segment-%016d.wal".formatted(number));
  }

  /** Both tell the same of a log, to the last letter. */
  private static Ended agree(String what, String command, Path log, Object... options)
      throws IOException, InterruptedException {
    Object[] args =
        Stream.concat(Stream.of("wal", command, log), Stream.of(options)).toArray(Object[]::new);
    Ended java = Ended.tandem(args);
    Ended cpp = TandemCpp.run(args);
    assertThat(cpp).as(what + ": " + Arrays.toString(args)).isEqualTo(java);
    return java;
  }

  /** The same beside a writer, which may yet put a mark behind its last group. */
  private static Ended agreeInUse(String command, Path log)
      throws IOException, InterruptedException {
    Ended before;
    Ended cpp;
    Ended after = Ended.tandem("wal", command, log);
    do {
      before = after;
      cpp = TandemCpp.run("wal", command, log);
      after = Ended.tandem("wal", command, log);
    } while (!after.equals(before));
    assertThat(cpp).as(command).isEqualTo(before);
    return before;
  }

  /** Makes an open log, of a full segment of long records, and a short one. */
  private Path openLog() throws IOException {
    Path source = dir.resolve("source");
    Path log = dir.resolve("open");
    try (Wal wal = Wal.open(source, CONFIG)) {
      append(wal, 5, 700);
      append(wal, 8, 20);
      assertThat(segment(source, 2)).exists();
      copy(source, log);
    }
    return log;
  }

  private interface Change {
    byte[] of(byte[] bytes, int at);
  }

  /** Applies a change to a copy of a log at each of many places, and has both judge it. */
  private int judge(String what, Path log, Path file, int from, int to, int step, Change change)
      throws IOException, InterruptedException {
    Path copy = dir.resolve("copy");
    copy(log, copy);
    Path changed = copy.resolve(file.getFileName());
    byte[] bytes = Files.readAllBytes(changed);
    int damaged = 0;
    for (int at = from; at < to; at += step) {
      Files.write(changed, change.of(bytes, at));
      String place = what + " of " + file.getFileName() + " at " + at;
      boolean json = at % 2 == 0;
      Ended ended = json ? agree(place, "verify", copy, "--json") : agree(place, "verify", copy);
      damaged += ended.code() == 1 ? 1 : 0;
      if (at % 16 == 0) {
        agree(place, "dump", copy);
      }
    }
    return damaged;
  }

  private static byte[] flip(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) (1 << at % 8);
    return flipped;
  }

  private static byte[] tear(byte[] bytes, int at) {
    byte[] torn = bytes.clone();
    Arrays.fill(torn, at, torn.length, (byte) 0);
    return torn;
  }

  private static int used(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }

  @Test
  void everyFlippedBitIsJudgedAlike() throws Exception {
    Path log = openLog();
    Path last = segment(log, 2);
    assertThat(agree("whole", "verify", log).code()).isZero();
    int damaged =
        judge("flip", log, last, 0, used(last) + 8, SHORT_STEP, LogInBothLanguagesTest::flip);
    assertThat(damaged).isBetween(64 / SHORT_STEP, used(last));
    Path first = segment(log, 1);
    judge("flip", log, first, 0, 200, SHORT_STEP, LogInBothLanguagesTest::flip);
    judge("flip", log, first, 200, used(first) + 8, STEP, LogInBothLanguagesTest::flip);
    Path extent = log.resolve("wal.extent");
    judge("flip", log, extent, 0, 64, SHORT_STEP, LogInBothLanguagesTest::flip);
    judge("flip", log, extent, 4096, 4160, 3, LogInBothLanguagesTest::flip);
  }

  @Test
  void everyTruncationIsJudgedAlike() throws Exception {
    Path log = openLog();
    Path last = segment(log, 2);
    Change cut = Arrays::copyOf;
    assertThat(judge("cut", log, last, 0, used(last) + 8, SHORT_STEP, cut))
        .isGreaterThan(used(last) / SHORT_STEP);
    judge("cut", log, segment(log, 1), 0, 4096, 5 * STEP, cut);
    judge("cut", log, log.resolve("wal.extent"), 0, 8192, 5 * STEP, cut);
  }

  @Test
  void everyTornTailIsJudgedAndRepairedAlike() throws Exception {
    Path log = openLog();
    Path last = segment(log, 2);
    assertThat(
            judge("tear", log, last, 64, used(last) + 8, SHORT_STEP, LogInBothLanguagesTest::tear))
        .isZero();
    byte[] bytes = Files.readAllBytes(last);
    for (int at = 64; at < used(last); at += STEP) {
      Path java = dir.resolve("java");
      Path cpp = dir.resolve("cpp");
      for (Path copy : List.of(java, cpp)) {
        copy(log, copy);
        Files.write(copy.resolve(last.getFileName()), tear(bytes, at));
      }
      Ended repaired = Ended.tandem("wal", "repair", java);
      assertThat(TandemCpp.run("wal", "recover", cpp)).as("torn at " + at).isEqualTo(repaired);
      assertThat(Ended.tandem("wal", "dump", cpp)).isEqualTo(Ended.tandem("wal", "dump", java));
      agree("repaired by C++", "verify", cpp, "--json");
      agree("repaired by Java", "verify", java, "--json");
      assertThat(agree("repaired by C++", "verify", cpp).out()).contains("ended after");
    }
  }

  /** Nobody asks this log to sync, so whole batches may follow a place that is changed. */
  @Test
  void whatMayBeDamageIsJudgedAndRepairedAlike() throws Exception {
    Path source = dir.resolve("source");
    Path log = dir.resolve("written");
    WalConfig written =
        WalConfig.builder()
            .segmentBytes(64 << 10)
            .bufferBytes(1 << 10)
            .durability(Durability.WRITTEN)
            .build();
    try (Wal wal = Wal.open(source, written)) {
      for (int i = 0; i < 12; i++) {
        wal.confirmations().await(wal.append((byte) 10, new byte[i]), Durability.WRITTEN);
      }
      copy(source, log);
    }
    Path only = segment(log, 1);
    assertThat(agree("whole", "verify", log).code()).isZero();
    int doubted = judge("flip", log, only, 64, used(only) + 8, STEP, LogInBothLanguagesTest::flip);
    assertThat(doubted).isPositive();
    byte[] bytes = Files.readAllBytes(only);
    int doubts = 0;
    for (int at = 64; at < used(only); at += 4 * STEP) {
      Path java = dir.resolve("java");
      Path cpp = dir.resolve("cpp");
      for (Path copy : List.of(java, cpp)) {
        copy(log, copy);
        Files.write(copy.resolve(only.getFileName()), flip(bytes, at));
      }
      Ended repaired = Ended.tandem("wal", "repair", java, "--json");
      assertThat(TandemCpp.run("wal", "recover", cpp, "--json")).isEqualTo(repaired);
      doubts += repaired.code();
    }
    assertThat(doubts).isPositive();
  }

  @Test
  void whatIsMissingIsReportedAlike() throws Exception {
    Path log = openLog();
    Path copy = dir.resolve("copy");
    for (String gone : List.of("segment-0000000000000001.wal", "segment-0000000000000002.wal")) {
      copy(log, copy);
      Files.delete(copy.resolve(gone));
      assertThat(agree(gone, "verify", copy).code()).isEqualTo(1);
      agree(gone, "dump", copy);
      assertThat(TandemCpp.run("wal", "recover", copy))
          .isEqualTo(Ended.tandem("wal", "repair", copy));
    }
    copy(log, copy);
    Files.delete(copy.resolve("wal.extent"));
    for (String command : List.of("verify", "dump")) {
      assertThat(agree("no extent", command, copy).code()).isEqualTo(1);
    }
    Path other = dir.resolve("other");
    copy(copy, other);
    Ended repaired = TandemCpp.run("wal", "recover", copy, "--json");
    assertThat(repaired).isEqualTo(Ended.tandem("wal", "repair", other, "--json"));
    assertThat(repaired.code()).isEqualTo(1);
    assertThat(agree("made anew", "verify", copy).code()).isZero();
  }

  @Test
  void eachContinuesWhereTheOtherEnded() throws Exception {
    Path log = dir.resolve("log");
    long next = 0;
    for (int life = 0; life < 4; life++) {
      Path reported = dir.resolve("told");
      Process victim =
          TandemCpp.startVictim(reported, log, life, life % 2 == 0 ? "SYNCED" : "WRITTEN", 3, 400);
      assertThat(victim.waitFor(200, TimeUnit.SECONDS)).isTrue();
      assertThat(victim.exitValue()).as(Files.readString(reported)).isZero();
      assertThat(Files.readString(reported)).startsWith("open " + next + "\n");
      next += 1200;
      try (Wal wal = Wal.open(log, CONFIG)) {
        assertThat(wal.recovery().clean()).isTrue();
        assertThat(wal.recovery().lastSequence()).isEqualTo(next - 1);
        append(wal, 30, 50);
        next += 30;
      }
      assertThat(agree("written by both", "verify", log, "--json").code()).isZero();
      assertThat(agree("written by both", "dump", log, "--json").out().lines()).hasSize((int) next);
    }
    agree("some", "dump", log, "--from", 1000, "--to", 1020, "--bytes", 5);
    agree("some", "dump", log, "--from", 1000, "--count", 7);
    agree("a time", "dump", log, "--from", "2026-01-01T00:00:00.5Z", "--count", 3, "--json");
    agree("no time yet", "dump", log, "--to", "2001-01-01T00:00:00Z");
  }

  @Test
  void aLockOfOneKeepsTheOtherOut() throws Exception {
    Path log = dir.resolve("log");
    try (Wal wal = Wal.open(log, CONFIG)) {
      append(wal, 40, 100);
      Ended refused = TandemCpp.run(TandemCpp.victim(), log, 0, "SYNCED", 1, 1);
      assertThat(refused.code()).isEqualTo(3);
      assertThat(refused.err())
          .contains("wal.lock: held by process " + ProcessHandle.current().pid());
      assertThat(TandemCpp.run("wal", "recover", log).code()).isEqualTo(2);
      // Beside the writer both see the same, and say that it is in use.
      assertThat(agreeInUse("verify", log).out()).contains("in use, not closed");
      assertThat(agreeInUse("dump", log).out().lines()).hasSize(40);
    }
    Path reported = dir.resolve("told");
    Process victim = TandemCpp.startVictim(reported, log, 1, "SYNCED", 2, 0);
    try {
      while (Files.size(reported) < 200) {
        assertThat(victim.isAlive()).as(Files.readString(reported)).isTrue();
        Thread.sleep(1);
      }
      assertThatThrownBy(() -> Wal.open(log, CONFIG))
          .isInstanceOf(WalLockedException.class)
          .extracting(e -> ((WalLockedException) e).holder())
          .isEqualTo(victim.pid());
      for (int i = 0; i < 5; i++) {
        assertThat(Ended.tandem("wal", "verify", log).out()).contains("in use").contains("sound");
        assertThat(TandemCpp.run("wal", "verify", log).out()).contains("in use").contains("sound");
      }
    } finally {
      victim.destroyForcibly().waitFor();
    }
    assertThat(agree("killed", "verify", log).code()).isZero();
  }

  @Test
  void aReaderBesideAWriterOfTheOtherLanguageFindsItSound() throws Exception {
    Path log = dir.resolve("log");
    try (Wal wal = Wal.open(log, CONFIG)) {
      Thread producer = Thread.ofPlatform().start(() -> append(wal, 3_000, 60));
      long seen = 0;
      do {
        Ended ended = TandemCpp.run("wal", "verify", log);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        Ended dump = TandemCpp.run("wal", "dump", log, "--bytes", 0);
        assertThat(dump.code()).as(dump.err()).isZero();
        long now = dump.out().lines().count();
        assertThat(now).isGreaterThanOrEqualTo(seen);
        seen = now;
      } while (producer.isAlive());
      producer.join();
    }
    assertThat(agree("closed", "verify", log).out()).contains("3,000 records");
  }

  @Test
  void whatIsNotThereIsRefused() throws Exception {
    Path log = openLog();
    for (String[] wrong :
        new String[][] {
          {"wal", "sort", log.toString()},
          {"wal", "verify"},
          {"wal", "verify", log.toString(), "more"},
          {"wal", "verify", log.toString(), "--count", "1"},
          {"wal", "dump", log.toString(), "--answers"},
          {"wal", "dump", log.toString(), "--count", "many"},
          {"wal", "dump", log.toString(), "--from", "yesterday"},
          {"serve"}
        }) {
      Ended refused = TandemCpp.run((Object[]) wrong);
      assertThat(refused.code()).as(Arrays.toString(wrong)).isEqualTo(2);
      assertThat(refused.err()).startsWith("tandem: ").contains("Try: tandem-cpp --help");
    }
    Path empty = Files.createDirectory(dir.resolve("empty"));
    for (String command : List.of("verify", "dump")) {
      agree("no log", command, empty);
      agree("nothing", command, dir.resolve("nowhere"));
      agree("a file", command, segment(log, 1));
    }
  }
}
