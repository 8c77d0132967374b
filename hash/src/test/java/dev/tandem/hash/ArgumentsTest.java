package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every public method of the functions, the streams, the lists and the entrance is called with each
 * argument broken in turn: so a method that is added later is tested too.
 */
class ArgumentsTest {

  private static final int SIZE = 200;

  /** A method, and what to call it on; null if it is static. */
  private record Call(Method method, Object target) {

    Throwable with(Object... arguments) {
      try {
        method.invoke(target, arguments);
        return null;
      } catch (InvocationTargetException e) {
        return e.getCause();
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public String toString() {
      return target == null ? method.toString() : target.getClass().getSimpleName() + ": " + method;
    }
  }

  private static List<Call> calls(Implementation implementation) {
    Xxh64 xxh64 = Hashing.xxh64(implementation, 0);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 0);
    List<Call> calls = new ArrayList<>();
    for (Object target :
        new Object[] {
          xxh64, xxh3, xxh64.stream(), xxh3.stream(), new SectorList(SectorLayout.T10).add(bytes())
        }) {
      for (Method method : target.getClass().getMethods()) {
        if (!Modifier.isStatic(method.getModifiers())
            && method.getDeclaringClass() != Object.class) {
          calls.add(new Call(method, target));
        }
      }
    }
    for (Method method : Hashing.class.getMethods()) {
      if (Modifier.isStatic(method.getModifiers())) {
        calls.add(new Call(method, null));
      }
    }
    assertThat(calls).hasSizeGreaterThan(80);
    return calls;
  }

  private static byte[] bytes() {
    return new byte[SIZE];
  }

  /** Arguments that are right; ranges are empty ones, so that an address need not be readable. */
  private static Object[] right(Executable method, Implementation implementation) {
    return Arrays.stream(method.getParameterTypes())
        .map(type -> right(type, implementation))
        .toArray();
  }

