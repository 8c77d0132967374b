package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.RetentionPolicy;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The logger in Java and the one in C++: each reads, judges and tidies what the other left. */
@Timeout(300)
class LogFilesInBothLanguagesTest {

  private static final String RUN = "-20260101T000000000-1-1-000001.tlog";

  /** Of the places of a file, what is looked at in an ordinary build. */
  private static final int STEP = Integer.getInteger("tandem.crash.scale", 1) > 1 ? 1 : 3;

  private static final LogStoreConfig CONFIG =
      LogStoreConfig.builder().segmentSize(1 << 16).onFailure(text -> {}).build();

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  /** Both tell the same, to the last letter. */
  private static Ended agree(Object... options) throws IOException, InterruptedException {
    Object[] args = Stream.concat(Stream.of("log"), Stream.of(options)).toArray();
    Ended java = Ended.tandem(args);
    Ended asWritten = new Ended(java.code(), written(java.out()), written(java.err()));
    Ended cpp = TandemCpp.run(args);
    if (!cpp.equals(asWritten)) {
      // The first line that differs: the whole may be long.
      String what = Arrays.toString(args);
      agree(what, cpp.out(), asWritten.out());
      agree(what, cpp.err(), asWritten.err());
      assertThat(cpp.code()).as(what).isEqualTo(asWritten.code());
    }
    return java;
  }

