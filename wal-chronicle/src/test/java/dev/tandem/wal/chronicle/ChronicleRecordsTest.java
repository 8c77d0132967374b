package dev.tandem.wal.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.MappedBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChronicleRecordsTest {

  /** Where bytes may lie. */
  enum Kind {
    NATIVE_ELASTIC,
    NATIVE_FIXED,
    HEAP_ELASTIC,
    HEAP_FIXED,
    DIRECT_BUFFER_ELASTIC,
    DIRECT_BUFFER_FIXED,
    HEAP_BUFFER_ELASTIC,
    HEAP_BUFFER_FIXED,
    HEAP_BUFFER_SLICE;

    Bytes<?> make(int room) {
      return switch (this) {
        case NATIVE_ELASTIC -> Bytes.allocateElasticDirect();
        case NATIVE_FIXED -> Bytes.allocateDirect(room);
        case HEAP_ELASTIC -> Bytes.allocateElasticOnHeap();
        case HEAP_FIXED -> Bytes.wrapForWrite(new byte[room]);
        case DIRECT_BUFFER_ELASTIC -> Bytes.elasticByteBuffer();
        case DIRECT_BUFFER_FIXED -> Bytes.wrapForWrite(ByteBuffer.allocateDirect(room));
        case HEAP_BUFFER_ELASTIC -> Bytes.elasticHeapByteBuffer();
        case HEAP_BUFFER_FIXED -> Bytes.wrapForWrite(ByteBuffer.allocate(room));
        case HEAP_BUFFER_SLICE -> Bytes.wrapForWrite(ByteBuffer.allocate(room + 9).slice(9, room));
      };
    }
  }

  private record Found(long sequence, byte type, ByteBuffer body) {}

  @TempDir private Path directory;

  private final ChronicleRecords records = new ChronicleRecords();

  private WalConfig config() {
    return WalConfig.builder().segmentBytes(1 << 16).bufferBytes(1 << 13).build();
  }

  /** Every length, from empty to the largest, at places that begin with the memory and do not. */
  @ParameterizedTest
  @EnumSource
  void whatIsAppendedIsRead(Kind kind) throws IOException {
    List<byte[]> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(kind.ordinal());
    try (Wal wal = Wal.open(directory, config())) {
      int most = wal.config().maxBodyBytes();
      for (int i = 0; i < 200; i++) {
        int length = i == 0 ? 0 : i == 1 ? most : random.nextInt(i % 2 == 0 ? 100 : most);
        int skip = random.nextInt(3) * random.nextInt(100);
        byte[] body = new byte[length];
        random.nextBytes(body);
        Bytes<?> bytes = kind.make(skip + length + 1);
        bytes.write(new byte[skip]).write(body).readSkip(skip);
        assertThat(records.append(wal, (byte) (i % 128), bytes, random.nextBoolean())).isEqualTo(i);
        assertThat(bytes.readPosition()).isEqualTo(skip);
        assertThat(bytes.readRemaining()).isEqualTo(length);
        bytes.releaseLast();
        expected.add(body);
      }
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      check(all(visitor -> records.next(reader, visitor)), expected);
    }
    try (Tailer tailer = Tailer.open(directory, 0, Durability.WRITTEN)) {
      check(all(visitor -> records.next(tailer, visitor)), expected);
    }
  }

  /** A reader or a tailer. */
  private interface Source {
    boolean next(ChronicleRecords.Visitor visitor) throws IOException;
  }

  private static List<Found> all(Source source) throws IOException {
    List<Found> found = new ArrayList<>();
    while (source.next(
        (sequence, type, timestampNs, body) -> {
          assertThat(timestampNs).isPositive();
          found.add(new Found(sequence, type, ByteBuffer.wrap(body.toByteArray())));
        })) {
      assertThat(found).isNotEmpty();
    }
    return found;
  }

  private static void check(List<Found> found, List<byte[]> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i).sequence()).isEqualTo(i);
      assertThat(found.get(i).type()).isEqualTo((byte) (i % 128));
      assertThat(found.get(i).body()).isEqualTo(ByteBuffer.wrap(expected.get(i)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPartOfOtherBytesIsThatPart(Kind kind) throws IOException {
    List<byte[]> expected = new ArrayList<>();
    try (Wal wal = Wal.open(directory, config())) {
      Bytes<?> whole = kind.make(64);
      whole.append("0123456789".repeat(6));
      for (int from : new int[] {0, 1, 15}) {
        Bytes<?> part = whole.subBytes(from, 20).bytesForRead();
        records.append(wal, (byte) expected.size(), part, from == 1);
        expected.add(part.toByteArray());
        part.readSkip(7);
        records.append(wal, (byte) expected.size(), part, from == 1);
        expected.add(part.toByteArray());
        assertThat(new String(part.toByteArray(), StandardCharsets.US_ASCII))
            .isEqualTo("0123456789".repeat(6).substring(from + 7, from + 20));
      }
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      check(all(visitor -> records.next(reader, visitor)), expected);
    }
  }

  /** The memory of a mapped file is not in one piece. */
  @Test
  void bytesOfAMappedFileMayCrossItsChunks() throws IOException {
    int chunk = 1 << 16;
    byte[] body = new byte[3_000];
    new SplittableRandom(1).nextBytes(body);
    try (Wal wal = Wal.open(directory.resolve("log"), config())) {
      MappedBytes bytes = MappedBytes.mappedBytes(directory.resolve("map").toFile(), chunk, 0);
      bytes.writePosition(chunk - 1_000);
      for (byte b : body) {
        bytes.writeByte(b);
      }
      bytes.readPosition(chunk - 1_000);
      records.append(wal, (byte) 0, bytes);
      bytes.readPosition(chunk);
      records.append(wal, (byte) 1, bytes);
      bytes.releaseLast();
    }
    try (WalReader reader = WalReader.open(directory.resolve("log"), ReadMode.STRICT, 0)) {
      List<byte[]> expected = List.of(body, Arrays.copyOfRange(body, 1_000, 3_000));
      check(all(visitor -> records.next(reader, visitor)), expected);
    }
  }

  @Test
  void whatIsTooLargeOrReleasedIsRefusedAndLeavesNothing() throws IOException {
    try (Wal wal = Wal.open(directory, config())) {
      int most = wal.config().maxBodyBytes();
      Bytes<?> bytes = Bytes.allocateDirect(new byte[most + 1]);
      assertThatThrownBy(() -> records.append(wal, (byte) 1, bytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("body: expected 0 to " + most + " bytes to read, found " + (most + 1));
      bytes.readSkip(1);
      assertThatThrownBy(() -> records.append(wal, (byte) -1, bytes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("type 0 to 127");
      bytes.releaseLast();
      assertThatThrownBy(() -> records.append(wal, (byte) 1, bytes))
          .isInstanceOf(IllegalStateException.class);
      assertThat(wal.nextSequence()).isZero();
    }
  }

  @Test
  void bytesThatAreKeptAreEmptyAfterTheCall() throws IOException {
    try (Wal wal = Wal.open(directory, config())) {
      records.append(wal, (byte) 1, Bytes.from("hello"));
      records.append(wal, (byte) 1, Bytes.from("again"));
    }
    List<Bytes<?>> kept = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      records.next(reader, (sequence, type, timestampNs, body) -> kept.add(body));
      assertThat(kept.get(0).readRemaining()).isZero();
      assertThatThrownBy(
              () ->
                  records.next(
                      reader,
                      (sequence, type, timestampNs, body) -> {
                        assertThat(body.toString()).isEqualTo("again");
                        throw new IllegalStateException("the visitor's");
                      }))
          .hasMessage("the visitor's");
      assertThat(kept.get(0).readRemaining()).isZero();
      assertThat(records.next(reader, (sequence, type, timestampNs, body) -> kept.add(body)))
          .isFalse();
    }
    assertThat(kept).hasSize(1);
  }

  /** One record's memory is not another's, whichever reader it is of. */
  @Test
  void readersMayTakeTurns() throws IOException {
    for (String name : List.of("a", "b")) {
      try (Wal wal = Wal.open(directory.resolve(name), config())) {
        for (int i = 0; i < 20; i++) {
          records.append(wal, (byte) 1, Bytes.from((name + i).repeat(1 + i * 20)));
        }
      }
    }
    try (WalReader a = WalReader.open(directory.resolve("a"), ReadMode.STRICT, 0);
        WalReader b = WalReader.open(directory.resolve("b"), ReadMode.STRICT, 0)) {
      for (int i = 0; i < 20; i++) {
        String expected = String.valueOf(i);
        int times = 1 + i * 20;
        for (WalReader reader : List.of(a, b)) {
          String name = reader == a ? "a" : "b";
          records.next(
              reader,
              (sequence, type, timestampNs, body) ->
                  assertThat(body.toString()).isEqualTo((name + expected).repeat(times)));
        }
      }
    }
  }
}
