package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens when the contract is broken, and when arenas are closed at the wrong moment. */
class MisuseTest {

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void nullIsRefused(Implementation implementation) {
    assumeTrue(Hashing.isAvailable(implementation));
    for (Hash64 hash :
        new Hash64[] {Hashing.xxh64(implementation, 0), Hashing.xxh3(implementation, 0)}) {
      assertThatThrownBy(() -> hash.hash((byte[]) null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> hash.hash((ByteBuffer) null))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> hash.hash((MemorySegment) null))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> hash.hash((CharSequence) null))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> hash.hash((SectorList) null))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> hash.stream().update((byte[]) null))
          .isInstanceOf(NullPointerException.class);
    }
    assertThatThrownBy(() -> Hashing.xxh3(implementation, null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> Hashing.xxh3(implementation, new byte[135]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("135");
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void rangesOutsideAreRefused(Implementation implementation) {
    assumeTrue(Hashing.isAvailable(implementation));
    byte[] array = new byte[1000];
    MemorySegment segment = MemorySegment.ofArray(array);
    int[][] ranges = {{-1, 10}, {0, 1001}, {1000, 1}, {10, -1}, {Integer.MAX_VALUE, 300}};
    for (Hash64 hash :
        new Hash64[] {Hashing.xxh64(implementation, 0), Hashing.xxh3(implementation, 0)}) {
      for (int[] range : ranges) {
        assertThatThrownBy(() -> hash.hash(array, range[0], range[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> hash.hash(segment, range[0], range[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> hash.hash(segment, range[0], range[1], SectorLayout.T10))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> hash.stream().update(array, range[0], range[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> hash.hash(8L, -1L)).isInstanceOf(IllegalArgumentException.class);
    }
    Xxh3 xxh3 = Hashing.xxh3(implementation, 0);
    assertThatThrownBy(() -> xxh3.hash128(array, 0, 10, new long[1]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void closedAndForeignArenasAreRefused(Implementation implementation) throws Exception {
    assumeTrue(Hashing.isAvailable(implementation));
    for (int size : new int[] {1, 100, 1000, 100_000}) {
      for (Hash64 hash :
          new Hash64[] {Hashing.xxh64(implementation, 0), Hashing.xxh3(implementation, 0)}) {
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
          closed = arena.allocate(size);
          assertThat(inAnotherThread(() -> hash.hash(closed)))
              .isInstanceOf(WrongThreadException.class);
        }
        assertThatThrownBy(() -> hash.hash(closed)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> hash.hash(closed, SectorLayout.T10))
            .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> hash.stream().update(closed))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  private static Throwable inAnotherThread(Runnable call) throws InterruptedException {
    FutureTask<Void> task = new FutureTask<>(call, null);
    Thread thread = new Thread(task);
    thread.start();
    try {
      task.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void anArenaClosedDuringCallsEndsInARefusal(Implementation implementation) throws Exception {
    assumeTrue(Hashing.isAvailable(implementation));
    Xxh3 hash = Hashing.xxh3(implementation, 0);
    for (int round = 0; round < 20; round++) {
      Arena arena = Arena.ofShared();
      MemorySegment segment = arena.allocate(200_000);
      long expected = hash.hash(segment);
      AtomicBoolean running = new AtomicBoolean();
      FutureTask<Throwable> task =
          new FutureTask<>(
              () -> {
                try {
                  while (true) {
                    assertThat(hash.hash(segment)).isEqualTo(expected);
                    running.set(true);
                  }
                } catch (IllegalStateException refusal) {
                  return refusal;
                }
              });
      Thread thread = new Thread(task);
      thread.start();
      while (!running.get()) {
        Thread.onSpinWait();
      }
      closeWhenIdle(arena);
      assertThat(task.get()).isInstanceOf(IllegalStateException.class);
    }
  }

  /** A native call keeps the arena open, so closing it may take some tries. */
  private static void closeWhenIdle(Arena arena) {
    while (true) {
      try {
        arena.close();
        return;
      } catch (IllegalStateException inUse) {
        Thread.onSpinWait();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void aSequenceMayItselfHash(Implementation implementation) {
    assumeTrue(Hashing.isAvailable(implementation));
    Xxh3 hash = Hashing.xxh3(implementation, 0);
    Xxh64 other = Hashing.xxh64(implementation, 0);
    for (int length : new int[] {10, 5000}) {
      String text = "tandem".repeat(length);
      CharSequence nosy =
          new CharSequence() {
            @Override
            public int length() {
              return text.length();
            }

            @Override
            public char charAt(int index) {
              hash.hash("something else ".repeat(index % 3 == 0 ? 400 : 1));
              other.hash("another");
              return text.charAt(index);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
              return text.subSequence(start, end);
            }
          };
      assertThat(hash.hash(nosy)).isEqualTo(hash.hash(text));
      assertThat(other.hash(nosy)).isEqualTo(other.hash(text));
    }
  }
}
