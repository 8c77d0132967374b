package dev.tandem.it.format;

import dev.tandem.it.TestData;
import dev.tandem.logger.LogDamage;
import dev.tandem.logger.LogExtras;
import dev.tandem.logger.LogHole;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.RecordText;
import dev.tandem.logger.format.RecordChecksum;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.SegmentFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Makes the log files of {@code testdata/log-files}, which the tests of both languages read. */
final class LogFileVectors {

  /** Of a run that is over: it has no lock. */
  static final String RUN = "log-20260101T000000000-1-1-00000";

  static final List<String> NAMES = List.of("closed", "killed", "torn", "damaged", "overrun");

  /** Words of the header that no sealing is told by. */
  private static final int[] WORDS = {
    (int) SegmentLayout.NUMBER_AT,
    (int) SegmentLayout.CAPACITY_AT,
    (int) SegmentLayout.CLAIM_AT,
    (int) SegmentLayout.CLOSED_AT,
    (int) SegmentLayout.WIPED_AT
  };

  private static final int[] NUMBERS = {
    0, 1, -1, 8, 32, 33, 511, 512, 1 << 20, -32, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  private LogFileVectors() {}

  static Path directory() {
    return TestData.root().resolve("testdata/log-files");
  }

  /** Makes all of them anew. */
  static void write() throws IOException {
    delete(directory());
    Path log = Files.createTempDirectory("tandem-vectors-");
    try {
      writeRecords(log, 3);
      List<byte[]> files = bytes(log);
      put("closed", files);
      put("killed", List.of(files.get(0), killed(files.get(1))));
      put("torn", List.of(files.get(0), torn(killed(files.get(1)))));
      put("damaged", List.of(flipped(files.get(0), 900), flipped(files.get(1), 40)));
      put("overrun", List.of(overrun(files.get(0))));
    } finally {
      delete(log);
    }
    for (String name : NAMES) {
      // Not strictly: half of a surrogate pair is a question mark, as on every output.
      byte[] text = text(directory().resolve(name)).getBytes(StandardCharsets.UTF_8);
      Files.write(directory().resolve(name + ".txt"), text);
    }
  }

  /** Writes records of every kind, in two files. */
  static void writeRecords(Path directory, int each) throws IOException {
    LogStoreConfig config = LogStoreConfig.builder().segmentSize(1 << 16).build();
    LogExtras extras =
        LogExtras.builder()
            .context(Map.of("user", "ä"))
            .marker("AUDIT")
            .marker("MONEY")
            .keyValue("order", 4711L)
            .keyValue("none", null)
            .keyValue("part", 0.1f)
            .keyValue("text", "ünd")
            .build();
    try (LogStore store = LogStore.open(directory, config)) {
      for (int file = 0; file < 2; file++) {
        LogWriter writer = store.writer("a.Logger" + file);
        for (int i = 0; i < each; i++) {
          LogLevel level = LogLevel.values()[i % LogLevel.RECORD_LEVELS];
          writer.log(level, "plain \"text\" \\ € 😀 \n" + i);
          writer.log(level, "{} of {}", i, "two");
          writer.log(level, "\\{} {} \\\\{} {}", 1.5, 2.5f);
          writer.log(level, "{} {}", new Object[] {true, '\ud83d', (short) -3, (byte) -4, null});
          writer.log(level, "{}{}", new Object[] {'\ud83d', '\ude00'});
          writer.log(level, "{} {} {} {}", new Object[] {1e10, 4.9e-324, -0.0, Double.NaN});
          writer.logEvent(level, "with all", thrown("why " + i), extras);
          writer.log(level, "{} ".repeat(16), new Object[16]);
        }
        store.rotate();
      }
    }
  }

  /** Its trace is that of no test runner. */
  private static Exception thrown(String why) {
    Exception thrown = new IllegalStateException(why);
    thrown.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("a.Place", "method", "Place.java", 17)});
    return thrown;
  }

  /** What is in a directory, and what is wrong with it. */
  static String text(Path directory) throws IOException {
    StringBuilder text = new StringBuilder();
    try (LogReader reader = LogReader.open(List.of(directory), null)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        text.append(RecordText.json(record)).append('\n');
      }
      for (LogDamage damage : reader.damage()) {
        text.append("damage ").append(damage).append('\n');
      }
      for (LogHole hole : reader.gaps()) {
        text.append("hole ").append(hole).append('\n');
      }
      text.append(
          "%d records, %d files, %s%d holes, %d abandoned%n"
              .formatted(
                  reader.records(),
                  reader.files(),
                  reader.holesExact() ? "" : "at least ",
                  reader.holes(),
                  reader.abandoned()));
    }
    return text.toString().replace(directory + "/", "");
  }

  /** The used files of a directory, in order. */
  static List<byte[]> bytes(Path directory) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Path file : LogReader.list(directory)) {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length > SegmentLayout.HEADER_BYTES) {
        files.add(bytes);
      }
    }
    return files;
  }

  private static void put(String name, List<byte[]> files) throws IOException {
    Path to = Files.createDirectories(directory().resolve(name));
    for (int i = 0; i < files.size(); i++) {
      Files.write(to.resolve(RUN + (i + 1) + ".tlog"), files.get(i));
    }
  }

  /**
   * As the end of its process leaves a file: open, with a place whose writer failed and one that
   * was claimed and never filled.
   */
  static byte[] killed(byte[] closed) {
    int place = closed.length;
    byte[] bytes = Arrays.copyOf(closed, place + 2 * RecordLayout.HEADER_BYTES);
    MemorySegment file = aligned(bytes);
    long word = SegmentLayout.getLong(file, SegmentLayout.CLOSED_AT);
    SegmentLayout.putLong(
        file,
        SegmentLayout.CLAIM_AT,
        word + 2 * (SegmentLayout.ONE_CLAIM + RecordLayout.HEADER_BYTES));
    SegmentLayout.putLong(file, SegmentLayout.CLOSED_AT, 0);
    SegmentLayout.putInt(file, place + RecordLayout.KIND_AT, RecordLayout.ABANDONED);
    SegmentLayout.putInt(file, place, RecordLayout.HEADER_BYTES);
    long id = SegmentLayout.getLong(file, SegmentLayout.FILE_ID_AT);
    SegmentLayout.putInt(
        file,
        place + RecordLayout.CHECKSUM_AT,
        RecordChecksum.expected(file, id, place, RecordLayout.HEADER_BYTES));
    return bytes(file);
  }

  /** The last bytes are gone, the file is as long as before. */
  static byte[] torn(byte[] bytes) {
    byte[] torn = bytes.clone();
    Arrays.fill(torn, torn.length - 300, torn.length, (byte) 0);
    return torn;
  }

  /** One bit is another. */
  static byte[] flipped(byte[] bytes, int at) {
    byte[] flipped = bytes.clone();
    flipped[at] ^= (byte) (1 << at % 8);
    return flipped;
  }

  /** A file that is full, and whose process was killed while it closed it. */
  static byte[] overrun(byte[] closed) {
    byte[] bytes = Arrays.copyOf(closed, closed.length + 24);
    MemorySegment file = aligned(bytes);
    long word = SegmentLayout.getLong(file, SegmentLayout.CLOSED_AT);
    SegmentLayout.putLong(file, SegmentLayout.CAPACITY_AT, bytes.length);
    SegmentLayout.putLong(file, SegmentLayout.CLAIM_AT, word + 2 * (SegmentLayout.ONE_CLAIM + 40));
    SegmentLayout.putLong(file, SegmentLayout.CLOSED_AT, 0);
    SegmentLayout.putLong(file, SegmentLayout.HEADER_SUM_AT, SegmentFile.headerSum(file));
    return bytes(file);
  }

  /** Gives records that are as long as before the checksums of what they hold, in place. */
  static void sign(byte[] bytes) {
    MemorySegment file = aligned(bytes);
    long id = SegmentLayout.getLong(file, SegmentLayout.FILE_ID_AT);
    long at = SegmentLayout.HEADER_BYTES;
    while (at + RecordLayout.HEADER_BYTES <= bytes.length) {
      int length = SegmentLayout.getInt(file, at);
      long next = at + SegmentLayout.alignedLength(length);
      if (length < RecordLayout.HEADER_BYTES || next > bytes.length) {
        break;
      }
      SegmentLayout.putInt(
          file, at + RecordLayout.CHECKSUM_AT, RecordChecksum.expected(file, id, at, length));
      at = next;
    }
    System.arraycopy(bytes(file), 0, bytes, 0, bytes.length);
  }

  /** A piece is replaced, gone or put in, a word is another; the other file gives pieces. */
  static byte[] damaged(byte[] bytes, byte[] other, Random random) {
    int header = SegmentLayout.HEADER_BYTES;
    int at = header + random.nextInt(bytes.length - header) / 4 * 4;
    int from = header + random.nextInt(other.length - header) / 8 * 8;
    byte[] piece = Arrays.copyOfRange(other, from, from + 8 + random.nextInt(200));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, Math.min(at, bytes.length));
    int rest = Math.min(at, bytes.length);
    switch (random.nextInt(5)) {
      case 0 -> out.writeBytes(piece);
      case 1 -> rest = Math.min(bytes.length, rest + piece.length);
      case 2 -> {
        out.writeBytes(piece);
        rest = Math.min(bytes.length, rest + piece.length);
      }
      case 3 -> {
        byte[] changed = bytes.clone();
        ByteBuffer words = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
        int half = WORDS[random.nextInt(WORDS.length)] + 4 * random.nextInt(2);
        words.putInt(half, NUMBERS[random.nextInt(NUMBERS.length)]);
        return changed;
      }
      default -> {
        byte[] number = new byte[4];
        ByteBuffer.wrap(number)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(NUMBERS[random.nextInt(NUMBERS.length)]);
        out.writeBytes(number);
        rest = Math.min(bytes.length, rest + 4);
      }
    }
    out.write(bytes, rest, bytes.length - rest);
    return out.toByteArray();
  }

  /** The same with checksums that fit, of the header and of all that can be a record. */
  static byte[] signed(byte[] bytes) {
    MemorySegment file =
        MemorySegment.ofArray(new long[bytes.length / 8 + 1]).asSlice(0, bytes.length);
    file.copyFrom(MemorySegment.ofArray(bytes));
    SegmentLayout.putLong(file, SegmentLayout.HEADER_SUM_AT, SegmentFile.headerSum(file));
    long id = SegmentLayout.getLong(file, SegmentLayout.FILE_ID_AT);
    long at = SegmentLayout.HEADER_BYTES;
    while (at + RecordLayout.HEADER_BYTES <= bytes.length) {
      int length = SegmentLayout.getInt(file, at);
      long aligned = SegmentLayout.alignedLength(length);
      if (length < RecordLayout.HEADER_BYTES || at + aligned > bytes.length) {
        at += 8;
      } else {
        SegmentLayout.putInt(
            file, at + RecordLayout.CHECKSUM_AT, RecordChecksum.expected(file, id, at, length));
        at += aligned;
      }
    }
    return bytes(file);
  }

  /** Whether there are fewer than four used files, two being ahead, or no directory yet. */
  static boolean isSmall(Path directory) throws IOException {
    return !Files.isDirectory(directory) || LogReader.list(directory).size() < 6;
  }

  private static MemorySegment aligned(byte[] bytes) {
    return MemorySegment.ofArray(new long[bytes.length / 8]).copyFrom(MemorySegment.ofArray(bytes));
  }

  private static byte[] bytes(MemorySegment file) {
    return file.toArray(ValueLayout.JAVA_BYTE);
  }

  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
