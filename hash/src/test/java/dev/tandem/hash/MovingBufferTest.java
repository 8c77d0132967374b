package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.hash.algorithm.HashFunctionSet;
import dev.tandem.hash.algorithm.HashFunctions;
import dev.tandem.hash.algorithm.Lanes;
import dev.tandem.hash.algorithm.Scratch;
import dev.tandem.hash.algorithm.Secret;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Buffers whose position and limit another thread moves during the call. They lie in the middle of
 * larger memory, so a read outside gives a wrong digest instead of ending the process.
 */
class MovingBufferTest {

  /** Long enough for native code. */
  private static final int SIZE = 4000;

  private static final int CALLS = 20_000;

  /** What surrounds the zeros of a buffer. */
  private static final byte OUTSIDE = -1;

  private static ByteBuffer within(ByteBuffer memory) {
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, i >= 2 * SIZE && i < 3 * SIZE ? 0 : OUTSIDE);
    }
    return memory.slice(2 * SIZE, SIZE);
  }

  private static ByteBuffer[] buffers() {
    return new ByteBuffer[] {
      within(ByteBuffer.allocate(5 * SIZE)),
      within(ByteBuffer.allocate(5 * SIZE)).asReadOnlyBuffer(),
      within(ByteBuffer.allocateDirect(5 * SIZE)),
      within(Arena.global().allocate(5 * SIZE).asByteBuffer())
    };
  }

  /** The position goes to and fro, so there are two right digests: of all, and of the last byte. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void nothingOutsideIsHashedWhileThePositionMoves(Implementation implementation)
      throws InterruptedException {
    Needs.implementation(implementation);
    Xxh64 xxh64 = Hashing.xxh64(implementation, 0);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 0);
    Xxh3 secret = Hashing.xxh3(implementation, Inputs.sanity(200));
    long[] into = new long[2];
    for (ByteBuffer buffer : buffers()) {
      onlyTwoDigests(buffer, xxh64::hash);
      onlyTwoDigests(buffer, xxh3::hash);
      onlyTwoDigests(buffer, secret::hash);
      onlyTwoDigests(
          buffer,
          input -> {
            xxh3.hash128(input, into);
            return into[1];
          });
      onlyTwoDigests(buffer, input -> xxh64.stream().update(input).digest());
      onlyTwoDigests(buffer, input -> xxh3.stream().update(input).digest());
      onlyTwoDigests(buffer, input -> xxh3.hash(new SectorList(SectorLayout.T10).add(input)));
    }
  }

  private static void onlyTwoDigests(ByteBuffer buffer, ToLongFunction<ByteBuffer> hash)
      throws InterruptedException {
    long all = hash.applyAsLong(buffer.position(0));
    long last = hash.applyAsLong(buffer.position(SIZE - 1));
    Thread mover =
        new Thread(
            () -> {
              for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                buffer.position(i % 2 == 0 ? 0 : SIZE - 1);
              }
            });
    mover.start();
    try {
      for (int i = 0; i < CALLS; i++) {
        long digest = hash.applyAsLong(buffer);
        if (digest != all && digest != last) {
          assertThat(digest).as("of %s, call %d", buffer, i).isIn(all, last);
        }
      }
    } finally {
      mover.interrupt();
      mover.join();
    }
  }

  /** The limit as a thread may have set it after a call read it. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void aRangeThatABufferNoLongerHasIsRefused(Implementation implementation) {
    Needs.implementation(implementation);
    HashFunctionSet functions = Selection.functions(implementation);
    for (ByteBuffer buffer : buffers()) {
      if (!buffer.hasArray()) {
        rangesAreChecked(functions.of(buffer), buffer.limit(SIZE / 2), SIZE / 2);
      }
    }
  }

  /** Whatever the caller looked at, native code gets only what is there. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void aRangeThatIsNotThereIsRefused(Implementation implementation) {
    Needs.implementation(implementation);
    HashFunctionSet functions = Selection.functions(implementation);
    byte[] array = new byte[SIZE];
    rangesAreChecked(functions.array, array, SIZE);
    rangesAreChecked(functions.heapSegment, MemorySegment.ofArray(array), SIZE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment large = arena.allocate(5 * SIZE);
      rangesAreChecked(functions.nativeSegment, large.asSlice(2 * SIZE, SIZE), SIZE);
    }
  }

  private static void rangesAreChecked(HashFunctions functions, Object base, int size) {
    long[] into = new long[2];
    Secret seeded = Secret.ofSeed(0);
    Secret secret = Secret.ofBytes(Inputs.sanity(200));
    Lanes lanes = Scratch.lanes();
    for (long offset : new long[] {-SIZE, -1, 1, size}) {
      refused(() -> functions.xxh64(base, offset, size, 0));
      refused(() -> functions.consume64(lanes, base, offset, (size + 31) / 32));
      for (Secret key : new Secret[] {seeded, secret}) {
        refused(() -> functions.xxh3(base, offset, size, key));
        refused(() -> functions.xxh128(base, offset, size, key, into));
        refused(() -> functions.consume3(lanes, base, offset < 0 ? offset : size, 2, 0, key));
        refused(() -> functions.sectors3(base, offset, size, 520, 512, key));
      }
      refused(() -> functions.sectors64(base, offset, size, 520, 512, 0));
    }
    // The protection information of the last sector need not be there; its hashed bytes must.
    int sectors = size / 500;
    refused(() -> functions.consumeSectors64(lanes, base, size % 500 + 21, sectors, 500, 480));
    refused(
        () ->
            functions.consumeSectors3(lanes, base, size % 500 + 53, sectors, 0, 500, 448, seeded));
    functions.consumeSectors64(lanes, base, size % 500 + 20, sectors, 500, 480);
    functions.consumeSectors3(lanes, base, size % 500 + 52, sectors, 0, 500, 448, seeded);
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
