package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small logs cut at many bytes and with a bit flipped at many bytes: what is read is an exact
 * prefix, or there is an error that names the place; and where the damage lies in what was forced,
 * or a file is shorter than it was forced to be, it is the error.
 */
class DamageTest {

  private static final int BATCHES = 6;
  private static final int RECORDS_A_BATCH = 4;

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

  /**
   * Bytes of a segment's header, of which there is one, and so all of them are damaged. Of what
   * comes again and again, records and marks of several lengths, every third byte is, and all with
   * the crash tests' scale: at every place in a record, in one of them or another.
   */
  private static final int HEADER_BYTES = 64;

  private static final int STEP = FULL ? 1 : 3;

  /** One in so many is also opened for writing, repaired, and gone on with. */
  private static final int OPENED = FULL ? 23 : 11;

  @TempDir Path directory;

  private Path closed;
  private Path crashed;
  private Path victim;
  private long last;
  private int trial;
  private long lastBatchFirst;

  @BeforeEach
  void makeLogs() throws IOException {
    closed = directory.resolve("closed");
    victim = directory.resolve("victim");
    try (Wal wal = Wal.open(closed, Logs.small().build())) {
      for (int i = 0; i < BATCHES; i++) {
        lastBatchFirst = wal.nextSequence();
        last = Logs.append(wal, RECORDS_A_BATCH);
        wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(2));
      }
      crashed = Logs.copyLive(closed, directory.resolve("crashed"));
    }
    assertThat(Logs.segments(crashed).size()).isGreaterThan(1);
    assertThat(Logs.read(closed, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
    assertThat(Logs.read(crashed, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  @Test
  void cutAtEveryByte() throws IOException {
    for (Path log : List.of(closed, crashed)) {
      for (Path segment : Logs.segments(log)) {
        byte[] whole = Files.readAllBytes(segment);
        Logs.copy(log, victim);
        for (int length = whole.length - 1; length >= 0; length -= step(length, whole)) {
          Files.write(victim.resolve(segment.getFileName()), Arrays.copyOf(whole, length));
          if (readAndRecover(segment.getFileName() + " cut at " + length, true)) {
            Logs.copy(log, victim);
          }
        }
      }
    }
  }

  /** Fine where there is something, coarser over zeros. */
  private static int step(int length, byte[] whole) {
    int quiet = 0;
    while (quiet < 64 && length - quiet - 1 >= 0 && whole[length - quiet - 1] == 0) {
      quiet++;
    }
    if (quiet == 64) {
      return 61;
    }
    return length <= HEADER_BYTES ? 1 : STEP;
  }

  @Test
  void aFlippedBitAtEveryByte() throws IOException {
    for (Path log : List.of(closed, crashed)) {
      for (Path segment : Logs.segments(log)) {
        byte[] whole = Files.readAllBytes(segment);
        Logs.copy(log, victim);
        for (int at = whole.length - 1; at >= 0; at -= step(at, whole)) {
          byte[] flipped = whole.clone();
          flipped[at] ^= (byte) (1 << (at * 5 + at / 8) % 8);
          Files.write(victim.resolve(segment.getFileName()), flipped);
          if (readAndRecover(segment.getFileName() + " flipped at " + at, log.equals(closed))) {
            Logs.copy(log, victim);
          }
        }
      }
    }
  }

  /** Returns whether the directory was changed. */
  private boolean readAndRecover(String what, boolean nothingMayBeDropped) throws IOException {
    List<Long> found = new ArrayList<>();
    boolean error = false;
    try (WalReader reader = WalReader.open(victim, ReadMode.STRICT, 0)) {
      Logs.readInto(reader, found);
      // Without an error nothing is missing that was synced before the last batch.
      assertThat((long) found.size())
          .as(what)
          .isBetween(nothingMayBeDropped ? last + 1 : lastBatchFirst, last + 1);
    } catch (WalCorruptedException e) {
      error = true;
      assertThat(e.segment()).as(what).startsWith("segment-");
      assertThat(e.expected()).as(what).isNotEmpty();
      assertThat(e.found()).as(what).isNotEmpty();
    } catch (AssertionError e) {
      fail(what, e);
    }
    assertThat(found).as(what).isEqualTo(Logs.upTo(found.size() - 1L));
    if (trial++ % OPENED != 0) {
      return false;
    }
    try (Wal wal = Wal.open(victim, Logs.small().files(FaultyFiles.unforced()).build())) {
      assertThat(error).as(what).isFalse();
      assertThat(wal.nextSequence()).as(what).isEqualTo(found.size());
      Logs.append(wal, 3);
    } catch (WalCorruptedException e) {
      assertThat(error).as(what + ": " + e).isTrue();
      return true;
    }
    assertThat(Logs.read(victim, ReadMode.STRICT, 0))
        .as(what)
        .isEqualTo(Logs.upTo(found.size() + 2L));
    return true;
  }
}
