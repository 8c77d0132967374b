package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that seals: what is on disk, while it runs and afterwards. */
class SealedStoreTest {
  private static final Unsealing UNSEALING = new KeyUnsealing(SealedFiles.ring());
  private static final String SECRET = "the-secret-of-record-";

  @TempDir private Path dir;

  @Test
  void closedStoreLeavesSealedFilesOnlyAndNothingIsLost() throws IOException {
    int records = 20_000;
    try (LogStore store = open(SealMode.BLOCKS)) {
      write(store, 0, records);
    }
    List<Path> files = files(".tlog");
    assertThat(files).isEmpty();
    Set<String> salts = new HashSet<>();
    StringBuilder text = new StringBuilder();
    List<Path> sealed = files(KeySealing.SUFFIX);
    assertThat(sealed).hasSizeGreaterThan(3);
    for (Path file : sealed) {
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
      Unsealing.Part part = UNSEALING.read(file);
      assertThat(part.loss()).isNull();
      text.append(latin(part.bytes()));
      try (SealedFileReader reader = SealedFileReader.open(file, SealedFiles.ring())) {
        salts.add(HexFormat.of().formatHex(reader.header().salt()));
      }
    }
    assertThat(salts).hasSameSizeAs(sealed);
    expectAll(text.toString(), records);
  }

  @Test
  void flushedRecordsAreSealedAndWipedFromThePlainFile() throws IOException {
    try (LogStore store = open(SealMode.BLOCKS)) {
      write(store, 0, 100);
      store.flush();
      List<Path> plain = files(".tlog");
      for (Path file : plain) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
      }
      List<Path> sealed = files(KeySealing.SUFFIX);
      assertThat(sealed).hasSize(1);
      Unsealing.Part part = UNSEALING.read(sealed.get(0));
      assertThat(part.loss()).contains("no final block");
      expectAll(latin(part.bytes()), 100);
    }
  }

  @Test
  void auditModeWritesNothingPlainAndMarksTheEnd() throws IOException {
    int records = 5_000;
    try (LogStore store = open(SealMode.RECORDS)) {
      write(store, 0, records);
      for (Path file : files(".tlog")) {
        byte[] bytes = Files.readAllBytes(file);
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
      }
    }
    StringBuilder text = new StringBuilder();
    long claims = 0;
    for (Path file : files(".tlog")) {
      byte[] bytes = Files.readAllBytes(file);
      MemorySegment header = MemorySegment.ofArray(bytes).asSlice(0, SegmentLayout.HEADER_BYTES);
      MemorySegment area =
          header.asSlice(SegmentLayout.SEAL_AREA_AT, SegmentLayout.SEAL_AREA_BYTES);
      try (SealedRecords opened = SealedRecords.open(area, SealedFiles.ring(), file.toString())) {
        Unsealing.End end = opened.end(header);
        assertThat(end.offset()).isEqualTo(bytes.length);
        claims += end.claims();
        text.append(openRecords(bytes, opened));
      }
      KeyRing wrong = SealedFiles.ring("first", SealedFiles.key(99));
      assertThatThrownBy(() -> SealedRecords.open(area, wrong, "f"))
          .isInstanceOf(WrongKeyException.class);
    }
    expectAll(text.toString(), records);
    assertThat(claims).isGreaterThanOrEqualTo(records);
  }

  private static String openRecords(byte[] file, SealedRecords opened) {
    StringBuilder text = new StringBuilder();
    byte[] plain = new byte[1 << 16];
    for (int at = SegmentLayout.HEADER_BYTES; at < file.length; ) {
      int length = SealFormat.getInt(file, at);
      assertThat(length).isPositive();
      assertThat(opened.open(at + 8, length, file, at + 8, length - 8, plain, 0)).isFalse();
      assertThat(opened.open(at, length, file, at + 8, length - 8, plain, 0)).isTrue();
      text.append(
          new String(plain, 0, length - 8 - opened.overhead(), StandardCharsets.ISO_8859_1));
      at += (length + 7) & -8;
    }
    return text.toString();
  }

  private LogStore open(SealMode mode) throws IOException {
    return LogStore.open(
        dir,
        LogStoreConfig.builder()
            .segmentSize(256 << 10)
            .blockBound(Duration.ofSeconds(60))
            .sealing(new KeySealing(SealedFiles.ring(), mode))
            .build());
  }

  private static void write(LogStore store, int from, int to) {
    LogWriter writer = store.writer("sealed");
    for (int i = from; i < to; i++) {
      assertThat(writer.log(LogLevel.INFO, SECRET + i + ";")).isTrue();
    }
  }

  private static void expectAll(String text, int records) {
    int at = 0;
    for (int i = 0; i < records; i++) {
      at = text.indexOf(SECRET + i + ";", at);
      assertThat(at).as("record %d", i).isNotNegative();
      at++;
    }
    assertThat(text.indexOf(SECRET, at)).isNegative();
  }

  private static String latin(MemorySegment bytes) {
    return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1);
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return new ArrayList<>(
          files.filter(file -> file.toString().endsWith(ending)).sorted().toList());
    }
  }
}
