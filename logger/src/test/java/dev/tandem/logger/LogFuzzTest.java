package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.recovery.Recovery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged plain log files of a run that is over: each is read to its end, followed, tidied up after
 * and read again, with no exception but that of a sealed file. What was written before the damage
 * is read, what is whole behind it is found again, and nothing is read that was not written. {@code
 * -Dtandem.fuzz.seconds} says for how long, else a number of inputs decides.
 */
class LogFuzzTest {
  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int INPUTS = 60;
  private static final int MOST_MUTATIONS = 6;
  private static final int SEGMENTS = 2;
  private static final int ROUNDS = 8;
  private static final String RUN = "20260101T000000000-1-1";

  /** What a reader may allocate for each byte of the files, and beside that. */
  private static final int ALLOCATED_FOR_A_BYTE = 100;

  private static final long ALLOCATED = 4 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path temp;
  private Path log;
  private SplittableRandom random;

  /** What is damaged; checksums that fit let inputs come behind the first of them. */
  enum Kind {
    CLOSED,
    KILLED,
    SIGNED
  }

  /** What one file holds, by the places of its records. */
  private record Content(Map<Long, String> records, List<LogDamage> damage, List<LogHole> gaps) {}

  @BeforeEach
  void makeDirectory() throws IOException {
    log = Files.createDirectory(temp.resolve("damaged"));
    random = new SplittableRandom(SEED);
  }

  /** The files of a run, closed or as a kill leaves them. */
  private List<byte[]> whole(boolean killed) throws IOException {
    Path live = temp.resolve("live");
    List<byte[]> files = new ArrayList<>();
    LogExtras extras =
        LogExtras.builder()
            .context(Map.of("user", "ä"))
            .marker("AUDIT")
            .keyValue("order", 4711L)
            .keyValue("none", null)
            .build();
    Exception thrown = new IllegalStateException("why");
    thrown.setStackTrace(Arrays.copyOf(thrown.getStackTrace(), 1));
    try (LogStore store = LogStore.open(live, Logs.small().build())) {
      for (int file = 0; file < SEGMENTS; file++) {
        LogWriter writer = store.writer("a.Logger" + file);
        for (int i = 0; i < ROUNDS; i++) {
          writer.log(LogLevel.INFO, "text " + i + " ü\n" + "x".repeat(3 * i));
          writer.log(LogLevel.WARN, "{} of {} {}", new Object[] {i, "two", 1.5});
          writer.log(LogLevel.DEBUG, "{} {} {}", new Object[] {'c', null, (short) -3});
          writer.logEvent(LogLevel.ERROR, "all", thrown, extras);
        }
        Path open = LogReader.list(live).get(file);
        byte[] left = killed ? Files.readAllBytes(open) : null;
        store.rotate();
        byte[] closed = Files.readAllBytes(open);
        // A few of the zeros that the file ends with.
        files.add(killed ? Arrays.copyOf(left, closed.length + 256) : closed);
      }
    }
    return files;
  }

  private Path place(int file) {
    return log.resolve(FileNames.segment("log", RUN, file + 1));
  }

  private void write(List<byte[]> files) throws IOException {
    try (Stream<Path> before = Files.list(log)) {
      for (Path path : before.toList()) {
        Files.delete(path);
      }
    }
    for (int i = 0; i < files.size(); i++) {
      Files.write(place(i), files.get(i));
    }
    // It tells that the run has left something.
    Files.createFile(log.resolve(FileNames.lock("log", RUN)));
  }

  private static long bytes(List<byte[]> files) {
    return files.stream().mapToLong(file -> file.length).sum();
  }

  private static String text(LogRecord record) {
    String line = RecordText.line(record);
    check(line.indexOf('\n') < 0, "is more than a line", record.offset());
    return line + RecordText.json(record);
  }

  /** What the reader gives, file by file. */
  private List<Content> read(List<byte[]> files) throws IOException {
    long most = bytes(files);
    List<LogRecord> records = new ArrayList<>();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    List<LogDamage> damage;
    List<LogHole> gaps;
    try (LogReader reader = LogReader.open(List.of(log), null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
        if ((long) records.size() * RecordLayout.HEADER_BYTES > most) {
          throw new AssertionError(records.size() + " records of " + most + " bytes");
        }
      }
      damage = reader.damage();
      gaps = reader.gaps();
      assertThat(reader.records()).isEqualTo(records.size());
      assertThat(reader.holes()).isGreaterThanOrEqualTo(gaps.size());
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .as("allocated for %d bytes", most)
        .isLessThan(ALLOCATED + ALLOCATED_FOR_A_BYTE * most);
    assertThat(gaps).allMatch(gap -> gap.offset() >= 0 && gap.bytes() > 0);
    assertThat(damage).allMatch(place -> place.offset() >= 0 && place.bytes() >= 0);
    assertThat(gaps.size() + damage.size()).isLessThan((int) most / 8 + 8);
    List<Content> contents = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      Path file = place(i);
      Map<Long, String> texts = new TreeMap<>();
      for (LogRecord record : records) {
        if (record.file().equals(file)) {
          check(texts.put(record.offset(), text(record)) == null, "comes twice", record.offset());
        }
      }
      contents.add(
          new Content(
              texts,
              damage.stream().filter(place -> place.file().equals(file)).toList(),
              gaps.stream().filter(gap -> gap.file().equals(file)).toList()));
    }
    return contents;
  }

