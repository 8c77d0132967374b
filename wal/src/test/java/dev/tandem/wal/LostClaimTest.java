package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.append.Appender;
import dev.tandem.wal.append.Batches;
import dev.tandem.wal.append.LogEngine;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A producer that claims a place and does not fill it does not stop the log for the others. */
@Timeout(300)
class LostClaimTest {

  private static final int BODY_BYTES = 100;

  /** Few in the normal build, more with the crash and soak profiles. */
  private static final int ROUNDS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 4 : 30;

  @TempDir Path directory;

  private interface Append {
    long append(Wal wal);
  }

  @Test
  void arraysAtTheEndOfTheStack() throws Exception {
    byte[] body = new byte[BODY_BYTES];
    continues(wal -> wal.append((byte) 1, body));
  }

  @Test
  void buffersAtTheEndOfTheStack() throws Exception {
    ByteBuffer body = ByteBuffer.allocate(BODY_BYTES);
    continues(wal -> wal.append((byte) 1, body));
  }

  @Test
  void segmentsAtTheEndOfTheStack() throws Exception {
    MemorySegment body = MemorySegment.ofArray(new byte[BODY_BYTES]);
    continues(wal -> wal.append((byte) 1, body, 0, BODY_BYTES, true));
  }

  /** A batch has room for a few records, so that many appends request the next one. */
  @Test
  void batchesAtTheEndOfTheStack() throws Exception {
    byte[] body = new byte[BODY_BYTES];
    WalConfig config = Logs.small().bufferBytes(1 << 10).segmentBytes(64 << 10).build();
    continues(wal -> wal.append((byte) 1, body), config, ROUNDS);
  }

  @Tag("thorough")
  @Test
  void threadsThatWriteThemselvesAtTheEndOfTheStack() throws Exception {
    MemorySegment body = MemorySegment.ofArray(new byte[BODY_BYTES]);
    continues(
        wal -> {
          long sequence = wal.appendDeferred((byte) 1, body, 0, BODY_BYTES, false);
          // From few depths: each goes down to the end, and fills files.
          if (sequence % 1_024 == 0) {
            sink(wal, body);
          }
          return sequence;
        },
        Logs.small()
            .durability(Durability.WRITTEN)
            .bufferBytes(64 << 10)
            .segmentBytes(1 << 20)
            .build(),
        // Each writes at every depth, and so costs as much as ten of the others.
        Math.max(1, ROUNDS / 5));
  }

  /** Appends on the way down, and writes on the way up, as soon as the stack has room for it. */
  @SuppressWarnings("InfiniteRecursion") // Until the stack is full.
  private static void sink(Wal wal, MemorySegment body) {
    try {
      wal.appendDeferred((byte) 1, body, 0, BODY_BYTES, false);
      sink(wal, body);
    } catch (StackOverflowError e) {
      // The next one up has more room.
    }
    wal.writeAppended();
  }

  private void continues(Append append) throws Exception {
    continues(append, Logs.small().bufferBytes(64 << 10).segmentBytes(1 << 20).build(), ROUNDS);
  }

  /** Appends at every depth of the stack, the last of which have no room for it. */
  private void continues(Append append, WalConfig config, int rounds) throws Exception {
    List<Long> taken = new ArrayList<>();
    Wal wal = Wal.open(directory, config);
    for (int round = 0; round < rounds; round++) {
      Dive dive = new Dive(wal, append, round);
      Thread thread = new Thread(null, dive, "diver", 256 << 10);
      thread.start();
      thread.join();
      assertThat(dive.overflows).isPositive();
      taken.addAll(dive.taken);
      long last = wal.append((byte) 2, new byte[1]);
      wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(2));
      taken.add(last);
    }
    assertThat(wal.failure()).isNull();
    // A thread of its own: the common pool's may be taken by another test's shrinking.
    CompletableFuture.runAsync(() -> close(wal), task -> Thread.ofPlatform().daemon().start(task))
        .get(200, TimeUnit.SECONDS);
    Set<Long> found = new HashSet<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1)) {
      while (reader.next()) {
        assertThat(reader.bodyLength()).isEqualTo(reader.type() == 1 ? BODY_BYTES : 1);
        found.add(reader.sequence());
      }
      assertThat(reader.recovery().clean()).isTrue();
    }
    assertThat(found.containsAll(taken)).isTrue();
  }

  private static void close(Wal wal) {
    try {
      wal.close();
    } catch (WalException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Dive implements Runnable {
    private final Wal wal;
    private final Append append;
    private final int padding;
    private final List<Long> taken = new ArrayList<>(1 << 16);
    private int overflows;

    Dive(Wal wal, Append append, int padding) {
      this.wal = wal;
      this.append = append;
      this.padding = padding;
    }

    @Override
    public void run() {
      wal.append((byte) 2, new byte[1]);
      try {
        // Another place for the end of the stack each time.
        shift(padding);
      } catch (StackOverflowError e) {
        overflows++;
      }
    }

    private void shift(int more) {
      if (more > 0) {
        shift(more - 1);
      } else {
        dive();
      }
    }

    @SuppressWarnings("InfiniteRecursion") // Until the stack is full.
    private void dive() {
      try {
        long sequence = append.append(wal);
        taken.add(sequence);
      } catch (StackOverflowError e) {
        overflows++;
      }
      dive();
    }
  }

  /** Waits for as long as a log does. */
  @Tag("thorough")
  @Test
  void oneThatNobodyFillsEndsTheLog() throws Exception {
    Wal wal = Wal.open(directory, Logs.small().build());
    long first = wal.append((byte) 1, new byte[8]);
    wal.confirmations().await(first, Durability.SYNCED, Duration.ofMinutes(2));
    Batches batches = batches(wal);
    Thread stuck =
        new Thread(
            () -> {
              assertThat(new Appender(batches, wal.config().clock()).claim(8)).isEqualTo(1);
              Await.until("the end", () -> wal.failure() != null);
            },
            "stuck-producer");
    stuck.start();
    Await.until("the claim", () -> wal.nextSequence() == 2);
    long behind = wal.append((byte) 1, new byte[8]);
    assertThatThrownBy(
            () -> wal.confirmations().await(behind, Durability.SYNCED, Duration.ofMinutes(2)))
        .isInstanceOf(WalPoisonedException.class)
        .hasMessageContaining("sequence 1 was claimed")
        .hasMessageContaining("stuck-producer");
    assertThatThrownBy(() -> wal.append((byte) 1, new byte[8]))
        .isInstanceOf(WalPoisonedException.class);
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class);
    stuck.join();
    assertThat(Logs.segments(directory)).isNotEmpty();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1)) {
      assertThat(reader.next()).isTrue();
      assertThat(reader.next()).isFalse();
    }
  }

  private static Batches batches(Wal wal) throws ReflectiveOperationException {
    var engine = Wal.class.getDeclaredField("engine");
    engine.setAccessible(true);
    return ((LogEngine) engine.get(wal)).batches();
  }
}
