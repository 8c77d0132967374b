package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arenas that are closed at the wrong moment, inputs that call back; see {@link ArgumentsTest}. */
class MisuseTest {

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void shortSecretsAreRefused(Implementation implementation) {
    Needs.implementation(implementation);
    assertThatThrownBy(() -> Hashing.xxh3(implementation, new byte[135]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("135");
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void anArenaClosedDuringCallsEndsInARefusal(Implementation implementation) throws Exception {
    Needs.implementation(implementation);
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
    Needs.implementation(implementation);
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
