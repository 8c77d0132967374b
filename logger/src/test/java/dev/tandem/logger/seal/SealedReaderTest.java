package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sealed logs through the store and the reader, from caller to caller. */
class SealedReaderTest {
  private static final String FILLER = "x".repeat(60);

  @TempDir private Path dir;

  private record Read(List<String> messages, List<String> damage, long holes) {}

  /** 200,000 records over 4 files, or with the full counts 10 million over 50. */
  @ParameterizedTest
  @EnumSource(SealMode.class)
  void everyRecordOfTenThreadsIsThereOnceInItsThreadsOrder(SealMode mode) throws Exception {
    int scale = Integer.getInteger("tandem.crash.scale", 1);
    int perThread = 20_000 * scale;
    long segmentSize = (scale < 50 ? 5L : 20L) << 20;
    try (LogStore store = open(mode, segmentSize)) {
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 10; t++) {
        LogWriter writer = store.writer("w" + t);
        Thread thread =
            new Thread(
                () -> {
                  for (int i = 0; i < perThread; i++) {
                    writer.log(LogLevel.INFO, "{} {}", (Object) i, FILLER);
                  }
                },
                "t" + t);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(store.metrics().drops()).containsOnly(0L);
    }
    assertThat(files()).hasSizeGreaterThanOrEqualTo(scale < 50 ? 4 : 50);
    Set<String> salts = new HashSet<>();
    for (Path file : files()) {
      salts.add(HexFormat.of().formatHex(header(file).salt()));
    }
    assertThat(salts).hasSameSizeAs(files());
    Map<String, Integer> next = new HashMap<>();
    try (LogReader reader = LogReader.open(List.of(dir), new KeyUnsealing(SealedFiles.ring()))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        int number = (Integer) record.arguments().get(0);
        assertThat(record.thread()).isEqualTo("t" + record.logger().substring(1));
        assertThat(number).isEqualTo(next.getOrDefault(record.thread(), 0));
        next.put(record.thread(), number + 1);
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.holes()).isZero();
    }
    assertThat(next).hasSize(10).allSatisfy((t, n) -> assertThat(n).isEqualTo(perThread));
  }

  /** Each byte of the head of a file, and every third of its records; each with the full counts. */
  private static int step(int at) {
    return at < 256 || Integer.getInteger("tandem.crash.scale", 1) > 1 ? 1 : 3;
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void flippedBitAtEveryByteOfAFileIsFound(SealMode mode) throws IOException {
    List<String> messages = writeSome(mode);
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    assertThat(read().messages()).isEqualTo(messages);
    assertThat(read().damage()).isEmpty();
    for (int at = 0; at < bytes.length; at += step(at)) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      Files.write(file, flipped);
      Read read;
      try {
        read = read();
      } catch (IOException refused) {
        assertThat(refused).as("byte %d", at).hasMessageContaining(file.getFileName().toString());
        continue;
      }
      assertThat(read.damage().size() + read.holes()).as("byte %d of %s", at, mode).isPositive();
      assertThat(messages).containsAll(read.messages());
    }
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void cutAtEveryByteReadsThePrefixAndNamesTheLoss(SealMode mode) throws IOException {
    List<String> messages = writeSome(mode);
    Path file = files().get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length += step(length)) {
      Files.write(file, Arrays.copyOf(bytes, length));
      Read read = read();
      assertThat(read.damage()).as("length %d", length).isNotEmpty();
      assertThat(messages.subList(0, read.messages().size())).isEqualTo(read.messages());
    }
    Files.write(file, Arrays.copyOf(bytes, bytes.length + 8));
    assertThat(read().messages()).isEqualTo(messages);
    assertThat(read().damage()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(SealMode.class)
  void wrongKeyUnknownKeyAndNoKeyAreRefused(SealMode mode) throws IOException {
    writeSome(mode);
    KeyRing wrong = SealedFiles.ring("first", SealedFiles.key(50));
    assertThatThrownBy(() -> read(new KeyUnsealing(wrong))).isInstanceOf(WrongKeyException.class);
    KeyRing other = SealedFiles.ring("second", SealedFiles.KEY);
    assertThatThrownBy(() -> read(new KeyUnsealing(other))).isInstanceOf(UnknownKeyException.class);
    assertThatThrownBy(() -> read(null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no key was given");
  }

  @Test
  void recordsOfAuditModeCannotBeMovedBetweenFilesOrPlaces() throws IOException {
    writeSome(SealMode.RECORDS);
    writeSome(SealMode.RECORDS);
    byte[] one = Files.readAllBytes(files().get(0));
    byte[] two = Files.readAllBytes(files().get(1));
    assertThat(one.length).isEqualTo(two.length);
    byte[] spliced = one.clone();
    int from = SegmentLayout.HEADER_BYTES;
    System.arraycopy(two, from, spliced, from, 200);
    Files.write(files().get(0), spliced);
    assertThat(read().damage()).isNotEmpty();
  }

  private List<String> writeSome(SealMode mode) throws IOException {
    List<String> messages = new ArrayList<>();
    try (LogStore store = open(mode, 64 << 10)) {
      for (int i = 0; i < 5; i++) {
        messages.add("message " + i);
        assertThat(store.writer("w").log(LogLevel.INFO, "message " + i)).isTrue();
        store.flush();
      }
    }
    return messages;
  }

  private Read read() throws IOException {
    return read(new KeyUnsealing(SealedFiles.ring()));
  }

  private Read read(KeyUnsealing unsealing) throws IOException {
    List<String> messages = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(dir), unsealing)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.message());
      }
      List<String> damage = reader.damage().stream().map(Object::toString).toList();
      return new Read(messages, damage, reader.holes());
    }
  }

  private LogStore open(SealMode mode, long segmentSize) throws IOException {
    return LogStore.open(
        dir,
        LogStoreConfig.builder()
            .segmentSize(segmentSize)
            .blockBound(Duration.ofSeconds(60))
            .sealing(new KeySealing(SealedFiles.ring(), mode))
            .build());
  }

  private static SealedHeader header(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (file.toString().endsWith(KeySealing.SUFFIX)) {
      return SealedHeader.parse(bytes, file.toString());
    }
    byte[] area =
        MemorySegment.ofArray(bytes)
            .asSlice(SegmentLayout.SEAL_AREA_AT, SegmentLayout.SEAL_AREA_BYTES)
            .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    return SealedHeader.parse(area, file.toString());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.sorted().toList();
    }
  }
}