  private static Object right(Class<?> type, Implementation implementation) {
    if (type == byte[].class) {
      return bytes();
    } else if (type == ByteBuffer.class) {
      return ByteBuffer.allocate(SIZE);
    } else if (type == MemorySegment.class) {
      return Arena.global().allocate(SIZE);
    } else if (type == CharSequence.class) {
      return "text";
    } else if (type == SectorList.class) {
      return new SectorList(SectorLayout.T10);
    } else if (type == SectorLayout.class) {
      return SectorLayout.T10;
    } else if (type == long[].class) {
      return new long[2];
    } else if (type == Implementation.class) {
      return implementation;
    } else if (type == int.class) {
      return 0;
    } else if (type == long.class) {
      return 0L;
    }
    throw new AssertionError("there is no right " + type);
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void nullIsRefused(Implementation implementation) {
    Needs.implementation(implementation);
    for (Call call : calls(implementation)) {
      Class<?>[] types = call.method().getParameterTypes();
      assertThat(call.with(right(call.method(), implementation))).as("%s", call).isNull();
      for (int i = 0; i < types.length; i++) {
        if (!types[i].isPrimitive()) {
          Object[] arguments = right(call.method(), implementation);
          arguments[i] = null;
          assertThat(call.with(arguments))
              .as("%s, argument %d", call, i)
              .isInstanceOf(NullPointerException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void rangesOutsideAreRefused(Implementation implementation) {
    Needs.implementation(implementation);
    long[][] ranges = {
      {-1, 10}, {0, SIZE + 1}, {SIZE, 1}, {10, -1}, {Integer.MAX_VALUE, 300}, {SIZE + 1, 0}
    };
    int tried = 0;
    for (Call call : calls(implementation)) {
      Class<?>[] types = call.method().getParameterTypes();
      if (types.length < 3 || types[0].isPrimitive() || !types[1].isPrimitive()) {
        continue;
      }
      for (long[] range : ranges) {
        Object[] arguments = right(call.method(), implementation);
        for (int i = 0; i < 2; i++) {
          arguments[i + 1] = types[i + 1] == int.class ? (Object) (int) range[i] : range[i];
        }
        assertThat(call.with(arguments))
            .as("%s of %s", call, Arrays.toString(range))
            .isInstanceOf(IndexOutOfBoundsException.class);
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(10 * ranges.length);
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void lengthsOfAddressesAreNotNegative(Implementation implementation) {
    Needs.implementation(implementation);
    for (Call call : calls(implementation)) {
      Class<?>[] types = call.method().getParameterTypes();
      if (types.length >= 2 && types[0] == long.class && types[1] == long.class) {
        Object[] arguments = right(call.method(), implementation);
        arguments[1] = -1L;
        assertThat(call.with(arguments))
            .as("%s", call)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void roomForAResultIsNeeded(Implementation implementation) {
    Needs.implementation(implementation);
    for (Call call : calls(implementation)) {
      Class<?>[] types = call.method().getParameterTypes();
      if (types.length > 0 && types[types.length - 1] == long[].class) {
        for (int size = 0; size < 2; size++) {
          Object[] arguments = right(call.method(), implementation);
          arguments[types.length - 1] = new long[size];
          assertThat(call.with(arguments))
              .as("%s into %d", call, size)
              .isInstanceOf(IndexOutOfBoundsException.class);
        }
      }
    }
  }

  /** Whatever is at the place: an address of nothing, or memory that is gone. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void emptyRangesReadNothing(Implementation implementation) {
    Needs.implementation(implementation);
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(SIZE);
    }
    for (Hash64 hash :
        new Hash64[] {Hashing.xxh64(implementation, 5), Hashing.xxh3(implementation, 5)}) {
      long empty = hash.hash(new byte[0]);
      assertThat(hash.hash(closed, 7, 0)).isEqualTo(empty);
      assertThat(hash.hash(closed, 7, 0, SectorLayout.T10)).isEqualTo(empty);
      for (long address : new long[] {0, -1, Long.MIN_VALUE}) {
        assertThat(hash.hash(address, 0)).isEqualTo(empty);
        assertThat(hash.stream().update(address, 0).digest()).isEqualTo(empty);
      }
      byte[] some = Inputs.ramp(300);
      long digest = hash.hash(some);
      assertThat(hash.stream().update(some).update(closed, 7, 0).update(-1L, 0).digest())
          .isEqualTo(digest);
    }
  }

  /** Sequences that contradict themselves are refused, and leave nothing behind. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void sequencesHaveNoNegativeLength(Implementation implementation) {
    Needs.implementation(implementation);
    CharSequence odd =
        new CharSequence() {
          @Override
          public int length() {
            return -5;
          }

          @Override
          public char charAt(int index) {
            return 'x';
          }

          @Override
          public CharSequence subSequence(int start, int end) {
            return this;
          }

          @Override
          public void getChars(int from, int to, char[] into, int at) {}
        };
    int tried = 0;
    for (Call call : calls(implementation)) {
      Class<?>[] types = call.method().getParameterTypes();
      if (types.length > 0 && types[0] == CharSequence.class) {
        Object[] arguments = right(call.method(), implementation);
        arguments[0] = odd;
        assertThat(call.with(arguments))
            .as("%s", call)
            .isInstanceOf(IllegalArgumentException.class);
        tried++;
      }
    }
    assertThat(tried).isEqualTo(4);
  }

  @Test
  void whatIsMadeWithoutAFunctionIsCheckedToo() {
    assertThatThrownBy(() -> SectorLayout.T10.hashedBytesOf(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SectorList(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> new SectorList(SectorLayout.T10).entry(0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    for (int[] layout : new int[][] {{0, 0}, {8, 0}, {8, -1}, {8, 9}, {-8, 8}}) {
      assertThatThrownBy(() -> new SectorLayout(layout[0], layout[1]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Xxh64Records records = new Xxh64Records(0);
    assertThatThrownBy(() -> records.save(null, 0)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> records.restore(null, 0)).isInstanceOf(NullPointerException.class);
    for (int at : new int[] {-1, 1, Integer.MAX_VALUE}) {
      long[] words = new long[Xxh64Records.STATE_WORDS];
      assertThatThrownBy(() -> records.save(words, at))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> records.restore(words, at))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** At every size, for the longer ones go other ways. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void closedAndForeignArenasAreRefused(Implementation implementation) throws Exception {
    Needs.implementation(implementation);
    for (int size : new int[] {1, 20, 200, 1000, 5000, 100_000}) {
      for (Call call : calls(implementation)) {
        Class<?>[] types = call.method().getParameterTypes();
        // A list takes a segment in; it is the digest that reads it.
        if (types.length == 0
            || types[0] != MemorySegment.class
            || call.target() instanceof SectorList) {
          continue;
        }
        Object[] arguments = right(call.method(), implementation);
        if (types.length > 2 && types[2] == long.class) {
          arguments[2] = (long) size;
        }
        for (boolean shared : new boolean[] {false, true}) {
          try (Arena arena = shared ? Arena.ofShared() : Arena.ofConfined()) {
            arguments[0] = arena.allocate(size);
            assertThat(call.with(arguments)).as("%s", call).isNull();
            Throwable[] elsewhere = new Throwable[1];
            Thread thread = new Thread(() -> elsewhere[0] = call.with(arguments));
            thread.start();
            thread.join();
            if (!shared) {
              assertThat(elsewhere[0]).as("%s", call).isInstanceOf(WrongThreadException.class);
            } else {
              assertThat(elsewhere[0]).as("%s", call).isNull();
            }
          }
          assertThat(call.with(arguments))
              .as("%s of %d", call, size)
              .isInstanceOf(IllegalStateException.class);
        }
      }
      for (Hash64 hash :
          new Hash64[] {Hashing.xxh64(implementation, 0), Hashing.xxh3(implementation, 0)}) {
        SectorList one = new SectorList(SectorLayout.T10);
        SectorList two = new SectorList(SectorLayout.T10).add(bytes());
        try (Arena arena = Arena.ofShared()) {
          one.add(arena.allocate(size));
          two.add(arena.allocate(size).asByteBuffer());
        }
        for (SectorList list : new SectorList[] {one, two}) {
          Call call = new Call(Hash64.class.getMethod("hash", SectorList.class), hash);
          assertThat(call.with(list)).isInstanceOf(IllegalStateException.class);
        }
      }
    }
  }

  /** Views of one memory in every form give one digest, and stay as they are. */
  @ParameterizedTest
  @EnumSource(Implementation.class)
  void buffersOfAnyFormAndOrder(Implementation implementation) {
    Needs.implementation(implementation);
    Xxh64 xxh64 = Hashing.xxh64(implementation, 9);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 9);
    for (int size : new int[] {0, 3, 14, 100, 239, 700, 5000, 70_000}) {
      byte[] bytes = Inputs.ramp(size + 20);
      byte[] range = Arrays.copyOfRange(bytes, 7, 7 + size);
      for (ByteBuffer whole :
          new ByteBuffer[] {
            ByteBuffer.wrap(bytes),
            ByteBuffer.wrap(bytes).asReadOnlyBuffer(),
            ByteBuffer.allocateDirect(bytes.length).put(bytes).clear(),
            ByteBuffer.allocateDirect(bytes.length).put(bytes).clear().asReadOnlyBuffer()
          }) {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
          for (ByteBuffer view :
              new ByteBuffer[] {
                whole.duplicate().position(7).limit(7 + size), whole.slice(7, size)
              }) {
            view.order(order);
            ByteBuffer before = view.duplicate();
            assertThat(xxh64.hash(view)).isEqualTo(xxh64.hash(range));
            assertThat(xxh3.hash(view)).isEqualTo(xxh3.hash(range));
            assertThat(xxh3.hash128(view)).isEqualTo(xxh3.hash128(range));
            assertThat(xxh64.stream().update(view).digest()).isEqualTo(xxh64.hash(range));
            assertThat(xxh3.stream().update(view).digest()).isEqualTo(xxh3.hash(range));
            MemorySegment segment = MemorySegment.ofBuffer(view).asReadOnly();
            assertThat(xxh64.hash(segment)).isEqualTo(xxh64.hash(range));
            assertThat(xxh3.hash128(segment)).isEqualTo(xxh3.hash128(range));
            assertThat(xxh3.hash(new SectorList(new SectorLayout(8, 8)).add(view)))
                .isEqualTo(xxh3.hash(range));
            assertThat(view).isEqualTo(before);
            assertThat(view.order()).isEqualTo(order);
            assertThat(view.position()).isEqualTo(before.position());
          }
        }
      }
    }
  }
}
