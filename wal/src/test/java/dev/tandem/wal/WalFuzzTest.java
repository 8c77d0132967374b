package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.format.Checksum;
import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Logs whose files are damaged in several places at once: each is verified, read and opened for
 * writing, with no exception but a {@link WalException}. What is read is an exact prefix of what
 * was written, unless checksums were made to fit. {@code -Dtandem.fuzz.seconds} says for how long,
 * else a number of inputs decides.
 */
class WalFuzzTest {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int INPUTS = 60;
  private static final int MOST_MUTATIONS = 5;
  private static final int BATCHES = 6;
  private static final int RECORDS_A_BATCH = 4;
  private static final int CHECKSUM_OF_HEADER = 60;
  private static final int LOG_ID = 16;

  /** Lengths, types, sequences and sizes that are none, or just about one. */
  private static final long[] WORDS = {0, 1, -1, 23, 24, 25, 1 << 12, 1L << 31, 1L << 55, 1L << 62};

  @TempDir Path directory;

  private Path victim;
  private SplittableRandom random;
  private long last;

  /** What is damaged; checksums that fit let inputs come behind the first of them. */
  enum Kind {
    CLOSED,
    KILLED,
    SIGNED
  }

  @BeforeEach
  void begin() {
    victim = directory.resolve("victim");
    random = new SplittableRandom(SEED);
  }

  private Path log(Kind kind) throws IOException {
    Path closed = directory.resolve("closed");
    Path killed = directory.resolve("killed");
    try (Wal wal = Wal.open(closed, Logs.small().build())) {
      for (int i = 0; i < BATCHES; i++) {
        last = Logs.append(wal, RECORDS_A_BATCH);
        wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(2));
      }
      Logs.copyLive(closed, killed);
    }
    return kind == Kind.KILLED ? killed : closed;
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedLogIsRefusedOrReadAsFarAsItIsSound(Kind kind) throws IOException {
    Path log = log(kind);
    List<Path> files = Logs.files(log).stream().filter(Files::isRegularFile).toList();
    long end = System.nanoTime() + SECONDS * 1_000_000_000L / Kind.values().length;
    for (long input = 0; SECONDS == 0 ? input < INPUTS : System.nanoTime() - end < 0; input++) {
      Logs.copy(log, victim);
      for (int m = 1 + random.nextInt(MOST_MUTATIONS); m > 0; m--) {
        Path file = victim.resolve(files.get(random.nextInt(files.size())).getFileName());
        Files.write(file, mutated(Files.readAllBytes(file)));
      }
      if (kind == Kind.SIGNED) {
        for (Path segment : Logs.segments(victim)) {
          Files.write(segment, signed(Files.readAllBytes(segment)));
        }
      }
      Path damaged = Logs.copy(victim, directory.resolve("damaged"));
      try {
        judge(kind == Kind.SIGNED);
      } catch (RuntimeException | Error e) {
        Path kept = Logs.copy(damaged, Files.createTempDirectory("tandem-wal-fuzz-"));
        throw new AssertionError(
            "seed %d, input %d, kept in %s: %s".formatted(SEED, input, kept, e), e);
      }
    }
  }

  private byte[] mutated(byte[] bytes) {
    if (bytes.length == 0) {
      return new byte[8];
    }
    byte[] copy = bytes.clone();
    int at = random.nextInt(bytes.length);
    int word = Math.min(at / 8 * 8, Math.max(0, copy.length - 8));
    switch (random.nextInt(6)) {
      case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> put(copy, word, random.nextLong());
      case 2 -> put(copy, word, WORDS[random.nextInt(WORDS.length)]);
      case 3 ->
          Arrays.fill(copy, at, Math.min(copy.length, at + 1 + random.nextInt(200)), (byte) 0);
      case 4 -> {
        int from = random.nextInt(copy.length) / 8 * 8;
        int length = Math.min(8 * (1 + random.nextInt(30)), copy.length - Math.max(from, word));
        System.arraycopy(copy, from, copy, word, length);
      }
      default -> copy = Arrays.copyOf(copy, random.nextBoolean() ? at : copy.length + at);
    }
    return copy;
  }

  private static void put(byte[] bytes, int at, long value) {
    if (at + 8 <= bytes.length) {
      little(bytes).putLong(at, value);
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The same with checksums that fit, as far as the lengths of records lead. */
  private static byte[] signed(byte[] bytes) {
    if (bytes.length < SegmentHeader.BYTES) {
      return bytes;
    }
    ByteBuffer all = little(bytes);
    all.putInt(CHECKSUM_OF_HEADER, Checksum.ofArray(bytes, 0, CHECKSUM_OF_HEADER));
    int seed =
        new SegmentHeader(
                all.getLong(LOG_ID), all.getLong(LOG_ID + 8), all.getLong(LOG_ID + 16), 0, 0, false)
            .seed();
    int at = SegmentHeader.BYTES;
    while (at + RecordFormat.HEADER_BYTES <= bytes.length) {
      int length = all.getInt(at + RecordFormat.LENGTH);
      if (length < RecordFormat.HEADER_BYTES || length > bytes.length - at - 8) {
        break;
      }
      int next = at + RecordFormat.aligned(length);
      all.putInt(at, Checksum.ofArray(bytes, at + RecordFormat.LENGTH, next) ^ seed);
      at = next;
    }
    return bytes;
  }

  private void judge(boolean signed) throws IOException {
    boolean sound = false;
    try {
      sound = WalVerifier.verify(victim).sound();
    } catch (WalException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
    List<Long> found = new ArrayList<>();
    boolean whole = read(ReadMode.STRICT, found, signed);
    if (sound && !signed) {
      assertThat(whole).as("sound, and read to its end").isTrue();
    }
    read(ReadMode.SKIP_OLDER_SEGMENTS, new ArrayList<>(), signed);
    if (!signed) {
      assertThat(found).isEqualTo(Logs.upTo(found.size() - 1L));
    }
    try (Wal wal = Wal.open(victim, Logs.small().files(FaultyFiles.unforced()).build())) {
      if (!signed) {
        assertThat(wal.nextSequence()).isEqualTo(found.size());
        Logs.append(wal, 3);
      }
    } catch (WalException e) {
      assertThat(e).hasMessageNotContaining("null");
      return;
    }
    if (!signed) {
      assertThat(Logs.read(victim, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(found.size() + 2L));
    }
  }

  /** Returns whether it could be read to its end. */
  private boolean read(ReadMode mode, List<Long> found, boolean signed) throws IOException {
    long bytes = 0;
    for (Path segment : Logs.segments(victim)) {
      bytes += Files.size(segment);
    }
    try (WalReader reader = WalReader.open(victim, mode, 0)) {
      while (reader.next()) {
        if (!signed) {
          Logs.check(reader.sequence(), reader.type(), reader.body());
        }
        found.add(reader.sequence());
        assertThat(found.size() * (long) RecordFormat.HEADER_BYTES).isLessThanOrEqualTo(bytes);
      }
      return true;
    } catch (WalException e) {
      assertThat(e).hasMessageNotContaining("null");
      return false;
    }
  }
}