  private static void agree(String what, String cpp, String java) {
    List<String> found = cpp.lines().toList();
    List<String> expected = java.lines().toList();
    for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
      assertThat(found.get(i)).as(what + ", line " + i).isEqualTo(expected.get(i));
    }
    assertThat(found).as(what).hasSameSizeAs(expected);
  }

  /** Half of a surrogate pair is no character once it is written. */
  private static String written(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static void agreeOnAll(Path log) throws IOException, InterruptedException {
    for (String command : List.of("cat", "verify")) {
      agree(command, log);
      agree(command, "--json", log);
    }
  }

  @Test
  void whatJavaWritesIsPrintedAlike() throws Exception {
    Path log = dir.resolve("log");
    LogFileVectors.writeRecords(log, 40);
    Random random = new Random(3);
    try (LogStore store = LogStore.open(log, CONFIG)) {
      var writer = store.writer("a.b.c");
      for (int i = 0; i < 3_000; i++) {
        double any = Double.longBitsToDouble(random.nextLong());
        float small = Float.intBitsToFloat(random.nextInt());
        double round = random.nextInt(1_000_000) / Math.pow(10, random.nextInt(12));
        writer.log(LogLevel.INFO, "{} {} {}", any, small, round);
      }
    }
    agreeOnAll(log);
    agree("cat", "--level", "warn", "--logger", "a", "--thread", "main", log);
    agree("tail", "-n", 3, log);
    agree("tail", "-n0", "--json", log);
    agree("grep", "with all", log);
    agree("grep", "-c", "why 3", log);
    agree("cat", "--from", "2026-01-01T00:00:00Z", "--to", "2027-01-01T00:00:00.5Z", log);
    assertThat(agree("verify", log).out()).startsWith("sound: ");
  }

  @Test
  void whatCppWritesIsPrintedAlike() throws Exception {
    Path log = dir.resolve("log");
    Ended victim = TandemCpp.run(TandemCpp.logVictim(), log, 3, 4_000);
    assertThat(victim.code()).as(victim.err()).isZero();
    assertThat(agree("verify", log).out()).startsWith("sound: 12000 records");
    agreeOnAll(log);
    assertThat(agree("cat", "--thread", "t-2", log).out().lines()).hasSize(4_000);
  }

  private interface Change {
    byte[] of(byte[] bytes, int at);
  }

  /** Many damaged files, each of a run of its own, judged in one call of each. */
  private Ended judge(String what, byte[] bytes, int from, int step, Change change)
      throws Exception {
    Path all = Files.createDirectory(dir.resolve(what));
    for (int at = from; at < bytes.length; at += step) {
      Files.write(all.resolve("%s%05d%s".formatted(what, at, RUN)), change.of(bytes, at));
    }
    return agree("verify", "--json", all);
  }

  @Test
  void everyFlippedBitAndEveryCutIsJudgedAlike() throws Exception {
    Path log = dir.resolve("log");
    LogFileVectors.writeRecords(log, 1);
    byte[] closed = LogFileVectors.bytes(log).get(0);
    byte[] killed = LogFileVectors.killed(closed);
    byte[] overrun = LogFileVectors.overrun(closed);
    Change tear =
        (bytes, at) -> {
          byte[] torn = bytes.clone();
          Arrays.fill(torn, at, torn.length, (byte) 0);
          return torn;
        };
    Ended flipped = judge("flip-closed", closed, 0, STEP, LogFileVectors::flipped);
    assertThat(flipped.out().split("offset")).hasSizeGreaterThan((closed.length - 512) / STEP);
    for (var file : Map.of("closed", closed, "killed", killed, "overrun", overrun).entrySet()) {
      byte[] bytes = file.getValue();
      String name = file.getKey();
      judge("flips-" + name, bytes, 0, 13 * STEP, LogFileVectors::flipped);
      judge("cut-" + name, bytes, 0, 11 * STEP, Arrays::copyOf);
      judge("tear-" + name, bytes, 512, 11 * STEP, tear);
    }
  }

  @Test
  void garbageIsJudgedAlike() throws Exception {
    Path log = dir.resolve("log");
    LogFileVectors.writeRecords(log, 1);
    byte[] whole = LogFileVectors.bytes(log).get(0);
    Random random = new Random(5);
    Path all = Files.createDirectory(dir.resolve("garbage"));
    for (int i = 0; i < 200; i++) {
      byte[] bytes = whole.clone();
      int from = random.nextInt(bytes.length);
      for (int at = from; at < Math.min(bytes.length, from + random.nextInt(90)); at++) {
        bytes[at] = (byte) random.nextInt();
      }
      LogFileVectors.sign(bytes);
      Files.write(all.resolve("garbage%05d%s".formatted(i, RUN)), bytes);
    }
    // Of a run that was killed, also words of the header are others.
    byte[] killed = LogFileVectors.killed(whole);
    for (int i = 0; i < 400; i++) {
      byte[] bytes = killed;
      for (int m = random.nextInt(4); m >= 0; m--) {
        bytes = LogFileVectors.damaged(bytes, whole, random);
      }
      bytes = LogFileVectors.signed(bytes);
      Files.write(all.resolve("piece%05d%s".formatted(i, RUN)), bytes);
    }
    agree("cat", all);
    agree("cat", "--json", all);
    assertThat(agree("verify", "--json", all).out())
        .contains("the parts of the record do not fit")
        .contains("expected 512 to -");
  }

  @Test
  void eachTidiesUpAfterTheOther() throws Exception {
    Path log = dir.resolve("log");
    Path reported = dir.resolve("told");
    Process victim = TandemCpp.startLogVictim(reported, log, 3, 0);
    try {
      while (LogFileVectors.isSmall(log)) {
        assertThat(victim.isAlive()).as(Files.readString(reported)).isTrue();
        Thread.sleep(1);
      }
      // It lives: a store of the other language leaves its files alone.
      LogStore.open(log, CONFIG).close();
      assertThat(TandemCpp.run("log", "verify", log).err()).doesNotContain("damage");
      assertThat(Ended.tandem("log", "verify", log).err()).doesNotContain("damage");
      assertThat(victim.isAlive()).as(Files.readString(reported)).isTrue();
    } finally {
      victim.destroyForcibly().waitFor();
    }
    agreeOnAll(log);
    Path java = dir.resolve("java");
    Path cpp = dir.resolve("cpp");
    copy(log, java);
    copy(log, cpp);
    LogStore.open(java, CONFIG).close();
    assertThat(TandemCpp.run(TandemCpp.logVictim(), cpp, 0, 1).code()).isZero();
    assertThat(sizes(cpp)).isEqualTo(sizes(java));
    assertThat(sizes(java)).allMatch(file -> file.contains(".tlog "));
    agreeOnAll(cpp);
  }

  @Test
  void aStoreInJavaThatLivesIsLeftAloneAndOneThatDiedIsTidied() throws Exception {
    Path log = dir.resolve("log");
    Path cpp = dir.resolve("cpp");
    try (LogStore store = LogStore.open(log, CONFIG)) {
      for (int i = 0; i < 2_000; i++) {
        store.writer("w").log(LogLevel.INFO, "record {}", i);
      }
      assertThat(TandemCpp.run(TandemCpp.logVictim(), log, 1, 10).code()).isZero();
      assertThat(TandemCpp.run("log", "cat", log).out().lines()).hasSize(2_010);
      assertThat(sizes(log)).anyMatch(file -> file.contains(".lock"));
      store.writer("w").log(LogLevel.INFO, "goes on");
      copy(log, cpp);
    }
    agreeOnAll(cpp);
    assertThat(TandemCpp.run(TandemCpp.logVictim(), cpp, 0, 1).code()).isZero();
    assertThat(agree("verify", cpp).out()).startsWith("sound: 2011 records");
    assertThat(sizes(cpp)).isEqualTo(sizes(log));
  }

  @Test
  void bothKeepTheSameFiles() throws Exception {
    Path log = dir.resolve("log");
    LogFileVectors.writeRecords(log, 60);
    assertThat(TandemCpp.run(TandemCpp.logVictim(), log, 2, 3_000).code()).isZero();
    List<Path> files = LogReader.list(log);
    assertThat(files).hasSizeGreaterThan(8);
    // Half of the files were closed two hours ago.
    FileTime old = FileTime.from(Instant.now().minusSeconds(7_200));
    for (Path file : files.subList(0, files.size() / 2)) {
      Files.setLastModifiedTime(file, old);
    }
    RetentionPolicy all = RetentionPolicy.ALL;
    long bytes = 3 * Files.size(files.get(files.size() - 2));
    for (var kept :
        Map.of(
                "files=4",
                RetentionPolicy.ofFiles(4),
                "bytes=" + bytes,
                new RetentionPolicy(all.files(), bytes, all.age()),
                "age=3600000",
                new RetentionPolicy(all.files(), all.bytes(), Duration.ofHours(1)))
            .entrySet()) {
      Path java = dir.resolve("java-" + kept.getKey());
      Path cpp = dir.resolve("cpp-" + kept.getKey());
      for (Path copy : List.of(java, cpp)) {
        copy(log, copy);
        for (Path file : files) {
          Files.setLastModifiedTime(
              copy.resolve(file.getFileName()), Files.getLastModifiedTime(file));
        }
      }
      LogStore.open(
              java,
              LogStoreConfig.builder().segmentSize(1 << 16).retention(kept.getValue()).build())
          .close();
      assertThat(TandemCpp.run(TandemCpp.logVictim(), cpp, 0, 1, kept.getKey()).code()).isZero();
      assertThat(sizes(cpp)).as(kept.getKey()).isEqualTo(sizes(java)).isNotEmpty();
      assertThat(sizes(cpp)).as(kept.getKey()).hasSizeLessThan(files.size());
      assertThat(agree("verify", cpp).out()).startsWith("sound: ");
    }
  }

  @Test
  void whatCppLeavesAfterRollsForcesAndDeletionsIsSound() throws Exception {
    Path log = dir.resolve("log");
    Ended victim =
        TandemCpp.run(TandemCpp.logVictim(), log, 3, 20_000, "files=5", "rotate=1", "sync=1");
    assertThat(victim.code()).as(victim.err()).isZero();
    assertThat(LogReader.list(log)).hasSize(5);
    assertThat(agree("verify", log).out())
        .startsWith("sound: ")
        .contains(" in 5 segments, 0 holes");
    agreeOnAll(log);
    // A store in Java continues with the retention.
    LogStore.open(
            log,
            LogStoreConfig.builder()
                .segmentSize(1 << 16)
                .retention(RetentionPolicy.ofFiles(3))
                .build())
        .close();
    assertThat(LogReader.list(log)).hasSize(3);
    assertThat(agree("verify", log).out()).startsWith("sound: ");
  }

  @Test
  void whatComesIsFollowed() throws Exception {
    Path log = dir.resolve("log");
    Path reported = dir.resolve("told");
    try (LogStore store = LogStore.open(log, CONFIG)) {
      store.writer("w").log(LogLevel.INFO, "the first");
      Process tail = TandemCpp.startTail(reported, log);
      try {
        for (String text : List.of("the first", "the second", "the third")) {
          while (!Files.readString(reported).contains(text)) {
            assertThat(tail.isAlive()).as(Files.readString(reported)).isTrue();
            Thread.sleep(1);
          }
          store
              .writer("w")
              .log(LogLevel.INFO, text.equals("the first") ? "the second" : "the third");
        }
      } finally {
        tail.destroyForcibly().waitFor();
      }
    }
    assertThat(Files.readAllLines(reported))
        .hasSizeBetween(3, 4)
        .allMatch(line -> line.contains("w - the"));
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void sealedFilesAreLeftToJava(SealMode mode) throws Exception {
    Path keys = Files.writeString(dir.resolve("keys"), "k1: " + "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Path log = dir.resolve("log");
    try (KeyRing ring = KeyRing.ofFile(keys);
        LogStore store =
            LogStore.open(
                log,
                LogStoreConfig.builder()
                    .segmentSize(1 << 16)
                    .sealing(new KeySealing(ring, mode))
                    .build())) {
      store.writer("w").log(LogLevel.INFO, "secret");
    }
    for (String command : List.of("cat", "verify", "tail")) {
      Ended refused = TandemCpp.run("log", command, log);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("sealed", "./tandem log");
      assertThat(TandemCpp.run("log", command, "--key-file", keys, log).err())
          .contains("./tandem log " + command);
    }
  }

  @Test
  void whatIsNotDoneIsRefused() throws Exception {
    Path log = dir.resolve("log");
    try (LogStore store =
        LogStore.open(log, LogStoreConfig.builder().segmentSize(1 << 16).compress(true).build())) {
      store.writer("w").log(LogLevel.INFO, "small");
    }
    Ended refused = TandemCpp.run("log", "cat", log);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("is compressed", "./tandem log");
    assertThat(TandemCpp.run("log", "grep", "a.*b", log).err()).contains("./tandem log grep");
    for (String[] wrong :
        new String[][] {
          {"log", "sort", log.toString()},
          {"log", "cat"},
          {"log", "cat", "--nothing", log.toString()},
          {"log", "cat", "--level", "LOUD", log.toString()},
          {"log", "cat", "--from", "yesterday", log.toString()},
          {"log", "tail", "-n", "many", log.toString()},
          {"log", "tail", "-n", "-1", log.toString()},
          {"log", "grep", "x"},
          {"log", "write", "--dir", "x"},
          {"log", "cat", "--from", "2026-+1- 1T 1:00:00Z", log.toString()}
        }) {
      Ended ended = TandemCpp.run((Object[]) wrong);
      assertThat(ended.code()).as(Arrays.toString(wrong)).isEqualTo(2);
      assertThat(ended.err()).startsWith("tandem: ").contains("Try: tandem-cpp --help");
    }
    agree("verify", Files.createDirectory(dir.resolve("empty")));
    agree("cat", dir.resolve("nowhere"));
    agree("cat", Files.write(dir.resolve("a file"), new byte[100]));
  }

  /** As a kill would leave it: locks are not copied. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /** Names and lengths of files that have records, or are none of records. */
  private static List<String> sizes(Path directory) throws IOException {
    List<String> sizes = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        // Each store that was opened to tidy up has left its header.
        if (Files.size(file) != SegmentLayout.HEADER_BYTES) {
          sizes.add(file.getFileName() + " " + Files.size(file));
        }
      }
    }
    return sizes;
  }

  @Test
  void theListOfFilesIsThatOfJava() throws Exception {
    Path log = dir.resolve("log");
    LogFileVectors.writeRecords(log, 1);
    assertThat(LogReader.list(log)).hasSizeGreaterThan(1);
    for (Path file : LogReader.list(log)) {
      agree("verify", file);
    }
    agree("verify", LogReader.list(log).get(1), LogReader.list(log).get(0));
    agree("verify", log + "//");
  }
}