  private List<String> follow() throws IOException {
    List<String> lines = new ArrayList<>();
    LogFollower follower = new LogFollower(List.of(log), null, 0);
    // It asks whether the run is over once it has met a record that is missing.
    for (int i = 0; i < 3; i++) {
      follower.poll(record -> lines.add(text(record)), failure -> assertThat(failure).isNotEmpty());
    }
    return lines;
  }

  private static List<String> lines(List<Content> contents) {
    return contents.stream().flatMap(content -> content.records().values().stream()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedFileIsReadAsFarAsItIsIntact(Kind kind) throws IOException {
    List<byte[]> whole = whole(kind != Kind.CLOSED);
    write(whole);
    List<Content> written = read(whole);
    assertThat(written).allMatch(content -> content.records().size() == 4 * ROUNDS);
    assertThat(written).allMatch(content -> content.damage().isEmpty());
    long end = System.nanoTime() + SECONDS * 1_000_000_000L / Kind.values().length;
    for (long input = 0; SECONDS == 0 ? input < INPUTS : System.nanoTime() - end < 0; input++) {
      DamagedBytes[] damaged = new DamagedBytes[SEGMENTS];
      Arrays.setAll(damaged, i -> new DamagedBytes(whole.get(i)));
      int mutations = 1 + random.nextInt(MOST_MUTATIONS);
      for (int m = 0; m < mutations; m++) {
        damaged[random.nextInt(SEGMENTS)].mutate(random, whole.get(random.nextInt(SEGMENTS)));
      }
      List<byte[]> files = new ArrayList<>();
      for (DamagedBytes one : damaged) {
        files.add(kind == Kind.SIGNED ? DamagedBytes.signed(one.bytes()) : one.bytes());
      }
      try {
        judge(files, kind == Kind.SIGNED ? null : damaged, whole, written);
      } catch (RuntimeException | Error e) {
        Path kept = Files.createTempDirectory("tandem-log-fuzz-");
        for (int i = 0; i < files.size(); i++) {
          Files.write(kept.resolve(place(i).getFileName()), files.get(i));
        }
        throw new AssertionError(
            "seed %d, input %d, kept in %s: %s".formatted(SEED, input, kept, e), e);
      }
    }
  }

  /**
   * @param damaged null if checksums fit where the bytes are others
   */
  private void judge(
      List<byte[]> files, DamagedBytes[] damaged, List<byte[]> whole, List<Content> written)
      throws IOException {
    write(files);
    LogStoreConfig quiet = Logs.small().build();
    List<Content> contents;
    try {
      contents = read(files);
    } catch (IOException sealed) {
      assertThat(sealed).hasMessageStartingWith(log.toString()).hasMessageContaining("no key");
      Recovery.run(log, quiet);
      return;
    }
    if (damaged != null) {
      for (int i = 0; i < damaged.length; i++) {
        judge(damaged[i], whole.get(i), contents.get(i), written.get(i));
      }
    }
    List<String> lines = lines(contents);
    List<String> followed = follow();
    assertThat(followed).isEqualTo(lines.subList(0, Math.min(followed.size(), lines.size())));
    Recovery.run(log, quiet);
    assertThat(lines(read(files))).as("tidied up after").isEqualTo(lines);
  }

  private static void judge(DamagedBytes damaged, byte[] whole, Content found, Content written) {
    if (!damaged.isIntact(0, SegmentLayout.HEADER_BYTES)) {
      // It may be that of the other file by now.
      return;
    }
    // No assertion of a library on each: they would take most of the time.
    for (long at : found.records().keySet()) {
      check(written.records().containsKey(at), "was not written", at);
    }
    for (var record : written.records().entrySet()) {
      long at = record.getKey();
      long end = at + SegmentLayout.alignedLength(lengthAt(whole, (int) at));
      String text = found.records().get(at);
      if (damaged.isIntact(SegmentLayout.HEADER_BYTES, end)) {
        check(record.getValue().equals(text), "was written before the damage", at);
      } else if (damaged.isIntact(at, end)) {
        // A name that it refers to may be gone.
        check(text != null, "is whole", at);
      }
    }
  }

  private static void check(boolean holds, String what, long at) {
    if (!holds) {
      throw new AssertionError("the record at " + at + " " + what);
    }
  }

  private static int lengthAt(byte[] file, int at) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }
}
